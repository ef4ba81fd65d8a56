package hexellation

import (
	"slices"
	"sync"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// The numbers of stars in MODEL: rule 1. AVOID has one less: rule 2.
const (
	leastModel = 4
	mostModel  = 5
)

// A pattern holds all copies of a constellation in a sky: rule 4.
// Constellations that are copies of each other share one.
type pattern struct {
	copies  []cells         // in a fixed order
	claims  []rules.Action  // the claims of the copies without their kind, in the same order
	through [skyEnd][]cells // the copies that contain a cell, by its number
}

// The copies of every constellation of a zone, by its stars, in the inner part
// of the sky and in the whole sky. Like all tables here they are built on
// first use, because they take memory and a program may never play the game.
var (
	innerPatterns = sync.OnceValue(func() *[zones]*pattern { return patterns(innerRadius) })
	wholePatterns = sync.OnceValue(func() *[zones]*pattern { return patterns(skyRadius) })
)

func patterns(radius int) *[zones]*pattern {
	table := forEach(func(z zone) *pattern { return newPattern(z, radius) })
	return &table
}

// forEach builds a value for each constellation that can be MODEL or AVOID, by
// its stars. Copies of each other share one value.
func forEach[T any](build func(zone) *T) (table [zones]*T) {
	for z := range zone(zones) {
		if z.len() < leastModel-1 || z.len() > mostModel {
			continue
		}
		kin := inZone()[z][0] // z itself for the first of them
		if kin == z {
			table[z] = build(z)
		}
		table[z] = table[kin]
	}
	return table
}

func newPattern(z zone, radius int) *pattern {
	p := &pattern{}
	for _, list := range copiesOf(z, radius) {
		set := setOf(list)
		if slices.Contains(p.copies, set) {
			continue
		}
		claim, _ := rules.NewClaim(0, list)
		p.copies, p.claims = append(p.copies, set), append(p.claims, claim)
		for rest := set; rest != 0; rest &= rest - 1 {
			i := rest.first()
			p.through[i] = append(p.through[i], set)
		}
	}
	return p
}

// setOf returns the set of some cells of the sky.
func setOf(list []hex.Cell) (set cells) {
	for _, c := range list {
		set |= 1 << number(c)
	}
	return set
}

// copiesOf returns the copies of a constellation in a disc of cells, by their
// cells; those of a symmetrical one occur several times.
func copiesOf(z zone, radius int) (copies [][]hex.Cell) {
	turned := z.list()
	for range hex.Directions {
		for _, centre := range hex.Disc(radius + zoneRadius) {
			list := make([]hex.Cell, 0, zoneSize)
			for _, c := range turned {
				if c = shift(c, centre); c.Distance(hex.Cell{}) > radius {
					break
				}
				list = append(list, c)
			}
			if len(list) == len(turned) {
				copies = append(copies, list)
			}
		}
		for i, c := range turned { // by 60 degrees round the centre
			turned[i] = turn(c)
		}
	}
	return copies
}

// inZone holds the copies of a constellation within a zone, by its stars,
// including itself, each once, in ascending order.
var inZone = sync.OnceValue(func() *[zones][]zone {
	var table [zones][]zone
	for z := range zone(zones) {
		for _, list := range copiesOf(z, zoneRadius) {
			set := zone(0)
			for _, c := range list {
				set |= 1 << slices.Index(zoneCells, c)
			}
			table[z] = append(table[z], set)
		}
		slices.Sort(table[z])
		table[z] = slices.Compact(table[z])
	}
	return &table
})

// list returns the cells of a constellation, round the centre of its zone.
func (z zone) list() (list []hex.Cell) {
	for i, c := range zoneCells {
		if z&(1<<i) != 0 {
			list = append(list, c)
		}
	}
	return list
}

// liesIn reports whether a copy of z lies in another constellation.
func (z zone) liesIn(other zone) bool {
	return slices.ContainsFunc(inZone()[z], func(set zone) bool { return set&^other == 0 })
}

// avoidNext holds the cells for the next star of AVOID, by MODEL and by the
// present stars of AVOID: rule 2. It is empty when AVOID is complete or cannot
// be completed.
var avoidNext = sync.OnceValue(func() *[zones][zones]zone {
	var table [zones][zones]zone
	for avoid := range zone(zones) {
		for model := range zone(zones) {
			if model.len() < leastModel || model.len() > mostModel || avoid.len() != model.len()-1 || avoid.liesIn(model) {
				continue
			}
			for part := avoid; part != 0; { // every proper subset
				part = (part - 1) & avoid
				table[model][part] |= avoid &^ part
			}
		}
	}
	return &table
})

// made returns the number of complete copies that contain the i-th cell of the
// sky, for the given stars.
func (p *pattern) made(i int, stars cells) (n int) {
	for _, set := range p.through[i] {
		if set&^stars == 0 {
			n++
		}
	}
	return n
}

// present returns the number of complete copies for the given stars.
func (p *pattern) present(stars cells) (n int) {
	for _, set := range p.copies {
		if set&^stars == 0 {
			n++
		}
	}
	return n
}

// nth returns the claim of the n-th complete copy, from 0. There must be one.
func (p *pattern) nth(n int, stars cells) rules.Action {
	for i, set := range p.copies {
		if set&^stars == 0 {
			if n == 0 {
				return p.claims[i]
			}
			n--
		}
	}
	return rules.Action{}
}
