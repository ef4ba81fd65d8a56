package sitetest

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/rules/pairing"
	"hexclub/rules/tourney"
	"hexclub/views/page"
)

// A cup is a tournament with its organiser and its players.
type cup struct {
	*Site
	Organiser *Client
	Players   []*Client
	Path      string // path of the tournament's page
}

// CupNames are the names of the players of cups.
var CupNames = []string{"Alma", "Bea", "Cleo", "Dora", "Emil", "Finn", "Gus", "Hugo", "Ida"}

// NewCup creates a tournament that players have entered. By default it is a Swiss of Hexone over
// the board. Fields are pairs of the form.
func (s *Site) NewCup(t testing.TB, players int, fields ...string) *cup {
	t.Helper()
	m := &cup{Site: s}
	m.Organiser, m.Players = s.cupPeople(t, players)
	season := s.Season(t, m.Organiser)
	form := append([]string{"season", season, "seeding", "hand"}, fields...)
	if !slices.Contains(fields, "game") {
		form = append(form, "game", "hexone")
	}
	if !slices.Contains(fields, "name") {
		form = append(form, "name", "Winter cup")
	}
	m.Path = m.Organiser.Post("/tournaments", form...).WantStatus(t, http.StatusOK).Path
	if !strings.HasPrefix(m.Path, "/tournaments/") {
		t.Fatalf("making a tournament leads to %s", m.Path)
	}
	for _, p := range m.Players {
		p.Post(m.Path+"/enter").WantStatus(t, http.StatusOK)
	}
	return m
}

// cupPeople returns the organiser and the players of cups. They are the same for all cups of a
// site.
func (s *Site) cupPeople(t testing.TB, players int) (organiser *Client, list []*Client) {
	t.Helper()
	for i, name := range append([]string{"Otto"}, CupNames[:players]...) {
		c, known := s.Cups[name]
		if !known {
			c, _ = s.NewAccount(t, name)
		}
		if s.Cups == nil {
			s.Cups = map[string]*Client{}
		}
		if s.Cups[name] = c; i > 0 {
			list = append(list, c)
		}
	}
	s.Promote(t, s.IdOf(t, "Otto"), db.Organiser)
	return s.Cups["Otto"], list
}

func (m *cup) id() string { return strings.TrimPrefix(m.Path, "/tournaments/") }

// BoardOf returns the address of a player's pairing in a round.
func (m *cup) BoardOf(t testing.TB, round int, name string) string {
	t.Helper()
	person := m.IdOf(t, name)
	boards := m.Full(t).RoundBoards(round)
	i := slices.IndexFunc(boards, func(b db.Board) bool { return b.Has(person) })
	if i < 0 {
		t.Fatalf("%s does not play in round %d", name, round)
	}
	return page.PairingHref(boards[i].Pairing)
}

func (m *cup) Full(t testing.TB) db.FullTournament {
	t.Helper()
	full, err := m.DB.FullTournament(t.Context(), m.id())
	if err != nil {
		t.Fatal(err)
	}
	return full
}

// Begin begins the tournament and publishes its first round.
func (m *cup) Begin(t testing.TB) {
	t.Helper()
	m.Organiser.Post(m.Path+"/begin").WantStatus(t, http.StatusOK)
	m.Publish(t)
}

// Publish publishes the proposed round.
func (m *cup) Publish(t testing.TB) WebPage {
	t.Helper()
	p := m.Organiser.Get(m.Path+"/pair").WantStatus(t, http.StatusOK)
	return m.Organiser.Post(m.Path+"/pair", "mark", p.Attribute("form[method=post] input[name=mark]", "value")).WantStatus(t, http.StatusOK)
}

// Settle decides all open boards: the player with the lower number wins all games with 40 points,
// or the player named in winners.
func (m *cup) Settle(t testing.TB, winners ...string) {
	t.Helper()
	full := m.Full(t)
	for _, b := range full.Boards {
		if !b.Open() {
			continue
		}
		first, _ := full.Entrant(b.First)
		second, _ := full.Entrant(b.Second)
		player := 0
		if slices.Contains(winners, second.Name) || !slices.Contains(winners, first.Name) && second.Number < first.Number {
			player = 1
		}
		m.Decide(t, b, player)
	}
}

// Decide decides that a player of a board, 0 or 1, wins all games with 40 points.
func (m *cup) Decide(t testing.TB, b db.Board, player int) {
	t.Helper()
	p, err := m.DB.Pairing(t.Context(), b.Pairing)
	if err != nil {
		t.Fatal(err)
	}
	var games []pairing.Game
	for range p.Unit.Games() {
		g := pairing.Game{}
		g.Halves[player], g.Points[player] = 2, 80
		games = append(games, g)
	}
	decision := db.Decision{Games: games, Why: "seen", Revision: p.Revision}
	if _, err := m.DB.DecidePairing(t.Context(), p.ID, m.IdOf(t, "Otto"), decision, m.Now()); err != nil {
		t.Fatal(err)
	}
}

