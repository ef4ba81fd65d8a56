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

// OpeningTurns returns the number of random turns that make games differ
// without deciding them, by the key of the game: both tokens of Hexone and one
// turn each, four hexagons of Six in addition to the two at the start, four
// units of Tartan's placement, the two constellations of Hexellation and a
// star.
func OpeningTurns(game string) int {
	switch game {
	case "hexit":
		return 2
	case "hexellation":
		return 3
	}
	return 4
}

// maxOpeningTries is the number of tries when openings end the game.
const maxOpeningTries = 100

// open returns a game after random turns. If all tries end the game, it
// returns one without turns.
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

// begin returns a game without turns.
func (m Match) begin() *record.Record {
	r, _ := record.New(m.Game, m.Setup) // the set-up is valid: sides has used it
	return r
}
