package play_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

func TestChat(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)
	host.SignUp("Anna")
	host.Get(game).WantSaid(t).WantCount(t, "#chat h2 ~ * form[action='"+game+"/chat']", 1)
	host.Say(game, "hello").WantStatus(t, http.StatusSeeOther)
	guest.Say(game, "good luck").WantStatus(t, http.StatusSeeOther)
	for name, c := range map[string]*sitetest.Client{"host": host, "guest": guest} {
		for _, path := range []string{game, game + "/chat"} {
			p := c.Get(path).WantSaid(t, "hello", "good luck")
			writers := p.List("[role=log] b")
			if writers[0] != "Anna" || !strings.HasPrefix(writers[1], "Guest ") {
				t.Errorf("%s: they are from %q", path, writers)
			}
			if own := p.List("[role=log] .own > span"); len(own) != 1 || (own[0] == "hello") != (name == "host") {
				t.Errorf("the %s's own are %q", name, own)
			}
		}
	}
	t.Run("on the way", func(t *testing.T) {
		host.Post(game+"/turns", "draft", "c2", "moved", "0")
		host.Get(game+"/turns/1").WantCount(t, "#chat", 0) // a replay has no chat
	})
	t.Run("after the end", func(t *testing.T) {
		guest.Post(game + "/resign")
		guest.Say(game, "well played").WantStatus(t, http.StatusSeeOther)
		// The page is still notified of messages.
		host.Get(game).WantSaid(t, "hello", "good luck", "well played").WantCount(t, "[data-sse-connect] #chat-log", 1)
	})
}

// Without JavaScript a form returns to its page.
func TestChatLeadsBack(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, _ := s.TwoPlayers(t)
	for from, want := range map[string]string{
		"":                              game + "/chat#chat",
		s.Url + game:                    game + "#chat",
		s.Url + game + "?draft=c2":      game + "?draft=c2#chat",
		s.Url + game + "/chat":          game + "/chat#chat",
		s.Url + game + "/chat?before=7": game + "/chat#chat",
		"https://evil.example" + game:   game + "/chat#chat",
	} {
		c := host.NoRedirects().With("Referer", from)
		for path, form := range map[string][]string{
			"":       {"text", "hello"},
			"/mute":  {"muted", "off"},
			"/block": {"seat", "2", "blocked", "off"},
		} {
			p := c.Post(game+"/chat"+path, form...).WantStatus(t, http.StatusSeeOther)
			if got := p.Header.Get("Location"); got != want {
				t.Errorf("from %q %s leads to %q, not to %q", from, path, got, want)
			}
		}
	}
}

