package games_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/rulestest"
)

// Games can be used from any goroutine, and clones share nothing. Several goroutines play every
// game with each set of its options at once, two of them the same game, and get the same answers as
// one alone. The race detector finds shared data.
func TestPlayedTogether(t *testing.T) {
	const players = 4
	type table struct {
		game  rules.Game
		setup rules.Setup
		start rules.State
		got   [players]string
	}
	var tables []*table
	for _, game := range games.All() {
		for _, options := range rulestest.OptionSets(game.Info()) {
			setup := rules.Setup{Options: options}
			start, err := game.New(setup)
			if err != nil {
				t.Fatal(err)
			}
			tables = append(tables, &table{game: game, setup: setup, start: start})
		}
	}
	var all sync.WaitGroup
	for _, at := range tables {
		for i := range players {
			st := at.start.Clone()
			all.Go(func() {
				if i == 0 {
					var err error
					if st, err = at.game.New(at.setup); err != nil {
						t.Error(err)
						return
					}
				}
				at.got[i] = playAsking(st, rules.Random(i/2))
			})
		}
	}
	all.Wait()
	for _, at := range tables {
		for i, got := range at.got {
			if want := playAsking(at.start.Clone(), rules.Random(i/2)); got != want {
				t.Errorf("%s %v: player %d got\n%s\nand alone\n%s", at.game.Info().Key, at.setup.Options, i, got, want)
			}
		}
	}
}

// playAsking plays the start of a random game, calls all methods of each state, and returns the
// answers.
func playAsking(st rules.State, random rules.Random) string {
	var answers strings.Builder
	scratch := st.Clone()
	for range 30 {
		actions := st.Actions(nil)
		board := st.Board()
		fmt.Fprintln(&answers, st.Position(), st.Key(), st.Turn(), board, st.Seats(), st.Out(1))
		if len(actions) == 0 {
			break
		}
		action := actions[random.IntN(len(actions))]
		read, err := st.Parse(st.Text(action))
		fmt.Fprintln(&answers, read, err, st.Refuse(action), st.Refuse(rules.Action{}), st.Trace(action), st.Arrange(board.Cells, 2))
		if picks := st.Picks(action); len(picks) > 0 {
			fmt.Fprintln(&answers, picks, st.Guess(picks[0][:1]))
		}
		askForBots(&answers, st, actions, random)
		scratch.Set(st)
		scratch.Retire(st.Turn().Seat, rules.Resignation)
		scratch.Settle(rules.Agreement)
		fmt.Fprintln(&answers, scratch.Position())
		st.Play(action)
	}
	return answers.String()
}

// askForBots calls the methods for bots.
func askForBots(answers *strings.Builder, st rules.State, actions []rules.Action, random rules.Random) {
	if counter, ok := st.(rules.Counter); ok {
		fmt.Fprintln(answers, counter.Count())
	}
	if sampler, ok := st.(rules.Sampler); ok {
		a, _ := sampler.Sample(&random)
		fmt.Fprintln(answers, st.Text(a))
	}
	if evaluator, ok := st.(rules.Evaluator); ok {
		fmt.Fprintln(answers, evaluator.Evaluate())
	}
	if weigher, ok := st.(rules.Weigher); ok {
		weights := make([]int32, len(actions))
		weigher.Weigh(actions, weights)
		fmt.Fprintln(answers, weights)
	}
	if suggester, ok := st.(rules.Suggester); ok {
		a, _ := suggester.Suggest(&random)
		fmt.Fprintln(answers, st.Text(a))
	}
}
