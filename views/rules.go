package views

import (
	"strings"

	"hexclub/rules"
	"hexclub/views/i18n"
)

// A RulesPage is the rules of a game in short.
type RulesPage struct {
	Frame
	Game     string // key
	Rules    []Rule
	Readings []Rule // what the sheet leaves open, as this site has it
}

// A Rule is one numbered rule. Title is what it is about, empty for a ruling.
type Rule struct{ ID, Number, Title, Text string }

// NewRules lists a game's rules and rulings, from the catalog.
func NewRules(t *i18n.Catalog, info rules.Info) (numbered, readings []Rule) {
	for _, number := range info.Rules {
		rule := Rule{ID: "rule-" + number, Number: number, Text: t.T(info.Key + ".rule." + number)}
		if strings.HasPrefix(number, "r") {
			readings = append(readings, rule)
		} else {
			rule.Title, rule.Text, _ = strings.Cut(rule.Text, ". ")
			numbered = append(numbered, rule)
		}
	}
	return numbered, readings
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
