package table

import (
	"context"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/board"
	"hexclub/views/page"
)

// A Moment is a point in a game as played: after a turn, 0 for the start, or within one.
type Moment struct {
	Turn int
	Step int // so many of the turn's actions were played, 0 for all
}

// A Replay is the position of a replay page and its links. Missing links are empty.
type Replay struct {
	Turn, Step                  string // in words
	First, Previous, Next, Last string
	Stepped                     bool // some turn has several actions
	StepPrevious, StepNext      string
	Steps                       []StepLine  // of the turn shown, if it has several
	Live                        string      // back to the game
	Play                        string      // shows the turn as an animation
	Still                       string      // shows it without, while it is shown so
	Film                        *board.Film // the animation; nil without
}

// A StepLine is one action of the turn shown.
type StepLine struct {
	Text    string
	Label   string
	Href    string
	Current bool
}

// NewReplay returns the table at a moment, with an animation of the turn that led there if play is set. A moment
// that does not exist is an *rules.Error of kind NotFound, and so is the last step of a turn, which is the whole
// turn. When ctx is done, replaying stops with its error.
func NewReplay(ctx context.Context, in Input, at Moment, play bool) (Table, error) {
	explore := in.mayExplore()
	in.Viewer, in.Draft, in.More, in.Pointing = Viewer{}, "", "", Pointing{}
	in.Game.Room, in.Game.Clocks, in.Game.After.Changes = nil, Clocks{}, nil // these are about now
	r := replayBuilder{whole: in.Game.Record, at: at}
	turns := newBuilder(in).allTurns(at.Turn)
	if at != r.last() { // the last turn is shown with how the game ended
		then, err := r.then(ctx)
		if err != nil {
			return Table{}, err
		}
		in.Game.Record = then
	}
	r.Builder = newBuilder(in)
	table := r.build()
	r.words(&table)
	d := r.drawing()
	table.Board = Fitted(board.New(r.T, r.Info, r.Board, d))
	table.Turns, table.Status.Watching, table.Status.LookAgain, table.Tools.Return = turns, false, "", r.href(at)
	if !explore {
		table.Explore = ""
	}
	table.Replay = r.replay()
	if !r.Look.Table && (at.Step > 0 || len(d.Last) > 0) {
		table.Replay.Play = r.href(Moment{Turn: at.Turn}) + "?play=1"
	}
	if play && table.Replay.Play != "" && at.Step == 0 {
		table.Tools.Return, table.Replay.Still = table.Replay.Play, r.href(at)
		table.Replay.Film = r.film(table.Board, d)
	}
	return table, nil
}

// A replayBuilder makes the table at a moment.
type replayBuilder struct {
	*Builder // then
	whole    *record.Record
	at       Moment
}

// then returns the record up to the moment.
func (r *replayBuilder) then(ctx context.Context) (*record.Record, error) {
	switch {
	case r.at.Step == 0:
		return r.whole.At(ctx, r.at.Turn)
	case r.at.Step == r.count(r.at.Turn):
		return nil, rules.Errorf(rules.NotFound, "error.step", "step %d is all of turn %d", r.at.Step, r.at.Turn)
	}
	return r.whole.AtStep(ctx, r.at.Turn, r.at.Step)
}

// last returns the moment after all turns so far.
func (r *replayBuilder) last() Moment { return Moment{Turn: len(r.whole.Turns())} }

// count returns the number of actions of a turn, 0 for an unknown turn.
func (r *replayBuilder) count(turn int) int {
	if turn < 1 || turn > len(r.whole.Turns()) {
		return 0
	}
	return len(r.whole.Turns()[turn-1].Actions)
}

// step returns the moment after so many actions of a turn.
func (r *replayBuilder) step(turn, steps int) Moment {
	if steps == r.count(turn) {
		steps = 0
	}
	return Moment{turn, steps}
}

// steps returns how many actions of its turn were played at the moment.
func (r *replayBuilder) steps() int {
	if r.at.Step > 0 {
		return r.at.Step
	}
	return r.count(r.at.Turn)
}

// href returns the address of a moment.
func (r *replayBuilder) href(at Moment) string {
	address := r.path + "/turns/" + strconv.Itoa(at.Turn)
	if at.Step > 0 {
		address += "/" + strconv.Itoa(at.Step)
	}
	return address
}

// replay returns the position of the page and its links.
func (r *replayBuilder) replay() *Replay {
	at, last := r.at, r.last()
	replay := &Replay{Turn: r.turnWords(), Live: r.path}
	if at.Turn > 0 {
		replay.First, replay.Previous = r.href(Moment{}), r.href(Moment{Turn: at.Turn - 1})
	}
	if at != last {
		next := at.Turn + 1
		if at.Step > 0 {
			next = at.Turn
		}
		replay.Next, replay.Last = r.href(Moment{Turn: next}), r.href(last)
	}
	if slices.ContainsFunc(r.whole.Turns(), func(t record.Turn) bool { return len(t.Actions) > 1 }) {
		r.byStep(replay)
	}
	return replay
}

