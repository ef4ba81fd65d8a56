package learn

import (
	"strings"
	"unicode/utf8"

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
	Game, Name string   // key and name
	Aim        string   // in a sentence
	Start      string   // how the game begins
	Turn       []string // its steps, a sentence or two each
	Notation   []string // paragraphs
	Picture    board.Board
	Rules      []Rule
	Readings   []Rule // what the sheet leaves open, as this site has it
}

// A Rule is one numbered rule. Title is what it is about, empty for a ruling.
type Rule struct {
	ID, Number, Title string
	Text              []string // paragraphs
	Why               string   // a ruling is as it is
	Figure            *Figure  // nil where nothing can be shown
	Play              string   // address where the rule can be played; empty for none
	Open              bool     // its figure has been played on
}

// parts links to the rules and to what follows them.
func (p RulesPage) parts() []page.Tab {
	var tabs []page.Tab
	for _, r := range p.Rules {
		tabs = append(tabs, page.Tab{Text: r.Title, Href: "#" + r.ID})
	}
	return append(tabs, page.Tab{Text: p.T.T("rules.readings"), Href: "#readings"}, page.Tab{Text: p.T.T("rules.notation"), Href: "#notation"})
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
		rule.Title, rule.Text = t.T(info.Key+".rule."+number+".title"), strings.Split(text, "\n")
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
func NewRulesSheet(f page.Frame, game rules.Game) (p RulesPage, err error) {
	p = newRulesPage(f, game)
	p.Picture, err = board.GamePicture(f.T, game)
	return p, err
}

func newRulesPage(f page.Frame, game rules.Game) RulesPage {
	key := game.Info().Key
	p := RulesPage{
		Frame: f, Game: key, Name: f.T.T(key + ".name"), Aim: goal(f.T, key), Start: f.T.T(key + ".start"),
		Turn: strings.Split(f.T.T(key+".turn"), "\n"), Notation: strings.Split(f.T.T(key+".notation"), "\n"),
	}
	p.Rules, p.Readings = newRules(f.T, game.Info())
	return p
}

// goal returns the goal of a game as a sentence.
func goal(t *i18n.Catalog, key string) string {
	text := t.T(key + ".goal")
	_, size := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:size]) + text[size:]
}

// NewRulesPage returns the rules of a game, each next to its figure, with a picture of the start. It fails if one of them
// cannot be drawn.
func NewRulesPage(in RulesInput) (RulesPage, error) {
	t, game := in.Frame.T, in.Course.Game
	p := newRulesPage(in.Frame, game)
	start, err := game.New(rules.Setup{})
	if err != nil {
		return p, err
	}
	p.Picture = board.NewPicture(t, game, start)
	for i := range p.Picture.Cells { // the figures explain them
		p.Picture.Cells[i].Value = ""
	}
	for _, list := range [][]Rule{p.Rules, p.Readings} {
		for i := range list {
			if err := in.illustrate(&list[i]); err != nil {
				return p, err
			}
		}
	}
	return p, nil
}

// illustrate adds to a rule its figure, and where it can be played: in the first lesson about it, else in the sandbox from
// the figure on.
func (in RulesInput) illustrate(r *Rule) error {
	game := in.Course.Game
	for _, l := range in.Course.Lessons {
		if l.Rule == r.Number && r.Play == "" {
			r.Play = LessonHref(l)
		}
	}
	shown, ok := in.Course.Figure(r.Number)
	if !ok {
		return nil
	}
	input := FigureInput{T: in.Frame.T, Game: game, Figure: shown, Look: in.Frame.Look}
	if shown.Rule == in.Played {
		input.Line, input.Pointing = in.Line, in.Pointing
	}
	figure, err := NewFigure(input)
	if err != nil {
		return err
	}
	r.Figure, r.Open = &figure, shown.Rule == in.Played
	if r.Play == "" {
		r.Play, err = sandboxHref(game, shown)
	}
	return err
}

// sandboxHref returns the address of the sandbox with the position of a figure.
func sandboxHref(game rules.Game, shown lesson.Figure) (string, error) {
	st, err := game.New(shown.Setup())
	if err != nil {
		return "", err
	}
	return table.AnalysisPath(game.Info()) + "?position=" + page.Escape(st.Position()), nil
}

// RulesTitle returns the title of a game's rules.
func RulesTitle(t *i18n.Catalog, game string) string {
	return t.T("rules.title", "Game", t.T(game+".name"))
}