// A page fetches new messages once each, in its own language, with the names of readers.
func TestChatNews(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)
	host.News(game, 0).WantSaid(t).WantCount(t, "#chat-since[value='0']", 1)
	for i := range 3 {
		host.Say(game, fmt.Sprint("message ", i+1))
	}
	guest.News(game, 0).WantSaid(t, "message 1", "message 2", "message 3")
	p := guest.News(game, 2).WantSaid(t, "message 3")
	p.WantCount(t, "#chat-since[name=after][value='3'][data-hx-swap-oob]", 1).WantCount(t, "main, form#chat-text, #chat-text", 0)
	guest.News(game, 3).WantSaid(t).WantCount(t, "#chat-since[value='3']", 1)

	p = guest.Htmx().Post(game+"/chat", "text", "and mine", "after", "2").WantStatus(t, http.StatusOK)
	p.WantSaid(t, "message 3", "and mine").WantCount(t, "#chat-since[value='4']", 1)
	p.WantCount(t, "#chat-text[value=''][data-hx-swap-oob]", 1).WantCount(t, "#chat-problem[data-hx-swap-oob]", 1)

	t.Run("many", func(t *testing.T) {
		for i := range 60 {
			host.Say(game, fmt.Sprint(i))
		}
		if got := guest.Get(game).Said(); len(got) != 50 || got[49] != "59" {
			t.Errorf("the panel has %d messages: %q", len(got), got)
		}
		if got := guest.Get(game + "/chat").Said(); len(got) != 64 {
			t.Errorf("the page has %d messages", len(got))
		}
		guest.Get(game+"/chat?before=3").WantSaid(t, "message 1", "message 2").WantCount(t, "main a[href*=before]", 0)
	})
	t.Run("page by page", func(t *testing.T) {
		if _, err := s.Raw(t).Exec(`WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
			INSERT INTO messages (game, number, person, text, at)
			SELECT game, i, person, 'old', 0 FROM n, (SELECT game, person FROM messages LIMIT 1) m`); err != nil {
			t.Fatal(err)
		}
		seen, path := 0, game+"/chat"
		for path != "" {
			p := guest.Get(path).WantStatus(t, http.StatusOK)
			seen += len(p.Said())
			path = p.Attribute("main a[href*=before]", "href")
		}
		if want := s.Count(t, "messages"); seen != want {
			t.Errorf("the pages have %d messages of %d", seen, want)
		}
	})
	t.Run("nonsense", func(t *testing.T) {
		for _, query := range []string{"?before=x", "?before=-1", "?before=99999999999999999999", "?after=x", "/news?after=x", "/news?after=-1"} {
			guest.Get(game+"/chat"+query).WantStatus(t, http.StatusOK)
		}
	})
	t.Run("in the reader's language", func(t *testing.T) {
		guest.Post("/settings/chat", "chat", "off")
		host.With("Accept-Language", "fr").News(game, 0).WantText(t, "#chat-notes", "a désactivé la discussion")
	})
}

// The stream of a game notifies players of messages.
func TestChatIsLive(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)
	stream := host.Connect(host.Get(game))
	stream.Want(sitetest.Opening)
	const event = "event: chat\ndata: 1\n\n"
	guest.Say(game, "hello")
	stream.Want(event)
	guest.Say(game, " ") // is not sent
	guest.Post("/settings/chat", "chat", "off")
	stream.Want(event)
	guest.Post("/settings/chat", "chat", "on")
	stream.Want(event)
	guest.Htmx().Post(game+"/chat", "text", "hello", "after", "0")
	stream.Want(event)
	host.Turn(game, "c2", 0)
	stream.Want(sitetest.Changed)
}

// Messages are shown as text, never as HTML.
func TestMessagesAreText(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)
	for text, want := range map[string]string{
		`<script>alert(1)</script><img src=x onerror=alert(1)>`: `<script>alert(1)</script><img src=x onerror=alert(1)>`,
		`"><b data-hx-get="/logout">&amp; {{.Player}} ' ` + "`": `"><b data-hx-get="/logout">&amp; {{.Player}} ' ` + "`",
		"https://evil.example/?a=b&c=d":                         "https://evil.example/?a=b&c=d",
		" two\r\nlines\tand \u2028 more\u00a0":                  "two lines and more",
		"e\u0301te\u0301":                                       "été",
		"a\u202egnp.exe\u202c\u2066b\u2069":                     "agnp.exeb",
		"nul\x00 bell\x07 \x7f\u0085":                           "nul bell",
		"\xff\xfe broken":                                       "\ufffd broken",
		"👩\u200d🚀 \U0001F1EB\U0001F1F7 שלום":                    "👩\u200d🚀 \U0001F1EB\U0001F1F7 שלום",
		strings.Repeat("𝄞", 300):                                strings.Repeat("𝄞", 300),
		strings.Repeat("e\u0301", 300):                          strings.Repeat("é", 300),
	} {
		number := s.Count(t, "messages")
		host.Say(game, text).WantStatus(t, http.StatusSeeOther)
		for _, p := range []sitetest.WebPage{guest.Get(game), guest.Get(game + "/chat"), guest.News(game, number)} {
			if got := p.Said(); len(got) == 0 || got[len(got)-1] != strings.Join(strings.Fields(want), " ") {
				t.Errorf("%q is read as %q", text, got)
			}
			p.WantCount(t, "[role=log] a, [role=log] img, [role=log] script, [role=log] p > span *", 0)
		}
	}
	stored := ""
	if err := s.Raw(t).QueryRow("SELECT text FROM messages WHERE text LIKE 'agnp%'").Scan(&stored); err != nil || stored != "agnp.exeb" {
		t.Errorf("stored is %q, %v", stored, err)
	}
}

