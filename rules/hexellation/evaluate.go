package hexellation

import (
	"slices"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// The heuristics of Hexellation find the stars that decide at once: those that
// complete MODEL, those that complete AVOID, and those after which the next
// seat can complete MODEL. All other cells are safe. A seat without a winning
// or a safe cell has lost.

// An outlook holds the effect of a star on each free cell for the seat to act.
type outlook struct {
	wins  cells // it wins
	loses cells // it loses at once, or lets the next seat win
	safe  cells // neither
}

// outlook examines the copies that lack one star or two.
func (s *state) outlook() (o outlook) {
	var losing cells     // that complete AVOID
	var spoilt [64]cells // by cell: those that complete AVOID after a star there
	patterns := s.patterns()
	for _, set := range patterns[s.avoid].copies {
		lack := set &^ s.stars
		rest := lack & (lack - 1)
		switch {
		case rest == 0:
			losing |= lack
		case rest&(rest-1) == 0 && !s.declare:
			spoilt[lack.first()&63] |= rest
			spoilt[rest.first()&63] |= lack &^ rest
		}
	}
	harmless := ^losing
	if s.declare { // rule 7: a seat that completes both claims MODEL
		harmless = wholeSky
	}
	for _, set := range patterns[s.model].copies {
		lack := set &^ s.stars
		rest := lack & (lack - 1)
		switch {
		case rest == 0:
			o.wins |= lack & harmless
		case rest&(rest-1) == 0:
			one := lack &^ rest
			if rest&harmless&^spoilt[one.first()&63] != 0 {
				o.loses |= one
			}
			if one&harmless&^spoilt[rest.first()&63] != 0 {
				o.loses |= rest
			}
		}
	}
	o.loses = (o.loses | losing) &^ o.wins
	o.safe = s.sky() &^ (s.stars | o.wins | o.loses)
	return o
}

// Evaluate returns a proven value if a star decides. Otherwise it favours the
// seat that would get the last safe cell if no star spoiled others.
func (s *state) Evaluate() int {
	switch s.stage {
	case closing:
		if s.models > 0 {
			return rules.ProvenWin
		}
		return -s.before(int(s.avoids))
	case starring:
		return s.before(int(s.models) + int(s.avoids))
	}
	return 0
}

// before returns the value for the seat that is to put a star and, with
// declare, can make the given number of claims.
func (s *state) before(claims int) int {
	o := s.outlook()
	switch {
	case claims > 0 || o.wins != 0:
		return rules.ProvenWin
	case o.safe == 0 && (s.seats == 2 && o.loses != 0):
		return -rules.ProvenWin
	}
	worth := 2400 / (2 + o.safe.len())
	if o.safe.len()%2 == 0 {
		return -worth
	}
	return worth
}

// Weigh marks actions that decide at once. Of several stars whose
// constellations or skies differ only by a rotation of the board, it keeps
// one.
func (s *state) Weigh(actions []rules.Action, weights []int32) {
	var o outlook
	if s.stage == starring {
		o = s.outlook()
	}
	sure := false
	for i, a := range actions {
		weights[i] = 0
		switch j, _ := index(a.From); {
		case a.Kind == ClaimModel || a.Kind == ClaimAvoid || a.Kind == Star && o.wins.has(j):
			weights[i], sure = rules.ProvenWin, true
		case a.Kind == Star && o.loses.has(j) && o.safe != 0:
			weights[i] = rules.Hopeless
		}
	}
	if sure {
		for i, w := range weights {
			if w == 0 {
				weights[i] = rules.Hopeless
			}
		}
		return
	}
	if s.stage != starring || s.stars.len() < turnable {
		s.dropTurned(actions, weights)
	}
}

// turnable is the number of stars in the sky from which comparing rotated
// skies no longer pays.
const turnable = 3

// dropTurned makes actions hopeless whose result is a rotation of that of an
// earlier action.
func (s *state) dropTurned(actions []rules.Action, weights []int32) {
	var seen [numbers]uint64
	for i, a := range actions {
		j, ok := index(a.From)
		if !ok || weights[i] != 0 || a.Kind > Star {
			continue
		}
		var least uint64
		switch a.Kind {
		case Model:
			least = uint64(leastTurned[s.model|1<<(j-modelAt)])
		case Avoid:
			least = uint64(leastTurned[s.avoid|1<<(j-avoidAt)])
		default:
			least = uint64((s.stars | 1<<j).leastTurned())
		}
		if slices.Contains(seen[:i], least) {
			weights[i] = rules.Hopeless
		}
		seen[i] = least
	}
}

// leastTurned holds the least rotation of a constellation, by its stars.
var leastTurned = func() (table [zones]zone) {
	for z := range zone(zones) {
		table[z] = z
		for turned, n := z.turn(), 0; n < 5; turned, n = turned.turn(), n+1 {
			table[z] = min(table[z], turned)
		}
	}
	return table
}()

// turn returns the zone turned by 60 degrees.
func (z zone) turn() (turned zone) {
	for i, c := range zoneCells {
		if z&(1<<i) != 0 {
			turned |= 1 << slices.Index(zoneCells, turn(c))
		}
	}
	return turned
}

// leastTurned returns the least rotation of a set of cells of the sky.
func (set cells) leastTurned() cells {
	least := set
	for range 5 {
		turned := cells(0)
		for rest := set; rest != 0; rest &= rest - 1 {
			turned |= 1 << turnedAt[rest.first()&63]
		}
		set = turned
		least = min(least, set)
	}
	return least
}

// turnedAt holds the number of each cell of the sky after a rotation.
var turnedAt = func() (table [64]uint8) {
	for _, c := range skyCells {
		table[number(c)] = uint8(number(turn(c)))
	}
	return table
}()

// turn returns a cell turned by 60 degrees round the centre.
func turn(c hex.Cell) hex.Cell { return hex.Cell{Q: -c.R, R: c.Q + c.R} }

// Suggest returns a star that wins if there is one, and otherwise a safe one
// while there is any.
func (s *state) Suggest(random *rules.Random) (a rules.Action, ok bool) {
	if s.seat == 0 {
		return rules.Action{}, false
	}
	if s.stage != starring {
		if s.stage == closing && s.models > 0 {
			return s.other(1), true
		}
		return s.Sample(random)
	}
	if models, avoids := s.claims(); models+avoids > 0 {
		return s.other(s.others() - 1), true
	}
	o := s.outlook()
	set := o.wins
	if set == 0 {
		set = o.safe
	}
	if set == 0 {
		return s.Sample(random)
	}
	return rules.At(Star, cellAt[set.nth(random.IntN(set.len()))]), true
}

// has reports whether a number is in the set.
func (set cells) has(i int) bool { return set>>(i&63)&1 != 0 }
