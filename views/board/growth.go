package board

import (
	"slices"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/rules/record"
)

// GrowthCells returns the cells that a growing board takes around a turn, for a window that
// stays the same while a reader steps through turns. Usually they are those of the whole game.
// If a shape drifts over the table, a game is divided into parts: turns in a row that take up to
// half as much again, each way, as the largest takes by itself, so that the drawing does not get
// too small.
func GrowthCells(r *record.Record, turn, rotation int) []rules.BoardCell {
	turns := cellsOfTurns(r)
	var width, height int
	extents := make([]Extent, len(turns))
	for n, cells := range turns {
		extents[n] = ExtentOf(cells, rotation)
		width, height = max(width, extents[n].Width()), max(height, extents[n].height())
	}
	first, end, part := 0, 0, extents[0]
	for n, own := range extents {
		grown := part.And(own)
		if grown.Width() > width*3/2 || grown.height() > height*3/2 {
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

// cellsOfTurns returns by turn, from 0 for the start, the cells that the board has at its
// beginning, within it and at its end. Some appear more than once.
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

// An Extent is an upright rectangle in drawing units.
type Extent struct{ MinX, MinY, MaxX, MaxY int }

// ExtentOf returns the extent of cells on a turned board.
func ExtentOf(cells []hex.Cell, rotation int) (e Extent) {
	e.MinX, e.MinY, e.MaxX, e.MaxY = hex.Bounds(cells, rotation)
	return e
}

func (e Extent) Width() int  { return e.MaxX - e.MinX }
func (e Extent) height() int { return e.MaxY - e.MinY }

// And returns the smallest extent that contains both.
func (e Extent) And(f Extent) Extent {
	return Extent{min(e.MinX, f.MinX), min(e.MinY, f.MinY), max(e.MaxX, f.MaxX), max(e.MaxY, f.MaxY)}
}
