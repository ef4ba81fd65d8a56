package views

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/rules/record"
	"hexclub/views/i18n"
)

// A Game is a game as its pages need it.
type Game struct {
	ID       string
	Record   *record.Record
	Players  []string // names by seat from 1, empty for a free seat
	Invite   string   // full address to join by; empty when there is none
	Revision int      // rises with every change
	Waiting  bool     // a seat is free
}

// A Viewer is who looks at a game.
type Viewer struct {
	Seats   []rules.Seat // those the viewer holds
	Confirm bool         // wants to confirm whole turns
}

// A PlayPage is the page of a game in play.
type PlayPage struct {
	Frame
	Table Table
}

// A Table is the part of the page that changes as the game is played: the
// board and all that is said beside it.
type Table struct {
	T        *i18n.Catalog
	ID       string
	Game     string // name of the game
	Title    string // of the page
	Revision string
	Ply      string
	Board    Board
	Players  []Player
	Status   string // what is expected, or how the game ended
	Mine     bool   // the viewer is to act
	Over     bool
	Problem  *Problem
	Invite   string // address to send to an opponent while a seat is free
	Steps    []Step // of the turn in the making
	Undo     *Link  // takes back the last step or pick
	Commit   *Commit
	Choices  []Choice // every legal action
	Turns    []TurnLine
	Resign   bool // the viewer may resign
	Switch   *Switch
	Replay   *Replay // set on replay pages alone
}

// A Player is a seat at the table.
type Player struct {
	Colour string // catalog name: "blue"
	Name   string
	ToAct  bool
	Won    bool
	You    bool
	Round  bool // shape of the pieces
	Points string
}

// A Problem is why something could not be done.
type Problem struct {
	Text string
	Rule string // number of the rule that forbids it, if one does
	Href string // where that rule is explained
}

// A Step is one action of the turn in the making.
type Step struct {
	Text string
	Link Link // back to the turn as it was after this step
}

// A Commit is the form that makes a whole turn count.
type Commit struct{ Action, Draft, Ply string }

// A Choice is a legal action in words.
type Choice struct {
	Letter string // as on the board; empty when choices have none there
	Text   string // notation
	Words  string
	Button bool // it cannot be clicked on the board
	Link   Link
}

// A TurnLine is one line of the list of turns.
type TurnLine struct {
	Number  string
	Colour  string
	Round   bool
	Text    string
	Href    string
	Current bool
}

// A Switch is the setting that is offered beside the board.
type Switch struct {
	Confirm bool
	Return  string // path to come back to
}

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
	mine  bool // the viewer is to act
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
	if len(b.Viewer.Seats) > 0 {
		table.Switch = &Switch{Confirm: b.Viewer.Confirm, Return: b.gamePath()}
		table.Resign = !table.Over && !b.Game.Waiting
	}
	if b.mine {
		b.draft = b.rec.Draft(b.Draft)
	} else {
		b.draft = record.Draft{State: b.rec.State()}
	}
	table.Problem = b.problem()
	b.position(&table)
	table.Title = b.title(table)
	return table
}

// position fills in the board and what may be done on it.
func (b *tableBuilder) position(table *Table) {
	board := b.draft.State.Board()
	marks := boardMarks{}
	if len(b.rec.Turns()) > 0 {
		marks.last = changed(b.rec.Before().Board(), b.rec.State().Board())
	}
	if len(b.draft.Actions) > 0 {
		marks.last = nil
		marks.draft = changed(b.rec.State().Board(), board)
	}
	var picked picking
	if b.mine {
		table.Steps = b.steps()
		if b.draft.Done {
			table.Commit = &Commit{Action: b.gamePath() + "/turns", Draft: joinDraft(b.draft.Texts), Ply: table.Ply}
		} else {
			picked = pick(b.draft.State, b.pickedCells(board))
			marks.pick = &picked
			marks.links = b.clickLink(picked, board)
			table.Choices = b.choices(picked)
		}
		table.Undo = b.undo(picked)
	}
	table.Status = b.status(picked, board)
	table.Board = newBoard(b.T, b.info, board, marks)
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
				players[i].Points = result.Points(seat)
			}
		}
	}
	return players
}

