package club_test

import (
	"net/http"
	"testing"

	"hexclub/handlers/sitetest"
)

// Rounds and standings have pages for projectors, which renew themselves and have one link, back to their page.
func TestPresentTournament(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 5, "rounds", "3")
	stranger := s.Client(t)
	stranger.Get("/projector"+m.Path).WantStatus(t, http.StatusNotFound)
	m.Begin(t)
	for path, want := range map[string]int{m.Path: 5, m.Path + "/rounds/1": 3} {
		stranger.Get(path).WantCount(t, "#present[href='/projector"+path+"']", 1)
		stranger.Get("/projector"+path).WantStatus(t, http.StatusOK).WantCount(t, ".stage li", want).WantCount(t, ".stage .rows-4, .stage .rows-6", 1).
			WantCount(t, "#stage[data-hx-get='/projector"+path+"']", 1).WantCount(t, "a[href]", 1).WantCount(t, "button#full[data-full]", 1).WantCount(t, "a[href='"+path+"']", 1)
	}
	stranger.Get("/projector"+m.Path+"/rounds/2").WantStatus(t, http.StatusNotFound)
}
