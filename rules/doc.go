// Package rules is the contract between the games and everything that plays
// them: pages, records, bots, tests and scripts.
//
// A [Game] makes a [State]; a State offers its legal actions, plays one, and
// says which seat acts next. An [Action] is the smallest thing a player
// decides; a turn is one or more actions by one seat. Nobody but the engine
// decides what is legal: pages draw [State.Board] and offer [State.Actions].
//
// The games live in the folders below, one each, and are listed by package
// games. Package hex is their geometry, package record a game as it was
// played, package protocol the way programs play, package rulestest the tests
// that every engine must pass, package lesson what teaches them, package bot what
// plays them; what searches may ask of a state beyond the contract is in search.go.
// Packages rating, pairing, ladder and tourney say what follows from results, for two
// players and for a club.
//
// Nothing under rules does input or output, reads a clock, or knows a
// language: what a person reads is named by catalog keys. The words of lessons
// lie beside their positions, by language, and nothing there reads them.
package rules