// UntidyCup creates a tournament of two games per pairing that covers the special cases: draws, a
// pairing lost by default by both players and another by one, a withdrawn player, and in a Swiss a
// late entrant. Its third round is open.
func (s *Site) UntidyCup(t *testing.T, fields ...string) *cup {
	t.Helper()
	m := s.NewCup(t, 6, append(fields, "unit", "two", "late", "2")...)
	m.Begin(t)
	for round := 1; round <= 2; round++ {
		for i, b := range m.Full(t).RoundBoards(round) {
			if b.Pairing == "" {
				continue
			}
			p, err := m.DB.Pairing(t.Context(), b.Pairing)
			if err != nil {
				t.Fatal(err)
			}
			decision := db.Decision{Why: "seen", Revision: p.Revision}
			switch i + round {
			case 1:
				decision.Forfeit = [2]bool{true, true}
			case 2:
				decision.Forfeit = [2]bool{true, false}
			default:
				decision.Games = []pairing.Game{{Halves: [2]int{2, 0}, Points: [2]int{80, 0}}, {Halves: [2]int{0, 2}, Points: [2]int{0, 62}}}
				if round == 2 {
					decision.Games[1] = decision.Games[0]
				}
			}
			if _, err := m.DB.DecidePairing(t.Context(), p.ID, m.IdOf(t, "Otto"), decision, m.Now()); err != nil {
				t.Fatal(err)
			}
		}
		if round == 1 && slices.Contains(fields, "swiss") {
			m.Organiser.Post(m.Path+"/enter").WantStatus(t, http.StatusOK)
		}
		if round == 2 {
			m.Players[5].Post(m.Path+"/leave").WantStatus(t, http.StatusOK)
		}
		m.Publish(t)
	}
	return m
}

// someTournament creates a Swiss of Hexone over the board in a state, and returns its id: in entry,
// running in its first round, with that round complete, or over.
func (s *Site) someTournament(t testing.TB, state, season, organiser string, people ...string) string {
	t.Helper()
	ctx, now := t.Context(), s.Now()
	made, err := s.DB.CreateTournament(ctx, db.NewTournament{Season: season, Name: "Spring cup", TournamentSettings: db.TournamentSettings{
		Kind: db.Swiss, Key: "hexone", Unit: pairing.OneGame, Seeding: db.SeedByHand, Rounds: 3, Late: 2,
		Breaks: []tourney.TieBreak{tourney.Buchholz},
	}}, organiser, now)
	for _, person := range people {
		if err == nil {
			err = s.DB.AddEntrant(ctx, made.ID, person, organiser, now)
		}
	}
	if err == nil && state != "entry" {
		err = s.DB.BeginTournament(ctx, made.ID, organiser, now)
	}
	var published []db.Pairing
	if err == nil && state != "entry" {
		published, err = s.DB.PublishRound(ctx, made.ID, db.ProposalChange{}, s.mark(t, made.ID), organiser, now)
	}
	for _, p := range published {
		if err == nil && state != "running" {
			_, err = s.DB.DecidePairing(ctx, p.ID, organiser, db.Decision{Forfeit: [2]bool{true, false}, Why: "late", Revision: p.Revision}, now)
		}
	}
	if err == nil && state == "over" {
		err = s.DB.FinishTournament(ctx, made.ID, organiser, now)
	}
	if err != nil {
		t.Fatal(err)
	}
	return made.ID
}

// mark returns the mark of the proposed round.
func (s *Site) mark(t testing.TB, tournament string) string {
	t.Helper()
	p, err := s.DB.ProposeRound(t.Context(), tournament, db.ProposalChange{})
	if err != nil {
		t.Fatal(err)
	}
	return p.Mark
}

// runningTournament returns the id of the running tournament. It creates one in the season if there
// is none.
func (s *Site) runningTournament(t testing.TB, season string) (id string) {
	t.Helper()
	if s.Raw(t).QueryRow("SELECT id FROM tournaments WHERE name = 'Spring cup'").Scan(&id) == nil {
		return id
	}
	var people []string
	for _, name := range []string{"Theo", "Tina", "Tara", "Tom"} {
		person, err := s.DB.SignUp(t.Context(), "", name, "none", s.Now())
		if err != nil {
			t.Fatal(err)
		}
		people = append(people, person.ID)
	}
	s.Promote(t, people[0], db.Organiser)
	return s.someTournament(t, "running", season, people[0], people[1:]...)
}

// PlayRound plays all open boards of the last round. The player with the lower number wins, or the
// player named in winners.
func (m *cup) PlayRound(t *testing.T, play func(p db.Pairing, winner, loser string), winners ...string) {
	t.Helper()
	full := m.Full(t)
	for _, b := range full.RoundBoards(full.Round) {
		if !b.Open() {
			continue
		}
		first, _ := full.Entrant(b.First)
		second, _ := full.Entrant(b.Second)
		winner, loser := first.Name, second.Name
		if slices.Contains(winners, loser) || !slices.Contains(winners, winner) && second.Number < first.Number {
			winner, loser = loser, winner
		}
		play(m.Pairing(t, b), winner, loser)
	}
}

func (m *cup) Pairing(t *testing.T, b db.Board) db.Pairing {
	t.Helper()
	p, err := m.DB.Pairing(t.Context(), b.Pairing)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
