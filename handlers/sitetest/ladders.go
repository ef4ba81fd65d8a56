package sitetest

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
)

// A testLadder is a ladder on a site, with its players and an organiser who does not play.
type testLadder struct {
	*Site
	t         testing.TB
	Organiser *Client
	Season    db.Season
	Ladder    db.Ladder
	Clients   map[string]*Client // by name
	People    map[string]db.Person
}

// NewLadder creates a ladder of Hexone over the board, whose players join in the order of their names.
// Set changes its terms.
func (s *Site) NewLadder(t testing.TB, set func(*db.LadderTerms), names ...string) *testLadder {
	t.Helper()
	c := &testLadder{Site: s, t: t, Clients: map[string]*Client{}, People: map[string]db.Person{}}
	olive := c.Member("Olive")
	c.Organiser = c.Clients["Olive"]
	s.Promote(t, olive.ID, db.Organiser)
	var err error
	c.Season, err = s.DB.NewSeason(t.Context(), "Spring", "", olive.ID, s.Now())
	c.Try(err)
	terms := db.LadderTerms{Name: "Hexone ladder", Settings: ladder.Default("hexone"), Venue: db.OverBoard}
	if set != nil {
		set(&terms)
	}
	c.Ladder, err = s.DB.CreateLadder(t.Context(), c.Season.ID, "", terms, olive.ID, s.Now())
	c.Try(err)
	for _, name := range names {
		_, err := s.DB.JoinLadder(t.Context(), c.Ladder.ID, c.Member(name).ID, s.Now())
		c.Try(err)
	}
	return c
}

func (c *testLadder) Try(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// Member signs a person up and returns their account.
func (c *testLadder) Member(name string) db.Person {
	c.t.Helper()
	person, err := c.DB.SignUp(c.t.Context(), "", name, "no password fits", c.Now())
	c.Try(err)
	c.Clients[name], c.People[name] = c.Carry(c.t, strings.TrimPrefix(c.Session(c.t, person), "hexclub=")), person
	return person
}

// Challenges makes a challenge from one player to another.
func (c *testLadder) Challenges(from, to string) db.Challenge {
	c.t.Helper()
	made, _, err := c.DB.MakeChallenge(c.t.Context(), c.Ladder.ID, c.People[from].ID, c.People[to].ID, c.Ladder.Settings.Games[0], c.Ladder.Venue == db.OnSite, c.Now())
	c.Try(err)
	return made
}

// Accepts accepts a challenge, and returns it.
func (c *testLadder) Accepts(made db.Challenge) db.Challenge {
	c.t.Helper()
	_, err := c.DB.AcceptChallenge(c.t.Context(), made.ID, made.To.ID, c.Now())
	c.Try(err)
	made, err = c.DB.Challenge(c.t.Context(), made.ID)
	c.Try(err)
	return made
}

// Settles enters and confirms a win of one player of an accepted challenge.
func (c *testLadder) Settles(made db.Challenge, winner string) {
	c.t.Helper()
	p, err := c.DB.Pairing(c.t.Context(), made.Pairing)
	c.Try(err)
	var g pairing.Game
	won := p.Player(c.People[winner].ID) - 1
	g.Halves[won], g.Points[won] = 2, 40
	p, err = c.DB.EnterResult(c.t.Context(), p.ID, p.Players[0].ID, []pairing.Game{g}, c.Now())
	c.Try(err)
	_, err = c.DB.ConfirmResult(c.t.Context(), p.ID, p.Players[1].ID, p.Revision, c.Now())
	c.Try(err)
}

// Passes simulates that time passes on the ladder: it moves all stored times into the past. Then it
// runs the background jobs.
func (c *testLadder) Passes(d time.Duration) {
	c.t.Helper()
	for _, query := range []string{
		"UPDATE challenges SET made = made - $1, answer_by = answer_by - $1, accepted = accepted - $1, play_by = play_by - $1, decided = decided - $1",
		"UPDATE ladder_players SET joined = joined - $1, idle = idle - $1, held = CASE WHEN held = 0 THEN 0 ELSE held - $1 END, gone = gone - $1",
		"UPDATE ladder_events SET at = at - $1",
		"UPDATE ladders SET due = due - $1, made = made - $1",
	} {
		if _, err := c.Raw(c.t).Exec(query, d.Milliseconds()); err != nil {
			c.t.Fatal(err)
		}
	}
	c.Try(c.WorkOnce(c.t.Context()))
}

// Order returns the names of players on the page of a ladder, in the order of their places.
func (p WebPage) Order() string { return strings.Join(p.List(".places .main a"), " ") }

func (c *testLadder) WantOrder(who, want string) WebPage {
	c.t.Helper()
	p := c.Clients[who].Get(web.Href(c.Ladder.Ref())).WantStatus(c.t, http.StatusOK)
	if got := p.Order(); got != want {
		c.t.Errorf("%s sees %s, want %s", who, got, want)
	}
	return p
}

// Played returns the pairing of the challenge on a page.
func (c *testLadder) Played(page string) db.Pairing {
	c.t.Helper()
	p, err := c.DB.Pairing(c.t.Context(), c.Made(page).Pairing)
	c.Try(err)
	return p
}

// Made returns the challenge on a page.
func (c *testLadder) Made(page string) db.Challenge {
	c.t.Helper()
	made, err := c.DB.Challenge(c.t.Context(), strings.TrimPrefix(page, "/challenges/"))
	c.Try(err)
	return made
}

// Joins adds a member to the ladder.
func (c *testLadder) Joins(name string) error {
	_, err := c.DB.JoinLadder(c.t.Context(), c.Ladder.ID, c.People[name].ID, c.Now())
	return err
}

// at returns the name of the player on a place.
func (c *testLadder) at(place int) string {
	c.t.Helper()
	l, err := c.DB.LadderNow(c.t.Context(), c.Ladder.ID, c.Now())
	c.Try(err)
	return l.People[l.State.Players[place-1].ID].Name
}
