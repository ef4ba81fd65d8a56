package board

import (
	"cmp"
	"slices"
	"strconv"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/views/draw"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// NewDrawing draws a position to be kept outside of the site, for everybody
// in the same colours: those of boards of paper by day. Of the look, the turn
// and the names count. The bare table where nothing lies is left out.
func NewDrawing(t *i18n.Catalog, game rules.Game, st rules.State, look page.Look) (draw.Drawing, error) {
	p := picture{info: game.Info(), colours: paper(), look: look}
	p.Ground = p.colours["felt"]
	var err error
	if p.medium, err = draw.Medium(); err != nil {
		return draw.Drawing{}, err
	}
	if p.bold, err = draw.Bold(); err != nil {
		return draw.Drawing{}, err
	}
	cells := slices.DeleteFunc(st.Board().Cells, func(c rules.BoardCell) bool { return c.Ground == rules.Table && len(c.Stack) == 0 })
	captions := newCaptions(t, cells, look.Turn)
	p.window(cells, len(captions) > 0)
	p.Title = t.T("analysis.picture", "Board", t.T("play.board", "Game", t.T(p.info.Key+".name")), "Position", st.Position())
	for _, c := range inDrawingOrder(cells, look.Turn) {
		if err := p.cell(c); err != nil {
			return draw.Drawing{}, err
		}
	}
	for _, c := range captions {
		if err := p.caption(c); err != nil {
			return draw.Drawing{}, err
		}
	}
	p.Shapes = append(p.Shapes, p.above...)
	return p.Drawing, nil
}

// A picture is a drawing that is being made.
type picture struct {
	draw.Drawing
	info         rules.Info
	look         page.Look
	colours      map[string]string
	medium, bold *draw.Letters
	above        []draw.Shape // drawn when everything else is
	x, y         int          // middle of the cell that is being drawn
}

// Outlines of cells, as the page's boards have them.
const (
	tilePath  = "M0-29 25-14.5V14.5L0 29-25 14.5V-14.5Z"
	ringPath  = "M0-26 22.4-13V13L0 26-22.4 13V-13Z"
	arrowPath = "M11-3.5 23 0 11 3.5Z"
)

// formPath returns the outline of a piece, as on the boards of pages.
func formPath(f Form) string {
	return [...]string{
		Disc:       "M-17 0C-17-9.39-9.39-17 0-17 9.39-17 17-9.39 17 0 17 9.39 9.39 17 0 17-9.39 17-17 9.39-17 0Z",
		Square:     "M-10.5-15.5H10.5Q15.5-15.5 15.5-10.5V10.5Q15.5 15.5 10.5 15.5H-10.5Q-15.5 15.5-15.5 10.5V-10.5Q-15.5-15.5-10.5-15.5Z",
		Hex:        "M0-26 22.5-13V13L0 26-22.5 13V-13Z",
		RingedHex:  "M0-26 22.5-13V13L0 26-22.5 13V-13ZM0-11-9.5-5.5V5.5L0 11 9.5 5.5V-5.5Z",
		Bowler:     "M-17 6C-17 2-11 3-10 1-10-13 10-13 10 1 11 3 17 2 17 6 12 11-12 11-17 6Z",
		PointedHat: "M-17 9-9 4 0-16 9 4 17 9Z",
		FivePoints: "M0-19 5-7 18-6 8 3 11 16 0 9-11 16-8 3-18-6-5-7Z",
	}[f]
}

// window makes the drawing as large as its cells, with room for captions.
func (p *picture) window(cells []rules.BoardCell, captioned bool) {
	at := make([]hex.Cell, len(cells))
	for i, c := range cells {
		at[i] = c.Cell
	}
	const margin = 12
	minX, minY, maxX, maxY := hex.Bounds(at, p.look.Turn)
	if captioned {
		minY -= captionHeight
	}
	p.X, p.Y, p.Width, p.Height = minX-margin, minY-margin, maxX-minX+2*margin, maxY-minY+2*margin
}

// caption writes what a part of the board is.
func (p *picture) caption(c Caption) (err error) {
	if p.x, err = strconv.Atoi(c.X); err != nil {
		return err
	}
	if p.y, err = strconv.Atoi(c.Y); err != nil {
		return err
	}
	return p.write(p.bold, c.Text, 0, 13, p.colours["on-felt"], 0)
}

// cell draws a cell and what lies on it; what is written stands above all.
func (p *picture) cell(c rules.BoardCell) error {
	p.x, p.y = c.Cell.Centre(p.look.Turn)
	ink := p.tile(c)
	p.ring(c.Mark)
	if c.Arrow != hex.None {
		p.add(draw.Shape{Path: arrowPath, Degrees: angle(c.Arrow.Turn(p.look.Turn)), Fill: ink})
	}
	if err := p.stack(c); err != nil {
		return err
	}
	if c.Value > 0 {
		if err := p.write(p.bold, strconv.Itoa(c.Value), 25, 9, ink, 0); err != nil {
			return err
		}
	}
	switch {
	case !p.look.Names:
		return nil
	case len(c.Stack) > 0:
		return p.write(p.medium, c.Name, -17, 8, p.colours["count-ink"], 2.5)
	}
	return p.write(p.medium, c.Name, -17, 8, ink, 0)
}

// tile draws the ground of a cell, and returns the colour of what is printed on it.
func (p *picture) tile(c rules.BoardCell) (ink string) {
	name := "tile-" + string(c.Ground)
	tile := draw.Shape{Path: tilePath, Fill: p.colours[name], Stroke: p.colours[name+"-edge"], Width: 1.5}
	ink = p.colours[name+"-ink"]
	switch c.Ground {
	case rules.Fixed:
		if c.Zone > 0 {
			tile.Fill = p.colours[flower(c.Zone)]
		}
	case rules.Table:
		tile.Stroke, tile.Dash, ink = p.colours["table-line"], []float64{.1, 5}, p.colours["on-felt"]
	case rules.Removed:
		tile.Stroke, tile.Dash, ink = p.colours["table-line"], []float64{4, 6}, p.colours["on-felt"]
	case rules.Grey:
		tile.Dash = []float64{2.5, 3}
	case rules.Avoid:
		tile.Dash = []float64{7, 4.5}
	}
	p.add(tile)
	return ink
}

// flower returns the colour of a zone. Neighbours have different ones.
func flower(zone int) string {
	switch zone {
	case 4:
		return "flower-1"
	case 1, 5, 6:
		return "flower-3"
	}
	return "flower-2"
}

// ring draws what a position marks: light on a dark case, so that it is seen
// on any ground.
func (p *picture) ring(mark rules.Mark) {
	width, dash := 4.5, []float64(nil)
	switch mark {
	case rules.Unmarked:
		return
	case rules.Choice:
		width, dash = 3.5, []float64{4, 5}
	case rules.Doomed:
		width, dash = 3.5, []float64{.1, 6}
	}
	p.add(draw.Shape{Path: ringPath, Stroke: p.colours["mark-case"], Width: width + 2, Dash: dash})
	p.add(draw.Shape{Path: ringPath, Stroke: p.colours["mark-"+string(mark)], Width: width, Dash: dash})
}

// stack draws the pieces on a cell, and how many they are.
func (p *picture) stack(c rules.BoardCell) error {
	var cell Cell
	cell.stack(p.info, c.Stack)
	scale := 1.
	if captive(c) {
		scale = .78
	}
	for _, layer := range cell.Layers {
		colour := cmp.Or(layer.Colour, layer.Shape)
		piece := draw.Shape{
			Path: formPath(layer.Form), X: int(float64(layer.X) * scale), Y: int(float64(layer.Y) * scale),
			Fill: p.colours[colour], Stroke: p.colours[colour+"-edge"], Width: 2,
		}
		if scale != 1 {
			piece.Scale = scale
		}
		p.add(piece)
	}
	if cell.Count.Text == "" {
		return nil
	}
	y, err := strconv.Atoi(cell.Count.Y)
	if err != nil {
		return err
	}
	return p.write(p.bold, cell.Count.Text, y, 17, p.colours["count-ink"], 3.5)
}

// write puts a text on the cell. On pieces it has a halo of some width.
func (p *picture) write(letters *draw.Letters, text string, y int, size float64, ink string, halo float64) error {
	path, err := letters.Path(text, size)
	if err != nil {
		return err
	}
	shape := draw.Shape{Path: path, X: p.x, Y: p.y + y}
	if halo > 0 {
		shape.Stroke, shape.Width = p.colours["count-halo"], halo
		p.above = append(p.above, shape)
		shape.Stroke, shape.Width = "", 0
	}
	shape.Fill = ink
	p.above = append(p.above, shape)
	return nil
}

// add puts a shape on the cell.
func (p *picture) add(s draw.Shape) {
	s.X, s.Y = s.X+p.x, s.Y+p.y
	p.Shapes = append(p.Shapes, s)
}

// paper returns the colours of a paper board in the light scheme, by the names of the tokens in
// the style sheet. A test compares the two.
func paper() map[string]string {
	return map[string]string{
		"felt": "#e9e1cd", "on-felt": "#2b2720", "table-line": "#82765c",
		"tile-fixed": "#f3ead3", "tile-fixed-edge": "#4a4232", "tile-fixed-ink": "#3d3629",
		"tile-white": "#fffefa", "tile-white-edge": "#4a4232", "tile-white-ink": "#3d3629",
		"tile-grey": "#c6c2ba", "tile-grey-edge": "#4a4232", "tile-grey-ink": "#332d22",
		"tile-black": "#2b2720", "tile-black-edge": "#a0957c", "tile-black-ink": "#f3ead3",
		"tile-dark": "#75694c", "tile-dark-edge": "#14110b", "tile-dark-ink": "#fffefa",
		"tile-sky": "#fbf6e6", "tile-sky-edge": "#7b7f93", "tile-sky-ink": "#33384d",
		"tile-model": "#dbe7f6", "tile-model-edge": "#24569f", "tile-model-ink": "#1d3f73",
		"tile-avoid": "#f9dfd8", "tile-avoid-edge": "#a82a1a", "tile-avoid-ink": "#7a1d12",
		"flower-1": "#f6eed8", "flower-2": "#dce6cd", "flower-3": "#f3d9cd",
		"star": "#23346b", "star-edge": "#f7efd6",
		"blue": "#1d4f9a", "blue-edge": "#fff6e6", "red": "#a3271a", "red-edge": "#fff6e6",
		"white": "#fffaf0", "white-edge": "#4d4538", "black": "#14120e", "black-edge": "#efe8d8",
		"count-ink": "#ffffff", "count-halo": "#14110c",
		"mark-decisive": "#8fdcff", "mark-doomed": "#ff9d8f", "mark-choice": "#d9b8ff", "mark-case": "#16120b",
	}
}
