package db

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/pairing"
	"hexclub/rules/tourney"
)

// A tournamentTest is a season with an organiser and members, and one tournament in it.
type tournamentTest struct {
	*testing.T
	d         *DB
	organiser string
	season    string
	members   []string
	id        string // of the tournament
}

// newTournament makes a tournament that so many members have entered: where nothing
// else is said, of single games of Hexone over the board, numbered by hand.
func newTournament(t *testing.T, settings TournamentSettings, members int) *tournamentTest {
	t.Helper()
	d := openTest(t)
	m := &tournamentTest{T: t, d: d, organiser: newAccount(t, d).ID}
	if err := d.SetRole(t.Context(), m.organiser, Organiser, Operator, noon); err != nil {
		t.Fatal(err)
	}
	season, err := d.NewSeason(t.Context(), "Winter", "", m.organiser, noon)
	if err != nil {
		t.Fatal(err)
	}
	m.season = season.ID
	made, err := d.CreateTournament(t.Context(), NewTournament{Season: m.season, Name: " Cup ", TournamentSettings: usual(settings)}, m.organiser, noon)
	if err != nil {
		t.Fatal(err)
	}
	m.id = made.ID
	for range members {
		member := newAccount(t, d).ID
		m.members = append(m.members, member)
		m.ok(d.AddEntrant(t.Context(), m.id, member, m.organiser, noon))
	}
	return m
}

// usual returns settings with defaults for what a test does not set.
func usual(s TournamentSettings) TournamentSettings {
	if s.Kind == "" {
		s.Kind = Swiss
	}
	if s.Seeding == "" {
		s.Seeding = SeedByHand
	}
	if s.Unit == "" {
		s.Unit = pairing.OneGame
	}
	s.Key = "hexone"
	return s
}

func (m *tournamentTest) ok(err error) {
	m.Helper()
	if err != nil {
		m.Fatal(err)
	}
}

func (m *tournamentTest) full() FullTournament {
	m.Helper()
	t, err := m.d.FullTournament(m.Context(), m.id)
	m.ok(err)
	return t
}

func (m *tournamentTest) begin() {
	m.Helper()
	m.ok(m.d.BeginTournament(m.Context(), m.id, m.organiser, noon))
}

// publish publishes the next round as it is proposed.
func (m *tournamentTest) publish(swaps ...[2]string) []Pairing {
	m.Helper()
	p, err := m.d.ProposeRound(m.Context(), m.id, ProposalChange{Swaps: swaps})
	m.ok(err)
	made, err := m.d.PublishRound(m.Context(), m.id, ProposalChange{Swaps: swaps}, p.Mark, m.organiser, noon)
	m.ok(err)
	return made
}

// first and second are games over the board as player 1 or 2 wins them.
var first, second = pairing.Game{Halves: [2]int{2, 0}, Points: [2]int{40, 0}}, pairing.Game{Halves: [2]int{0, 2}, Points: [2]int{0, 30}}

// decide settles a pairing as an organiser.
func (m *tournamentTest) decide(id string, decision Decision) error {
	m.Helper()
	p, err := m.d.Pairing(m.Context(), id)
	m.ok(err)
	decision.Why, decision.Revision = "seen", p.Revision
	_, err = m.d.DecidePairing(m.Context(), id, m.organiser, decision, noon)
	return err
}

// wins settles the board of a person in the last round for that person.
func (m *tournamentTest) wins(people ...string) {
	m.Helper()
	for _, person := range people {
		m.ok(m.decide(m.board(person, 0).Pairing, Decision{Games: []pairing.Game{m.won(person, 0)}}))
	}
}

// won returns a game that a person wins, at the board of a round; 0 for the last.
func (m *tournamentTest) won(person string, round int) pairing.Game {
	m.Helper()
	if m.board(person, round).First == person {
		return first
	}
	return second
}

// board returns the board of a person in a round; 0 for the last.
func (m *tournamentTest) board(person string, round int) Board {
	m.Helper()
	t := m.full()
	if round == 0 {
		round = t.Round
	}
	for _, b := range t.RoundBoards(round) {
		if b.Has(person) {
			return b
		}
	}
	m.Fatalf("%s does not play in round %d", person, round)
	return Board{}
}

