package views

import (
	"hexclub/rules"
	"slices"
)

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
