package table

import (
	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// NewSolo makes the parts of a table for a record that is no stored game, whose reader plays all seats. Seats
// are named by their colours.
func NewSolo(t *i18n.Catalog, look page.Look, rec *record.Record) *Builder {
	info, st := rec.Game().Info(), rec.State()
	names := make([]string, st.Seats())
	for i := range names {
		names[i] = page.SeatColour(t, info, rules.Seat(i+1))
	}
	return &Builder{
		Input: Input{T: t, Game: Game{Record: rec, Players: names}, Look: look},
		Rec:   rec, Info: info, draft: record.Draft{State: st}, Board: st.Board(),
	}
}

// Choose evaluates what was clicked. It returns the action of a completed claim, which is to be played.
func (b *Builder) Choose(p Pointing, leads links) (claimed *rules.Action) {
	if b.Rec.Turn().Seat == 0 {
		return nil
	}
	b.Chooser, claimed = NewChooser(Chooser{
		T: b.T, Info: b.Info, Options: b.Rec.Setup().Options, State: b.Rec.State(), Board: b.Board, Pointing: p, Links: leads, Turn: b.Look.Turn, Secret: b.Secret,
	})
	return claimed
}

// ColourAndPrompt returns the colour to act, and the instruction.
func (b *Builder) ColourAndPrompt() string {
	return b.T.T("play.both", "Colour", page.SeatColour(b.T, b.Info, b.Rec.Turn().Seat), "Prompt", b.Chooser.prompt())
}
