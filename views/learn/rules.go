package learn

import (
	"strings"

	"hexclub/rules"
	"hexclub/rules/lesson"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/table"
)

// A RulesPage is the rules of a game, each beside a board.
type RulesPage struct {
	page.Frame
	Heading  string
	Game     string      // key
	Picture  board.Board // on a sheet alone
	Rules    []Rule
	Readings []Rule // what the sheet leaves open, as this site has it
}

// A Rule is one numbered rule. Title is what it is about, empty for a ruling.
type Rule struct {
	ID, Number, Title string
	Text              []string // paragraphs
	Why               string   // a ruling is as it is
	Figure            *Figure  // nil where nothing can be shown
}

// newRules lists a game's rules and rulings, from the catalog.
func newRules(t *i18n.Catalog, info rules.Info) (numbered, readings []Rule) {
	for _, number := range info.Rules {
		rule, text := Rule{ID: "rule-" + number, Number: number}, t.T(info.Key+".rule."+number)
		if strings.HasPrefix(number, "r") {
			rule.Why = t.T(info.Key + ".why." + number)
			rule.Text = strings.Split(text, "\n")
			readings = append(readings, rule)
			continue
		}
		rule.Title, text, _ = strings.Cut(text, ". ")
		rule.Text = strings.Split(text, "\n")
		numbered = append(numbered, rule)
	}
	return numbered, readings
}

// A RulesInput is the page of a game's rules as the address has it.
type RulesInput struct {
	Frame  page.Frame
	Course *lesson.Course
	Played string // number of the rule whose figure has been played on; empty for none
	Line   string // actions there
	table.Pointing
}

// NewRulesSheet returns the rules of a game, with a picture of it. It fails if the picture
// cannot be drawn.
func NewRulesSheet(f page.Frame, game rules.Game) (RulesPage, error) {
	p := newRulesPage(f, game)
	st, err := game.New(rules.Setup{Position: board.PicturePosition(p.Game)})
	if err != nil {
		return p, err
	}
	p.Picture = board.NewPicture(f.T, game, st)
	return p, nil
}

func newRulesPage(f page.Frame, game rules.Game) RulesPage {
	p := RulesPage{Frame: f, Heading: RulesTitle(f.T, game.Info().Key), Game: game.Info().Key}
	p.Rules, p.Readings = newRules(f.T, game.Info())
	return p
}

// NewRulesPage returns the rules of a game, each next to its figure. It fails if a figure cannot
// be drawn.
func NewRulesPage(in RulesInput) (RulesPage, error) {
	t, game := in.Frame.T, in.Course.Game
	p := newRulesPage(in.Frame, game)
	for _, list := range [][]Rule{p.Rules, p.Readings} {
		for i := range list {
			shown, ok := in.Course.Figure(list[i].Number)
			if !ok {
				continue
			}
			input := FigureInput{T: t, Game: game, Figure: shown, Look: in.Frame.Look}
			if shown.Rule == in.Played {
				input.Line, input.Pointing = in.Line, in.Pointing
			}
			figure, err := NewFigure(input)
			if err != nil {
				return p, err
			}
			list[i].Figure = &figure
		}
	}
	return p, nil
}

// RulesTitle returns the title of a game's rules.
func RulesTitle(t *i18n.Catalog, game string) string {
	return t.T("rules.title", "Game", t.T(game+".name"))
}
