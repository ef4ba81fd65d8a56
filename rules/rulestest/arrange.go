package rulestest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// checkArrange checks Arrange for the current board at the start of a turn,
// and for an edited one, which New rejects or shows.
func (c *checker) checkArrange(st rules.State) {
	c.t.Helper()
	before, board := st.Position(), st.Board()
	for _, cell := range board.Cells {
		for _, piece := range cell.Stack {
			if !slices.Contains(c.info.Pieces, piece) {
				c.failf(st, "%+v lies on %s, which Info.Pieces does not list", piece, cell.Name)
			}
		}
	}
	if turn := st.Turn(); turn.Seat != 0 && turn.Action == 0 {
		c.checkArrangedAsIs(st, board.Cells)
	}
	c.checkEdited(st)
	c.arrange(st, c.wildCells(board.Cells), rules.Seat(c.random.IntN(256)-128))
	if after := st.Position(); after != before {
		c.failf(st, "arranging changed the position from %s", before)
	}
}

// checkArrangedAsIs checks that only the history of the game is lost.
func (c *checker) checkArrangedAsIs(st rules.State, cells []rules.BoardCell) {
	c.t.Helper()
	seat := st.Turn().Seat
	made := c.arrange(st, cells, seat)
	if made == nil {
		c.failf(st, "the board as it is is refused")
	}
	want, got := unmarked(st.Board()), unmarked(made.Board())
	if made.Turn().Seat != seat || !reflect.DeepEqual(want, got) {
		c.failf(st, "arranged as it is, it is %s", made.Position())
	}
	if legal := texts(made, made.Actions(nil)); !slices.Equal(legal, texts(st, c.buf)) {
		c.failf(st, "arranged as it is, these are legal: %v", legal)
	}
}

// checkEdited checks that an edited board is either rejected or shows exactly
// the edits.
func (c *checker) checkEdited(st rules.State) {
	c.t.Helper()
	cells := c.editedCells(st.Board().Cells)
	seat := rules.Seat(1 + c.random.IntN(st.Seats()))
	want := lying(cells)
	made := c.arrange(st, cells, seat)
	if made == nil {
		return
	}
	if got := lying(made.Board().Cells); !reflect.DeepEqual(want, got) {
		c.failf(st, "arranged %v, it is %v at %s", want, got, made.Position())
	}
	if acts := made.Turn().Seat; acts != seat && (acts == 0 || st.Arrange(cells, acts) != st.Arrange(cells, seat)) {
		c.failf(st, "seat %d was to act, at %s", seat, made.Position())
	}
}

// arrange returns the state of an arrangement, nil if there is none.
func (c *checker) arrange(st rules.State, cells []rules.BoardCell, seat rules.Seat) rules.State {
	c.t.Helper()
	text := st.Arrange(cells, seat)
	if again := st.Arrange(cells, seat); again != text {
		c.failf(st, "arranged once it is %s, again %s", text, again)
	}
	made, err := c.game.New(rules.Setup{Position: text})
	if err != nil {
		if !isInvalid(err, "error.position") {
			c.failf(st, "New at the arrangement %q: %v", text, err)
		}
		return nil
	}
	c.checkPosition(made)
	if actions := made.Actions(nil); len(actions) > 0 {
		made.Clone().Play(actions[c.random.IntN(len(actions))])
	}
	return made
}

// editedCells returns a board with some pieces added, some removed, and some
// grounds changed.
func (c *checker) editedCells(cells []rules.BoardCell) []rules.BoardCell {
	if c.info.Grows {
		cells = withBorder(cells)
	}
	for range 1 + c.random.IntN(3) {
		cell := &cells[c.random.IntN(len(cells))]
		switch height := len(cell.Stack); {
		case c.random.IntN(3) == 0 && slices.Contains(c.info.Grounds, cell.Ground):
			cell.Ground = one(c.random, c.info.Grounds)
		case height > 0 && c.random.IntN(2) == 0:
			cell.Stack = cell.Stack[:height-1]
		default:
			cell.Stack = append(slices.Clone(cell.Stack), one(c.random, c.info.Pieces))
		}
	}
	return cells
}

// withBorder returns a board with the cells of the table round it.
func withBorder(cells []rules.BoardCell) []rules.BoardCell {
	known := map[hex.Cell]bool{}
	for _, cell := range cells {
		known[cell.Cell] = true
	}
	for _, cell := range slices.Clone(cells) {
		for _, d := range hex.Directions {
			if to := cell.Cell.Step(d); !known[to] {
				known[to] = true
				cells = append(cells, rules.BoardCell{Cell: to, Ground: rules.Table})
			}
		}
	}
	return cells
}

