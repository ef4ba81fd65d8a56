package tourney

import "slices"

// Berger returns the Berger table for n players, as FIDE prints it (Handbook
// C.05, Annex 1): by round, the pairs of pairing numbers from 1 to n, first
// seat first, in the order of the printed table. With an odd number the
// opponent of number n+1 has a bye, {number, 0}, which is listed last. Fewer
// than two players have no rounds.
//
// A double table has a second cycle with seats swapped. The last two rounds of
// its first cycle are swapped, as the annex advises: otherwise two players
// would have the same seat in three consecutive rounds. The second cycle is as
// printed. With three or four players the swap would cause the same for two
// others; there the first cycle is as printed, and the second one begins with
// its second round.
func Berger(n int, double bool) [][][2]int {
	if n < 2 {
		return nil
	}
	even := n + n%2
	var rounds [][][2]int
	for r := range even - 1 {
		rounds = append(rounds, bergerRound(n, even, r))
	}
	if !double {
		return rounds
	}
	second := slices.Clone(rounds)
	switch last := len(rounds) - 1; {
	case even == 4:
		second = append(rounds[1:len(rounds):len(rounds)], rounds[0])
	case last > 1:
		rounds[last-1], rounds[last] = rounds[last], rounds[last-1]
	}
	for _, round := range second {
		rounds = append(rounds, swapped(round))
	}
	return rounds
}

// bergerRound returns round r, from 0, of the table for an even number. Number
// even stays in place; the others form a circle that turns by half of its
// length each round. The player opposite number even meets it, and the others
// meet across.
func bergerRound(n, even, r int) [][2]int {
	circle := even - 1
	turned := r * (even / 2) % circle
	at := func(place int) int { return (turned+place+circle)%circle + 1 }
	facing := [2]int{at(0), even}
	if r%2 == 1 {
		facing = [2]int{even, at(0)}
	}
	pairs := [][2]int{facing}
	for k := 1; k < even/2; k++ {
		pairs = append(pairs, [2]int{at(k), at(-k)})
	}
	if n < even {
		pairs = append(pairs[1:], [2]int{at(0), 0})
	}
	return pairs
}

// swapped returns a round with seats swapped.
func swapped(round [][2]int) [][2]int {
	pairs := make([][2]int, len(round))
	for i, p := range round {
		pairs[i] = [2]int{p[1], p[0]}
		if p[1] == 0 {
			pairs[i] = p
		}
	}
	return pairs
}

// RoundRobin returns the pairs of all rounds of a round robin by the Berger
// table: once each, or twice in a double one. The pairing numbers follow the
// ranks of the field. Late entries are not possible. A player who withdraws
// stays in the table; [Standings] handles the remaining pairs.
func RoundRobin(field []Entrant, double bool) [][]Pair {
	players := ranked(field)
	var rounds [][]Pair
	for _, table := range Berger(len(players), double) {
		var pairs []Pair
		for _, numbers := range table {
			p := Pair{First: players[numbers[0]-1].ID}
			if numbers[1] > 0 {
				p.Second = players[numbers[1]-1].ID
			}
			pairs = append(pairs, p)
		}
		rounds = append(rounds, numbered(pairs))
	}
	return rounds
}
