package ladders

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules/ladder"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// Fields of the form of a ladder that choose a preset.
const (
	PresetField = "preset" // the chosen one
	ShownField  = "shown"  // the one whose rules the form shows
)

// OwnRules is the value of the fields for rules that no preset has.
const OwnRules = "own"

// Presets are the presets in the form of a ladder.
type Presets struct {
	Shown string // whose rules the form shows, or OwnRules
	Cards []PresetCard
}

// A PresetCard is a preset to choose, with its rules in a few words.
type PresetCard struct {
	page.Choose
	Text string
}

func newLadderPresets(t *i18n.Catalog, rules ladder.Settings) Presets {
	p := Presets{Shown: string(ladder.PresetOf(rules)), Cards: []PresetCard{
		presetCard(t, ladder.Friendly, t.T("ladder.preset-friendly"), "ladder.preset-friendly-help"),
		presetCard(t, ladder.Classic, t.T("ladder.preset-classic"), "ladder.preset-classic-help"),
		presetCard(t, ladder.Strict, t.T("ladder.preset-strict"), "ladder.preset-strict-help"),
	}}
	if p.Shown == "" {
		p.Shown = OwnRules
		p.Cards = append(p.Cards, PresetCard{page.Choose{Value: OwnRules, Label: t.T("ladder.preset-own")}, t.T("ladder.preset-own-help")})
	}
	for i := range p.Cards {
		p.Cards[i].Chosen = p.Cards[i].Value == p.Shown
	}
	return p
}

func presetCard(t *i18n.Catalog, preset ladder.Preset, label, help string) PresetCard {
	s := preset.Settings()
	return PresetCard{page.Choose{Value: string(preset), Label: label}, t.T(help,
		"Reach", strconv.Itoa(s.Reach), "Answer", strconv.Itoa(s.Answer), "Play", strconv.Itoa(s.Play), "Inactive", strconv.Itoa(s.InactiveDays),
	)}
}

// A Preview shows the rules that a form makes, in words.
type Preview struct {
	Action   string   // address that renders the form again
	Problems []string // why there are no rules
	Rules    []Rule
}

func newLadderPreview(t *i18n.Catalog, form Form, action string) Preview {
	rules := form.Rules
	p := Preview{Action: action}
	for _, wrong := range rules.Problems() {
		if text := t.T(wrong.Key); !slices.Contains(p.Problems, text) {
			p.Problems = append(p.Problems, text)
		}
	}
	if len(p.Problems) == 0 {
		p.Rules = ladderRules(t, Input{Automatic: form.Values[AutomaticField] == "yes"}, rules)
	}
	return p
}

// ladderRules returns the rules of a ladder in words.
func ladderRules(t *i18n.Catalog, in Input, rules ladder.Settings) (list []Rule) {
	for _, s := range rules.Statements() {
		list = append(list, Rule{
			ID: "rule-" + string(s.Rule), Number: strings.TrimPrefix(string(s.Rule), "r"), Text: in.sayStatement(t, s, rules),
		})
	}
	return list
}
