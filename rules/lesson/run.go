package lesson

import (
	"context"
	"slices"
	"strings"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/record"
)

// An Outcome is the state of a run.
type Outcome uint8

// The outcomes.
const (
	Open   Outcome = iota // it is the learner's turn, or within it
	Solved                // the goal is reached
	Failed                // it is not reached, and there is no further turn
)

// A Run is a lesson as played so far.
type Run struct {
	Lesson  *Lesson
	Record  *record.Record // from the lesson's start, including the replies
	Line    []string       // actions of the learner that could be played
	Played  int            // whole turns of the learner
	Outcome Outcome
	Wrong   *Wrong   // the mistake; nil if there is none, or none with an explanation
	Replies []*Reply // that were played, without those of bots

	Err     error  // why the rest of the line was not played: a *rules.Refusal, or an *rules.Error of kind Invalid
	Refused string // notation of the action that Err refuses

	turn   []rules.Action // of the learner, in progress
	before rules.State    // before that turn
}

// Run plays the actions of a learner, written as record.Draft reads them, one
// turn after the other. They do not include the others' replies, which follow
// from the lesson. Run returns the context's error if that is done before a
// bot has replied.
func (l *Lesson) Run(ctx context.Context, line string) (*Run, error) {
	rec, err := record.New(l.Game, l.Setup)
	if err != nil {
		return nil, err
	}
	r := &Run{Lesson: l, Record: rec, before: l.start.Clone()}
	if len(line) > rules.MaxTurn {
		r.Err = rules.Errorf(rules.Invalid, "error.too-long", "more than %d bytes", rules.MaxTurn)
		return r, nil
	}
	for line = strings.TrimSpace(line); line != "" && r.Outcome == Open; {
		action, rest, err := rules.CutAction(rec.State(), line)
		if err != nil {
			r.Err = err
			return r, nil
		}
		if refusal := rec.State().Refuse(action); refusal != nil {
			r.Err, r.Refused, r.Wrong = refusal, rec.State().Text(action), r.Explain(action)
			return r, nil
		}
		if err := r.play(ctx, action); err != nil {
			return nil, err
		}
		line = rest
	}
	return r, nil
}

// Explain returns the lesson's own explanation of an illegal action, or nil.
func (r *Run) Explain(action rules.Action) *Wrong {
	return r.tried(append(slices.Clone(r.turn), action))
}

// Look returns the cells that are marked with the first hint.
func (r *Run) Look() []string {
	if r.Played > 0 && r.Lesson.Then != nil {
		return r.Lesson.Then
	}
	return r.Lesson.Look
}

// Stars returns the stars of a learner who needed the given number of failed
// tries and hints: 3 for a solution at par at the first try, at least 1.
func (r *Run) Stars(slips int) int {
	return max(1, MaxStars-slips-(r.Played-r.Lesson.Par))
}

// MaxStars is the largest number of stars for a lesson.
const MaxStars = 3

// play plays a legal action of the learner and its consequences.
func (r *Run) play(ctx context.Context, action rules.Action) error {
	st := r.Record.State()
	number := st.Turn().Number
	r.turn, r.Line = append(r.turn, action), append(r.Line, st.Text(action))
	if err := r.Record.Step(action); err != nil {
		return err
	}
	if turn := st.Turn(); turn.Seat == r.Lesson.learner && turn.Number == number {
		return nil
	}
	r.Played++
	if err := r.judge(ctx); err != nil {
		return err
	}
	r.turn = nil
	r.before.Set(r.Record.State())
	return nil
}

// judge judges a whole turn of the learner and plays the replies. If these end
// the game, it judges the goal again.
func (r *Run) judge(ctx context.Context) error {
	l, p := r.Lesson, r.played()
	if l.Goal.holds(p) {
		r.Outcome = Solved
		return nil
	}
	r.Wrong = r.tried(r.turn)
	for i := 0; r.Wrong == nil && i < len(l.Wrongs); i++ {
		if w := &l.Wrongs[i]; w.When != nil && w.When.holds(p) {
			r.Wrong = w
		}
	}
	if r.Wrong != nil {
		r.Outcome = Failed
		return r.playTurns(r.Wrong.Reply)
	}
	if p.over || r.Played == l.Turns {
		r.Outcome = Failed
		return nil
	}
	for r.Record.Turn().Seat != l.learner {
		if _, over := r.Record.Result(); over {
			if r.Outcome = Failed; l.Goal.holds(r.played()) { // the replies reached the goal
				r.Outcome = Solved
			}
			return nil
		}
		if err := r.reply(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

func (r *Run) played() *played {
	st := r.Record.State()
	p := &played{
		learner: r.Lesson.learner, info: r.Lesson.Game.Info(), actions: r.turn, texts: rules.Texts(r.before, r.turn),
		begun: r.Lesson.start.Board(), board: st.Board(), before: r.before,
	}
	p.result, p.over = r.Record.Result()
	return p
}

// tried returns the mistake that has these actions as an example, or nil.
func (r *Run) tried(actions []rules.Action) *Wrong {
	for i := range r.Lesson.Wrongs {
		for _, try := range r.Lesson.Wrongs[i].Try {
			if strings.Count(try, ";") == r.turnsBefore() && sameTurn(r.before, last(try), actions) {
				return &r.Lesson.Wrongs[i]
			}
		}
	}
	return nil
}

// turnsBefore returns the number of whole turns that the learner played before
// this one.
func (r *Run) turnsBefore() int {
	if len(r.turn) > 0 && r.Record.State().Turn().Number != r.before.Turn().Number {
		return r.Played - 1
	}
	return r.Played
}

// reply plays one turn of another seat.
func (r *Run) reply(ctx context.Context, p *played) error {
	for i := range r.Lesson.Replies {
		reply := &r.Lesson.Replies[i]
		if reply.When == nil || reply.When.holds(p) {
			if draft := r.Record.Draft(reply.Play); draft.Done {
				r.Replies = append(r.Replies, reply)
				return r.Record.Play(r.Record.Turn().Seat, reply.Play)
			}
		}
	}
	if r.Lesson.Bot == 0 {
		return rules.Errorf(rules.Internal, "error.internal", "%s: nobody replies to %v", r.Lesson.Key(), r.Line)
	}
	choice, err := bot.Choose(ctx, bot.Task{
		Game: r.Lesson.Game, State: r.Record.State(), Seen: r.Record.Seen(), Level: r.Lesson.Bot, Seed: uint64(r.Record.EventCount()),
	})
	if err != nil {
		return err
	}
	for _, action := range choice.Line[:choice.Turn] {
		if err := r.Record.Step(action); err != nil {
			return err
		}
	}
	return nil
}

// playTurns plays turns of the seats to act, with ";" between.
func (r *Run) playTurns(turns string) error {
	if turns == "" {
		return nil
	}
	for turn := range strings.SplitSeq(turns, ";") {
		if err := r.Record.Play(r.Record.Turn().Seat, strings.TrimSpace(turn)); err != nil {
			return err
		}
	}
	return nil
}