// byStep adds the links to single steps.
func (r *replayBuilder) byStep(replay *Replay) {
	turn, steps, count := r.at.Turn, r.steps(), r.count(r.at.Turn)
	switch {
	case steps > 1:
		replay.StepPrevious = r.href(r.step(turn, steps-1))
	case turn > 0:
		replay.StepPrevious = r.href(Moment{Turn: turn - 1})
	}
	switch {
	case steps < count:
		replay.StepNext = r.href(r.step(turn, steps+1))
	case turn < r.last().Turn:
		replay.StepNext = r.href(r.step(turn+1, 1))
	}
	replay.Stepped = true
	if turn > 0 {
		replay.Step = r.T.T("replay.step", "Step", strconv.Itoa(steps), "Steps", strconv.Itoa(count))
	}
	if count < 2 {
		return
	}
	for i, text := range r.whole.Turns()[turn-1].Actions {
		replay.Steps = append(replay.Steps, StepLine{
			Text: text, Href: r.href(r.step(turn, i+1)), Current: i+1 == steps,
			Label: r.T.T("replay.step-line", "Step", strconv.Itoa(i+1), "Action", text),
		})
	}
}

// turnWords describes the position of the page, without the step.
func (r *replayBuilder) turnWords() string {
	if r.at.Turn == 0 {
		return r.T.T("replay.start")
	}
	return r.T.T("replay.turn", "Turn", strconv.Itoa(r.at.Turn), "Turns", strconv.Itoa(r.last().Turn))
}

// words describes the position of the page and what was played there. The last turn of a finished game includes
// the result.
func (r *replayBuilder) words(table *Table) {
	t, place := r.T, r.turnWords()
	if r.at.Step > 0 {
		place = t.T("replay.turn-step", "Turn", strconv.Itoa(r.at.Turn), "Turns", strconv.Itoa(r.last().Turn),
			"Step", strconv.Itoa(r.at.Step), "Steps", strconv.Itoa(r.count(r.at.Turn)))
	}
	table.Head.Title = t.T("replay.title", "Place", place, "Game", table.Head.Game)
	if table.Status.Over && r.at == r.last() {
		return
	}
	table.Status.Last, table.Status.LastCode = t.T("replay.past", "Place", place), ""
	if r.at == r.last() {
		table.Status.Last = t.T("replay.present", "Place", place)
	}
	switch turns := r.Rec.Turns(); {
	case r.at.Step > 1:
		st, actions := r.lastStep()
		table.Status.Text = r.told(st, turns[r.at.Turn-1].Seat, actions)
	case len(turns) > 0:
		table.Status.Text = r.ToldWords(len(turns))
	}
}

// drawing returns the drawing of the board: a step shows only its own effects, and a board that grows shows the
// part of the plane that the turns around it need.
func (r *replayBuilder) drawing() board.Drawing {
	d := r.Builder.Drawing()
	if r.at.Step > 1 {
		st, actions := r.lastStep()
		d.Last = board.Changed(st.Board(), r.Board)
		done := board.NewTrace(st, ParseActions(st, actions))
		d.Steps, d.Flights = done.Steps, done.Flights
	}
	if r.Info.Grows {
		d.Before = board.GrowthCells(r.whole, r.at.Turn, d.Turn)
	}
	return d
}

// lastStep returns the last action of the turn shown, and a copy of the position before it.
func (r *replayBuilder) lastStep() (before rules.State, actions []string) {
	before, actions = r.Rec.Before().Clone(), r.Rec.Turns()[r.at.Turn-1].Actions
	last := r.at.Step - 1
	for _, action := range ParseActions(before, actions[:last]) {
		before.Play(action)
	}
	return before, actions[last:]
}

// inPlace makes the links of a replay page replace the table only. The page then keeps its scroll position
// ("none"), or scrolls to the top ("window:top").
func inPlace(replay *Replay, show string) templ.OrderedAttributes {
	if replay == nil {
		return nil
	}
	return templ.OrderedAttributes{
		page.Attribute("data-hx-boost", "true"), page.Attribute("data-hx-swap", "innerHTML show:"+show), page.Attribute("data-hx-sync", "#table:replace"),
	}
}

// stepAttributes marks the step at which the page is.
func stepAttributes(step StepLine) templ.OrderedAttributes {
	if !step.Current {
		return nil
	}
	return templ.OrderedAttributes{page.Attribute("aria-current", "step")}
}
