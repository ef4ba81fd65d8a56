package play_test

import (
	"net/http"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/six"
)

// teams is a set-up for two teams of two.
var teams = rules.Setup{Options: map[string]string{"seats": "4"}}

// Rule 4 of Six: partners do not talk. The chat of their game is closed to all its players while it runs, on
// every page and for every request. It opens at the end.
func TestPartnersDoNotTalk(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 4)
	anna, ben := people[0], people[1]
	game, err := s.DB.CreateGame(t.Context(), db.NewGame{Key: "six", Setup: teams, Host: s.IdOf(t, "Anna"), HostSeat: 1}, s.Now())
	if err != nil {
		t.Fatal(err)
	}
	path := "/games/" + game.ID
	for i, name := range sitetest.Names[1:4] {
		if i == 1 {
			anna.Say(path, "who sits first?").WantStatus(t, http.StatusSeeOther)
		}
		claim := db.Claim{Person: s.IdOf(t, name), Invite: game.Invite, Seat: rules.Seat(i + 2)}
		if _, err := s.DB.TakeSeat(t.Context(), game.ID, claim, s.Now()); err != nil {
			t.Fatal(err)
		}
	}

	for _, c := range people {
		for _, page := range []string{path, path + "/chat"} {
			c.Get(page).WantSaid(t, "who sits first?").WantText(t, "#chat", "Partners can chat after the game").WantCount(t, "#chat-text", 0)
		}
		c.Say(path, "place it there").WantStatus(t, http.StatusConflict).WantText(t, "#chat", "Partners can chat after the game").WantText(t, "#chat", "place it there")
		p := c.Htmx().Post(path+"/chat", "text", "place it there").WantStatus(t, http.StatusConflict).WantText(t, "[role=alert]", "partners can chat after the game")
		if got := p.Header.Get("HX-Retarget"); got != "#chat-problem" {
			t.Errorf("the reason goes to %q", got)
		}
	}
	for state, want := range map[string]int{"open": 1, "closed": 0} { // of the page
		anna.Htmx().Get(path+"/chat/news?after=1&writing="+state).WantStatus(t, http.StatusOK).WantCount(t, "#chat-writing[data-hx-swap-oob]", want)
	}
	otto, _ := s.WithRole(t, "Otto", db.Organiser)
	otto.Get(path+"/chat").WantSaid(t, "who sits first?")
	s.Client(t).Get(path).WantCount(t, "#chat", 0) // spectators neither read nor write

	for tag, want := range map[string]string{
		"en": "Nobody can write in the game’s chat until then. Spectators have no chat.",
		"fr": "Personne ne peut écrire dans la discussion de la partie avant la fin. Les spectateurs n’ont pas de discussion.",
		"es": "Hasta entonces nadie puede escribir en el chat de la partida. Los espectadores no tienen chat.",
		"ko": "그때까지 대국 채팅에 아무도 글을 쓸 수 없어요. 관전자에게는 채팅이 없어요.",
	} {
		ben.With("Accept-Language", tag).Get("/rules/six").WantText(t, "#rule-4", want)
	}

	watcher := s.Live.Watch("", "chat:"+game.ID)
	defer s.Live.Leave(watcher)
	ben.NoRedirects().Post(path+"/resign").WantStatus(t, http.StatusSeeOther)
	if topics := watcher.Take(); len(topics) != 1 {
		t.Errorf("at the end the chat hears %q", topics)
	}
	p := anna.Htmx().Get(path+"/chat/news?after=1&writing=closed").WantStatus(t, http.StatusOK)
	p.WantCount(t, "#chat-writing[data-hx-swap-oob] #chat-text", 1)
	for _, c := range people {
		c.Get(path).WantCount(t, "#chat-text", 1)
		c.Say(path, "well played").WantStatus(t, http.StatusSeeOther)
	}
}

// A chat is closed only if two people are partners.
func TestOthersTalk(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 4)
	anna := people[0]
	open := func(path string) {
		t.Helper()
		anna.Get(path).WantCount(t, "#chat-text", 1)
		anna.Say(path, "hello").WantStatus(t, http.StatusSeeOther)
	}
	open(s.Together(t, db.NewGame{Key: "six"}, people[:2]...))
	open(s.Together(t, db.NewGame{Key: "hexellation", Setup: teams}, people...))
	bots := map[rules.Seat]bot.Level{3: 1, 4: 1}
	open(s.Together(t, db.NewGame{Key: "six", Setup: teams, Bots: bots}, people[:2]...))
	alone := anna.PlayedGame(t, six.Game{}, teams, nil)
	if text := anna.Get(alone + "/chat").Find("main").Text(); strings.Contains(text, "Partners") {
		t.Errorf("on one device it says %s", text)
	}
}
