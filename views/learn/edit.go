package learn

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/rules/record"
	"hexclub/views/board"
	"hexclub/views/page"
	"hexclub/views/table"
)

// An Editor is what changes a board by hand.
type Editor struct {
	Brushes []Brush    // what a click on a cell does
	Seats   []Brush    // who is to act
	Reason  string     // why the board is no position of the game
	Follows bool       // who is to act follows from the board, and is not who was asked for
	Undo    *page.Link // takes the last change back
	Done    *page.Link // plays from here; nil while it is no position
	Leave   page.Link  // forgets all changes
}

// A Brush is something that can be changed, or changed to.
type Brush struct {
	ID      string
	Words   string
	Layer   *board.Layer // of a piece
	Ground  string       // class of a ground
	Link    page.Link
	Current bool
}

// Changes are written as a cell and what happens to it, or as the number of the
// seat that is to act:
//
//	d3+1token   a piece of seat 1 is put on top of d3
//	d3-         the top piece is taken away
//	d3=grey     the ground is another
//	2           it is seat 2's turn
const takeOff = "-"

func putOn(p rules.Piece) string      { return "+" + strconv.Itoa(int(p.Seat)) + string(p.Shape) }
func turnInto(g rules.Ground) string  { return "=" + string(g) }
func actsNext(seat rules.Seat) string { return strconv.Itoa(int(seat)) }

// manyEdits is the maximum number of changes in an address, to be undone, once the board is a
// position of its own.
const manyEdits = 40

// An editing is a board that is changed by hand.
type editing struct {
	*sandbox
	edits []string // that changed something
	cells []rules.BoardCell
	seat  rules.Seat     // to act
	made  *record.Record // of the position that there is now; nil while there is none
	why   string         // there is none
	brush string
}

// edit fills in the board as it is edited.
func (s *sandbox) edit(a *Analysis) {
	e := newEditing(s)
	t := s.in.T
	a.Position.Text = ""
	if e.made != nil {
		s.tb = s.builder(e.made)
		a.Position.Text = e.made.State().Position()
		a.Position.SVG, a.Position.PNG = e.picture("board.svg"), e.picture("board.png")
		a.Position.Record = e.made.Sheet(s.tb.Game.Players).String()
	}
	a.Play = s.newPlay()
	a.Board = table.Fitted(board.New(t, s.info, rules.Board{Cells: e.board()}, board.Drawing{
		Turn: s.in.Look.Turn, Names: s.in.Look.Names, Table: s.in.Look.Table, Links: e.link,
	}))
	a.Editor = e.editor()
	a.Status.Text = t.T("analysis.not-yet")
	if e.made == nil {
		a.Counts, a.Seats, a.Head.Counted = nil, nil, false
	} else if seat := e.made.State().Turn().Seat; seat != 0 {
		a.Status.Text = t.T("analysis.legal", "Colour", s.colour(seat))
	} else {
		a.Status.Text = s.tb.ResultWords()
	}
	a.Status.Problem = s.problem
	a.Tools.Return = e.to(e.edits, e.brush).Href
	a.shown = e.forAll(a.Tools.Return)
	if a.Editor.Done != nil {
		a.shown = e.forAll(a.Editor.Done.Href)
	}
}

func newEditing(s *sandbox) *editing {
	st := s.rec.State()
	e := &editing{sandbox: s, cells: st.Board().Cells, seat: st.Turn().Seat, brush: s.in.Editing.Brush}
	if e.seat == 0 { // of an ended game, the last to have played
		e.seat = max(1, s.rec.Before().Turn().Seat)
	}
	if !slices.ContainsFunc(e.brushes(), func(b Brush) bool { return b.Current }) {
		e.brush = putOn(s.info.Pieces[0])
	}
	for edit := range strings.FieldsSeq(s.in.Editing.Edits) {
		if len(strings.Join(e.edits, " "))+len(edit) > maxEdits {
			e.cannot("analysis.edit-full", "")
			break
		}
		e.apply(edit)
	}
	e.judge()
	return e
}

// apply makes a change. It skips one that is impossible or changes nothing, and shows why.
func (e *editing) apply(edit string) {
	if seat, err := strconv.Atoi(edit); err == nil {
		if seat < 1 || seat > e.rec.State().Seats() {
			e.cannot("analysis.edit-unknown", edit)
			return
		}
		e.seat = rules.Seat(seat)
		e.edits = append(e.edits, actsNext(e.seat))
		return
	}
	at := strings.LastIndexAny(edit, "+=")
	if at < 0 {
		at = max(0, len(edit)-len(takeOff))
	}
	cell := e.cell(edit[:at])
	if cell == nil {
		e.cannot("analysis.edit-unknown", edit)
		return
	}
	if key := e.change(cell, edit[at:]); key != "" {
		e.cannot(key, cell.Name)
		return
	}
	e.edits = append(e.edits, edit)
}

// cannot shows why a change was skipped.
func (e *editing) cannot(key, what string) {
	if e.problem == nil {
		e.problem = &page.Problem{Text: e.in.T.T(key, "Cell", what)}
	}
}

// cell returns the cell with a name: one of the board, or of the table next to a growing board;
// nil for an unknown name.
func (e *editing) cell(name string) *rules.BoardCell {
	for i := range e.cells {
		if e.cells[i].Name == name {
			return &e.cells[i]
		}
	}
	c, ok := hex.Parse(name)
	beside := func(on rules.BoardCell) bool { return holds(on) && on.Cell.Distance(c) == 1 }
	if !ok || !e.info.Grows || !slices.ContainsFunc(e.cells, beside) {
		return nil
	}
	e.cells = append(e.cells, rules.BoardCell{Cell: c, Name: name, Ground: rules.Table})
	return &e.cells[len(e.cells)-1]
}

