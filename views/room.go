package views

import (
	"slices"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/rules/record"
)

// room is cells that a growing board takes around a turn, for a window that
// stays as it is while turns are stepped through. As a rule they are those of
// the whole game. Where a shape drifts over the table, a game falls into parts:
// turns in a row that take half as much again, each way, as the largest takes
// by itself, so that what is drawn does not get too small.
func room(r *record.Record, turn, rotation int) []rules.BoardCell {
	turns := cellsOfTurns(r)
	var width, height int
	extents := make([]extent, len(turns))
	for n, cells := range turns {
		extents[n] = extentOf(cells, rotation)
		width, height = max(width, extents[n].width()), max(height, extents[n].height())
	}
	first, end, part := 0, 0, extents[0]
	for n, own := range extents {
		grown := part.and(own)
		if grown.width() > width*3/2 || grown.height() > height*3/2 {
			if n > turn {
				break
			}
			first, grown = n, own
		}
		end, part = n+1, grown
	}
	seen := map[hex.Cell]bool{}
	var room []rules.BoardCell
	for _, cells := range turns[first:end] {
		for _, cell := range cells {
			if !seen[cell] {
				seen[cell] = true
				room = append(room, rules.BoardCell{Cell: cell})
			}
		}
	}
	return room
}

// cellsOfTurns is by turn, from 0 for the start, the cells that the board has
// at its beginning, within it and at its end. Some come more than once.
func cellsOfTurns(r *record.Record) [][]hex.Cell {
	turns := make([][]hex.Cell, 1, len(r.Turns())+1)
	first := 0 // of the cells of the position before, in the last turn
	for turn, st := range r.Positions() {
		if turn == len(turns) {
			turns = append(turns, slices.Clone(turns[turn-1][first:]))
		}
		first = len(turns[turn])
		for _, c := range st.Board().Cells {
			turns[turn] = append(turns[turn], c.Cell)
		}
	}
	return turns
}

// An extent is an upright rectangle in drawing units.
type extent struct{ minX, minY, maxX, maxY int }

func extentOf(cells []hex.Cell, rotation int) (e extent) {
	e.minX, e.minY, e.maxX, e.maxY = hex.Bounds(cells, rotation)
	return e
}

func (e extent) width() int  { return e.maxX - e.minX }
func (e extent) height() int { return e.maxY - e.minY }

// and is the smallest extent that holds both.
func (e extent) and(f extent) extent {
	return extent{min(e.minX, f.minX), min(e.minY, f.minY), max(e.maxX, f.maxX), max(e.maxY, f.maxY)}
}
