package learn

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/lesson"
	"hexclub/rules/record"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/table"
)

// A FigureInput is a board beside a rule, as the address has it.
type FigureInput struct {
	T      *i18n.Catalog
	Game   rules.Game
	Figure lesson.Figure
	Look   page.Look
	Line   string // actions so far; empty for those that the figure begins with
	table.Pointing
}

// A Figure is a board beside a rule, which its reader can play on from.
type Figure struct {
	table.Play

	Rule    string     // its number
	Caption string     // what it shows
	Next    *page.Link // the next action of the line that shows the rule; nil off that line and at its end
	Reset   *page.Link // as the figure begins; nil there
	Step    string     // "1 / 3", of that line
}

// NewFigure returns a board next to a rule after the reader's actions. It skips actions that cannot
// be played, and shows why. It returns an error if the figure itself is invalid.
func NewFigure(in FigureInput) (Figure, error) {
	b := &figureBuilder{FigureInput: in}
	if err := b.play(); err != nil {
		return Figure{}, err
	}
	return b.build(), nil
}

// figureBuilder carries what the parts of a figure share.
type figureBuilder struct {
	FigureInput
	example []string // the line that shows the rule
	line    []string // as played
	tb      *table.Builder
	problem *page.Problem
}

// play plays what the address says. A claim that is right is played, too.
func (b *figureBuilder) play() (err error) {
	if b.example, err = b.Figure.Actions(b.Game); err != nil {
		return err
	}
	rec, err := record.New(b.Game, b.Figure.Setup())
	if err != nil {
		return err
	}
	text := b.Line
	if text == "" {
		text = table.JoinDraft(b.example[:b.Figure.Shown])
	}
	if _, notation, err := playLine(rec, text); err != nil {
		b.problem = page.NewProblem(b.T, rec.Game().Info(), rec.State(), notation, err)
	}
	b.line, b.tb = rec.Events(), table.NewSolo(b.T, b.Look, rec)
	if claimed := b.tb.Choose(b.Pointing, b); claimed != nil {
		b.Line, b.Pointing = table.JoinDraft(append(b.line, rec.State().Text(*claimed))), table.Pointing{}
		return b.play()
	}
	return nil
}

func (b *figureBuilder) build() Figure {
	t, info := b.T, b.tb.Info
	f := Figure{Rule: b.Figure.Rule, Caption: t.T(info.Key + ".figure." + b.Figure.Rule)}
	f.Play = table.Play{T: t, Head: table.Head{Key: info.Key}, Counts: b.counts(), Status: table.Status{Problem: b.problem}}
	if c := b.tb.Chooser; c != nil {
		f.Status.Mine, f.Status.Text = true, b.tb.ColourAndPrompt()
		c.Fill(&f.Draft)
		f.Draft.Undo = c.UndoPick()
		if f.Status.Problem == nil {
			f.Status.Problem = c.Problem()
		}
	} else {
		f.Status.Over, f.Status.Text = true, b.tb.ResultWords()
	}
	d := b.tb.Drawing()
	d.Id = "." + f.Rule
	f.Board = board.New(t, info, b.tb.Board, d)
	if n := len(b.line); n <= len(b.example) && slices.Equal(b.line, b.example[:n]) && len(b.example) > 0 {
		f.Step = strconv.Itoa(n) + " / " + strconv.Itoa(len(b.example))
		if n < len(b.example) {
			next := b.link(b.example[:n+1], "")
			f.Next = &next
		}
	}
	if !slices.Equal(b.line, b.example[:b.Figure.Shown]) {
		reset := b.link(nil, "")
		f.Reset = &reset
	}
	return f
}

// counts returns the numbers that belong to the position, by seat and for the whole table.
func (b *figureBuilder) counts() []string {
	counts := b.tb.Counts(0)
	for i, name := range b.tb.Game.Players {
		if own := b.tb.Counts(rules.Seat(i + 1)); len(own) > 0 {
			counts = append(counts, b.T.T("figure.count", "Player", name, "Counts", strings.Join(own, " · ")))
		}
	}
	return counts
}

// After returns the figure with an action played.
func (b *figureBuilder) After(action rules.Action) page.Link {
	return b.link(append(slices.Clone(b.line), b.tb.Rec.State().Text(action)), "")
}

// At returns the figure with a part of it pointed at.
func (b *figureBuilder) At(p table.Pointing) page.Link { return b.link(b.line, p.Query(nil)) }

// link leads to the figure with a line of actions, on the page of the rules.
func (b *figureBuilder) link(line []string, more string) page.Link {
	query := strings.TrimPrefix(more, "&")
	if len(line) > 0 {
		query = "line=" + page.Escape(table.JoinDraft(line)) + more
	}
	p, rule := "/rules/"+b.tb.Info.Key, page.Escape(b.Figure.Rule)
	link := page.Link{Href: p + "?figure=" + rule, Get: p + "/figures/" + rule}
	if query != "" {
		link.Href, link.Get = link.Href+"&"+query, link.Get+"?"+query
	}
	link.Href += "#rule-" + rule
	return link
}
