package record

import "hexclub/rules"

// A progress is the consequence of the events that stand: all except those
// that were taken back.
//
// Its played list holds what led to the position, in order and without the
// time after "@": the notation of each action, and the event of each act in
// leaveReasons (resign:N, timeout:N), by which a seat left. All other acts
// leave the position as it is or end the game, and are not in the list, so
// that every entry can be played again on a state alone.
type progress struct {
	state  rules.State
	turn   rules.Turn        // state.Turn(), which is slow in some games
	before rules.State       // at the start of the last turn
	played []string          // actions and departures, see above
	turns  []Turn            // built from the actions
	keys   []rules.Key       // of the positions at the start of a turn, in order
	seen   map[rules.Key]int // how often each of the keys occurs

	replaying *replayCache // nil unless the record is being replayed
}

// A mark records where a turn started.
type mark struct {
	played int     // number of actions and departures before it
	keys   int     // number of keys
	out    seatSet // out of the game at that time
}

// A seatSet is a set of seats: bit n is seat n.
type seatSet uint8

// newProgress returns the progress without any events.
func newProgress(start rules.State) progress {
	p := progress{state: start.Clone(), before: start.Clone(), played: []string{}, turns: []Turn{}, seen: map[rules.Key]int{}}
	p.update()
	return p
}

// play carries out a legal action with the given notation. If it ends the
// turn, play judges repetition.
func (p *progress) play(action rules.Action, text string) {
	if p.turn.Action == 0 || len(p.turns) == 0 {
		p.startTurn()
	}
	last := &p.turns[len(p.turns)-1]
	last.Actions = append(last.Actions, text)
	p.played = append(p.played, text)
	p.state.Play(action)
	p.update()
}

// startTurn begins a turn of the seat to act.
func (p *progress) startTurn() {
	p.before.Set(p.state)
	if r := p.replaying; r != nil && r.snapshots != nil {
		r.keep(len(p.turns)+1, p.state)
	}
	p.turns = append(p.turns, Turn{
		Number: len(p.turns) + 1, Seat: p.turn.Seat, start: mark{played: len(p.played), keys: len(p.keys), out: p.out()},
	})
}

// out returns the seats that are out of the game.
func (p *progress) out() seatSet { return outOf(p.state) }

func outOf(st rules.State) (set seatSet) {
	for seat := rules.Seat(1); int(seat) <= st.Seats(); seat++ {
		if st.Out(seat) {
			set |= 1 << seat
		}
	}
	return set
}

// retire removes a seat. At the start of a turn this makes a new position.
func (p *progress) retire(a Act, seat rules.Seat) {
	p.played = append(p.played, a.event(seat))
	p.state.Retire(seat, leaveReasons[a])
	p.update()
}

// settle ends the game.
func (p *progress) settle(why rules.Reason) {
	p.state.Settle(why)
	p.turn = p.state.Turn()
}

// update follows a change of the state. It counts the position at the start of
// a turn; the third occurrence ends the game (rules, platform: repetition).
func (p *progress) update() {
	p.turn = p.state.Turn()
	if p.turn.Seat == 0 || p.turn.Action != 0 {
		return
	}
	key := p.state.Key()
	p.keys = append(p.keys, key)
	p.seen[key]++
	if p.seen[key] == 3 {
		p.settle(rules.Repetition)
	}
}

// takeBack undoes a turn, from 1, and all that followed. No seat has left
// since that turn began.
func (p *progress) takeBack(number int, start rules.State) {
	to := p.turns[number-1].start
	p.rewind(number, start)
	p.turn = p.state.Turn()
	p.turns, p.played = p.turns[:number-1], p.played[:to.played]
	for _, key := range p.keys[to.keys:] {
		if p.seen[key]--; p.seen[key] == 0 {
			delete(p.seen, key)
		}
	}
	p.keys = p.keys[:to.keys]
}

// rewind sets state to the start of a turn, and before to the start of the
// turn before it, or of the game. It plays on from the start of the game. In a
// replay it plays on from the last snapshot before the turn and takes
// snapshots on the way.
func (p *progress) rewind(number int, start rules.State) {
	p.state.Set(start)
	p.before.Set(start)
	turn, played := 1, 0
	if p.replaying != nil {
		if restored, ok := p.replaying.restore(p.state, number); ok {
			turn, played = restored, p.turns[restored-1].start.played
		}
	}
	for ; ; turn++ {
		to := p.turns[turn-1].start.played
		for _, event := range p.played[played:to] {
			redo(p.state, event)
		}
		if turn == number {
			return
		}
		played = to
		p.before.Set(p.state)
		if p.replaying != nil {
			p.replaying.keep(turn, p.state)
		}
	}
}

// redo carries out an action or a departure again.
func redo(st rules.State, event string) {
	if a, seat, ok := parseAct(event); ok {
		st.Retire(seat, leaveReasons[a])
		return
	}
	action, _ := st.Parse(event)
	st.Play(action)
}
