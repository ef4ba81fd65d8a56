package learn

import (
	"errors"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/setup"
	"hexclub/views/table"
)

// Lengths in bytes of what an address of a sandbox may hold.
const (
	maxPosition = 2048
	maxLine     = 2048
	maxEdits    = 1024
)

// An AnalysisInput is what the address of a sandbox says, and who looks.
type AnalysisInput struct {
	T        *i18n.Catalog
	Club     string // what it is called
	Game     rules.Game
	Look     page.Look
	Place    page.Place
	Query    string                     // of the address as it was asked for
	URL      func(path string) string   // the full address of a path
	Option   func(option string) string // asked for by the form, empty for what the position says
	Games    []string                   // keys of all games there are
	Position string                     // to start from, as rules.State.Position writes it; empty for the game's own start
	Line, At string                     // actions from there, and how many of them are shown; empty for all
	More     string                     // further ones, as somebody wrote them
	Hint     *table.HintInput           // what is suggested at the position; nil where nothing is
	Editing  Editing
	From     string // id of the game that it was opened from; empty for none
	table.Pointing
}

// Editing has the state of the editor of positions.
type Editing struct {
	On    bool
	Edits string // made so far, as Edit.String writes them, with spaces between
	Brush string // what the next click puts on the board
}

// An AnalysisPage is the page of a sandbox.
type AnalysisPage struct {
	page.Frame
	Analysis Analysis
}

// An Analysis is the part of a sandbox's page that changes with each click: a
// position outside of any game, and the line of actions that it lies on.
type Analysis struct {
	table.Play

	Address  AnalysisAddress
	Line     AnalysisLine
	Position AnalysisPosition
	Restart  page.Link // the game's own start
	Edit     page.Link // edits the board as it is
	Editor   *Editor   // nil while the board is played on
	Place    page.Place
	Share    page.Share
	Options  []setup.Question
	Games    []GameLink
	shown    string // address on the site of the position as it stands
}

// An AnalysisAddress is where the forms of a sandbox lead.
type AnalysisAddress struct {
	Page, Fragment string
	From, Back     string // id and address of the game from which the sandbox was opened; empty for none
}

// An AnalysisLine is the line of actions that a position lies on.
type AnalysisLine struct {
	Base   string // position that the line starts from; empty for the game's own start
	Text   string // the actions, as forms send them
	At, Of string // number of actions that are played, and of all
	Turns  []AnalysisTurn
	Walk   Walk
	Rebase *page.Link // a new line from here; nil at the start
	Anew   page.Link  // the start of the line
}

// An AnalysisPosition is a position as texts, and the addresses of its pictures.
type AnalysisPosition struct {
	Text     string
	Written  string // value of the field for positions
	Unread   string // actions that were written and could not be played
	SVG, PNG string // addresses of pictures; empty while there is no position
	Record   string // the record of the line
}

// Site returns the address of the current position on the site.
func (a Analysis) Site() string { return a.shown }

// A Walk is where one can go along a line; nil is nowhere.
type Walk struct{ First, Previous, Next, Last *page.Link }

// An AnalysisTurn is one turn of a line.
type AnalysisTurn struct {
	Colour  string
	Actions []AnalysisAction
}

// An AnalysisAction is one action of a line.
type AnalysisAction struct {
	Text, Label string
	At          string // how many actions there are with it
	Current     bool   // it is the last one shown
}

// A GameLink leads to the sandbox of a game.
type GameLink struct {
	Name, Href string
	Current    bool
}

// NewAnalysis returns the sandbox that an address describes. It skips unreadable or illegal parts
// of the address, and shows an error about them.
func NewAnalysis(in AnalysisInput) Analysis {
	s := readSandbox(in)
	a := Analysis{
		Place: in.Place, Address: AnalysisAddress{Page: s.path, Fragment: s.path + "/board"},
		Line: AnalysisLine{
			Base: s.base, Text: table.JoinDraft(s.line), At: strconv.Itoa(s.shown), Of: strconv.Itoa(len(s.line)), Anew: s.link(s.base, nil, 0, ""),
		},
		Position: AnalysisPosition{Text: s.rec.State().Position(), Unread: s.unread},
		Restart:  s.restart(), Edit: s.link(s.base, s.line, s.shown, "&edit=on"),
		Options: s.options(), Games: s.games(),
	}
	if table.FromGameQuery(in.From) != "" {
		a.Address.From, a.Address.Back = in.From, "/games/"+in.From
	}
	if s.edits() {
		s.edit(&a)
	} else {
		s.play(&a)
	}
	a.Position.Written = a.Position.Text
	if s.misread != "" {
		a.Position.Written = s.misread
	}
	a.Share = page.NewShare(in.T, in.URL, a.shown, a.Head.Heading)
	if a.Status.Problem != nil && in.Query != "" { // what was asked for stays in the address
		a.Tools.Return = s.path + "?" + in.Query
	}
	return a
}

