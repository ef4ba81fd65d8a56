package lesson_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules/hexone"
	"hexclub/rules/lesson"
)

// good is a lesson of Hexone: Blue wins at once by one of the two Ys, or within
// two turns against what a bot replies.
const good = `---
rule: "6"
position: ".../.r2../.b2.../..../... 1 5"
goal: {result: won}
solutions:
  - ["c2, c2xW"]
accepts: 1
wrong:
  - name: other
    try: ["c2, c2xE"]
    reply: d3, d3xW
  - name: tile
    try: [c5]
    when: {not: {kind: explode}}
---
# en: The aim
Win.

## done
Won.

## hint
West.

## wrong: other
The other Y.

## wrong: tile
Not there.
`

// explained is what makes the good lesson explain every turn.
const explained = "    when: {not: {kind: explode}}\n"

// changed returns the good lesson with parts of it replaced: pairs of old and
// new.
func changed(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(good) }

// A lesson that cannot be solved, accepts unlisted lines, or lacks texts is
// reported, and so is an invalid file.
func TestBadLessons(t *testing.T) {
	tags := []string{"en"}
	for _, test := range []struct {
		name, text string
		read       bool   // the file can be read, whatever is wrong with the lesson
		problem    string // a part of the problem; empty for a good one
	}{
		{"good", good, true, ""},
		{"not explained at all", changed(explained, ""), true, "nothing explains what is wrong with:\nd2"},
		{"a reply that never is", changed("goal:", "replies:\n  - {play: d3}\ngoal:"), true, "nobody ever replies d3"},
		{"not solved", changed(`["c2, c2xW"]`, `["c2, c2xE"]`), true, `after "c2, c2xE"`},
		{"illegal solution", changed(`["c2, c2xW"]`, `["c5"]`), true, `after "c5"`},
		{"solved too soon", changed(`["c2, c2xW"]`, `["c2, c2xW", "c3"]`, "goal:", "turns: 2\nbot: 1\ngoal:"), true, "after"},
		{"more is right", changed("{result: won}", "{kind: explode}"), true, "2 lines solve it, not 1"},
		{"less is right", changed("accepts: 1", "accepts: 2"), true, "1 lines solve it, not 2"},
		{"right after all", changed(`["c2, c2xE"]`, `["c2, c2xW"]`, "solutions:\n  - [\"c2, c2xW\"]", "solutions:\n  - [\"c2, c2xW\"]"), true, "wrong other"},
		{"reply to what is refused", changed("try: [c5]", "try: [c5]\n    reply: d3, d3xW"), true, "nobody answers"},
		{"illegal reply", changed("reply: d3, d3xW", "reply: c5"), true, "wrong other"},
		{"nobody replies", changed("goal:", "turns: 2\ngoal:", explained, ""), true, "nobody replies"},
		{"another language", changed("# en: ", "# fr: "), true, "en lacks a part"},
		{"no hint", changed("## hint\nWest.\n", ""), true, "lacks a part"},
		{"not explained", changed("## wrong: tile\nNot there.\n", ""), true, "does not explain tile"},
		{"explained without need", good + "\n## wrong: nothing\nNothing.\n", true, "explains nothing, which does not go wrong"},

		{"no header", "# en: The aim\nWin.\n", false, "begins with YAML"},
		{"unknown field", changed("accepts:", "excepts:"), false, "excepts"},
		{"no position", changed(".b2...", ".b2..."+"x"), false, "error.position"},
		{"over", changed("1 5", "win1:elimination 5"), false, ""},
		{"no solution", changed("  - [\"c2, c2xW\"]\n", "", "solutions:", "solutions: []"), false, "no solution"},
		{"no rule", changed(`rule: "6"`, `rule: "66"`), false, `no rule "66"`},
		{"no such bot", changed("goal:", "bot: 3\ngoal:"), false, "no bot of level 3"},
		{"no turns", changed("goal:", "turns: -1\ngoal:"), false, "-1 turns"},
		{"no goal", changed("goal: {result: won}\n", ""), false, "no goal"},
		{"wrong twice", changed("name: tile", "name: other"), false, "other comes twice"},
		{"no such ground", changed("{result: won}", "{cells: [{ground: [mud]}]}"), false, `"mud"`},
		{"no such shape", changed("{result: won}", "{pieces: [{shape: king}]}"), false, `"king"`},
		{"no such seat", changed("{result: won}", "{pieces: [{seat: 9}]}"), false, "no seat 9"},
		{"no such action", changed("{result: won}", "{not: {plays: [castle]}}"), false, `"castle"`},
		{"no such turn", changed("{result: won}", "{any: [{turn: [c2 castle]}]}"), false, `"castle"`},
		{"no such condition", changed("{result: won}", `{cells: [{is: "<3"}]}`), false, `"<3"`},
		{"two signs", changed("{result: won}", `{cells: [{is: "=3"}]}`), false, `"=3"`},
		{"nothing goes wrong", good[:strings.Index(good, "wrong:")] + good[strings.Index(good, "---\n# en"):], false, "no mistake has an explanation"},
		{"no such kind", changed("{result: won}", "{kind: castle}"), false, `"castle"`},
		{"no such result", changed("{result: won}", "{result: win}"), false, `"win"`},
		{"no such reason", changed("{result: won}", "{reason: mate}"), false, `"mate"`},
		{"no such cell", changed("{result: won}", "{not: {cells: [{on: [z9]}]}}"), false, `"z9"`},
		{"no such number", changed("{result: won}", `{any: [{pieces: [{is: "many"}]}]}`), false, `"many"`},
		{"nothing to look at", changed("goal:", "look: [z9]\ngoal:"), false, `"z9"`},
		{"no such count", changed("{result: won}", `{all: [{counts: [{key: stars, is: ">=1"}]}]}`), false, `"stars"`},
		{"a section of its own", changed("## done", "## what"), false, `"what"`},
		{"an empty section", changed("Won.", ""), false, "nothing below"},
		{"a language twice", good + "# en: Again\nWin.\n", false, "en comes twice"},
		{"words before all", changed("---\n# en", "---\nHello\n# en"), false, "Hello"},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, err := lesson.Parse(hexone.Game{}, "01-aim.md", test.text)
			var problem string
			switch {
			case !test.read && err == nil:
				t.Fatal("it is read")
			case !test.read:
				problem = err.Error()
			case err != nil:
				t.Fatal(err)
			default:
				problem = strings.Join(append(prove(t, l), missingTexts(l, tags)...), "\n")
			}
			if !strings.Contains(problem, test.problem) || test.read && test.problem == "" && problem != "" {
				t.Errorf("problem %q, want %q", problem, test.problem)
			}
		})
	}
	if _, err := lesson.Parse(hexone.Game{}, "aim.md", good); err == nil {
		t.Error("a file without a number is read")
	}
}

