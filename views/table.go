package views

import (
	"errors"
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
	Draft   string   // the turn in the making, as record.Draft reads it
	Picks   []string // names of the cells picked for its next action
	Problem error    // what went wrong before, to be told
}

// NewTable is the table of a game as one viewer sees it.
func NewTable(in TableInput) Table {
	b := tableBuilder{TableInput: in, rec: in.Game.Record, info: in.Game.Record.Game().Info()}
	return b.build()
}

// tableBuilder carries what the parts of a table share while it is made.
type tableBuilder struct {
	TableInput
	rec   *record.Record
	info  rules.Info
	draft record.Draft
	board rules.Board // with the draft
	mine  bool        // the viewer is to act
}

func (b *tableBuilder) build() Table {
	t := b.T
	turn := b.rec.State().Turn()
	b.mine = !b.Game.Waiting && turn.Seat != 0 && slices.Contains(b.Viewer.Seats, turn.Seat)
	table := Table{
		T: t, ID: b.Game.ID, Game: t.T(b.info.Key + ".name"),
		Revision: strconv.Itoa(b.Game.Revision), Ply: strconv.Itoa(b.rec.Ply()),
		Mine: b.mine, Over: turn.Seat == 0, Players: b.players(), Turns: b.turnLines(-1),
	}
	if b.Game.Waiting {
		table.Invite = b.Game.Invite
	}
	table.Watching = len(b.Viewer.Seats) == 0 && !table.Over
	if b.mine {
		b.draft = b.rec.Draft(b.Draft)
	} else {
		b.draft = record.Draft{State: b.rec.State()}
	}
	if len(b.Viewer.Seats) > 0 && !table.Over && !b.Game.Waiting {
		table.Switch = &Switch{Confirm: b.Viewer.Confirm, Return: b.draftLink(b.draft.Texts, nil).Href}
		table.Resign = b.resignWords()
	}
	table.Problem = b.problem()
	b.position(&table)
	table.Title, table.Heading = b.title(table), b.heading(table)
	return table
}

// position fills in the board and what may be done on it.
func (b *tableBuilder) position(table *Table) {
	b.board = b.draft.State.Board()
	marks := boardMarks{}
	if len(b.rec.Turns()) > 0 {
		marks.last = changed(b.rec.Before().Board(), b.rec.State().Board())
	}
	if len(b.draft.Actions) > 0 {
		marks.last = nil
		marks.draft = changed(b.rec.State().Board(), b.board)
	}
	var picked picking
	if b.mine {
		table.Steps = b.steps()
		if b.draft.Done {
			table.Commit = &Commit{Action: b.gamePath() + "/turns", Draft: joinDraft(b.draft.Texts), Ply: table.Ply}
		} else {
			picked = pick(b.info, b.draft.State, b.pickedCells())
			marks.pick = &picked
			actions := b.actionLinks(picked)
			marks.links = b.clickLink(picked, actions)
			table.Choices = b.choices(picked, actions)
		}
		table.Undo = b.undo(picked)
	}
	table.Status = b.status(picked)
	if len(b.draft.Actions) == 0 {
		table.Last = b.lastWords()
	}
	table.Board = newBoard(b.T, b.info, b.board, marks)
	table.Counts = b.counts()
}

// counts is what the board tells in numbers.
func (b *tableBuilder) counts() []string {
	texts := make([]string, 0, len(b.board.Counts))
	for _, count := range b.board.Counts {
		text := b.T.T(b.info.Key+".count."+count.Key, "Number", b.T.Number(count.Text))
		if count.Seat != 0 {
			text = b.T.T("play.count", "Colour", b.T.T("colour."+b.info.Colours[count.Seat-1]), "Count", text)
		}
		texts = append(texts, text)
	}
	return texts
}

func (b *tableBuilder) gamePath() string { return "/games/" + b.Game.ID }

