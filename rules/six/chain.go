package six

// A chain searches for a win by threats alone: each placement makes a five
// whose last cell the other side must take, until one makes two fives. The
// search puts hexagons on the strip and removes them again, and visits a
// bounded number of positions.
type chain struct {
	*patterns
	table  *table
	budget int // positions that may still be visited
}

// chainBudget is the number of positions visited in a search for a chain. A
// larger one finds more chains but costs time that deeper searches use better.
const chainBudget = 10

// wins reports whether there is a chain when the given number of hexagons are
// still to be placed. The patterns must be those of the strip; the call
// changes them.
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

// noBit is the absence of a bit.
const noBit = -1

// extends reports whether there is a chain that starts with a threat and its
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

// toggle puts a hexagon on a bit or removes it.
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

// within reports whether a bit is close enough to the hexagons of the table to
// be unambiguous on the strip.
func (c *chain) within(i int) bool {
	at := c.cell(c.table, i)
	q, r := int(at.Q), int(at.R)
	return q >= c.table.minQ-margin && q <= c.table.maxQ+margin && r >= c.table.minR-margin && r <= c.table.maxR+margin
}
