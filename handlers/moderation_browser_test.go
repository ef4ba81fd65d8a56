package handlers_test

import (
	"net/http"
	"testing"

	"hexclub/db"
)

// A message that an organiser removes goes from pages that are open, and nothing that is
// typed there with it.
func TestRemovingMessagesInABrowser(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	game, host, guest := s.twoPlayers(t)
	for _, text := range []string{"hello", "a bad word", "bye"} {
		guest.say(game, text)
	}
	anna := b.person(s, phone)
	anna.comesAs(host)
	anna.open(game)
	anna.wantChat("hello", "a bad word", "bye")
	anna.focusOn("chat-text")
	anna.types("half a thought")
	otto, _ := s.withRole(t, "Otto", db.Organiser)
	otto.still().post(game+"/chat/remove", "number", "2").wantStatus(t, http.StatusSeeOther)
	anna.has("#said-2 > span.quiet:only-child")
	if got := anna.evaluate(heardSaid); got != "hello\nbye" {
		t.Errorf("the page says %q", got)
	}
	anna.wantFocus("chat-text", "after a message was removed")
	if got := anna.evaluate(`document.querySelector("#chat-text").value`); got != "half a thought" {
		t.Errorf("the field has %q", got)
	}
	guest.say(game, "once more")
	anna.has("#said-4")
	if got := anna.count("#said-2"); got != 1 {
		t.Errorf("the place is there %d times", got)
	}
}
