package views

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/i18n"
)

// A TableInput is what a table is made from.
type TableInput struct {
	T       *i18n.Catalog
	Game    Game
	Viewer  Viewer
	Look    Look
	Draft   string     // the turn in the making, as record.Draft reads it
	More    string     // more of it, as somebody wrote it
	Problem error      // what went wrong before, to be told
	Hint    *HintInput // what is suggested; nil where nothing is
	Pointing
}

// mayExplore says whether the viewer may take positions of the game to the
// sandbox: not its players while it goes on between people who agreed not to.
func (in TableInput) mayExplore() bool {
	_, over := in.Game.Record.Result()
	seats := len(in.Viewer.Seats)
	return over || in.Game.Explore || seats == 0 || seats == len(in.Game.Players)
}

// NewTable is the table of a game as one viewer sees it.
func NewTable(in TableInput) Table { return newTableBuilder(in).build() }

// tableBuilder carries what the parts of a table share while it is made.
type tableBuilder struct {
	TableInput
	rec     *record.Record
	info    rules.Info
	draft   record.Draft
	done    course      // of the draft
	board   rules.Board // with the draft
	chooser *chooser    // nil when there is nothing to choose
	mine    bool        // the viewer is to act
	scratch rules.State // to try actions on
	drafted string      // the draft as addresses have it, once it is asked for
	path    string      // of the game's page
	pen     *pen        // for addresses
}

func newTableBuilder(in TableInput) *tableBuilder {
	const sizeOfAddresses = 10_000 // two for each cell, in bytes
	b := &tableBuilder{
		TableInput: in, rec: in.Game.Record, info: in.Game.Record.Game().Info(),
		path: "/games/" + in.Game.ID, pen: newPen(sizeOfAddresses),
	}
	b.mine = !b.Game.Waiting && slices.Contains(b.Viewer.Seats, b.toAct())
	b.draft = record.Draft{State: b.rec.State()}
	if b.mine {
		b.takeDraft()
	}
	if b.chooser != nil {
		b.board = b.chooser.board
	} else {
		b.board = b.done.withLost(b.draft.State.Board())
	}
	return b
}

// toAct is the seat to act, 0 when the game is over.
func (b *tableBuilder) toAct() rules.Seat { return b.rec.Turn().Seat }

// takeDraft reads the turn in the making, with what was written and declared
// added to it.
func (b *tableBuilder) takeDraft() {
	if b.More != "" {
		b.Draft = joinDraft(append(strings.Fields(b.Draft), b.More))
	}
	b.draft = b.rec.Draft(b.Draft)
	b.done = newCourse(b.rec.State().Clone(), b.draft.Actions)
	if b.draft.Done {
		return
	}
	c, claimed := newChooser(chooser{
		t: b.T, info: b.info, options: b.rec.Setup().Options, st: b.draft.State, board: b.done.withLost(b.draft.State.Board()),
		Pointing: b.Pointing, leads: b, turn: b.Look.Turn,
	})
	if claimed == nil {
		b.chooser = c
		return
	}
	b.draft = b.rec.Draft(joinDraft(append(b.draft.Texts, b.draft.State.Text(*claimed))))
	b.done = newCourse(b.rec.State().Clone(), b.draft.Actions)
}

func (b *tableBuilder) build() Table {
	t := b.T
	table := Table{
		T: t, ID: b.Game.ID, Game: t.T(b.info.Key + ".name"), Key: b.info.Key,
		Revision: strconv.Itoa(b.Game.Revision), Ply: strconv.Itoa(b.rec.Moved()),
		Mine: b.mine, Over: b.toAct() == 0, Thinking: b.toAct() != 0 && !b.Game.Waiting && b.Game.bot(b.toAct()), Players: b.players(),
		Options: OptionWords(t, b.info, b.rec.Setup().Options),
		Return:  b.draftLink(b.draft.Texts, b.Pointing).Href, NextTurn: strconv.Itoa((b.Look.Turn + 1) % 6),
	}
	if alone := len(b.Viewer.Seats) == len(b.Game.Players); !alone || b.Game.Rated {
		table.Terms = []string{ControlWords(t, b.rec.Control()), RatedWords(t, b.Game.Rated)}
	}
	if b.mine {
		table.Draft = joinDraft(b.draft.Texts)
	}
	if !b.Game.Explore {
		table.Options = append(table.Options, t.T("setup.explore-no"))
	}
	if b.mayExplore() {
		table.Explore = AnalysisHref(b.rec, b.draft.Texts...) + fromGame(b.Game.ID)
	}
	table.Turns, table.Earlier = b.recentTurns()
	if b.Game.Waiting && !table.Over {
		table.Room = b.Game.Room
	}
	table.Watching = len(b.Viewer.Seats) == 0 && !table.Over && !b.Game.Waiting
	if len(b.Viewer.Seats) > 0 && !table.Over && !b.Game.Waiting {
		table.Switch = &Switch{Confirm: b.Viewer.Confirm}
	}
	table.Acts, table.Offer, table.Closed, table.Match, table.Pairing = b.acts(), b.offer(), b.closed(), b.Game.Match, b.Game.Pairing
	table.Begins, table.NextBot = b.begins(), b.nextBot()
	if len(b.Game.Changes) > 0 {
		changes := NewRatingChanges(t, b.info, b.Game.Class, b.Game.Players, b.Game.Changes)
		table.Rated = &changes
	}
	switch {
	case b.Game.Rematch != nil:
		table.Next = b.Game.Rematch
	case table.Over && b.mayRematch():
		table.Rematch = b.path + "/rematch"
	}
	table.Problem = b.problem()
	b.choosing(&table)
	b.hints(&table)
	table.Status = b.status()
	if len(b.draft.Actions) == 0 {
		table.Last = b.lastWords()
	}
	table.Board = newBoard(b.T, b.info, b.board, b.drawing())
	table.Counts = b.counts(0)
	table.Title, table.Heading = b.title(table), b.heading(table)
	return table
}

