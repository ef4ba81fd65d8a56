package learn

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/rules/lesson"
	"hexclub/rules/record"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/table"
)

// A LessonInput is what the address of a lesson says, and who looks.
type LessonInput struct {
	T      *i18n.Catalog
	Club   string // what it is called
	Course *lesson.Course
	Lesson *lesson.Lesson
	Look   page.Look
	Place  page.Place
	URL    func(path string) string // the full address of a path
	Line   string                   // actions of the learner so far, as lesson.Run takes them
	Slips  int                      // tries before this one, up to MaxSlips
	Hints  int                      // that have been asked for
	Shown  bool                     // the solution has been
	table.Pointing
}

// MaxSlips is the maximum number of counted mistakes.
const MaxSlips = 9

// A LessonPage is the page of a lesson.
type LessonPage struct {
	page.Frame
	Lesson Lesson
}

// A Lesson is a lesson as a learner has played it so far.
type Lesson struct {
	table.Play

	Run   *lesson.Run
	Club  string // what it is called
	Place page.Place
	Texts LessonTexts
	Try   LessonTry
	Links LessonLinks
	Share page.Share
}

// LessonTexts are the words of a lesson. Task, Done, Wrong and Hints are Markdown.
type LessonTexts struct {
	Course string // name of the course
	Name   string
	At     string // "3 of 11", "Extra 1 of 2"
	Number int    // of the lesson, from 1
	Of     int    // main lessons, or extras
	Task   string
	Done   string   // for a solved lesson
	Wrong  string   // why an action was wrong; empty if none was
	Hints  []string // shown so far
}

// A LessonTry is how far the learner has come.
type LessonTry struct {
	Solved, Failed bool
	Stars          int
	Line, Tried    string // as the form that goes on sends them
	Hinted         string // number of hints shown; empty for none
	Played         string // number of actions of the line
}

// LessonLinks lead on from a lesson.
type LessonLinks struct {
	MoreHints      *page.Link // nil if there are no more
	Solution       *page.Link // nil while the learner has something else to try
	Retry          *page.Link // nil at the start
	Page           string     // address of the lesson's start
	All            string     // address of the course
	Extras         string     // address of the extras, after the last main lesson; empty for none
	Next, Previous string     // addresses of lessons; empty for none
	Rule, RuleHref string     // to the rule that it is about
	Forward, Back  *page.Link // on a projector: a step of the solution, or the next or previous lesson
	Hide           *page.Link // on a projector: the start, while the answer is shown
}

// counted reports whether the seats have numbers that the board shows.
func (l Lesson) counted() bool {
	return slices.ContainsFunc(l.Seats, func(s table.Seat) bool { return len(s.Counts) > 0 || s.Supply.Number != "" || s.Points != "" })
}

// named returns the names of the cells that the texts emphasise.
func (t LessonTexts) named(drawn rules.Board) map[string]bool {
	text := strings.Join(append([]string{t.Task, t.Done, t.Wrong}, t.Hints...), " ")
	named := map[string]bool{}
	for _, c := range drawn.Cells {
		if strings.Contains(text, "**"+c.Name+"**") {
			named[c.Name] = true
		}
	}
	return named
}

// LessonHref returns the address of a lesson.
func LessonHref(l *lesson.Lesson) string { return "/learn/" + l.Key() }

// NewLesson returns the lesson that an address describes. It skips unreadable or illegal parts of
// the address, and shows an error about them. The error is the context's.
func NewLesson(ctx context.Context, in LessonInput) (Lesson, error) {
	b := &lessonBuilder{LessonInput: in, text: in.Lesson.Text(in.T.Tag)}
	if err := b.run(ctx); err != nil {
		return Lesson{}, err
	}
	return b.build(), nil
}

// lessonBuilder carries what the parts of a lesson's page share.
type lessonBuilder struct {
	LessonInput
	text lesson.Text
	r    *lesson.Run
	tb   *table.Builder
}

// run plays what the address says. A claim that is right is played, too.
func (b *lessonBuilder) run(ctx context.Context) (err error) {
	if b.r, err = b.Lesson.Run(ctx, b.Line); err != nil {
		return err
	}
	b.tb = table.NewSolo(b.T, b.Look, b.r.Record)
	b.tb.Secret = b.Lesson.Secret && len(b.r.Line) == 0
	if b.r.Outcome != lesson.Open {
		return nil
	}
	if claimed := b.tb.Choose(b.Pointing, b); claimed != nil {
		b.Line, b.Pointing = table.JoinDraft(append(slices.Clone(b.r.Line), b.r.Record.State().Text(*claimed))), table.Pointing{}
		return b.run(ctx)
	}
	return nil
}

