package pairing_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/pairing"
	"hexclub/rules/record"
)

func terms(t testing.TB, key string, unit pairing.Unit, decisive bool) pairing.Terms {
	t.Helper()
	game, err := games.Find(key)
	if err != nil {
		t.Fatal(err)
	}
	return pairing.Terms{Game: game, Unit: unit, Decisive: decisive}
}

func wantKey(t testing.TB, err error, key string) {
	t.Helper()
	var known *rules.Error
	if key == "" && err == nil {
		return
	}
	if !errors.As(err, &known) || known.Kind != rules.Invalid || known.Key != key {
		t.Errorf("error %v, want %q", err, key)
	}
}

// The games in the tables, by player.
var (
	first      = pairing.Game{Halves: [2]int{2, 0}}
	second     = pairing.Game{Halves: [2]int{0, 2}}
	drawn      = pairing.Game{Halves: [2]int{1, 1}}
	firstGone  = pairing.Game{Halves: [2]int{0, 2}, Forfeit: [2]bool{true, false}}
	secondGone = pairing.Game{Halves: [2]int{2, 0}, Forfeit: [2]bool{false, true}}
	bothGone   = pairing.Game{Forfeit: [2]bool{true, true}}
)

// scored returns a game of Hexone that a player has won with the given whole
// points.
func scored(winner, points int) pairing.Game {
	var g pairing.Game
	g.Halves[winner-1], g.Points[winner-1] = 2, 2*points
	return g
}

// givenUp returns a game of Hexone that a player did not attend.
func givenUp(player int) pairing.Game {
	g := scored(3-player, 49)
	g.Forfeit[player-1] = true
	return g
}

// resigned returns a game of Hexone that a player resigned with the given
// whole points on the board.
func resigned(player, points int) pairing.Game {
	g := scored(3-player, points)
	g.LostByLeaving[player-1] = true
	return g
}