// playAll settles all boards that are open: the lower number wins.
func (m *tournamentTest) playAll() {
	m.Helper()
	for _, b := range m.full().Boards {
		if b.Open() {
			m.ok(m.decide(b.Pairing, Decision{Games: []pairing.Game{m.won(m.stronger(b), b.Round)}}))
		}
	}
}

// stronger returns the higher-ranked player of a board.
func (m *tournamentTest) stronger(b Board) string {
	if slices.Index(m.members, b.First) < slices.Index(m.members, b.Second) {
		return b.First
	}
	return b.Second
}

func TestTournamentSettings(t *testing.T) {
	for key, change := range map[string]func(*TournamentSettings){
		"":                        func(*TournamentSettings) {},
		"error.choice":            func(s *TournamentSettings) { s.Kind = "league" },
		"error.choice ":           func(s *TournamentSettings) { s.Seeding = "" },
		"error.game":              func(s *TournamentSettings) { s.Key = "chess" },
		"error.match":             func(s *TournamentSettings) { s.Key, s.Unit = "six", pairing.Match },
		"error.pairing-unit":      func(s *TournamentSettings) { s.Unit = "three" },
		"error.pairing-seats":     func(s *TournamentSettings) { s.Key, s.Options = "six", map[string]string{"seats": "4"} },
		"error.rated-clock":       func(s *TournamentSettings) { s.Site, s.Rated = true, true },
		"error.pairing-rated":     func(s *TournamentSettings) { s.Rated = true },
		"error.control":           func(s *TournamentSettings) { s.Control = "0d" },
		"error.tournament-rounds": func(s *TournamentSettings) { s.Rounds = MaxRounds + 1 },
		"error.tournament-late":   func(s *TournamentSettings) { s.Late = -2 },
		"error.tournament-days":   func(s *TournamentSettings) { s.Days = MaxRoundDays + 1 },
		"error.tournament-byes":   func(s *TournamentSettings) { s.HalfByes = MaxRounds + 1 },
		"error.tournament-opens":  func(s *TournamentSettings) { s.ByDate, s.Days = true, 7 },
		"error.tournament-most":   func(s *TournamentSettings) { s.Most = 1 },
		"error.tournament-breaks": func(s *TournamentSettings) { s.Breaks = []tourney.TieBreak{tourney.Wins, tourney.Wins} },
	} {
		s := usual(TournamentSettings{})
		change(&s)
		err := s.Check()
		if key == "" && err != nil {
			t.Errorf("usual settings: %v", err)
		}
		if key = strings.TrimSpace(key); key != "" && (err == nil || !strings.Contains(err.Error(), key)) {
			t.Errorf("%v, want %s", err, key)
		}
	}
	all := NewTournament{Name: strings.Repeat("x", MaxTournamentName+1), About: strings.Repeat("x", MaxAbout+1)}.Check()
	for _, key := range []string{"error.title", "error.text", "error.choice"} {
		if !strings.Contains(all.Error(), key) {
			t.Errorf("%v says nothing of %s", all, key)
		}
	}
}

