package page

import (
	"errors"
	"slices"
	"strings"

	"hexclub/rules"
	"hexclub/views/i18n"
)

// A Problem is the reason why something is not possible.
type Problem struct {
	Text string
	Rule string // number of the rule that forbids it, if one does
	Href string // address of the rule

	Detail string // the reason in the terms of the notation; empty for none

	Leave bool // that is to be shown in a window of its own
}

// RefusalText returns why an action, in its notation, is refused in a state, and the action that the rule
// requires instead, if it does.
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

// ErrorText returns the message of an error. Errors without a message for users are called internal.
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

// NewProblem describes why something cannot be parsed or played in a state, with the notation of an illegal
// action.
func NewProblem(t *i18n.Catalog, info rules.Info, st rules.State, action string, err error) *Problem {
	var refusal *rules.Refusal
	if errors.As(err, &refusal) {
		return NewRefusal(t, info, st, action, refusal)
	}
	return &Problem{Text: ErrorText(t, err)}
}

// NewRefusal describes why an action, in its notation, is refused in a state.
func NewRefusal(t *i18n.Catalog, info rules.Info, st rules.State, action string, refusal *rules.Refusal) *Problem {
	p := &Problem{Text: RefusalText(t, st, action, refusal), Rule: refusal.Rule}
	if p.Rule != "" {
		p.Href = RuleHref(info.Key, p.Rule)
	}
	return p
}

// RuleName returns the name of a rule, by its number: "Rule 4", and "Our reading 4" for the ruling "r4".
func RuleName(t *i18n.Catalog, number string) string {
	if ruling, ok := strings.CutPrefix(number, "r"); ok {
		return t.T("play.reading", "Number", ruling)
	}
	return t.T("play.rule", "Rule", number)
}

// RuleLinkText returns the text of a link to a rule, by its number.
func RuleLinkText(t *i18n.Catalog, number string) string {
	if ruling, ok := strings.CutPrefix(number, "r"); ok {
		return t.T("learn.reading", "Number", ruling)
	}
	return t.T("learn.rule", "Rule", number)
}
