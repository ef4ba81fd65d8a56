package db

import (
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
)

// newDrawSeed returns the random number from which all draws of a tournament follow, when the
// tournament begins. It cannot be foreseen, pages do not show it, and it does not change; only a
// reader of the database can know a later round's draw. Tournaments that began when only the seat
// was drawn have 1 or 2 here, and predictable draws.
func newDrawSeed() int64 { return 1 + rand.Int64N(math.MaxInt64) }

// topSecond reports whether the first of the ranking has the second seat in round 1.
func (t Tournament) topSecond() bool { return t.drawSeed%2 == 0 }

// drawStarters draws who starts, in units that balance seats, where no rule decides it. The draw
// for two players in a round depends on nothing else. So the published round is the proposed one,
// and swaps leave other pairs as they are.
func (t Tournament) drawStarters(round int, pairs []ProposedPair) {
	for i, pair := range pairs {
		if pair.Second != "" && !t.Seated() && !t.starts(round, pair.First, pair.Second) {
			pairs[i].First, pairs[i].Second = pair.Second, pair.First
			pairs[i].Gone = [2]bool{pair.Gone[1], pair.Gone[0]}
		}
	}
}

// starts reports whether the draw lets a person start against another in a round, with probability
// 1/2.
func (t Tournament) starts(round int, person, other string) bool {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s %d %s %s", t.drawSeed, t.ID, round, min(person, other), max(person, other)))
	return (sum[0]&1 == 0) == (person < other)
}
