package hexit_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/rules/rulestest"
)

// A reference is a second, slow implementation of the rules that uses none of
// the engine's numbers and sets: cells are in maps, pieces in slices from
// bottom to top.
type reference struct {
	tiles    map[hex.Cell]rules.Seat
	piles    map[hex.Cell][]rules.Seat // on and off the tiles; no empty ones
	reserves map[rules.Seat]int
	most     int
	seat     rules.Seat
	laid     []hex.Cell
	passes   int
	over     bool
}

// newReference returns the reference for a state at the start of a turn, built
// from its board.
func newReference(st rules.State, most int) *reference {
	r := &reference{
		tiles: map[hex.Cell]rules.Seat{}, piles: map[hex.Cell][]rules.Seat{},
		reserves: map[rules.Seat]int{1: 8, 2: 8}, most: most, seat: st.Turn().Seat,
	}
	for _, cell := range st.Board().Cells {
		switch cell.Ground {
		case rules.White:
			r.tiles[cell.Cell] = 1
		case rules.Black:
			r.tiles[cell.Cell] = 2
		}
		for _, piece := range cell.Stack {
			r.piles[cell.Cell] = append(r.piles[cell.Cell], piece.Seat)
			r.reserves[piece.Seat]--
		}
	}
	return r
}

// legal lists the notation of the legal actions, sorted.
func (r *reference) legal() []string {
	var imprisoning, distributing, free []string
	if r.over {
		return nil
	}
	for c, pile := range r.piles {
		if _, tile := r.tiles[c]; tile && owner(pile) == r.seat && len(r.laid) == 0 {
			for _, d := range hex.Directions {
				switch can, prisoners := r.distribution(c, d); {
				case can && prisoners:
					imprisoning = append(imprisoning, c.String()+">"+d.String())
				case can:
					distributing = append(distributing, c.String()+">"+d.String())
				}
			}
		} else if !tile && r.frees(c) {
			free = append(free, "+"+c.String())
		}
	}
	for c := range r.tiles {
		if len(r.piles[c]) == 0 && r.reserves[r.seat] > 0 && len(r.laid) == 0 {
			free = append(free, c.String())
		}
	}
	switch {
	case len(imprisoning) > 0:
		free = imprisoning
	case len(distributing) > 0:
		free = distributing
	case len(r.laid) > 0:
		free = append(free, "end")
	case len(free) == 0:
		free = []string{"pass"}
	}
	return slices.Sorted(slices.Values(free))
}

func owner(pile []rules.Seat) rules.Seat { return pile[len(pile)-1] }

// distribution reports whether rule 1 allows a distribution, and whether it
// makes prisoners. It walks the whole line cell by cell.
func (r *reference) distribution(c hex.Cell, d hex.Direction) (can, prisoners bool) {
	height, target := len(r.piles[c]), 0
	for distance := 1; distance <= height; distance++ {
		c = c.Step(d)
		pile := r.piles[c]
		if _, tile := r.tiles[c]; !tile {
			return target > 0 && len(pile) == 0, true
		}
		if target == 0 && len(pile) > 0 {
			if owner(pile) == r.seat || len(pile) > height {
				return false, false
			}
			target = distance
		}
	}
	return target > 0, false
}

// frees reports whether rule 3 allows a liberation on the cell.
func (r *reference) frees(c hex.Cell) bool {
	tiles, linked := 0, len(r.laid) == 0
	for _, d := range hex.Directions {
		if _, tile := r.tiles[c.Step(d)]; tile {
			tiles++
		}
		linked = linked || slices.Contains(r.laid, c.Step(d))
	}
	return tiles >= 2 && linked
}

// play carries out a legal action.
func (r *reference) play(text string) {
	passes := r.passes
	r.passes = 0
	name, arm, distributes := strings.Cut(strings.TrimPrefix(text, "+"), ">")
	c, _ := hex.Parse(name)
	switch {
	case text == "pass":
		r.passes = passes + 1
		r.over = r.passes == 2
	case text == "end":
	case distributes:
		d, _ := hex.ParseDirection(arm)
		r.distribute(c, d)
	case text[0] == '+':
		for _, seat := range r.piles[c] {
			r.reserves[seat]++
		}
		delete(r.piles, c)
		r.tiles[c] = r.seat
		r.laid = append(r.laid, c)
		r.over = len(r.tiles) == r.most
		if !r.over && slices.ContainsFunc(slices.Collect(maps.Keys(r.piles)), func(c hex.Cell) bool {
			_, tile := r.tiles[c]
			return !tile && r.frees(c)
		}) {
			return
		}
	default:
		r.piles[c] = []rules.Seat{r.seat}
		r.reserves[r.seat]--
	}
	r.laid = nil
	r.seat = 3 - r.seat
}

func (r *reference) distribute(c hex.Cell, d hex.Direction) {
	hand := r.piles[c]
	delete(r.piles, c)
	for len(hand) > 0 {
		c = c.Step(d)
		fall := 1
		if _, tile := r.tiles[c]; !tile {
			fall = len(hand)
		}
		r.piles[c] = slices.Concat(r.piles[c], hand[:fall])
		hand = hand[fall:]
	}
}

