package bot

import (
	"math"

	"hexclub/rules"
)

// A player plays out games from the leaves of a tree.
type player struct {
	how       Search
	sides     [rules.MaxSeats + 1]int8
	seats     int             // of the game
	evaluator rules.Evaluator // the state as an evaluator, or nil if it is not to be used, like the next two
	weigher   rules.Weigher
	suggester rules.Suggester
	sampler   rules.Sampler
	buf       []rules.Action
	reward    reward // the last one; it is returned by pointer
	work      int    // done since it was last reset: actions drawn at random, and more for those evaluated or suggested
}

// thought is the cost of an evaluation or a suggestion, in randomly drawn
// actions.
const thought = 16

// mostPlayed is the largest number of actions in a playout.
const mostPlayed = 1000

func newPlayer(st rules.State, c common) player {
	p := player{how: c.how, sides: c.sides, seats: st.Seats()}
	p.sampler, _ = st.(rules.Sampler)
	if c.how.Method == UCT {
		return p
	}
	p.weigher, _ = st.(rules.Weigher)
	p.suggester, _ = st.(rules.Suggester)
	if c.how.Cut > 0 && c.pair {
		p.evaluator, _ = st.(rules.Evaluator)
	}
	return p
}

// A reward is the result of a playout for each seat, from 0 to 1, by seat from
// 1.
type reward [rules.MaxSeats + 1]float32

// rewardOf returns 1 for a winner and a half for a seat that shares a draw.
func (p *player) rewardOf(result *rules.Result) *reward {
	worth := [...]float32{0, 1, 0} // by place; the places are unpredictable, so nothing branches on them
	if result.Drawn {
		worth[1] = 0.5
	}
	for i, place := range result.Places[:p.seats] {
		p.reward[i+1] = worth[place]
	}
	return &p.reward
}

// playOut plays a game out and returns its reward. It changes the state.
func (p *player) playOut(st rules.State, random *rules.Random) *reward {
	if p.evaluator == nil && p.suggester == nil && p.sampler != nil { // no heuristics to use
		sampler, played := p.sampler, 0
		for ; played < mostPlayed; played++ {
			a, ok := sampler.Sample(random)
			if !ok {
				break
			}
			st.Play(a)
		}
		p.work += played
		return p.ended(st)
	}
	for n := 0; n < mostPlayed; n++ {
		p.work += thought
		if p.evaluator != nil && n >= p.how.Cut-1 {
			if seat, action := acting(st); seat != 0 && (action == 0 || n >= p.how.Cut+later) {
				return p.worth(seat)
			}
		}
		a, ok := p.draw(st, random)
		if !ok {
			break
		}
		st.Play(a)
	}
	return p.ended(st)
}

// ended returns the reward of a finished playout; one that was too long is a
// draw.
func (p *player) ended(st rules.State) *reward {
	if result, over := st.Result(); over {
		return p.rewardOf(&result)
	}
	draw := rules.Draw(st.Seats(), rules.Agreement)
	return p.rewardOf(&draw)
}

// later is the largest number of actions by which the evaluation is delayed to
// the end of the turn.
const later = 8

// worth returns the expected reward of the evaluation for the side of the seat
// to act and for the other side.
func (p *player) worth(seat rules.Seat) *reward {
	chance := float32(1 / (1 + math.Exp(-float64(p.evaluator.Evaluate())/1000)))
	r := &p.reward
	for i := range r {
		r[i] = 1 - chance
		if p.sides[i] == p.sides[seat] {
			r[i] = chance
		}
	}
	return r
}

// draw returns a random action, or false when the game is over.
func (p *player) draw(st rules.State, random *rules.Random) (a rules.Action, ok bool) {
	switch {
	case p.suggester != nil:
		return p.suggester.Suggest(random)
	case p.sampler != nil:
		return p.sampler.Sample(random)
	}
	p.buf = st.Actions(p.buf[:0])
	if len(p.buf) == 0 {
		return rules.Action{}, false
	}
	return p.buf[random.IntN(len(p.buf))], true
}
