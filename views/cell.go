package views

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/views/i18n"
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
	Count  string // how many pieces; empty for none and for one
	CountY string // where the count stands, below the middle if positive
	Badge  string // numbers of the steps that happened here
	Letter string // of the choice that a click makes, when choices are lettered
	Ring   bool   // there is a mark to draw, or one that comes with the keyboard
	Dot    bool   // an empty cell where something can be put
	Planet bool   // the thinking marker is here
	Link   *Link  // what a click does; nil for nothing
}

// newCell draws a cell: what it is, what lies on it, and what is marked there.
func newCell(t *i18n.Catalog, info rules.Info, c rules.BoardCell, d drawing, letters map[hex.Cell]string) Cell {
	x, y := c.Cell.Centre(d.turn)
	cell := Cell{
		ID: cellID(c.Name) + d.id, Name: c.Name, Row: int(c.Cell.R), X: x, Y: y,
		Place: "translate(" + numbers(x, y) + ")", Letter: letters[c.Cell], Badge: d.steps[c.Cell],
	}
	if c.Arrow != hex.None {
		cell.Arrow = "rotate(" + numbers(angle(c.Arrow.Turn(d.turn))) + ")"
	}
	if c.Value > 0 {
		cell.Value = strconv.Itoa(c.Value)
	}
	if cell.Ground = groundClass(c); len(c.Stack) > 0 {
		cell.Ground += " covered"
	}
	if d.names {
		cell.Sign = c.Name
	}
	cell.stack(info, c.Stack)

	told := telling{t: t}
	told.words = append(make([]string, 0, 8), c.Name, contents(t, info, c), ground(t, c, d.turn))
	told.classes = append(append(make([]string, 0, 10), "cell", groundClass(c)), looks(c)...)
	plain := len(told.classes)
	cell.mark(&told, c, d)
	cell.choose(&told, c, d)
	cell.Ring = !d.picture || len(told.classes) > plain
	cell.Class, cell.Label = strings.Join(told.classes, " "), strings.Join(told.words, ", ")
	return cell
}

// letterY is where the letter of a choice stands: above the count, if there is
// one.
func (cell Cell) letterY() string {
	if cell.Count != "" {
		return "-6"
	}
	return "6"
}

// A telling is what is told of a cell: to style sheets, and in words.
type telling struct {
	t              *i18n.Catalog
	classes, words []string
}

func (t *telling) mark(name string) {
	t.classes = append(t.classes, name)
	t.words = append(t.words, t.t.T("mark."+name))
}

// mark tells what has happened or is happening on a cell.
func (cell *Cell) mark(told *telling, c rules.BoardCell, d drawing) {
	if c.Mark != rules.Unmarked {
		told.mark(string(c.Mark))
	}
	if d.last[c.Cell] {
		told.mark("last")
	}
	if d.draft[c.Cell] {
		told.mark("draft")
	}
	if d.hint[c.Cell] {
		told.mark("hint")
	}
	if cell.Badge != "" {
		told.words = append(told.words, told.t.T("mark.step", "Number", cell.Badge))
	}
	if slices.Contains(d.pointed, c.Cell) {
		told.mark("picked")
	}
}

// choose tells what a click on a cell does.
func (cell *Cell) choose(told *telling, c rules.BoardCell, d drawing) {
	var to *click
	if d.pick != nil {
		if slices.Contains(d.pick.cells, c.Cell) {
			told.mark("picked")
			cell.Planet = d.planet
		}
		if leads, legal := d.pick.clicks[c.Cell]; legal {
			to = &leads
			told.mark("open")
			if d.must[c.Cell] {
				told.mark("must")
			}
			cell.Dot = len(c.Stack) == 0 && cell.Letter == "" && !cell.Planet
		}
	}
	if cell.Letter != "" {
		told.classes = append(told.classes, "way-"+cell.Letter)
		told.words = append(told.words, told.t.T("mark.way", "Letter", cell.Letter))
	}
	if d.links != nil {
		cell.Link = d.links(c, to)
	}
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
			text += t.T("list.semicolon")
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

// ground is what a cell itself is, in words: "white tile with arrow to the
// east, worth 4"; directions are as the turned board shows them.
func ground(t *i18n.Catalog, c rules.BoardCell, turn int) string {
	words := t.T("ground." + string(c.Ground))
	if c.Arrow != hex.None {
		words += " " + t.T("cell.arrow."+c.Arrow.Turn(turn).String())
	}
	if c.Zone > 0 && (c.Ground == rules.Fixed || c.Ground == rules.Dark) {
		words += ", " + t.T("cell.flower", "Number", strconv.Itoa(c.Zone))
	}
	if c.Value > 0 {
		words += ", " + t.T("cell.worth", "Points", strconv.Itoa(c.Value))
	}
	return words
}
