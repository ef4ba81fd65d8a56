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

// A Playing is how the turns of a replay follow each other: by themselves, each as an animation, or only on request.
type Playing struct {
	On    bool
	Speed Speed // the zero Speed is the usual one
}

// A Speed is a factor by which turns are played faster, as in addresses.
type Speed string

// Speeds lists the speeds, in the order in which readers change them. The first is the usual one.
func Speeds() []Speed { return []Speed{"1", "2", "0.5"} }

// Valid reports whether the speed is one of Speeds.
func (s Speed) Valid() bool { return slices.Contains(Speeds(), s) }

// words returns the speed as players know it: "½×".
func (s Speed) words() string { return map[Speed]string{"1": "1×", "2": "2×", "0.5": "½×"}[s] }

// next returns the speed after this one.
func (s Speed) next() Speed {
	all := Speeds()
	return all[(slices.Index(all, s)+1)%len(all)]
}

// A Replay is the position of a replay page and its links. Missing links are empty.
type Replay struct {
	First, Previous, Next, Last string // Next plays the next turn while turns are played
	Stepped                     bool   // some turn has several actions
	StepPrevious, StepNext      string
	Steps                       []StepLine // of the turn shown, if it has several
	Live                        string     // back to the game
	Turning                     *WordLink  // to the turn that decided; nil for none
	Player                      Player
	Film                        *board.Film // the turn as an animation; nil without
}

// A Player plays the turns of a replay.
type Player struct {
	Play, Pause string // links; Pause is empty unless turns are played
	Again       bool   // Play begins at the first turn, because this is the last one
	Speed       Speed
	Changed     WordLink // to the next speed
}

// A WordLink is a link and its words.
type WordLink struct{ Href, Words string }

// A StepLine is one action of the turn shown.
type StepLine struct {
	Text    string
	Label   string
	Href    string
	Current bool
}

// NewReplay returns the table at a moment, with an animation of the turn that led there if turns are played. A moment
// that does not exist is an *rules.Error of kind NotFound, and so is the last step of a turn, which is the whole
// turn. When ctx is done, replaying stops with its error.
func NewReplay(ctx context.Context, in Input, at Moment, playing Playing) (Table, error) {
	explore := in.mayExplore()
	in.Viewer, in.Draft, in.More, in.Pointing = Viewer{}, "", "", Pointing{}
	in.Game.Room, in.Game.Clocks, in.Game.After.Changes = nil, Clocks{}, nil // these are about now
	if !playing.Speed.Valid() {
		playing.Speed = Speeds()[0]
	}
	playing.On = playing.On && at.Step == 0 && at.Turn > 0
	r := replayBuilder{whole: in.Game.Record, at: at, playing: playing}
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
	for i := range table.Seats {
		table.Seats[i].ToAct = false // the position is in the past
	}
	table.Turns, table.Status.Watching, table.Status.LookAgain, table.Tools.Return = turns, false, "", r.link(at, playing.On)
	if explore {
		table.Pages.Present = r.present()
	} else {
		table.Pages.Explore = ""
	}
	table.Replay = r.replay()
	if table.Status.Over && at == r.last() {
		table.Replay.Turning = r.turning()
	}
	if playing.On && !r.Look.Table && len(d.Last) > 0 {
		table.Replay.Film = r.film(table.Board, d)
		table.Replay.Film.Class += map[Speed]string{"2": " fast", "0.5": " slow"}[playing.Speed]
	}
	return table, nil
}

// A replayBuilder makes the table at a moment.
type replayBuilder struct {
	*Builder // then
	whole    *record.Record
	at       Moment
	playing  Playing
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

// link returns the address of a moment, which keeps the speed.
func (r *replayBuilder) link(at Moment, play bool) string {
	switch {
	case play:
		return r.href(at) + "?play=" + string(r.playing.Speed)
	case r.playing.Speed != Speeds()[0]:
		return r.href(at) + "?speed=" + string(r.playing.Speed)
	}
	return r.href(at)
}

// replay returns the position of the page and its links.
func (r *replayBuilder) replay() *Replay {
	at, last := r.at, r.last()
	replay := &Replay{Live: r.path, Player: r.player()}
	if at.Turn > 0 {
		replay.First, replay.Previous = r.link(Moment{}, false), r.link(Moment{Turn: at.Turn - 1}, false)
	}
	if at != last {
		replay.Next, replay.Last = r.link(r.next(), r.playing.On), r.link(last, false)
	}
	if slices.ContainsFunc(r.whole.Turns(), func(t record.Turn) bool { return len(t.Actions) > 1 }) {
		r.byStep(replay)
	}
	return replay
}

// next returns the end of the next turn, or of this one within it.
func (r *replayBuilder) next() Moment {
	if r.at.Step > 0 {
		return Moment{Turn: r.at.Turn}
	}
	return Moment{Turn: r.at.Turn + 1}
}

// player returns what plays the turns from the moment on.
func (r *replayBuilder) player() Player {
	p := Player{Speed: r.playing.Speed}
	faster := *r
	faster.playing.Speed = p.Speed.next()
	p.Changed = WordLink{Href: faster.link(r.at, r.playing.On), Words: r.T.T("replay.speed", "Speed", p.Speed.words(), "Next", faster.playing.Speed.words())}
	switch last := r.last(); {
	case r.playing.On && r.at != last:
		p.Pause = r.link(r.at, false)
	case r.at != last:
		p.Play = r.link(r.next(), true)
	case last.Turn > 0:
		p.Play, p.Again = r.link(Moment{Turn: 1}, true), true
	}
	return p
}

// byStep adds the links to single steps.
func (r *replayBuilder) byStep(replay *Replay) {
	turn, steps, count := r.at.Turn, r.steps(), r.count(r.at.Turn)
	switch {
	case steps > 1:
		replay.StepPrevious = r.link(r.step(turn, steps-1), false)
	case turn > 0:
		replay.StepPrevious = r.link(Moment{Turn: turn - 1}, false)
	}
	switch {
	case steps < count:
		replay.StepNext = r.link(r.step(turn, steps+1), false)
	case turn < r.last().Turn:
		replay.StepNext = r.link(r.step(turn+1, 1), false)
	}
	replay.Stepped = true
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
	d.Stepped = true
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

// running has the speed for the script that shows the next turn; nothing while turns are not played.
func (p Player) running() templ.OrderedAttributes {
	if p.Pause == "" {
		return nil
	}
	return templ.OrderedAttributes{page.Attribute("data-speed", string(p.Speed))}
}

// stepAttributes marks the step at which the page is.
func stepAttributes(step StepLine) templ.OrderedAttributes {
	if !step.Current {
		return nil
	}
	return templ.OrderedAttributes{page.Attribute("aria-current", "step")}
}
