package table

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A Input is what a table is made from.
type Input struct {
	T       *i18n.Catalog
	Game    Game
	Viewer  Viewer
	Look    page.Look
	Draft   string     // the turn in the making, as record.Draft reads it
	More    string     // more of it, as somebody wrote it
	Problem error      // what went wrong before, to be told
	Hint    *HintInput // what is suggested; nil where nothing is
	Pointing
}

// mayExplore says whether the viewer may take positions of the game to the
// sandbox: not its players while it goes on between people who agreed not to.
func (in Input) mayExplore() bool {
	_, over := in.Game.Record.Result()
	seats := len(in.Viewer.Seats)
	return over || in.Game.Explore || seats == 0 || seats == len(in.Game.Players)
}

// New is the table of a game as one viewer sees it.
func New(in Input) Table { return newTableBuilder(in).build() }

// TableBuilder carries what the parts of a table share while it is made.
type TableBuilder struct {
	Input
	Rec     *record.Record
	Info    rules.Info
	draft   record.Draft
	done    board.Course // of the draft
	Board   rules.Board  // with the draft
	Chooser *Chooser     // nil when there is nothing to choose
	mine    bool         // the viewer is to act
	Scratch rules.State  // to try actions on
	drafted string       // the draft as addresses have it, once it is asked for
	path    string       // of the game's page
	pen     *page.Pen    // for addresses
}

func newTableBuilder(in Input) *TableBuilder {
	const sizeOfAddresses = 10_000 // two for each cell, in bytes
	b := &TableBuilder{
		Input: in, Rec: in.Game.Record, Info: in.Game.Record.Game().Info(),
		path: "/games/" + in.Game.ID, pen: page.NewPen(sizeOfAddresses),
	}
	b.mine = !b.Game.Waiting && slices.Contains(b.Viewer.Seats, b.toAct())
	b.draft = record.Draft{State: b.Rec.State()}
	if b.mine {
		b.takeDraft()
	}
	if b.Chooser != nil {
		b.Board = b.Chooser.Board
	} else {
		b.Board = b.done.WithLost(b.draft.State.Board())
	}
	return b
}

// toAct is the seat to act, 0 when the game is over.
func (b *TableBuilder) toAct() rules.Seat { return b.Rec.Turn().Seat }

// takeDraft reads the turn in the making, with what was written and declared
// added to it.
func (b *TableBuilder) takeDraft() {
	if b.More != "" {
		b.Draft = JoinDraft(append(strings.Fields(b.Draft), b.More))
	}
	b.draft = b.Rec.Draft(b.Draft)
	b.done = board.NewCourse(b.Rec.State().Clone(), b.draft.Actions)
	if b.draft.Done {
		return
	}
	c, claimed := NewChooser(Chooser{
		T: b.T, Info: b.Info, Options: b.Rec.Setup().Options, St: b.draft.State, Board: b.done.WithLost(b.draft.State.Board()),
		Pointing: b.Pointing, Leads: b, Turn: b.Look.Turn,
	})
	if claimed == nil {
		b.Chooser = c
		return
	}
	b.draft = b.Rec.Draft(JoinDraft(append(b.draft.Texts, b.draft.State.Text(*claimed))))
	b.done = board.NewCourse(b.Rec.State().Clone(), b.draft.Actions)
}

func (b *TableBuilder) build() Table {
	t := b.T
	table := Table{
		T: t, ID: b.Game.ID, Game: t.T(b.Info.Key + ".name"), Key: b.Info.Key,
		Revision: strconv.Itoa(b.Game.Revision), Moved: strconv.Itoa(b.Rec.Moved()),
		Mine: b.mine, Over: b.toAct() == 0, Thinking: b.toAct() != 0 && !b.Game.Waiting && b.Game.bot(b.toAct()), Players: b.Players(),
		Options: page.OptionWords(t, b.Info, b.Rec.Setup().Options),
		Return:  b.draftLink(b.draft.Texts, b.Pointing).Href, NextTurn: strconv.Itoa((b.Look.Turn + 1) % 6),
	}
	if alone := len(b.Viewer.Seats) == len(b.Game.Players); !alone || b.Game.Rated {
		table.Terms = []string{page.ControlWords(t, b.Rec.Control()), page.RatedWords(t, b.Game.Rated)}
	}
	if b.mine {
		table.Draft = JoinDraft(b.draft.Texts)
	}
	if !b.Game.Explore {
		table.Options = append(table.Options, t.T("setup.explore-no"))
	}
	if b.mayExplore() {
		table.Explore = AnalysisHref(b.Rec, b.draft.Texts...) + FromGame(b.Game.ID)
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
		changes := NewRatingChanges(t, b.Info, b.Game.Class, b.Game.Players, b.Game.Changes)
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
		table.Last = b.LastWords()
	}
	table.Board = board.New(b.T, b.Info, b.Board, b.Drawing())
	table.Counts = b.Counts(0)
	table.Title, table.Heading = b.title(table), b.heading(table)
	return table
}

