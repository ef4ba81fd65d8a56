package match_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
	"hexclub/rules/bot/match"
	"hexclub/rules/games"
	"hexclub/rules/hexellation"
	"hexclub/rules/hexone"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
	"hexclub/rules/six"
)

// parse parses two contenders.
func parse(t *testing.T, texts ...string) (contenders [2]match.Contender) {
	t.Helper()
	for i, text := range texts {
		contender, err := match.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		contenders[i] = contender
	}
	return contenders
}

// run plays a match and also returns its games as text.
func run(t *testing.T, m match.Match, contenders [2]match.Contender) (match.Table, []string) {
	t.Helper()
	var played []string
	table, err := match.Run(t.Context(), m, contenders, func(p match.Played) {
		played = append(played, fmt.Sprint(p.Number, p.First, p.Opening, p.Score, p.Fault, p.Record.Played()))
	})
	if err != nil {
		t.Fatal(err)
	}
	return table, played
}

// A match is the same for the same seed, however many games are played at
// once, and different for another seed.
func TestSeed(t *testing.T) {
	for _, game := range rulestest.Few(t, games.All(), 1) {
		t.Run(game.Info().Key, func(t *testing.T) {
			m := match.Match{Game: game, Games: 6, Opening: 2, Turns: 60, Seed: 5, Workers: 1}
			contenders := parse(t, "uct,nodes=20", "mcts,nodes=20")
			table, played := run(t, m, contenders)
			m.Workers = 3
			again, same := run(t, m, contenders)
			if diff := cmp.Diff(played, same); diff != "" {
				t.Errorf("with three workers:\n%s", diff)
			}
			if diff := cmp.Diff(table, again, cmp.AllowUnexported(match.Spread{})); diff != "" {
				t.Errorf("the table with three workers:\n%s", diff)
			}
			m.Seed = 6
			if _, other := run(t, m, contenders); slices.Equal(played, other) {
				t.Error("another seed plays the same games")
			}
		})
	}
}

// Both games of a pair begin alike with the sides changed; other pairs begin
// differently.
func TestOpenings(t *testing.T) {
	for _, game := range games.All() {
		t.Run(game.Info().Key, func(t *testing.T) {
			m := match.Match{Game: game, Games: 9, Opening: match.OpeningTurns(game.Info().Key), Turns: 20, Seed: 1, Workers: 1}
			var openings []string
			_, err := match.Run(t.Context(), m, parse(t, "random", "random"), func(p match.Played) {
				if p.First != p.Number%2 {
					t.Errorf("in game %d contender %d acts first", p.Number, p.First)
				}
				opening := p.Record.Played()[:p.Opening]
				if turns := p.Record.Turns()[:m.Opening]; len(opening) != len(slices.Concat(texts(turns)...)) {
					t.Errorf("the opening %v is not of %d turns", opening, m.Opening)
				}
				openings = append(openings, strings.Join(opening, " "))
			})
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; i+1 < len(openings); i += 2 {
				if openings[i] != openings[i+1] {
					t.Errorf("games %d and %d begin with %q and %q", i, i+1, openings[i], openings[i+1])
				}
			}
			if different := len(slices.Compact(slices.Sorted(slices.Values(openings)))); different < 4 {
				t.Errorf("five openings are %d: %q", different, openings)
			}
		})
	}
}

func texts(turns []record.Turn) (list [][]string) {
	for _, turn := range turns {
		list = append(list, turn.Actions)
	}
	return list
}

// A contender that searches beats one that does not, on either side.
func TestCountsTheStronger(t *testing.T) {
	m := match.Match{Game: hexellation.Game{}, Games: 20, Opening: 3, Seed: 1, Workers: 2}
	for i, texts := range [][]string{{"alphabeta,nodes=3000", "random"}, {"random", "alphabeta,nodes=3000"}} {
		table, _ := run(t, m, parse(t, texts...))
		strong, weak := table.Sides[i], table.Sides[1-i]
		if score := strong.Score(); score.Won < 18 || score.Games() != 20 {
			t.Errorf("the stronger scores %+v", score)
		}
		if strong.First.Games() != 10 || strong.Second.Games() != 10 {
			t.Errorf("it acts first in %d games, second in %d", strong.First.Games(), strong.Second.Games())
		}
		if mirrored := (match.Score{Won: weak.Score().Lost, Drawn: weak.Score().Drawn, Lost: weak.Score().Won}); mirrored != strong.Score() {
			t.Errorf("the weaker scores %+v, the stronger %+v", weak.Score(), strong.Score())
		}
		if strong.Nodes <= strong.Actions || strong.Actions == 0 {
			t.Errorf("%d nodes for %d actions", strong.Nodes, strong.Actions)
		}
	}
}

