package rules

import "hexclub/rules/hex"

// A Motion is one effect of an action on the board.
//
// A piece that is taken where another ends is lost in the same step and listed
// before the piece that takes it. An action that neither moves, adds nor
// removes anything has no motion: the end of a turn, a pass, a claim.
type Motion struct {
	Step int      // from 0 without gaps, ascending; motions of one step happen together
	From hex.Cell // where it starts
	To   hex.Cell // where it ends; equal to From for a piece or ground that appears, changes or disappears
	Lost bool     // the piece leaves the game; To may be off the board
}

// On returns the motion of something that happens on one cell.
func On(step int, cell hex.Cell) Motion { return Motion{Step: step, From: cell, To: cell} }

// LostOn returns the motion of a piece that leaves the game from one cell.
func LostOn(step int, cell hex.Cell) Motion {
	return Motion{Step: step, From: cell, To: cell, Lost: true}
}
