package rules

import "hexclub/rules/hex"

// A Board is what there is to draw of a position, the same for every game.
type Board struct {
	Cells []BoardCell // in reading order
}

// A BoardCell is one cell to draw.
type BoardCell struct {
	Cell   hex.Cell
	Name   string        // as notation writes it
	Ground Ground        // what the cell itself looks like
	Arrow  hex.Direction // printed on the ground; None for no arrow
	Value  int           // points printed on the ground, 0 for none
	Stack  []Piece       // bottom to top
}

// A Piece is one thing that lies on a cell.
type Piece struct{ Seat Seat }

// A Ground is the look of a cell. Its text names it in style sheets and,
// below "ground.", in the catalogs.
type Ground string

// The grounds there are.
const (
	Fixed Ground = "fixed" // belongs to the board for good
	White Ground = "white" // a removable tile, first side up
	Grey  Ground = "grey"  // a removable tile, second side up
	Gone  Ground = "gone"  // where a removable tile was
)
