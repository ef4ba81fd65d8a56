package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/six"
)

// teams is a set-up for two teams of two.
var teams = rules.Setup{Options: map[string]string{"seats": "4"}}

// Rule 4 of Six: partners do not talk. The chat of their game is closed while it is being
// played, for all who sit there, on every page and whatever is sent; it opens at its end.
func TestPartnersDoNotTalk(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people := s.accounts(t, 4)
	anna, ben := people[0], people[1]
	game, err := s.DB.CreateGame(t.Context(), db.NewGame{Key: "six", Setup: teams, Host: s.idOf(t, "Anna"), HostSeat: 1}, s.Now())
	if err != nil {
		t.Fatal(err)
	}
	path := "/games/" + game.ID
	for i, name := range names[1:4] {
		if i == 1 {
			anna.say(path, "who sits first?").wantStatus(t, http.StatusSeeOther)
		}
		claim := db.Claim{Person: s.idOf(t, name), Invite: game.Invite, Seat: rules.Seat(i + 2)}
		if _, err := s.DB.TakeSeat(t.Context(), game.ID, claim, s.Now()); err != nil {
			t.Fatal(err)
		}
	}

	for _, c := range people {
		for _, page := range []string{path, path + "/chat"} {
			c.get(page).wantSaid(t, "who sits first?").wantText(t, "#chat", "Partners may not talk").wantCount(t, "#chat-text", 0)
		}
		c.say(path, "place it there").wantStatus(t, http.StatusConflict).wantText(t, "#chat", "Partners may not talk").wantText(t, "#chat", "place it there")
		p := c.htmx().post(path+"/chat", "text", "place it there").wantStatus(t, http.StatusConflict).wantText(t, "[role=alert]", "Partners may not talk")
		if got := p.header.Get("HX-Retarget"); got != "#chat-problem" {
			t.Errorf("the reason goes to %q", got)
		}
	}
	for state, want := range map[string]int{"open": 1, "closed": 0} { // of the page
		anna.htmx().get(path+"/chat/news?after=1&writing="+state).wantStatus(t, http.StatusOK).wantCount(t, "#chat-writing[data-hx-swap-oob]", want)
	}
	otto, _ := s.withRole(t, "Otto", db.Organiser)
	otto.get(path+"/chat").wantSaid(t, "who sits first?")
	s.client(t).get(path).wantCount(t, "#chat", 0) // spectators neither read nor write

	for tag, want := range map[string]string{
		"en": "Nobody can write in the game’s chat until then. Spectators have no chat.",
		"fr": "Personne ne peut écrire dans la discussion de la partie avant la fin. Les spectateurs n’ont pas de discussion.",
		"es": "Hasta entonces nadie puede escribir en el chat de la partida. Los espectadores no tienen chat.",
		"ko": "그때까지 대국 채팅에 아무도 글을 쓸 수 없어요. 관전자에게는 채팅이 없어요.",
	} {
		ben.with("Accept-Language", tag).get("/rules/six").wantText(t, "#rule-4", want)
	}

	heard := s.Live.Watch("", "chat:"+game.ID)
	defer s.Live.Leave(heard)
	ben.still().post(path+"/resign").wantStatus(t, http.StatusSeeOther)
	if topics := heard.Take(); len(topics) != 1 {
		t.Errorf("at the end the chat hears %q", topics)
	}
	p := anna.htmx().get(path+"/chat/news?after=1&writing=closed").wantStatus(t, http.StatusOK)
	p.wantCount(t, "#chat-writing[data-hx-swap-oob] #chat-text", 1)
	for _, c := range people {
		c.get(path).wantCount(t, "#chat-text", 1)
		c.say(path, "well played").wantStatus(t, http.StatusSeeOther)
	}
}

// A chat is closed only where two people are partners.
func TestOthersTalk(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people := s.accounts(t, 4)
	anna := people[0]
	open := func(path string) {
		t.Helper()
		anna.get(path).wantCount(t, "#chat-text", 1)
		anna.say(path, "hello").wantStatus(t, http.StatusSeeOther)
	}
	open(s.together(t, db.NewGame{Key: "six"}, people[:2]...))
	open(s.together(t, db.NewGame{Key: "hexellation", Setup: teams}, people...))
	bots := map[rules.Seat]bot.Level{3: 1, 4: 1}
	open(s.together(t, db.NewGame{Key: "six", Setup: teams, Bots: bots}, people[:2]...))
	alone := anna.playedGame(t, six.Game{}, teams, nil)
	if text := anna.get(alone + "/chat").Find("main").Text(); strings.Contains(text, "Partners") {
		t.Errorf("on one device it says %s", text)
	}
}