// change changes a cell. It answers with the key of the reason why it cannot,
// or does not, change it.
func (e *editing) change(cell *rules.BoardCell, to string) (why string) {
	top := len(cell.Stack) - 1
	if to == takeOff {
		if top < 0 {
			return "analysis.edit-empty"
		}
		cell.Stack = cell.Stack[:top]
		return ""
	}
	for _, piece := range e.info.Pieces {
		if to != putOn(piece) {
			continue
		}
		stack := slices.Clone(cell.Stack)
		if top >= 0 && alone(piece.Shape) && alone(stack[top].Shape) {
			if stack[top] == piece {
				return "analysis.edit-same"
			}
			stack = stack[:top]
		}
		cell.Stack = append(stack, piece)
		return ""
	}
	for _, ground := range e.info.Grounds {
		switch {
		case to != turnInto(ground):
			continue
		case !slices.Contains(e.info.Grounds, cell.Ground):
			return "analysis.edit-fixed"
		case cell.Ground == ground:
			return "analysis.edit-same"
		}
		cell.Ground, cell.Value = ground, 0
		return ""
	}
	return "analysis.edit-unknown"
}

// alone reports whether pieces of a shape fill their cell, so that one replaces another.
func alone(shape rules.Shape) bool { return shape == rules.Hexagon || shape == rules.Star }

// judge asks the game whether the board is one of its positions.
func (e *editing) judge() {
	made, err := record.New(e.in.Game, rules.Setup{Position: e.rec.State().Arrange(e.cells, e.seat)})
	if err != nil {
		e.why = whyNot(e.in.T, err)
		return
	}
	e.made = made
	e.cells = made.State().Board().Cells
}

// board returns the cells to draw, for a growing board with the table around the pieces.
func (e *editing) board() []rules.BoardCell {
	if !e.info.Grows {
		return e.cells
	}
	cells, known := slices.Clone(e.cells), map[hex.Cell]bool{}
	for _, c := range cells {
		known[c.Cell] = true
	}
	for _, c := range e.cells {
		for _, way := range hex.Directions {
			if to := c.Cell.Step(way); holds(c) && !known[to] {
				known[to] = true
				cells = append(cells, rules.BoardCell{Cell: to, Name: to.String(), Ground: rules.Table})
			}
		}
	}
	slices.SortFunc(cells, func(a, b rules.BoardCell) int { return hex.Compare(a.Cell, b.Cell) })
	return cells
}

// holds reports whether there is something on a place of the table.
func holds(c rules.BoardCell) bool { return c.Ground != rules.Table || len(c.Stack) > 0 }

// link returns the effect of a click on a cell.
func (e *editing) link(cell rules.BoardCell, _ board.Click, _ bool) page.Link {
	return e.to(append(slices.Clone(e.edits), cell.Name+e.brush), e.brush)
}

// to leads to the board with some changes. A position stands for the changes
// that led to it when they have become many.
func (e *editing) to(edits []string, brush string) page.Link {
	base, line, shown := e.base, e.line, e.shown
	if n := len(e.edits); n >= manyEdits && len(edits) > n && e.made != nil {
		base, line, shown, edits = e.baseOf(e.made.State()), nil, 0, edits[n:]
	}
	query := e.query(base, line, shown) + table.FromGameQuery(e.in.From) + "&edit=on&brush=" + page.Escape(brush)
	if len(edits) > 0 {
		query += "&edits=" + page.Escape(strings.Join(edits, " "))
	}
	return page.PageLink(e.path, "/board", query)
}

func (e *editing) editor() *Editor {
	editor := &Editor{
		Brushes: e.brushes(), Reason: e.why,
		Leave: e.sandbox.link(e.base, e.line, e.shown, ""),
	}
	acts := e.seat
	if e.made != nil {
		acts = e.made.State().Turn().Seat
		editor.Follows = acts != e.seat
		done := e.sandbox.link(e.baseOf(e.made.State()), nil, 0, "")
		editor.Done = &done
	}
	for i, name := range e.tb.Game.Players {
		seat := rules.Seat(i + 1)
		piece := board.SeatPiece(e.info, seat)
		editor.Seats = append(editor.Seats, Brush{
			ID: "acts-" + actsNext(seat), Words: name, Layer: &piece, Current: seat == acts,
			Link: e.to(append(slices.Clone(e.edits), actsNext(seat)), e.brush),
		})
	}
	if n := len(e.edits); n > 0 {
		undo := e.to(e.edits[:n-1], e.brush)
		editor.Undo = &undo
	}
	return editor
}

// brushes returns the possible effects of a click on a cell.
func (e *editing) brushes() []Brush {
	t := e.in.T
	var list []Brush
	add := func(brush string, b Brush) {
		b.Link, b.Current = e.to(e.edits, brush), brush == e.brush
		list = append(list, b)
	}
	for _, piece := range e.info.Pieces {
		layer := board.NewLayer(e.info, piece)
		words := t.N("piece."+string(piece.Shape), 1)
		if piece.Seat != 0 {
			words = e.colour(piece.Seat) + ", " + words
		}
		add(putOn(piece), Brush{ID: "brush-" + putOn(piece)[1:], Words: words, Layer: &layer})
	}
	add(takeOff, Brush{ID: "brush-off", Words: t.T("analysis.take-off")})
	for _, ground := range e.info.Grounds {
		add(turnInto(ground), Brush{
			ID: "brush-" + string(ground), Words: t.T("ground." + string(ground)), Ground: board.GroundClass(rules.BoardCell{Ground: ground}),
		})
	}
	return list
}

// picture returns the address of a picture of the position.
func (e *editing) picture(file string) string {
	return e.pictureOf(file, e.baseOf(e.made.State()), nil, 0)
}
