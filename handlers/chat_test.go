package handlers_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/handlers"
)

func TestChat(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	host.signUp("Anna")
	host.get(game).wantSaid(t).wantCount(t, "details#chat[open] form[action='"+game+"/chat']", 1)
	host.say(game, "hello").wantStatus(t, http.StatusSeeOther)
	guest.say(game, "good luck").wantStatus(t, http.StatusSeeOther)
	for name, c := range map[string]*client{"host": host, "guest": guest} {
		for _, path := range []string{game, game + "/chat"} {
			p := c.get(path).wantSaid(t, "hello", "good luck")
			writers := p.list("[role=log] b")
			if writers[0] != "Anna" || !strings.HasPrefix(writers[1], "Guest ") {
				t.Errorf("%s: they are from %q", path, writers)
			}
			if own := p.list("[role=log] .own span"); len(own) != 1 || (own[0] == "hello") != (name == "host") {
				t.Errorf("the %s's own are %q", name, own)
			}
		}
	}
	t.Run("on the way", func(t *testing.T) {
		host.post(game+"/turns", "draft", "c2", "ply", "0")
		host.get(game+"/turns/1").wantCount(t, "#chat", 0) // a board as it was
	})
	t.Run("after the end", func(t *testing.T) {
		guest.post(game + "/resign")
		guest.say(game, "well played").wantStatus(t, http.StatusSeeOther)
		// The page still hears of what is written.
		host.get(game).wantSaid(t, "hello", "good luck", "well played").wantCount(t, "[data-sse-connect] #chat-log", 1)
	})
}

// Without JavaScript a form leads back to the page that it is on.
func TestChatLeadsBack(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, _ := s.twoPlayers(t)
	for from, want := range map[string]string{
		"":                              game + "/chat#chat",
		s.url + game:                    game + "#chat",
		s.url + game + "?draft=c2":      game + "?draft=c2#chat",
		s.url + game + "/chat":          game + "/chat#chat",
		s.url + game + "/chat?before=7": game + "/chat#chat",
		"https://evil.example" + game:   game + "/chat#chat",
	} {
		c := host.still().with("Referer", from)
		for path, form := range map[string][]string{
			"":       {"text", "hello"},
			"/mute":  {"muted", "off"},
			"/block": {"seat", "2", "blocked", "off"},
		} {
			p := c.post(game+"/chat"+path, form...).wantStatus(t, http.StatusSeeOther)
			if got := p.header.Get("Location"); got != want {
				t.Errorf("from %q %s leads to %q, not to %q", from, path, got, want)
			}
		}
	}
}

// A page fetches what it has not yet, each message once, in its own language,
// and who reads it.
func TestChatNews(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	host.news(game, 0).wantSaid(t).wantCount(t, "#chat-since[value='0']", 1)
	for i := range 3 {
		host.say(game, fmt.Sprint("message ", i+1))
	}
	guest.news(game, 0).wantSaid(t, "message 1", "message 2", "message 3")
	p := guest.news(game, 2).wantSaid(t, "message 3")
	p.wantCount(t, "#chat-since[name=after][value='3'][data-hx-swap-oob]", 1).wantCount(t, "main, form#chat-text, #chat-text", 0)
	guest.news(game, 3).wantSaid(t).wantCount(t, "#chat-since[value='3']", 1)

	p = guest.htmx().post(game+"/chat", "text", "and mine", "after", "2").wantStatus(t, http.StatusOK)
	p.wantSaid(t, "message 3", "and mine").wantCount(t, "#chat-since[value='4']", 1)
	p.wantCount(t, "#chat-text[value=''][data-hx-swap-oob]", 1).wantCount(t, "#chat-problem[data-hx-swap-oob]", 1)

	t.Run("many", func(t *testing.T) {
		for i := range 60 {
			host.say(game, fmt.Sprint(i))
		}
		if got := guest.get(game).said(); len(got) != 50 || got[49] != "59" {
			t.Errorf("the panel has %d messages: %q", len(got), got)
		}
		if got := guest.get(game + "/chat").said(); len(got) != 64 {
			t.Errorf("the page has %d messages", len(got))
		}
		guest.get(game+"/chat?before=3").wantSaid(t, "message 1", "message 2").wantCount(t, "main a[href*=before]", 0)
	})
	t.Run("page by page", func(t *testing.T) {
		if _, err := s.raw(t).Exec(`WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
			INSERT INTO messages (game, number, person, text, at)
			SELECT game, i, person, 'old', 0 FROM n, (SELECT game, person FROM messages LIMIT 1)`); err != nil {
			t.Fatal(err)
		}
		seen, path := 0, game+"/chat"
		for path != "" {
			p := guest.get(path).wantStatus(t, http.StatusOK)
			seen += len(p.said())
			path = p.attribute("main a[href*=before]", "href")
		}
		if want := s.count(t, "messages"); seen != want {
			t.Errorf("the pages have %d messages of %d", seen, want)
		}
	})
	t.Run("nonsense", func(t *testing.T) {
		for _, query := range []string{"?before=x", "?before=-1", "?before=99999999999999999999", "?after=x", "/news?after=x", "/news?after=-1"} {
			guest.get(game+"/chat"+query).wantStatus(t, http.StatusOK)
		}
	})
	t.Run("in the reader's language", func(t *testing.T) {
		guest.post("/settings/chat", "chat", "off")
		host.with("Accept-Language", "fr").news(game, 0).wantText(t, "#chat-notes", "ne participe pas aux discussions")
	})
}