// choosing fills in how the viewer makes a turn.
func (b *TableBuilder) choosing(table *Table) {
	if !b.mine {
		return
	}
	table.Steps, table.Undo = b.steps(), b.undo()
	if b.draft.Done {
		table.Commit = &Commit{Action: b.path + "/turns", Draft: JoinDraft(b.draft.Texts), Moved: table.Moved}
		return
	}
	c := b.Chooser
	c.Fill(table)
	table.Write = &Write{Page: b.path, Fragment: b.path + "/board", Draft: JoinDraft(b.draft.Texts)}
	if b.draft.Err != nil {
		table.Write.Text = b.More
	}
}

// Drawing is how the board is drawn: what the last turn or the one in the
// making did is marked and numbered.
func (b *TableBuilder) Drawing() board.Drawing {
	d := board.Drawing{Turn: b.Look.Turn, Names: b.Look.Names, Table: b.Look.Table, Links: b.elsewhere()}
	done := b.done
	switch turns := b.Rec.Turns(); {
	case len(b.draft.Actions) > 0:
		before := b.Rec.State().Board()
		d.Draft, d.Before = board.Changed(before, b.Board), before.Cells
	case len(turns) > 0:
		before := b.Rec.Before().Board()
		d.Last, d.Before = board.Changed(before, b.Board), before.Cells
		done = board.NewCourse(b.Rec.Before().Clone(), Parsed(b.Rec.Before(), turns[len(turns)-1].Actions))
	}
	d.Steps, d.Flights = done.Steps, done.Flights
	if b.Chooser != nil {
		b.Chooser.draw(&d)
	}
	if b.Hint != nil {
		b.Hint.suggest(&d, b.draft.State, b.Board)
	}
	return d
}

// Parsed reads the actions of a turn that was played.
func Parsed(st rules.State, texts []string) []rules.Action {
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
func (b *TableBuilder) elsewhere() func(rules.BoardCell, board.Click, bool) page.Link {
	if len(b.Viewer.Seats) == 0 || b.toAct() == 0 {
		return nil
	}
	instead := b.instead()
	return func(cell rules.BoardCell, _ board.Click, _ bool) page.Link {
		if instead != nil {
			if to, ok := instead.pick.Clicks[cell.Cell]; ok {
				return instead.link(cell, to, true)
			}
		}
		return b.At(Pointing{Picks: []string{cell.Name}})
	}
}

// instead chooses the last action of a whole turn again; nil where there is no
// such turn.
func (b *TableBuilder) instead() *Chooser {
	n := len(b.draft.Texts) - 1
	if !b.draft.Done || n < 0 {
		return nil
	}
	before := *b
	before.draft, before.drafted = b.Rec.Draft(JoinDraft(b.draft.Texts[:n])), ""
	c, _ := NewChooser(Chooser{
		T: b.T, Info: b.Info, Options: b.Rec.Setup().Options, St: before.draft.State, Board: before.draft.State.Board(), Leads: &before, Turn: b.Look.Turn,
	})
	return c
}

// mayRematch says whether the viewer may ask for another game: not on one
// device, nor before a match is over, nor when the game never began.
func (b *TableBuilder) mayRematch() bool {
	seats := len(b.Viewer.Seats)
	between := b.Game.Match != nil && b.Game.Match.Next != "" || b.Game.Pairing != nil && b.Game.Pairing.Next != ""
	return seats > 0 && seats < len(b.Game.Players) && !between && !b.Game.Gone && !slices.Contains(b.Game.Players, "")
}

// recentTurns lists the last turns, as a page is sent after every one of them;
// earlier is how many are left out. The list begins with an odd turn.
func (b *TableBuilder) recentTurns() (lines []board.TurnLine, earlier int) {
	const recent = 14
	earlier = max(0, len(b.Rec.Turns())-recent+1) / 2 * 2
	return b.linesOf(b.Rec.Turns()[earlier:], -1), earlier
}

// turnLines lists the turns; current is the number of the one that is shown.
func (b *TableBuilder) turnLines(current int) []board.TurnLine {
	return b.linesOf(b.Rec.Turns(), current)
}

func (b *TableBuilder) linesOf(turns []record.Turn, current int) []board.TurnLine {
	colours := make([]string, len(b.Info.Colours))
	for i, colour := range b.Info.Colours {
		colours[i] = b.T.T("colour." + colour)
	}
	lines := make([]board.TurnLine, 0, len(turns))
	for _, turn := range turns {
		number, text := strconv.Itoa(turn.Number), b.pen.Join(turn.Actions, " ")
		lines = append(lines, board.TurnLine{
			Colour: b.Info.Colours[turn.Seat-1], Text: text,
			Label:   b.pen.Message(b.T, "play.turn-line", "Number", number, "Colour", colours[turn.Seat-1], "Turn", text),
			Href:    b.pen.Text(b.path, "/turns/", number),
			Current: turn.Number == current,
		})
		if current >= 0 {
			lines[len(lines)-1].ID = "turn-" + number
		}
	}
	return lines
}
