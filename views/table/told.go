package table

import (
	"context"
	"slices"
	"strings"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/rules/record"
)

// ToldWords describes a turn, by its number from 1, in plain words: "Ben (Red) exploded 6 stacks and took 5 of
// yours." A viewer with a single seat is addressed as "you". A turn that has no words is written in notation. The
// result is empty if there is no such turn.
func (b *Builder) ToldWords(turn int) string {
	turns := b.Rec.Turns()
	if turn < 1 || turn > len(turns) {
		return ""
	}
	return b.told(b.starts(turn, turn)[0], turns[turn-1].Seat, turns[turn-1].Actions)
}

// Describe puts a turn, complete or not, into words, like ToldWords. start is the position at its start.
func (b *Builder) Describe(start rules.State, turn record.Turn) string {
	return b.told(start, turn.Seat, turn.Actions)
}

// starts returns the positions at the start of turns, from first to last by their numbers from 1. They may belong to
// the record.
func (b *Builder) starts(first, last int) []rules.State {
	turns := b.Rec.Turns()
	if first == len(turns) {
		return []rules.State{b.Rec.Before()}
	}
	starts := make([]rules.State, last-first+1)
	for number, st := range b.Rec.Positions() {
		if number >= last {
			break
		}
		if number >= first-1 { // the last position of a turn starts the next one
			starts[number-first+1] = st.Clone()
		}
	}
	for i, st := range starts {
		if turn := turns[first-1+i]; st.Turn().Seat != turn.Seat { // a seat left between the turns
			if then, err := b.Rec.AtStep(context.Background(), turn.Number, 1); err == nil {
				starts[i] = then.Before()
			}
		}
	}
	return starts
}

// told describes actions of a turn, in a position that it does not change.
func (b *Builder) told(start rules.State, seat rules.Seat, texts []string) string {
	t := telling{Builder: b, seat: seat, start: start, done: ParseActions(start, texts), before: start.Board()}
	st := start.Clone()
	for _, action := range t.done {
		st.Play(action)
	}
	t.after = st.Board()
	what, more := t.what()
	if what == "" {
		return b.codeWords(record.Turn{Seat: seat, Actions: texts}, false)
	}
	return strings.TrimSpace(b.sentence(seat, what) + " " + more)
}

// sentence gives deeds their subject.
func (b *Builder) sentence(seat rules.Seat, what string) string {
	player := b.PlayerAndColour(seat)
	switch {
	case b.isYou(seat):
		return b.T.T("told.by-you", "What", what)
	case player == b.Game.Players[seat-1]: // a player whose name is the colour
		return b.T.T("told.by-colour", "Player", player, "What", what)
	}
	return b.T.T("told.by", "Player", player, "What", what)
}

// outWords says that a seat is out of the game.
func (b *Builder) outWords(seat rules.Seat) string {
	if b.isYou(seat) {
		return b.T.T("told.out-you")
	}
	return b.T.T("told.out", "Player", b.PlayerAndColour(seat))
}

// isYou reports whether the viewer has this seat and no other.
func (b *Builder) isYou(seat rules.Seat) bool { return seat > 0 && b.onlySeat() == seat }

// isYours reports whether pieces of a seat have the colour of a viewer with a single seat.
func (b *Builder) isYours(seat rules.Seat) bool {
	yours := b.onlySeat()
	return seat > 0 && yours > 0 && b.Info.Colours[yours-1] == b.Info.Colours[seat-1]
}

// onlySeat returns the seat of the viewer, 0 for none or several.
func (b *Builder) onlySeat() rules.Seat {
	if len(b.Viewer.Seats) != 1 {
		return 0
	}
	return b.Viewer.Seats[0]
}

// A telling collects what a turn did and puts it into words. Each deed is a message without its subject and
// without the end of its sentence: "placed a token on e3". The subject "told.by" brings the rest. French and
// Spanish deeds therefore begin with a past participle ("posé un pion"), and Korean deeds end with the stem of the
// past tense ("말을 놓았"), which takes "고" before the next deed and "어요" at the end.
type telling struct {
	*Builder
	seat          rules.Seat
	start         rules.State
	done          []rules.Action
	before, after rules.Board // the start and the end
	deeds         []string
}

// what returns the deeds of the turn, joined, and a further sentence. Both may be empty.
func (t *telling) what() (what, more string) {
	switch t.Info.Key {
	case "hexone":
		t.hexone()
	case "hexit":
		t.hexit()
	case "six":
		t.six()
	case "tartan":
		more = t.tartan()
	case "hexellation":
		t.hexellation()
	}
	switch {
	case len(t.deeds) > 0:
	case len(t.of("pass")) > 0:
		t.add("told.passed")
	case len(t.of("end")) > 0:
		t.add("told.ended")
	}
	return t.joined(), more
}

// of returns the actions of a kind, by its name.
func (t *telling) of(kind string) (actions []rules.Action) {
	for _, action := range t.done {
		if t.kind(action) == kind {
			actions = append(actions, action)
		}
	}
	return actions
}

// kind returns the name of the kind of an action.
func (t *telling) kind(action rules.Action) string { return t.Info.Kinds[action.Kind].Name }

// add adds a deed.
func (t *telling) add(key string, pairs ...string) {
	t.deeds = append(t.deeds, t.T.T(key, pairs...))
}

// addCount adds a deed that is done to a number of things, unless there are none.
func (t *telling) addCount(key string, n int) {
	if n > 0 {
		t.deeds = append(t.deeds, t.T.N(key, n))
	}
}

// joined returns the deeds as a list.
func (t *telling) joined() string {
	if len(t.deeds) == 0 {
		return ""
	}
	list := t.deeds[0]
	for i, deed := range t.deeds[1:] {
		key := "told.then"
		if i == len(t.deeds)-2 {
			key = "told.and"
		}
		list = t.T.T(key, "First", list, "Then", deed)
	}
	return list
}

// name returns the name of a cell.
func (t *telling) name(cell hex.Cell) string {
	if c, ok := cellAt(t.before, cell); ok {
		return c.Name
	}
	c, _ := cellAt(t.after, cell)
	return c.Name
}

// cellAt returns the drawing of a cell, if the board has it.
func cellAt(b rules.Board, cell hex.Cell) (rules.BoardCell, bool) {
	i, ok := slices.BinarySearchFunc(b.Cells, cell, func(c rules.BoardCell, at hex.Cell) int { return hex.Compare(c.Cell, at) })
	if !ok {
		return rules.BoardCell{}, false
	}
	return b.Cells[i], true
}
