package record

import (
	"strconv"
	"strings"

	"hexclub/rules"
)

// A Record is a game as played so far. It is for one goroutine at a time.
type Record struct {
	game   rules.Game
	setup  rules.Setup
	state  rules.State
	before rules.State // at the start of the last turn
	events []string
	turns  []Turn
	seen   map[rules.Key]int // how often a position stood at the start of a turn
}

// A Turn is one seat's whole turn, or as far as it got when the game ended.
type Turn struct {
	Number  int // from 1
	Seat    rules.Seat
	Actions []string
	end     int // index in events of what follows its last action
}

// New is the record of a game that has just been set up. A set-up that names
// no version of the rules gets the latest, and the record keeps it. Its errors
// are those of rules.Game.New.
func New(game rules.Game, setup rules.Setup) (*Record, error) {
	if setup.Version == 0 {
		setup.Version = game.Info().Version
	}
	state, err := game.New(setup)
	if err != nil {
		return nil, err
	}
	r := &Record{game: game, setup: setup, state: state, before: state.Clone(), seen: map[rules.Key]int{}}
	r.countPosition()
	return r, nil
}

// Replay is the record that the events lead to. An event that the rules do not
// allow where it stands is an error, as Play and Resign have it: such a list
// was not written by a Record. Whoever stored the list must not show that
// error as the asker's fault.
func Replay(game rules.Game, setup rules.Setup, events []string) (*Record, error) {
	r, err := New(game, setup)
	if err != nil {
		return nil, err
	}
	for _, event := range events {
		if err := r.replay(event); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// Game is the game that is played.
func (r *Record) Game() rules.Game { return r.game }

// Setup is what the game started from, the version of its rules included.
func (r *Record) Setup() rules.Setup { return r.setup }

// State is the present position. It belongs to the record: look, or clone it.
func (r *Record) State() rules.State { return r.state }

// Before is the position at the start of the last turn, the start while there
// is none. It belongs to the record.
func (r *Record) Before() rules.State { return r.before }

// Result is how the game ended; ok is false while it goes on.
func (r *Record) Result() (result rules.Result, ok bool) { return r.state.Result() }

// Events lists the events so far, to be stored and replayed.
func (r *Record) Events() []string { return append([]string{}, r.events...) }

// Ply is the number of events so far.
func (r *Record) Ply() int { return len(r.events) }

// Turns lists the turns so far in order; the last one may be unfinished when
// the game ended within it.
func (r *Record) Turns() []Turn { return r.turns }

// At is the record as it stood after the first n turns, 0 for the start; acts
// of the platform that follow the last action of these are left out. An n that
// was never reached is an *rules.Error of kind NotFound.
func (r *Record) At(n int) (*Record, error) {
	if n < 0 || n > len(r.turns) {
		return nil, rules.Errorf(rules.NotFound, "error.turn", "no turn %d of %d", n, len(r.turns))
	}
	end := 0
	if n > 0 {
		end = r.turns[n-1].end
	}
	return Replay(r.game, r.setup, r.events[:end])
}

// Play adds one whole turn of a seat, its actions written as in [Record.Draft].
// Nothing is added when it fails: with an *rules.Error of kind Conflict when
// the game is over or another seat is to act, of kind Invalid when the turn is
// unfinished, goes on too long or cannot be read, and with a *rules.Refusal
// when an action is not legal.
func (r *Record) Play(seat rules.Seat, actions string) error {
	if err := r.mayAct(seat); err != nil {
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

// Resign lets a seat give up. Where others play on, what the game makes of it
// is a position like any other at the start of a turn. It is an *rules.Error of
// kind Conflict when the game is over.
func (r *Record) Resign(seat rules.Seat) error {
	if _, over := r.Result(); over {
		return errOver()
	}
	if seat < 1 || int(seat) > r.state.Seats() {
		return rules.Errorf(rules.Invalid, "error.seat", "no seat %d", seat)
	}
	before := r.state.Key()
	r.state.Retire(seat, rules.Resignation)
	r.events = append(r.events, resignPrefix+strconv.Itoa(int(seat)))
	if r.state.Turn().Action == 0 && r.state.Key() != before {
		r.countPosition()
	}
	return nil
}

// resignPrefix starts the text of a resignation; the seat follows. No game
// may use it for an action.
const resignPrefix = "resign:"

func (r *Record) mayAct(seat rules.Seat) error {
	turn := r.state.Turn()
	if turn.Seat == 0 {
		return errOver()
	}
	if turn.Seat != seat {
		return rules.Errorf(rules.Conflict, "error.not-your-turn", "seat %d is to act, not %d", turn.Seat, seat)
	}
	return nil
}

func errOver() error { return rules.Errorf(rules.Conflict, "error.over", "the game is over") }

// replay adds one event as stored.
func (r *Record) replay(event string) error {
	if _, over := r.Result(); over {
		return errOver()
	}
	if seat, ok := strings.CutPrefix(event, resignPrefix); ok {
		n, err := strconv.Atoi(seat)
		if err != nil {
			return rules.Errorf(rules.Invalid, "error.notation", "event %q", event)
		}
		return r.Resign(rules.Seat(n))
	}
	action, err := r.state.Parse(event)
	if err != nil {
		return err
	}
	if refusal := r.state.Refuse(action); refusal != nil {
		return refusal
	}
	r.play(action)
	return nil
}

// play adds a legal action and judges repetition when it ends the turn.
func (r *Record) play(action rules.Action) {
	turn, text := r.state.Turn(), r.state.Text(action)
	if turn.Action == 0 || len(r.turns) == 0 {
		r.turns = append(r.turns, Turn{Number: len(r.turns) + 1, Seat: turn.Seat})
		r.before.Set(r.state)
	}
	last := &r.turns[len(r.turns)-1]
	last.Actions = append(last.Actions, text)
	r.events = append(r.events, text)
	last.end = len(r.events)
	r.state.Play(action)
	if r.state.Turn().Action == 0 {
		r.countPosition()
	}
}

// countPosition notes the position at the start of a turn; its third
// occurrence ends the game (rules, platform: repetition).
func (r *Record) countPosition() {
	if r.state.Turn().Seat == 0 {
		return
	}
	key := r.state.Key()
	r.seen[key]++
	if r.seen[key] == 3 {
		r.state.Settle(rules.Repetition)
	}
}
