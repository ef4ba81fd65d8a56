// Package protocol implements the text protocol for programs: bots, scripts
// and tests. It follows the Go Text Protocol, version 2 (Farnebäck, draft 2,
// 2002): one command a line, with an optional number before it and an optional
// comment after "#"; the answer is "= text" or "? message", with the number
// repeated, and ends in an empty line.
//
//	list_games                          a line a game: its key, then its options as key=value|value, the default first
//	new_game KEY [option=value ...]     begins a game
//	legal                               the legal actions, sorted bytewise; empty when the game is over
//	play ACTION [ACTION ...]            plays all of them, or none
//	undo                                takes back one action
//	to_move                             the seat to act, or "none"
//	result                              "*", or how the game ended
//	position                            the position as one line of text
//	set_position KEY TEXT               begins a game at a position
//	perft N                             number of sequences of N actions
//	genmove [LEVEL]                     plays a bot's action and answers it; the level is from 1 to 6, the default
//	showboard                           the board drawn in text, from the second line on
//	name, version, protocol_version, known_command NAME, list_commands, quit
//
// In the drawing of showboard, a cell is its name and, after ":", its pieces
// from bottom to top: the seat of each piece, "^" before a hat, "*" for a
// piece without an owner, three or more equal ones as "1*4". White tiles are
// in ( ), grey and black ones in [ ], dark cells in { }, and ".." is a removed
// tile. "!" marks what decided the game, or what may be removed. Below the
// board are the counts of the game, with their seats if they have one.
//
// A bot plans whole turns. If genmove is repeated within the turn, at the
// expected position and with the same level, the session answers from the plan
// at once.
//
// A [Session] is pure: it does no input or output. Errors change nothing. The
// record of the session judges repetition, so a third occurrence ends the
// game; perft considers only the position.
package protocol