func (b *lessonBuilder) build() Lesson {
	t, l, info := b.T, b.Lesson, b.tb.Info
	at, of := "learn.at", len(b.Course.Like(l))
	if l.Extra {
		at = "learn.at-extra"
	}
	v := Lesson{
		Run: b.r, Club: page.ClubName(b.Club), Place: b.Place,
		Texts: LessonTexts{
			Course: t.T(info.Key + ".name"), Name: b.text.Title, Task: b.text.Task,
			At:     t.T(at, "Number", strconv.Itoa(l.Number), "Of", strconv.Itoa(of)),
			Number: l.Number, Of: of,
			Hints: b.text.Hints[:min(b.LessonInput.Hints, len(b.text.Hints))],
		},
		Try: LessonTry{
			Line: table.JoinDraft(b.r.Line), Played: strconv.Itoa(len(b.r.Line)), Tried: strconv.Itoa(b.Slips),
			Solved: b.r.Outcome == lesson.Solved, Failed: b.r.Outcome == lesson.Failed,
		},
		Links: LessonLinks{Rule: page.RuleLinkText(t, l.Rule), RuleHref: page.RuleHref(info.Key, l.Rule), All: page.CourseHref(info.Key), Page: LessonHref(l)},
	}
	v.Play = table.Play{
		T: t, Head: table.Head{Key: info.Key, Game: v.Texts.Course, Title: page.SiteTitle(t.T("learn.title", "Lesson", v.Texts.Name, "Game", v.Texts.Course), b.Club), Heading: v.Texts.Name, Counted: b.tb.Counted()},
		Seats: b.tb.Seats(), Counts: b.tb.Counts(0), Tools: table.Tools{Return: b.link(b.r.Line, "").Href, Turn: table.NextTurn(b.Look)},
	}
	for i := range v.Seats {
		v.Seats[i].ToAct = v.Seats[i].ToAct && !v.Try.Solved && !v.Try.Failed
	}
	v.Seats[l.Learner()-1].You = true
	b.choosing(&v)
	b.outcome(&v)
	b.beside(&v)
	before, turns := b.since()
	v.Status.Last = b.describe(before, turns)
	d := b.tb.Drawing()
	if len(turns) > 0 {
		done := board.NewTrace(before.Clone(), actionsOf(before, turns))
		d.Last, d.Before, d.Steps, d.Stepped, d.Flights = board.Changed(before.Board(), b.tb.Board), before.Board().Cells, done.Steps, true, done.Flights
	}
	d.Named = v.Texts.named(b.tb.Board)
	if len(v.Texts.Hints) > 0 {
		d.Hint = b.looked()
	}
	v.Board = table.Fitted(board.New(t, info, b.tb.Board, d))
	v.Share = page.NewShare(t, b.URL, LessonHref(l), v.Texts.Name)
	return v
}

// looked returns the cells that the hints are about.
func (b *lessonBuilder) looked() map[hex.Cell]bool {
	cells := map[hex.Cell]bool{}
	for _, c := range b.tb.Board.Cells {
		if slices.Contains(b.r.Look(), c.Name) {
			cells[c.Cell] = true
		}
	}
	return cells
}

// choosing fills in how the next action is chosen, and what was wrong with one.
func (b *lessonBuilder) choosing(v *Lesson) {
	c := b.tb.Chooser
	if c == nil {
		v.Status.Over = true
		return
	}
	v.Status.Mine, v.Status.Text, v.Tools.Return = true, b.tb.ColourAndPrompt(), b.At(c.Pointed()).Href
	c.Fill(&v.Draft)
	begun := min(c.State.Turn().Action, len(b.r.Line)) // actions of the turn in the making
	if v.Draft.Undo = c.UndoPick(); v.Draft.Undo == nil && begun > 0 {
		before := b.link(b.r.Line[:len(b.r.Line)-1], "")
		v.Draft.Undo = &before
	}
	wrong := b.r.Wrong
	if b.r.Err != nil {
		v.Status.Problem = page.NewProblem(b.T, b.tb.Info, b.r.Record.State(), b.r.Refused, b.r.Err)
	} else if v.Status.Problem = c.Problem(); c.Refused != nil {
		wrong = b.r.Explain(c.Wrong)
	}
	if wrong != nil {
		v.Texts.Wrong = b.text.Wrong[wrong.Name]
	}
	b.Place.Leave(v.Status.Problem)
	b.Place.Leave(v.Draft.Compulsory)
}

