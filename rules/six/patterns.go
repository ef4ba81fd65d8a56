package six

import "math/bits"

// A sight is what is to be seen on the table by a colour: the places where a
// form can still be made because no hexagon of the other side lies in them.
type patterns struct {
	strip

	open  [2]int  // what such places of a side are worth in all
	whole [2]bool // a side has a shape
	fives [2]fives
	fours [2]fours
}

// A place is a form with its first cell on a bit.
type openForm struct {
	first uint16
	form  uint8
}

// The fives of a side are places that want one hexagon: each with the bit that
// it is to lie on.
type fives struct {
	n    int
	list [16]five
}

type five struct {
	openForm
	last uint16
}

// The fours of a side are pairs of bits of which both are wanted to fill a
// place.
type fours struct {
	n    int
	list [64][2]uint16
}

// look sees the table as a colour does.
func (g *patterns) scan(t *table, colour int) {
	g.lay(t, colour)
	g.count()
}

// count sees what lies on the strip.
func (g *patterns) count() {
	g.open, g.whole = [2]int{}, [2]bool{}
	g.fives[0].n, g.fives[1].n, g.fours[0].n, g.fours[1].n = 0, 0, 0, 0
	for word := range g.last + 1 {
		g.shift(word)
		for form := range forms {
			own, other := g.tally(mine, form), g.tally(theirs, form)
			ownAny, otherAny := own.any(), other.any()
			if ownAny|otherAny != 0 {
				g.collect(mine, word, form, own.without(otherAny))
				g.collect(theirs, word, form, other.without(ownAny))
			}
		}
	}
}

// see counts and lists the places of a form in a word.
func (g *patterns) collect(side, word, form int, t tally) {
	worth := &formWeights[side][form]
	sum := worth[2]*bits.OnesCount64(t.two&^(t.one|t.four)) + worth[3]*bits.OnesCount64(t.two&t.one)
	if t.four == 0 {
		g.open[side] += sum
		return
	}
	g.open[side] += sum + worth[4]*bits.OnesCount64(t.four&^(t.one|t.two))
	g.whole[side] = g.whole[side] || t.four&t.two != 0
	for rest := t.four &^ t.two; rest != 0; rest &= rest - 1 {
		g.list(side, openForm{uint16(word<<6 + bits.TrailingZeros64(rest)), uint8(form)})
	}
}

// list lists a place with four or five hexagons.
func (g *patterns) list(side int, p openForm) {
	var wanted [2]uint16
	n := 0
	for _, c := range &forms[p.form].cells {
		i := int(p.first) + int(c.R)*g.stride + int(c.Q)
		if !g.has(side, i) {
			wanted[n&1] = uint16(i)
			n++
		}
	}
	switch f, ends := &g.fours[side], &g.fives[side]; {
	case n == 2 && f.n < len(f.list):
		f.list[f.n] = wanted
		f.n++
	case n == 1 && ends.n < len(ends.list):
		ends.list[ends.n] = five{p, wanted[0]}
		ends.n++
	}
}

// covers reports whether a bit lies in a place.
func (g *patterns) covers(p openForm, i int) bool {
	for _, c := range &forms[p.form].cells {
		if int(p.first)+int(c.R)*g.stride+int(c.Q) == i {
			return true
		}
	}
	return false
}

// several reports whether there are two bits at least that would each complete
// a place.
func (f *fives) several() bool {
	for _, five := range f.list[:f.n] {
		if five.last != f.list[0].last {
			return true
		}
	}
	return false
}

// have reports whether a bit would complete a place.
func (f *fives) have(i int) bool {
	for _, five := range f.list[:f.n] {
		if int(five.last) == i {
			return true
		}
	}
	return false
}

// have reports whether a bit is one of two that are wanted.
func (f *fours) have(i int) bool {
	for _, four := range f.list[:f.n] {
		if int(four[0]) == i || int(four[1]) == i {
			return true
		}
	}
	return false
}

// full reports whether there may be more fours than are listed.
func (f *fours) full() bool { return f.n == len(f.list) }

// A fork is a bit that makes two fives at once, and the bits that these want
// then: to keep a fork from winning one of the three has to be taken.
type fork [3]uint16

// forks calls yield with the forks that two fours make, until it returns false.
func (f *fours) forks(yield func(fork) bool) {
	for i, a := range f.list[:f.n] {
		for _, b := range f.list[:i] {
			var made fork
			switch {
			case a == b || a[0] == b[1] && a[1] == b[0]:
				continue
			case a[0] == b[0]:
				made = fork{a[0], a[1], b[1]}
			case a[0] == b[1]:
				made = fork{a[0], a[1], b[0]}
			case a[1] == b[0]:
				made = fork{a[1], a[0], b[1]}
			case a[1] == b[1]:
				made = fork{a[1], a[0], b[0]}
			default:
				continue
			}
			if !yield(made) {
				return
			}
		}
	}
}

// fork reports whether a bit makes two fives at once.
func (f *fours) fork(i int) bool {
	for made := range f.forks {
		if int(made[0]) == i {
			return true
		}
	}
	return false
}