// play fills in the position as it is played from.
func (s *sandbox) play(a *Analysis) {
	t := s.in.T
	a.Play = s.newPlay()
	a.Tools.Return, a.shown = s.At(s.pointed()).Href, s.siteHref()
	if s.chooser != nil {
		a.Status.Mine, a.Status.Text = true, s.tb.ColourAndPrompt()
		s.choosing(&a.Draft)
		a.Hints = s.hints()
	} else {
		a.Status.Over, a.Status.Text = true, s.tb.ResultWords()
	}
	if a.Status.Problem = s.problem; a.Status.Problem == nil && s.chooser != nil {
		a.Status.Problem = s.chooser.Problem()
	}
	s.in.Place.Leave(a.Status.Problem)
	s.in.Place.Leave(a.Draft.Compulsory)
	a.Status.Last = s.tb.LastWords()
	a.Board = table.Fitted(board.New(t, s.info, s.tb.Board, s.tb.Drawing()))
	a.Line.Turns = s.lines()
	s.walk(a)
	a.Position.SVG, a.Position.PNG = s.picture("board.svg"), s.picture("board.png")
	a.Position.Record = s.rec.Sheet(s.tb.Game.Players).String()
}

// newPlay returns the parts of a sandbox that are shown both for playing and for editing.
func (s *sandbox) newPlay() table.Play {
	t := s.in.T
	name := t.T(s.info.Key + ".name")
	title := t.T("analysis.title", "Game", name)
	return table.Play{
		T: t, Head: table.Head{Key: s.info.Key, Game: name, Title: page.SiteTitle(title, s.in.Club), Heading: title, Counted: s.tb.Counted()},
		Seats: s.tb.Seats(), Counts: s.tb.Counts(0), Tools: table.Tools{Turn: table.NextTurn(s.in.Look)},
	}
}

// choosing fills in how the next action is chosen.
func (s *sandbox) choosing(d *table.Draft) {
	c := s.chooser
	c.Fill(d)
	if d.Undo = c.UndoPick(); d.Undo == nil && s.shown > 0 {
		before := s.link(s.base, s.line, s.shown-1, "")
		d.Undo = &before
	}
}

// lines returns the whole line, turn by turn.
func (s *sandbox) lines() []AnalysisTurn {
	var lines []AnalysisTurn
	n := 0
	for _, turn := range s.whole.Turns() {
		line := AnalysisTurn{Colour: s.info.Colours[turn.Seat-1]}
		for _, text := range turn.Actions {
			n++
			line.Actions = append(line.Actions, AnalysisAction{
				Text: text, Label: s.in.T.T("play.turn-line", "Number", strconv.Itoa(turn.Number), "Colour", s.colour(turn.Seat), "Turn", text),
				At: strconv.Itoa(n), Current: n == s.shown,
			})
		}
		lines = append(lines, line)
	}
	return lines
}

// walk fills in where one can go along the line.
func (s *sandbox) walk(a *Analysis) {
	to := func(n int) *page.Link {
		link := s.link(s.base, s.line, n, "")
		return &link
	}
	if s.shown > 0 {
		a.Line.Walk.First, a.Line.Walk.Previous = to(0), to(s.shown-1)
		rebase := s.link(s.baseOf(s.rec.State()), nil, 0, "")
		a.Line.Rebase = &rebase
		if s.chooser == nil {
			a.Draft.Undo = a.Line.Walk.Previous
		}
	}
	if s.shown < len(s.line) {
		a.Line.Walk.Next, a.Line.Walk.Last = to(s.shown+1), to(len(s.line))
	}
}

// options returns the form that chooses the options of the game.
func (s *sandbox) options() []setup.Question {
	b := setup.Builder{T: s.in.T, Info: s.info}
	questions := make([]setup.Question, len(s.info.Options))
	for i, option := range s.info.Options {
		questions[i] = b.Option(option)
		questions[i].Choose(s.rec.Setup().Options[option.Key])
	}
	return questions
}

func (s *sandbox) games() []GameLink {
	links := make([]GameLink, len(s.in.Games))
	for i, key := range s.in.Games {
		links[i] = GameLink{Name: s.in.T.T(key + ".name"), Href: "/analysis/" + key, Current: key == s.info.Key}
	}
	return links
}

// whyNot returns why a text is not a position.
func whyNot(t *i18n.Catalog, err error) string {
	var known *rules.Error
	if errors.As(err, &known) && known.Format != "" {
		return t.Detail(known.Format, known.Args...)
	}
	return page.ErrorText(t, err)
}

// colour returns the name of a seat's colour.
func (s *sandbox) colour(seat rules.Seat) string { return page.SeatColour(s.in.T, s.info, seat) }

// picture returns the address of a picture of the board in the reader's look.
func (s *sandbox) picture(file string) string { return s.pictureOf(file, s.base, s.line, s.shown) }

func (s *sandbox) pictureOf(file, base string, line []string, shown int) string {
	query := s.query(base, line, shown)
	if s.in.Look.Turn > 0 {
		query += "&turn=" + strconv.Itoa(s.in.Look.Turn)
	}
	if !s.in.Look.Names {
		query += "&names=off"
	}
	return s.path + "/" + file + strings.Replace(query, "&", "?", 1)
}
