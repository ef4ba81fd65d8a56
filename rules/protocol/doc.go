// Package protocol speaks the text protocol, by which programs play: bots,
// scripts and tests. It follows the Go Text Protocol, version 2 (Farnebäck,
// draft 2, 2002): one command a line, with an optional number before it and an
// optional comment after "#"; the answer is "= text" or "? message", with the
// number repeated, and ends in an empty line.
//
//	list_games                          a line a game: its key, then its options as key=value|value, the default first
//	new_game KEY [option=value ...]     begins a game
//	legal                               the legal actions, sorted bytewise; empty when the game is over
//	play ACTION [ACTION ...]            plays all of them, or none
//	undo                                takes back one action
//	to_move                             the seat that acts, or "none"
//	result                              "*", or how the game ended
//	position                            the position as one line of text
//	set_position KEY TEXT               begins a game at a position
//	perft N                             number of sequences of N actions
//	genmove [LEVEL]                     plays a bot's action and answers it; the level is from 1 to 6, the default
//	showboard                           the board drawn in text, from the second line on
//	name, version, protocol_version, known_command NAME, list_commands, quit
//
// On the board that showboard draws, a cell is its name and, after ":", what
// lies on it from bottom to top: the seat of each piece, "^" before a hat, "*"
// for what is nobody's, three or more alike as "1*4". White tiles stand in
// ( ), grey and black ones in [ ], dark cells in { }, and ".." is where a tile
// has gone. "!" marks what decided the game, or what may be removed. Below the
// board is what each game counts, with the seat if it is one's.
//
// A bot plans whole turns. Asked again within its turn, at the position that it
// expects and with the same level, it answers from its plan at once.
//
// A [Session] is pure: it reads and writes nothing itself. Errors change
// nothing. Repetition is judged by the record that the session keeps, so a
// third occurrence ends the game; perft looks at the position alone.
package protocol