func TestTournamentEntry(t *testing.T) {
	m := newTournament(t, TournamentSettings{Most: 3}, 2)
	d, ctx := m.d, t.Context()
	enter := func(person string) error { return d.Enter(ctx, m.id, person, noon) }
	wantError(t, enter(newGuest(t, d).ID), rules.Forbidden, "error.tournament-members")
	wantError(t, enter(""), rules.Forbidden, "error.tournament-members")
	wantError(t, enter(m.members[0]), rules.Conflict, "error.tournament-entered")
	_, closed := d.AddEntrants(ctx, m.id, []NewEntrant{{Person: newAccount(t, d).ID}, {Person: "nobody"}}, m.organiser, noon)
	wantError(t, closed, rules.Conflict, "error.not-members")
	third, fourth := newAccount(t, d).ID, newAccount(t, d).ID
	m.ok(enter(third))
	wantError(t, enter(fourth), rules.Conflict, "error.tournament-full")
	if _, err := d.Withdraw(ctx, m.id, m.members[0], m.members[0], "", noon); err != nil {
		t.Fatal(err)
	}
	_, err := d.Withdraw(ctx, m.id, m.members[0], m.members[0], "", noon)
	wantError(t, err, rules.Conflict, "error.tournament-not-entered")
	_, err = d.Withdraw(ctx, m.id, third, m.members[1], "why not", noon)
	wantError(t, err, rules.Forbidden, "error.organisers-only")
	_, err = d.Withdraw(ctx, m.id, third, m.organiser, " ", noon)
	wantError(t, err, rules.Invalid, "error.reason")
	_, err = d.Withdraw(ctx, m.id, third, m.organiser, "ill", noon)
	m.ok(err)
	m.ok(enter(fourth))
	wantError(t, d.AddEntrant(ctx, m.id, third, fourth, noon), rules.Forbidden, "error.organisers-only")
	for _, n := range []int{-1, 0, 5} {
		wantError(t, d.RenumberEntrants(ctx, m.id, map[string]int{fourth: n}, m.organiser, noon), rules.Invalid, "error.tournament-number")
	}
	same := d.RenumberEntrants(ctx, m.id, map[string]int{fourth: 2, m.members[1]: 2, m.members[0]: 1}, m.organiser, noon)
	wantError(t, same, rules.Invalid, "error.tournament-same-number")
	var known *rules.Error
	if !errors.As(same, &known) || !slices.Equal(known.Args, []any{m.members[1], fourth, 2}) {
		t.Errorf("it names %v", known.Args)
	}
	m.ok(d.RenumberEntrants(ctx, m.id, map[string]int{fourth: 1, m.members[1]: 2}, m.organiser, noon))
	m.begin()
	full := m.full()
	if len(full.Entrants) != 2 || full.Entrants[0].ID != fourth || full.Entrants[0].Number != 1 || full.Entrants[1].Number != 2 {
		t.Errorf("the ranking is %+v", full.Entrants)
	}
	wantError(t, enter(third), rules.Conflict, "error.tournament-late-entry")
	wantError(t, d.RenumberEntrants(ctx, m.id, nil, m.organiser, noon), rules.Conflict, "error.tournament-begun")
	wantError(t, d.BeginTournament(ctx, m.id, m.organiser, noon), rules.Conflict, "error.tournament-begun")
	wantError(t, d.EditTournament(ctx, m.id, NewTournament{Name: "x", TournamentSettings: usual(TournamentSettings{})}, m.organiser, noon),
		rules.Conflict, "error.tournament-begun")
	m.ok(d.DescribeTournament(ctx, m.id, " New name ", "text", m.organiser, noon))
	if now := m.full(); now.Name != "New name" || now.About != "text" || !reflect.DeepEqual(now.TournamentSettings, full.TournamentSettings) {
		t.Errorf("described, it is %+v", now.Tournament)
	}
	wantError(t, d.DescribeTournament(ctx, m.id, "", "", m.organiser, noon), rules.Invalid, "error.title")
	wantError(t, d.DescribeTournament(ctx, m.id, "x", "", third, noon), rules.Forbidden, "error.organisers-only")
	wantError(t, d.Enter(ctx, "nowhere", third, noon), rules.NotFound, "error.no-tournament")
}

