package hexit

import (
	"math/bits"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// The features of an action that determine its weight.
const (
	takesStack        = iota // for a distribution: opponent's stacks that become own
	givesStack               // own stacks that become the opponent's
	takesTile                // empty tiles on which an own piece ends on top
	givesTile                // empty tiles on which an opponent's piece ends on top
	imprisonsOwn             // own pieces taken prisoner
	imprisonsOther           // opponent's pieces taken prisoner
	makesLoose               // 1 if the prison touches two tiles
	makesTight               // 1 if the prison does not touch two tiles
	makesLink                // 1 if it is loose and touches the largest own territory
	makesCut                 // 1 if it is loose and touches the opponent's
	movesHeight              // height of the stack
	placesByOwn              // for a placement: own stacks that it touches
	placesBySingle           // opponent's stacks of one piece that it touches
	placesByTall             // opponent's taller stacks that it touches
	placesByEmpty            // empty tiles that it touches
	placesExposed            // opponent's taller stacks that could imprison it at once
	placesOnEdge             // bare cells that it touches
	placesBeforeLoose        // loose prisons that the opponent may free next
	frees                    // 1 for a liberation
	freesOwn                 // own pieces freed
	freesOther               // opponent's pieces freed
	freesLink                // 1 if the tile joins the largest own territory
	freesJoin                // own tiles that it touches
	freesCut                 // 1 if it takes a cell next to the opponent's largest territory
	freesMore                // prisons that it touches
	numActionFeatures        // the number of values above
)

// actionWeights holds the weights of the features: logarithms of odds in
// thousandths. The numbers were fitted to the choices of a deeper search.
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

// Weigh sets the weight of each action to the sum over its features.
func (s *state) Weigh(actions []rules.Action, weights []int32) {
	for i := range actions {
		weights[i] = s.actionWeight(&actions[i])
	}
}

// maxActions exceeds the number of actions in any position: a placement or a
// liberation for each number, and the end of the turn.
const maxActions = numbers + 1

// Suggest draws an action by its weight. It always lays a last tile that wins,
// and lays one that loses only if there is no other action.
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

// lastTile returns by how many halves the side to act wins if it lays the last
// tile on the cell of a prison.
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

// actionWeight returns the weight of an action.
func (s *state) actionWeight(a *rules.Action) (weight int32) {
	var found [numActionFeatures]int32
	s.actionFeatures(a, &found)
	for feature, n := range found {
		weight += n * actionWeights[feature]
	}
	return weight
}

// actionFeatures counts the features of an action.
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