// Four seats of two colours are two sides; three sides have no match.
func TestSides(t *testing.T) {
	four := rules.Setup{Options: map[string]string{"seats": "4"}}
	m := match.Match{Game: six.Game{}, Setup: four, Games: 4, Opening: 4, Seed: 1, Workers: 1}
	table, _ := run(t, m, parse(t, "alphabeta,nodes=500", "random"))
	if score := table.Sides[0].Score(); score.Won != 4 {
		t.Errorf("a team that looks ahead scores %+v", score)
	}
	for _, options := range []map[string]string{{"seats": "3"}, {"seats": "9"}} {
		m := match.Match{Game: hexellation.Game{}, Setup: rules.Setup{Options: options}, Games: 2}
		if _, err := match.Run(t.Context(), m, parse(t, "1", "2"), nil); !rules.IsKind(err, rules.Invalid) {
			t.Errorf("%v: %v", options, err)
		}
	}
}

// A scripted contender plays what a function says.
func scripted(name string, move func(*record.Record) (match.Move, error)) match.Contender {
	return match.Contender{Name: name, New: func(context.Context, rules.Game, rules.Setup, uint64) (match.Player, error) {
		return script(move), nil
	}}
}

type script func(*record.Record) (match.Move, error)

func (s script) Move(_ context.Context, r *record.Record) (match.Move, error) { return s(r) }

func (s script) Close() {}