// A closed season takes no tournament, and in an archived one nothing changes.
func TestTournamentSeasons(t *testing.T) {
	m := newTournament(t, TournamentSettings{}, 2)
	ctx := t.Context()
	m.ok(m.d.SetSeason(ctx, m.season, SeasonClosed, m.organiser, noon))
	_, err := m.d.CreateTournament(ctx, NewTournament{Season: m.season, Name: "Late", TournamentSettings: usual(TournamentSettings{})}, m.organiser, noon)
	wantError(t, err, rules.Conflict, "error.season-closed")
	m.begin() // what there is goes on
	m.publish()
	wantError(t, m.d.SetSeason(ctx, m.season, SeasonArchived, m.organiser, noon), rules.Conflict, "error.season-running")
	m.playAll()
	m.ok(m.d.SetSeason(ctx, m.season, SeasonArchived, m.organiser, noon))
	played := m.full().Boards[0]
	wantError(t, m.decide(played.Pairing, Decision{Off: true}), rules.Conflict, "error.season-archived")
	if b := m.full().Boards[0]; b != played {
		t.Errorf("what was refused has changed %+v", b)
	}
	_, err = m.d.PublishRound(ctx, m.id, ProposalChange{}, "", m.organiser, noon)
	wantError(t, err, rules.Conflict, "error.season-archived")
	wantError(t, m.d.DescribeTournament(ctx, m.id, "Other", "", m.organiser, noon), rules.Conflict, "error.season-archived")
	_, err = m.d.CreateTournament(ctx, NewTournament{Season: m.season, Name: "x", TournamentSettings: usual(TournamentSettings{})}, m.members[0], noon)
	wantError(t, err, rules.Forbidden, "error.organisers-only")
	if list, err := m.d.TournamentsOf(ctx, m.season); err != nil || len(list) != 1 || list[0].Name != "Cup" {
		t.Errorf("the season has %+v, %v", list, err)
	}
}

// Who deletes the account is out of all tournaments, and what is left is forfeited.
func TestDeletedEntrant(t *testing.T) {
	m := newTournament(t, TournamentSettings{Rounds: 3}, 4)
	m.begin()
	m.publish()
	gone := m.members[0]
	if _, err := m.d.DeletePerson(t.Context(), gone, noon); err != nil {
		t.Fatal(err)
	}
	full := m.full()
	if e, ok := full.Entrant(gone); !ok || e.To != 1 || !e.Deleted {
		t.Errorf("who is gone is %+v", e)
	}
	if b := m.board(gone, 1); b.Open() {
		t.Errorf("and still plays %+v", b)
	}
	m.playAll()
	p, err := m.d.ProposeRound(t.Context(), m.id, ProposalChange{})
	if err != nil || len(p.Pairs) != 2 || p.place(gone) != nil {
		t.Errorf("round 2 is %+v, %v", p.Pairs, err)
	}
}

// What is called off leaves nothing to play, and can't be called off again.
func TestCallOffTournament(t *testing.T) {
	m := newTournament(t, TournamentSettings{Site: true}, 4)
	ctx := t.Context()
	m.begin()
	made := m.publish()
	callOff := func(by, why string) (off []Pairing, err error) {
		return m.d.CallOffTournament(ctx, m.id, by, why, noon)
	}
	_, err := callOff(m.members[0], "x")
	wantError(t, err, rules.Forbidden, "error.organisers-only")
	_, err = callOff(m.organiser, "")
	wantError(t, err, rules.Invalid, "error.reason")
	open := m.full().Waiting()
	off, err := callOff(m.organiser, "flu")
	m.ok(err)
	if len(off) != open || open == 0 {
		t.Errorf("called off are %+v of %d", off, open)
	}
	for _, p := range off {
		if p.Status != PairingOff || len(p.Touched) == 0 && p.Site {
			t.Errorf("called off is %+v", p)
		}
	}
	_, err = callOff(m.organiser, "flu")
	wantError(t, err, rules.Conflict, "error.tournament-ended")
	for _, p := range made {
		after, err := m.d.Pairing(ctx, p.ID)
		if err != nil || after.Status != PairingOff || after.Decided == nil || after.Decided.By.ID != m.organiser || after.Decided.Reason != "flu" {
			t.Errorf("a pairing is %s by %+v, %v", after.Status, after.Decided, err)
		}
		games, err := m.d.PairingGames(ctx, p.ID)
		if err != nil || len(games) != 1 || games[0].Status != Over {
			t.Errorf("its games are %+v, %v", games, err)
		}
	}
	_, err = m.d.Withdraw(ctx, m.id, m.members[0], m.members[0], "", noon)
	wantError(t, err, rules.Conflict, "error.tournament-ended")
}