func TestStanding(t *testing.T) {
	t.Parallel()
	type list = []pairing.Game
	over := func(halves, worth [2]int, winner int) pairing.Standing {
		return pairing.Standing{Over: true, Halves: halves, Worth: worth, Winner: winner}
	}
	match := func(points, halves, worth [2]int, winner int, tied bool) pairing.Standing {
		return pairing.Standing{Over: true, Halves: halves, Points: points, Worth: worth, Winner: winner, Tied: tied}
	}
	matchLeft := match([2]int{98, 98}, [2]int{2, 2}, [2]int{2, 0}, 1, false)
	matchLeft.TieForfeited = true
	leftAt20 := match([2]int{40, 40}, [2]int{2, 2}, [2]int{2, 0}, 1, false)
	leftAt20.TieForfeited = true
	for name, tt := range map[string]struct {
		unit     pairing.Unit
		decisive bool
		games    list
		want     pairing.Standing
	}{
		"nothing played":           {pairing.OneGame, false, nil, pairing.Standing{Next: 1}},
		"a win":                    {pairing.OneGame, false, list{first}, over([2]int{2, 0}, [2]int{2, 0}, 1)},
		"a loss":                   {pairing.OneGame, false, list{second}, over([2]int{0, 2}, [2]int{0, 2}, 2)},
		"a draw":                   {pairing.OneGame, false, list{drawn}, over([2]int{1, 1}, [2]int{1, 1}, 0)},
		"a forfeit":                {pairing.OneGame, false, list{firstGone}, over([2]int{0, 2}, [2]int{0, 2}, 2)},
		"nobody comes":             {pairing.OneGame, false, list{bothGone}, over([2]int{}, [2]int{}, 0)},
		"one of two":               {pairing.TwoGames, false, list{first}, pairing.Standing{Halves: [2]int{2, 0}, Next: 2}},
		"a win each":               {pairing.TwoGames, false, list{first, second}, over([2]int{2, 2}, [2]int{1, 1}, 0)},
		"a win and a draw":         {pairing.TwoGames, false, list{drawn, second}, over([2]int{1, 3}, [2]int{0, 2}, 2)},
		"a win, then gone":         {pairing.TwoGames, false, list{first, firstGone}, over([2]int{2, 2}, [2]int{1, 1}, 0)},
		"a draw, then nobody":      {pairing.TwoGames, false, list{drawn, bothGone}, over([2]int{1, 1}, [2]int{1, 1}, 0)},
		"a win, then nobody":       {pairing.TwoGames, false, list{first, bothGone}, over([2]int{2, 0}, [2]int{2, 0}, 1)},
		"nobody twice":             {pairing.TwoGames, false, list{bothGone, bothGone}, over([2]int{}, [2]int{}, 0)},
		"a drawn knockout game":    {pairing.OneGame, true, list{drawn}, pairing.Standing{Halves: [2]int{1, 1}, Next: 2}},
		"the replay":               {pairing.OneGame, true, list{drawn, second}, over([2]int{1, 3}, [2]int{0, 2}, 2)},
		"a second replay":          {pairing.OneGame, true, list{drawn, drawn}, pairing.Standing{Halves: [2]int{2, 2}, Next: 3}},
		"after two replays":        {pairing.OneGame, true, list{drawn, drawn, drawn}, pairing.Standing{Halves: [2]int{3, 3}, Undecided: true}},
		"two games and replays":    {pairing.TwoGames, true, list{first, second, drawn, first}, over([2]int{5, 3}, [2]int{2, 0}, 1)},
		"two games, all equal":     {pairing.TwoGames, true, list{first, second, drawn, drawn}, pairing.Standing{Halves: [2]int{4, 4}, Undecided: true}},
		"nobody in a knockout":     {pairing.OneGame, true, list{bothGone}, over([2]int{}, [2]int{}, 0)},
		"nobody in the replay":     {pairing.OneGame, true, list{drawn, bothGone}, pairing.Standing{Halves: [2]int{1, 1}, Undecided: true}},
		"each gone from one":       {pairing.TwoGames, true, list{firstGone, secondGone}, pairing.Standing{Halves: [2]int{2, 2}, Undecided: true}},
		"a match begun":            {pairing.Match, false, list{scored(1, 20)}, pairing.Standing{Halves: [2]int{2, 0}, Points: [2]int{40, 0}, Next: 2}},
		"a match by points":        {pairing.Match, false, list{scored(1, 20), scored(2, 19)}, match([2]int{40, 38}, [2]int{2, 2}, [2]int{2, 0}, 1, false)},
		"equal sums":               {pairing.Match, false, list{scored(1, 20), scored(2, 20)}, match([2]int{40, 40}, [2]int{2, 2}, [2]int{0, 2}, 2, true)},
		"its starter gone":         {pairing.Match, false, list{scored(2, 49), givenUp(2)}, matchLeft},
		"its starter resigned":     {pairing.Match, false, list{scored(2, 20), resigned(2, 20)}, leftAt20},
		"a drawn match":            {pairing.Match, false, list{drawn, drawn}, match([2]int{}, [2]int{2, 2}, [2]int{0, 2}, 2, true)},
		"equal in a knockout":      {pairing.Match, true, list{drawn, drawn}, match([2]int{}, [2]int{2, 2}, [2]int{0, 2}, 2, true)},
		"nobody comes to a match":  {pairing.Match, false, list{bothGone, bothGone}, match([2]int{}, [2]int{}, [2]int{}, 0, false)},
		"nobody to its second":     {pairing.Match, false, list{scored(2, 9), bothGone}, match([2]int{0, 18}, [2]int{0, 2}, [2]int{0, 2}, 2, false)},
		"a draw, nobody to second": {pairing.Match, false, list{drawn, bothGone}, match([2]int{}, [2]int{1, 1}, [2]int{1, 1}, 0, false)},
		"the same in a knockout":   {pairing.Match, true, list{drawn, bothGone}, pairing.Standing{Halves: [2]int{1, 1}, Undecided: true}},
		"each gives up a game":     {pairing.Match, false, list{givenUp(1), givenUp(2)}, match([2]int{98, 98}, [2]int{2, 2}, [2]int{1, 1}, 0, false)},
		"each, in a knockout": {
			pairing.Match, true,
			list{givenUp(1), givenUp(2)},
			pairing.Standing{Halves: [2]int{2, 2}, Points: [2]int{98, 98}, Undecided: true},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := terms(t, "hexone", tt.unit, tt.decisive).Standing(tt.games); got != tt.want {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

// A match that is given up halfway adds up the played game and one resigned
// before its first turn.
func TestForfeitsHalfway(t *testing.T) {
	t.Parallel()
	m := terms(t, "hexone", pairing.Match, false)
	for name, tt := range map[string]struct {
		played pairing.Game
		by     [2]bool
		points [2]int
		winner int
	}{
		"the winner of the first": {scored(1, 30), [2]bool{true, false}, [2]int{60, 98}, 2},
		"the loser of the first":  {scored(1, 30), [2]bool{false, true}, [2]int{158, 0}, 1},
		"both":                    {scored(1, 30), [2]bool{true, true}, [2]int{60, 0}, 1},
	} {
		forfeited, err := m.Forfeited(2, tt.by)
		if err != nil {
			t.Fatal(err)
		}
		if s := m.Standing([]pairing.Game{tt.played, forfeited}); !s.Over || s.Points != tt.points || s.Winner != tt.winner {
			t.Errorf("%s gives it up: %+v", name, s)
		}
	}
	whole, err := m.Forfeited(1, [2]bool{true, false})
	if err != nil || whole != (pairing.Game{Halves: [2]int{0, 2}, Points: [2]int{0, 98}, Forfeit: [2]bool{true, false}}) {
		t.Errorf("a forfeit is %+v, %v", whole, err)
	}
	for key, want := range map[string][2]int{"hexit": {}, "six": {}, "tartan": {}} {
		got, err := terms(t, key, pairing.OneGame, false).Forfeited(1, [2]bool{false, true})
		if err != nil || got.Halves != [2]int{2, 0} || got.Points != want {
			t.Errorf("%s: %+v, %v", key, got, err)
		}
	}
}

// Without forfeits a match has the result of package record.
func TestMatchAgreesWithTheRecord(t *testing.T) {
	t.Parallel()
	m := terms(t, "hexone", pairing.Match, false)
	random := rand.New(rand.NewPCG(8, 1))
	for range 60 {
		var records [2]*record.Record
		var played []pairing.Game
		for i := range records {
			r, err := record.New(m.Game, rules.Setup{})
			if err != nil {
				t.Fatal(err)
			}
			for turns := random.IntN(60); turns > 0; turns-- {
				actions := r.State().Actions(nil)
				if len(actions) == 0 {
					break
				}
				if err := r.Step(actions[random.IntN(len(actions))]); err != nil {
					t.Fatal(err)
				}
			}
			if _, over := r.Result(); !over {
				if err := r.Resign(rules.Seat(1 + random.IntN(2))); err != nil {
					t.Fatal(err)
				}
			}
			result, _ := r.Result()
			g, ok := pairing.Ended(result, i+1)
			if err := m.Check(i+1, g); !ok || err != nil {
				t.Fatalf("%v is %+v, %v, %v", result, g, ok, err)
			}
			records[i], played = r, append(played, g)
		}
		want := record.Match{First: records[0], Second: records[1]}.Standing()
		if got := m.Standing(played); got.Points != want.Halves || got.Winner != want.Winner || got.Tied != want.Tied || got.TieForfeited != want.TieForfeited || !got.Over {
			t.Errorf("%+v, but the record has %+v", got, want)
		}
	}
}

// In all cases games follow one another without gaps until the pairing is over
// or undecided, the worth adds up to a whole pairing unless neither player has
// scored, and the standing is symmetrical in the players.
func TestStandingProperties(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(8, 2))
	kinds := []pairing.Game{first, second, drawn, drawn, firstGone, secondGone, bothGone, scored(1, 12), scored(2, 12)}
	swapped := func(g pairing.Game) pairing.Game {
		return pairing.Game{
			Halves: [2]int{g.Halves[1], g.Halves[0]}, Points: [2]int{g.Points[1], g.Points[0]}, Forfeit: [2]bool{g.Forfeit[1], g.Forfeit[0]},
		}
	}
	for range 5000 {
		unit := pairing.Units()[random.IntN(3)]
		tm := terms(t, "hexone", unit, random.IntN(2) == 0)
		var played, mirrored []pairing.Game
		s := tm.Standing(nil)
		for s.Next != 0 {
			if s.Over || s.Undecided || s.Winner != 0 || s.Worth != [2]int{} || s.Next != len(played)+1 {
				t.Fatalf("%+v after %+v", s, played)
			}
			g := kinds[random.IntN(len(kinds))]
			played, mirrored = append(played, g), append(mirrored, swapped(g))
			s = tm.Standing(played)
		}
		m := tm.Standing(mirrored)
		switch worth := s.Worth[0] + s.Worth[1]; {
		case len(played) > tm.Most(), s.Over == s.Undecided, s.Undecided && !tm.Decisive:
			t.Fatalf("%+v after %+v", s, played)
		case tm.Decisive && s.Over && s.Winner == 0 && s.Halves != [2]int{}:
			t.Fatalf("%+v after %+v", s, played)
		case s.Over && worth != 2 && s.Halves != [2]int{}, s.Halves == [2]int{} && worth != 0, s.Undecided && worth != 0:
			t.Fatalf("worth %v after %+v", s.Worth, played)
		case (s.Winner == 1) != (s.Worth == [2]int{2, 0}), (s.Winner == 2) != (s.Worth == [2]int{0, 2}):
			t.Fatalf("%+v after %+v", s, played)
		case m.Points != [2]int{s.Points[1], s.Points[0]}, m.Over != s.Over, !s.Tied && s.Winner != 0 && m.Winner != 3-s.Winner, s.Tied && m.Winner != 2 && !m.TieForfeited:
			t.Fatalf("%+v, mirrored %+v, after %+v", s, m, played)
		}
	}
}

func TestDecided(t *testing.T) {
	t.Parallel()
	tm := terms(t, "six", pairing.OneGame, true)
	s := tm.Standing([]pairing.Game{drawn, drawn, drawn})
	got, err := s.Decided(2)
	if err != nil || !got.Over || got.Undecided || got.Winner != 2 || got.Worth != [2]int{0, 2} {
		t.Errorf("decided is %+v, %v", got, err)
	}
	for _, winner := range []int{0, 3, -1} {
		_, err := s.Decided(winner)
		wantKey(t, err, "error.pairing-winner")
	}
	_, err = tm.Standing([]pairing.Game{first}).Decided(1)
	wantKey(t, err, "error.pairing-winner")
}

func TestCheckTerms(t *testing.T) {
	t.Parallel()
	four := rules.Setup{Options: map[string]string{rules.SeatsOption: "4"}}
	for name, tt := range map[string]struct {
		key   string
		setup rules.Setup
		unit  pairing.Unit
		want  string
	}{
		"a game":             {"six", rules.Setup{}, pairing.OneGame, ""},
		"two games":          {"hexellation", rules.Setup{}, pairing.TwoGames, ""},
		"a match":            {"hexone", rules.Setup{}, pairing.Match, ""},
		"a match of another": {"six", rules.Setup{}, pairing.Match, "error.match"},
		"no unit":            {"six", rules.Setup{}, "three", "error.pairing-unit"},
		"no unit at all":     {"six", rules.Setup{}, "", "error.pairing-unit"},
		"four seats":         {"six", four, pairing.OneGame, "error.pairing-seats"},
		"a bad option":       {"six", rules.Setup{Options: map[string]string{"tiles": "1"}}, pairing.OneGame, "error.option"},
	} {
		tm := terms(t, tt.key, tt.unit, false)
		tm.Setup = tt.setup
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wantKey(t, tm.CheckTerms(), tt.want)
		})
	}
}
