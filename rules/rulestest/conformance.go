package rulestest

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"testing"

	"hexclub/rules"
)

// maxActions is the length at which a random game is cut off.
const maxActions = 1000

// Checking every state of a long game on a large board would take hours: the
// first states of a game are checked completely, then one in this number.
const (
	thoroughFirst = 64
	thoroughThen  = 8
)

// maxKeys is the number of keys compared with each other at a time.
const maxKeys = 1 << 19

// Conformance plays random games and checks every state against the contract
// of package rules: texts and positions read back, clones are independent,
// Refuse agrees with Actions, boards and picks are consistent, all methods
// agree that the game is over, and no text causes a panic. The same seed plays
// the same games.
//
// An invariant is a guarantee of the game for every state, including final
// ones; it returns an error that says what is broken.
//
// The calling test must not run in parallel with others, because allocations
// are counted.
func Conformance(t testing.TB, game rules.Game, setup rules.Setup, games int, seed uint64, invariants ...func(rules.State) error) {
	t.Helper()
	checkInfo(t, game)
	c := &checker{
		t: t, game: game, info: game.Info(), setup: setup, invariants: invariants,
		random: rand.New(rand.NewPCG(seed, 0)),
		legal:  map[rules.Action]bool{},
		keys:   map[rules.Key][sha256.Size]byte{},
	}
	for range games {
		c.playGame()
	}
}

// A checker is one run of Conformance.
type checker struct {
	t          testing.TB
	game       rules.Game
	info       rules.Info
	setup      rules.Setup
	invariants []func(rules.State) error
	random     *rand.Rand
	draws      rules.Random // for Sample

	others  pool                            // to be tried in every state
	keys    map[rules.Key][sha256.Size]byte // digests of what a key stands for
	history []string                        // of the game that is being played
	turn    int                             // bytes that its last turn takes
	scratch rules.State                     // to be overwritten by Set
	buf     []rules.Action                  // legal actions of the present state
	legal   map[rules.Action]bool           // the same
	corpus  [maxCorpus]string               // texts to make garbage of
	texts   int                             // in the corpus so far, the overwritten ones included
}

// failf stops the test and reports the actions that led to the state.
func (c *checker) failf(st rules.State, format string, args ...any) {
	c.t.Helper()
	c.t.Fatalf("%s\nat %s\nafter %v", fmt.Sprintf(format, args...), st.Position(), c.history)
}

// playGame plays one game and checks its states.
func (c *checker) playGame() {
	c.t.Helper()
	st, err := c.game.New(c.setup)
	if err != nil {
		c.t.Fatal(err)
	}
	c.history = c.history[:0]
	c.scratch = st.Clone()
	c.checkAllocations(st)
	leaveAt := c.random.IntN(100) // an action of the game after which players leave, in a copy
	for n := range Some(c.t, maxActions) {
		if n < thoroughFirst || n%thoroughThen == 0 {
			c.checkState(st)
		} else {
			c.checkBriefly(st)
		}
		if n == leaveAt {
			c.checkAllocations(st)
			c.checkLeaving(st)
			c.buf = st.Actions(c.buf[:0])
		}
		if len(c.buf) == 0 {
			return
		}
		c.step(st, c.buf[c.random.IntN(len(c.buf))])
	}
}

// step plays an action and checks that the turn goes on or passes on by one.
func (c *checker) step(st rules.State, action rules.Action) {
	c.t.Helper()
	before := st.Turn()
	if before.Action == 0 {
		c.turn = 0
	}
	c.turn += len(st.Text(action)) + 1
	c.history = append(c.history, st.Text(action))
	st.Play(action)
	after := st.Turn()
	if c.turn > rules.MaxTurn {
		c.failf(st, "the turn takes %d bytes", c.turn)
	}
	switch {
	case after.Seat == 0: // over
	case after.Number == before.Number && after.Seat == before.Seat && after.Action == before.Action+1:
	case after.Number == before.Number+1 && after.Action == 0:
	default:
		c.failf(st, "the turn goes from %+v to %+v", before, after)
	}
}

// checkBriefly runs the checks that find the most in the least time.
func (c *checker) checkBriefly(st rules.State) {
	c.t.Helper()
	c.buf = st.Actions(c.buf[:0])
	c.checkOver(st)
	c.checkSampled(st)
	for _, invariant := range c.invariants {
		if err := invariant(st); err != nil {
			c.failf(st, "invariant: %v", err)
		}
	}
}

// checkState checks everything that holds for any state.
func (c *checker) checkState(st rules.State) {
	c.t.Helper()
	c.checkBriefly(st)
	c.checkActions(st)
	c.checkRefusals(st)
	c.checkPosition(st)
	c.checkKey(st)
	c.checkCopies(st)
	c.checkBoard(st)
	c.checkPicks(st)
	c.checkGuess(st)
	c.checkTraces(st)
	c.checkGarbage(st)
	c.checkArrange(st)
}

// checkLeaving checks copies of a state that players leave or the platform
// settles.
func (c *checker) checkLeaving(st rules.State) {
	c.t.Helper()
	if st.Turn().Seat == 0 {
		return
	}
	for seat := 1; seat <= st.Seats(); seat++ {
		for _, why := range []rules.Reason{rules.Resignation, rules.Timeout} {
			left := st.Clone()
			left.Retire(rules.Seat(seat), why)
			c.checkState(left)
			if st.Seats() == 2 && left.Turn().Seat != 0 {
				c.failf(left, "seat %d has left and the game goes on", seat)
			}
		}
	}
	for _, why := range []rules.Reason{rules.Repetition, rules.Agreement} {
		settled := st.Clone()
		settled.Settle(why)
		c.checkState(settled)
		if result, over := settled.Result(); !over || result.Reason != why {
			c.failf(settled, "settled by %s, the result is %+v", why, result)
		}
	}
}

// checkAllocations checks what bots do millions of times.
func (c *checker) checkAllocations(st rules.State) {
	c.t.Helper()
	buf := make([]rules.Action, 0, 4096)
	buf = st.Actions(buf)
	if n := testing.AllocsPerRun(5, func() { st.Actions(buf[:0]) }); n != 0 {
		c.failf(st, "Actions allocates %v times", n)
	}
	if len(buf) == 0 {
		return
	}
	work := st.Clone()
	if n := testing.AllocsPerRun(5, func() { work.Set(st); work.Play(buf[0]) }); n != 0 {
		c.failf(st, "Set and Play of %s allocate %v times", st.Text(buf[0]), n)
	}
	if counter, ok := st.(rules.Counter); ok {
		if n := testing.AllocsPerRun(5, func() { counter.Count() }); n != 0 {
			c.failf(st, "Count allocates %v times", n)
		}
	}
	if sampler, ok := st.(rules.Sampler); ok {
		if n := testing.AllocsPerRun(5, func() { sampler.Sample(&c.draws) }); n != 0 {
			c.failf(st, "Sample allocates %v times", n)
		}
	}
}
