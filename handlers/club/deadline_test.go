package club_test

import (
	"net/http"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// A pairing shows in the header of every page of its players, and in a line below when its deadline is near.
func TestNearDeadline(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 3)
	anna, ben, carl := people[0], people[1], people[2]
	const badge, line = ".waiting-games", "#near"
	path := web.Href(s.Paired(t, db.NewPairing{Due: s.Now().Add(48 * time.Hour)}, "Anna", "Ben").Ref())
	for _, who := range []*sitetest.Client{anna, ben} {
		who.Get("/rules/six").WantText(t, badge, "1").WantText(t, "title", "(1)").WantCount(t, line, 0)
	}
	carl.Get("/rules/six").WantCount(t, badge, 0)

	s.DueIn(t, path, 5*time.Hour+time.Minute)
	page := anna.Get("/rules/six").WantText(t, line, "Play Ben").WantText(t, line, "Round 1 of “Cup”").WantText(t, line, "due ")
	if href := page.Attribute(line, "href"); href != path {
		t.Errorf("the line links to %q, want %q", href, path)
	}
	anna.Get("/").WantText(t, line, "Play Ben")
	anna.Get(path).WantStatus(t, http.StatusOK).WantCount(t, line, 0)
	for _, who := range []*sitetest.Client{carl, s.Client(t)} {
		who.Get("/rules/six").WantCount(t, line, 0)
	}

	anna.Post(path+"/enter", "outcome-1", "first", "points-1-1", "20").WantStatus(t, http.StatusOK)
	anna.Get("/rules/six").WantCount(t, line, 0).WantCount(t, badge, 0)
	ben.Get("/rules/six").WantText(t, line, "Confirm the result against Anna").WantText(t, badge, "1")
	ben.Post(path+"/confirm", "revision", "2").WantStatus(t, http.StatusOK).WantCount(t, line, 0)
	ben.Get("/rules/six").WantCount(t, line, 0).WantCount(t, badge, 0)
}
