package sitetest

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/rules/record"
	"hexclub/views/page"
)

// RandomState returns a random state at the start of a turn, after at least the given number of
// actions.
func RandomState(t testing.TB, game rules.Game, options map[string]string, seed uint64, actions int) rules.State {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 9))
	for {
		st, err := game.New(rules.Setup{Options: options})
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; ; n++ {
			legal := st.Actions(nil)
			if len(legal) == 0 {
				break
			}
			if n >= actions && st.Turn().Action == 0 {
				return st
			}
			st.Play(legal[random.IntN(len(legal))])
		}
	}
}

// lineFrom returns some actions from the position of AddSandbox.
func lineFrom(t testing.TB, game rules.Game) string {
	t.Helper()
	st := RandomState(t, game, nil, 5, 14)
	var texts []string
	for len(texts) < 3 && st.Turn().Seat != 0 {
		action := st.Actions(nil)[0]
		texts = append(texts, st.Text(action))
		st.Play(action)
	}
	return strings.Join(texts, " ")
}

// longest is the maximum number of turns of a stage's game.
const longest = 120

// finishedGame returns a game of random actions. Players win if they can.
func finishedGame(t *testing.T, game rules.Game, setup rules.Setup) *record.Record {
	t.Helper()
	const shortest = 8 // turns
	for seed := range uint64(1000) {
		r := PlayAtRandom(t, game, setup, seed, nil)
		if _, over := r.Result(); over && len(r.Turns()) >= shortest {
			return r
		}
	}
	t.Fatalf("no game of %s ends within %d turns", game.Info().Key, longest)
	return nil
}

// A spot is a position within a random game, possibly within a turn.
type spot struct {
	Played []record.Turn
	Draft  []string // of the incomplete turn
	State  rules.State
}

// FindSpot returns a position that satisfies a condition, after at least the given number of turns.
func FindSpot(t *testing.T, game rules.Game, opening int, suits func(rules.State) bool) spot {
	t.Helper()
	for seed := range uint64(1000) {
		var found *spot
		PlayAtRandom(t, game, rules.Setup{}, seed, func(played []record.Turn, d record.Draft) bool {
			if len(played) < opening || !suits(d.State) {
				return true
			}
			found = &spot{Played: played, Draft: d.Texts, State: d.State}
			return false
		})
		if found != nil {
			return *found
		}
	}
	t.Fatalf("no such position in %s", game.Info().Key)
	return spot{}
}

// PlayAtRandom plays a random game until it ends, is too long, or watch returns false. Watch is
// called for every position.
func PlayAtRandom(t *testing.T, game rules.Game, setup rules.Setup, seed uint64, watch func(played []record.Turn, d record.Draft) (goOn bool)) *record.Record {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	r, err := record.New(game, setup)
	if err != nil {
		t.Fatal(err)
	}
	for r.State().Turn().Seat != 0 && len(r.Turns()) < longest {
		draft := r.Draft("")
		for !draft.Done {
			if watch != nil && !watch(r.Turns(), draft) {
				return r
			}
			draft = r.Draft(strings.Join(append(draft.Texts, randomAction(draft.State, random)), " "))
		}
		if err := r.Play(r.State().Turn().Seat, strings.Join(draft.Texts, " ")); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// randomAction returns an action that wins at once, or else a random one.
func randomAction(st rules.State, random *rand.Rand) string {
	actions := st.Actions(nil)
	next := st.Clone()
	for _, action := range actions {
		next.Set(st)
		next.Play(action)
		if result, over := next.Result(); over && !result.Drawn {
			return st.Text(action)
		}
	}
	return st.Text(actions[random.IntN(len(actions))])
}

// StartsAction returns the name of the cell to click first for an action with two clicks. It
// returns "" if there is no such action.
func StartsAction(st rules.State) string {
	for _, action := range st.Actions(nil) {
		if picks := st.Picks(action); len(picks) > 1 {
			for _, c := range st.Board().Cells {
				if c.Cell == picks[0][0] {
					return c.Name
				}
			}
		}
	}
	return ""
}

// PlayedGame creates a game on one device, plays the turns, and returns its path.
func (c *Client) PlayedGame(t *testing.T, game rules.Game, setup rules.Setup, turns []record.Turn) (path string) {
	t.Helper()
	form := []string{"game", game.Info().Key, "opponent", "device"}
	for option, value := range setup.Options {
		form = append(form, page.OptionName(option), value)
	}
	path = c.Post("/games", form...).WantStatus(t, http.StatusOK).Path
	c.SendTurns(t, path, turns, 0)
	return path
}

// WholeGame returns a short random game of Hexone with a chain of at least three explosions.
func WholeGame(t testing.TB) *record.Record {
	t.Helper()
	for seed := range uint64(2000) {
		r := RandomGame(t, seed)
		if len(r.Turns()) < 26 && longestChain(r) >= 3 {
			return r
		}
	}
	t.Fatal("no such game among the first 2000 seeds")
	return nil
}

func RandomGame(t testing.TB, seed uint64) *record.Record {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	r, err := record.New(hexone.Game{}, rules.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for r.Turn().Seat != 0 {
		if err := r.Play(r.Turn().Seat, ATurn(r, random)); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func longestChain(r *record.Record) int {
	longest := 0
	for _, turn := range r.Turns() {
		longest = max(longest, len(turn.Actions)-1)
	}
	return longest
}

// Turn returns the actions of a random legal turn of the seat to act. It is empty when the game is
// over.
func Turn(r *record.Record, random *rand.Rand) (texts []string) {
	state := r.State().Clone()
	for number := state.Turn().Number; state.Turn().Seat != 0 && state.Turn().Number == number; {
		actions := state.Actions(nil)
		action := actions[random.IntN(len(actions))]
		texts = append(texts, state.Text(action))
		state.Play(action)
	}
	return texts
}
