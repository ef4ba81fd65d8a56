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
	Label    string
	ViewBox  string
	Width    string    // in CSS pixels, at which the cells are just large enough to be touched
	Captions []Caption // of what lies beside the board
	Cells    []Cell    // in the order they are drawn: by rows from the top, each from the left
	Flights  []Flight
	Ways     []Flight // where the choices lead that are told apart by letters
	Names    bool     // cells show their names
	Table    bool     // it is shown as a table of texts instead
	Picture  bool     // only to look at: the cells are not told one by one
}

// A Cell is one cell of a drawing.
type Cell struct {
	ID     string // for focus to survive a swap
	Name   string // as notation writes it
	Sign   string // the name, if the cell shows it
	Label  string // all there is to know about it, in words
	Class  string
	X, Y   int    // of its middle
	Place  string // transform to its middle
	Ground string // class of what the cell itself looks like
	Row    int    // of the table, whatever way the board is turned
	Arrow  string // transform of its arrow; empty for none
	Value  string // points printed on it; empty for none
	Layers []Layer
	Count  string // how many pieces; empty for none and for one
	CountY string // where the count stands, below the middle if positive
	Badge  string // numbers of the steps that happened here
	Letter string // of the choice that a click makes, when choices are lettered
	Ring   bool   // there is a mark to draw, or one that comes with the keyboard
	Dot    bool   // an empty cell where something can be put
	Planet bool   // the thinking marker is here
	Link   *Link  // what a click does; nil for nothing
}

// A Layer is one piece of a stack.
type Layer struct {
	Class string
	Form  Form
	X, Y  int // of its middle
}

// A Caption is a few words above a part of a board.
type Caption struct{ Text, X, Y string }

// A Form is the outline of a piece. Pieces of different seats differ in it, as
// colour is never the only difference.
type Form uint8

// The forms there are.
const (
	Disc       Form = iota
	Square          // with round corners
	Hex             // fills its cell
	RingedHex       // likewise, with a ring in it
	Bowler          // a round hat
	PointedHat      // a pointed one
	FivePoints      // a star
)

// A Flight is an arrow from a cell to another.
type Flight struct {
	Class string
	Place string // transform to the start, turned to the end
	Path  string
}

// A Link is what a click does, as a plain link and as what htmx makes of it.
type Link struct {
	Href string
	Get  string // address of the fragment to swap in; empty when the click commits
	Post string // address to commit to, with what is posted
}

// drawing says how a board is drawn, and what is marked on it beside the
// position. The zero drawing marks nothing.
type drawing struct {
	turn         int // counter-clockwise, times 60 degrees
	names, table bool
	picture      bool

	last    map[hex.Cell]bool   // changed by the last turn
	draft   map[hex.Cell]bool   // changed by the turn in the making
	steps   map[hex.Cell]string // numbers of what happened, one after the other
	flights []rules.Motion
	must    map[hex.Cell]bool // compulsory
	pointed []hex.Cell        // pointed at by a claim in the making
	before  []rules.BoardCell // the board at other moments nearby, whose cells have room too

	pick   *picking                            // nil when nothing can be clicked
	planet bool                                // a cell picked holds the thinking marker
	links  func(rules.BoardCell, *click) *Link // what clicking a cell does; the click is nil where nothing legal begins
}

// newBoard draws a board. Labels are in the language of t.
func newBoard(t *i18n.Catalog, info rules.Info, board rules.Board, d drawing) Board {
	if d.table { // its rows are the board's own
		d.turn = 0
	}
	b := Board{
		Label: t.T("play.board", "Game", t.T(info.Key+".name")),
		Cells: make([]Cell, len(board.Cells)),
		Names: d.names, Table: d.table, Picture: d.picture,
	}
	b.ViewBox, b.Width = d.window(info, board)
	letters := d.letters()
	for i, c := range inDrawingOrder(board.Cells, d.turn) {
		b.Cells[i] = newCell(t, info, c, d, letters)
	}
	b.Captions = newCaptions(t, board.Cells, d.turn)
	for _, m := range d.flights {
		b.Flights = append(b.Flights, newFlight(m, d.turn))
	}
	if len(letters) > 0 {
		b.Ways = newWays(d.pick, d.turn)
	}
	return b
}

// still says whether there is nothing on the board that a key could reach.
func (b Board) still() bool {
	return !slices.ContainsFunc(b.Cells, func(c Cell) bool { return c.Link != nil })
}

