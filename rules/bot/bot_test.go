package bot_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/games"
	"hexclub/rules/rulestest"
)

// methods returns ways to search, with small budgets.
func methods() []bot.Search {
	return []bot.Search{
		{Method: bot.Chance, Nodes: 1},
		{Method: bot.UCT, Nodes: 60, Explore: 1.4, Expand: 1},
		{Method: bot.MCTS, Nodes: 60, Explore: 1.4, Expand: 2},
		{Method: bot.MCTS, Nodes: 60, Explore: 1, Expand: 1, Cut: 1},
		{Method: bot.AlphaBeta, Nodes: 300, Late: 0.7},
		{Method: bot.AlphaBeta, Nodes: 300, Whole: true, Blur: 500, Slip: 200},
	}
}

// setups returns the variants of a game that differ for bots: the defaults,
// and each option with each other value.
func setups(game rules.Game) []rules.Setup {
	list := []rules.Setup{{}}
	for _, option := range game.Info().Options {
		for _, value := range option.Values[1:] {
			list = append(list, rules.Setup{Options: map[string]string{option.Key: value}})
		}
	}
	return list
}

// midgame returns a position after some random turns.
func midgame(t testing.TB, game rules.Game, setup rules.Setup, turns int, seed uint64) rules.State {
	t.Helper()
	for random := rules.Random(seed); ; {
		st, err := game.New(setup)
		if err != nil {
			t.Fatal(err)
		}
		for st.Turn().Seat != 0 && st.Turn().Number <= turns {
			actions := st.Actions(nil)
			st.Play(actions[random.IntN(len(actions))])
		}
		if st.Turn().Seat != 0 {
			return st
		}
	}
}

func TestChooseIsLegal(t *testing.T) {
	for _, game := range games.All() {
		for _, setup := range setups(game) {
			t.Run(fmt.Sprint(game.Info().Key, setup.Options), func(t *testing.T) {
				t.Parallel()
				for i, how := range methods() {
					for turns := range rulestest.Some(t, 12) {
						st := midgame(t, game, setup, turns, uint64(i))
						before := st.Position()
						task := bot.Task{Game: game, State: st, Search: how, Seed: uint64(turns)}
						choice := choose(t, task)
						if st.Position() != before {
							t.Fatalf("searching %s made it %s", before, st.Position())
						}
						checkLine(t, st, choice)
						if again := choose(t, task); !slices.Equal(again.Line, choice.Line) || again.Chance != choice.Chance {
							t.Errorf("%s: %v, then %v", before, choice, again)
						}
						if choice.Chance < 0 || choice.Chance > 1 {
							t.Errorf("%s: a chance of %v", before, choice.Chance)
						}
					}
				}
			})
		}
	}
}

func choose(t testing.TB, task bot.Task) bot.Choice {
	t.Helper()
	choice, err := bot.Choose(t.Context(), task)
	if err != nil {
		t.Fatalf("%s: %v", task.State.Position(), err)
	}
	return choice
}

// checkLine plays a line, which must be legal and whose turn must end where it
// says.
func checkLine(t testing.TB, st rules.State, choice bot.Choice) {
	t.Helper()
	position, seat := st.Position(), st.Turn().Seat
	st = st.Clone()
	for i, a := range choice.Line {
		if refusal := st.Refuse(a); refusal != nil {
			t.Fatalf("%s: action %d of the line, %s, is against rule %s", position, i, st.Text(a), refusal.Rule)
		}
		st.Play(a)
		next := st.Turn()
		if over := next.Seat != seat || next.Action == 0; over != (i+1 >= choice.Turn) && i < choice.Turn {
			t.Fatalf("%s: %d actions are the turn, but after %d it is %+v", position, choice.Turn, i+1, next)
		}
	}
}

func TestChooseSpends(t *testing.T) {
	for _, game := range games.All() {
		st := midgame(t, game, rules.Setup{}, 6, 1)
		for _, how := range methods()[1:] {
			how.Slip = 0
			whole := choose(t, bot.Task{Game: game, State: st, Search: how})
			// Each further action of a turn may cost a quarter.
			if limit := how.Nodes + (whole.Turn-1)*(how.Nodes/4+1) + whole.Turn; whole.Nodes > limit {
				t.Errorf("%s, method %d: %d nodes of %d", game.Info().Key, how.Method, whole.Nodes, limit)
			}
			part := choose(t, bot.Task{Game: game, State: st, Search: how, Share: 0.1})
			if limit := how.Nodes/10 + part.Turn*(how.Nodes/40+2); part.Nodes > limit {
				t.Errorf("%s, method %d: %d nodes of %d", game.Info().Key, how.Method, part.Nodes, limit)
			}
		}
	}
}

