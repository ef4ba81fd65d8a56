package play_test

import (
	"net/http"
	"slices"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

// Names at the board link to profiles. In a rated game the ratings are next to them: the current ones, and after
// the game those before it.
func TestPlayersAtTheBoard(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	anna, annaIs := s.NewAccount(t, "Anna Łódź")
	_, benIs := s.NewAccount(t, "Ben")
	rated := db.NewGame{Host: annaIs.ID, Control: sitetest.FiveMinutes, Terms: db.Terms{Rated: true}}
	wantPlayers := func(t *testing.T, game string, want ...string) {
		t.Helper()
		for _, p := range []sitetest.WebPage{anna.Get(game), anna.Htmx().Get(game + "/board")} {
			p.WantStatus(t, http.StatusOK)
			var got []string
			for _, seat := range []string{"[data-seat='1']", "[data-seat='2']"} {
				got = append(got, p.List(seat+" b, "+seat+" .rating")...)
			}
			if !slices.Equal(got, want) {
				t.Errorf("players %q, want %q", got, want)
			}
		}
	}
	first := s.Made(t, rated, benIs)
	wantPlayers(t, "/games/"+first.ID, "Anna Łódź", "1500?, provisional", "Ben", "1500?, provisional")
	if href := anna.Get("/games/"+first.ID).Attribute("#player-1", "href"); href != "/people/Anna%20%C5%81%C3%B3d%C5%BA" {
		t.Errorf("the first name leads to %s", href)
	}
	s.Resigned(t, first, benIs)
	wantPlayers(t, "/games/"+first.ID, "Anna Łódź", "1500?, provisional", "Ben", "1500?, provisional")
	wantPlayers(t, "/games/"+s.Made(t, rated, benIs).ID, "Anna Łódź", "1662?, provisional", "Ben", "1338?, provisional")
	rated.Control = sitetest.ThreeDays
	wantPlayers(t, "/games/"+s.Made(t, rated, benIs).ID, "Anna Łódź", "1500?, provisional", "Ben", "1500?, provisional")

	casual := "/games/" + s.Made(t, db.NewGame{Host: annaIs.ID, Control: sitetest.FiveMinutes}, benIs).ID
	wantPlayers(t, casual, "Anna Łódź", "Ben")
	anna.Get(casual+"/turns/0").WantCount(t, ".players a", 2)
	if _, err := s.DB.DeletePerson(t.Context(), benIs.ID, s.Now()); err != nil {
		t.Fatal(err)
	}
	anna.Get("/games/"+first.ID).WantText(t, ".players", "deleted player").WantCount(t, ".players a", 1)
	anna.Get(anna.DeviceGame()).WantText(t, ".players", "Blue").WantCount(t, ".players a", 0)
	guest := s.Client(t)
	guest.Get(guest.DeviceGame()).WantCount(t, ".players a", 0)
}
