package six

// A chain is a win by threats alone: each placement makes a five, whose last
// cell the other side has to take, until one makes two of them. It is looked
// for on the strip, where hexagons are put and taken away again, and in so many
// positions at most.
type chain struct {
	*patterns
	table  *table
	budget int // positions that may still be looked at
}

// chainLength is how many positions are looked at for a chain: more find more
// of them, in time that deeper searches can use better.
const chainBudget = 10

// wins reports whether there is a chain when so many hexagons are still to be
// placed. The sight has to be of what lies there; afterwards it is not.
func (c *chain) wins(placings int) bool {
	if c.fives[mine].n > 0 {
		return placings >= 1
	}
	if c.fives[theirs].several() || placings < 3 {
		return false
	}
	must := noBit
	if c.fives[theirs].n > 0 {
		must = int(c.fives[theirs].list[0].last)
	}
	for f := range c.fours[mine].forks {
		if (must == noBit || int(f[0]) == must) && c.touches(int(f[0])) {
			return true
		}
	}
	fours := c.fours[mine]
	for _, four := range fours.list[:fours.n] {
		for i := range four {
			at, reply := int(four[i]), int(four[1-i])
			if (must == noBit || at == must) && c.extends(placings, at, reply) {
				return true
			}
		}
	}
	return false
}

// nowhere is no bit.
const noBit = -1

// goesOn reports whether there is a chain that begins with a threat and its
// reply.
func (c *chain) extends(placings, at, reply int) bool {
	if placings < 5 || c.budget == 0 || !c.touches(at) || !c.within(reply) {
		return false
	}
	c.budget--
	c.toggle(mine, at)
	c.toggle(theirs, reply)
	c.count()
	wins := c.wins(placings - 2)
	c.toggle(mine, at)
	c.toggle(theirs, reply)
	return wins
}

// toggle puts a hexagon on a bit or takes it away.
func (c *chain) toggle(side, i int) { c.sides[side][i>>6&63] ^= 1 << (i & 63) }

// touches reports whether a hexagon may be put on an empty bit.
func (c *chain) touches(i int) bool {
	for _, by := range [...]int{1, -1, c.stride, -c.stride, c.stride - 1, 1 - c.stride} {
		if c.has(mine, i+by) || c.has(theirs, i+by) {
			return c.within(i)
		}
	}
	return false
}

// within reports whether a bit is near enough to the hexagons of the table for
// the strip to tell it from all others.
func (c *chain) within(i int) bool {
	at := c.cell(c.table, i)
	q, r := int(at.Q), int(at.R)
	return q >= c.table.minQ-margin && q <= c.table.maxQ+margin && r >= c.table.minR-margin && r <= c.table.maxR+margin
}
