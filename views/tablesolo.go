package views

import (
	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/i18n"
)

// newSolo makes the parts of a table for a record that is nobody's game, whose
// reader plays for all seats: they are called by their colours.
func newSolo(t *i18n.Catalog, look Look, rec *record.Record) *tableBuilder {
	info, st := rec.Game().Info(), rec.State()
	names := make([]string, st.Seats())
	for i := range names {
		names[i] = seatColour(t, info, rules.Seat(i+1))
	}
	return &tableBuilder{
		TableInput: TableInput{T: t, Game: Game{Record: rec, Players: names}, Look: look},
		rec:        rec, info: info, draft: record.Draft{State: st}, board: st.Board(),
	}
}

// choose lets the next action be chosen. An action that is complete by a claim is
// returned: it is to be played.
func (b *tableBuilder) choose(p Pointing, leads leads) (claimed *rules.Action) {
	if b.rec.Turn().Seat == 0 {
		return nil
	}
	b.chooser, claimed = newChooser(chooser{
		t: b.T, info: b.info, options: b.rec.Setup().Options, st: b.rec.State(), board: b.board, Pointing: p, leads: leads, turn: b.Look.Turn,
	})
	return claimed
}

// colourAndPrompt is who is to act, and what is to be done.
func (b *tableBuilder) colourAndPrompt() string {
	return b.T.T("play.both", "Colour", seatColour(b.T, b.info, b.rec.Turn().Seat), "Prompt", b.chooser.prompt())
}
