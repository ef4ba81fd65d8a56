package views

import (
	"errors"
	"hexclub/rules"
)

// problem tells what was asked for and could not be done: something that came
// up before, else what stopped the draft.
func (b *tableBuilder) problem() *Problem {
	var refusal *rules.Refusal
	switch {
	case b.Problem != nil:
		return &Problem{Text: ErrorText(b.T, b.Problem)}
	case !b.mine && (b.Draft != "" || b.More != "" || len(b.Picks) > 0):
		return &Problem{Text: b.T.T(b.notMine())}
	case errors.As(b.draft.Err, &refusal):
		return newRefusal(b.T, b.info, b.draft.State, b.draft.Refused, refusal)
	case b.draft.Err != nil:
		return &Problem{Text: ErrorText(b.T, b.draft.Err)}
	case b.draft.Done && len(b.Picks) > 0 && !b.Declare:
		return &Problem{Text: b.T.T("error.turn-over")}
	case b.chooser != nil:
		return b.chooser.problem()
	}
	return nil
}

// notMine is the key of why the viewer cannot make a turn now: the page may be
// older than the game, or than a log-out.
func (b *tableBuilder) notMine() string {
	switch {
	case len(b.Viewer.Seats) == 0:
		return "error.not-a-player"
	case b.toAct() == 0:
		return "error.over"
	case b.Game.Waiting:
		return "error.waiting"
	}
	return "error.not-your-turn"
}
