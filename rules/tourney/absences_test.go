package tourney

import (
	"slices"
	"testing"

	"hexclub/rules/rulestest"
)

// TestSwissWithRequestedByes checks that players with a requested bye are not paired in that round, that all others are, once each and
// with no one met before, that a half-point bye is no reason against a bye by the pairing, and that all scores and adjusted
// scores add up.
func TestSwissWithRequestedByes(t *testing.T) {
	draw := &trial{random: 5}
	absent, later := 0, 0
	for range rulestest.Some(t, 150) {
		s := &trial{random: uint64(draw.below(1 << 30))}
		rounds := 3 + draw.below(4)
		s.enter(8+draw.below(20), rounds)
		for round := 1; round <= rounds; round++ {
			var want []string
			for _, e := range s.field {
				switch {
				case !e.In(round):
				case s.below(6) == 0:
					absent++
					s.results = append(s.results, Result{Round: round, First: e.ID, Asked: true, Over: true, Halves: [2]int{s.below(2) * Draw}})
				default:
					want = append(want, e.ID)
				}
			}
			pairs, err := Swiss(s.field, s.results, round, s.options)
			if err != nil {
				break // small fields run out of pairings
			}
			var seated []string
			for _, p := range pairs {
				seated = append(seated, p.First)
				if !p.Bye() {
					seated = append(seated, p.Second)
				}
				for _, r := range s.results {
					switch {
					case r.Asked && p.Bye() && r.First == p.First:
						later++
					case !r.bye() && slices.Contains(r.players(), p.First) && slices.Contains(r.players(), p.Second),
						p.Bye() && r.Fed(p.First):
						t.Fatalf("round %d: %v after %+v", round, p, r)
					}
				}
			}
			slices.Sort(want)
			slices.Sort(seated)
			if !slices.Equal(want, seated) {
				t.Fatalf("round %d: there are %v, paired are %v", round, want, seated)
			}
			s.play(round, pairs)
		}
		standings, err := Standings(t.Context(), s.field, s.results, Rules{TieBreaks: TieBreaks()})
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range standings {
			if one.Halves != s.score(one.ID) || one.Adjusted < one.Halves {
				t.Fatalf("%+v, but the results add up to %d", one, s.score(one.ID))
			}
		}
	}
	if absent < 100 || later < 3 {
		t.Errorf("%d absences and %d byes after one are too few", absent, later)
	}
}

// TestTieBreaksWithHalfPointByes checks what a half-point bye counts for the player and for the opponents (C.07, 16): for the player
// it is a round against a dummy, and for opponents its half point counts, also after the last game.
func TestTieBreaksWithHalfPointByes(t *testing.T) {
	field := []Entrant{{ID: "a", Rank: 1}, {ID: "b", Rank: 2}, {ID: "c", Rank: 3}, {ID: "d", Rank: 4}}
	won := func(round, board int, first, second string) Result {
		return Result{Round: round, Board: board, First: first, Second: second, Over: true, Halves: [2]int{Win, Loss}}
	}
	results := []Result{
		won(1, 1, "a", "c"), won(1, 2, "b", "d"),
		{Round: 2, First: "a", Asked: true, Over: true, Halves: [2]int{Draw}},
		won(2, 1, "b", "c"),
		{Round: 2, Board: 2, First: "d", Over: true, Halves: [2]int{Win}},
	}
	standings, err := Standings(t.Context(), field, results, Rules{TieBreaks: []TieBreak{Buchholz}})
	if err != nil {
		t.Fatal(err)
	}
	a := standings[1]
	if a.ID != "a" || a.Halves != 3 || a.Adjusted != 3 {
		t.Fatalf("a has %+v", a)
	}
	// The opponent c has no points, and the dummy has the three halves of a, but half a point a round at most: two halves.
	if tie := a.Ties[0]; tie.Value != 4 || tie.Parts[1].Kind != AskedBye || tie.Parts[1].Score != 2 || tie.Parts[1].Most != 2 {
		t.Errorf("the Buchholz of a is %+v", tie)
	}
	c := standings[3]
	if tie := c.Ties[0]; c.ID != "c" || tie.Value != 2*(3+4) {
		t.Errorf("the Buchholz of c, who met a and b, is %+v", tie)
	}
}
