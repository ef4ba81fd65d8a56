package play_test

import (
	"net/http"
	"testing"

	"hexclub/handlers/sitetest"
)

func TestMute(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)
	other := host.NewGame("invite", "me")
	guest.Post(host.Invitation(other))
	for _, game := range []string{game, other} {
		guest.Say(game, "hello")
	}
	host.Get(game).WantCount(t, "#chat form[action$='/mute'] button[value=on]", 1)
	host.NoRedirects().Post(game+"/chat/mute", "muted", "on").WantStatus(t, http.StatusSeeOther)
	for _, path := range []string{game, game + "/chat"} {
		p := host.Get(path).WantSaid(t).WantText(t, "#chat", "You’ve muted this chat")
		p.WantCount(t, "#chat-text, [data-hx-trigger*='sse:chat']", 0).WantCount(t, "#chat form[action$='/mute'] button[value=off]", 1)
	}
	host.Htmx().Get(game+"/chat/news?after=0").WantStatus(t, http.StatusNoContent) // of a page that is still open
	host.Get(other).WantSaid(t, "hello")
	guest.Get(game).WantSaid(t, "hello").WantCount(t, "#chat-notes li", 0) // a mute is not shown to others
	guest.Say(game, "meanwhile").WantStatus(t, http.StatusSeeOther)
	host.Post(game+"/chat/mute", "muted", "off")
	host.Get(game).WantSaid(t, "hello", "meanwhile")
	for _, bad := range []string{"", "yes"} {
		host.NoRedirects().Post(game+"/chat/mute", "muted", bad).WantStatus(t, http.StatusUnprocessableEntity)
	}
}

func TestChatOff(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)
	host.SignUp("Anna")
	guest.Say(game, "hello")
	chosen := func(p sitetest.WebPage) string { return p.Attribute("input[name=chat][checked]", "value") }
	if got := chosen(host.Get("/settings")); got != "on" {
		t.Errorf("who never said chats: %q", got)
	}
	if got := chosen(host.Post("/settings/chat", "chat", "off").WantStatus(t, http.StatusOK)); got != "off" {
		t.Errorf("the setting is %q", got)
	}
	host.Get(game).WantCount(t, "#chat", 0)
	host.Get(game+"/chat").WantSaid(t).WantText(t, "main", "You’ve turned chat off").WantCount(t, "#chat-text", 0)
	host.Htmx().Get(game+"/chat/news?after=0").WantStatus(t, http.StatusNoContent)
	host.Say(game, "hello").WantStatus(t, http.StatusForbidden).WantText(t, "main", "You’ve turned chat off")
	guest.Get(game).WantSaid(t, "hello").WantText(t, "#chat-notes", "Anna doesn’t chat.").WantText(t, "#chat-notes", "Nobody can read your messages here.")
	guest.Say(game, "hello?").WantStatus(t, http.StatusConflict)
	host.Post("/settings/chat", "chat", "on")
	host.Get(game).WantSaid(t, "hello")
	guest.Say(game, "there you are").WantStatus(t, http.StatusSeeOther)
	for _, bad := range []string{"", "maybe"} {
		host.NoRedirects().Post("/settings/chat", "chat", bad).WantStatus(t, http.StatusUnprocessableEntity)
	}
	t.Run("before the first game", func(t *testing.T) {
		c := s.Client(t)
		if got := chosen(c.Post("/settings/chat", "chat", "off")); got != "off" {
			t.Errorf("the setting is %q", got)
		}
		c.SignUp("Carl")
		if got := chosen(c.Get("/settings")); got != "off" {
			t.Errorf("after signing up it is %q", got)
		}
	})
}

func TestBlock(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)
	host.SignUp("Anna")
	guest.SignUp("Ben")
	other := guest.NewGame("invite", "me")
	host.Post(guest.Invitation(other))
	for _, game := range []string{game, other} {
		guest.Say(game, "rude")
		host.Say(game, "polite")
	}
	host.Get("/settings").WantCount(t, "form[action='/settings/unblock']", 0)
	host.Get(game).WantText(t, "form[action$='/block']", "Block Ben")
	host.NoRedirects().Post(game+"/chat/block", "seat", "2", "blocked", "on").WantStatus(t, http.StatusSeeOther)
	for _, game := range []string{game, other} { // in all games
		host.Get(game).WantSaid(t, "polite").WantText(t, "#chat-notes", "You’ve blocked Ben").WantText(t, "form[action$='/block']", "Unblock Ben")
		guest.Get(game).WantSaid(t, "rude", "polite").WantCount(t, "#chat-notes li", 0).WantText(t, "form[action$='/block']", "Block Anna")
		guest.Say(game, "rude again").WantStatus(t, http.StatusSeeOther)
		host.News(game, 0).WantSaid(t, "polite")
	}
	guest.Get("/settings").WantCount(t, "form[action='/settings/unblock']", 0)
	person := host.Get("/settings").Attribute("form[action='/settings/unblock'] input[name=person]", "value")
	guest.Post("/settings/unblock", "person", person) // is not Ben's block
	s.Client(t).Post("/settings/unblock", "person", person)
	host.Get(game).WantSaid(t, "polite")
	host.Post("/settings/unblock", "person", person).WantCount(t, "form[action='/settings/unblock']", 0)
	host.Get(game).WantSaid(t, "rude", "polite", "rude again")

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
		host.NoRedirects().Post(game+"/chat/block", form...).WantStatus(t, http.StatusUnprocessableEntity)
	}
	if n := s.Count(t, "blocks"); n != 0 {
		t.Errorf("there are %d blocks", n)
	}
	t.Run("and back", func(t *testing.T) {
		host.Post(game+"/chat/block", "seat", "2", "blocked", "on")
		host.Post(game+"/chat/block", "seat", "2", "blocked", "off").WantSaid(t, "rude", "polite", "rude again")
	})
}