// Conditions hold where they should.
func TestGoals(t *testing.T) {
	for _, test := range []struct{ goal, line, outcome string }{
		{"{turn: [c2 c2xW]}", "c2 c2xW", "solved"},
		{"{turn: [c2 c2xE]}", "c2 c2xW", "failed"},
		{"{plays: [c2xE, c2xW]}", "c2 c2xE", "solved"},
		{"{kind: explode}", "c2 c2xE", "solved"},
		{"{result: open}", "c2 c2xE", "solved"},
		{"{result: lost}", "c2 c2xW", "failed"},
		{"{reason: elimination}", "c2 c2xW", "solved"},
		{`{points: ">=49"}`, "c2 c2xW", "solved"},
		{`{points: "<=48"}`, "c2 c2xW", "failed"},
		{`{points: "49"}`, "c2 c2xE", "failed"}, // there is no winner
		{`{pieces: [{seat: 2, is: "0"}]}`, "c2 c2xW", "solved"},
		{`{pieces: [{seat: 2, on: [d2], is: "="}]}`, "c2 c2xE", "solved"},
		{`{pieces: [{seat: 1, is: "+2"}]}`, "c2 c2xE", "failed"},
		{`{pieces: [{seat: 1, is: "+"}]}`, "c2 c2xW", "solved"},
		{`{pieces: [{seat: 2, is: "-"}]}`, "c2 c2xW", "solved"},
		{`{cells: [{top: 1, is: "3"}]}`, "c2 c2xE", "solved"},
		{`{cells: [{ground: [grey], is: "0"}]}`, "c2 c2xE", "solved"},
		{`{cells: [{top: 1, height: ">=2"}]}`, "c2 c2xE", "failed"},
		{`{all: [{kind: explode}, {result: won}]}`, "c2 c2xE", "failed"},
		{`{any: [{result: lost}, {kind: explode}]}`, "c2 c2xE", "solved"},
		{`{not: {result: won}}`, "c2 c2xE", "solved"},
	} {
		t.Run(test.goal, func(t *testing.T) {
			text := changed("{result: won}", test.goal, `"c2, c2xE"`, "b1", "    reply: d3, d3xW\n", "")
			l, err := lesson.Parse(hexone.Game{}, "01-aim.md", text)
			if err != nil {
				t.Fatal(err)
			}
			r, err := l.Run(t.Context(), test.line)
			if err != nil || r.Err != nil {
				t.Fatalf("%v, %v", err, r.Err)
			}
			if got := map[lesson.Outcome]string{lesson.Open: "open", lesson.Solved: "solved", lesson.Failed: "failed"}[r.Outcome]; got != test.outcome {
				t.Errorf("%s is %s, want %s", test.line, got, test.outcome)
			}
		})
	}
}

