package table

import (
	"errors"

	"hexclub/rules"
	"hexclub/views/page"
)

// problem returns what could not be done: an error of the request, or else what stopped the draft.
func (b *Builder) problem() *page.Problem {
	var refusal *rules.Refusal
	switch {
	case b.Problem != nil:
		return &page.Problem{Text: page.ErrorText(b.T, b.Problem)}
	case !b.mine && (b.Draft != "" || b.More != "" || len(b.Picks) > 0):
		return &page.Problem{Text: b.T.T(b.notMine())}
	case errors.As(b.draft.Err, &refusal):
		return page.NewRefusal(b.T, b.Info, b.draft.State, b.draft.Refused, refusal)
	case b.draft.Err != nil:
		return &page.Problem{Text: page.ErrorText(b.T, b.draft.Err)}
	case b.draft.Done && len(b.Picks) > 0 && !b.Declare:
		return &page.Problem{Text: b.T.T("error.turn-over")}
	case b.Chooser != nil:
		return b.Chooser.Problem()
	}
	return nil
}

// notMine returns the key of the reason why the viewer cannot make a turn now: the page may be older than the
// game, or than a log-out.
func (b *Builder) notMine() string {
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
