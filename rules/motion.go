package rules

import "hexclub/rules/hex"

// A Motion is one thing that an action does to the board.
//
// What is taken where something else ends is lost in the same step, and named
// before what takes it. What neither moves nor comes about nor goes has no
// motion: the end of a turn, a pass, a claim.
type Motion struct {
	Step int      // from 0 without gaps, ascending; motions of one step happen together
	From hex.Cell // where it starts
	To   hex.Cell // where it ends; From itself for what comes about, changes or goes on one cell
	Lost bool     // what moved leaves the game: To may be off the board
}

// On returns what happens on one cell.
func On(step int, cell hex.Cell) Motion { return Motion{Step: step, From: cell, To: cell} }

// LostOn returns what leaves the game from one cell.
func LostOn(step int, cell hex.Cell) Motion {
	return Motion{Step: step, From: cell, To: cell, Lost: true}
}
