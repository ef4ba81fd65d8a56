package tourney

import "slices"

// weights holds the costs of pairs between all players. Each is a vector, and
// a component outweighs all later ones (see graph):
//
//	how often a seat difference goes beyond the widest, when relaxed
//	the bye's score
//	for each group from the top: the squared differences of score between its
//	  players and lower opponents
//	rounds that the player with the bye has not played
//	seats for the third time in a row
//	missed strong and absolute preferences
//	missed mild preferences
//	floats in the direction of the last round
//	floats in the direction of the round before
//	for each group from the top: the distance of players who meet an opponent
//	  from above from its top, then that of players who meet one from below, or
//	  have the bye, from its bottom
//	the distance of players of different groups in the whole order, squared
type weights struct {
	swiss    *swiss
	atGroups int // the component of the first group
	cost     []int64
}

// The components after those of the groups.
const (
	unplayedBye = iota
	thirdSeat
	strongUnmet
	mildUnmet
	floatAgain
	floatAgainBefore
	floaters // from here two for each group, and then the distance
)

// weights computes the weights for a round.
func (s *swiss) weights() *weights {
	w := &weights{swiss: s, atGroups: 2}
	w.cost = make([]int64, w.atGroups+len(s.groups)+floaters+2*len(s.groups)+1)
	return w
}

// most returns, by component, the largest possible cost of all pairs of a
// round together.
func (w *weights) most() []int64 {
	clear(w.cost)
	s := w.swiss
	n, last := int64(len(s.players)), s.players[len(s.players)-1]
	w.cost[0], w.cost[1] = n, int64(s.players[0].score)
	for _, component := range []int{thirdSeat, strongUnmet, mildUnmet, floatAgain, floatAgainBefore} {
		*w.after(component) = n
	}
	for i, group := range s.groups {
		size := int64(len(group))
		w.cost[w.atGroups+i] = size * square(s.players[group[0]].score-last.score)
		*w.after(floaters + 2*i), *w.after(floaters + 2*i + 1) = size*(size-1)/2, size*(size-1)/2
	}
	for _, p := range s.players {
		*w.after(unplayedBye) = max(*w.after(unplayedBye), int64(p.unplayed))
	}
	w.cost[len(w.cost)-1] = n * n * n / 2
	return slices.Clone(w.cost)
}

// after returns a component after those of the groups.
func (w *weights) after(component int) *int64 {
	return &w.cost[w.atGroups+len(w.swiss.groups)+component]
}

// pair returns the cost of a pair, a being the higher. It holds until the next
// call.
func (w *weights) pair(a, b *player, seats misfits) []int64 {
	clear(w.cost)
	w.cost[0] = int64(seats.beyond)
	*w.after(thirdSeat) = int64(seats.third)
	*w.after(strongUnmet) = int64(seats.strong)
	*w.after(mildUnmet) = int64(seats.mild)
	if a.group == b.group {
		return w.cost
	}
	w.cost[w.atGroups+a.group] = square(a.score - b.score)
	w.float(a, down)
	w.float(b, up)
	*w.after(floaters + 2*a.group + 1) = w.fromBottom(a)
	*w.after(floaters + 2*b.group) = int64(b.place - w.swiss.groups[b.group][0])
	w.cost[len(w.cost)-1] = square(a.place - b.place)
	return w.cost
}

// bye returns the cost of a bye. It holds until the next call.
func (w *weights) bye(p *player) []int64 {
	clear(w.cost)
	w.cost[1] = int64(p.score)
	*w.after(unplayedBye) = int64(p.unplayed)
	w.float(p, down)
	*w.after(floaters + 2*p.group + 1) = w.fromBottom(p)
	return w.cost
}

// float counts a float that repeats an earlier one.
func (w *weights) float(p *player, to float) {
	for i, component := range []int{floatAgain, floatAgainBefore} {
		if p.floats[i] == to {
			*w.after(component)++
		}
	}
}

// fromBottom returns the number of lower players with the same score.
func (w *weights) fromBottom(p *player) int64 {
	group := w.swiss.groups[p.group]
	return int64(group[len(group)-1] - p.place)
}

// fold settles the pairs among the players of a group who meet within it: the
// top half against the bottom half, as far as that costs nothing in the
// criteria of [swiss.across]. The partners of the others do not change.
//
// It follows C.04.3: of all pairings it takes the one with the fewest
// exchanges between the halves, and then the one in which the first of the top
// half meets the first possible of the bottom half, then the second, and so
// on.
func (s *swiss) fold(group, partner []int) {
	var within []int
	for _, i := range group {
		if j := partner[i]; j < len(s.players) && s.players[j].group == s.players[i].group {
			within = append(within, i)
		}
	}
	half := len(within) / 2
	if half == 0 || s.folds(within, partner) {
		return
	}
	const exchanges, distance, ranks = 4, 5, 6
	all := int64(len(within))
	most := append([]int64{all, all, all, all, all / 2, square(half)}, slices.Repeat([]int64{all / 2}, half)...)
	g := newGraph(len(within), most)
	cost := make([]int64, len(most))
	for i, a := range within {
		for j := i + 1; j < len(within); j++ {
			_, seats, ok := s.legal(s.players[a], s.players[within[j]])
			if !ok {
				continue
			}
			clear(cost)
			cost[0], cost[1], cost[2], cost[3] = int64(seats.beyond), int64(seats.third), int64(seats.strong), int64(seats.mild)
			switch {
			case j < half:
				cost[exchanges], cost[distance] = 1, int64(half-1-j)
				cost[ranks+i], cost[ranks+j] = int64(half), int64(half)
			case i < half:
				cost[ranks+i] = int64(j - half)
			default:
				cost[distance] = int64(i - half)
			}
			g.join(i, j, cost)
		}
	}
	for i, j := range g.cheapest() {
		partner[within[i]] = within[j]
	}
}

// folds pairs the top half with the bottom half one by one, and reports
// whether that costs no more than the partners so far; otherwise it changes
// nothing.
func (s *swiss) folds(within, partner []int) bool {
	half := len(within) / 2
	var now, then [4]int64
	for k, i := range within {
		if j := partner[i]; i < j {
			s.count(&now, i, j)
		}
		if k < half && !s.count(&then, i, within[k+half]) {
			return false
		}
	}
	if slices.Compare(then[:], now[:]) > 0 {
		return false
	}
	for k, i := range within[:half] {
		partner[i], partner[within[k+half]] = within[k+half], i
	}
	return true
}

// count adds the violations by the seats of two players. It returns false when
// they may not meet.
func (s *swiss) count(sum *[4]int64, i, j int) bool {
	_, seats, ok := s.legal(s.players[i], s.players[j])
	for k, n := range []int{seats.beyond, seats.third, seats.strong, seats.mild} {
		sum[k] += int64(n)
	}
	return ok
}

// square returns a number times itself.
func square(n int) int64 { return int64(n) * int64(n) }
