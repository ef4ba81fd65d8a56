package views

import (
	"errors"
	"slices"
	"strings"

	"hexclub/rules"
	"hexclub/views/i18n"
)

// A Problem is why something could not be done.
type Problem struct {
	Text string
	Rule string // number of the rule that forbids it, if one does
	Href string // where that rule is explained

	Detail string // the reason in the terms of the notation; empty for none

	Leave bool // that is to be shown in a window of its own
}

// RefusalText is why an action, in its notation, is refused at a state, and
// what the rule compels instead, if it compels anything.
func RefusalText(t *i18n.Catalog, st rules.State, action string, refusal *rules.Refusal) string {
	instead := make([]string, len(refusal.Instead))
	for i, other := range refusal.Instead {
		instead[i] = st.Text(other)
	}
	separator := ", "
	if slices.ContainsFunc(instead, func(text string) bool { return strings.Contains(text, ",") }) {
		separator = t.T("list.semicolon")
	}
	list := strings.Join(instead, separator)
	text := t.T(refusal.Key, "Action", action, "Instead", list)
	if list != "" && !t.Asks(refusal.Key, "Instead") {
		text += " " + t.T("play.instead", "Instead", list)
	}
	return text
}

// RuleHref is where a rule of a game is explained.
func RuleHref(game, rule string) string { return "/rules/" + game + "#rule-" + rule }

// ErrorText is the message of an error for its reader; errors that are
// nobody's business but the operator's are called internal.
func ErrorText(t *i18n.Catalog, err error) string {
	var known *rules.Error
	switch {
	case !errors.As(err, &known):
		return t.T("error.internal")
	case known.Wait > 0:
		return t.T(known.Key) + " " + WaitText(t, known.Wait)
	}
	return t.T(known.Key)
}

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

// newProblem tells why something cannot be read or played at a state; of an
// action that is not legal, its notation is told.
func newProblem(t *i18n.Catalog, info rules.Info, st rules.State, action string, err error) *Problem {
	var refusal *rules.Refusal
	if errors.As(err, &refusal) {
		return newRefusal(t, info, st, action, refusal)
	}
	return &Problem{Text: ErrorText(t, err)}
}

// newRefusal tells why an action, in its notation, is refused at a state.
func newRefusal(t *i18n.Catalog, info rules.Info, st rules.State, action string, refusal *rules.Refusal) *Problem {
	p := &Problem{Text: RefusalText(t, st, action, refusal), Rule: refusal.Rule}
	if p.Rule != "" {
		p.Href = RuleHref(info.Key, p.Rule)
	}
	return p
}
