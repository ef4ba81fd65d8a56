package views

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/views/i18n"
)

// A Board is a drawing of a rules.Board, in the drawing units of package hex.
type Board struct {
	Label   string
	ViewBox string
	Cells   []Cell
	Ways    []Way
}

// A Cell is one cell of a drawing.
type Cell struct {
	ID     string // for focus to survive a swap
	Name   string // as notation writes it
	Label  string // all there is to know about it, in words
	Class  string
	Place  string // transform to its middle
	Arrow  string // transform of its arrow; empty for none
	Value  string // points printed on it; empty for none
	Layers []Layer
	Count  string // how many pieces; empty for none
	CountY string // where the count stands, below the middle if positive
	Letter string // of the choice that a click makes, when choices are lettered
	Dot    bool   // an empty cell that can be clicked
	Link   *Link  // what a click does; nil for nothing
}

// A Layer is one piece of a stack.
type Layer struct {
	Class string
	Round bool // a disc, not a square: colour is never the only difference
	Y     int  // of its middle
}

// A Way is an arrow from the cell picked to a neighbour where a choice leads.
type Way struct {
	Class string
	Place string // transform to the start, turned to the end
}

// A Link is what a click does, as a plain link and as what htmx makes of it.
type Link struct {
	Href string
	Get  string // address of the fragment to swap in; empty when the click commits
	Post string // address to commit to, with what is posted
}

// boardMarks says what is marked on a drawing beside the position.
type boardMarks struct {
	last  map[hex.Cell]bool // changed by the last turn
	draft map[hex.Cell]bool // changed by the turn in the making
	pick  *picking          // nil when nothing can be clicked
	links func(hex.Cell, click) *Link
}

// newBoard draws a board. Labels are in the language of t; game is the key of
// the game and colours those of its seats.
func newBoard(t *i18n.Catalog, info rules.Info, board rules.Board, marks boardMarks) Board {
	cells := make([]hex.Cell, len(board.Cells))
	for i, c := range board.Cells {
		cells[i] = c.Cell
	}
	minX, minY, maxX, maxY := hex.Bounds(cells)
	const margin = 6
	b := Board{
		Label:   t.T("board.label", "Game", t.T(info.Key+".name")),
		ViewBox: numbers(minX-margin, minY-margin, maxX-minX+2*margin, maxY-minY+2*margin),
		Cells:   make([]Cell, len(board.Cells)),
	}
	letters := marks.letters()
	for i, c := range board.Cells {
		b.Cells[i] = newCell(t, info, c, marks, letters)
	}
	if len(letters) > 0 {
		b.Ways = newWays(marks.pick)
	}
	return b
}

func newCell(t *i18n.Catalog, info rules.Info, c rules.BoardCell, marks boardMarks, letters map[hex.Cell]string) Cell {
	x, y := c.Cell.Centre()
	cell := Cell{ID: "c-" + c.Name, Name: c.Name, Place: "translate(" + numbers(x, y) + ")", Letter: letters[c.Cell]}
	if c.Arrow != hex.None {
		cell.Arrow = "rotate(" + numbers(angle(c.Arrow)) + ")"
	}
	if c.Value > 0 {
		cell.Value = strconv.Itoa(c.Value)
	}
	cell.stack(info, c.Stack)

	label := []string{c.Name, contents(t, info, c.Stack), ground(t, c)}
	class := make([]string, 2, 6)
	class[0], class[1] = "cell", string(c.Ground)
	mark := func(name string) { class = append(class, name); label = append(label, t.T("mark."+name)) }
	if c.Mark != rules.Unmarked {
		mark(string(c.Mark))
	}
	if marks.last[c.Cell] {
		mark("last")
	}
	if marks.draft[c.Cell] {
		mark("draft")
	}
	if marks.pick != nil {
		if slices.Contains(marks.pick.cells, c.Cell) {
			mark("picked")
		}
		if to, ok := marks.pick.clicks[c.Cell]; ok {
			class = append(class, "open")
			cell.Link = marks.links(c.Cell, to)
			label = append(label, t.T("mark.open"))
			if cell.Letter != "" {
				label = append(label, t.T("mark.way", "Letter", cell.Letter))
			}
		}
	}
	if cell.Letter != "" {
		class = append(class, "way-"+cell.Letter)
	}
	cell.Dot = cell.Link != nil && len(c.Stack) == 0 && cell.Letter == ""
	cell.Class, cell.Label = strings.Join(class, " "), strings.Join(label, ", ")
	return cell
}