// rows is the cells row by row, as a table has them.
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

// columns is how many cells the longest row has.
func (b Board) columns() (most int) {
	for _, row := range b.rows() {
		most = max(most, len(row))
	}
	return most
}

// inDrawingOrder is the cells in reading order as the turned board has it.
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

func newCell(t *i18n.Catalog, info rules.Info, c rules.BoardCell, d drawing, letters map[hex.Cell]string) Cell {
	x, y := c.Cell.Centre(d.turn)
	cell := Cell{
		ID: cellID(c.Name), Name: c.Name, Row: int(c.Cell.R),
		X: x, Y: y, Place: "translate(" + numbers(x, y) + ")", Ground: groundClass(c), Letter: letters[c.Cell], Badge: d.steps[c.Cell],
	}
	if c.Arrow != hex.None {
		cell.Arrow = "rotate(" + numbers(angle(c.Arrow.Turn(d.turn))) + ")"
	}
	if c.Value > 0 {
		cell.Value = strconv.Itoa(c.Value)
	}
	cell.stack(info, c.Stack)

	label := append(make([]string, 0, 8), c.Name, contents(t, info, c), ground(t, c))
	if d.names {
		cell.Sign = c.Name
	}
	class := append(make([]string, 0, 10), "cell", cell.Ground)
	mark := func(name string) { class = append(class, name); label = append(label, t.T("mark."+name)) }
	class = append(class, looks(c)...)
	plain := len(class)
	if c.Mark != rules.Unmarked {
		mark(string(c.Mark))
	}
	if d.last[c.Cell] {
		mark("last")
	}
	if d.draft[c.Cell] {
		mark("draft")
	}
	if cell.Badge != "" {
		label = append(label, t.T("mark.step", "Number", cell.Badge))
	}
	if slices.Contains(d.pointed, c.Cell) {
		mark("picked")
	}
	if d.pick != nil {
		to, legal := d.pick.clicks[c.Cell]
		if slices.Contains(d.pick.cells, c.Cell) {
			mark("picked")
			cell.Planet = d.planet
		}
		if legal {
			mark("open")
			if d.must[c.Cell] {
				mark("must")
			}
			cell.Link = d.links(c, &to)
			cell.Dot = len(c.Stack) == 0 && cell.Letter == "" && !cell.Planet
		}
		if cell.Letter != "" {
			class = append(class, "way-"+cell.Letter)
			label = append(label, t.T("mark.way", "Letter", cell.Letter))
		}
	}
	if cell.Link == nil && d.links != nil {
		cell.Link = d.links(c, nil)
	}
	cell.Ring = cell.Link != nil || len(class) > plain
	cell.Class, cell.Label = strings.Join(class, " "), strings.Join(label, ", ")
	return cell
}

// cellID is the id of a cell in a page: its name with signs that ids may have.
func cellID(name string) string { return "c-" + idSigns.Replace(name) }

var idSigns = strings.NewReplacer(",", "_", ":", "_")

// groundClass is what a style sheet knows the look of a cell itself by.
func groundClass(c rules.BoardCell) string {
	class := string(c.Ground)
	if c.Ground == rules.Table {
		class = "bare"
	}
	if c.Zone > 0 {
		class += " zone-" + strconv.Itoa(c.Zone)
	}
	if len(c.Stack) > 0 && c.Stack[0].Shape == rules.Hexagon {
		class += " covered"
	}
	return class
}

// looks is what a style sheet has to know of a stack as a whole.
func looks(c rules.BoardCell) (class []string) {
	if mixed(c.Stack) {
		class = append(class, "mixed")
	}
	switch {
	case len(c.Stack) == 0:
		class = append(class, "free")
	case captive(c):
		class = append(class, "captive")
	case frozen(c.Stack):
		class = append(class, "frozen")
	}
	return class
}

// mixed says whether the order of a stack's pieces tells something, so that a
// page lets it be read.
func mixed(stack []rules.Piece) bool {
	return slices.ContainsFunc(stack, func(p rules.Piece) bool { return p != stack[0] })
}

