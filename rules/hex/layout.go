package hex

// The size of one cell in a drawing, in drawing units. 52 by 60 is a regular
// pointy-top hexagon of side 30 to within a tenth of a percent (30√3 is
// 51.96), in whole numbers.
const (
	Width  = 52
	Height = 60
)

// Centre returns the middle of the cell in a drawing of a board turned
// counter-clockwise by turn times 60 degrees, turn from 0 to 5. It is in
// drawing units, x to the right and y down. The cell (0, 0) is at the origin.
func (c Cell) Centre(turn int) (x, y int) {
	q, r := int(c.Q), int(c.R)
	for range turn {
		q, r = q+r, -q
	}
	return Width*q + Width/2*r, Height * 3 / 4 * r
}

// Bounds returns the smallest upright rectangle, in drawing units, around all
// cells of a board turned as for Centre. Without cells it is empty and at the
// origin.
func Bounds(cells []Cell, turn int) (minX, minY, maxX, maxY int) {
	for i, c := range cells {
		x, y := c.Centre(turn)
		if i == 0 {
			minX, minY, maxX, maxY = x-Width/2, y-Height/2, x+Width/2, y+Height/2
		}
		minX, maxX = min(minX, x-Width/2), max(maxX, x+Width/2)
		minY, maxY = min(minY, y-Height/2), max(maxY, y+Height/2)
	}
	return minX, minY, maxX, maxY
}
