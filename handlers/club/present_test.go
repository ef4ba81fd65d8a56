package club_test

import (
	"net/http"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
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
	round := stranger.Get("/projector"+m.Path+"/rounds/1").WantText(t, ".stage header", "Round 1 of 3 · The first-named player starts")
	if text := round.Find(".stage header").Text(); strings.Contains(text, "Until") {
		t.Errorf("a round without a deadline has %q", text)
	}
	m.Organiser.Post(m.Path+"/rounds/1/deadline", "day", "2099-01-02", "time", "20:00", "seen", "0").WantStatus(t, http.StatusOK)
	stranger.Get("/projector"+m.Path+"/rounds/1").WantText(t, ".stage header", "starts · Until 2 Jan 2099, 20:00")
	m.Settle(t)
	if text := stranger.Get("/projector" + m.Path + "/rounds/1").Find(".stage header").Text(); strings.Contains(text, "starts") {
		t.Errorf("a round that is over has %q", text)
	}
}

// News of a tournament have no empty avatar on the club's page: a trophy stands for it until it has a winner.
func TestTrophyInNews(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4)
	m.Begin(t)
	m.Organiser.Get("/club").WantText(t, ".happened li", "Winter cup").WantCount(t, ".happened .avatar.nobody", 0).WantCount(t, ".happened li > .icon", 1)
}

// The places of a ladder have such a page, too, once it has players.
func TestPresentLadder(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben", "Carl")
	path, stranger := web.Href(c.Ladder.Ref()), c.Client(t)
	stranger.Get(path).WantCount(t, "#present[href='/projector"+path+"']", 1)
	p := stranger.Get("/projector"+path).WantStatus(t, http.StatusOK).WantText(t, ".stage h1", "Hexone ladder").WantText(t, ".stage li:nth-child(2)", "Ben").
		WantCount(t, "#stage[data-hx-get='/projector"+path+"']", 1).WantCount(t, "a[href]", 1).WantCount(t, "a[href='"+path+"']", 1)
	if places := strings.Join(p.List(".stage .place"), " "); places != "1 2 3" {
		t.Errorf("the places are %q", places)
	}
	for _, name := range []string{"Anna", "Ben", "Carl"} {
		c.Clients[name].Post(path+"/leave").WantStatus(t, http.StatusOK)
	}
	stranger.Get(path).WantCount(t, "#present", 0)
	stranger.Get("/projector"+path).WantStatus(t, http.StatusNotFound)
}