// A refused message stays in the field, with the reason.
func TestRefusedMessages(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)
	long := strings.Repeat("é", 301)
	for name, tt := range map[string]struct{ text, en, fr string }{
		"empty":             {"", "Write a message first", "Écrivez d’abord un message"},
		"spaces":            {" \t\r\n\u2003", "Write a message first", "Écrivez d’abord un message"},
		"nothing to see":    {"\u200b\u200f\u202e\ufeff\u3164\u0301", "Write a message first", "Écrivez d’abord un message"},
		"long":              {long, "Use up to 300 characters", "300 caractères au plus"},
		"long <b>with tags": {"<b>" + long, "Use up to 300 characters", "300 caractères au plus"},
	} {
		t.Run(name, func(t *testing.T) {
			for language, want := range map[string]string{"en": tt.en, "fr": tt.fr} {
				c := host.With("Accept-Language", language)
				p := c.Say(game, tt.text).WantStatus(t, http.StatusUnprocessableEntity)
				p.WantText(t, "form [role=alert]", want)
				if got := p.Attribute("#chat-text", "value"); got != strings.ReplaceAll(tt.text, "\r\n", "\n") {
					t.Errorf("the field has %q", got)
				}
				p = c.Htmx().Post(game+"/chat", "text", tt.text, "after", "0").WantStatus(t, http.StatusUnprocessableEntity)
				p.WantText(t, "[role=alert]", want).WantCount(t, "main, #chat-text, #chat-since", 0)
				if p.Header.Get("HX-Retarget") != "#chat-problem" || p.Header.Get("HX-Reswap") != "innerHTML" {
					t.Errorf("htmx puts it at %q by %q", p.Header.Get("HX-Retarget"), p.Header.Get("HX-Reswap"))
				}
			}
		})
	}
	guest.Get(game).WantSaid(t)
	if n := s.Count(t, "messages"); n != 0 {
		t.Errorf("%d messages are stored", n)
	}
}

// A player over the limit has to wait, and keeps the text. Others do not wait.
func TestChatLimit(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.DefaultLimits())
	game, host, guest := s.TwoPlayers(t)
	for i := range 5 {
		host.Say(game, fmt.Sprint(i)).WantStatus(t, http.StatusSeeOther)
		host.Say(game, "").WantStatus(t, http.StatusUnprocessableEntity) // an empty message does not count
	}
	p := host.With("Accept-Language", "fr").Say(game, "one more")
	if wait := p.WantTooMany(t); wait != 5*time.Second {
		t.Errorf("it says to wait %v", wait)
	}
	p.WantText(t, "form [role=alert]", "Trop de messages")
	if got := p.Attribute("#chat-text", "value"); got != "one more" {
		t.Errorf("the field has %q", got)
	}
	p = host.Htmx().Post(game+"/chat", "text", "one more", "after", "0")
	p.WantTooMany(t)
	p.WantText(t, "[role=alert]", "many messages")
	guest.Say(game, "and me").WantStatus(t, http.StatusSeeOther)
	clock.Advance(5 * time.Second)
	host.Say(game, "one more").WantStatus(t, http.StatusSeeOther)
	host.Say(game, "and more").WantTooMany(t)
	guest.Get(game).WantSaid(t, "0", "1", "2", "3", "4", "and me", "one more")
}

