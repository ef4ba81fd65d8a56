package board

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/views/draw"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A Cell is one cell of a drawing.
type Cell struct {
	ID     string // for focus to survive a swap
	Name   string // as notation writes it
	Sign   string // the name, if the cell shows it
	Label  string // all there is to know about it, in words
	Class  string
	X, Y   int    // of its middle
	Place  string // transform to its middle
	Ground string // classes of what is written on the cell: what it lies on
	Row    int    // of the table, whatever way the board is turned
	Arrow  string // transform of its arrow; empty for none
	Value  string // points printed on it; empty for none
	Layers []Layer
	Count  CellCount
	Badge  string // numbers of the steps that happened here
	Letter string // of the choice that a click makes, when choices are lettered
	Marks  CellMarks
	Link   *page.Link // what a click does; nil for nothing
}

// A CellCount is the number of pieces on a cell.
type CellCount struct {
	Text string // empty for none and for one
	X, Y int    // of its middle, from that of the cell
}

// CellMarks are marks on a cell.
type CellMarks struct {
	Ring   bool   // there is a mark to draw, or one that comes with the keyboard
	Dot    bool   // an empty cell where a piece can be put
	Named  bool   // the text next to the board names the cell
	Shy    bool   // the name is visible only while the cell is hovered or focused
	Planet bool   // the thinking marker is here
	Ghost  string // id of what a press puts here; empty for nothing
}

// A cellDrawer draws the cells of a board.
type cellDrawer struct {
	Drawing
	t         *i18n.Catalog
	info      rules.Info
	letters   map[hex.Cell]string
	grows     bool // cells show their names while they are hovered or focused
	adding    bool // a turn can begin with a piece on a stack
	pen       *page.Pen
	layers    []Layer              // room for those of the cells to come
	made      []page.Link          // links of the cells so far
	grounds   map[groundKey]string // in words, those met so far
	labelling                      // of the cell at hand
}

// newCellDrawer returns a drawer for a board of about so many cells.
func newCellDrawer(t *i18n.Catalog, info rules.Info, d Drawing, letters map[hex.Cell]string, cells int) *cellDrawer {
	const sizeOfTexts = 100 // of a cell, in bytes
	return &cellDrawer{
		Drawing: d, t: t, info: info, letters: letters, pen: page.NewPen(sizeOfTexts * cells),
		layers: make([]Layer, cells), made: make([]page.Link, 0, cells), grounds: map[groundKey]string{},
		labelling: labelling{t: t, classes: make([]string, 0, 10), words: make([]string, 0, 8), marks: map[string]string{}},
	}
}

// NewCell draws a cell by itself.
func NewCell(t *i18n.Catalog, info rules.Info, c rules.BoardCell, d Drawing) Cell {
	return newCellDrawer(t, info, d, nil, 1).cell(c)
}

// cell draws a cell: what it is, what lies on it, and what is marked there.
func (d *cellDrawer) cell(c rules.BoardCell) Cell {
	x, y := c.Cell.Centre(d.Turn)
	cell := Cell{
		ID: d.pen.Text("c-", idSigns.Replace(c.Name), d.Id), Name: c.Name, Row: int(c.Cell.R), X: x, Y: y,
		Place: d.pen.Text("translate(", strconv.Itoa(x), " ", strconv.Itoa(y), ")"), Letter: d.letters[c.Cell],
	}
	if c.Arrow != hex.None {
		cell.Arrow = d.pen.Text("rotate(", strconv.Itoa(angle(c.Arrow.Turn(d.Turn))), ")")
	}
	if c.Value > 0 && len(c.Stack) == 0 { // a piece would cover it
		cell.Value = strconv.Itoa(c.Value)
	}
	if d.Stepped {
		cell.Badge = d.Steps[c.Cell]
	}
	class := GroundClass(c)
	cell.Ground = class
	if d.Names || d.Named[c.Name] {
		cell.Sign, cell.Marks.Named = c.Name, d.Named[c.Name]
		cell.Marks.Shy = d.grows && !cell.Marks.Named
	}
	cell.Layers = d.layers[:0]
	cell.stack(d.info, c.Stack)
	if c.Arrow != hex.None {
		cell.keepCountOff(c.Arrow.Turn(d.Turn))
	}
	d.layers = d.layers[min(len(cell.Layers), len(d.layers)):]

	d.words = append(d.words[:0], c.Name, contents(d.pen, d.t, d.info, c), d.ground(c))
	d.classes = looks(append(d.classes[:0], "cell", class), c)
	plain := len(d.classes)
	d.mark(&cell, c)
	d.choose(&cell, c)
	cell.Marks.Ring = !d.Picture || len(d.classes) > plain
	cell.Class, cell.Label = d.pen.Join(d.classes, " "), d.pen.Join(d.words, ", ")
	return cell
}