func TestChooseStops(t *testing.T) {
	for _, game := range games.All() {
		st := midgame(t, game, rules.Setup{}, 2, 1)
		for _, how := range []bot.Search{
			{Method: bot.UCT, Nodes: 1 << 30, Explore: 1.4, Expand: 1},
			{Method: bot.AlphaBeta, Nodes: 1 << 30},
		} {
			ctx := rulestest.CancelAfter(t.Context(), 2)
			_, err := bot.Choose(ctx, bot.Task{Game: game, State: st, Search: how})
			// A search that proves a result before it polls the context again succeeds.
			if err == nil && !ctx.Cancelled() {
				continue
			}
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s, method %d: %v", game.Info().Key, how.Method, err)
			}
		}
	}
}

func TestChooseErrors(t *testing.T) {
	game, err := games.Find("hexone")
	if err != nil {
		t.Fatal(err)
	}
	st, err := game.New(rules.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	over := st.Clone()
	over.Retire(1, rules.Resignation)
	for _, c := range []struct {
		name string
		task bot.Task
		key  string
	}{
		{"over", bot.Task{Game: game, State: over, Level: 1}, "error.over"},
		{"no level", bot.Task{Game: game, State: st}, "error.level"},
		{"level 7", bot.Task{Game: game, State: st, Level: 7}, "error.level"},
	} {
		_, err := bot.Choose(t.Context(), c.task)
		if known := (*rules.Error)(nil); !errors.As(err, &known) || known.Key != c.key {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// A winning line that would end the game in a draw by repetition is avoided.
func TestChooseKnowsRepetition(t *testing.T) {
	game, err := games.Find("tartan")
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(40) {
		st := midgame(t, game, rules.Setup{}, 40, seed)
		task := bot.Task{Game: game, State: st, Search: bot.Search{Method: bot.AlphaBeta, Nodes: 3000}}
		first := choose(t, task)
		if first.Chance < 0.6 || first.Proven {
			continue
		}
		next := st.Clone()
		for _, a := range first.Line[:first.Turn] {
			next.Play(a)
		}
		task.Seen = map[rules.Key]int{next.Key(): 2}
		if again := choose(t, task); slices.Equal(again.Line[:again.Turn], first.Line[:first.Turn]) {
			t.Errorf("%s: the side with the better position repeats by %s", st.Position(), st.Text(first.Line[0]))
		}
		return
	}
	t.Fatal("no position is better for one side")
}

// With three sides it is not a win that another side does not win.
func TestThreeSides(t *testing.T) {
	game, err := games.Find("hexellation")
	if err != nil {
		t.Fatal(err)
	}
	hopeful := 0
	for seed := range uint64(rulestest.Some(t, 600)) {
		st := midgame(t, game, rules.Setup{Options: map[string]string{"seats": "3"}}, 2, seed)
		random := rules.Random(seed)
		for st.Turn().Seat != 0 && len(st.Actions(nil)) > 9 {
			a, _ := st.(rules.Suggester).Suggest(&random)
			st.Play(a)
		}
		seat := st.Turn().Seat
		if seat == 0 {
			continue
		}
		choice := choose(t, bot.Task{Game: game, State: st, Level: 4})
		if choice.Chance < 0.8 {
			continue
		}
		hopeful++
		next := st.Clone()
		next.Play(choice.Line[0])
		if !canWin(next, seat) {
			t.Errorf("%s: %s has a chance of %v, but cannot win", st.Position(), st.Text(choice.Line[0]), choice.Chance)
		}
	}
	if hopeful == 0 {
		t.Error("no position is good for a side")
	}
}

// canWin reports whether a seat can win or draw if all others help.
func canWin(st rules.State, seat rules.Seat) bool {
	if result, over := st.Result(); over {
		return result.Outcome(seat) != rules.Lost
	}
	return slices.ContainsFunc(st.Actions(nil), func(a rules.Action) bool {
		next := st.Clone()
		next.Play(a)
		return canWin(next, seat)
	})
}

func TestLevels(t *testing.T) {
	for _, game := range games.All() {
		key := game.Info().Key
		for level := bot.Level(2); level <= bot.MaxLevel; level++ {
			for sides := 2; sides <= 3; sides++ {
				below, above := bot.SearchOf(key, sides, level-1), bot.SearchOf(key, sides, level)
				if above.Nodes < below.Nodes || above.Blur > below.Blur || above.Slip > below.Slip {
					t.Errorf("%s: level %d errs more than level %d: %+v, %+v", key, level, level-1, above, below)
				}
			}
			if got := level.Rating(key, 2); got <= (level-1).Rating(key, 2) {
				t.Errorf("%s: level %d is rated %d", key, level, got)
			}
			if got := level.Rating(key, 3); got != 0 {
				t.Errorf("%s: level %d is rated %d among three, which was not measured", key, level, got)
			}
		}
	}
}
