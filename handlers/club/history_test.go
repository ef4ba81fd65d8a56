package club_test

import (
	"net/http"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// A profile shows tournaments and games over the board, also of a player who has played nothing on the site.
func TestClubHistoryOnProfile(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 3)
	anna, ben, carl := people[0], people[1], people[2]
	path := web.Href(s.Paired(t, db.NewPairing{}, "Anna", "Ben").Ref())
	carl.Get("/people/Anna").WantText(t, "#tournaments-played", "Cup").WantText(t, "#tournaments-played", "Round 1 of 1").WantCount(t, "#board-games", 0)
	carl.Get("/people/Anna/board").WantStatus(t, http.StatusOK).WantCount(t, "#board-games", 0)

	anna.Post(path+"/enter", "outcome-1", "first", "points-1-1", "20").WantStatus(t, http.StatusOK)
	ben.Post(path+"/confirm", "revision", "2").WantStatus(t, http.StatusOK)
	for name, want := range map[string][3]string{"Anna": {"Ben", "20–0", "First of 2, 1 point"}, "Ben": {"Anna", "0–20", "Place 2 of 2, 0 points"}} {
		for _, address := range []string{"/people/" + name, "/people/" + name + "/board"} {
			page := carl.Get(address).WantText(t, "#board-games", want[0]).WantText(t, "#board-games", want[1]).WantText(t, "#board-games", "Round 1 of “Cup”")
			if href := page.Attribute("#board-games a", "href"); href != path {
				t.Errorf("%s links to %q, want %q", address, href, path)
			}
		}
		profile := carl.Get("/people/"+name).WantText(t, "#tournaments-played", want[2])
		for _, page := range []sitetest.WebPage{profile, carl.Get("/people/" + name + "/games")} { // however few there are
			page.WantCount(t, "a[href='/people/"+name+"/board']", 1)
		}
	}
	carl.Get("/people/Carl").WantCount(t, "#tournaments-played", 0).WantCount(t, "#board-games", 0)
	carl.Get("/people/Carl/games").WantCount(t, "#over-board", 0)
	carl.Get("/people/Anna/board?after=x").WantStatus(t, http.StatusUnprocessableEntity)
}