// choosing fills in how the viewer makes a turn.
func (b *tableBuilder) choosing(table *Table) {
	if !b.mine {
		return
	}
	table.Steps, table.Undo = b.steps(), b.undo()
	if b.draft.Done {
		table.Commit = &Commit{Action: b.path + "/turns", Draft: joinDraft(b.draft.Texts), Ply: table.Ply}
		return
	}
	c := b.chooser
	c.fill(table)
	table.Write = &Write{Page: b.path, Fragment: b.path + "/board", Draft: joinDraft(b.draft.Texts)}
	if b.draft.Err != nil {
		table.Write.Text = b.More
	}
}

// drawing is how the board is drawn: what the last turn or the one in the
// making did is marked and numbered.
func (b *tableBuilder) drawing() drawing {
	d := drawing{turn: b.Look.Turn, names: b.Look.Names, table: b.Look.Table, links: b.elsewhere()}
	done := b.done
	switch turns := b.rec.Turns(); {
	case len(b.draft.Actions) > 0:
		before := b.rec.State().Board()
		d.draft, d.before = changed(before, b.board), before.Cells
	case len(turns) > 0:
		before := b.rec.Before().Board()
		d.last, d.before = changed(before, b.board), before.Cells
		done = newCourse(b.rec.Before().Clone(), parsed(b.rec.Before(), turns[len(turns)-1].Actions))
	}
	d.steps, d.flights = done.steps, done.flights
	if b.chooser != nil {
		b.chooser.draw(&d)
	}
	if b.Hint != nil {
		b.Hint.suggest(&d, b.draft.State, b.board)
	}
	return d
}

// parsed reads the actions of a turn that was played.
func parsed(st rules.State, texts []string) []rules.Action {
	actions := make([]rules.Action, 0, len(texts))
	for _, text := range texts {
		if action, err := st.Parse(text); err == nil { // it was played, so there is none
			actions = append(actions, action)
		}
	}
	return actions
}

// elsewhere is what a click does for a player while there is nothing to choose:
// instead of the last action of a whole turn another one can be chosen; all
// else is answered with the reason.
func (b *tableBuilder) elsewhere() func(rules.BoardCell, click, bool) Link {
	if len(b.Viewer.Seats) == 0 || b.toAct() == 0 {
		return nil
	}
	instead := b.instead()
	return func(cell rules.BoardCell, _ click, _ bool) Link {
		if instead != nil {
			if to, ok := instead.pick.clicks[cell.Cell]; ok {
				return instead.link(cell, to, true)
			}
		}
		return b.at(Pointing{Picks: []string{cell.Name}})
	}
}

// instead chooses the last action of a whole turn again; nil where there is no
// such turn.
func (b *tableBuilder) instead() *chooser {
	n := len(b.draft.Texts) - 1
	if !b.draft.Done || n < 0 {
		return nil
	}
	before := *b
	before.draft, before.drafted = b.rec.Draft(joinDraft(b.draft.Texts[:n])), ""
	c, _ := newChooser(chooser{
		t: b.T, info: b.info, options: b.rec.Setup().Options, st: before.draft.State, board: before.draft.State.Board(), leads: &before, turn: b.Look.Turn,
	})
	return c
}

// mayRematch says whether the viewer may ask for another game: not on one
// device, nor before a match is over, nor when the game never began.
func (b *tableBuilder) mayRematch() bool {
	seats := len(b.Viewer.Seats)
	between := b.Game.Match != nil && b.Game.Match.Next != "" || b.Game.Pairing != nil && b.Game.Pairing.Next != ""
	return seats > 0 && seats < len(b.Game.Players) && !between && !b.Game.Gone && !slices.Contains(b.Game.Players, "")
}

// recentTurns lists the last turns, as a page is sent after every one of them;
// earlier is how many are left out. The list begins with an odd turn.
func (b *tableBuilder) recentTurns() (lines []TurnLine, earlier int) {
	const recent = 14
	earlier = max(0, len(b.rec.Turns())-recent+1) / 2 * 2
	return b.linesOf(b.rec.Turns()[earlier:], -1), earlier
}

// turnLines lists the turns; current is the number of the one that is shown.
func (b *tableBuilder) turnLines(current int) []TurnLine { return b.linesOf(b.rec.Turns(), current) }

func (b *tableBuilder) linesOf(turns []record.Turn, current int) []TurnLine {
	colours := make([]string, len(b.info.Colours))
	for i, colour := range b.info.Colours {
		colours[i] = b.T.T("colour." + colour)
	}
	lines := make([]TurnLine, 0, len(turns))
	for _, turn := range turns {
		number, text := strconv.Itoa(turn.Number), b.pen.join(turn.Actions, " ")
		lines = append(lines, TurnLine{
			Colour: b.info.Colours[turn.Seat-1], Text: text,
			Label:   b.pen.message(b.T, "play.turn-line", "Number", number, "Colour", colours[turn.Seat-1], "Turn", text),
			Href:    b.pen.text(b.path, "/turns/", number),
			Current: turn.Number == current,
		})
		if current >= 0 {
			lines[len(lines)-1].ID = "turn-" + number
		}
	}
	return lines
}
