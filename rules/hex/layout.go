package hex

// The size of one cell in a drawing, in drawing units. 52 by 60 is a regular
// pointy-top hexagon of side 30 to within a tenth of a percent (30√3 is
// 51.96), in whole numbers.
const (
	Width  = 52
	Height = 60
)

// Centre is the middle of the cell in a drawing, in drawing units, x to the
// right and y down; the cell (0, 0) lies at the origin.
func (c Cell) Centre() (x, y int) {
	return Width*int(c.Q) + Width/2*int(c.R), Height * 3 / 4 * int(c.R)
}

// Bounds is the smallest upright rectangle, in drawing units, that holds the
// whole of all cells. It is empty at the origin when there are none.
func Bounds(cells []Cell) (minX, minY, maxX, maxY int) {
	for i, c := range cells {
		x, y := c.Centre()
		if i == 0 {
			minX, minY, maxX, maxY = x-Width/2, y-Height/2, x+Width/2, y+Height/2
		}
		minX, maxX = min(minX, x-Width/2), max(maxX, x+Width/2)
		minY, maxY = min(minY, y-Height/2), max(maxY, y+Height/2)
	}
	return minX, minY, maxX, maxY
}