// since returns the position at the start of the learner's last turn, and the turns from there
// on.
func (b *lessonBuilder) since() (before rules.State, turns []record.Turn) {
	all := b.r.Record.Turns()
	first := len(all)
	for i, turn := range all {
		if turn.Seat == b.Lesson.Learner() {
			first = i
		}
	}
	if first == len(all) {
		return b.r.Record.State(), nil
	}
	then, err := b.r.Record.At(context.Background(), first) // of a few turns
	if err != nil {                                         // it was reached
		return b.r.Record.State(), nil
	}
	return then.State(), all[first:]
}

// actionsOf returns all actions of some turns.
func actionsOf(before rules.State, turns []record.Turn) (actions []rules.Action) {
	for _, turn := range turns {
		actions = append(actions, table.ParseActions(before, turn.Actions)...)
	}
	return actions
}

// describe puts turns into words, because learners do not know notation yet.
func (b *lessonBuilder) describe(before rules.State, turns []record.Turn) string {
	as, st := *b.tb, before.Clone()
	as.Viewer.Seats = []rules.Seat{b.Lesson.Learner()}
	var sentences []string
	for _, turn := range turns {
		sentences = append(sentences, as.Describe(st, turn))
		for _, action := range table.ParseActions(st, turn.Actions) {
			st.Play(action)
		}
	}
	return strings.Join(sentences, " ")
}

// outcome shows the result of the learner's turns.
func (b *lessonBuilder) outcome(v *Lesson) {
	slips := b.Slips + len(v.Texts.Hints)
	switch {
	case v.Try.Solved && b.Shown:
		v.Texts.Done, v.Status.Text = b.text.Done, b.T.T("learn.shown")
	case v.Try.Solved:
		v.Try.Stars = b.r.Stars(slips)
		v.Texts.Done, v.Status.Text = b.text.Done, b.T.N("learn.solved", v.Try.Stars)
	case v.Try.Failed:
		v.Status.Text, v.Texts.Wrong = b.T.T("learn.failed"), b.T.T("learn.not-it")
		if b.r.Wrong != nil {
			v.Texts.Wrong = b.text.Wrong[b.r.Wrong.Name]
		}
	}
	if v.Try.Solved || v.Try.Failed || b.r.Played > 0 && v.Draft.Undo == nil {
		retry := *b
		retry.LessonInput.Hints, retry.Shown = 0, false
		if !v.Try.Solved || b.Shown {
			retry.Slips = min(slips+1, MaxSlips)
		}
		again := retry.link(nil, "")
		v.Links.Retry = &again
	}
	if v.Try.Solved {
		if n := len(v.Texts.Hints); n > 0 {
			v.Try.Hinted = strconv.Itoa(n)
		}
		v.Texts.Hints = nil
		return
	}
	further := *b
	further.LessonInput.Hints = len(v.Texts.Hints) + 1
	switch more := further.link(b.r.Line, ""); {
	case len(v.Texts.Hints) < len(b.text.Hints):
		v.Links.MoreHints = &more
	case v.Try.Failed || b.Slips > 0:
		further.Shown = true
		solution := further.lineLink(table.JoinDraft(b.Lesson.Solutions[0]), "")
		v.Links.Solution = &solution
	}
}

// beside fills in where one can go from here.
func (b *lessonBuilder) beside(v *Lesson) {
	v.Links.Next, v.Links.Previous = b.beyond(b.Lesson.Number+1), b.beyond(b.Lesson.Number-1)
	if !b.Lesson.Extra && v.Links.Next == "" && len(b.Course.Extras()) > 0 {
		v.Links.Extras = v.Links.All + "#extras"
	}
	if b.Place == page.Projector {
		b.walk(v)
		b.answer(v)
	}
}

