package tourney

import (
	"cmp"
	"fmt"
	"slices"
)

// The value of a pairing for a player, in halves of a point.
const (
	Loss = 0
	Draw = 1
	Win  = 2
)

// An Entrant is a participant of a tournament.
type Entrant struct {
	ID   string // unique and not empty
	Rank int    // the pairing number, unique, 1 for the strongest
	From int    // the first round of the entrant; 0 and 1 are the start
	To   int    // the last round before a withdrawal; 0 without one
}

// In reports whether the entrant takes part in a round.
func (e Entrant) In(round int) bool {
	return round >= e.From && !e.WithdrawnBefore(round)
}

// WithdrawnBefore reports whether the entrant has withdrawn before a round.
func (e Entrant) WithdrawnBefore(round int) bool { return e.To > 0 && round > e.To }

// A Pair is two players who are to meet in a round. First starts, or starts
// the first game.
type Pair struct {
	Board         int // from 1
	First, Second string
}

// Bye reports whether First has no opponent.
func (p Pair) Bye() bool { return p.Second == "" }

// A Result is the state of a pair, or a bye. A pair that is still to be played
// is a result as well, so that no player is paired twice.
type Result struct {
	Round, Board  int
	First, Second string // Second is empty for a bye
	Asked         bool   // a bye that First requested; otherwise one by the pairing
	Over          bool   // the following fields are known

	Halves  [2]int  // of a point, first and second: Win, Draw or Loss
	Games   [2]int  // the games of the pairing, in halves
	Points  [2]int  // the points in Hexone, in halves
	Forfeit [2]bool // players who did not play; then it counts as not played

	Forfeits Forfeits // of single games
}

// Forfeits are the forfeited games of a pairing, whether before they began or
// halfway.
type Forfeits struct {
	By     [2]bool // the players who forfeited, first and second
	Games  [2]int  // their share of Result.Games
	Points [2]int  // their share of Result.Points
}

// bye reports whether the result is a bye.
func (r Result) bye() bool { return r.Second == "" }

// forfeited reports whether a player did not play.
func (r Result) forfeited() bool { return r.Forfeit[0] || r.Forfeit[1] }

// Fed reports whether a player had a bye by the result, or won without
// playing, and so gets no other bye (C.04.1, 4). A requested bye counts if it
// was worth a win.
func (r Result) Fed(player string) bool {
	i := slices.Index(r.players(), player)
	return i >= 0 && r.Over && (r.bye() && !r.Asked || (r.bye() || r.forfeited()) && r.Halves[i] >= Win)
}

// players returns the players of the result.
func (r Result) players() []string {
	if r.bye() {
		return []string{r.First}
	}
	return []string{r.First, r.Second}
}

// ranked returns the field in the order of ranks.
func ranked(field []Entrant) []Entrant {
	return slices.SortedFunc(slices.Values(field), func(a, b Entrant) int { return cmp.Compare(a.Rank, b.Rank) })
}

// check returns an error unless field and results fit together. It is a fault
// of the program, not of the user, so it has no kind.
func check(field []Entrant, results []Result) error {
	known, ranks := map[string]bool{}, map[int]bool{}
	for _, e := range field {
		if e.ID == "" || known[e.ID] || ranks[e.Rank] {
			return fmt.Errorf("tourney: entrant %q with rank %d is a duplicate, or empty", e.ID, e.Rank)
		}
		known[e.ID], ranks[e.Rank] = true, true
	}
	type seat struct {
		round  int
		player string
	}
	seated := map[seat]bool{}
	for _, r := range results {
		for _, id := range r.players() {
			if !known[id] || seated[seat{r.Round, id}] {
				return fmt.Errorf("tourney: round %d, board %d: %q is not an entrant, or plays twice", r.Round, r.Board, id)
			}
			seated[seat{r.Round, id}] = true
		}
	}
	return nil
}

// numbered gives pairs their boards, from 1.
func numbered(pairs []Pair) []Pair {
	for i := range pairs {
		pairs[i].Board = i + 1
	}
	return pairs
}
