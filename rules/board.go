package rules

import "hexclub/rules/hex"

// A Board describes how to draw a position. It has the same form for every
// game.
type Board struct {
	Cells  []BoardCell // in reading order
	Counts []Count     // numbers shown next to the cells
}

// A BoardCell is one cell to draw. The cells of a board do not overlap: an
// area next to the board, such as a constellation to copy, has cells of its
// own further away.
type BoardCell struct {
	Cell   hex.Cell
	Name   string        // as notation writes it
	Ground Ground        // how the cell itself looks
	Zone   int           // cells with the same number are drawn as one area; 0 for none
	Arrow  hex.Direction // printed on the ground; None for no arrow
	Value  int           // points printed on the ground, 0 for none
	Stack  []Piece       // from bottom to top
	Mark   Mark          // the role of the cell in the last or the next action
}

// A Piece is one piece on a cell.
type Piece struct {
	Seat  Seat // the owner, 0 for none; the first seat of a team that shares a colour
	Shape Shape
}

// A Shape is the kind of a piece. Its text names it in style sheets and, below
// "piece.", in the catalogs, which count it.
type Shape string

// The shapes.
const (
	Token   Shape = "token"   // Hexone, Hex-It
	Hexagon Shape = "hexagon" // Six: fills its cell
	Unit    Shape = "unit"    // Tartan
	Hat     Shape = "hat"     // Tartan
	Star    Shape = "star"    // Hexellation
)

// A Ground is the look of a cell. Its text names it in style sheets and,
// below "ground.", in the catalogs.
type Ground string

// The grounds.
const (
	Fixed   Ground = "fixed" // a permanent part of the board
	White   Ground = "white" // a white tile; Hexone: first side up; Hex-It: seat 1's colour
	Grey    Ground = "grey"  // a grey tile: second side up
	Black   Ground = "black" // a black tile: seat 2's colour
	Removed Ground = "gone"  // where a tile has been removed
	Table   Ground = "table" // the bare table, where no tile has been laid
	Dark    Ground = "dark"  // a dark cell of the board, where few pieces may go
	Sky     Ground = "sky"   // where stars are put
	Model   Ground = "model" // next to the board: a constellation to make
	Avoid   Ground = "avoid" // next to the board: a constellation to avoid
)

// A Mark singles out a cell. Its text names it in style sheets and, below
// "mark.", in the catalogs.
type Mark string

// The marks.
const (
	Unmarked Mark = ""
	Decisive Mark = "decisive" // part of what ended the game: a shape or a copy
	Choice   Mark = "choice"   // part of one of several groups of which the player must choose one
	Doomed   Mark = "doomed"   // removed whatever the player chooses
)

// A Count is a number that belongs to a position: a reserve, the remaining
// tiles, the points so far.
type Count struct {
	Seat Seat   // the owner, 0 for the whole table
	Key  string // last part of a catalog key, after the game's key and ".count."
	Text string // the number as text: "12", "17.5"

	Supply bool // it counts the owner's pieces in reserve, or remaining
	Prize  bool // it shows what the winner would score; meaningless when the game is over
}