// Stars depend on the tries, the hints and the turns.
func TestStars(t *testing.T) {
	l, err := lesson.Parse(hexone.Game{}, "01-aim.md", changed("goal:", "turns: 3\nbot: 1\ngoal:"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := l.Run(t.Context(), "c2 c2xW")
	if err != nil {
		t.Fatal(err)
	}
	for slips, want := range []int{3, 2, 1, 1} {
		if got := r.Stars(slips); got != want {
			t.Errorf("%d stars after %d slips, want %d", got, slips, want)
		}
	}
	r.Played = 2 // one more than par
	if got := r.Stars(0); got != 2 {
		t.Errorf("%d stars a turn late", got)
	}
}

// A bot replies where no reply is given, always the same way.
func TestBotReplies(t *testing.T) {
	l, err := lesson.Parse(hexone.Game{}, "01-aim.md", changed("goal:", "turns: 2\nbot: 1\ngoal:", explained, ""))
	if err != nil {
		t.Fatal(err)
	}
	var first string
	for range 3 {
		r, err := l.Run(t.Context(), "d2")
		if err != nil || r.Outcome != lesson.Open || r.Played != 1 {
			t.Fatalf("%v, %+v", err, r)
		}
		turns := r.Record.Turns()
		if len(turns) != 2 || turns[1].Seat != 2 || len(r.Replies) != 0 {
			t.Fatalf("turns %v", turns)
		}
		reply := strings.Join(turns[1].Actions, " ")
		if first == "" {
			first = reply
		}
		if reply != first {
			t.Errorf("it replies %s, and %s before", reply, first)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Run(ctx, "d2"); !errors.Is(err, context.Canceled) {
		t.Errorf("after the cancellation: %v", err)
	}
}

// Every text of a lesson is typeset once, with the tag of its language,
// however often its course is read.
func TestTextsAreTypesetOnce(t *testing.T) {
	t.Parallel()
	marked := lesson.NewCourses(func(tag, text string) string { return tag + ":" + text })
	plain := lesson.NewCourses(nil)
	if _, err := marked.Of("six"); err != nil {
		t.Fatal(err)
	}
	got, err := marked.Of("six")
	if err != nil {
		t.Fatal(err)
	}
	want, err := plain.Of("six")
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range want.Lessons {
		for tag, text := range l.Texts {
			mark := func(text string) string { return tag + ":" + text }
			text.Title, text.Task, text.Done = mark(text.Title), mark(text.Task), mark(text.Done)
			for i, hint := range text.Hints {
				text.Hints[i] = mark(hint)
			}
			for name, words := range text.Wrong {
				text.Wrong[name] = mark(words)
			}
			if !reflect.DeepEqual(got.Lessons[i].Texts[tag], text) {
				t.Errorf("%s in %s is %+v, want %+v", l.Key(), tag, got.Lessons[i].Texts[tag], text)
			}
		}
	}
}

// A part of a lesson that a language lacks is in English.
func TestIncompleteLesson(t *testing.T) {
	english := lesson.Text{Title: "Two", Task: "Do it.", Done: "Done.", Hints: []string{"Look.", "Look at d4."}, Wrong: map[string]string{"near": "Too near.", "far": "Too far."}}
	l := &lesson.Lesson{Texts: map[string]lesson.Text{"en": english, "fr": {
		Title: "Deux", Task: "Faites-le.", Hints: []string{"Regardez."}, Wrong: map[string]string{"near": "Trop près."},
	}}}
	want := lesson.Text{
		Title: "Deux", Task: "Faites-le.", Done: "Done.", Hints: []string{"Regardez.", "Look at d4."}, Wrong: map[string]string{"near": "Trop près.", "far": "Too far."},
	}
	for tag, want := range map[string]lesson.Text{"en": english, "fr": want, "ko": english} {
		if diff := cmp.Diff(want, l.Text(tag)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tag, diff)
		}
	}
	if len(l.Texts["fr"].Wrong) != 1 {
		t.Error("the text in French has changed")
	}
}
