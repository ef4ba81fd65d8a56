package record

import (
	"context"
	"iter"

	"hexclub/rules"
)

// A Record is a game as played so far. Several goroutines may read a record at the same
// time while none changes it.
type Record struct {
	game   rules.Game
	setup  rules.Setup
	start  rules.State
	events []string
	progress
	offer  Offer // open if its Kind is not NoOffer
	clock  clock
	moved  int  // number of events up to the last that changed the position
	called bool // off
	caller rules.Seat

	takebacks int // granted

	closed   Closed
	proposed map[proposal]int // what Moved was when a seat last proposed it
}

// A Turn is one seat's whole turn, or as far as it has got.
type Turn struct {
	Number  int // from 1
	Seat    rules.Seat
	Actions []string
	ends    []int // by action, index in events of what follows it
	start   mark
}

// New returns the record of a game without a clock that has just been set up.
// The record keeps the set-up with nothing left open, as [rules.Info.Complete]
// has it. Its errors are those of rules.Game.New.
func New(game rules.Game, setup rules.Setup) (*Record, error) {
	return NewTimed(game, setup, Control{})
}

// NewTimed is New for a game with a clock.
func NewTimed(game rules.Game, setup rules.Setup, control Control) (*Record, error) {
	setup, err := game.Info().Complete(setup)
	if err != nil {
		return nil, err
	}
	start, err := game.New(setup)
	if err != nil {
		return nil, err
	}
	r := &Record{game: game, setup: setup, start: start, clock: newClock(control), proposed: map[proposal]int{}}
	r.progress = newProgress(start)
	return r, nil
}

// Game returns the game that is played.
func (r *Record) Game() rules.Game { return r.game }

// Setup returns what the game started from, the version of its rules included.
func (r *Record) Setup() rules.Setup { return r.setup }

// State returns the present position. It belongs to the record: look, or clone
// it.
func (r *Record) State() rules.State { return r.state }

// Before returns the position at the start of the last turn, the start while
// there is none. It belongs to the record.
func (r *Record) Before() rules.State { return r.before }

// Turn says who acts. Its Seat is 0 when the game is over, in whichever way.
func (r *Record) Turn() rules.Turn {
	if r.called {
		return rules.Turn{}
	}
	return r.turn
}

// Result returns how the game ended; ok is false while it goes on. That of a
// game that was called off is void.
func (r *Record) Result() (result rules.Result, ok bool) {
	if r.called {
		return rules.Result{Reason: rules.CalledOff}, true
	}
	return r.state.Result()
}

// CalledOffBy returns the seat that called the game off, 0 for the platform
// and for a game that was not called off.
func (r *Record) CalledOffBy() rules.Seat { return r.caller }

// Events lists the events so far, to be stored and replayed.
func (r *Record) Events() []string { return append([]string{}, r.events...) }

// Ply returns the number of events so far.
func (r *Record) Ply() int { return len(r.events) }

// Moved returns the number of events up to the last that changed the position:
// what a turn is made at. Offers and answers that change nothing do not make a
// turn stale that is being made.
func (r *Record) Moved() int { return r.moved }

// Played lists the actions and departures that led to the position, without
// what was taken back, offered or spent.
func (r *Record) Played() []string { return append([]string{}, r.played...) }

// Seen returns how often each position has stood at the start of a turn, the
// present one included: what stands there for the third time ends the game. It
// belongs to the record: look, or clone it.
func (r *Record) Seen() map[rules.Key]int { return r.seen }

// Turns lists the turns so far in order. A turn is unfinished when its seat
// left within it, and the last one also while it is being played by Step. The
// list belongs to the record, and the next event may change it.
func (r *Record) Turns() []Turn { return r.turns }

// At returns the record as it stood after the first n turns, 0 for the start;
// acts of the platform that follow the last action of these are left out. An n
// that was never reached is an *rules.Error of kind NotFound. Once ctx is
// done, At stops with its error.
func (r *Record) At(ctx context.Context, n int) (*Record, error) {
	if n < 0 || n > len(r.turns) {
		return nil, errNoTurn(n, len(r.turns))
	}
	if n == 0 {
		return NewTimed(r.game, r.setup, r.clock.Control)
	}
	return r.AtStep(ctx, n, len(r.turns[n-1].Actions))
}

