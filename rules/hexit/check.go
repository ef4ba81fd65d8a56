package hexit

import (
	"slices"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// reach bounds the coordinates of prisons and tiles. A row of cells across the
// tiles, in any direction, must hold two touching tiles before a tile can be
// laid in the next row. So the 35 tiles laid in a game extend the first four
// by at most 18 rows, counted on both sides together: 20 rows or 19 steps.
// Prisoners lie one row further.
const reach = 20

// far reports whether a cell is out of reach.
func far(c hex.Cell) bool { return max(c.Q, c.R) > reach || min(c.Q, c.R) < -reach }

// startTiles holds the tiles of ruling r1, by side.
var startTiles = [seats][]hex.Cell{{{Q: 0}, {Q: 1}}, {{Q: 1, R: -1}, {R: 1}}}

// checkPatches returns an error if the cells of a position are impossible in a
// game with the given number of tiles.
func checkPatches(patches []patch, most int) error {
	sides := map[hex.Cell]int{}
	tiles := []hex.Cell{}
	var used [seats]int8
	for _, p := range patches {
		if _, twice := sides[p.cell]; twice {
			return badPosition("%s comes twice", p.cell)
		}
		sides[p.cell] = p.side
		if p.side >= 0 {
			tiles = append(tiles, p.cell)
		}
		for side, n := range p.pile.of() {
			if used[side] += n; used[side] > pieces {
				return badPosition("seat %d has more than %d pieces", side+1, pieces)
			}
		}
	}
	if len(tiles) > most {
		return badPosition("%d tiles, the game ends with %d", len(tiles), most)
	}
	for side, cells := range startTiles {
		for _, c := range cells {
			if found, ok := sides[c]; !ok || found != side {
				return badPosition("the game starts with a tile of seat %d on %s", side+1, c)
			}
		}
	}
	if missing := grow(slices.Concat(startTiles[0], startTiles[1]), tiles, false); len(missing) > 0 {
		return badPosition("the tile on %s never touched two others", missing[0])
	}
	for _, p := range patches {
		if touching(p.cell, tiles) == 0 {
			return badPosition("the prisoners on %s touch no tile", p.cell)
		}
	}
	return nil
}

// grow lays tiles one by one, each where it touches two existing tiles and, if
// linked, one that was laid before, except for the first. It returns the tiles
// that cannot be laid. It skips tiles that are already there.
func grow(there, more []hex.Cell, linked bool) (missing []hex.Cell) {
	there, laid := slices.Clone(there), []hex.Cell{}
	for again := true; again; {
		again = false
		missing = missing[:0]
		for _, c := range more {
			switch {
			case slices.Contains(there, c):
			case touching(c, there) >= 2 && (!linked || len(laid) == 0 || touching(c, laid) > 0):
				there, laid, again = append(there, c), append(laid, c), true
			default:
				missing = append(missing, c)
			}
		}
	}
	return missing
}

// touching returns how many of the cells touch a cell.
func touching(c hex.Cell, cells []hex.Cell) (n int) {
	for _, other := range cells {
		if c.Distance(other) == 1 {
			n++
		}
	}
	return n
}

// check returns an error if a position is impossible, which says why.
func (s *state) check() error {
	switch full := s.tiles == s.most; {
	case s.ending == complete && !full:
		return badPosition("there are %d tiles, the game ends with %d", s.tiles, s.most)
	case s.ending != complete && full:
		over := *s
		over.ending = complete
		return badPosition("all %d tiles are on the table: the game is over, write %s", s.most, over.toAct())
	case s.ending == passed && !(s.mustPass(1) && s.mustPass(2)):
		return badPosition("a seat has something to do, so both cannot have passed")
	case s.ending != ongoing:
		return nil
	case int(s.turn)%seats != int(s.seat)%seats:
		return badPosition("turn %d cannot be seat %d's", s.turn, s.seat)
	case s.passes != 0 && s.turn == 1:
		return badPosition("nobody can have passed before the first turn")
	case s.passes != 0 && !s.mustPass(3-s.seat):
		return badPosition("seat %d has something to do, so it cannot have passed", 3-s.seat)
	case s.laid != 0:
		return s.checkLaid()
	}
	return nil
}

// mustPass reports whether a seat could only pass if it were to act.
func (s *state) mustPass(seat rules.Seat) bool {
	asked := *s
	asked.seat, asked.ending, asked.passes = seat, ongoing, 0
	return asked.phase() == passing
}

// checkLaid checks the tiles laid so far in the current turn.
func (s *state) checkLaid() error {
	start := slices.Concat(startTiles[0], startTiles[1])
	var there, laid []hex.Cell
	for n := 1; n <= int(s.tiles); n++ {
		if s.laid.has(n) {
			laid = append(laid, s.cells[n])
		} else {
			there = append(there, s.cells[n])
		}
	}
	impossible := func(c hex.Cell) bool { // prisoners touched a tile before the turn too
		return slices.Contains(start, c) || touching(c, there) == 0
	}
	switch {
	case s.laid&^s.paint[s.me()] != 0:
		return badPosition("seat %d lays tiles of its own colour", s.seat)
	case s.laid&^s.vacant() != 0:
		return badPosition("nothing can lie yet on a tile laid in the turn")
	case len(laid) > int(s.reserve[0]+s.reserve[1]):
		return badPosition("each tile laid in the turn has freed a piece, so there are more in the reserves")
	case s.freeable() == 0:
		return badPosition("nothing more can be freed, so the turn is over")
	case slices.ContainsFunc(laid, impossible) || len(grow(start, there, false)) > 0 || !inOneTurn(there, laid):
		return badPosition("those tiles cannot have been laid last and in one turn")
	case s.before().distributes():
		return badPosition("seat %d had to distribute before, so it cannot have freed prisoners", s.seat)
	}
	return nil
}

// inOneTurn reports whether the tiles can be laid one by one so that each
// except the first touches one of those laid before.
func inOneTurn(there, laid []hex.Cell) bool {
	for i := range laid { // try each tile as the first
		if len(grow(there, slices.Concat(laid[i:], laid[:i]), true)) == 0 {
			return true
		}
	}
	return false
}

// before returns the table at the start of the turn, with arbitrary prisoners
// where tiles have been laid.
func (s *state) before() *state {
	b := &state{seat: s.seat}
	for _, n := range s.all() {
		switch {
		case n >= firstPrison:
			b.imprison(s.cells[n], s.piles[n])
		case s.laid.has(n):
			b.imprison(s.cells[n], empty.put(0))
		default:
			to := b.lay(s.cells[n], 0)
			b.piles[to] = s.piles[n]
			for side := range seats {
				b.held[side] |= s.held[side] >> n & 1 << to
			}
		}
	}
	return b
}
