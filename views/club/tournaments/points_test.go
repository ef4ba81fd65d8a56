package tournaments

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"hexclub/rules/tourney"
	"hexclub/views/page"
	"hexclub/views/viewstest"
)

// leavingRobin returns a random round robin, with byes if the number of players is odd, forfeits, and players who
// leave before or after half of their pairings. Some of its rounds are published, and those are over.
func leavingRobin(t *testing.T, chance *rand.Rand) Input {
	t.Helper()
	in := Input{ID: "x", Name: "Cup", Format: Format{Kind: robin}, Status: running, At: map[string]int{}}
	var field []tourney.Entrant
	for i := range 4 + chance.IntN(4) {
		field = append(field, tourney.Entrant{ID: "id" + strconv.Itoa(i), Rank: i + 1})
	}
	rounds := tourney.RoundRobin(field, chance.IntN(2) == 0)
	in.Length = len(rounds)
	in.Round = 1 + chance.IntN(in.Length)
	for i := range field[:2] {
		field[i].To = chance.IntN(in.Round + 1)
	}
	var results []tourney.Result
	for i, pairs := range rounds {
		for _, pair := range pairs {
			r := tourney.Result{Round: i + 1, Board: pair.Board, First: pair.First, Second: pair.Second, Over: i < in.Round}
			halves := chance.IntN(3)
			switch {
			case !r.Over:
			case pair.Bye():
				r.Halves = [2]int{tourney.Win, tourney.Loss} // not counted
			default:
				r.Halves = [2]int{halves, tourney.Win - halves}
				for _, e := range field {
					if e.WithdrawnBefore(r.Round) && (e.ID == r.First || e.ID == r.Second) {
						r.Forfeit = [2]bool{r.Forfeit[0] || e.ID == r.First, r.Forfeit[1] || e.ID == r.Second}
						r.Halves = [2]int{2 * boolean(!r.Forfeit[0]), 2 * boolean(!r.Forfeit[1])}
					}
				}
			}
			results = append(results, r)
		}
	}
	in.fill(t, field, results)
	kept := in.Boards[:0]
	for _, b := range in.Boards {
		if b.Round <= in.Round {
			kept = append(kept, b)
		}
	}
	in.Boards = kept
	return in
}

// TestPointsBesideNamesAreThoseOfTheStandings checks the points next to the names of a round robin: before each round
// they are what counted until then, and in a proposal all that counts.
func TestPointsBesideNamesAreThoseOfTheStandings(t *testing.T) {
	f := page.Frame{T: viewstest.Catalog(t, "en")}
	struck, byes, ahead := 0, 0, 0
	for seed := range uint64(80) {
		in := leavingRobin(t, rand.New(rand.NewPCG(seed, 2)))
		out, counts := map[string]bool{}, map[string]int{}
		for _, s := range in.Results.Standings {
			out[s.ID] = s.Struck
			struck += boolean(s.Struck)
		}
		for round := 1; round <= in.Round; round++ {
			for _, b := range in.RoundBoards(round) {
				row := NewRound(f, in, round, SentDeadline{}).Boards.Rows[b.Board-1]
				for i, id := range []string{b.First, b.Second} {
					if cell := [2]PlayerCell{row.First, row.Second}[i]; id != "" && cell.Beside != half(counts[id]) {
						t.Errorf("tournament %d, round %d: %s has %s beside the name, and %s count", seed, round, cell.Name, cell.Beside, half(counts[id]))
					}
				}
				byes += boolean(b.Second == "")
			}
			for _, b := range in.RoundBoards(round) {
				if b.Second != "" && !out[b.First] && !out[b.Second] {
					counts[b.First] += b.Halves[0]
					counts[b.Second] += b.Halves[1]
				}
			}
		}
		p := ProposalInput{Round: in.Round + 1}
		for i, s := range in.Results.Standings {
			ahead += boolean(s.Halves != counts[s.ID])
			p.Pairs = append(p.Pairs, ProposedPair{Board: i + 1, First: s.ID})
		}
		for i, row := range NewProposal(f, in, p, nil).Rows {
			if want := half(in.Results.Standings[i].Halves); row.First.Beside != want {
				t.Errorf("tournament %d: %s has %s in what is proposed, and %s in the standings", seed, row.First.Name, row.First.Beside, want)
			}
		}
	}
	if struck == 0 || byes == 0 || ahead == 0 {
		t.Errorf("%d are struck, there are %d byes, and %d have points of rounds to come", struck, byes, ahead)
	}
}
