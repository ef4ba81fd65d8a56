package board

import (
	"strconv"

	"hexclub/rules"
)

// A Film is a turn as an animation: next to the board as it stays, what it looked like before, each
// part visible for a time. film.css lets time pass. An element with class "from" is visible from a
// beat on, one with "until" before a beat. Up to four further classes give the beat, such as "t3
// t1x8" for 11.
type Film struct {
	Class   string // says how fast it goes
	Cells   []Cell // of the board as it stays
	Past    []FilmPart
	Flights []FilmPart
	End     string // class of what comes at the end, such as arrows and numbers
	Gone    string // class of what is gone at the end
	Sheet   string // address of film.css, for a page that was opened without it
}

// A FilmPart is what is seen together for a time.
type FilmPart struct {
	From, Until string // classes; From is empty for the beginning
	Cells       []Cell
	Flying      []Flying
}

// A Flying is pieces on their way. They are drawn at the origin and pass the
// transform Back, then a shift to the right by 1 that is animated, then Way.
type Flying struct {
	Way, Back string
	Cell      // with the pieces as its layers
}

// NewFlying returns a flight with its length and direction in Way, so that all flights share one
// animation.
func NewFlying(info rules.Info, f flying, turn int) Flying {
	x, y := f.From.Centre(turn)
	toX, toY := f.To.Centre(turn)
	dx, dy := toX-x, toY-y
	back := strconv.FormatFloat(1/float64(dx*dx+dy*dy), 'g', 6, 64)
	flight := Flying{
		Way:  "matrix(" + numbers(dx, dy, -dy, dx, x, y) + ")",
		Back: "matrix(" + numbers(dx, -dy, dy, dx, 0, 0) + ") scale(" + back + ")",
	}
	flight.stack(info, f.Pieces)
	return flight
}

// BeatClasses returns the classes of a beat; none for the beginning.
func BeatClasses(class string, beat int) string {
	if beat == 0 {
		return ""
	}
	const base = 8
	for place, rest := 1, min(beat, base*base*base*base-1); rest > 0; place, rest = place*base, rest/base {
		digit := rest % base
		if digit == 0 {
			continue
		}
		class += " t" + strconv.Itoa(digit)
		if place > 1 {
			class += "x" + strconv.Itoa(place)
		}
	}
	return class
}

// Quick is a number of beats that makes a film quick.
const Quick = 25

// PaceClass returns the CSS class for the speed of a film with so many beats.
func PaceClass(beats int) string {
	switch {
	case beats >= Quick:
		return "film quick"
	case beats > 8:
		return "film brisk"
	}
	return "film"
}
