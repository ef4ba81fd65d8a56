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

// A game may be asked from any goroutine, and a clone shares nothing: with each
// set of its options every game is played by several at once, of whom two play
// the same, and all of them come to what one alone comes to. The race detector
// sees what they would share.
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
				t.Errorf("%s %v: player %d came to\n%s\nwho alone comes to\n%s", at.game.Info().Key, at.setup.Options, i, got, want)
			}
		}
	}
}

// playAsking plays the beginning of a random game, asks all that there is to ask
// of each of its states, and returns the answers.
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

// askForBots asks what bots ask.
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
