package hexit

import (
	"math/bits"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// Actions lists distributions in reading order of the stacks, then
// counter-clockwise from the east; or placements, liberations and the end of
// the turn, the first two in reading order.
func (s *state) Actions(buf []rules.Action) []rules.Action {
	if s.ending != goesOn {
		return buf
	}
	if found := s.distributions(); found.count > 0 {
		for i := range found.stacks {
			from := s.cells[found.from[i]]
			for ways := found.ways[i]; ways != 0; ways &= ways - 1 {
				way := hex.Direction(bits.TrailingZeros8(ways) + 1)
				buf = append(buf, rules.Action{Kind: Distribute, From: from, Way: way})
			}
		}
		return buf
	}
	before := len(buf)
	for places := s.places(); places != 0; places &= places - 1 {
		buf = append(buf, rules.Action{Kind: Place, From: s.cells[places.first()]})
	}
	for loose := s.loose(); loose != 0; loose &= loose - 1 {
		buf = append(buf, rules.Action{Kind: Liberate, From: s.cells[loose.first()]})
	}
	switch {
	case s.laid != 0:
		buf = append(buf, rules.Action{Kind: End})
	case len(buf) == before:
		buf = append(buf, rules.Action{Kind: Pass})
	}
	return buf
}

// Count is the number of legal actions.
func (s *state) Count() int {
	if s.ending != goesOn {
		return 0
	}
	if found := s.distributions(); found.count > 0 {
		return found.count
	}
	count := (s.places() | s.loose()).len()
	if s.laid != 0 {
		return count + 1 // the end of the turn
	}
	return max(1, count) // a pass
}

// Sample is a legal action at random.
func (s *state) Sample(random *rules.Random) (a rules.Action, ok bool) {
	if s.ending != goesOn {
		return rules.Action{}, false
	}
	if found := s.distributions(); found.count > 0 {
		n, way := found.nth(random.IntN(found.count))
		return rules.Action{Kind: Distribute, From: s.cells[n], Way: way}, true
	}
	free := s.places() | s.loose()
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
		return rules.Action{Kind: Liberate, From: s.cells[n]}, true
	}
	return rules.Action{Kind: Place, From: s.cells[n]}, true
}

// phase is what is asked of the seat that acts.
func (s *state) phase() rules.Phase {
	found := s.distributions()
	switch place, free := s.places() != 0, s.loose() != 0; {
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

// distributions are those that rule 1 lets the seat choose from.
type distributions struct {
	from     [maxPrison]uint8 // numbers of stacks
	ways     [maxPrison]uint8 // for each the directions, as bits in the order of steps
	stacks   int
	count    int  // of all the directions
	imprison bool // they are those that make prisoners
}

// nth is the number of a stack and a direction.
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

// distributions finds the distributions that are compulsory: those that make
// prisoners if there are any, else all. Within a turn that has freed
// prisoners there are none: they were judged at its start.
func (s *state) distributions() (found distributions) {
	if s.laid != 0 {
		return found
	}
	for mine := s.held[s.me()]; mine != 0; mine &= mine - 1 {
		n := mine.first()
		ways, imprison := s.ways(n)
		switch {
		case imprison != 0 && !found.imprison:
			found.imprison, found.stacks, found.count = true, 0, 0
			ways = imprison
		case found.imprison:
			ways = imprison
		}
		if ways != 0 {
			found.from[found.stacks], found.ways[found.stacks] = uint8(n), ways
			found.stacks++
			found.count += bits.OnesCount8(ways)
		}
	}
	return found
}

// ways are the directions in which an own stack can be distributed, and those
// among them that make prisoners, as bits in the order of steps.
func (s *state) ways(n int) (ways, imprison uint8) {
	height := s.piles[n].height()
	for d := range steps {
		switch s.line(n, height, d) {
		case lineImprisons:
			imprison |= 1 << d
			ways |= 1 << d
		case lineHits:
			ways |= 1 << d
		}
	}
	return ways, imprison
}

// A line is what becomes of a distribution in one direction.
type line uint8

const (
	lineMisses    line = iota // no stack is in reach over empty tiles
	lineOwn                   // the first stack is one's own
	lineTall                  // the first stack is the opponent's, but taller
	lineBlocked               // pieces would be left over for a cell that holds prisoners
	lineHits                  // it can be played
	lineImprisons             // it can be played and makes prisoners
)

// line follows the distribution of an own stack, whose height is given.
func (s *state) line(n, height, d int) line {
	p := spotOf(s.cells[n])
	left := height
	var to uint8
	for {
		p = p.step(d)
		to = s.grid[p]
		left--
		switch {
		case to == bare || to >= firstPrison:
			return lineMisses
		case s.piles[to] == empty && left == 0:
			return lineMisses
		case s.piles[to] == empty:
			continue
		case s.held[s.me()].has(int(to)):
			return lineOwn
		case s.piles[to]>>(height+1) != 0:
			return lineTall
		}
		break
	}
	for ; left > 0; left-- {
		p = p.step(d)
		switch to = s.grid[p]; {
		case to == bare:
			return lineImprisons
		case to >= firstPrison:
			return lineBlocked
		}
	}
	return lineHits
}

// places is the tiles on which the seat may place when no distribution is
// compulsory: rule 2.
func (s *state) places() set {
	if s.reserve[s.me()] == 0 || s.laid != 0 {
		return 0
	}
	return s.vacant()
}

// loose is the prisons from which the seat may free when no distribution is
// compulsory: rule 3.
func (s *state) loose() (loose set) {
	for n := firstPrison; n < firstPrison+int(s.prisons); n++ {
		touched := s.around(spotOf(s.cells[n])) & allTiles
		if touched.several() && (s.laid == 0 || touched&s.laid != 0) {
			loose |= 1 << n
		}
	}
	return loose
}
