package table

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// An Input is the data that a table is made from.
type Input struct {
	T       *i18n.Catalog
	Game    Game
	Viewer  Viewer
	Look    page.Look
	Draft   string     // the turn in the making, as record.Draft reads it
	More    string     // more of it, as the viewer wrote it
	Problem error      // an error of the request, to be shown
	Hint    *HintInput // the suggestion; nil for none
	Film    bool       // the last turn is to be shown step by step
	Pointing
}

// mayExplore reports whether the viewer may open positions of the game in the sandbox. Its players may not while
// it goes on, if they agreed so.
func (in Input) mayExplore() bool {
	_, over := in.Game.Record.Result()
	seats := len(in.Viewer.Seats)
	return over || in.Game.Explore || seats == 0 || seats == len(in.Game.Players)
}

// New makes the table of a game for one viewer.
func New(in Input) Table { return newBuilder(in).build() }

// A Builder makes the parts of a table, with the data that they share.
type Builder struct {
	Input
	Rec     *record.Record
	Info    rules.Info
	draft   record.Draft
	done    board.Trace // of the draft
	Board   rules.Board // with the draft
	Chooser *Chooser    // nil if there is nothing to choose
	Secret  bool        // learners have to find out where the next action begins; see Chooser
	mine    bool        // the viewer is to act
	Scratch rules.State // to try actions on
	drafted string      // the draft for queries, computed on first use
	path    string      // of the game's page
	pen     *page.Pen   // for addresses
}