// Only players read and write the chat, and are notified of it.
func TestChatIsForPlayers(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, _ := s.TwoPlayers(t)
	host.Say(game, "a secret")
	member := s.Client(t)
	member.SignUp("Carl")
	member.NewGame("invite", "me")
	for name, c := range map[string]*sitetest.Client{"stranger": s.Client(t), "member": member} {
		t.Run(name, func(t *testing.T) {
			before := s.Stored(t) + fmt.Sprint(s.Count(t, "messages"), s.Count(t, "blocks"), s.Count(t, "mutes"))
			for _, c := range []*sitetest.Client{c, c.Htmx()} {
				for _, p := range []sitetest.WebPage{
					c.Get(game + "/chat"), c.Get(game + "/chat/news?after=0"), c.Say(game, "hello"), c.Say(game, "hello"),
					c.NoRedirects().Post(game+"/chat/mute", "muted", "on"), c.NoRedirects().Post(game+"/chat/block", "seat", "1", "blocked", "on"),
				} {
					p.WantStatus(t, http.StatusForbidden)
					if strings.Contains(p.Body, "secret") {
						t.Errorf("%s tells of it", p.Path)
					}
				}
			}
			p := c.Get(game).WantStatus(t, http.StatusOK).WantCount(t, "#chat, [data-hx-trigger*='sse:chat']", 0)
			if strings.Contains(p.Body, "secret") {
				t.Error("the game's page tells of it")
			}
			if after := s.Stored(t) + fmt.Sprint(s.Count(t, "messages"), s.Count(t, "blocks"), s.Count(t, "mutes")); after != before {
				t.Errorf("before:\n%s\nafter:\n%s", before, after)
			}
		})
	}
	for _, path := range []string{"/chat", "/chat/news"} {
		host.Get("/games/nonsense"+path).WantStatus(t, http.StatusNotFound)
	}
	host.Say("/games/nonsense", "hello").WantStatus(t, http.StatusNotFound)
}

// The server sets the author and the time of a message.
func TestForgedMessages(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{})
	game, host, guest := s.TwoPlayers(t)
	host.SignUp("Anna")
	host.NoRedirects().Post(game+"/chat", "text", "hello", "person", "x", "name", "Ben", "writer", "Ben", "seat", "2",
		"at", "1", "time", "1", "number", "77", "game", "other", "id", "other").WantStatus(t, http.StatusSeeOther)
	p := guest.Get(game+"/chat").WantSaid(t, "hello").WantText(t, "[role=log] b", "Anna")
	if got, want := p.Text("[role=log] time"), sitetest.Calendar(t, clock.Now()).At(clock.Now()).Text; got != want {
		t.Errorf("it was written at %s, not at %s", got, want)
	}
	number := 0
	if err := s.Raw(t).QueryRow("SELECT number FROM messages").Scan(&number); err != nil || number != 1 {
		t.Errorf("it has number %d, %v", number, err)
	}
}

// The chat opens as soon as two players have seats.
func TestChatWhileWaiting(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	host, second, third := s.Client(t), s.Client(t), s.Client(t)
	game := host.Post("/games", "game", "hexellation", "option.seats", "3", "seat", "2").WantStatus(t, http.StatusOK).Path
	invitation := host.Invitation(game)
	host.Get(game).WantText(t, "#chat-notes", "Nobody else has joined yet")
	p := host.Say(game, "anybody?").WantStatus(t, http.StatusConflict).WantText(t, "form [role=alert]", "nobody else here reads chat")
	if got := p.Attribute("#chat-text", "value"); got != "anybody?" {
		t.Errorf("the field has %q", got)
	}
	stream := host.Connect(host.Get(game))
	stream.Want(sitetest.Opening)
	second.Post(invitation)
	for events := ""; !strings.Contains(events, "event: chat"); { // the readers have changed
		events += stream.Next()
	}
	host.News(game, 0).WantCount(t, "#chat-notes li", 0).WantCount(t, "#chat-people form", 1)
	host.Say(game, "welcome").WantStatus(t, http.StatusSeeOther)
	third.Post(invitation)
	third.Get(game).WantSaid(t, "welcome") // a player who joins later reads earlier messages

	device := host.NewGame("device", "me")
	host.Get(device).WantCount(t, "#chat", 0)
	host.Get(device+"/chat").WantStatus(t, http.StatusOK).WantText(t, "main", "nobody to chat with").WantCount(t, "#chat-text", 0)
	host.Say(device, "hello me").WantStatus(t, http.StatusConflict)
}
