// Package table draws the table of a game: players, clocks, the board, the turn in the making, offers
// and replays. [New] makes the model of a game, [NewReplay] that of a replay; package learn builds its
// sandboxes and lessons from the same parts. The component Fragment is what htmx swaps in place, and
// everything in it works as links and forms without JavaScript.
package table
