package tourney

// widest is the largest difference between the numbers of a player's first and
// second seats (FIDE C.04.1, colour differences).
const widest = 2

// A want is the strength of a player's preference for a seat (C.04.3, colour
// preferences).
type want int8

// The preferences.
const (
	noPreference       want = iota // no game yet
	mildPreference                 // equally often both: the other seat than last time
	strongPreference               // the other seat was taken once more
	absolutePreference             // the other seat was taken twice more, or twice in a row
)

// A seating summarises the seats of a player's games so far.
type seating struct {
	played []int8 // seats taken, 1 or 2, the first game first
	diff   int    // first seats less second seats
}

// sit adds a game.
func (s *seating) sit(seat int8) {
	s.played = append(s.played, seat)
	s.diff = s.after(seat)
}

// after returns the difference after one more game.
func (s *seating) after(seat int8) int {
	if seat == 1 {
		return s.diff + 1
	}
	return s.diff - 1
}

// beyond reports whether one more game makes the difference wider than
// allowed.
func (s *seating) beyond(seat int8) bool {
	d := s.after(seat)
	return d > widest || d < -widest
}

// twice returns the seat of both of the last two games; 0 when they differ.
func (s *seating) twice() int8 {
	n := len(s.played)
	if n < 2 || s.played[n-1] != s.played[n-2] {
		return 0
	}
	return s.played[n-1]
}

// prefers returns the seat that the player should get if possible, and the
// strength of the preference; neither without a game.
func (s *seating) prefers() (int8, want) {
	n := len(s.played)
	switch {
	case n == 0:
		return 0, noPreference
	case s.diff > 1:
		return 2, absolutePreference
	case s.diff < -1:
		return 1, absolutePreference
	case s.twice() != 0:
		return other(s.twice()), absolutePreference
	case s.diff == 1:
		return 2, strongPreference
	case s.diff == -1:
		return 1, strongPreference
	}
	return other(s.played[n-1]), mildPreference
}

// other returns the other seat.
func other(seat int8) int8 { return 3 - seat }

// misfits counts the violations by the seats of two players.
type misfits struct{ beyond, third, strong, mild int }

// add adds the violations by a player's seat.
func (m *misfits) add(s *seating, seat int8) {
	if s.beyond(seat) {
		m.beyond++
	}
	if s.twice() == seat {
		m.third++
	}
	switch wanted, want := s.prefers(); {
	case want == noPreference || wanted == seat:
	case want == mildPreference:
		m.mild++
	default:
		m.strong++
	}
}

// seat returns the seat of a, the higher of two players, against b, and its
// violations. The limit on the difference comes first. Next, no player gets a
// seat for the third time in a row if possible. Then follows the allocation of
// colours of C.04.3: both get their preference; otherwise the stronger
// preference, or the wider difference, decides; otherwise they alternate from
// the last round in which their seats differed; otherwise the higher player
// gets the preference.
func seat(a, b *player, first int8) (int8, misfits) {
	var as [3]misfits
	for s := int8(1); s <= 2; s++ {
		as[s].add(&a.seating, s)
		as[s].add(&b.seating, other(s))
	}
	chosen := due(a, b, first)
	for s := int8(1); s <= 2; s++ {
		o := as[other(s)]
		if as[s].beyond < o.beyond || as[s].beyond == o.beyond && as[s].third < o.third {
			chosen = s
		}
	}
	return chosen, as[chosen]
}

// due returns the seat of a, the higher of two players, by their preferences.
// First is the seat drawn for odd numbers, for players without a preference.
func due(a, b *player, first int8) int8 {
	ours, ourWant := a.prefers()
	theirs, theirWant := b.prefers()
	switch {
	case ourWant == noPreference && theirWant == noPreference:
		if a.number%2 == 1 {
			return first
		}
		return other(first)
	case ourWant > theirWant:
		return ours
	case ourWant < theirWant:
		return other(theirs)
	case ours != theirs:
		return ours
	case ourWant == absolutePreference && abs(a.diff) != abs(b.diff):
		if abs(a.diff) > abs(b.diff) {
			return ours
		}
		return other(theirs)
	}
	for i, j := len(a.played)-1, len(b.played)-1; i >= 0 && j >= 0; i, j = i-1, j-1 {
		if a.played[i] != b.played[j] {
			return other(a.played[i])
		}
	}
	return ours
}

// abs returns a number without its sign.
func abs(n int) int { return max(n, -n) }
