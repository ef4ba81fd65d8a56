package hex

// A Cell is a place on the board in axial coordinates. The zero Cell is the
// centre. Cells are comparable and fit in two bytes: boards are small.
type Cell struct{ Q, R int8 }

// A Direction is one of the six steps from a cell to its neighbour, or None.
type Direction uint8

// The directions in counter-clockwise order, starting in the east. None is the
// zero value, for the absence of a direction.
const (
	None Direction = iota
	E
	NE
	NW
	W
	SW
	SE
)

// Directions lists the six directions in counter-clockwise order.
var Directions = [6]Direction{E, NE, NW, W, SW, SE}

var (
	steps          = [7]Cell{{}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}}
	directionNames = [7]string{"", "E", "NE", "NW", "W", "SW", "SE"}
)

// String returns the direction's name in notation, empty for None.
func (d Direction) String() string { return directionNames[d] }

// Turn returns d turned counter-clockwise by n times 60 degrees; n may be
// negative. None stays None.
func (d Direction) Turn(n int) Direction {
	if d == None {
		return None
	}
	return Direction(((int(d)-1+n)%6+6)%6 + 1)
}

// ParseDirection parses a direction's name. It returns false for anything
// else.
func ParseDirection(s string) (d Direction, ok bool) {
	for _, d := range Directions {
		if directionNames[d] == s {
			return d, true
		}
	}
	return None, false
}

// Step returns the neighbour of c in direction d, c itself for None.
func (c Cell) Step(d Direction) Cell {
	return Cell{c.Q + steps[d].Q, c.R + steps[d].R}
}

// Distance returns the number of steps between two cells.
func (c Cell) Distance(to Cell) int {
	q, r := int(c.Q)-int(to.Q), int(c.R)-int(to.R)
	return max(abs(q), abs(r), abs(q+r))
}

// Less orders cells in reading order: smaller r first, then smaller q.
func (c Cell) Less(than Cell) bool { return Compare(c, than) < 0 }

// Compare returns a negative number when a comes before b in reading order, a
// positive one when it comes after b, and 0 when they are equal.
func Compare(a, b Cell) int {
	if a.R != b.R {
		return int(a.R) - int(b.R)
	}
	return int(a.Q) - int(b.Q)
}

// Disc returns the cells at most radius steps from the centre, in reading
// order: 3*radius*(radius+1)+1 cells.
func Disc(radius int) []Cell {
	cells := make([]Cell, 0, 3*radius*(radius+1)+1)
	for r := -radius; r <= radius; r++ {
		for q := max(-radius, -radius-r); q <= min(radius, radius-r); q++ {
			cells = append(cells, Cell{int8(q), int8(r)})
		}
	}
	return cells
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
