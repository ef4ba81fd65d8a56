package play_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

func TestPlayers(t *testing.T) {
	t.Parallel()
	clock := sitetest.NewClock()
	s := sitetest.Serve(t, sitetest.OpenSite(t, web.Config{Now: clock.Now}))
	anna, annaIs := s.NewAccount(t, "Anna")
	ben, benIs := s.NewAccount(t, "Ben")
	_, shutIs := s.NewAccount(t, "Shut")
	s.Resigned(t, s.Made(t, db.NewGame{Host: annaIs.ID, Control: sitetest.FiveMinutes, Terms: db.Terms{Rated: true}}, benIs), annaIs)
	if _, err := s.Raw(t).Exec("UPDATE people SET closed = 1 WHERE id = $1", shutIs.ID); err != nil {
		t.Fatal(err)
	}
	s.Client(t).DeviceGame("c2") // a guest
	stranger := s.Client(t)

	clock.Advance(time.Hour)
	anna.Get("/people").WantStatus(t, http.StatusOK).WantText(t, ".mine", "Anna").WantText(t, ".mine .online", "online").WantCount(t, ".online", 1)
	clock.Advance(2 * time.Minute)
	p := stranger.Get("/people").WantStatus(t, http.StatusOK)
	want := []string{"Anna Hexone 1338?, provisional", "Anna onlineHexone 1338?, provisional", "Ben Hexone 1662?, provisional"}
	if got := p.List(".players li"); !slices.Equal(got, want) {
		t.Errorf("it lists %q", got)
	}
	if href := p.Attribute(".players a", "href"); href != "/people/Anna" {
		t.Errorf("Anna's profile is at %s", href)
	}
	p = stranger.Get(p.Attribute(".pills a:nth-child(2)", "href"))
	want = []string{"Ben 1 game 1662?, provisional", "Anna online1 game 1338?, provisional"}
	if got := p.WantText(t, ".pills [aria-current]", "Hexone").List(".players li"); !slices.Equal(got, want) {
		t.Errorf("by rating it lists %q", got)
	}
	clock.Advance(2 * time.Minute)
	stranger.Get("/people").WantCount(t, ".online", 0)
	want = []string{"Ben Hexone 1662?, provisional", "Anna Hexone 1338?, provisional", "Ben onlineHexone 1662?, provisional"}
	if got := ben.Get("/people").List(".players li"); !slices.Equal(got, want) {
		t.Errorf("with Ben on the site it lists %q", got)
	}
	stranger.Get("/people?utm_source=mail").WantCount(t, "link[rel=canonical]", 1)
	stranger.Get("/people?name=Anna").WantCount(t, "link[rel=canonical]", 0)
	p = stranger.Get("/people?game=hexone&name=%20bE").WantCount(t, ".players li", 1).WantText(t, ".players", "Ben")
	if game, name := p.Attribute("input[name=game]", "value"), p.Attribute("input[name=name]", "value"); game != "hexone" || name != "bE" {
		t.Errorf("the form keeps %q and %q", game, name)
	}
	stranger.Get("/people?game=six").WantText(t, ".empty", "No players found").WantCount(t, ".players", 0)
	stranger.Get("/people?game=chess").WantStatus(t, http.StatusUnprocessableEntity)
	stranger.Get("/people?game=hexone&class=slow").WantStatus(t, http.StatusUnprocessableEntity)
	stranger.Get("/people?game=hexone&class=days").WantCount(t, ".players li", 2).WantCount(t, ".pills", 1) // all games are quick
	anna.Get("/").WantCount(t, ".menu a[href='/people']", 1)
}

// Pages follow each other, by name and by rating, with the same filter.
func TestPagesOfPlayers(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	file := s.Raw(t)
	for i := range 101 {
		id := fmt.Sprintf("player%03d", i)
		for _, query := range []string{
			"INSERT INTO people (id, name, folded, skeleton, hash, confirm_turns, created) VALUES ($1, $1, $1, $1, 'x', true, 0)",
			"INSERT INTO ratings (person, game, class, rating, deviation, volatility, games, at) VALUES ($1, 'six', 'quick', 1500, 90, 0.06, 1, 0)",
		} {
			if _, err := file.Exec(query, id); err != nil {
				t.Fatal(err)
			}
		}
	}
	c := s.Client(t)
	for _, start := range []string{"/people?name=PLAYER", "/people?name=PLAYER&game=six"} {
		var counts []int
		shown := map[string]bool{}
		for path := start; path != ""; {
			p := c.Get(path).WantStatus(t, http.StatusOK)
			names := p.List(".players a")
			counts = append(counts, len(names))
			for _, name := range names {
				shown[name] = true
			}
			if len(counts) > 1 {
				c.Get(p.Attribute("nav.do a", "href")).WantCount(t, ".players li", 50)
			}
			path = p.Attribute("a[rel=next]", "href")
		}
		if !slices.Equal(counts, []int{50, 50, 1}) || len(shown) != 101 {
			t.Errorf("%s: pages of %v, %d players", start, counts, len(shown))
		}
	}
}
