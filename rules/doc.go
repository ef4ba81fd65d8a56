// Package rules defines the contract between the games and the code that plays
// them: pages, records, bots, tests and scripts.
//
// A [Game] creates a [State]. A State lists its legal actions, plays one, and
// returns the seat to act. An [Action] is the smallest decision of a player; a
// turn is one or more actions by one seat. Only the engine decides what is
// legal: pages draw [State.Board] and offer [State.Actions].
//
// Each game has a folder below this one; package games lists them. Package hex
// holds the geometry, record a game as it was played, protocol the text
// protocol for programs, rulestest the tests that every engine must pass,
// lesson the lessons, and bot the search. File search.go declares what a state
// may offer a search in addition to the contract. Packages rating, pairing,
// ladder and tourney compute the consequences of results for two players and
// for a club.
//
// Packages under rules do no input or output, read no clock and know no
// language: catalog keys name all texts that people read. The texts of lessons
// are stored next to their positions, by language; no code here interprets
// them.
package rules
