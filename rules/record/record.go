package record

import (
	"context"
	"iter"

	"hexclub/rules"
)

// A Record is a game as played so far. Several goroutines may read a record
// while none changes it.
type Record struct {
	game   rules.Game
	setup  rules.Setup
	start  rules.State
	events []string
	progress
	offer  Offer // open unless its Kind is NoOffer
	clock  clock
	moved  int  // number of events up to the last that changed the position
	called bool // the game was called off
	caller rules.Seat

	takebacks int // granted so far

	closed   Closed
	proposed map[proposal]int // the value of Moved when a seat last made the proposal
}

// A Turn is one turn of a seat, possibly unfinished.
type Turn struct {
	Number  int // from 1
	Seat    rules.Seat
	Actions []string
	ends    []int // by action, index in events of what follows it
	start   mark
}

// New returns the record of a new game without a clock. It stores the set-up
// completed by [rules.Info.Complete]. Its errors are those of rules.Game.New.
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

// Game returns the game.
func (r *Record) Game() rules.Game { return r.game }

// Setup returns the completed set-up, including the version of the rules.
func (r *Record) Setup() rules.Setup { return r.setup }

// State returns the current position. It belongs to the record: the caller may
// read or clone it.
func (r *Record) State() rules.State { return r.state }

// Before returns the position at the start of the last turn, or of the game
// before the first turn. It belongs to the record.
func (r *Record) Before() rules.State { return r.before }

// Turn returns the turn in progress. Its Seat is 0 when the game is over for
// any reason.
func (r *Record) Turn() rules.Turn {
	if r.called {
		return rules.Turn{}
	}
	return r.turn
}

// Result returns how the game ended; ok is false while it continues. A game
// that was called off has a void result.
func (r *Record) Result() (result rules.Result, ok bool) {
	if r.called {
		return rules.Result{Reason: rules.CalledOff}, true
	}
	return r.state.Result()
}

// CalledOffBy returns the seat that called the game off. It returns 0 for the
// platform and for a game that was not called off.
func (r *Record) CalledOffBy() rules.Seat { return r.caller }

// Events returns the events so far, to be stored and replayed.
func (r *Record) Events() []string { return append([]string{}, r.events...) }

// EventCount returns the number of events so far.
func (r *Record) EventCount() int { return len(r.events) }

// Moved returns the number of events up to the last one that changed the
// position. A turn that was made for an older position is stale, while offers
// and answers that change nothing do not make it stale. An answer to an offer
// is stale when EventCount has changed.
func (r *Record) Moved() int { return r.moved }

// Played returns the actions and departures that led to the position. It omits
// what was taken back, offers and times.
func (r *Record) Played() []string { return append([]string{}, r.played...) }

// Seen returns how often each position has occurred at the start of a turn,
// including the current one. The third occurrence ends the game. The map
// belongs to the record: the caller may read or clone it.
func (r *Record) Seen() map[rules.Key]int { return r.seen }

// Turns returns the turns so far in order. A turn is unfinished if its seat
// left within it; the last one is unfinished while Step plays it. The list
// belongs to the record, and the next event may change it.
func (r *Record) Turns() []Turn { return r.turns }

// At returns the record after the first n turns, 0 for the start. Departures
// and other acts after the last action of these turns are omitted. If there is
// no turn n, At returns an *rules.Error of kind NotFound. Once ctx is done, At
// stops with its error.
func (r *Record) At(ctx context.Context, n int) (*Record, error) {
	if n < 0 || n > len(r.turns) {
		return nil, errNoTurn(n, len(r.turns))
	}
	if n == 0 {
		return NewTimed(r.game, r.setup, r.clock.Control)
	}
	return r.AtStep(ctx, n, len(r.turns[n-1].Actions))
}

// AtStep returns the record after the first s actions of turn n, both from 1.
// Otherwise it is like At.
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

// Positions yields the start with 0, and then the position after each action
// with the number of its turn. A seat that leaves after an action is still in
// the game in that position. Actions that were taken back are omitted. A
// yielded state is valid only until the next iteration.
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
			action, _ := st.Parse(event) // cannot fail: it was played
			st.Play(action)
			if !yield(turn, st) {
				return
			}
		}
	}
}

// Play adds one whole turn of a seat, written as for [Record.Draft]. If it
// fails it adds nothing. It returns an *rules.Error of kind Conflict when the
// game is over or full (error.long-game) or another seat is to act, one of
// kind Invalid when the turn is unfinished, too long or malformed, and a
// *rules.Refusal when an action is illegal.
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

// Step adds one action of the seat to act, for callers that play single
// actions. If it fails it adds nothing. It returns an *rules.Error of kind
// Conflict when the game is over, and a *rules.Refusal when the action is
// illegal.
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

// play adds a legal action and closes the offers that it answers.
func (r *Record) play(action rules.Action) {
	turn, text := r.turn, r.state.Text(action)
	r.move(text, func() {
		r.progress.play(action, text)
		last := &r.turns[len(r.turns)-1]
		last.ends = append(last.ends, len(r.events))
	})
	r.lapse(turn)
}

// move adds an event that changes the position. If the event starts another
// turn, move appends the time of the last turn to the event.
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
