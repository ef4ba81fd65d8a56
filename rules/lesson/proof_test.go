package lesson_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/lesson"
	"hexclub/rules/rulestest"
)

func load(t *testing.T) []*lesson.Course {
	t.Helper()
	courses, err := lesson.NewCourses(nil).All()
	if err != nil {
		t.Fatal(err)
	}
	return courses
}

// Every lesson is correct, in every language.
func TestLessonsAreProven(t *testing.T) {
	for _, course := range load(t) {
		for _, l := range course.Lessons[:rulestest.Some(t, len(course.Lessons))] {
			t.Run(l.Key(), func(t *testing.T) {
				t.Parallel()
				for _, problem := range append(prove(t, l), missingTexts(l, complete)...) {
					t.Error(problem)
				}
			})
		}
	}
}

// prove returns the errors of a lesson: its solutions must solve it within
// their turns, the stated number of lines and no others must be right, and its
// mistakes must have the stated explanations and legal replies.
func prove(t *testing.T, l *lesson.Lesson) (problems []string) {
	t.Helper()
	report := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	for _, solution := range l.Solutions {
		for n := range solution {
			line := strings.Join(solution[:n+1], " ")
			r, err := l.Run(t.Context(), line)
			want := lesson.Open
			if n == len(solution)-1 {
				want = lesson.Solved
			}
			if err != nil || r.Err != nil || r.Outcome != want || r.Played != n+1 || r.Played > l.Turns {
				report("after %q: %v, %+v", line, err, r)
				continue
			}
			for _, name := range l.Then {
				if n == 0 && !slices.ContainsFunc(r.Record.State().Board().Cells, func(c rules.BoardCell) bool { return c.Name == name }) {
					report("then: after %q no cell is called %q", line, name)
				}
			}
		}
	}
	tree := newSearch(l)
	if err := tree.follow(t, nil); err != nil {
		report("%v", err)
	}
	if len(tree.right) != l.Accepts {
		report("%d lines solve it, not %d:\n%s", len(tree.right), l.Accepts, strings.Join(tree.right[:min(len(tree.right), 60)], "\n"))
	}
	if len(tree.unexplained) > 0 {
		report("nothing explains what is wrong with:\n%s", strings.Join(tree.unexplained[:min(len(tree.unexplained), 60)], "\n"))
	}
	for i := range l.Replies {
		if !tree.replies[&l.Replies[i]] {
			report("nobody ever replies %s", l.Replies[i].Play)
		}
	}
	for i := range l.Wrongs {
		w := &l.Wrongs[i]
		if len(w.Try) == 0 {
			report("wrong %s: no example", w.Name)
		}
		for _, try := range w.Try {
			r, err := l.Run(t.Context(), strings.ReplaceAll(try, ";", " "))
			if err != nil || r.Wrong != w || r.Outcome != lesson.Failed && r.Err == nil {
				report("wrong %s: %q is not it: %v, %+v", w.Name, try, err, r)
			} else if w.Reply != "" && r.Err != nil {
				report("wrong %s: %q is not legal, and nobody answers what is not played", w.Name, try)
			}
		}
	}
	return problems
}

// A search follows all lines of a lesson.
type search struct {
	lesson      *lesson.Lesson
	looked      int
	right       []string               // lines that solve it
	unexplained []string               // wrong lines without an explanation
	failed      int                    // wrong lines
	first       map[string]bool        // turns at the start
	replies     map[*lesson.Reply]bool // that were played
}

// newSearch returns a search that has followed nothing.
func newSearch(l *lesson.Lesson) *search {
	return &search{lesson: l, first: map[string]bool{}, replies: map[*lesson.Reply]bool{}}
}

// most exceeds the number of positions of a lesson, so that it stays small
// enough to be proven.
const most = 100_000

