package handlers_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/rules/ladder"
)

// addLadders adds ladders as players, organisers and strangers see them: empty, and
// full of all that can happen.
func (s *stage) addLadders(t *testing.T) {
	t.Helper()
	c := s.climb(t, func(l *db.LadderTerms) {
		l.Name, l.About = "The winter ladder of the long and winding evenings", "We play on **Tuesdays**.\n\n- Bring a board"
		l.Settings = ladder.Default("hexone", "tartan")
		l.Venue, l.Control, l.Rated = db.Either, threeDays, true
	})
	s.add("ladder-empty", s.stranger, c.ladder.Href())
	names := []string{"Mia", "Noah of the long and winding way", "Ona", "Pau", "Quentin", "Rosa", "Sven", "Tilda"}
	for _, name := range names {
		c.member(name)
		c.try(c.joins(name))
	}
	c.settles(c.accepts(c.challenges("Rosa", "Ona")), "Rosa")
	c.passes(40 * 24 * time.Hour)
	c.settles(c.accepts(c.challenges("Tilda", "Quentin")), "Tilda")
	waiting := c.challenges(c.at(3), c.at(1))
	playing := c.accepts(c.challenges(c.at(5), c.at(4)))
	s.addNewcomers(t, c)
	path := c.ladder.Href()
	s.add("ladder", s.stranger, path)
	s.add("ladder-member", s.member, path)
	s.add("ladder-player", c.clients[c.at(2)], path)
	s.add("ladder-challenged", c.clients[c.at(1)], path)
	s.add("ladder-organiser", c.organiser, path)
	s.add("ladder-rules", s.stranger, path+"/rules")
	s.add("ladder-history", c.clients[c.at(4)], path+"/history")
	s.add("ladder-history-problem", s.stranger, path+"/history?player=Nobody")
	s.add("ladder-chronicle", s.stranger, path+"/chronicle")
	s.add("ladder-chronicle-problem", s.stranger, path+"/chronicle?player=Nobody")
	s.add("ladder-may", c.clients[c.at(8)], path)
	s.add("ladder-confirm", c.clients[c.at(8)], fmt.Sprintf("%s/challenge/%s", path, c.at(7)))
	s.add("ladder-refused", c.clients[c.at(7)], fmt.Sprintf("%s/challenge/%s", path, c.at(6)))
	s.add("challenge-challenger", c.clients[c.at(3)], waiting.Href())
	s.add("challenge-challenged", c.clients[c.at(1)], waiting.Href())
	s.add("challenge-playing", s.stranger, playing.Href())
	s.add("challenge-organiser", c.organiser, waiting.Href())
	s.post("challenge-problem", c.organiser, waiting.Href()+"/decide", "outcome", "draw")
	s.add("ladder-new", c.organiser, "/seasons/"+c.season.ID+"/ladders/new")
	wrong := aLadder(nil, "", "")
	for name, value := range map[string]string{"name": "", "reach": "many", "unit": "match", "games": "six"} {
		wrong[slices.Index(wrong, name)+1] = value
	}
	s.post("ladder-new-problem", c.organiser, "/seasons/"+c.season.ID+"/ladders", wrong...)
	s.add("ladder-edit", c.organiser, path+"/edit")
	s.add("ladder-correct", c.organiser, path+"/correct")
	s.post("ladder-correct-problem", c.organiser, path+"/correct", "what", "place", "player", "Nobody", "place", "1")
	s.add("home-ladder", c.clients[c.at(1)], "/")

	closed := s.climbNext(t, c)
	s.add("ladder-closed", s.stranger, closed.Href())
}

// addNewcomers adds a ladder as somebody sees it who has a free challenge, with somebody on it who was imported and has
// not come yet.
func (s *stage) addNewcomers(t *testing.T, c *climb) {
	t.Helper()
	imported := []db.NewMember{{Name: "Vera of the long winding and never ending", Hash: hashOf("vera")}}
	c.try(c.DB.ImportMembers(t.Context(), imported, c.people["Olive"].ID, c.Now().Add(time.Hour), c.Now()))
	c.organiser.post(c.ladder.Href()+"/correct", "what", "add", "player", imported[0].Name, "why", "plays on Tuesdays").wantStatus(t, http.StatusOK)
	c.member("Uma")
	c.try(c.joins("Uma"))
	uma, path := c.clients["Uma"], c.ladder.Href()
	s.add("ladder-newcomer", uma, path)
	s.add("ladder-free", uma, path+"/challenge/"+c.at(2))
	s.add("ladder-absent", uma, path+"/challenge/"+url.PathEscape(imported[0].Name))
}

// joins puts a member on the ladder.
func (c *climb) joins(name string) error {
	_, err := c.DB.JoinLadder(c.t.Context(), c.ladder.ID, c.people[name].ID, c.Now())
	return err
}

// at is the name of who is on a place.
func (c *climb) at(place int) string {
	c.t.Helper()
	l, err := c.DB.LadderNow(c.t.Context(), c.ladder.ID, c.Now())
	c.try(err)
	return l.People[l.State.Players[place-1].ID].Name
}

// climbNext is a ladder that goes on with another, and is closed.
func (s *stage) climbNext(t *testing.T, c *climb) db.Ladder {
	t.Helper()
	olive := c.people["Olive"].ID
	next, err := s.DB.CreateLadder(t.Context(), c.season.ID, c.ladder.ID, c.ladder.LadderTerms, olive, s.Now())
	c.try(err)
	_, err = s.DB.CloseLadder(t.Context(), next.ID, true, olive, s.Now())
	c.try(err)
	return next
}
