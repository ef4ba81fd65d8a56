package rulestest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
)

// Scripts runs the rule scripts of a folder, described in the package
// documentation, and fails when they omit a rule, a kind of action, a phase, a
// value of an option, a refusal, or a reason to end.
func Scripts(t *testing.T, game rules.Game, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts in %s: %v", dir, err)
	}
	covered := newCoverage()
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(strings.TrimSuffix(name, ".txt"), func(t *testing.T) {
			rule, ok := ruleOfScript(name)
			if !ok || !slices.Contains(game.Info().Rules, rule) {
				t.Fatalf("%s is not named after a rule, like rule3-edge.txt or ruling1-hole.txt", name)
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			covered.rules[rule] = true
			s := &script{game: game, covered: covered}
			for _, line := range commands(string(text)) {
				s.run(t, line)
			}
			if s.checks == 0 {
				t.Error("the script checks nothing")
			}
		})
	}
	covered.check(t, game)
}

// scriptName is "rule" or "ruling", a number, and what the script shows.
var scriptName = regexp.MustCompile(`^(rule|ruling)([0-9][0-9.]*)-[a-z0-9-]+\.txt$`)

// ruleOfScript returns the rule that a script is named after, as in
// Info.Rules.
func ruleOfScript(name string) (rule string, ok bool) {
	found := scriptName.FindStringSubmatch(name)
	switch {
	case found == nil:
		return "", false
	case found[1] == "ruling":
		return "r" + found[2], true
	}
	return found[2], true
}

// A script is one file being run.
type script struct {
	game    rules.Game
	setup   rules.Setup
	state   rules.State
	checks  int
	covered *coverage
}

// run carries out one line.
func (s *script) run(t *testing.T, line command) {
	t.Helper()
	t.Logf("line %d: %s %s", line.number, line.word, line.rest)
	switch line.word {
	case "options":
		s.setup.Options = options(t, line.fields)
	case "start":
		s.begin(t, "")
	case "position":
		s.begin(t, line.rest)
	case "bad":
		s.bad(t, line.rest)
	default:
		if s.state == nil {
			t.Fatalf("%s comes before start or position", line.word)
		}
		s.runOnState(t, line)
	}
}

func (s *script) runOnState(t *testing.T, line command) {
	t.Helper()
	switch line.word {
	case "play":
		for _, action := range playAll(t, s.state, line.fields) {
			s.covered.kinds[action.Kind] = true
		}
	case "retire":
		seat, _ := strconv.Atoi(line.fields[0])
		s.state.Retire(rules.Seat(seat), rules.Reason(line.fields[1]))
	case "settle":
		s.state.Settle(rules.Reason(line.rest))
	case "refuse":
		s.refuse(t, line)
	case "legal":
		if turn := s.state.Turn(); turn.Seat != 0 {
			s.covered.phases[turn.Phase] = true
		}
		slices.Sort(line.fields)
		s.same(t, "legal", texts(s.state, s.state.Actions(nil)), line.fields)
	case "to_move":
		s.same(t, "to_move", toMove(s.state), line.rest)
	case "result":
		s.result(t, line.rest)
	case "becomes":
		s.becomes(t, line.rest)
	default:
		t.Fatalf("unknown command %q", line.word)
	}
}

// begin starts a game, at the position unless that is empty.
func (s *script) begin(t *testing.T, position string) {
	t.Helper()
	s.setup.Position = position
	st, err := s.game.New(s.setup)
	if err != nil {
		t.Fatal(err)
	}
	if position != "" && st.Position() != position {
		t.Fatalf("the position is not canonical, write %s", st.Position())
	}
	s.state = st
	for _, option := range s.game.Info().Options {
		value := option.Values[0]
		if chosen, ok := s.setup.Options[option.Key]; ok {
			value = chosen
		}
		s.covered.options[option.Key+"="+value] = true
	}
}

func (s *script) bad(t *testing.T, position string) {
	t.Helper()
	s.checks++
	_, err := s.game.New(rules.Setup{Options: s.setup.Options, Position: position})
	if !isInvalid(err, "error.position") {
		t.Errorf("%s as a position: %v", position, err)
	}
}

func (s *script) refuse(t *testing.T, line command) {
	t.Helper()
	if len(line.fields) < 3 || len(line.fields) > 3 && line.fields[3] != "instead" {
		t.Fatal("want: refuse ACTION RULE KEY [instead ACTION ...]")
	}
	refusal := s.state.Refuse(parse(t, s.state, line.fields[0]))
	if refusal == nil {
		t.Fatalf("%s is legal at %s", line.fields[0], s.state.Position())
	}
	if !listed(s.game.Info(), refusal) {
		t.Errorf("the key is %q, which Info.Refusals does not list", refusal.Key)
	}
	s.covered.refusals[refusal.Key] = true
	got := []string{refusal.Rule, refusal.Key}
	want := []string{strings.TrimPrefix(line.fields[1], "-"), s.game.Info().Key + ".refuse." + line.fields[2]}
	s.same(t, "refuse", got, want)

	instead := []string{}
	if len(line.fields) > 3 {
		instead = slices.Sorted(slices.Values(line.fields[4:]))
	}
	s.same(t, "instead", texts(s.state, refusal.Instead), instead)
}

// becomes compares with a state made from the text, so that what a position
// does not show is compared as well.
func (s *script) becomes(t *testing.T, position string) {
	t.Helper()
	s.same(t, "becomes", s.state.Position(), position)
	made, err := s.game.New(rules.Setup{Options: s.setup.Options, Position: position})
	if err != nil {
		t.Fatal(err)
	}
	s.same(t, "all of the state", look(s.state), look(made))
}

func (s *script) result(t *testing.T, want string) {
	t.Helper()
	got := "*"
	if result, over := s.state.Result(); over {
		s.covered.reasons[result.Reason] = true
		got = result.String()
		if strings.HasSuffix(want, " "+string(result.Reason)) {
			got += " " + string(result.Reason)
		}
	}
	s.same(t, "result", got, want)
}

// same checks that two values are equal.
func (s *script) same(t *testing.T, what string, got, want any) {
	t.Helper()
	s.checks++
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s at %s (-want +got):\n%s", what, s.state.Position(), diff)
	}
}

// toMove returns the seat to act in the form of scripts.
func toMove(st rules.State) string {
	if seat := st.Turn().Seat; seat != 0 {
		return strconv.Itoa(int(seat))
	}
	return "none"
}