func newBuilder(in Input) *Builder {
	const sizeOfAddresses = 10_000 // two for each cell, in bytes
	b := &Builder{
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

// toAct returns the seat to act, 0 when the game is over.
func (b *Builder) toAct() rules.Seat { return b.Rec.Turn().Seat }

// takeDraft reads the draft, and adds the written action and the claim.
func (b *Builder) takeDraft() {
	if b.More != "" {
		b.Draft = JoinDraft(append(strings.Fields(b.Draft), b.More))
	}
	b.draft = b.Rec.Draft(b.Draft)
	b.done = board.NewTrace(b.Rec.State().Clone(), b.draft.Actions)
	if b.draft.Done {
		return
	}
	c, claimed := NewChooser(Chooser{
		T: b.T, Info: b.Info, Options: b.Rec.Setup().Options, State: b.draft.State, Board: b.done.WithLost(b.draft.State.Board()),
		Pointing: b.Pointing, Links: b, Turn: b.Look.Turn,
	})
	if claimed == nil {
		b.Chooser = c
		return
	}
	b.draft = b.Rec.Draft(JoinDraft(append(b.draft.Texts, b.draft.State.Text(*claimed))))
	b.done = board.NewTrace(b.Rec.State().Clone(), b.draft.Actions)
}

func (b *Builder) build() Table {
	drawing := b.Drawing()
	if b.toAct() == 0 {
		drawing.Flights = nil // they would cross the winning pieces
	}
	drawn := Fitted(board.New(b.T, b.Info, b.Board, drawing))
	table := Table{
		Play: Play{
			T: b.T, Head: b.head(), Board: drawn, Seats: b.Seats(), Counts: b.Counts(0),
			Status: b.status(), Draft: b.newDraft(), Hints: b.hints(), Tools: b.tools(),
		},
		Terms: b.terms(), Offers: b.offers(), Series: b.Game.Series, Turns: b.recentTurns(), Ending: b.ending(),
		Film: b.filmed(drawing),
	}
	if b.mayExplore() {
		table.Pages.Explore = AnalysisHref(b.Rec, b.draft.Texts...) + FromGameQuery(b.Game.ID)
		if _, over := b.Rec.Result(); over {
			table.Pages.Present = b.present()
		}
	}
	if b.Game.Waiting && b.toAct() != 0 {
		table.Room = b.Game.Room
	}
	return table
}

// present returns the address of the position's page for projectors.
func (b *Builder) present() string { return page.Projector.Path(AnalysisHref(b.Rec)) }

// Fitted returns a board that fills the room that the page has for it.
func Fitted(b board.Board) board.Board {
	b.Fit = true
	return b
}

// begun reports whether the game goes on: its seats are taken and it is not over.
func (b *Builder) begun() bool { return b.toAct() != 0 && !b.Game.Waiting }

// moved returns the number of the last event that moved.
func (b *Builder) moved() string { return strconv.Itoa(b.Rec.Moved()) }

// head returns the names of the game and of its page.
func (b *Builder) head() Head {
	name := b.T.T(b.Info.Key + ".name")
	names := []string{"Game", name, "Players", b.versus()}
	return Head{
		ID: b.Game.ID, Key: b.Info.Key, Game: name, Title: b.T.T(b.titleKey(), names...), Heading: b.T.T("play.heading", names...),
		Revision: strconv.Itoa(b.Game.Revision), Moved: b.moved(), Turns: strconv.Itoa(len(b.Rec.Turns())), Counted: b.Counted(),
	}
}

// titleKey returns the key of the title, which shows in a list of tabs whose turn it is.
func (b *Builder) titleKey() string {
	switch {
	case b.toAct() == 0:
		return "play.title.over"
	case b.Game.Waiting && b.free() > 1:
		return "play.title.waiting-more"
	case b.Game.Waiting:
		return "play.title.waiting"
	case b.mine:
		return "play.title.mine"
	}
	return "play.title.theirs"
}

// versus names the players, with words for free seats.
func (b *Builder) versus() string {
	names := slices.Clone(b.Game.Players)
	for i, name := range names {
		if name == "" {
			names[i] = b.T.T("player.free")
		}
	}
	return page.Versus(b.T, b.Info, names)
}

// terms returns the conditions of the game: its options, and what the players agreed on unless one player has all
// seats.
func (b *Builder) terms() []string {
	var terms []string
	if alone := len(b.Viewer.Seats) == len(b.Game.Players); !alone || b.Game.Rated {
		terms = []string{page.ControlWords(b.T, b.Rec.Control()), page.RatedWords(b.T, b.Game.Rated)}
	}
	if !b.Game.Explore {
		terms = append(terms, b.T.T("terms.no-explore"))
	}
	return append(terms, page.OptionWords(b.T, b.Info, b.Rec.Setup().Options)...)
}

// tools returns the settings of the board.
func (b *Builder) tools() Tools {
	tools := Tools{Return: b.draftLink(b.draft.Texts, b.Pointing).Href, Turn: NextTurn(b.Look)}
	if len(b.Viewer.Seats) > 0 && b.begun() {
		tools.Confirm = &ConfirmSwitch{Pace: b.Viewer.Pace, On: b.Viewer.Confirm}
	}
	return tools
}

// Swapped has the attributes with which links and forms replace the table.
func Swapped() templ.OrderedAttributes {
	return templ.OrderedAttributes{
		page.Attribute("data-hx-target", "#table"), page.Attribute("data-hx-swap", "innerHTML"), page.Attribute("data-hx-sync", "#table:queue last"),
	}
}

// NextTurn returns the direction of the board after the current one.
func NextTurn(look page.Look) string { return strconv.Itoa((look.Turn + 1) % page.Turns) }

// Drawing returns the drawing of the board: the effects of the draft, or else of the last turn, are marked and
// numbered.
func (b *Builder) Drawing() board.Drawing {
	d := board.Drawing{Turn: b.Look.Turn, Names: b.Look.Names, Table: b.Look.Table, Links: b.elsewhere()}
	done := b.done
	switch turns := b.Rec.Turns(); {
	case len(b.draft.Actions) > 0:
		before := b.Rec.State().Board()
		d.Draft, d.Before = board.Changed(before, b.Board), before.Cells
	case len(turns) > 0:
		before := b.Rec.Before().Board()
		d.Last, d.Before = board.Changed(before, b.Board), before.Cells
		done = board.NewTrace(b.Rec.Before().Clone(), ParseActions(b.Rec.Before(), turns[len(turns)-1].Actions))
	}
	d.Steps, d.Stepped, d.Flights = done.Steps, b.Look.Names, done.Flights
	if b.Chooser != nil {
		b.Chooser.draw(&d)
	}
	if b.Hint != nil {
		b.Hint.suggest(&d, b.draft.State, b.Board)
	}
	return d
}

// ParseActions parses the actions of a turn that was played.
func ParseActions(st rules.State, texts []string) []rules.Action {
	actions := make([]rules.Action, 0, len(texts))
	for _, text := range texts {
		if action, err := st.Parse(text); err == nil { // a turn that was played has no errors
			actions = append(actions, action)
		}
	}
	return actions
}

// elsewhere returns the effect of a click while there is nothing to choose: it replaces the last action of a
// whole turn, or is answered with the reason.
func (b *Builder) elsewhere() func(rules.BoardCell, board.Click, bool) page.Link {
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

// instead returns the choice of the last action of a whole turn; nil if there is no such turn.
func (b *Builder) instead() *Chooser {
	n := len(b.draft.Texts) - 1
	if !b.draft.Done || n < 0 {
		return nil
	}
	before := *b
	before.draft, before.drafted = b.Rec.Draft(JoinDraft(b.draft.Texts[:n])), ""
	c, _ := NewChooser(Chooser{
		T: b.T, Info: b.Info, Options: b.Rec.Setup().Options, State: before.draft.State, Board: before.draft.State.Board(), Links: &before, Turn: b.Look.Turn,
	})
	return c
}
