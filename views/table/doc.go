// Package table draws the table of a game: players, clocks, the board, the current draft, offers and replays.
// [New] makes the model of a game, [NewReplay] that of a replay; package learn builds its sandboxes and lessons
// from the same parts. htmx swaps the component Fragment in place, and everything in it works as links and forms
// without JavaScript.
package table