// walk fills in where arrow keys lead on a projector. They replace the lesson in place, so that a full screen stays full.
func (b *lessonBuilder) walk(v *Lesson) {
	switch next := b.stepOfSolution(); {
	case next != nil:
		v.Links.Forward = next
	case v.Try.Failed:
		v.Links.Forward = v.Links.Retry
	case v.Links.Next != "":
		v.Links.Forward = b.lessonAt(b.Lesson.Number + 1)
	}
	switch {
	case len(b.r.Line) > 0:
		before := b.link(b.r.Line[:len(b.r.Line)-1], "")
		v.Links.Back = &before
	case v.Links.Previous != "":
		v.Links.Back = b.lessonAt(b.Lesson.Number - 1)
	}
}

// answer fills in the links that show the answer on a projector, and hide it again.
func (b *lessonBuilder) answer(v *Lesson) {
	start := *b
	start.LessonInput.Hints, start.Shown, start.Slips = 0, false, 0
	if !v.Try.Solved {
		start.Shown = true
		solution := start.lineLink(table.JoinDraft(b.Lesson.Solutions[0]), "")
		v.Links.Solution = &solution
		return
	}
	hide := start.link(nil, "")
	v.Links.Hide, v.Links.Retry = &hide, nil
}

// beyond returns the address of the lesson with that number, at the same kind of place.
func (b *lessonBuilder) beyond(number int) string {
	if to := b.lessonAt(number); to != nil {
		return to.Href
	}
	return ""
}

// lessonAt returns the link to the main lesson, or the extra, with that number, at the same kind of place; nil for none.
func (b *lessonBuilder) lessonAt(number int) *page.Link {
	lessons := b.Course.Like(b.Lesson)
	if number < 1 || number > len(lessons) {
		return nil
	}
	link := page.PageLink(b.Place.Path(LessonHref(lessons[number-1])), "/board", b.Place.Language(b.T))
	return &link
}

// stepOfSolution returns the lesson with the next action of a solution that begins like the
// learner's line; nil if there is none.
func (b *lessonBuilder) stepOfSolution() *page.Link {
	if b.r.Outcome != lesson.Open {
		return nil
	}
	for _, solution := range b.Lesson.Solutions {
		actions := b.Lesson.Actions(solution)
		n := len(b.r.Line)
		if n < len(actions) && slices.Equal(actions[:n], b.r.Line) {
			link := b.link(actions[:n+1], "")
			return &link
		}
	}
	return nil
}

// After returns the lesson with an action played. The action that completes a turn is sent as a
// form, so that a solved lesson is stored, except for a lesson embedded in another site.
func (b *lessonBuilder) After(action rules.Action) page.Link {
	st := b.r.Record.State()
	link := b.link(append(slices.Clone(b.r.Line), st.Text(action)), "")
	if b.Place != page.OnSite {
		return link
	}
	if b.tb.Scratch == nil {
		b.tb.Scratch = st.Clone()
	}
	b.tb.Scratch.Set(st)
	b.tb.Scratch.Play(action)
	if turn := b.tb.Scratch.Turn(); turn.Seat == 0 || turn.Number != st.Turn().Number {
		link.Get, link.Post = "", link.Href
	}
	return link
}

// At returns the lesson with a part of it pointed at. Declaring a claim may solve the lesson, as
// a turn may.
func (b *lessonBuilder) At(p table.Pointing) page.Link {
	link := b.link(b.r.Line, p.Query(nil))
	if p.Declare && b.Place == page.OnSite {
		link.Get, link.Post = "", link.Href
	}
	return link
}

func (b *lessonBuilder) link(line []string, more string) page.Link {
	return b.lineLink(table.JoinDraft(line), more)
}

// lineLink leads to the lesson with a line of actions, with a further part of the
// query.
func (b *lessonBuilder) lineLink(line, more string) page.Link {
	query := ""
	if line != "" {
		query += "&line=" + page.Escape(line)
	}
	if b.Slips > 0 {
		query += "&tried=" + strconv.Itoa(b.Slips)
	}
	if b.LessonInput.Hints > 0 {
		query += "&hints=" + strconv.Itoa(b.LessonInput.Hints)
	}
	if b.Shown {
		query += "&shown=1"
	}
	return page.PageLink(b.Place.Path(LessonHref(b.Lesson)), "/board", query+b.Place.Language(b.T)+more)
}
