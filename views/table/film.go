package table

import (
	"slices"

	"hexclub/rules"
	"hexclub/views/board"
)

// film returns the animation of the turn that led to a board.
func (r *replayBuilder) film(b board.Board, d board.Drawing) *board.Film {
	st := r.Rec.Before().Clone()
	take := board.NewTimeline(st, ParseActions(st, r.Rec.Turns()[r.at.Turn-1].Actions))
	film := &board.Film{Class: board.PaceClass(take.End), End: board.BeatClasses("from", take.End), Cells: slices.Clone(b.Cells)}
	since := map[string]int{}
	for _, l := range take.Now {
		since[l.Name] = l.From
	}
	on := map[string]bool{}
	for i, c := range b.Cells {
		on[c.Name] = true
		film.Cells[i].Class += board.BeatClasses(" from", since[c.Name])
	}
	for _, l := range take.Past {
		if !on[l.Name] && l.Ground == rules.Table && len(l.Stack) == 0 {
			continue // no more than the table around the board
		}
		until := board.BeatClasses("until", l.Until)
		if n := len(film.Past); n == 0 || film.Past[n-1].Until != until {
			film.Past = append(film.Past, board.FilmPart{Until: until})
		}
		c := board.NewCell(r.T, r.Info, l.BoardCell, board.Drawing{Turn: d.Turn, Names: d.Names})
		c.Class += board.BeatClasses(" from", l.From)
		last := &film.Past[len(film.Past)-1]
		last.Cells = append(last.Cells, c)
	}
	for i, f := range take.Flights {
		if i == 0 || f.Beat != take.Flights[i-1].Beat {
			film.Flights = append(film.Flights, board.FilmPart{From: board.BeatClasses("from", f.Beat), Until: board.BeatClasses("until", f.Beat+1)})
		}
		last := &film.Flights[len(film.Flights)-1]
		last.Flying = append(last.Flying, board.NewFlying(r.Info, f, d.Turn))
	}
	return film
}
