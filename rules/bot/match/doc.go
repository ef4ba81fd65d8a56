// Package match lets two players play many games of one game against each
// other and counts: which is stronger, by how much, and how sure that is.
//
// Games come in pairs. Both games of a pair begin with the same opening, some
// turns at random, and the players change sides between them; so neither an
// uneven opening nor the first turn favours anybody. What chance decides in
// game n follows from the seed of the match and n alone, so that a match of the
// same players is the same however many games are played at once.
//
// [Run] plays a [Match] of two [Contender]s, those that [Parse] reads or any
// others, and returns a [Table]. The package is pure: the time is given to it.
package match