// stack piles up the pieces: all where their order matters, else at most four,
// and the count tells the rest.
func (cell *Cell) stack(info rules.Info, stack []rules.Piece) {
	if len(stack) == 0 {
		return
	}
	const height = 20 // that the middles of a high stack's pieces take at most
	lift, drawn := 5, stack
	if !mixed(stack) {
		drawn = stack[max(0, len(stack)-4):]
	} else if n := len(stack) - 1; n*lift > height {
		lift = max(1, height/n)
	}
	pieces, hats := tall(drawn), len(drawn)-tall(drawn)
	cell.Layers = make([]Layer, len(drawn))
	for i, piece := range drawn {
		cell.Layers[i] = Layer{Class: pieceClass(info, piece), Form: form(piece), Y: lift * (pieces - 1 - 2*i) / 2}
		if i >= pieces { // hats lie on what is there, side by side
			cell.Layers[i].X = 9 * (2*(i-pieces) - hats + 1)
			cell.Layers[i].Y = -min(pieces, 3) * lift
		}
	}
	if n := tall(stack); n > 1 {
		cell.Count = strconv.Itoa(n)
		cell.CountY = strconv.Itoa(cell.Layers[pieces-1].Y + 6)
		if hats > 0 {
			cell.CountY = "21"
		}
	}
}

// tall is how many pieces of a stack count for its height: hats lie on it.
func tall(stack []rules.Piece) (n int) {
	for _, piece := range stack {
		if piece.Shape != rules.Hat {
			n++
		}
	}
	return n
}

// form is the outline of a piece: pieces of seats that play against each other
// differ in it.
func form(piece rules.Piece) Form {
	forms := [2]Form{Disc, Square}
	switch piece.Shape {
	case rules.Hexagon:
		forms = [2]Form{Hex, RingedHex}
	case rules.Hat:
		forms = [2]Form{Bowler, PointedHat}
	case rules.Star:
		return FivePoints
	}
	return forms[(piece.Seat+1)%2]
}

// pieceClass is the shape of a piece and its colour, where it has one.
func pieceClass(info rules.Info, piece rules.Piece) string {
	if piece.Seat == 0 {
		return "piece " + string(piece.Shape)
	}
	return "piece " + string(piece.Shape) + " " + info.Colours[piece.Seat-1]
}

// contents is what lies on a cell, in words, from bottom to top.
func contents(t *i18n.Catalog, info rules.Info, c rules.BoardCell) string {
	if len(c.Stack) == 0 {
		return t.T("cell.empty")
	}
	text := ""
	if n := tall(c.Stack); n > 1 && mixed(c.Stack) {
		text = t.T("cell.height", "Number", strconv.Itoa(n)) + " "
	}
	for i := 0; i < len(c.Stack); {
		first, end := c.Stack[i], i
		for end < len(c.Stack) && c.Stack[end] == first {
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
	switch {
	case frozen(c.Stack):
		text += ", " + t.T("cell.frozen")
	case captive(c):
		text += ", " + t.T("cell.prisoners")
	}
	return text
}

// frozen says whether a hat lies on something.
func frozen(stack []rules.Piece) bool { return tall(stack) > 0 && tall(stack) < len(stack) }

// captive says whether tokens lie beside the tiles.
func captive(c rules.BoardCell) bool {
	return c.Ground == rules.Table && len(c.Stack) > 0 && c.Stack[0].Shape == rules.Token
}

// ground is what a cell itself is, in words: "white tile with arrow, worth 4".
func ground(t *i18n.Catalog, c rules.BoardCell) string {
	words := t.T("ground." + string(c.Ground))
	if c.Arrow != hex.None {
		words += " " + t.T("cell.arrow")
	}
	if c.Zone > 0 && (c.Ground == rules.Fixed || c.Ground == rules.Dark) {
		words += ", " + t.T("cell.flower", "Number", strconv.Itoa(c.Zone))
	}
	if c.Value > 0 {
		words += ", " + t.T("cell.worth", "Points", strconv.Itoa(c.Value))
	}
	return words
}

// letters names the choices A, B, … on the cells where they can be clicked,
// when they are to be told apart by letters.
func (d drawing) letters() map[hex.Cell]string {
	if d.pick == nil || !d.pick.lettered() {
		return nil
	}
	letters := map[hex.Cell]string{}
	for i, c := range d.pick.choices {
		for _, cell := range c.next(len(d.pick.cells)) {
			letters[cell] = letter(i)
		}
	}
	return letters
}

func letter(i int) string { return string(rune('A' + i%26)) }

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
