package play_test

import (
	"net/http"
	"testing"

	"hexclub/handlers/sitetest"
)

// The front page draws a game once for each revision, language and rotation of the board. The next page with the
// same picture draws nothing.
func TestThumbnailsAreShared(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)
	picture := func(c *sitetest.Client) string {
		html, err := c.Get("/").WantCount(t, ".turns-due svg", 1).Find(".turns-due .picture").Html()
		if err != nil {
			t.Fatal(err)
		}
		return html
	}
	want := func(when string, kept int) {
		t.Helper()
		if got := s.Play.Thumbnails(); got != kept {
			t.Errorf("%s %d pictures are kept, want %d", when, got, kept)
		}
	}
	start := picture(host)
	if picture(host) != start {
		t.Error("the picture is another the second time")
	}
	want("at first", 1)
	host.Turn(game, "c2", 0).WantStatus(t, http.StatusOK)
	then := picture(guest)
	if then == start {
		t.Error("the picture does not show the turn")
	}
	want("after a turn", 2)
	guest.Post("/settings/look", "turn", "1", "return", "/").WantStatus(t, http.StatusOK)
	if picture(guest) == then {
		t.Error("the picture is not turned as the reader has it")
	}
	want("turned", 3)
	picture(guest.With("Accept-Language", "fr"))
	want("in French", 4)
}
