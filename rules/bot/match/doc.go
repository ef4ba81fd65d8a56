// Package match plays many games between two players and counts which is
// stronger, by how much, and with what confidence.
//
// Games come in pairs. Both games of a pair begin with the same opening, some
// random turns, and the players change sides between them, so neither an
// uneven opening nor the first turn favours a player. All random choices in
// game n follow from the seed of the match and n alone, so a match of the same
// players is the same however many games are played at once.
//
// [Run] plays a [Match] of two [Contender]s, those that [Parse] reads or any
// others, and returns a [Table]. The package is pure: the caller passes the
// clock.
package match
