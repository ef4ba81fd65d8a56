package table

import (
	"strconv"

	"hexclub/rules"
)

// longestJudged is the number of turns of the longest game whose turning point is looked for, to keep pages fast.
const longestJudged = 400

// turning returns the link to the turn with which the winners took the lead for good; nil for none.
func (r *replayBuilder) turning() *WordLink {
	turn := r.turningPoint()
	if turn == 0 || turn == r.at.Turn {
		return nil
	}
	return &WordLink{Href: r.link(Moment{Turn: turn}, false), Words: r.T.T("replay.turning", "Turn", strconv.Itoa(turn))}
}

// turningPoint returns the last turn before which the winning side was not ahead, as bots evaluate positions without
// looking further. It is 0 if there is no such turn, and in games of more than two sides.
func (b *Builder) turningPoint() int {
	result, over := b.Rec.Result()
	turns := len(b.Rec.Turns())
	if _, sides := b.Info.Sides(len(b.Game.Players)); !over || result.Drawn || result.Void() || sides != 2 || turns > longestJudged {
		return 0
	}
	ahead := make([]bool, turns+1) // after each turn
	for turn, st := range b.Rec.Positions() {
		judge, ok := st.(rules.Evaluator)
		if !ok {
			return 0
		}
		if seat := st.Turn().Seat; seat != 0 {
			value := judge.Evaluate()
			ahead[turn] = value > 0 && result.Outcome(seat) == rules.Won || value < 0 && result.Outcome(seat) != rules.Won
		}
	}
	for turn := turns - 1; turn >= 0; turn-- {
		if !ahead[turn] {
			return turn + 1
		}
	}
	return 0
}