// halves returns the value of the tiles of a seat: rule 5.
func (r *reference) halves(seat rules.Seat) int {
	tiles, largest := 0, 0
	seen := map[hex.Cell]bool{}
	var visit func(c hex.Cell) int
	visit = func(c hex.Cell) int {
		if seen[c] || r.tiles[c] != seat {
			return 0
		}
		seen[c] = true
		group := 1
		for _, d := range hex.Directions {
			group += visit(c.Step(d))
		}
		return group
	}
	for c, holder := range r.tiles {
		if holder == seat {
			tiles++
			largest = max(largest, visit(c))
		}
	}
	return tiles + largest
}

// differs returns an error that names the difference between a state and the
// reference.
func (r *reference) differs(st rules.State) error {
	var legal []string
	for _, action := range st.Actions(nil) {
		legal = append(legal, st.Text(action))
	}
	slices.Sort(legal)
	if want := r.legal(); !slices.Equal(legal, want) {
		return fmt.Errorf("legal are %v, want %v", legal, want)
	}
	drawn := newReference(st, r.most)
	if !maps.Equal(drawn.tiles, r.tiles) || !maps.EqualFunc(drawn.piles, r.piles, slices.Equal) || !maps.Equal(drawn.reserves, r.reserves) {
		return fmt.Errorf("drawn are %v, want %v", drawn, r)
	}
	result, over := st.Result()
	if over != r.over || over && (int(result.Halves[0]) != r.halves(1) || int(result.Halves[1]) != r.halves(2)) {
		return fmt.Errorf("the result is %v, want points %d %d in halves", result, r.halves(1), r.halves(2))
	}
	if !over && st.Turn().Seat != r.seat {
		return fmt.Errorf("seat %d acts, want %d", st.Turn().Seat, r.seat)
	}
	return nil
}

// follow plays a bounded number of random actions and compares every state
// with the reference.
func follow(t *testing.T, st rules.State, most, actions int, random *rand.Rand) {
	t.Helper()
	r := newReference(st, most)
	for range actions {
		if err := r.differs(st); err != nil {
			t.Fatalf("at %s: %v", st.Position(), err)
		}
		legal := st.Actions(nil)
		if len(legal) == 0 {
			return
		}
		action := legal[random.IntN(len(legal))]
		r.play(st.Text(action))
		st.Play(action)
	}
}

// TestReference compares random games with the slow implementation of the
// rules.
func TestReference(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 4))
	for most, tiles := range map[int]string{39: "39", 29: "29", 19: "19"} {
		for range rulestest.Some(t, 25) {
			follow(t, newGame(t, tiles), most, 1000, random)
		}
	}
}

// TestLongRows plays at the end of the longest possible tables, in every
// direction.
func TestLongRows(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 5))
	for name, far := range map[string]func(hex.Cell) int{
		"q":    func(c hex.Cell) int { return int(c.Q) },
		"-q":   func(c hex.Cell) int { return -int(c.Q) },
		"r":    func(c hex.Cell) int { return int(c.R) },
		"-r":   func(c hex.Cell) int { return -int(c.R) },
		"q+r":  func(c hex.Cell) int { return int(c.Q + c.R) },
		"-q-r": func(c hex.Cell) int { return -int(c.Q + c.R) },
	} {
		t.Run(name, func(t *testing.T) {
			position, last := longRow(far)
			if far(last) < 17 {
				t.Errorf("the last tile is %v", last)
			}
			for _, seat := range []string{" 1", " 2"} {
				for range rulestest.Some(t, 5) {
					follow(t, newState(t, position+seat), 39, 300, random)
				}
			}
		})
	}
}

// longRow returns a board of 38 tiles that extends as far as possible, with
// stacks on the last few, and its last tile.
func longRow(far func(hex.Cell) int) (board string, last hex.Cell) {
	tiles := []hex.Cell{{Q: 1, R: -1}, {}, {Q: 1}, {R: 1}}
	letters := []string{"B", "W", "W", "B"}
	for len(tiles) < 38 {
		var best hex.Cell
		for _, tile := range tiles {
			for _, d := range hex.Directions {
				c, touched := tile.Step(d), 0
				for _, other := range tiles {
					if c.Distance(other) == 1 {
						touched++
					}
				}
				if touched >= 2 && !slices.Contains(tiles, c) && (far(c) > far(best) || best == hex.Cell{}) {
					best = c
				}
			}
		}
		tiles, letters = append(tiles, best), append(letters, "W")
	}
	for i, stack := range []string{"bww", "wb", "b", "w", "bw", "bb"} {
		letters[32+i] += stack
	}
	rows := make([]string, len(tiles))
	for i, c := range tiles {
		rows[i] = c.String() + ":" + letters[i]
	}
	return strings.Join(rows, "/"), tiles[len(tiles)-1]
}
