package rules

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Reason is why a game ended. It is a catalog key below "reason.".
type Reason string

// The reasons of the platform. Games add their own, such as "elimination", and
// list them in Info.Reasons.
const (
	Resignation Reason = "resignation"
	Timeout     Reason = "timeout"
	Repetition  Reason = "repetition"
	Agreement   Reason = "agreement"
)

// CalledOff is the reason of a game that does not count: its Result is void.
// Only a record ends with it, never a state.
const CalledOff Reason = "abort"

// PlatformReasons lists the reasons of the platform.
func PlatformReasons() []Reason {
	return []Reason{Resignation, Timeout, Repetition, Agreement}
}

// A Result is how a game ended. Results are comparable.
type Result struct {
	Reason Reason
	Drawn  bool            // there is no winner: the seats with place 1 share a draw
	Places [MaxSeats]int8  // by seat - 1; 1 for a winner or a seat that shares the draw, 2 for the others, 0 for seats that the game does not have
	Halves [MaxSeats]int16 // by seat - 1, points counted in halves, never below 0; all 0 in games without points
	Scored bool            // Halves is meaningful
}

// Win returns the result of a game that one seat wins alone.
func Win(winner Seat, seats int, why Reason) Result {
	r := Result{Reason: why}
	for i := range seats {
		r.Places[i] = 2
	}
	r.Places[winner-1] = 1
	return r
}

// Draw returns the result of a game that all seats draw.
func Draw(seats int, why Reason) Result {
	r := Result{Reason: why, Drawn: true}
	for i := range seats {
		r.Places[i] = 1
	}
	return r
}

// Void reports whether the game was called off: no seat won, lost or drew.
func (r Result) Void() bool { return r.Places == [MaxSeats]int8{} }

// An Outcome is the result of one seat in a game that was not called off.
type Outcome string

// The outcomes.
const (
	Won   Outcome = "won"
	Drawn Outcome = "drawn"
	Lost  Outcome = "lost"
)

// Outcome returns the outcome for a seat.
func (r Result) Outcome(seat Seat) Outcome {
	switch {
	case r.Places[seat-1] != 1:
		return Lost
	case r.Drawn:
		return Drawn
	}
	return Won
}

// Winners returns the seats that won; none if the game was drawn or is void.
func (r Result) Winners() []Seat {
	if r.Drawn {
		return nil
	}
	return r.first()
}

// first returns the seats that won or share the draw.
func (r Result) first() []Seat {
	var first []Seat
	for i, place := range r.Places {
		if place == 1 {
			first = append(first, Seat(i+1))
		}
	}
	return first
}

// Points returns the score of a seat, with half points as ".5".
func (r Result) Points(seat Seat) string {
	halves := int(r.Halves[seat-1])
	text := strconv.Itoa(halves / 2)
	if halves%2 != 0 {
		text += ".5"
	}
	return text
}

// String returns the result as the text protocol writes it: "win 1", "draw",
// "win 2 points 0 36". A draw lists its seats if others do not share it: "draw
// 1 3". The reason is not included. A void game is "void", which the protocol
// does not use.
func (r Result) String() string {
	if r.Void() {
		return void
	}
	var b strings.Builder
	first := r.first()
	if r.Drawn {
		b.WriteString("draw")
	} else {
		b.WriteString("win")
	}
	if !r.Drawn || slices.Contains(r.Places[:], 2) {
		for _, seat := range first {
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

const void = "void"

// ParseResult parses the output of String for a game with the given number of
// seats. The reason of the result is empty. Any other text is an *Error of
// kind Invalid.
func ParseResult(text string, seats int) (Result, error) {
	invalid := Errorf(Invalid, "error.result", "%.40q is no result of %d seats", text, seats)
	if seats < 1 || seats > MaxSeats {
		return Result{}, invalid
	}
	if text == void {
		return Result{}, nil
	}
	outcome, points, scored := strings.Cut(text, " points ")
	word, list, named := strings.Cut(outcome, " ")
	r := Result{Scored: scored, Drawn: word == "draw"}
	for i := range seats {
		r.Places[i] = 2
		if r.Drawn && !named {
			r.Places[i] = 1
		}
	}
	for seat := range strings.FieldsSeq(list) {
		if n, err := strconv.Atoi(seat); err == nil && n >= 1 && n <= seats {
			r.Places[n-1] = 1
		}
	}
	for i, score := range strings.Fields(points) {
		whole, half, _ := strings.Cut(score, ".")
		if n, err := strconv.Atoi(whole); err == nil && i < seats && n >= 0 && n <= maxPoints {
			r.Halves[i] = int16(2*n + len(half))
		}
	}
	// Rejects texts that the code above accepts too leniently.
	if len(r.first()) == 0 || r.String() != text {
		return Result{}, invalid
	}
	return r, nil
}

// maxPoints is the largest number of points for which Halves can hold another
// half.
const maxPoints = math.MaxInt16 / 2