// The stream of a game tells players that somebody wrote.
func TestChatIsLive(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	stream := host.connect(host.get(game))
	stream.want(opening)
	const event = "event: chat\ndata: 1\n\n"
	guest.say(game, "hello")
	stream.want(event)
	guest.say(game, " ") // is not sent
	guest.post("/settings/chat", "chat", "off")
	stream.want(event)
	guest.post("/settings/chat", "chat", "on")
	stream.want(event)
	guest.htmx().post(game+"/chat", "text", "hello", "after", "0")
	stream.want(event)
	host.turn(game, "c2", 0)
	stream.want(changed)
}

// Text is text, whatever it looks like.
func TestMessagesAreText(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
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
		number := s.count(t, "messages")
		host.say(game, text).wantStatus(t, http.StatusSeeOther)
		for _, p := range []webPage{guest.get(game), guest.get(game + "/chat"), guest.news(game, number)} {
			if got := p.said(); len(got) == 0 || got[len(got)-1] != strings.Join(strings.Fields(want), " ") {
				t.Errorf("%q is read as %q", text, got)
			}
			p.wantCount(t, "[role=log] a, [role=log] img, [role=log] script, [role=log] p > span *", 0)
		}
	}
	stored := ""
	if err := s.raw(t).QueryRow("SELECT text FROM messages WHERE text LIKE 'agnp%'").Scan(&stored); err != nil || stored != "agnp.exeb" {
		t.Errorf("stored is %q, %v", stored, err)
	}
}

// What is refused stays in the field, with the reason.
func TestRefusedMessages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	long := strings.Repeat("é", 301)
	for name, tt := range map[string]struct{ text, en, fr string }{
		"empty":             {"", "There is nothing in that message", "Ce message est vide"},
		"spaces":            {" \t\r\n\u2003", "There is nothing in that message", "Ce message est vide"},
		"nothing to see":    {"\u200b\u200f\u202e\ufeff\u3164\u0301", "There is nothing in that message", "Ce message est vide"},
		"long":              {long, "at most 300 characters", "300 caractères au plus"},
		"long <b>with tags": {"<b>" + long, "at most 300 characters", "300 caractères au plus"},
	} {
		t.Run(name, func(t *testing.T) {
			for language, want := range map[string]string{"en": tt.en, "fr": tt.fr} {
				c := host.with("Accept-Language", language)
				p := c.say(game, tt.text).wantStatus(t, http.StatusUnprocessableEntity)
				p.wantText(t, "form [role=alert]", want)
				if got := p.attribute("#chat-text", "value"); got != strings.ReplaceAll(tt.text, "\r\n", "\n") {
					t.Errorf("the field has %q", got)
				}
				p = c.htmx().post(game+"/chat", "text", tt.text, "after", "0").wantStatus(t, http.StatusUnprocessableEntity)
				p.wantText(t, "[role=alert]", want).wantCount(t, "main, #chat-text, #chat-since", 0)
				if p.header.Get("HX-Retarget") != "#chat-problem" || p.header.Get("HX-Reswap") != "innerHTML" {
					t.Errorf("htmx puts it at %q by %q", p.header.Get("HX-Retarget"), p.header.Get("HX-Reswap"))
				}
			}
		})
	}
	guest.get(game).wantSaid(t)
	if n := s.count(t, "messages"); n != 0 {
		t.Errorf("%d messages are stored", n)
	}
}

// Who writes too much waits, and loses nothing; others do not wait.
func TestChatLimit(t *testing.T) {
	t.Parallel()
	s, clock := limitedSite(t, handlers.DefaultLimits())
	game, host, guest := s.twoPlayers(t)
	for i := range 5 {
		host.say(game, fmt.Sprint(i)).wantStatus(t, http.StatusSeeOther)
		host.say(game, "").wantStatus(t, http.StatusUnprocessableEntity) // what is no message does not count
	}
	p := host.with("Accept-Language", "fr").say(game, "one more")
	if wait := p.wantTooMany(t); wait != 5*time.Second {
		t.Errorf("it says to wait %v", wait)
	}
	p.wantText(t, "form [role=alert]", "beaucoup de messages")
	if got := p.attribute("#chat-text", "value"); got != "one more" {
		t.Errorf("the field has %q", got)
	}
	p = host.htmx().post(game+"/chat", "text", "one more", "after", "0")
	p.wantTooMany(t)
	p.wantText(t, "[role=alert]", "many messages")
	guest.say(game, "and me").wantStatus(t, http.StatusSeeOther)
	clock.advance(5 * time.Second)
	host.say(game, "one more").wantStatus(t, http.StatusSeeOther)
	host.say(game, "and more").wantTooMany(t)
	guest.get(game).wantSaid(t, "0", "1", "2", "3", "4", "and me", "one more")
}

