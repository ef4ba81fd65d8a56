package match

import (
	"hexclub/rules"
	"hexclub/rules/record"
)

// Odd numbers that keep the streams of chance of a match apart: of its pairs of
// games, and of the players in them.
const (
	pairs   = 0x9fb21c651e98df25
	sidesOf = 0xd1342543de82ef95
)

// OpeningTurns returns how many turns at random make games differ without
// deciding them, by the key of the game: both tokens of Hexone and one turn
// each, four hexagons of Six beside the two that lie there, four units of
// Tartan's placement, the two constellations of Hexellation and a star.
func OpeningTurns(game string) int {
	switch game {
	case "hexit":
		return 2
	case "hexellation":
		return 3
	}
	return 4
}

// patience is how many openings are tried that end the game.
const maxOpeningTries = 100

// open returns a game whose first turns were played at random. Where chance
// only finds games that are over by then, nothing has been played.
func (m Match) open(random rules.Random) *record.Record {
	for range maxOpeningTries {
		r := m.begin()
		for r.Turn().Seat != 0 && r.Turn().Number <= m.Opening {
			actions := r.State().Actions(nil)
			_ = r.Step(actions[random.IntN(len(actions))]) // it is legal
		}
		if r.Turn().Seat != 0 {
			return r
		}
	}
	return m.begin()
}

// begin returns a game in which nothing has been played.
func (m Match) begin() *record.Record {
	r, _ := record.New(m.Game, m.Setup) // the set-up is good: the sides were told by it
	return r
}
