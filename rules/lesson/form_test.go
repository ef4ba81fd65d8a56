package lesson_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/rules/lesson"
)

// Lessons are short, give hints before the answer, and leave a decision. The first lesson of a game is won in one press. With
// -v, the test also prints a table of all lessons: words of the task, legal turns at the start, and lines that solve.
func TestForm(t *testing.T) {
	courses := load(t)
	rows := make([][]string, len(courses)) // by course and lesson
	t.Run("lessons", func(t *testing.T) {
		for c, course := range courses {
			rows[c] = make([]string, len(course.Lessons))
			for i, l := range course.Lessons {
				t.Run(l.Key(), func(t *testing.T) {
					t.Parallel()
					tree := newSearch(l)
					if err := tree.follow(t, nil); err != nil {
						t.Fatal(err)
					}
					problems := append(formOf(l), undecided(tree)...)
					if i == 0 {
						problems = append(problems, notOnePress(t, l)...)
					}
					for _, problem := range problems {
						t.Error(problem)
					}
					rows[c][i] = rowOf(l, tree)
				})
			}
		}
	})
	t.Logf("\n%-12s %-8s %-16s %5s %5s %6s\n%s", "game", "number", "lesson", "words", "turns", "solve", strings.Join(slices.Concat(rows...), "\n"))
}

// rowOf returns the row of a lesson in the table.
func rowOf(l *lesson.Lesson, tree *search) string {
	number := fmt.Sprint(l.Number)
	if l.Extra {
		number = "extra " + number
	}
	return fmt.Sprintf("%-12s %-8s %-16s %5d %5d %6d", l.Game.Info().Key, number, l.ID, wordsOf(l.Texts["en"].Task), len(tree.first), len(tree.right))
}

// The most words of a task, a text about a mistake, or a hint; and of the text after the lesson. Tasks have no more in
// any language; the other texts may have a fifth more in those that need more words than English.
const (
	mostWords     = 25
	mostWordsDone = 30
)

// formOf returns the faults of the texts and hints of a lesson.
func formOf(l *lesson.Lesson) (problems []string) {
	report := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	if len(l.Look) == 0 {
		report("the first hint has no cells to look at")
	}
	for _, tag := range slices.Sorted(maps.Keys(l.Texts)) {
		text := l.Texts[tag]
		check := func(what, words string, most int) {
			if tag != "en" && what != "task" {
				most += most / 5
			}
			if n := wordsOf(words); n > most {
				report("%s, %s: %d words, %d at most", tag, what, n, most)
			}
		}
		check("task", text.Task, mostWords)
		check("done", text.Done, mostWordsDone)
		for name, words := range text.Wrong {
			check("wrong: "+name, words, mostWords)
		}
		for _, hint := range text.Hints {
			check("hint", hint, mostWords)
		}
		if len(text.Hints) < 2 {
			report("%s: %d hints, want at least 2", tag, len(text.Hints))
			continue
		}
		if cell := cellIn(l, text.Hints[0]); cell != "" {
			report("%s: the first hint names %s", tag, cell)
		}
		if last := text.Hints[len(text.Hints)-1]; !boldCellIn(l, last) {
			report("%s: the last hint names no cell in bold", tag)
		}
	}
	return problems
}

