package ladders

import (
	"strconv"
	"strings"

	"hexclub/rules/ladder"
	"hexclub/views/page"
)

// A RulesPage shows the rules of a ladder.
type RulesPage struct {
	Head
	Own   []Applied
	Rules []Rule
}

// A Rule is a rule of a ladder in plain words.
type Rule struct{ ID, Number, Text string }

// An Applied is what a rule means for the reader now.
type Applied struct{ Text, Rule, Href string }

// NewRules returns the page of a ladder's rules.
func NewRules(f page.Frame, in Input) RulesPage {
	p := RulesPage{Head: in.frame(f, RulesPath), Rules: ladderRules(f.T, in, in.State.Settings)}
	p.Own = newRowBuilder(f.T, in).applied()
	return p
}

// applied returns what the rules mean for the reader now.
func (b *rowBuilder) applied() (list []Applied) {
	add := func(rule ladder.Rule, text string) {
		if text != "" {
			number := b.t.T("ladder.rule-number", "Rule", strings.TrimPrefix(string(rule), "r"))
			list = append(list, Applied{Text: text, Rule: number, Href: "#rule-" + string(rule)})
		}
	}
	own := b.own()
	if own.Join != nil {
		add(ladder.NewcomersRule, own.Join.Text)
	}
	if own.Place == "" {
		return list
	}
	add(ladder.ReachRule, strings.TrimSpace(own.Place+" "+own.May))
	settings, made, received := b.State.Settings, 0, 0
	for _, c := range b.busy[b.Reader] {
		if c.From == b.Reader {
			made++
		} else {
			received++
		}
	}
	add(ladder.AtOnceRule, b.t.T("ladder.applies-open",
		"Made", strconv.Itoa(made), "MostMade", strconv.Itoa(settings.Made), "Received", strconv.Itoa(received), "MostReceived", strconv.Itoa(settings.Received)))
	me := b.State.Players[b.State.Place(b.Reader)-1]
	if me.Free > 0 && b.Now.UnixMilli() < me.Joined+int64(settings.FreeDays)*dayMS {
		add(ladder.FreeRule, b.t.N("ladder.applies-free", me.Free))
	}
	return list
}

// dayMS is a day in milliseconds.
const dayMS = 24 * 60 * 60 * 1000
