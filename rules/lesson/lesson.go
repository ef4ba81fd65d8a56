package lesson

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hexclub/rules"
	"hexclub/rules/bot"
)

// A Lesson is a position with a task.
type Lesson struct {
	Game   rules.Game
	ID     string   // in addresses, unique within the game: "explosion"
	Number int      // in the course, from 1; extras have numbers of their own
	Extra  bool     // about an option that is off by default or a rare case, and not needed to finish the course
	Was    []string // IDs of former lessons that it replaces, or is a part of
	Setup  rules.Setup
	Rule   string // number of the rule that it is about
	Turns  int    // that the learner has, at least 1
	Par    int    // turns that a shortest solution takes
	Bot    bot.Level
	Texts  map[string]Text // by language tag; see Text

	Goal      Goal
	Replies   []Reply
	Solutions [][]string // turns of the learner
	Accepts   int        // number of legal lines that solve it
	Look      []string   // cells that are marked with the first hint
	Then      []string   // the same after the learner's first turn; nil: those of Look. They may be on the board only then
	Wrongs    []Wrong

	// Secret hides the marks of the cells that can be picked first: they would give
	// the solution away.
	Secret bool

	start   rules.State
	learner rules.Seat
}

// A Text is the text of a lesson in one language, in Markdown except the
// title.
type Text struct {
	Title string
	Task  string
	Done  string
	Hints []string
	Wrong map[string]string // by the name of the mistake
}

// A Reply is the others' turn after a turn of the learner that did not end the
// lesson, if it is legal.
type Reply struct {
	When *Goal  `yaml:"when"` // nil: always
	Play string `yaml:"play"` // one turn
}

// A Wrong is a mistake with its own explanation.
type Wrong struct {
	Name  string   `yaml:"name"`
	Try   []string `yaml:"try"`   // examples; turns before the last are right ones, with ";" between
	When  *Goal    `yaml:"when"`  // nil: the examples alone
	Reply string   `yaml:"reply"` // the others' turns after it, with ";" between; empty for none
}

// Learner returns the seat that the learner plays.
func (l *Lesson) Learner() rules.Seat { return l.learner }

// Key names the lesson among those of all games: "hexone/explosion".
func (l *Lesson) Key() string { return l.Game.Info().Key + "/" + l.ID }

// standard is the language that has all texts.
const standard = "en"

// Text returns the text of the lesson in a language. Parts that the language lacks are in English.
func (l *Lesson) Text(tag string) Text {
	text, english := l.Texts[tag], l.Texts[standard]
	text.Title, text.Task, text.Done = cmp.Or(text.Title, english.Title), cmp.Or(text.Task, english.Task), cmp.Or(text.Done, english.Done)
	if n := len(text.Hints); n < len(english.Hints) {
		text.Hints = slices.Concat(text.Hints, english.Hints[n:])
	}
	if len(text.Wrong) < len(english.Wrong) {
		wrong := maps.Clone(english.Wrong)
		maps.Copy(wrong, text.Wrong)
		text.Wrong = wrong
	}
	return text
}

// Stars returns a learner's stars for the lesson: the highest number for it and
// for the lessons that it replaces. Kept has all stars of the learner by the keys
// of lessons.
func (l *Lesson) Stars(kept map[string]int) int {
	most := kept[l.Key()]
	for _, id := range l.Was {
		most = max(most, kept[l.Game.Info().Key+"/"+id])
	}
	return most
}

// Actions returns the actions of a solution in notation. It returns none for
// an illegal one, which no lesson has.
func (l *Lesson) Actions(solution []string) []string {
	r, err := l.Run(context.Background(), strings.Join(solution, " "))
	if err != nil {
		return nil
	}
	return r.Line
}

// prepare sets up the lesson's position and checks everything that needs no
// play.
func (l *Lesson) prepare() (err error) {
	if l.start, err = l.Game.New(l.Setup); err != nil {
		return err
	}
	if l.learner = l.start.Turn().Seat; l.learner == 0 {
		return fmt.Errorf("no seat is to act in %s", l.start.Position())
	}
	if l.Turns == 0 {
		l.Turns = 1
	}
	for _, solution := range l.Solutions {
		if l.Par == 0 || len(solution) < l.Par {
			l.Par = len(solution)
		}
	}
	switch {
	case l.Par == 0:
		return fmt.Errorf("there is no solution")
	case l.Turns < 1:
		return fmt.Errorf("the learner has %d turns", l.Turns)
	case l.Goal.empty():
		return fmt.Errorf("there is no goal")
	case l.Bot < 0 || l.Bot > maxBot:
		return fmt.Errorf("no bot of level %d replies, only up to %d", l.Bot, maxBot)
	case len(l.Wrongs) == 0:
		return fmt.Errorf("no mistake has an explanation")
	case !slices.Contains(l.Game.Info().Rules, l.Rule):
		return fmt.Errorf("there is no rule %q", l.Rule)
	}
	if err := l.checkLook(); err != nil {
		return err
	}
	for i, wrong := range l.Wrongs {
		if slices.ContainsFunc(l.Wrongs[:i], func(other Wrong) bool { return other.Name == wrong.Name }) {
			return fmt.Errorf("wrong %s comes twice", wrong.Name)
		}
	}
	for _, goal := range l.goals() {
		if err := goal.check(l); err != nil {
			return err
		}
	}
	return nil
}

// checkLook returns an error if a cell to look at is not on the board.
func (l *Lesson) checkLook() error {
	cells := l.start.Board().Cells
	for _, name := range l.Look {
		if !slices.ContainsFunc(cells, func(c rules.BoardCell) bool { return c.Name == name }) {
			return fmt.Errorf("look: no cell of the board is called %q", name)
		}
	}
	return nil
}

// maxBot is the highest level of bots that reply in lessons. They search so
// few positions that a page need not wait for them, and they search again for
// each page.
const maxBot bot.Level = 2

// goals returns all conditions of the lesson.
func (l *Lesson) goals() []*Goal {
	goals := []*Goal{&l.Goal}
	for _, reply := range l.Replies {
		if reply.When != nil {
			goals = append(goals, reply.When)
		}
	}
	for _, wrong := range l.Wrongs {
		if wrong.When != nil {
			goals = append(goals, wrong.When)
		}
	}
	return goals
}

// last returns the last turn of a list with ";" between.
func last(turns string) string {
	return strings.TrimSpace(turns[strings.LastIndexByte(turns, ';')+1:])
}
