package table

import (
	"slices"

	"hexclub/rules"
	"hexclub/views/board"
)

// film returns the animation of the last turn, which led to a board.
func (b *Builder) film(drawn board.Board, d board.Drawing) *board.Film {
	st, turns := b.Rec.Before().Clone(), b.Rec.Turns()
	take := board.NewTimeline(st, ParseActions(st, turns[len(turns)-1].Actions))
	film := &board.Film{Class: board.PaceClass(take.End), End: board.BeatClasses("from", take.End), Gone: board.BeatClasses("until", take.End), Cells: slices.Clone(drawn.Cells)}
	since := map[string]int{}
	for _, l := range take.Now {
		since[l.Name] = l.From
	}
	on := map[string]bool{}
	for i, c := range drawn.Cells {
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
		c := board.NewCell(b.T, b.Info, l.BoardCell, board.Drawing{Turn: d.Turn, Names: d.Names})
		c.Class += board.BeatClasses(" from", l.From)
		last := &film.Past[len(film.Past)-1]
		last.Cells = append(last.Cells, c)
	}
	for i, f := range take.Flights {
		if i == 0 || f.Beat != take.Flights[i-1].Beat {
			film.Flights = append(film.Flights, board.FilmPart{From: board.BeatClasses("from", f.Beat), Until: board.BeatClasses("until", f.Beat+1)})
		}
		last := &film.Flights[len(film.Flights)-1]
		last.Flying = append(last.Flying, board.NewFlying(b.Info, f, d.Turn))
	}
	return film
}

// canFilm reports whether there is a last turn to show, and nothing else to be seen.
func (b *Builder) canFilm() bool {
	return len(b.Rec.Turns()) > 0 && len(b.draft.Actions) == 0 && len(b.Picks) == 0 && b.Problem == nil && !b.Look.Table
}

// filmed returns the animation of the last turn as the game goes on, if it was asked for. It is fast.
func (b *Builder) filmed(d board.Drawing) *board.Film {
	if !b.Film || !b.canFilm() {
		return nil
	}
	plain := board.Drawing{Turn: d.Turn, Names: d.Names}
	film := b.film(board.New(b.T, b.Info, b.Board, plain), plain)
	film.Class = board.PaceClass(board.Quick)
	return film
}
