package db

import (
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
)

// newDrawSeed is the lot of a tournament that begins, of which all its draws follow. Nobody
// can foresee it before that, and no page shows it: a later round's draw is known to
// who reads the database alone, and nobody can change it. Tournaments that began when
// only the seat was drawn have 1 or 2 here, and draws that could be foreseen.
func newDrawSeed() int64 { return 1 + rand.Int64N(math.MaxInt64) }

// topSecond tells whether the first of the ranking has the second seat in round 1.
func (t Tournament) topSecond() bool { return t.drawSeed%2 == 0 }

// drawStarters draws who starts, where it is no rule's: in units that even seats out.
// The lot is the same for the same two in a round, whoever proposes them and however
// they came to meet; so what is published is what was proposed, and people who change
// places leave other pairs as they are.
func (t Tournament) drawStarters(round int, pairs []ProposedPair) {
	for i, pair := range pairs {
		if pair.Second != "" && !t.Seated() && !t.starts(round, pair.First, pair.Second) {
			pairs[i].First, pairs[i].Second = pair.Second, pair.First
			pairs[i].Gone = [2]bool{pair.Gone[1], pair.Gone[0]}
		}
	}
}

// starts tells whether the lot lets a person start against another in a round. About
// half of all do.
func (t Tournament) starts(round int, person, other string) bool {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s %d %s %s", t.drawSeed, t.ID, round, min(person, other), max(person, other)))
	return (sum[0]&1 == 0) == (person < other)
}