// turnLines lists the turns, and how the game was broken off if it was.
func (b *tableBuilder) turnLines(current int) []TurnLine {
	lines := make([]TurnLine, 0, len(b.rec.Turns())+1)
	for _, turn := range b.rec.Turns() {
		lines = append(lines, TurnLine{
			Number: strconv.Itoa(turn.Number), Colour: b.info.Colours[turn.Seat-1], Round: turn.Seat%2 == 1,
			Text: strings.Join(turn.Actions, " "), Href: b.gamePath() + "/turns/" + strconv.Itoa(turn.Number),
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
	case errors.As(b.draft.Err, &refusal):
		return b.refusal(refusal)
	case b.draft.Err != nil:
		return &Problem{Text: ErrorText(b.T, b.draft.Err)}
	}
	return nil
}

func (b *tableBuilder) refusal(refusal *rules.Refusal) *Problem {
	instead := make([]string, len(refusal.Instead))
	for i, action := range refusal.Instead {
		instead[i] = b.draft.State.Text(action)
	}
	p := &Problem{
		Text: b.T.T(refusal.Key, "Action", b.draft.Refused, "Instead", strings.Join(instead, ", ")),
		Rule: refusal.Rule,
	}
	if p.Rule != "" {
		p.Href = RuleHref(b.info.Key, p.Rule)
	}
	return p
}

// steps lists the actions of the draft, each with the way back to it.
func (b *tableBuilder) steps() []Step {
	steps := make([]Step, len(b.draft.Texts))
	for i, text := range b.draft.Texts {
		steps[i] = Step{Text: text, Link: b.draftLink(b.draft.Texts[:i+1], nil)}
	}
	return steps
}

// undo takes back the player's last pick, or else the last action.
func (b *tableBuilder) undo(p picking) *Link {
	if n := len(b.Picks); n > 0 && len(p.cells) > 0 {
		link := b.draftLink(b.draft.Texts, b.Picks[:n-1])
		return &link
	}
	if n := len(b.draft.Texts); n > 0 {
		link := b.draftLink(b.draft.Texts[:n-1], nil)
		return &link
	}
	return nil
}

func (b *tableBuilder) pickedCells(board rules.Board) []hex.Cell {
	var cells []hex.Cell
	for _, name := range b.Picks {
		for _, c := range board.Cells {
			if c.Name == name {
				cells = append(cells, c.Cell)
			}
		}
	}
	return cells
}

// clickLink makes the link of a cell from what clicking it leads to.
func (b *tableBuilder) clickLink(p picking, board rules.Board) func(hex.Cell, click) *Link {
	names := make(map[hex.Cell]string, len(board.Cells))
	for _, c := range board.Cells {
		names[c.Cell] = c.Name
	}
	return func(cell hex.Cell, to click) *Link {
		var link Link
		if to.whole {
			link = b.actionLink(p.choices[to.choice].action)
		} else {
			var picks []string
			for _, c := range p.cells {
				picks = append(picks, names[c])
			}
			link = b.draftLink(b.draft.Texts, append(picks, names[cell]))
		}
		return &link
	}
}

// actionLink adds an action to the draft; when that makes the turn whole and
// the player does not want to confirm, it commits the turn.
func (b *tableBuilder) actionLink(action rules.Action) Link {
	st := b.draft.State
	texts := append(slices.Clone(b.draft.Texts), st.Text(action))
	link := b.draftLink(texts, nil)
	if b.Viewer.Confirm {
		return link
	}
	after := st.Clone()
	after.Play(action)
	if after.Turn().Seat != 0 && after.Turn().Number == st.Turn().Number {
		return link
	}
	vals, err := json.Marshal(map[string]string{"draft": joinDraft(texts), "ply": strconv.Itoa(b.rec.Ply())})
	if err != nil {
		return link // a map of strings always marshals
	}
	link.Get, link.Post, link.Vals = "", b.gamePath()+"/turns", string(vals)
	return link
}

// draftLink leads to the board with a draft and picks.
func (b *tableBuilder) draftLink(texts, picks []string) Link {
	var query []string
	if len(texts) > 0 {
		query = append(query, "draft="+escape(joinDraft(texts)))
	}
	for _, name := range picks {
		query = append(query, "pick="+escape(name))
	}
	link := Link{Href: b.gamePath(), Get: b.gamePath() + "/board"}
	if len(query) > 0 {
		link.Href += "?" + strings.Join(query, "&")
		link.Get += "?" + strings.Join(query, "&")
	}
	return link
}

// joinDraft writes a draft as record.Draft reads it.
func joinDraft(texts []string) string { return strings.Join(texts, ",") }

// escape makes text fit for a query, where a comma may stand as it is.
func escape(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "%2C", ",")
}

func (b *tableBuilder) choices(p picking) []Choice {
	choices := make([]Choice, len(p.choices))
	for i, c := range p.choices {
		choices[i] = Choice{
			Text: b.draft.State.Text(c.action), Words: b.words(c.action),
			Button: len(c.picks) <= len(p.cells), Link: b.actionLink(c.action),
		}
		if p.lettered() {
			choices[i].Letter = letter(i)
		}
	}
	return choices
}

// words describes an action; the text is the game's for its kind.
func (b *tableBuilder) words(action rules.Action) string {
	key := b.info.Key + ".action." + b.info.Kinds[action.Kind]
	way := ""
	if action.Way != hex.None {
		way = b.T.T(b.info.Key + ".way." + action.Way.String())
	}
	text := b.draft.State.Text(action)
	picks := b.draft.State.Picks(action)
	from := ""
	if len(picks) > 0 && len(picks[0]) == 1 {
		from = cellName(b.draft.State.Board(), picks[0][0])
	}
	return b.T.T(key, "Text", text, "From", from, "Way", way)
}

func cellName(board rules.Board, cell hex.Cell) string {
	for _, c := range board.Cells {
		if c.Cell == cell {
			return c.Name
		}
	}
	return cell.String()
}

// status says in words what is expected of whom.
func (b *tableBuilder) status(p picking, board rules.Board) string {
	t := b.T
	if _, over := b.rec.Result(); over {
		return b.resultWords()
	}
	if b.Game.Waiting {
		return t.T("play.waiting")
	}
	seat := b.rec.State().Turn().Seat
	colour := t.T("colour." + b.info.Colours[seat-1])
	if !b.mine {
		return t.T("play.theirs", "Player", b.Game.Players[seat-1], "Colour", colour)
	}
	if b.draft.Done {
		return t.T("play.confirm")
	}
	return colour + ": " + b.prompt(p, board)
}

// prompt says what the player is to pick next.
func (b *tableBuilder) prompt(p picking, board rules.Board) string {
	key := b.info.Key + ".prompt." + b.info.Kinds[p.choices[0].action.Kind]
	if len(p.cells) > 0 {
		return b.T.T(key+".to", "Cell", cellName(board, p.cells[len(p.cells)-1]))
	}
	return b.T.T(key)
}

// resultWords says how the game ended and why.
func (b *tableBuilder) resultWords() string {
	result, _ := b.rec.Result()
	t, why := b.T, b.T.T("reason."+string(result.Reason))
	winners := result.Winners()
	if len(winners) == 0 {
		return t.T("result.draw", "Reason", why)
	}
	names := make([]string, len(winners))
	for i, seat := range winners {
		names[i] = b.Game.Players[seat-1] + " (" + t.T("colour."+b.info.Colours[seat-1]) + ")"
	}
	who := strings.Join(names, ", ")
	if result.Scored {
		return t.T("result.win-points", "Winner", who, "Points", result.Points(winners[0]), "Reason", why)
	}
	return t.T("result.win", "Winner", who, "Reason", why)
}

// title is the page's: it tells in a list of tabs whose turn it is.
func (b *tableBuilder) title(table Table) string {
	key := "play.title.theirs"
	switch {
	case table.Over:
		key = "play.title.over"
	case b.Game.Waiting:
		key = "play.title.waiting"
	case b.mine:
		key = "play.title.mine"
	}
	return b.T.T(key, "Game", table.Game, "Players", strings.Join(b.versus(), fmt.Sprintf(" %s ", b.T.T("play.versus"))))
}

func (b *tableBuilder) versus() []string {
	var names []string
	for _, name := range b.Game.Players {
		if name != "" {
			names = append(names, name)
		}
	}
	return names
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