// follow examines a line and all its continuations. It fails for a lesson with
// too many, or without a reply.
func (s *search) follow(t *testing.T, line []string) error {
	t.Helper()
	text := strings.Join(line, " ")
	r, err := s.lesson.Run(t.Context(), text)
	if err == nil {
		err = r.Err
	}
	if err != nil {
		return fmt.Errorf("%s: %w", text, err)
	}
	if s.looked++; s.looked > most {
		return fmt.Errorf("more than %d positions: take a smaller one", most)
	}
	for _, reply := range r.Replies {
		s.replies[reply] = true
	}
	if r.Played == 1 && (r.Outcome != lesson.Open || r.Record.Turn().Action == 0) {
		s.first[text] = true
	}
	if r.Outcome == lesson.Failed {
		s.failed++
	}
	switch {
	case r.Outcome == lesson.Solved && r.Played < s.lesson.Par:
		return fmt.Errorf("%s solves it sooner than par", text)
	case r.Outcome == lesson.Solved:
		s.right = append(s.right, text)
	case r.Outcome == lesson.Failed && r.Wrong == nil:
		s.unexplained = append(s.unexplained, text)
	case r.Outcome == lesson.Open:
		st := r.Record.State()
		for _, action := range st.Actions(nil) {
			if err := s.follow(t, append(slices.Clone(line), st.Text(action))); err != nil {
				return err
			}
		}
	}
	return nil
}

// missingTexts returns the missing texts of a lesson in the languages that have to be complete, and texts of any
// language that nothing shows.
func missingTexts(l *lesson.Lesson, tags []string) (problems []string) {
	report := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	for _, tag := range tags {
		text := l.Texts[tag]
		if text.Title == "" || text.Task == "" || text.Done == "" || len(text.Hints) == 0 || len(text.Hints) != len(l.Texts["en"].Hints) {
			report("%s lacks a part, or has other hints than English", tag)
		}
		for _, w := range l.Wrongs {
			if text.Wrong[w.Name] == "" {
				report("%s does not explain %s", tag, w.Name)
			}
		}
	}
	for tag, text := range l.Texts {
		for name := range text.Wrong {
			if !slices.ContainsFunc(l.Wrongs, func(w lesson.Wrong) bool { return w.Name == name }) {
				report("%s explains %s, which does not go wrong", tag, name)
			}
		}
	}
	return problems
}

// complete are the languages that have every text. A test of package learn of the views compares all languages with the
// catalogs.
var complete = []string{"en", "fr", "es", "ko"}

// unplayed are the rules that need no lesson or figure: a match has two games, and the set-up of Hex-It decides nothing.
var unplayed = map[string][]string{"hexone": {"8"}, "hexit": {"0"}}

// Each game has its lessons, each with a unique name, and a figure for each
// rule that can be shown.
func TestCourses(t *testing.T) {
	for _, course := range load(t) {
		info := course.Game.Info()
		if n, extras := len(course.Main()), len(course.Extras()); n < 8 || n > 12 || extras > 4 {
			t.Errorf("%s has %d lessons and %d extras", info.Key, n, extras)
		}
		seen, taught := map[string]bool{}, map[string]bool{}
		for _, l := range course.Lessons {
			if seen[l.ID] {
				t.Errorf("%s is repeated", l.Key())
			}
			seen[l.ID], taught[l.Rule] = true, true
		}
		for _, rule := range info.Rules {
			if strings.HasPrefix(rule, "r") || slices.Contains(unplayed[info.Key], rule) {
				continue
			}
			if _, ok := course.Figure(rule); !ok || !taught[rule] {
				t.Errorf("%s: rule %s has no figure, or no lesson", info.Key, rule)
			}
		}
		for i, f := range course.Figures {
			if !slices.Contains(info.Rules, f.Rule) || slices.ContainsFunc(course.Figures[:i], func(g lesson.Figure) bool { return g.Rule == f.Rule }) {
				t.Errorf("%s: there is no rule %s, or it is repeated", info.Key, f.Rule)
			}
			actions, err := f.Actions(course.Game)
			if err != nil || f.Shown > len(actions) {
				t.Errorf("%s: figure of rule %s: %v", info.Key, f.Rule, err)
			}
		}
	}
}

// A lesson with an unknown name is not found.
func TestFind(t *testing.T) {
	courses := lesson.NewCourses(nil)
	if _, err := courses.Of("chess"); !rules.IsKind(err, rules.NotFound) {
		t.Errorf("chess: %v", err)
	}
	course, err := courses.Of("hexone")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := course.Find("castling"); !rules.IsKind(err, rules.NotFound) {
		t.Errorf("castling: %v", err)
	}
}
