package board

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// touch is the minimum width of a cell in CSS pixels; a target needs 24 (WCAG 2.2, 2.5.8).
const touch = 30

// The room for captions above a drawing. They can be wider than the cells below them.
const captionHeight, captionMargin = 20, 6

// leastAcross is the least width of a growing board, so that it does not begin with a few huge cells.
const leastAcross = 4.5 * hex.Width

// window returns the part of the plane to draw, and its size in CSS pixels if a cell has the
// size of touch. It is as tight as the cells allow, but for a growing board with a few cells; app.js moves smoothly
// from one window to the next.
func (d Drawing) window(board rules.Board, grows bool) (viewBox, width, height string) {
	cells := make([]hex.Cell, 0, len(board.Cells)+len(d.Before))
	for _, c := range board.Cells {
		cells = append(cells, c.Cell)
	}
	for _, c := range d.Before {
		cells = append(cells, c.Cell)
	}
	minX, minY, maxX, maxY := hex.Bounds(cells, d.Turn)
	if slices.ContainsFunc(board.Cells, func(c rules.BoardCell) bool { return captioned[c.Ground] != "" }) {
		minX, minY, maxX = minX-captionMargin, minY-captionHeight, maxX+captionMargin
	}
	if lack := leastAcross - (maxX - minX); grows && lack > 0 {
		minX, maxX = minX-lack/2, maxX+lack/2
	}
	const margin = 6
	across, down := maxX-minX+2*margin, maxY-minY+2*margin
	return numbers(minX-margin, minY-margin, across, down), strconv.Itoa(across * touch / hex.Width), strconv.Itoa(down * touch / hex.Width)
}

// captioned is the grounds that lie beside the board, and what is said of them.
var captioned = map[rules.Ground]string{rules.Model: "cell.model", rules.Avoid: "cell.avoid"}

// newCaptions returns the captions of what lies next to the board, above the middle of it.
func newCaptions(t *i18n.Catalog, cells []rules.BoardCell, turn int) []Caption {
	parts := map[rules.Ground][]hex.Cell{}
	for _, c := range cells {
		if captioned[c.Ground] != "" {
			parts[c.Ground] = append(parts[c.Ground], c.Cell)
		}
	}
	var captions []Caption
	for _, ground := range slices.Sorted(maps.Keys(parts)) {
		minX, minY, maxX, _ := hex.Bounds(parts[ground], turn)
		captions = append(captions, Caption{t.T(captioned[ground]), strconv.Itoa((minX + maxX) / 2), strconv.Itoa(minY - 4)})
	}
	return captions
}

// newFlight returns an arrow from the cell that a piece leaves to the one where it lands.
func newFlight(pen *page.Pen, m rules.Motion, turn int) Flight {
	class := "flight"
	if m.Lost {
		class += " lost"
	}
	if m.From.Distance(m.To) > 1 { // it crosses other cells
		return arrow(pen, m.From, m.To, turn, class, 18, 6)
	}
	return arrow(pen, m.From, m.To, turn, class, 15, 6)
}

// newWays returns an arrow from the last picked cell to each neighbour that one of the choices leads to.
// Choices further away only have their letters.
func newWays(pen *page.Pen, p *Picking, turn int) []Flight {
	ways := make([]Flight, 0, 6)
	from := p.Cells[len(p.Cells)-1]
	for i, c := range p.Choices {
		for _, to := range c.next(len(p.Cells)) {
			if from.Distance(to) == 1 {
				ways = append(ways, arrow(pen, from, to, turn, pen.Text("way way-", Letter(i)), 19, 6))
			}
		}
	}
	return ways
}

// addLost adds the ways off the board: a short line to the edge, with the letter there. A window has room for that
// next to each cell.
func (b *Board) addLost(pen *page.Pen, d Drawing) {
	const edge = 30 // from the middle of the cell to that of the coin
	from := d.Pick.Cells[len(d.Pick.Cells)-1]
	x, y := from.Centre(d.Turn)
	for i, choice := range d.Pick.Choices {
		for _, to := range choice.Lost {
			toX, toY := to.Centre(d.Turn)
			length := math.Hypot(float64(toX-x), float64(toY-y))
			along := func(from, to int) int { return from + int(math.Round(float64(to-from)*edge/length)) }
			b.Ways = append(b.Ways, arrow(pen, from, to, d.Turn, pen.Text("way lost way-", Letter(i)), 19, 6))
			b.Lost = append(b.Lost, Coin{Letter(i), along(x, toX), along(y, toY)})
		}
	}
}

// arrow returns a straight arrow between two cells, which leaves their middles visible. head is the length of
// its head, and half is half of the head's width.
func arrow(pen *page.Pen, from, to hex.Cell, turn int, class string, head, half int) Flight {
	x, y := from.Centre(turn)
	toX, toY := to.Centre(turn)
	length := int(math.Hypot(float64(toX-x), float64(toY-y)))
	degrees := int(math.Round(math.Atan2(float64(toY-y), float64(toX-x)) * 180 / math.Pi))
	start, end := 14, length-14
	neck := end - head
	h, w := strconv.Itoa(half), strconv.Itoa(half/3)
	n := strconv.Itoa(neck)
	return Flight{
		Class: class,
		Place: pen.Text("translate(", strconv.Itoa(x), " ", strconv.Itoa(y), ") rotate(", strconv.Itoa(degrees), ")"),
		Path: pen.Text("M", strconv.Itoa(start), "-", w, "H", n, "V-", h, "L", strconv.Itoa(end), " 0 ", n, " ", h,
			"V", w, "H", strconv.Itoa(start), "Z"),
	}
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

// angle returns a direction in degrees, clockwise from the east as SVG turns.
func angle(d hex.Direction) int { return -60 * (int(d) - int(hex.E)) }