// wildCells returns cells of a board and others, with arbitrary content.
func (c *checker) wildCells(cells []rules.BoardCell) []rules.BoardCell {
	grounds := append([]rules.Ground{rules.Table, rules.Fixed, "", "?"}, c.info.Grounds...)
	shapes := []rules.Shape{rules.Token, rules.Hexagon, rules.Unit, rules.Hat, rules.Star, ""}
	for range c.random.IntN(8) {
		cell := rules.BoardCell{
			Cell:   hex.Cell{Q: int8(c.random.IntN(256)), R: int8(c.random.IntN(256))},
			Ground: one(c.random, grounds),
		}
		if c.random.IntN(2) == 0 {
			cell.Cell = one(c.random, cells).Cell
		}
		piece := one(c.random, c.info.Pieces)
		for range c.random.IntN(20) {
			switch c.random.IntN(8) {
			case 0:
				piece = one(c.random, c.info.Pieces)
			case 1:
				piece = rules.Piece{Seat: rules.Seat(c.random.IntN(256)), Shape: one(c.random, shapes)}
			}
			cell.Stack = append(cell.Stack, piece)
		}
		cells = append(cells, cell)
	}
	return cells[c.random.IntN(len(cells)):]
}

// one returns a random element of a list.
func one[T any](random *rand.Rand, list []T) T { return list[random.IntN(len(list))] }

// unmarked returns a board without its marks.
func unmarked(board rules.Board) rules.Board {
	for i := range board.Cells {
		board.Cells[i].Mark = rules.Unmarked
	}
	return board
}

// lying returns the content of cells that are not bare table. Hats on one cell
// have no order.
func lying(cells []rules.BoardCell) map[hex.Cell]string {
	lies := map[hex.Cell]string{}
	for _, cell := range cells {
		stack := slices.Clone(cell.Stack)
		if i := slices.IndexFunc(stack, func(p rules.Piece) bool { return p.Shape == rules.Hat }); i >= 0 {
			slices.SortFunc(stack[i:], func(p, q rules.Piece) int {
				return cmp.Or(strings.Compare(string(p.Shape), string(q.Shape)), cmp.Compare(p.Seat, q.Seat))
			})
		}
		if len(stack) > 0 || cell.Ground != rules.Table {
			lies[cell.Cell] = fmt.Sprint(cell.Ground, stack)
		}
	}
	return lies
}

// Arrangements checks boards that are edited by hand. A row is the name of the
// case, a position, the edits, and the resulting position, or "no" and a part
// of the detail that says why there is none. An edit is a cell and its change,
// or the seat to act:
//
//	d3+1token   a piece of seat 1 is put on top of d3
//	d3-         the top piece is removed
//	d3=grey     the ground is changed
//	2           seat 2 is to act
func Arrangements(t *testing.T, game rules.Game, rows [][4]string) {
	for _, row := range rows {
		name, position, changes, want := row[0], row[1], row[2], row[3]
		t.Run(name, func(t *testing.T) {
			st := NewState(t, game, position)
			cells, seat := st.Board().Cells, st.Turn().Seat
			for change := range strings.FieldsSeq(changes) {
				if n, err := strconv.Atoi(change); err == nil {
					seat = rules.Seat(n)
				} else {
					cells = changed(t, cells, change)
				}
			}
			text := st.Arrange(cells, seat)
			made, err := game.New(rules.Setup{Position: text})
			detail, refused := strings.CutPrefix(want, "no ")
			switch {
			case refused && (err == nil || !strings.Contains(err.Error(), detail)):
				t.Errorf("%s: %v, want no position and %q in the error", text, err, detail)
			case !refused && err != nil:
				t.Errorf("%s: %v, want %s", text, err, want)
			case !refused && made.Position() != want:
				t.Errorf("%s, want %s", made.Position(), want)
			}
		})
	}
}

// changed returns the cells after an edit of Arrangements. A cell that is not
// drawn is bare table.
func changed(t *testing.T, cells []rules.BoardCell, change string) []rules.BoardCell {
	t.Helper()
	at := strings.LastIndexAny(change, "+=")
	if at < 0 {
		at = len(change) - 1 // the minus
	}
	i := slices.IndexFunc(cells, func(cell rules.BoardCell) bool { return cell.Name == change[:at] })
	if i < 0 {
		c, ok := hex.Parse(change[:at])
		if !ok {
			t.Fatalf("%s is no change", change)
		}
		i, cells = len(cells), append(cells, rules.BoardCell{Cell: c, Name: change[:at], Ground: rules.Table})
	}
	cell := &cells[i]
	switch after := change[at+1:]; change[at] {
	case '+':
		cell.Stack = append(slices.Clone(cell.Stack), rules.Piece{Seat: rules.Seat(after[0] - '0'), Shape: rules.Shape(after[1:])})
	case '=':
		cell.Ground = rules.Ground(after)
	default:
		cell.Stack = cell.Stack[:len(cell.Stack)-1]
	}
	return cells
}
