package handlers_test

import (
	"net/http"
	"testing"
)

func TestMute(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	other := host.newGame("invite", "me")
	guest.post(host.invitation(other))
	for _, game := range []string{game, other} {
		guest.say(game, "hello")
	}
	host.get(game).wantCount(t, "#chat form[action$='/mute'] button[value=on]", 1)
	host.still().post(game+"/chat/mute", "muted", "on").wantStatus(t, http.StatusSeeOther)
	for _, path := range []string{game, game + "/chat"} {
		p := host.get(path).wantSaid(t).wantText(t, "#chat", "You have muted the chat of this game")
		p.wantCount(t, "#chat-text, [data-hx-trigger*='sse:chat']", 0).wantCount(t, "#chat form[action$='/mute'] button[value=off]", 1)
	}
	host.htmx().get(game+"/chat/news?after=0").wantStatus(t, http.StatusNoContent) // of a page that is still open
	host.get(other).wantSaid(t, "hello")
	guest.get(game).wantSaid(t, "hello").wantCount(t, "#chat-notes li", 0) // nobody is told
	guest.say(game, "meanwhile").wantStatus(t, http.StatusSeeOther)
	host.post(game+"/chat/mute", "muted", "off")
	host.get(game).wantSaid(t, "hello", "meanwhile")
	for _, bad := range []string{"", "yes"} {
		host.still().post(game+"/chat/mute", "muted", bad).wantStatus(t, http.StatusUnprocessableEntity)
	}
}

func TestChatOff(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	host.signUp("Anna")
	guest.say(game, "hello")
	chosen := func(p webPage) string { return p.attribute("input[name=chat][checked]", "value") }
	if got := chosen(host.get("/settings")); got != "on" {
		t.Errorf("who never said chats: %q", got)
	}
	if got := chosen(host.post("/settings/chat", "chat", "off").wantStatus(t, http.StatusOK)); got != "off" {
		t.Errorf("the setting is %q", got)
	}
	host.get(game).wantCount(t, "#chat", 0)
	host.get(game+"/chat").wantSaid(t).wantText(t, "main", "You have switched chat off").wantCount(t, "#chat-text", 0)
	host.htmx().get(game+"/chat/news?after=0").wantStatus(t, http.StatusNoContent)
	host.say(game, "hello").wantStatus(t, http.StatusForbidden).wantText(t, "main", "You have switched chat off")
	guest.get(game).wantSaid(t, "hello").wantText(t, "#chat-notes", "Anna does not chat.").wantText(t, "#chat-notes", "Nobody reads what you write here.")
	guest.say(game, "hello?").wantStatus(t, http.StatusConflict)
	host.post("/settings/chat", "chat", "on")
	host.get(game).wantSaid(t, "hello")
	guest.say(game, "there you are").wantStatus(t, http.StatusSeeOther)
	for _, bad := range []string{"", "maybe"} {
		host.still().post("/settings/chat", "chat", bad).wantStatus(t, http.StatusUnprocessableEntity)
	}
	t.Run("before the first game", func(t *testing.T) {
		c := s.client(t)
		if got := chosen(c.post("/settings/chat", "chat", "off")); got != "off" {
			t.Errorf("the setting is %q", got)
		}
		c.signUp("Carl")
		if got := chosen(c.get("/settings")); got != "off" {
			t.Errorf("after signing up it is %q", got)
		}
	})
}

func TestBlock(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	host.signUp("Anna")
	guest.signUp("Ben")
	other := guest.newGame("invite", "me")
	host.post(guest.invitation(other))
	for _, game := range []string{game, other} {
		guest.say(game, "rude")
		host.say(game, "polite")
	}
	host.get("/settings").wantCount(t, "form[action='/settings/unblock']", 0)
	host.get(game).wantText(t, "form[action$='/block']", "Block Ben")
	host.still().post(game+"/chat/block", "seat", "2", "blocked", "on").wantStatus(t, http.StatusSeeOther)
	for _, game := range []string{game, other} { // in all games
		host.get(game).wantSaid(t, "polite").wantText(t, "#chat-notes", "You have blocked Ben").wantText(t, "form[action$='/block']", "Unblock Ben")
		guest.get(game).wantSaid(t, "rude", "polite").wantCount(t, "#chat-notes li", 0).wantText(t, "form[action$='/block']", "Block Anna")
		guest.say(game, "rude again").wantStatus(t, http.StatusSeeOther)
		host.news(game, 0).wantSaid(t, "polite")
	}
	guest.get("/settings").wantCount(t, "form[action='/settings/unblock']", 0)
	person := host.get("/settings").attribute("form[action='/settings/unblock'] input[name=person]", "value")
	guest.post("/settings/unblock", "person", person) // is not Ben's to do
	s.client(t).post("/settings/unblock", "person", person)
	host.get(game).wantSaid(t, "polite")
	host.post("/settings/unblock", "person", person).wantCount(t, "form[action='/settings/unblock']", 0)
	host.get(game).wantSaid(t, "rude", "polite", "rude again")

	for _, form := range [][]string{
		{"seat", "1", "blocked", "on"},
		{"seat", "3", "blocked", "on"},
		{"seat", "", "blocked", "on"},
		{"blocked", "on"},
		{"seat", "2"},
		{"seat", "2", "blocked", "perhaps"},
		{"seat", "02", "blocked", "on"},
		{"person", person, "blocked", "on"},
	} {
		host.still().post(game+"/chat/block", form...).wantStatus(t, http.StatusUnprocessableEntity)
	}
	if n := s.count(t, "blocks"); n != 0 {
		t.Errorf("there are %d blocks", n)
	}
	t.Run("and back", func(t *testing.T) {
		host.post(game+"/chat/block", "seat", "2", "blocked", "on")
		host.post(game+"/chat/block", "seat", "2", "blocked", "off").wantSaid(t, "rude", "polite", "rude again")
	})
}
