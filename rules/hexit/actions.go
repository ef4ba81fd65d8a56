package hexit

import (
	"math/bits"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// Actions lists either distributions, in reading order of their stacks and
// then counter-clockwise from the east, or placements, liberations and the end
// of the turn, with the first two in reading order.
func (s *state) Actions(buf []rules.Action) []rules.Action {
	if s.ending != ongoing {
		return buf
	}
	var found distributions
	if found.find(s); found.count > 0 {
		for i := range found.stacks {
			from := s.cells[found.from[i]]
			for ways := found.ways[i]; ways != 0; ways &= ways - 1 {
				way := hex.Direction(bits.TrailingZeros8(ways) + 1)
				buf = append(buf, rules.Toward(Distribute, from, way))
			}
		}
		return buf
	}
	before := len(buf)
	for places := s.places(); places != 0; places &= places - 1 {
		buf = append(buf, rules.At(Place, s.cells[places.first()]))
	}
	for loose := s.freeable(); loose != 0; loose &= loose - 1 {
		buf = append(buf, rules.At(Liberate, s.cells[loose.first()]))
	}
	switch {
	case s.laid != 0:
		buf = append(buf, rules.Action{Kind: End})
	case len(buf) == before:
		buf = append(buf, rules.Action{Kind: Pass})
	}
	return buf
}

// Count returns the number of legal actions.
func (s *state) Count() int {
	if s.ending != ongoing {
		return 0
	}
	var found distributions
	if found.find(s); found.count > 0 {
		return found.count
	}
	count := (s.places() | s.freeable()).len()
	if s.laid != 0 {
		return count + 1 // the end of the turn
	}
	return max(1, count) // a pass
}

// Sample returns a legal action at random.
func (s *state) Sample(random *rules.Random) (a rules.Action, ok bool) {
	if s.ending != ongoing {
		return rules.Action{}, false
	}
	var found distributions
	if found.find(s); found.count > 0 {
		n, way := found.nth(random.IntN(found.count))
		return rules.Toward(Distribute, s.cells[n], way), true
	}
	free := s.places() | s.freeable()
	count := free.len()
	if s.laid != 0 {
		count++
	}
	if count == 0 {
		return rules.Action{Kind: Pass}, true
	}
	i := random.IntN(count)
	if i == free.len() {
		return rules.Action{Kind: End}, true
	}
	n := free.nth(i)
	if n >= firstPrison {
		return rules.At(Liberate, s.cells[n]), true
	}
	return rules.At(Place, s.cells[n]), true
}

// phase returns the phase of the seat to act.
func (s *state) phase() rules.Phase {
	var found distributions
	found.find(s)
	switch place, free := s.places() != 0, s.freeable() != 0; {
	case found.imprison:
		return imprisoning
	case found.count > 0:
		return distributing
	case s.laid != 0:
		return freeingMore
	case place && free:
		return placingOrFreeing
	case place:
		return placing
	case free: // ruling r4
		return freeing
	}
	return passing
}

// distributions are those from which the seat may choose by rule 1.
type distributions struct {
	from     [pieces]uint8 // numbers of stacks; a seat has at most one for each of its pieces
	ways     [pieces]uint8 // the directions of each stack, as bits in the order of steps
	stacks   int
	count    int  // of directions of all stacks
	imprison bool // all of them make prisoners
}

// nth returns the number of a stack and a direction.
func (f *distributions) nth(n int) (from int, way hex.Direction) {
	i := 0
	for ; n >= bits.OnesCount8(f.ways[i]); i++ {
		n -= bits.OnesCount8(f.ways[i])
	}
	ways := f.ways[i]
	for ; n > 0; n-- {
		ways &= ways - 1
	}
	return int(f.from[i]), hex.Direction(bits.TrailingZeros8(ways) + 1)
}

// distributes reports whether a distribution is compulsory.
func (s *state) distributes() bool {
	var found distributions
	found.find(s)
	return found.count > 0
}

// find finds the compulsory distributions: those that make prisoners if there
// are any, otherwise all. There are none within a turn that has freed
// prisoners: they were judged at its start.
func (f *distributions) find(s *state) {
	if s.laid != 0 {
		return
	}
	mine, theirs := s.held[s.me()], s.held[1-s.me()]
	vacant := s.vacant()
	for ; mine != 0; mine &= mine - 1 {
		n := mine.first()
		ways, imprison := s.ways(n, theirs, vacant)
		if imprison != 0 && !f.imprison {
			f.imprison, f.stacks, f.count = true, 0, 0
		}
		if f.imprison {
			ways = imprison
		}
		if ways != 0 {
			i := f.stacks % pieces
			f.from[i], f.ways[i] = uint8(n), ways
			f.stacks++
			f.count += bits.OnesCount8(ways)
		}
	}
}

// ways returns the directions in which an own stack can be distributed, and
// those of them that make prisoners, as bits in the order of steps.
func (s *state) ways(n int, theirs, vacant set) (ways, imprison uint8) {
	from, stack := spotOf(s.cells[n]), s.piles[n]
	height := stack.height()
	promising := theirs
	if height > 1 {
		promising |= vacant
	}
	for look := s.toward(from, promising); look != 0; look &= look - 1 {
		d := bits.TrailingZeros8(look)
		p := from.step(d)
		to := int(s.grid[p])
		left := height - 1 // pieces in hand beyond p
		for left > 0 && vacant.has(to) {
			p = p.step(d)
			to = int(s.grid[p])
			left--
		}
		if !theirs.has(to) || s.piles[to]>>(height+1) != 0 {
			continue
		}
		for left > 0 && isTile(to) {
			p = p.step(d)
			to = int(s.grid[p])
			left--
		}
		switch {
		case to == bare:
			imprison |= 1 << d
			ways |= 1 << d
		case isTile(to):
			ways |= 1 << d
		}
	}
	return ways, imprison
}

// places returns the tiles on which the seat may place a piece when no
// distribution is compulsory: rule 2.
func (s *state) places() set {
	if s.reserve[s.me()] == 0 || s.laid != 0 {
		return 0
	}
	return s.vacant()
}

// freeable returns the prisons that the seat may free when no distribution is
// compulsory: rule 3.
func (s *state) freeable() set {
	if s.laid == 0 {
		return s.loose
	}
	linked := set(0)
	for laid := s.laid; laid != 0; laid &= laid - 1 {
		linked |= s.around(spotOf(s.cells[laid.first()]))
	}
	return s.loose & linked
}

// Acting returns the seat to act without computing the compulsory actions.
func (s *state) Acting() (seat rules.Seat, action int) { return s.seat, s.laid.len() }