func (b *tableBuilder) players() []Player {
	toAct := b.rec.State().Turn().Seat
	result, over := b.rec.Result()
	players := make([]Player, len(b.Game.Players))
	for i, name := range b.Game.Players {
		seat := rules.Seat(i + 1)
		players[i] = Player{
			Colour: b.info.Colours[i], Name: name, Round: seat%2 == 1,
			ToAct: seat == toAct && !b.Game.Waiting, You: slices.Contains(b.Viewer.Seats, seat),
		}
		if name == "" {
			players[i].Name = b.T.T("player.free")
		}
		if over {
			players[i].Won = slices.Contains(result.Winners(), seat)
			if result.Scored {
				players[i].Points = b.T.Number(result.Points(seat))
			}
		}
	}
	return players
}

// turnLines lists the turns; current is the number of the one that is shown.
func (b *tableBuilder) turnLines(current int) []TurnLine {
	colours := make([]string, len(b.info.Colours))
	for i, colour := range b.info.Colours {
		colours[i] = b.T.T("colour." + colour)
	}
	lines := make([]TurnLine, 0, len(b.rec.Turns()))
	for _, turn := range b.rec.Turns() {
		number, text := strconv.Itoa(turn.Number), strings.Join(turn.Actions, " ")
		lines = append(lines, TurnLine{
			Colour: b.info.Colours[turn.Seat-1], Text: text,
			Label:   b.T.T("play.turn-line", "Colour", colours[turn.Seat-1], "Turn", text),
			Href:    b.gamePath() + "/turns/" + number,
			Current: turn.Number == current,
		})
	}
	return lines
}

// problem tells what was asked for and could not be done: something that came
// up before, else what stopped the draft.
func (b *tableBuilder) problem() *Problem {
	var refusal *rules.Refusal
	switch {
	case b.Problem != nil:
		return &Problem{Text: ErrorText(b.T, b.Problem)}
	case b.Draft != "" && !b.mine:
		return &Problem{Text: b.T.T(b.notMine())}
	case errors.As(b.draft.Err, &refusal):
		return b.refusal(refusal)
	case b.draft.Err != nil:
		return &Problem{Text: ErrorText(b.T, b.draft.Err)}
	}
	return nil
}

// notMine is the key of why the viewer cannot make a turn now: the page may be
// older than the game, or than a log-out.
func (b *tableBuilder) notMine() string {
	switch {
	case len(b.Viewer.Seats) == 0:
		return "error.not-a-player"
	case b.rec.State().Turn().Seat == 0:
		return "error.over"
	case b.Game.Waiting:
		return "error.waiting"
	}
	return "error.not-your-turn"
}

func (b *tableBuilder) refusal(refusal *rules.Refusal) *Problem {
	p := &Problem{Text: RefusalText(b.T, b.draft.State, b.draft.Refused, refusal), Rule: refusal.Rule}
	if p.Rule != "" {
		p.Href = RuleHref(b.info.Key, p.Rule)
	}
	return p
}

// RefusalText is why an action, in its notation, is refused at a state, and
// what the rule compels instead, if it compels anything.
func RefusalText(t *i18n.Catalog, st rules.State, action string, refusal *rules.Refusal) string {
	instead := make([]string, len(refusal.Instead))
	for i, other := range refusal.Instead {
		instead[i] = st.Text(other)
	}
	separator := ", "
	if slices.ContainsFunc(instead, func(text string) bool { return strings.Contains(text, ",") }) {
		separator = "; "
	}
	list := strings.Join(instead, separator)
	text := t.T(refusal.Key, "Action", action, "Instead", list)
	if list != "" && !t.Asks(refusal.Key, "Instead") {
		text += " " + t.T("play.instead", "Instead", list)
	}
	return text
}

// RuleHref is where a rule of a game is explained.
func RuleHref(game, rule string) string { return "/rules/" + game + "#rule-" + rule }

// ErrorText is the message of an error for its reader; errors that are
// nobody's business but the operator's are called internal.
func ErrorText(t *i18n.Catalog, err error) string {
	var known *rules.Error
	if errors.As(err, &known) {
		return t.T(known.Key)
	}
	return t.T("error.internal")
}
