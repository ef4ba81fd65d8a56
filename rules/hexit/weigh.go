package hexit

import (
	"math/bits"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// The marks of an action by which Weigh judges it.
const (
	takesStack        = iota // a distribution: the other's stacks that become own
	givesStack               // own stacks that become the other's
	takesTile                // empty tiles on which an own piece ends on top
	givesTile                // empty tiles on which a piece of the other does
	imprisonsOwn             // own pieces taken prisoner
	imprisonsOther           // the other's
	makesLoose               // 1 if the prison touches two tiles
	makesTight               // 1 if it does not
	makesLink                // 1 if it is loose and touches one's largest territory
	makesCut                 // 1 if it is loose and touches the other's
	movesHeight              // pieces of the stack
	placesByOwn              // a placement: own stacks that it touches
	placesBySingle           // the other's stacks of one piece that it touches
	placesByTall             // the other's taller stacks that it touches
	placesByEmpty            // empty tiles that it touches
	placesExposed            // taller stacks of the other that could imprison it at once
	placesOnEdge             // bare cells that it touches
	placesBeforeLoose        // loose prisons that the other may free then
	frees                    // 1 for a liberation
	freesOwn                 // own pieces
	freesOther               // the other's
	freesLink                // 1 if the tile joins one's largest territory
	freesJoin                // own tiles that it touches
	freesCut                 // 1 if it takes a place by the other's largest territory
	freesMore                // prisons that it touches
	numActionFeatures        // the number of values above
)

// leanings are what the marks count, found by fitting what a deeper search
// chose: logarithms of odds in thousandths.
var actionWeights = [numActionFeatures]int32{
	takesStack:        -212,
	givesStack:        494,
	takesTile:         -113,
	givesTile:         44,
	imprisonsOwn:      477,
	imprisonsOther:    -125,
	makesLoose:        51,
	makesTight:        -51,
	makesLink:         -54,
	makesCut:          -739,
	movesHeight:       89,
	placesByOwn:       -423,
	placesBySingle:    78,
	placesByTall:      -281,
	placesByEmpty:     -446,
	placesExposed:     531,
	placesOnEdge:      -461,
	placesBeforeLoose: 533,
	frees:             484,
	freesOwn:          -121,
	freesOther:        -122,
	freesLink:         268,
	freesJoin:         -16,
	freesCut:          235,
	freesMore:         432,
}

// Weigh weighs the marks of each action.
func (s *state) Weigh(actions []rules.Action, weights []int32) {
	for i := range actions {
		weights[i] = s.actionWeight(&actions[i])
	}
}

// mostActions is more than there ever are in one position: a placement or a
// liberation for each number and the end of the turn.
const maxActions = numbers + 1

// Suggest draws an action by what Weigh says of it, but never leaves out a last
// tile that wins, nor lays one that loses if something else can be done.
func (s *state) Suggest(random *rules.Random) (a rules.Action, ok bool) {
	var buf [maxActions]rules.Action
	var weights [maxActions]int32
	actions := s.Actions(buf[:0])
	switch len(actions) {
	case 0:
		return rules.Action{}, false
	case 1:
		return actions[0], true
	}
	s.Weigh(actions, weights[:])
	last := s.tiles+1 == s.most
	for i := range actions {
		if last && actions[i].Kind == Liberate {
			switch margin := s.lastTile(s.number(actions[i].From)); {
			case margin > 0:
				return actions[i], true
			case margin < 0:
				weights[i] = rules.Hopeless
			}
		}
	}
	return actions[random.Weighted(weights[:len(actions)])], true
}

// lastTile is by how many halves the side to act wins if it lays the last tile
// where a prison is.
func (s *state) lastTile(n int) int {
	me := s.me()
	linked := s.around(spotOf(s.cells[n])) & s.paint[me]
	group := set(0)
	for rest := linked; rest != 0; rest &^= group {
		group |= s.group(s.paint[me], rest.first())
	}
	mine := s.paint[me].len() + 1 + max(s.largest[me].len(), group.len()+1)
	return mine - s.halves(1-me)
}

// leaning is the weight of an action.
func (s *state) actionWeight(a *rules.Action) (weight int32) {
	var found [numActionFeatures]int32
	s.actionFeatures(a, &found)
	for feature, n := range found {
		weight += n * actionWeights[feature]
	}
	return weight
}

// marks counts the marks of an action.
func (s *state) actionFeatures(a *rules.Action, found *[numActionFeatures]int32) {
	switch a.Kind {
	case Distribute:
		s.distributionFeatures(s.number(a.From), a.Way, found)
	case Place:
		s.placementFeatures(s.number(a.From), found)
	case Liberate:
		s.liberationFeatures(s.number(a.From), found)
	}
}

func (s *state) distributionFeatures(n int, way hex.Direction, found *[numActionFeatures]int32) {
	me := s.me()
	mine, theirs := s.held[me], s.held[1-me]
	stack, p, d := s.piles[n], spotOf(s.cells[n]), int(way-1)
	found[movesHeight] = int32(stack.height())
	for left := stack.height(); left > 0; left-- {
		p = p.step(d)
		to := int(s.grid[p])
		if to == bare {
			prisoners := stack.top(left).of()
			found[imprisonsOwn], found[imprisonsOther] = int32(prisoners[me]), int32(prisoners[1-me])
			around := s.around(p)
			if !(around & allTiles).several() {
				found[makesTight] = 1
				return
			}
			found[makesLoose] = 1
			if around&s.largest[me] != 0 {
				found[makesLink] = 1
			}
			if around&s.largest[1-me] != 0 {
				found[makesCut] = 1
			}
			return
		}
		own := int(stack.piece(left-1)) == me
		switch {
		case theirs.has(to) && own:
			found[takesStack]++
		case mine.has(to) && !own:
			found[givesStack]++
		case own && !mine.has(to):
			found[takesTile]++
		case !own && !theirs.has(to):
			found[givesTile]++
		}
	}
}

func (s *state) placementFeatures(n int, found *[numActionFeatures]int32) {
	me := s.me()
	mine, theirs := s.held[me], s.held[1-me]
	p := spotOf(s.cells[n])
	for d := range steps {
		to := int(s.grid[p.step(d)])
		switch {
		case !isTile(to):
			found[placesOnEdge]++
		case mine.has(to):
			found[placesByOwn]++
		case !theirs.has(to):
			found[placesByEmpty]++
		case s.piles[to].height() == 1:
			found[placesBySingle]++
		default:
			found[placesByTall]++
			if s.grid[p.step((d+3)%6)] == bare {
				found[placesExposed]++
			}
		}
	}
	found[placesBeforeLoose] = int32(s.loose.len())
}

func (s *state) liberationFeatures(n int, found *[numActionFeatures]int32) {
	me := s.me()
	freed := s.piles[n].of()
	found[frees], found[freesOwn], found[freesOther] = 1, int32(freed[me]), int32(freed[1-me])
	around := s.around(spotOf(s.cells[n]))
	if around&s.largest[me] != 0 {
		found[freesLink] = 1
	}
	if around&s.largest[1-me] != 0 {
		found[freesCut] = 1
	}
	found[freesJoin] = int32(bits.OnesCount64(uint64(around & s.paint[me])))
	found[freesMore] = int32(bits.OnesCount64(uint64(around >> firstPrison)))
}
