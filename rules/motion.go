package rules

import "hexclub/rules/hex"

// A Motion is one thing that an action does to the board.
type Motion struct {
	Step int      // from 0 without gaps, ascending; motions of one step happen together
	From hex.Cell // where it starts
	To   hex.Cell // where it ends; From itself for what comes about, changes or goes on one cell
	Lost bool     // what moved leaves the game: To may be off the board
}
