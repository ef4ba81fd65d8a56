package board

import (
	"slices"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A Board is a drawing of a rules.Board, in the drawing units of package hex.
type Board struct {
	ID       string
	Label    string
	ViewBox  string
	Width    string    // in CSS pixels, at which the cells are just large enough to be touched
	Height   string    // likewise
	Captions []Caption // of what lies beside the board
	Cells    []Cell    // in the order they are drawn: by rows from the top, each from the left
	Flights  []Flight
	Ways     []Flight // where the choices with letters lead
	Lost     []Coin   // letters of the choices at the ways that lead off the board
	Ghost    *Cell    // what a press puts on a free cell; nil for nothing
	Fit      bool     // it fills the room that the page has for it
	Names    bool     // cells show their names
	Table    bool     // it is shown as a table of texts instead
	Choosing bool     // a piece has to be chosen first
	Picture  bool     // only to look at: the cells have no names of their own
}

// A Caption is a few words above a part of a board.
type Caption struct{ Text, X, Y string }

// A Coin is a letter at a place.
type Coin struct {
	Letter string
	X, Y   int
}

// A Flight is an arrow from a cell to another.
type Flight struct {
	Class string
	Place string // transform to the start, turned to the end
	Path  string
}

// Drawing says how a board is drawn, and what is marked on it beside the
// position. The zero drawing marks nothing.
type Drawing struct {
	Id           string // what ids on the page end in, where there are several boards; empty for the only one
	Turn         int    // counter-clockwise, times 60 degrees
	Names, Table bool
	Named        map[string]bool // cells that show their names in any case
	Picture      bool

	Last    map[hex.Cell]bool   // changed by the last turn
	Draft   map[hex.Cell]bool   // changed by the turn in the making
	Steps   map[hex.Cell]string // numbers of what happened, one after the other, for labels
	Stepped bool                // the numbers are written on the board too
	Flights []rules.Motion
	Must    map[hex.Cell]bool // compulsory
	Secret  bool              // where the next action can begin is not marked
	Hint    map[hex.Cell]bool // changed by the turn that is suggested
	Pointed []hex.Cell        // pointed at by a claim in the making
	Before  []rules.BoardCell // the board at other moments nearby, whose cells have room too

	Pick   *Picking                                                // nil when nothing can be clicked
	Ghost  *rules.BoardCell                                        // what a press puts on a free cell, on the table if it is no tile; nil for nothing
	Planet bool                                                    // a cell picked holds the thinking marker
	Links  func(c rules.BoardCell, to Click, legal bool) page.Link // what clicking a cell does; nil for nothing
}

// New draws a board. Labels are in the language of t.
func New(t *i18n.Catalog, info rules.Info, board rules.Board, d Drawing) Board {
	if d.Table { // its rows are the board's own
		d.Turn = 0
	}
	b := Board{
		ID: "board" + d.Id, Label: t.T("play.board", "Game", t.T(info.Key+".name")),
		Cells: make([]Cell, len(board.Cells)),
		Names: d.Names, Table: d.Table, Picture: d.Picture,
	}
	b.ViewBox, b.Width, b.Height = d.window(board, info.Grows && !d.Picture)
	letters := d.letters()
	b.Choosing = d.choosesPiece(board.Cells)
	drawer := newCellDrawer(t, info, d, letters, len(board.Cells))
	drawer.grows = info.Grows && !d.Picture
	drawer.adding = d.Pick != nil && len(d.Pick.Cells) == 0 && !b.Choosing
	for i, c := range inDrawingOrder(board.Cells, d.Turn) {
		b.Cells[i] = drawer.cell(c)
	}
	if slices.ContainsFunc(b.Cells, func(c Cell) bool { return c.Marks.Ghost != "" }) {
		ghost := NewCell(t, info, *d.Ghost, Drawing{Picture: true})
		ghost.ID = d.ghostID()
		b.Ghost = &ghost
	}
	b.Captions = newCaptions(t, board.Cells, d.Turn)
	if len(d.Last) > many && !d.Stepped {
		d.Flights = nil
	}
	for _, m := range d.Flights {
		b.Flights = append(b.Flights, newFlight(drawer.pen, m, d.Turn))
	}
	if len(letters) > 0 {
		b.Ways = newWays(drawer.pen, d.Pick, d.Turn)
		b.addLost(drawer.pen, d)
	}
	return b
}

// many is the maximum number of changed cells that are all marked. More marks would hide the board.
const many = 4

// choosesPiece reports whether a turn begins with one of the pieces on the board, and with nothing else.
func (d Drawing) choosesPiece(cells []rules.BoardCell) bool {
	if d.Pick == nil || len(d.Pick.Cells) > 0 || len(d.Pick.Clicks) == 0 {
		return false
	}
	return !slices.ContainsFunc(cells, func(c rules.BoardCell) bool {
		_, open := d.Pick.Clicks[c.Cell]
		return open && len(c.Stack) == 0
	})
}

// ghostID returns the id of the ghost.
func (d Drawing) ghostID() string { return "ghost" + d.Id }

// still reports whether no key can reach anything on the board.
func (b Board) still() bool {
	return !slices.ContainsFunc(b.Cells, func(c Cell) bool { return c.Link != nil })
}

// rows returns the cells row by row, as a table has them.
func (b Board) rows() [][]Cell {
	cells := slices.SortedStableFunc(slices.Values(b.Cells), func(c, d Cell) int { return c.Row - d.Row })
	var rows [][]Cell
	for i, c := range cells {
		if i == 0 || c.Row != cells[i-1].Row {
			rows = append(rows, nil)
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], c)
	}
	return rows
}

// columns returns the number of cells of the longest row.
func (b Board) columns() (most int) {
	for _, row := range b.rows() {
		most = max(most, len(row))
	}
	return most
}

// inDrawingOrder returns the cells in the reading order of the turned board.
func inDrawingOrder(cells []rules.BoardCell, turn int) []rules.BoardCell {
	if turn == 0 {
		return cells
	}
	return slices.SortedFunc(slices.Values(cells), func(a, b rules.BoardCell) int {
		ax, ay := a.Cell.Centre(turn)
		bx, by := b.Cell.Centre(turn)
		if ay != by {
			return ay - by
		}
		return ax - bx
	})
}

// letters labels the choices A, B, … on the cells where they can be clicked, if they need letters.
func (d Drawing) letters() map[hex.Cell]string {
	if d.Pick == nil || !d.Pick.Lettered() {
		return nil
	}
	letters := map[hex.Cell]string{}
	for i, c := range d.Pick.Choices {
		for _, cell := range c.next(len(d.Pick.Cells)) {
			letters[cell] = Letter(i)
		}
	}
	return letters
}

// Letter returns the letter of the ith choice, from 0. It starts again after Z.
func Letter(i int) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return letters[i%26 : i%26+1]
}

// Changed returns the cells that look different on two boards of one game.
func Changed(before, after rules.Board) map[hex.Cell]bool {
	was := make(map[hex.Cell]rules.BoardCell, len(before.Cells))
	for _, c := range before.Cells {
		was[c.Cell] = c
	}
	cells := map[hex.Cell]bool{}
	for _, c := range after.Cells {
		old, ok := was[c.Cell]
		if !ok { // a board grows where there was nothing but the table
			old.Ground = rules.Table
		}
		if old.Ground != c.Ground || !slices.Equal(old.Stack, c.Stack) {
			cells[c.Cell] = true
		}
	}
	return cells
}