// A contender that breaks the rules loses, and the match goes on.
func TestFaults(t *testing.T) {
	action := func(r *record.Record, text string) rules.Action {
		a, err := r.State().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	for _, test := range []struct {
		name, want string
		move       func(r *record.Record) (match.Move, error)
	}{
		{"fails", "out of ideas", func(*record.Record) (match.Move, error) { return match.Move{}, errors.New("out of ideas") }},
		{"no action", "no action", func(*record.Record) (match.Move, error) { return match.Move{}, nil }},
		{"illegal", "c3: hexone.refuse.", func(r *record.Record) (match.Move, error) {
			return match.Move{Actions: []rules.Action{action(r, "c3")}}, nil
		}},
		{"goes on", "1 actions follow its turn", func(r *record.Record) (match.Move, error) {
			legal := r.State().Actions(nil)
			return match.Move{Actions: []rules.Action{legal[0], legal[1]}}, nil
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := match.Match{Game: hexone.Game{}, Games: 4, Seed: 1, Workers: 1}
			contenders := [2]match.Contender{parse(t, "random", "random")[0], scripted("bad", test.move)}
			table, _ := run(t, m, contenders)
			if score := table.Sides[0].Score(); score.Won != 4 {
				t.Errorf("its opponent scores %+v", score)
			}
			faults := table.Sides[1].Faults
			if len(faults) != 4 || !strings.Contains(faults[3].Why.Error(), test.want) || faults[3].Game != 3 {
				t.Errorf("the faults are %v", faults)
			}
		})
	}
}

// A player that cannot be made loses, too.
func TestNoPlayer(t *testing.T) {
	none := match.Contender{New: func(context.Context, rules.Game, rules.Setup, uint64) (match.Player, error) {
		return nil, errors.New("nobody there")
	}}
	m := match.Match{Game: hexone.Game{}, Games: 2, Seed: 1, Workers: 1}
	table, _ := run(t, m, [2]match.Contender{none, parse(t, "random", "random")[0]})
	if faults := table.Sides[0].Faults; len(faults) != 2 || faults[0].Why.Error() != "nobody there" {
		t.Errorf("the faults are %v", faults)
	}
}

// Games that do not end are drawn.
func TestCut(t *testing.T) {
	m := match.Match{Game: hexone.Game{}, Games: 2, Opening: 4, Turns: 6, Seed: 1, Workers: 1}
	table, _ := run(t, m, parse(t, "random", "random"))
	if table.Cut != 2 || table.Sides[0].Score() != (match.Score{Drawn: 2}) || table.Turns.Quantile(1) != 6 {
		t.Errorf("%d are cut, the score is %+v after at most %d turns", table.Cut, table.Sides[0].Score(), table.Turns.Quantile(1))
	}
}

// Games finished before a match was interrupted count.
func TestBrokenOff(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := match.Match{Game: hexone.Game{}, Games: 1000, Seed: 1, Workers: 1}
	table, err := match.Run(ctx, m, parse(t, "random", "random"), func(p match.Played) {
		if p.Number == 2 {
			cancel()
		}
	})
	if n := table.Sides[0].Score().Games(); !errors.Is(err, context.Canceled) || n < 3 || n > 10 {
		t.Errorf("%v after %d games", err, n)
	}
}

// An interrupted match neither waits for a player that is slow to begin nor
// makes it lose.
func TestBrokenOffAtTheStart(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	slow := match.Contender{New: func(ctx context.Context, _ rules.Game, _ rules.Setup, _ uint64) (match.Player, error) {
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	m := match.Match{Game: hexone.Game{}, Games: 2, Seed: 1, Workers: 1}
	table, err := match.Run(ctx, m, [2]match.Contender{slow, parse(t, "random", "random")[0]}, nil)
	if n := table.Sides[0].Score().Games(); !errors.Is(err, context.Canceled) || n != 0 {
		t.Errorf("%v after %d games", err, n)
	}
}

// The clock is read before and after each move.
func TestTime(t *testing.T) {
	now := int64(0)
	m := match.Match{Game: hexone.Game{}, Games: 2, Opening: 1, Turns: 2, Seed: 1, Workers: 1, Now: func() int64 {
		now += 1000
		return now
	}}
	table, _ := run(t, m, parse(t, "random", "random"))
	for _, side := range table.Sides {
		if side.Time != 1000 || side.Actions != 1 || side.Turn.Quantile(1) != 1000 {
			t.Errorf("%s takes %d ns for %d actions, at most %d", side.Name, side.Time, side.Actions, side.Turn.Quantile(1))
		}
	}
}

// Against the table of Newcombe, "Two-sided confidence intervals for the single
// proportion: comparison of seven methods" (1998), table I, method 3.
func TestInterval(t *testing.T) {
	for _, test := range []struct {
		won, of   int
		low, high float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
	} {
		low, high := match.Score{Won: test.won, Lost: test.of - test.won}.Interval()
		if math.Abs(low-test.low) > 0.00005 || math.Abs(high-test.high) > 0.00005 {
			t.Errorf("%d of %d: from %.4f to %.4f, want %.4f to %.4f", test.won, test.of, low, high, test.low, test.high)
		}
		mirrored, _ := match.Score{Won: test.of - test.won, Lost: test.won}.Interval()
		if math.Abs(1-mirrored-high) > 1e-12 {
			t.Errorf("%d lost of %d: from %f, want %f", test.won, test.of, mirrored, 1-high)
		}
	}
	if low, high := (match.Score{}).Interval(); low != 0 || high != 1 {
		t.Errorf("no games: from %f to %f", low, high)
	}
	if share := (match.Score{Won: 1, Drawn: 2, Lost: 1}).Share(); share != 0.5 {
		t.Errorf("draws count %f", share)
	}
}

func TestElo(t *testing.T) {
	for share, want := range map[float64]float64{0.5: 0, 0.76: 200, 10.0 / 11: 400, 1.0 / 11: -400, 1: math.Inf(1), 0: math.Inf(-1)} {
		if got := match.Elo(share); got != want && math.Abs(got-want) > 0.5 {
			t.Errorf("%f is %f, want %f", share, got, want)
		}
	}
}

// Settings reach the search: with another budget it searches as many
// positions, or makes as many playouts.
func TestSettings(t *testing.T) {
	for _, text := range rulestest.Few(t, []string{"alphabeta,nodes=700", "5,nodes=700,blur=0", "uct,nodes=700", "mcts,explore=0.5,nodes=700"}, 1) {
		m := match.Match{Game: six.Game{}, Games: 2, Opening: 4, Turns: 12, Seed: 1, Workers: 1}
		table, _ := run(t, m, parse(t, text, "random"))
		if each := table.Sides[0].Nodes / table.Sides[0].Actions; each < 350 || each > 800 {
			t.Errorf("%s looks at %d an action", text, each)
		}
	}
}

func TestParse(t *testing.T) {
	for text, name := range map[string]string{
		"1": "level 1", "6": "level 6", "random": "random", "uct": "uct", "5,nodes=20000": "5,nodes=20000",
		"mcts,nodes=30,blur=2,slip=3,explore=0.7,expand=2,cut=8": "mcts,nodes=30,blur=2,slip=3,explore=0.7,expand=2,cut=8",
		"alphabeta,whole=true": "alphabeta,whole=true",
	} {
		if contender, err := match.Parse(text); err != nil || contender.Name != name {
			t.Errorf("%q is %q, %v", text, contender.Name, err)
		}
	}
	for text, want := range map[string]string{
		"":                  "is not a player",
		"0":                 "is not a player",
		"7":                 "is not a player",
		"random5":           "is not a player",
		"5,":                "the settings of a search are nodes, ",
		"5,depth=3":         "the settings of a search are nodes, ",
		"5,method=1":        "the settings of a search are nodes, ",
		"5,Nodes=3":         "the settings of a search are nodes, ",
		"5,nodes":           "is not a valid number",
		"5,nodes=many":      "is not a valid number",
		"5,nodes=0":         "is not a valid number",
		"5,nodes=1e20":      "is not a valid number",
		"5,nodes=NaN":       "is not a valid number",
		"5,blur=-1":         "is not a valid number",
		"5,whole=perhaps":   "is neither true nor false",
		"5,nodes=3,nodes=x": "is not a valid number",
	} {
		if _, err := match.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