// The chat is the players': others neither read nor write it, nor learn of it.
func TestChatIsForPlayers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, _ := s.twoPlayers(t)
	host.say(game, "a secret")
	member := s.client(t)
	member.signUp("Carl")
	member.newGame("invite", "me")
	for name, c := range map[string]*client{"stranger": s.client(t), "member": member} {
		t.Run(name, func(t *testing.T) {
			before := s.stored(t) + fmt.Sprint(s.count(t, "messages"), s.count(t, "blocks"), s.count(t, "mutes"))
			for _, c := range []*client{c, c.htmx()} {
				for _, p := range []webPage{
					c.get(game + "/chat"), c.get(game + "/chat/news?after=0"), c.say(game, "hello"), c.say(game, "hello"),
					c.still().post(game+"/chat/mute", "muted", "on"), c.still().post(game+"/chat/block", "seat", "1", "blocked", "on"),
				} {
					p.wantStatus(t, http.StatusForbidden)
					if strings.Contains(p.body, "secret") {
						t.Errorf("%s tells of it", p.path)
					}
				}
			}
			p := c.get(game).wantStatus(t, http.StatusOK).wantCount(t, "#chat, [data-hx-trigger*='sse:chat']", 0)
			if strings.Contains(p.body, "secret") {
				t.Error("the game's page tells of it")
			}
			if after := s.stored(t) + fmt.Sprint(s.count(t, "messages"), s.count(t, "blocks"), s.count(t, "mutes")); after != before {
				t.Errorf("before:\n%s\nafter:\n%s", before, after)
			}
		})
	}
	for _, path := range []string{"/chat", "/chat/news"} {
		host.get("/games/nonsense"+path).wantStatus(t, http.StatusNotFound)
	}
	host.say("/games/nonsense", "hello").wantStatus(t, http.StatusNotFound)
}

// Who and when is the server's to say.
func TestForgedMessages(t *testing.T) {
	t.Parallel()
	s, clock := limitedSite(t, handlers.Limits{})
	game, host, guest := s.twoPlayers(t)
	host.signUp("Anna")
	host.still().post(game+"/chat", "text", "hello", "person", "x", "name", "Ben", "writer", "Ben", "seat", "2",
		"at", "1", "time", "1", "number", "77", "game", "other", "id", "other").wantStatus(t, http.StatusSeeOther)
	p := guest.get(game+"/chat").wantSaid(t, "hello").wantText(t, "[role=log] b", "Anna")
	if got, want := p.text("[role=log] time"), clock.now().UTC().Format("2006-01-02 15:04"); got != want {
		t.Errorf("it was written at %s, not at %s", got, want)
	}
	number := 0
	if err := s.raw(t).QueryRow("SELECT number FROM messages").Scan(&number); err != nil || number != 1 {
		t.Errorf("it has number %d, %v", number, err)
	}
}

// Where nobody else is, there is nobody to write to; as soon as two sit, there is.
func TestChatWhileWaiting(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, second, third := s.client(t), s.client(t), s.client(t)
	game := host.post("/games", "game", "hexellation", "option.seats", "3", "seat", "2").wantStatus(t, http.StatusOK).path
	invitation := host.invitation(game)
	host.get(game).wantText(t, "#chat-notes", "Nobody else sits at this table yet")
	p := host.say(game, "anybody?").wantStatus(t, http.StatusConflict).wantText(t, "form [role=alert]", "Nobody else at this table")
	if got := p.attribute("#chat-text", "value"); got != "anybody?" {
		t.Errorf("the field has %q", got)
	}
	stream := host.connect(host.get(game))
	stream.want(opening)
	second.post(invitation)
	for events := ""; !strings.Contains(events, "event: chat"); { // who reads has changed
		events += stream.next()
	}
	host.news(game, 0).wantCount(t, "#chat-notes li", 0).wantCount(t, "#chat-people form", 1)
	host.say(game, "welcome").wantStatus(t, http.StatusSeeOther)
	third.post(invitation)
	third.get(game).wantSaid(t, "welcome") // who comes later reads what was written

	device := host.newGame("device", "me")
	host.get(device).wantCount(t, "#chat", 0)
	host.get(device+"/chat").wantStatus(t, http.StatusOK).wantText(t, "main", "You play all seats").wantCount(t, "#chat-text", 0)
	host.say(device, "hello me").wantStatus(t, http.StatusConflict)
}