// stack piles up at most four pieces; the count tells the rest.
func (cell *Cell) stack(info rules.Info, stack []rules.Piece) {
	const lift = 5
	drawn := stack[max(0, len(stack)-4):]
	cell.Layers = make([]Layer, 0, len(drawn))
	for i, piece := range drawn {
		y := lift * (len(drawn) - 1 - 2*i) / 2
		cell.Layers = append(cell.Layers, Layer{
			Class: "piece " + pieceClass(info, piece),
			Round: piece.Seat%2 == 1,
			Y:     y,
		})
		cell.CountY = strconv.Itoa(y + 6)
	}
	if len(stack) > 0 {
		cell.Count = strconv.Itoa(len(stack))
	}
}

// pieceClass is the colour of a piece, the shape where it is nobody's.
func pieceClass(info rules.Info, piece rules.Piece) string {
	switch {
	case piece.Seat == 0:
		return string(piece.Shape)
	case piece.Shape == rules.Hat:
		return info.Colours[piece.Seat-1] + " hat"
	}
	return info.Colours[piece.Seat-1]
}

// contents is what lies on a cell, in words, from bottom to top.
func contents(t *i18n.Catalog, info rules.Info, stack []rules.Piece) string {
	if len(stack) == 0 {
		return t.T("cell.empty")
	}
	text := ""
	for i := 0; i < len(stack); {
		first, end := stack[i], i
		for end < len(stack) && stack[end] == first {
			end++
		}
		if i > 0 {
			text += "; "
		}
		if first.Seat != 0 {
			text += t.T("colour."+info.Colours[first.Seat-1]) + ", "
		}
		text += t.N("piece."+string(first.Shape), end-i)
		i = end
	}
	return text
}

// ground is what a cell itself is, in words: "white tile with arrow, worth 4".
func ground(t *i18n.Catalog, c rules.BoardCell) string {
	words := t.T("ground." + string(c.Ground))
	if c.Arrow != hex.None {
		words += " " + t.T("cell.arrow")
	}
	if c.Value > 0 {
		words += ", " + t.T("cell.worth", "Points", strconv.Itoa(c.Value))
	}
	return words
}

// letters names the choices A, B, … on the cells where they can be clicked,
// when they are to be told apart by letters.
func (m boardMarks) letters() map[hex.Cell]string {
	if m.pick == nil || !m.pick.lettered() {
		return nil
	}
	letters := map[hex.Cell]string{}
	for i, c := range m.pick.choices {
		for _, cell := range c.next(len(m.pick.cells)) {
			letters[cell] = letter(i)
		}
	}
	return letters
}

func letter(i int) string { return string(rune('A' + i%26)) }

// newWays draws an arrow from the last cell picked to each neighbour where one
// of the choices leads. What lies further off has its letter alone.
func newWays(p *picking) []Way {
	var ways []Way
	from := p.cells[len(p.cells)-1]
	x, y := from.Centre()
	for i, c := range p.choices {
		for _, to := range c.next(len(p.cells)) {
			for _, d := range hex.Directions {
				if from.Step(d) == to {
					ways = append(ways, Way{
						Class: "way way-" + letter(i),
						Place: "translate(" + numbers(x, y) + ") rotate(" + numbers(angle(d)) + ")",
					})
				}
			}
		}
	}
	return ways
}

// numbers writes whole numbers with a space between them.
func numbers(n ...int) string {
	text := make([]byte, 0, 24)
	for i, number := range n {
		if i > 0 {
			text = append(text, ' ')
		}
		text = strconv.AppendInt(text, int64(number), 10)
	}
	return string(text)
}

// angle is a direction in degrees, clockwise from the east as SVG turns.
func angle(d hex.Direction) int { return -60 * (int(d) - int(hex.E)) }

// changed is the cells that look different on two boards of one game.
func changed(before, after rules.Board) map[hex.Cell]bool {
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
