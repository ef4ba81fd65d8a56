package six

import "math/bits"

// The patterns are the open forms on the table for a colour: those that can
// still be made because they contain no hexagon of the other side.
type patterns struct {
	strip

	open  [2]int  // total value of the open forms of each side
	whole [2]bool // a side has a shape
	fives [2]fives
	fours [2]fours
}

// An openForm is a form whose first cell is on a bit.
type openForm struct {
	first uint16
	form  uint8
}

// The fives of a side are open forms that lack one hexagon, each with the bit
// of that hexagon.
type fives struct {
	n    int
	list [16]five
}

type five struct {
	openForm
	last uint16
}

// The fours of a side are pairs of bits that together complete an open form.
type fours struct {
	n    int
	list [64][2]uint16
}

// scan finds the patterns of the table for a colour.
func (g *patterns) scan(t *table, colour int) {
	g.lay(t, colour)
	g.count()
}

// count finds the patterns on the strip.
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

// collect counts and lists the open forms of one kind in a word.
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

// list lists an open form with four or five hexagons.
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

// covers reports whether a bit lies in an open form.
func (g *patterns) covers(p openForm, i int) bool {
	for _, c := range &forms[p.form].cells {
		if int(p.first)+int(c.R)*g.stride+int(c.Q) == i {
			return true
		}
	}
	return false
}

// several reports whether at least two different bits complete an open form.
func (f *fives) several() bool {
	for _, five := range f.list[:f.n] {
		if five.last != f.list[0].last {
			return true
		}
	}
	return false
}

// have reports whether a bit completes an open form.
func (f *fives) have(i int) bool {
	for _, five := range f.list[:f.n] {
		if int(five.last) == i {
			return true
		}
	}
	return false
}

// have reports whether a bit is one of a pair.
func (f *fours) have(i int) bool {
	for _, four := range f.list[:f.n] {
		if int(four[0]) == i || int(four[1]) == i {
			return true
		}
	}
	return false
}

// full reports whether the list is full, so that fours may be missing.
func (f *fours) full() bool { return f.n == len(f.list) }

// A fork is a bit that makes two fives at once, followed by the bits that
// complete these. To stop the fork the other side must take one of the three.
type fork [3]uint16

// forks yields the forks that two fours make.
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
