package board

import (
	"slices"
	"strconv"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/views/draw"
)

// A Layer is one piece of a stack.
type Layer struct {
	Shape  string
	Colour string // empty for none
	Form   draw.Form
	X, Y   int // of its middle
}

// NewLayer draws a piece in the middle of its place.
func NewLayer(info rules.Info, piece rules.Piece) Layer {
	l := Layer{Shape: string(piece.Shape), Form: form(piece)}
	if piece.Seat != 0 {
		l.Colour = info.Colours[piece.Seat-1]
	}
	return l
}

// box returns the view box of the piece by itself.
func (l Layer) box() string {
	if l.Form == draw.Hex || l.Form == draw.RingedHex {
		return "-32 -30 64 64"
	}
	if l.Form == draw.Bowler || l.Form == draw.PointedHat {
		return "-24 -26 48 48"
	}
	return "-20 -20 40 40"
}

// stack piles up the pieces: all where their order matters, else at most four,
// and the count shows the rest. It takes the room that the cell has for layers.
func (cell *Cell) stack(info rules.Info, stack []rules.Piece) {
	if len(stack) == 0 {
		return
	}
	const height = 20 // that the middles of a high stack's pieces take at most
	lift, drawn := 5, stack
	if !mixed(stack) {
		drawn = stack[max(0, len(stack)-4):]
	} else if n := len(stack) - 1; n*lift > height {
		lift = max(1, height/n)
	}
	pieces, hats := tall(drawn), len(drawn)-tall(drawn)
	if cap(cell.Layers) < len(drawn) {
		cell.Layers = make([]Layer, len(drawn))
	}
	cell.Layers = cell.Layers[:len(drawn):len(drawn)]
	bottom := max(0, min(lift*(pieces-1)/2, 1)) // above what is printed on the cell
	for i, piece := range drawn {
		cell.Layers[i] = NewLayer(info, piece)
		cell.Layers[i].Y = bottom - lift*i
		if i >= pieces { // hats lie on what is there, side by side
			cell.Layers[i].X = 9 * (2*(i-pieces) - hats + 1)
			cell.Layers[i].Y = bottom - lift*pieces
		}
	}
	if n := tall(stack); n > 1 {
		cell.Count = CellCount{strconv.Itoa(n), 15, -9}
		if hats > 0 {
			cell.Count.Y = 14
		}
	}
}

// keepCountOff moves the count off an arrow that it would hide, and off a letter at the edge of the cell in its direction.
func (cell *Cell) keepCountOff(arrow hex.Direction) {
	if arrow == hex.E || arrow == hex.NE {
		cell.Count.X, cell.Count.Y = 13, 10
	}
}

// tall returns the number of a stack's pieces that count for its height; hats do not.
func tall(stack []rules.Piece) (n int) {
	for _, piece := range stack {
		if piece.Shape != rules.Hat {
			n++
		}
	}
	return n
}

// mixed reports whether the order of a stack's pieces matters, so that a page shows it.
func mixed(stack []rules.Piece) bool {
	return slices.ContainsFunc(stack, func(p rules.Piece) bool { return p != stack[0] })
}

// form returns the outline of a piece. Opponents have different outlines.
func form(piece rules.Piece) draw.Form {
	forms := [2]draw.Form{draw.Disc, draw.Square}
	switch piece.Shape {
	case rules.Hexagon:
		forms = [2]draw.Form{draw.Hex, draw.RingedHex}
	case rules.Hat:
		forms = [2]draw.Form{draw.Bowler, draw.PointedHat}
	case rules.Star:
		return draw.FivePoints
	}
	return forms[(piece.Seat+1)%2]
}

// SeatPiece returns the layer of a seat's piece. Where pieces do not belong to seats, tokens of
// their colours distinguish the seats.
func SeatPiece(info rules.Info, seat rules.Seat) Layer {
	piece := rules.Piece{Seat: seat, Shape: rules.Token}
	for _, some := range info.Pieces {
		if some.Seat != 0 {
			piece.Shape = some.Shape
			break
		}
	}
	return NewLayer(info, piece)
}
