package club_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

// Without a season, organisers are led to open one, and to the first ladder or tournament; others read what they wait for.
func TestNothingIsHeld(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	member, _ := s.NewAccount(t, "Ben")
	organiser, _ := s.WithRole(t, "Odo", db.Organiser)
	for _, c := range []*sitetest.Client{s.Client(t), member} {
		c.Get("/ladders").WantStatus(t, http.StatusOK).WantText(t, "h1", "Ladders").WantText(t, ".empty", "No ladder is open.").WantCount(t, "main .button", 0)
		c.Get("/tournaments").WantStatus(t, http.StatusOK).WantText(t, "h1", "Tournaments").WantText(t, ".empty", "No tournament is open.")
	}
	p := organiser.Get("/ladders").WantText(t, ".empty", "Create a season first")
	organiser.Get(p.Attribute(".empty a.button", "href")).WantStatus(t, http.StatusOK).WantCount(t, "details[open] form[action='/seasons']", 1)
	if href := organiser.Get("/club").Attribute(".empty a.button", "href"); href != "/seasons?new=yes" {
		t.Errorf("the club's page opens a season at %q", href)
	}
	organiser.Post("/seasons", "name", "Spring").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Season “Spring” is open.")
	for path, heading := range map[string]string{"/ladders": "New ladder", "/tournaments": "Choose a game"} {
		form := organiser.Get(path).WantText(t, ".empty", "is open.").Attribute(".empty a#new", "href")
		organiser.Get(form).WantStatus(t, http.StatusOK).WantText(t, "h1", heading)
	}
	organiser.Post("/seasons", "name", "Summer").WantStatus(t, http.StatusOK)
	if got := organiser.Get("/ladders").List(".empty .choices a"); !slices.Equal(got, []string{"Summer", "Spring"}) && !slices.Equal(got, []string{"Spring", "Summer"}) {
		t.Errorf("an organiser chooses among the seasons %v", got)
	}
	member.Get("/ladders?from=-1").WantStatus(t, http.StatusNotFound)
}

// The list of ladders shows what goes on in open ones, and closed ones by season.
func TestListOfLadders(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.NewLadder(t, nil, "Ada", "Ben", "Cleo")
	c.Challenges("Ben", "Ada")
	path := "/ladders/" + c.Ladder.ID
	p := c.Clients["Cleo"].Get("/ladders").WantCount(t, ".cups .cup", 1).WantText(t, ".cup a[href='"+path+"']", "Hexone ladder").WantCount(t, "main .button", 0)
	p.WantText(t, ".cup", "3 players · led by Ada").WantText(t, ".cup", "Your place: 3.").WantText(t, ".cup", "1 open challenge · next deadline in 3 days")
	c.Organiser.Get("/ladders").WantCount(t, ".page-head a#new", 1)
	s.Client(t).Get("/ladders").WantCount(t, ".page-head a#new", 0)

	_, err := s.DB.CloseLadder(t.Context(), c.Ladder.ID, true, c.People["Olive"].ID, s.Now())
	c.Try(err)
	p = s.Client(t).Get("/ladders").WantCount(t, ".cups", 0).WantText(t, ".empty", "No ladder is open")
	p.WantText(t, "h2", "Closed ladders").WantText(t, "h3 a", "Spring").WantText(t, ".list a[href='"+path+"']", "Hexone ladder").WantText(t, ".list .first", "First place: Ada")
	s.Client(t).Get("/seasons").WantText(t, ".list small", "Hexone ladder (First place: Ada)")
}

// The list of tournaments shows the round of those being played, and finished ones by season, a few seasons a page.
func TestListOfTournaments(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4, "rounds", "1")
	m.Players[0].Get("/tournaments").WantText(t, ".cup", "Entry is open: 4 players")
	m.Begin(t)
	s.Client(t).Get("/tournaments").WantText(t, ".cup", "Round 1 of 1").WantText(t, ".cup", "0 of 2 pairings finished")
	m.Settle(t)
	s.Client(t).Get("/tournaments").WantCount(t, ".cup", 0).WantText(t, ".list a[href='"+m.Path+"']", "Winter cup").WantText(t, ".list", "Finished")
	winner := m.Players[0].Get(m.Path).Text("#podium li:first-child a")
	for _, path := range []string{"/tournaments", "/seasons/" + m.Full(t).Season} {
		s.Client(t).Get(path).WantText(t, ".list .first", winner)
	}

	for i := range 11 {
		season, err := s.DB.NewSeason(t.Context(), fmt.Sprint("Season ", i), "", s.IdOf(t, "Otto"), s.Now().Add(-time.Duration(i+1)*time.Hour))
		if err == nil {
			_, err = s.Raw(t).Exec(`INSERT INTO tournaments (id, season, name, about, kind, settings, forfeits, status, rounds, round, lot, made, begun, ended)
				SELECT 'cup of ' || $1, $1, name, about, kind, settings, forfeits, status, rounds, round, lot, made, begun, ended FROM tournaments LIMIT 1`, season.ID)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	p := s.Client(t).Get("/tournaments").WantCount(t, "main h3", 10)
	next := p.Attribute("a[rel=next]", "href")
	if got := s.Client(t).Get(next).List("main h3"); strings.Join(got, ", ") != "Season 9, Season 10" {
		t.Errorf("the second page has the seasons %v", got)
	}
}

// A new tournament can copy the settings of another one, but not its entrants and dates.
func TestSameTournament(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4, "kind", "robin", "double", "yes", "unit", "two", "pace", "date", "opens", "2030-01-05", "every", "9", "about", "Bring *cake*.", "most", "12")
	p := m.Organiser.Get("/tournaments/new").WantText(t, "#same", "Winter cup · Autumn")
	season, from := p.Attribute("#same [name=season]", "value"), p.Attribute("#same button", "value")
	m.Organiser.Get("/tournaments/new?season="+season+"&from="+from+"&"+p.Attribute("#same [type=checkbox]", "name")+"=yes").WantCount(t, "[name=same][checked]", 1)
	form := m.Organiser.Get("/tournaments/new?season="+season+"&from="+from).WantStatus(t, http.StatusOK).WantText(t, ".page-head", "Hexone")
	if got := form.Attribute("[name=opens]", "value"); got != "" {
		t.Errorf("the copy begins on %s", got)
	}
	made := m.Organiser.Sends(form, ".tournament-form", "opens", "2031-02-06").WantStatus(t, http.StatusOK).Path
	full := m.Full(t)
	copied, err := s.DB.FullTournament(t.Context(), strings.TrimPrefix(made, "/tournaments/"))
	if err != nil {
		t.Fatal(err)
	}
	if len(copied.Entrants) != 0 || copied.Name != full.Name || copied.About != full.About || copied.Opens.Year() != 2031 {
		t.Errorf("the copy is %+v", copied)
	}
	copied.Opens = full.Opens
	if fmt.Sprint(copied.TournamentSettings) != fmt.Sprint(full.TournamentSettings) {
		t.Errorf("the copy has the settings %+v, want %+v", copied.TournamentSettings, full.TournamentSettings)
	}
	m.Organiser.Get("/tournaments/new?from=nothing").WantStatus(t, http.StatusNotFound)
}