// wordsOf counts the words of a text. Spaced punctuation is none.
func wordsOf(text string) (n int) {
	for _, field := range strings.Fields(text) {
		if strings.ContainsFunc(field, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}

// cellIn returns the name of a cell of the board that a text contains as a word; empty for none.
func cellIn(l *lesson.Lesson, text string) string {
	within := func(r rune) bool { return r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
	for _, name := range cellsOf(l) {
		for rest := text; ; {
			before, after, ok := strings.Cut(rest, name)
			if !ok {
				break
			}
			b, a := []rune(before), []rune(after)
			if (len(b) == 0 || !within(b[len(b)-1])) && (len(a) == 0 || !within(a[0])) {
				return name
			}
			rest = after
		}
	}
	return ""
}

func boldCellIn(l *lesson.Lesson, text string) bool {
	return slices.ContainsFunc(cellsOf(l), func(name string) bool { return strings.Contains(text, "**"+name+"**") })
}

func cellsOf(l *lesson.Lesson) (names []string) {
	for _, c := range start(l).Board().Cells {
		names = append(names, c.Name)
	}
	return names
}

// start returns the position at the start of a lesson.
func start(l *lesson.Lesson) rules.State {
	st, err := l.Game.New(l.Setup)
	if err != nil {
		panic(err) // the lesson was read
	}
	return st
}

// undecided returns a problem for a lesson that every legal line solves.
func undecided(tree *search) []string {
	if tree.failed == 0 { // else a turn on the way to a solution has an alternative that fails
		return []string{"there is nothing to decide: all legal lines solve it"}
	}
	return nil
}

// notOnePress returns a problem for a lesson that cannot be won by one click, or cannot be missed by one.
func notOnePress(t *testing.T, l *lesson.Lesson) (problems []string) {
	t.Helper()
	legal := start(l).Actions(nil)
	if len(legal) < 2 {
		problems = append(problems, "there is only one legal action")
	}
	for _, action := range legal {
		if presses(start(l), action) != 1 {
			continue
		}
		r, err := l.Run(t.Context(), start(l).Text(action))
		if err != nil {
			t.Fatal(err)
		}
		if result, over := r.Record.Result(); r.Outcome == lesson.Solved && over && result.Outcome(l.Learner()) == "won" {
			return problems
		}
	}
	return append(problems, "no single press wins")
}

// presses returns how many cells have to be clicked for an action: what the position leaves no choice about is clicked
// automatically.
func presses(st rules.State, action rules.Action) int {
	forced, picks := 0, st.Picks(action)
	for n := range max(0, len(picks)-1) {
		for _, other := range st.Actions(nil) {
			if p := st.Picks(other); len(p) > 0 && (len(p) <= n || len(p[n]) != 1 || !slices.Equal(p[n], picks[n])) {
				return len(picks) - forced
			}
		}
		forced++
	}
	return len(picks) - forced
}

// Learners who have solved a lesson keep it: its ID is still there, or another lesson replaces it.
func TestNoLessonIsLost(t *testing.T) {
	text, err := os.ReadFile("testdata/released.txt")
	if err != nil {
		t.Fatal(err)
	}
	courses := lesson.NewCourses(nil)
	for key := range strings.FieldsSeq(string(text)) {
		game, id, _ := strings.Cut(key, "/")
		course, err := courses.Of(game)
		if err != nil {
			t.Fatal(err)
		}
		_, err = course.Find(id)
		if _, moved := course.Replacing(id); err != nil && !moved {
			t.Errorf("%s is missing: name it in \"was\" of a lesson", key)
		}
	}
	for _, course := range load(t) {
		for _, l := range course.Lessons {
			for _, id := range l.Was {
				if !slices.Contains(strings.Fields(string(text)), course.Game.Info().Key+"/"+id) {
					t.Errorf("%s was %s, which is not in testdata/released.txt", l.Key(), id)
				}
			}
		}
	}
}

// A lesson that takes over from others has their stars, and their addresses lead to it. Extras have numbers of their own.
func TestFormerLessons(t *testing.T) {
	at := func(number int, text string) *lesson.Lesson {
		l, err := lesson.Parse(hexone.Game{}, fmt.Sprintf("%02d-lesson-%d.md", number, number), text)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	main := at(1, changed("goal:", "was: [both, lesson-2]\nlook: [d3]\ngoal:"))
	second := at(2, changed("goal:", "was: [both]\ngoal:"))
	extra := at(3, changed("goal:", "extra: true\ngoal:"))
	course := &lesson.Course{Game: hexone.Game{}}
	for _, l := range []*lesson.Lesson{main, second, extra} {
		if err := course.Add(l); err != nil {
			t.Fatal(err)
		}
	}
	if err := course.Add(at(4, good)); err == nil {
		t.Error("a main lesson comes after an extra")
	}
	if len(course.Main()) != 2 || len(course.Extras()) != 1 || second.Number != 2 || extra.Number != 1 || len(course.Like(extra)) != 1 || len(course.Like(second)) != 2 {
		t.Errorf("%d main lessons, %d extras, number %d", len(course.Main()), len(course.Extras()), extra.Number)
	}
	if l, ok := course.Replacing("both"); !ok || l != main {
		t.Errorf("both is %v now", l)
	}
	if l, ok := course.Replacing("lesson-2"); ok {
		t.Errorf("a lesson of the course leads to %s", l.ID)
	}
	if l, ok := course.Replacing("castling"); ok {
		t.Errorf("castling leads to %s", l.ID)
	}
	kept := map[string]int{"hexone/both": 2, "hexone/lesson-2": 1, "six/lesson-3": 3}
	for l, want := range map[*lesson.Lesson]int{main: 2, second: 2, extra: 0} {
		if got := l.Stars(kept); got != want {
			t.Errorf("%s has %d stars, want %d", l.ID, got, want)
		}
	}
}

// A lesson without the form of lessons is reported.
func TestBadForm(t *testing.T) {
	formed := changed("goal:", "look: [d3]\ngoal:", "## hint\nWest.", "## hint\nWest.\n\n## hint\nTo **d3**.")
	long := strings.Repeat("word ", mostWords+1)
	for _, test := range []struct{ name, text, problem string }{
		{"good", formed, ""},
		{"nothing to look at", changed("## hint\nWest.", "## hint\nWest.\n\n## hint\nTo **d3**."), "no cells to look at"},
		{"one hint", changed("goal:", "look: [d3]\ngoal:"), "1 hints"},
		{"a cell in the first hint", strings.Replace(formed, "West.", "To d3.", 1), "names d3"},
		{"no cell in the last hint", strings.Replace(formed, "To **d3**.", "To d3.", 1), "names no cell in bold"},
		{"a long task", strings.Replace(formed, "\nWin.\n", "\n"+long+"\n", 1), "task: 26 words"},
		{"a long success", strings.Replace(formed, "\nWon.\n", "\n"+long+long+"\n", 1), "done: 52 words"},
		{"a long mistake", strings.Replace(formed, "\nNot there.\n", "\n"+long+"\n", 1), "wrong: tile: 26 words"},
		{"a long hint", strings.Replace(formed, "\nWest.\n", "\n"+long+"\n", 1), "hint: 26 words"},
		{"no decision", strings.Replace(formed, "{result: won}", `{any: [{result: open}, {result: won}]}`, 1), "nothing to decide"},
		{"two presses", formed, "no single press wins"},
		{"one press", strings.NewReplacer(".b2...", ".b3...", "1 5", "1 5 2", "c2, ", "", "c2xE", "c2xE").Replace(formed), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, err := lesson.Parse(hexone.Game{}, "01-aim.md", test.text)
			if err != nil {
				t.Fatal(err)
			}
			tree := newSearch(l)
			if err := tree.follow(t, nil); err != nil {
				t.Fatal(err)
			}
			problems := append(formOf(l), undecided(tree)...)
			if strings.HasSuffix(test.name, "press") || strings.HasSuffix(test.name, "presses") {
				problems = append(problems, notOnePress(t, l)...)
			}
			if got := strings.Join(problems, "\n"); !strings.Contains(got, test.problem) || test.problem == "" && got != "" {
				t.Errorf("problem %q, want %q", got, test.problem)
			}
		})
	}
}