// AtStep returns the record as it stood after the first s actions of turn n,
// both from 1, otherwise as for At.
func (r *Record) AtStep(ctx context.Context, n, s int) (*Record, error) {
	if n < 1 || n > len(r.turns) {
		return nil, errNoTurn(n, len(r.turns))
	}
	ends := r.turns[n-1].ends
	if s < 1 || s > len(ends) {
		return nil, rules.Errorf(rules.NotFound, "error.step", "no step %d of %d", s, len(ends))
	}
	return ReplayContext(ctx, r.game, r.setup, r.clock.Control, r.events[:ends[s-1]])
}

func errNoTurn(n, of int) error {
	return rules.Errorf(rules.NotFound, "error.turn", "no turn %d of %d", n, of)
}

// Positions yields the start, with 0, and what stood after each action, with
// the number of the turn it belongs to. A seat that left later than that is
// still there. What was taken back is left out. The states are to be looked at
// before the next one is asked for.
func (r *Record) Positions() iter.Seq2[int, rules.State] {
	return func(yield func(int, rules.State) bool) {
		st, turn := r.start.Clone(), 0
		if !yield(0, st) {
			return
		}
		for i, event := range r.played {
			if a, seat, ok := parseAct(event); ok {
				st.Retire(seat, leaveReasons[a])
				continue
			}
			if turn < len(r.turns) && r.turns[turn].start.played <= i {
				turn++
			}
			action, _ := st.Parse(event) // it was played
			st.Play(action)
			if !yield(turn, st) {
				return
			}
		}
	}
}

// Play adds one whole turn of a seat, its actions written as in [Record.Draft].
// Nothing is added when it fails: with an *rules.Error of kind Conflict when
// the game is over or full (error.long-game) or another seat is to act, of kind
// Invalid when the turn is unfinished, goes on too long or cannot be read, and
// with a *rules.Refusal when an action is not legal.
func (r *Record) Play(seat rules.Seat, actions string) error {
	if err := r.mayAct(seat); err != nil {
		return err
	}
	if err := r.errFull(); err != nil {
		return err
	}
	draft := r.Draft(actions)
	switch {
	case draft.Err != nil:
		return draft.Err
	case !draft.Done:
		return rules.Errorf(rules.Invalid, "error.turn-unfinished", "turn %q", actions)
	}
	for _, action := range draft.Actions {
		r.play(action)
	}
	return nil
}

// Step adds one action of the seat that is to act, for whoever plays actions
// and not turns. Nothing is added when it fails: with an *rules.Error of kind
// Conflict when the game is over, and with a *rules.Refusal when the action is
// not legal.
func (r *Record) Step(action rules.Action) error {
	if _, over := r.Result(); over {
		return errOver()
	}
	if refusal := r.state.Refuse(action); refusal != nil {
		return refusal
	}
	r.play(action)
	return nil
}

func (r *Record) mayAct(seat rules.Seat) error {
	turn := r.Turn()
	if turn.Seat == 0 {
		return errOver()
	}
	if turn.Seat != seat {
		return rules.Errorf(rules.Conflict, "error.not-your-turn", "seat %d is to act, not %d", turn.Seat, seat)
	}
	return nil
}

func errOver() error { return rules.Errorf(rules.Conflict, "error.over", "the game is over") }

// play adds a legal action and closes offers that this answers.
func (r *Record) play(action rules.Action) {
	turn, text := r.turn, r.state.Text(action)
	r.move(text, func() {
		r.progress.play(action, text)
		last := &r.turns[len(r.turns)-1]
		last.ends = append(last.ends, len(r.events))
	})
	r.lapse(turn)
}

// move adds an event that changes the position. When another turn begins with
// it, the time that the last one took is written behind the event.
func (r *Record) move(event string, change func()) {
	before := r.turn
	r.events = append(r.events, event)
	change()
	r.moved = len(r.events)
	if after := r.turn; after.Seat != before.Seat || after.Number != before.Number {
		by, _, _ := parseAct(event)
		r.events[r.moved-1] += r.clock.stop(before.Seat, by)
	}
}