// filled reports whether a piece covers the whole cell.
func (cell Cell) filled() bool {
	n := len(cell.Layers)
	return n > 0 && (cell.Layers[n-1].Form == draw.Hex || cell.Layers[n-1].Form == draw.RingedHex)
}

// solid reports whether there is a tile, not the table alone.
func (cell Cell) solid() bool { return cell.Ground != "bare" && cell.Ground != string(rules.Removed) }

// A labelling collects the classes and the words of a cell.
type labelling struct {
	t              *i18n.Catalog
	classes, words []string
	marks          map[string]string // in words, those met so far
}

func (t *labelling) marked(name string) {
	words, ok := t.marks[name]
	if !ok {
		words = t.t.T("mark." + name)
		t.marks[name] = words
	}
	t.classes, t.words = append(t.classes, name), append(t.words, words)
}

// mark marks what has happened or is happening on a cell.
func (d *cellDrawer) mark(cell *Cell, c rules.BoardCell) {
	if c.Mark != rules.Unmarked {
		d.marked(string(c.Mark))
	}
	if d.Last[c.Cell] {
		d.marked("last")
		if d.later(c.Cell) {
			d.classes = d.classes[:len(d.classes)-1]
		}
	}
	if d.Draft[c.Cell] {
		d.marked("draft")
	}
	if d.Hint[c.Cell] {
		d.marked("hint")
	}
	if step := d.Steps[c.Cell]; step != "" {
		d.words = append(d.words, d.pen.Message(d.t, "mark.step", "Number", step))
	}
	if slices.Contains(d.Pointed, c.Cell) {
		d.marked("picked")
	}
}

// later reports whether the last turn changed many cells, and this one not in its first step.
func (d *cellDrawer) later(cell hex.Cell) bool {
	return len(d.Last) > many && d.Steps != nil && !d.Stepped && !strings.HasPrefix(d.Steps[cell]+"·", "1·")
}

// choose sets what a click on a cell does.
func (d *cellDrawer) choose(cell *Cell, c rules.BoardCell) {
	var to Click
	legal := false
	if d.Pick != nil {
		if slices.Contains(d.Pick.Cells, c.Cell) {
			d.marked("picked")
			cell.Marks.Planet = d.Planet
		}
		if to, legal = d.Pick.Clicks[c.Cell]; legal && !d.Secret {
			d.marked("open")
			if d.Must[c.Cell] {
				d.marked("must")
			}
			cell.Marks.Dot = (len(c.Stack) == 0 || d.adding) && cell.Letter == "" && !cell.Marks.Planet
			if cell.Marks.Dot && len(c.Stack) > 0 {
				d.classes = append(d.classes, "add")
			} else if cell.Marks.Dot && to.Whole && d.Drawing.Ghost != nil {
				cell.Marks.Ghost = d.ghostID()
			}
		}
	}
	if cell.Letter != "" {
		d.classes = append(d.classes, d.pen.Text("way-", cell.Letter))
		d.words = append(d.words, d.pen.Message(d.t, "mark.way", "Letter", cell.Letter))
	}
	if d.Links != nil {
		d.made = append(d.made, d.Links(c, to, legal))
		cell.Link = &d.made[len(d.made)-1]
	}
}

