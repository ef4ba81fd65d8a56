package record

import (
	"context"
	"slices"

	"hexclub/rules"
)

// Replay returns the record of a game without a clock with the given events.
// An event that the rules do not allow is an error, as for Play and Resign: no
// Record has written such a list. A caller that stored the list must not
// report that error as the client's fault. Replay only checks that actions
// that the next events take back are legal: their notation may differ from the
// recorded one, and they may have ended the game.
func Replay(game rules.Game, setup rules.Setup, events []string) (*Record, error) {
	return ReplayTimed(game, setup, Control{}, events)
}

// ReplayTimed is Replay for a game with a clock.
func ReplayTimed(game rules.Game, setup rules.Setup, control Control, events []string) (*Record, error) {
	return ReplayContext(context.Background(), game, setup, control, events)
}

// ReplayContext is ReplayTimed, but stops with the error of ctx once ctx is
// done. Without a clock it checks the one or two actions that the next events
// take back but does not carry out the last of them, so that a game with
// thousands of takebacks loads almost as fast as one without.
func ReplayContext(ctx context.Context, game rules.Game, setup rules.Setup, control Control, events []string) (*Record, error) {
	r, err := NewTimed(game, setup, control)
	if err != nil {
		return nil, err
	}
	r.replaying = &replayCache{}
	r.events = slices.Grow(r.events, len(events))
	for len(r.events) < len(events) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rest := events[len(r.events):]
		if actions, acts := r.retracted(rest); actions > 0 {
			r.skip(rest[:actions+acts], actions)
		} else if err := r.replay(rest[0]); err != nil {
			return nil, err
		}
	}
	r.replaying = nil
	return r, nil
}

// replay adds one stored event.
func (r *Record) replay(event string) error {
	text, spent, err := cutSpent(event)
	if err != nil {
		return err
	}
	r.Spend(spent)
	if act, seat, ok := parseAct(text); ok {
		err = r.act(act, seat)
	} else if action, failed := r.state.Parse(text); failed != nil {
		err = failed
	} else {
		err = r.Step(action)
	}
	if err == nil && r.events[len(r.events)-1] != event {
		err = rules.Errorf(rules.Invalid, "error.notation", "%q is recorded as %q", event, r.events[len(r.events)-1])
	}
	return err
}

// A replayCache speeds up a replay. The record of a running game has none, so
// its size follows from its events.
type replayCache struct {
	// snapshots holds the state at the start of turns 1, 1+snapshotEvery and
	// so on. It is nil until a takeback needs it, which most games never do.
	snapshots []rules.State

	scratch rules.State // see copyOf
}

// snapshotEvery is the number of turns between snapshots: the largest number
// of turns that a takeback plays again. A snapshot takes up to 2 KB.
const snapshotEvery = 8

// keep takes a snapshot of the start of a turn, from 1, if the next snapshot
// is due there.
func (c *replayCache) keep(turn int, start rules.State) {
	if turn == len(c.snapshots)*snapshotEvery+1 {
		c.snapshots = append(c.snapshots, start.Clone())
	}
}

// restore sets a state to the last snapshot before a turn and returns the turn
// that starts with it, from 1. If there is none it returns false and does not
// change the state. It drops the snapshots of later turns, because a seat may
// leave before they are played again.
func (c *replayCache) restore(st rules.State, before int) (turn int, ok bool) {
	c.snapshots = c.snapshots[:min((before-2+snapshotEvery)/snapshotEvery, len(c.snapshots))]
	last := len(c.snapshots) - 1
	if last < 0 {
		return 0, false
	}
	st.Set(c.snapshots[last])
	return last*snapshotEvery + 1, true
}

// copyOf returns a copy of a state in the memory of the previous copy.
func (c *replayCache) copyOf(st rules.State) rules.State {
	if c.scratch == nil {
		c.scratch = st.Clone()
	} else {
		c.scratch.Set(st)
	}
	return c.scratch
}

// retracted returns how many actions at the start of the events the seat to
// act takes back right after them, and how many acts that takes. The actions
// are one, two that form one turn, or a turn and the answer to it; otherwise
// retracted returns 0. Most takebacks are of this kind.
//
// It also returns 0 if an action is illegal. It ignores the position after the
// last action: a record accepts a takeback only while the game continues and
// no seat has left.
func (r *Record) retracted(events []string) (actions, acts int) {
	if r.Turn().Seat == 0 || r.turn.Action > 0 || r.offer.Kind != NoOffer || !r.clock.None() {
		return 0, 0
	}
	if acts := r.grantedTakeback(events[1:]); acts > 0 {
		if _, ok := legal(r.state, events[0]); ok {
			return 1, acts
		}
	} else if acts := r.grantedTakeback(events[min(2, len(events)):]); acts > 0 {
		first, ok := legal(r.state, events[0])
		if !ok {
			return 0, 0
		}
		after := r.replaying.copyOf(r.state)
		after.Play(first)
		turn := after.Turn()
		again := turn.Action == 0 && turn.Seat == r.turn.Seat // the seat takes back only its second turn
		if _, ok := legal(after, events[1]); ok && !again && outOf(after) == r.out() {
			return 2, acts
		}
	}
	return 0, 0
}

// grantedTakeback returns the number of events of a takeback that the seat to
// act requests and all others accept, or 0 if the events do not begin with
// one.
func (r *Record) grantedTakeback(events []string) int {
	if len(events) == 0 {
		return 0
	}
	if a, seat, _ := parseAct(events[0]); a != askTakeback || seat != r.turn.Seat {
		return 0
	}
	agreed := r.out() | 1<<r.turn.Seat
	all := seatSet(1<<(r.state.Seats()+1) - 2)
	n := 1
	for ; agreed != all; n++ {
		if n == len(events) {
			return 0
		}
		a, seat, _ := parseAct(events[n])
		if a != acceptOffer || agreed&(1<<seat) != 0 {
			return 0
		}
		agreed |= 1 << seat
	}
	return n
}

// legal parses an action and reports whether it is legal.
func legal(st rules.State, text string) (action rules.Action, ok bool) {
	if _, _, isAct := parseAct(text); isAct {
		return action, false
	}
	action, err := st.Parse(text)
	return action, err == nil && st.Refuse(action) == nil
}

// skip adds events that retracted has found. It does not carry out the actions
// at their start.
func (r *Record) skip(events []string, actions int) {
	seat := r.turn.Seat
	r.proposed[proposal{Takeback, seat}] = len(r.events) + actions
	r.offer = Offer{Kind: Takeback, Seat: seat, Turn: len(r.turns) + 1}
	for _, event := range events[actions:] {
		_, seat, _ = parseAct(event)
		r.offer.agreed[seat] = true
	}
	r.events = append(r.events, events...)
	r.moved = len(r.events)
	r.takebacks++
	r.close(Granted, seat)
}
