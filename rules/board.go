package rules

import "hexclub/rules/hex"

// A Board is what there is to draw of a position, the same for every game.
type Board struct {
	Cells  []BoardCell // in reading order
	Counts []Count     // what is told in numbers beside the cells
}

// A BoardCell is one cell to draw. No two cells of a board lie at one place:
// what is laid out beside a board, such as a constellation to be copied, lies
// on cells of its own further off.
type BoardCell struct {
	Cell   hex.Cell
	Name   string        // as notation writes it
	Ground Ground        // what the cell itself looks like
	Zone   int           // cells of one number are drawn as belonging together, 0 for none
	Arrow  hex.Direction // printed on the ground; None for no arrow
	Value  int           // points printed on the ground, 0 for none
	Stack  []Piece       // bottom to top
	Mark   Mark          // what the cell has to do with what is going on
}

// A Piece is one thing that lies on a cell.
type Piece struct {
	Seat  Seat // whose it is, 0 for nobody's; where colours are shared by a team, its first seat
	Shape Shape
}

// A Shape is what a piece is. Its text names it in style sheets and, below
// "piece.", in the catalogs, which count it.
type Shape string

// The shapes there are.
const (
	Token   Shape = "token"   // Hexone, Hex-It
	Hexagon Shape = "hexagon" // Six: as large as its cell
	Unit    Shape = "unit"    // Tartan
	Hat     Shape = "hat"     // Tartan
	Star    Shape = "star"    // Hexellation
)

// A Ground is the look of a cell. Its text names it in style sheets and,
// below "ground.", in the catalogs.
type Ground string

// The grounds there are.
const (
	Fixed   Ground = "fixed" // belongs to the board for good
	White   Ground = "white" // a white tile; Hexone: first side up; Hex-It: seat 1's colour
	Grey    Ground = "grey"  // a grey tile: second side up
	Black   Ground = "black" // a black tile: seat 2's colour
	Removed Ground = "gone"  // where a tile was
	Table   Ground = "table" // the bare table, where no tile has been laid
	Dark    Ground = "dark"  // a dark cell of the board, where little may go
	Sky     Ground = "sky"   // where stars are put
	Model   Ground = "model" // beside the board: a constellation to make
	Avoid   Ground = "avoid" // beside the board: a constellation to avoid
)

// A Mark singles out a cell. Its text names it in style sheets and, below
// "mark.", in the catalogs.
type Mark string

// The marks there are.
const (
	Unmarked Mark = ""
	Decisive Mark = "decisive" // part of what ended the game: a shape, a copy
	Choice   Mark = "choice"   // part of one of several groups of which one has to be chosen
	Doomed   Mark = "doomed"   // goes, whatever is chosen
)

// A Count is a number that belongs to a position: a reserve, the tiles that
// are left, points so far.
type Count struct {
	Seat Seat   // whose, 0 for the whole table's
	Key  string // last part of a catalog key below the game's key and ".count."
	Text string // the number as it is written: "12", "17.5"

	Prize bool // it tells what there is to win: nothing any more when the game is over
}
