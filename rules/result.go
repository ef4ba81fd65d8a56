package rules

import (
	"strconv"
	"strings"
)

// A Reason says why a game ended. It is a catalog key below "reason.".
type Reason string

// The reasons that the platform knows. Games add their own, such as
// "elimination".
const (
	Resignation Reason = "resignation"
	Timeout     Reason = "timeout"
	Repetition  Reason = "repetition"
	Agreement   Reason = "agreement"
)

// A Result is how a game ended. Results are comparable.
type Result struct {
	Reason Reason
	Places [MaxSeats]int8  // by seat - 1; 1 for who won or shares a draw, 2 for the others, 0 for seats the game has not
	Halves [MaxSeats]int16 // by seat - 1, points counted in halves; 0 where the game has no points
	Scored bool            // Halves mean something
}

// Win is the result in which one seat of several wins alone.
func Win(winner Seat, seats int, why Reason) Result {
	r := Result{Reason: why}
	for i := range seats {
		r.Places[i] = 2
	}
	r.Places[winner-1] = 1
	return r
}

// Draw is the result in which all seats are equal.
func Draw(seats int, why Reason) Result {
	r := Result{Reason: why}
	for i := range seats {
		r.Places[i] = 1
	}
	return r
}

// Winners lists the seats that won, none when the game was drawn.
func (r Result) Winners() []Seat {
	var first []Seat
	losers := false
	for i, place := range r.Places {
		switch place {
		case 1:
			first = append(first, Seat(i+1))
		case 2:
			losers = true
		}
	}
	if !losers {
		return nil
	}
	return first
}

// Points is what a seat scored, written with half points as ".5".
func (r Result) Points(seat Seat) string {
	halves := int(r.Halves[seat-1])
	text := strconv.Itoa(halves / 2)
	if halves%2 != 0 {
		text += ".5"
	}
	return text
}

// String is the result as the text protocol writes it: "win 1", "draw",
// "win 2 points 0 36".
func (r Result) String() string {
	var b strings.Builder
	if winners := r.Winners(); winners == nil {
		b.WriteString("draw")
	} else {
		b.WriteString("win")
		for _, seat := range winners {
			b.WriteString(" " + strconv.Itoa(int(seat)))
		}
	}
	if r.Scored {
		b.WriteString(" points")
		for i, place := range r.Places {
			if place != 0 {
				b.WriteString(" " + r.Points(Seat(i+1)))
			}
		}
	}
	return b.String()
}
