package handlers_test

import (
	"net/http"
	"slices"
	"testing"

	"hexclub/db"
)

// Names at the board lead to profiles. In a rated game the ratings stand beside
// them: as they are now, and once it is over those it began to change.
func TestPlayersAtTheBoard(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	anna, annaIs := s.newAccount(t, "Anna Łódź")
	_, benIs := s.newAccount(t, "Ben")
	rated := db.NewGame{Host: annaIs.ID, Control: fiveMinutes, Terms: db.Terms{Rated: true}}
	wantPlayers := func(t *testing.T, game string, want ...string) {
		t.Helper()
		for _, p := range []webPage{anna.get(game), anna.htmx().get(game + "/board")} {
			p.wantStatus(t, http.StatusOK)
			if got := p.list(".players b, .players .rating"); !slices.Equal(got, want) {
				t.Errorf("players %q, want %q", got, want)
			}
		}
	}
	first := s.made(t, rated, benIs)
	wantPlayers(t, "/games/"+first.ID, "Anna Łódź", "1500?, provisional", "Ben", "1500?, provisional")
	if href := anna.get("/games/"+first.ID).attribute(".players a", "href"); href != "/people/Anna%20%C5%81%C3%B3d%C5%BA" {
		t.Errorf("the first name leads to %s", href)
	}
	s.resigned(t, first, benIs)
	wantPlayers(t, "/games/"+first.ID, "Anna Łódź", "1500?, provisional", "Ben", "1500?, provisional")
	wantPlayers(t, "/games/"+s.made(t, rated, benIs).ID, "Anna Łódź", "1662?, provisional", "Ben", "1338?, provisional")
	rated.Control = threeDays
	wantPlayers(t, "/games/"+s.made(t, rated, benIs).ID, "Anna Łódź", "1500?, provisional", "Ben", "1500?, provisional")

	casual := "/games/" + s.made(t, db.NewGame{Host: annaIs.ID, Control: fiveMinutes}, benIs).ID
	wantPlayers(t, casual, "Anna Łódź", "Ben")
	anna.get(casual+"/turns/0").wantCount(t, ".players a", 2)
	if _, err := s.DB.DeletePerson(t.Context(), benIs.ID, s.Now()); err != nil {
		t.Fatal(err)
	}
	anna.get("/games/"+first.ID).wantText(t, ".players", "deleted player").wantCount(t, ".players a", 1)
	anna.get(anna.deviceGame()).wantText(t, ".players", "Blue").wantCount(t, ".players a", 0)
	guest := s.client(t)
	guest.get(guest.deviceGame()).wantCount(t, ".players a", 0)
}
