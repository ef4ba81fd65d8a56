package views

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/lesson"
	"hexclub/rules/record"
	"hexclub/views/i18n"
)

// A FigureInput is a board beside a rule, as the address has it.
type FigureInput struct {
	T      *i18n.Catalog
	Game   rules.Game
	Figure lesson.Figure
	Look   Look
	Line   string // actions so far; empty for those that the figure begins with
	Pointing
}

// A Figure is a board beside a rule, which its reader can play on from.
type Figure struct {
	Table // what it has in common with the table of a game

	Rule  string // its number
	Next  *Link  // the next action of the line that shows the rule; nil off that line and at its end
	Reset *Link  // as the figure begins; nil there
	Step  string // "1 / 3", of that line
}

// NewFigure is a board beside a rule as it has been played on. What cannot be
// played is left out, and told. The error is that of a figure that is none.
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
	tb      *tableBuilder
	problem *Problem
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
		text = joinDraft(b.example[:b.Figure.Shown])
	}
	if _, notation, err := playLine(rec, text); err != nil {
		b.problem = newProblem(b.T, rec.Game().Info(), rec.State(), notation, err)
	}
	b.line, b.tb = rec.Events(), newSolo(b.T, b.Look, rec)
	if claimed := b.tb.choose(b.Pointing, b); claimed != nil {
		b.Line, b.Pointing = joinDraft(append(b.line, rec.State().Text(*claimed))), Pointing{}
		return b.play()
	}
	return nil
}

func (b *figureBuilder) build() Figure {
	t, info := b.T, b.tb.info
	f := Figure{Rule: b.Figure.Rule}
	f.Table = Table{T: t, Key: info.Key, Counts: b.counts(), Problem: b.problem}
	if c := b.tb.chooser; c != nil {
		f.Mine, f.Status = true, b.tb.colourAndPrompt()
		c.fill(&f.Table)
		f.Undo = c.back()
		if f.Problem == nil {
			f.Problem = c.problem()
		}
	} else {
		f.Over, f.Status = true, b.tb.resultWords()
	}
	d := b.tb.drawing()
	d.id, d.tight = "."+f.Rule, true
	f.Board = newBoard(t, info, b.tb.board, d)
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

// counts is what the board tells in numbers, by seat and of the whole table.
func (b *figureBuilder) counts() []string {
	counts := b.tb.counts(0)
	for i, name := range b.tb.Game.Players {
		if own := b.tb.counts(rules.Seat(i + 1)); len(own) > 0 {
			counts = append(counts, b.T.T("figure.count", "Player", name, "Counts", strings.Join(own, " · ")))
		}
	}
	return counts
}

// after is the figure with an action played.
func (b *figureBuilder) after(action rules.Action) Link {
	return b.link(append(slices.Clone(b.line), b.tb.rec.State().Text(action)), "")
}

// at is the figure with something pointed at.
func (b *figureBuilder) at(p Pointing) Link { return b.link(b.line, p.query(nil)) }

// link leads to the figure with a line of actions, on the page of the rules.
func (b *figureBuilder) link(line []string, more string) Link {
	query := strings.TrimPrefix(more, "&")
	if len(line) > 0 {
		query = "line=" + escape(joinDraft(line)) + more
	}
	page, rule := "/rules/"+b.tb.info.Key, escape(b.Figure.Rule)
	link := Link{Href: page + "?figure=" + rule, Get: page + "/figures/" + rule}
	if query != "" {
		link.Href, link.Get = link.Href+"&"+query, link.Get+"?"+query
	}
	link.Href += "#rule-" + rule
	return link
}