// idSigns replaces the signs of a name that an id must not have.
var idSigns = strings.NewReplacer(",", "_", ":", "_")

// GroundClass returns the CSS class for the look of a cell itself.
func GroundClass(c rules.BoardCell) string {
	class := string(c.Ground)
	if c.Ground == rules.Table {
		class = "bare"
	}
	if c.Zone > 0 {
		class += " zone-" + strconv.Itoa(c.Zone)
	}
	return class
}

// looks adds to classes what a style sheet has to know of a stack as a whole.
func looks(classes []string, c rules.BoardCell) []string {
	if mixed(c.Stack) {
		classes = append(classes, "mixed")
	}
	switch {
	case len(c.Stack) == 0:
		classes = append(classes, "free")
	case captive(c):
		classes = append(classes, "captive")
	case frozen(c.Stack):
		classes = append(classes, "frozen")
	}
	return classes
}

// contents describes the pieces on a cell in words, from bottom to top.
func contents(pen *page.Pen, t *i18n.Catalog, info rules.Info, c rules.BoardCell) string {
	if len(c.Stack) == 0 {
		return t.T("cell.empty")
	}
	text, separator := "", ""
	if n := tall(c.Stack); n > 1 && mixed(c.Stack) {
		text = t.T("cell.height", "Number", strconv.Itoa(n)) + " "
	}
	for i := 0; i < len(c.Stack); {
		first, end := c.Stack[i], i
		for end < len(c.Stack) && c.Stack[end] == first {
			end++
		}
		colour := ""
		if first.Seat != 0 {
			colour = pen.Text(t.T(pen.Text("colour.", info.Colours[first.Seat-1])), ", ")
		}
		text = pen.Text(text, separator, colour, t.N(pen.Text("piece.", string(first.Shape)), end-i))
		i, separator = end, t.T("list.semicolon")
	}
	switch {
	case frozen(c.Stack):
		text = pen.Text(text, ", ", t.T("cell.frozen"))
	case captive(c):
		text = pen.Text(text, ", ", t.T("cell.prisoners"))
	}
	return text
}

// frozen reports whether a hat lies on something.
func frozen(stack []rules.Piece) bool { return tall(stack) > 0 && tall(stack) < len(stack) }

// captive reports whether tokens lie beside the tiles.
func captive(c rules.BoardCell) bool {
	return c.Ground == rules.Table && len(c.Stack) > 0 && c.Stack[0].Shape == rules.Token
}

// A groundKey identifies a kind of cell: a board has few.
type groundKey struct {
	rules.Ground
	hex.Direction
	zone, value int
}

// ground describes a cell itself in words: "white tile with arrow to the east, worth 4". Directions
// are those of the turned board.
func (d *cellDrawer) ground(c rules.BoardCell) string {
	key := groundKey{c.Ground, c.Arrow, c.Zone, c.Value}
	words, ok := d.grounds[key]
	if ok {
		return words
	}
	words = d.t.T(d.pen.Text("ground.", string(c.Ground)))
	if c.Arrow != hex.None {
		words = d.pen.Text(words, " ", d.t.T(d.pen.Text("cell.arrow.", c.Arrow.Turn(d.Turn).String())))
	}
	if c.Zone > 0 && (c.Ground == rules.Fixed || c.Ground == rules.Dark) {
		words = d.pen.Text(words, ", ", d.pen.Message(d.t, "cell.flower", "Number", strconv.Itoa(c.Zone)))
	}
	if c.Value > 0 {
		words = d.pen.Text(words, ", ", d.pen.Message(d.t, "cell.worth", "Points", strconv.Itoa(c.Value)))
	}
	d.grounds[key] = words
	return words
}
