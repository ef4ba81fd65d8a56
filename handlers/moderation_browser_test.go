package handlers_test

import (
	"net/http"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

// A message that an organiser removes disappears from open pages, and text in the field stays.
func TestRemovingMessagesInABrowser(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	game, host, guest := s.TwoPlayers(t)
	for _, text := range []string{"hello", "a bad word", "bye"} {
		guest.Say(game, text)
	}
	anna := b.Person(s, sitetest.Phone)
	anna.ComesAs(host)
	anna.Open(game)
	anna.WantChat("hello", "a bad word", "bye")
	anna.FocusOn("chat-text")
	anna.Types("half a thought")
	otto, _ := s.WithRole(t, "Otto", db.Organiser)
	otto.NoRedirects().Post(game+"/chat/remove", "number", "2").WantStatus(t, http.StatusSeeOther)
	anna.Has("#said-2 > span.quiet:only-child")
	if got := anna.Evaluate(sitetest.ChatMessages); got != "hello\nbye" {
		t.Errorf("the page says %q", got)
	}
	anna.WantFocus("chat-text", "after a message was removed")
	if got := anna.Evaluate(`document.querySelector("#chat-text").value`); got != "half a thought" {
		t.Errorf("the field has %q", got)
	}
	guest.Say(game, "once more")
	anna.Has("#said-4")
	if got := anna.Count("#said-2"); got != 1 {
		t.Errorf("the place is there %d times", got)
	}
}
