package views

import (
	"slices"
	"strconv"

	"hexclub/rules"
)

// A Film is a turn as an animation: beside the board as it stays, what it
// looked like before, each part to be seen for a time. film.css lets time pass.
// What has class "from" is seen from a beat on, what has "until" before one;
// which beat is told by up to four classes more, such as "t3 t1x8" for 11.
type Film struct {
	Class   string // says how fast it goes
	Cells   []Cell // of the board as it stays
	Past    []Shown
	Flights []Shown
	End     string // class of the arrows and numbers, which come at the end
}

// A Shown is what is seen together for a time.
type Shown struct {
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

// film is the turn that led to a board.
func (r *replayBuilder) film(b Board, d drawing) *Film {
	st := r.rec.Before().Clone()
	take := newFilming(st, parsed(st, r.rec.Turns()[r.at.Turn-1].Actions))
	film := &Film{Class: pace(take.end), End: timed("from", take.end), Cells: slices.Clone(b.Cells)}
	since := map[string]int{}
	for _, l := range take.now {
		since[l.Name] = l.from
	}
	on := map[string]bool{}
	for i, c := range b.Cells {
		on[c.Name] = true
		film.Cells[i].Class += timed(" from", since[c.Name])
	}
	for _, l := range take.past {
		if !on[l.Name] && l.Ground == rules.Table && len(l.Stack) == 0 {
			continue // no more than the table around the board
		}
		until := timed("until", l.until)
		if n := len(film.Past); n == 0 || film.Past[n-1].Until != until {
			film.Past = append(film.Past, Shown{Until: until})
		}
		c := newCell(r.T, r.info, l.BoardCell, drawing{turn: d.turn, names: d.names})
		c.Class += timed(" from", l.from)
		last := &film.Past[len(film.Past)-1]
		last.Cells = append(last.Cells, c)
	}
	for i, f := range take.flights {
		if i == 0 || f.beat != take.flights[i-1].beat {
			film.Flights = append(film.Flights, Shown{From: timed("from", f.beat), Until: timed("until", f.beat+1)})
		}
		last := &film.Flights[len(film.Flights)-1]
		last.Flying = append(last.Flying, newFlying(r.info, f, d.turn))
	}
	return film
}

// newFlying is a flight with its length and direction in Way, so that what is
// animated is the same for all.
func newFlying(info rules.Info, f flying, turn int) Flying {
	x, y := f.from.Centre(turn)
	toX, toY := f.to.Centre(turn)
	dx, dy := toX-x, toY-y
	back := strconv.FormatFloat(1/float64(dx*dx+dy*dy), 'g', 6, 64)
	flight := Flying{
		Way:  "matrix(" + numbers(dx, dy, -dy, dx, x, y) + ")",
		Back: "matrix(" + numbers(dx, -dy, dy, dx, 0, 0) + ") scale(" + back + ")",
	}
	flight.stack(info, f.pieces)
	return flight
}

// timed is the classes of a beat; none for the beginning.
func timed(class string, beat int) string {
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

// pace is how fast so many beats go.
func pace(beats int) string {
	switch {
	case beats > 24:
		return "film quick"
	case beats > 8:
		return "film brisk"
	}
	return "film"
}
