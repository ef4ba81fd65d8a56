package board

import (
	"cmp"
	"fmt"
	"math"
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
	return p.write(p.bold, c.Text, 0, 0, 13, p.colours["on-felt"])
}

// cell draws a cell and what lies on it; what is written stands above all.
func (p *picture) cell(c rules.BoardCell) error {
	p.x, p.y = c.Cell.Centre(p.look.Turn)
	ink := p.tile(c)
	p.ring(c.Mark)
	if err := p.stack(c); err != nil {
		return err
	}
	if c.Arrow != hex.None {
		arrow := draw.Shape{Path: arrowPath, Degrees: angle(c.Arrow.Turn(p.look.Turn))}
		if len(c.Stack) > 0 { // over the pieces, with a rim
			rim := arrow
			rim.Stroke, rim.Width = p.colours["tile-"+string(c.Ground)], 3
			p.add(rim)
		}
		arrow.Fill = ink
		p.add(arrow)
	}
	switch {
	case p.look.Names:
		return p.write(p.medium, c.Name, 0, signY, 8, ink)
	case c.Value > 0 && len(c.Stack) == 0:
		return p.write(p.bold, strconv.Itoa(c.Value), 0, signY, 9, ink)
	}
	return nil
}

// tile draws the ground of a cell, and returns the colour of what is printed on it.
func (p *picture) tile(c rules.BoardCell) (ink string) {
	name := "tile-" + string(c.Ground)
	tile := draw.Shape{Path: tilePath, Fill: p.colours[name], Stroke: p.colours[name+"-edge"], Width: 1}
	ink = p.colours[name+"-ink"]
	switch c.Ground {
	case rules.Fixed:
		if c.Zone > 0 {
			tile.Fill = p.colours[flower(c.Zone)]
		}
	case rules.Table:
		return p.colours["on-felt"]
	case rules.Removed:
		tile.Stroke, tile.Dash, ink = p.colours["table-line"], []float64{4, 6}, p.colours["on-felt"]
	case rules.Grey:
		tile.Dash = []float64{2.5, 3}
	case rules.Avoid:
		tile.Dash = []float64{7, 4.5}
	}
	if tile.Fill != "" {
		p.add(draw.Shape{Path: tileSide, Fill: mix(tile.Fill, black, sideShare)})
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
	if c.Arrow != hex.None {
		cell.keepCountOff(c.Arrow.Turn(p.look.Turn))
	}
	scale := 1.
	if captive(c) {
		scale = .78
	}
	for _, layer := range cell.Layers {
		p.piece(layer, scale)
	}
	if cell.Count.Text == "" {
		return nil
	}
	x, y := cell.Count.X, cell.Count.Y
	p.above = append(p.above, draw.Shape{
		Path: coinPath(coinWidth(cell.Count.Text)), X: p.x + x, Y: p.y + y, Fill: p.colours["coin"], Stroke: p.colours["coin-ink"], Width: 1,
	})
	return p.write(p.bold, cell.Count.Text, x, y+4, 11, p.colours["coin-ink"])
}

// piece draws a piece.
func (p *picture) piece(layer Layer, scale float64) {
	colour := cmp.Or(layer.Colour, layer.Shape)
	fill, edge := p.colours[colour], p.colours[colour+"-edge"]
	for _, o := range draw.Forms[layer.Form] {
		part := draw.Shape{Path: o.Path, X: int(float64(layer.X) * scale), Y: int(float64(layer.Y) * scale), Fill: fill}
		switch o.Class {
		case "side":
			part.Fill = mix(fill, black, sideShare)
		case "line":
			part.Fill, part.Stroke, part.Width = "", edge, 2
		case "shine":
			part.Fill = mix(fill, white, 1-shineShare)
		}
		if scale != 1 {
			part.Scale = scale
		}
		p.add(part)
	}
}

const (
	black      = "#000000"
	white      = "#ffffff"
	sideShare  = .58 // of a piece's or tile's colour in that of its side; the rest is black
	shineShare = .4  // of white in what shines
)

// mix returns a colour of which a share, from 0 to 1, is one colour and the rest another, as color-mix(in srgb)
// of CSS does. Colours are "#rrggbb".
func mix(one, other string, share float64) string {
	channel := func(colour string, n int) float64 {
		value, _ := strconv.ParseUint(colour[1+2*n:3+2*n], 16, 8) // the program's own
		return float64(value)
	}
	text := []byte("#")
	for n := range 3 {
		value := channel(one, n)*share + channel(other, n)*(1-share)
		text = fmt.Appendf(text, "%02x", int(math.Round(value)))
	}
	return string(text)
}

// coinPath returns the outline of a coin, as on the boards of pages.
func coinPath(width int) string {
	right := strconv.Itoa(width/2 - 8)
	left := strconv.Itoa(8 - width/2)
	outer := strconv.Itoa(width / 2)
	return "M" + left + "-8H" + right + "Q" + outer + "-8 " + outer + " 0 " + outer + " 8 " + right + " 8H" + left + "Q-" + outer + " 8-" + outer + " 0-" + outer + "-8 " + left + "-8Z"
}

// write puts a text on the cell, above all pieces.
func (p *picture) write(letters *draw.Letters, text string, x, y int, size float64, ink string) error {
	path, err := letters.Path(text, size)
	if err != nil {
		return err
	}
	p.above = append(p.above, draw.Shape{Path: path, X: p.x + x, Y: p.y + y, Fill: ink})
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
		"blue": "#2f62b8", "blue-edge": "#fff6e6", "red": "#bd3629", "red-edge": "#fff6e6",
		"white": "#fffaf0", "white-edge": "#4d4538", "black": "#22282b", "black-edge": "#efe8d8",
		"coin": "#fffdf9", "coin-ink": "#1d2729",
		"mark-decisive": "#8fdcff", "mark-doomed": "#ff9d8f", "mark-choice": "#d9b8ff", "mark-case": "#16120b",
	}
}
