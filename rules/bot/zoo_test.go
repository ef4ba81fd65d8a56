package bot_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/games"
	"hexclub/rules/rulestest"
)

// An animal is a position in which only some actions are right, from
// testdata/GAME.txt.
type animal struct {
	name string
	kind string // win, block, chain, trap or forced: see the head of each file
	game rules.Game
	st   rules.State

	// The right turns, or their beginnings, or else all wrong ones.
	best, avoid [][]rules.Action
}

// The kinds of animals, and whether every single one must be solved.
var kinds = map[string]bool{"win": true, "block": true, "chain": false, "trap": false, "forced": false}

func TestZoo(t *testing.T) {
	for _, game := range games.All() {
		t.Run(game.Info().Key, func(t *testing.T) {
			t.Parallel()
			animals := zoo(t, game)
			if len(animals) < 30 {
				t.Errorf("%d positions", len(animals))
			}
			for _, a := range animals[:rulestest.Some(t, len(animals))] {
				if a.kind == "win" && !a.solved(t, 3) {
					t.Errorf("%s: level 3 does not win at once", a.name)
				}
			}
			if !testing.Short() {
				solveAll(t, animals)
			}
		})
	}
}

// solveAll checks that the top level solves all immediate wins and losses, and
// nine tenths of the rest. Except in the check's full mode, it tries every third position of a kind.
func solveAll(t *testing.T, animals []animal) {
	rest, missed, tried := 0, 0, map[string]int{}
	for _, a := range animals {
		if tried[a.kind]++; tried[a.kind]%3 != 1 && !rulestest.Full() {
			continue
		}
		must := kinds[a.kind]
		if !must {
			rest++
		}
		switch solved := a.solved(t, bot.MaxLevel); {
		case solved:
		case must:
			t.Errorf("%s: the top level does not solve it", a.name)
		default:
			missed++
			t.Logf("%s: the top level does not solve it", a.name)
		}
	}
	if 10*missed > rest {
		t.Errorf("the top level solves %d of %d", rest-missed, rest)
	}
}

// A search that ends early does not call unsearched actions lost, nor play a
// known loss.
func TestZooInAHurry(t *testing.T) {
	for _, game := range games.All() {
		t.Run(game.Info().Key, func(t *testing.T) {
			t.Parallel()
			how := bot.SearchOf(game.Info().Key, 2, bot.MaxLevel)
			animals := zoo(t, game)
			for _, a := range animals[:rulestest.Some(t, len(animals))] {
				how.Nodes = 20_000
				patient := choose(t, bot.Task{Game: a.game, State: a.st, Search: how})
				if patient.Proven && patient.Chance == 0 {
					continue
				}
				for how.Nodes = 10; how.Nodes < 4000; how.Nodes += how.Nodes {
					if hasty := choose(t, bot.Task{Game: a.game, State: a.st, Search: how}); hasty.Proven && hasty.Chance == 0 {
						t.Fatalf("%s: with %d nodes it is lost by %s, with more the chance is %v", a.name, how.Nodes, a.st.Text(hasty.Line[0]), patient.Chance)
					}
				}
			}
		})
	}
}

// solved reports whether a level plays a right action.
func (a animal) solved(t *testing.T, level bot.Level) bool {
	line := choose(t, bot.Task{Game: a.game, State: a.st, Level: level, Seed: 1}).Line
	begins := func(turn []rules.Action) bool { return len(turn) <= len(line) && slices.Equal(turn, line[:len(turn)]) }
	if len(a.best) > 0 {
		return slices.ContainsFunc(a.best, begins)
	}
	return !slices.ContainsFunc(a.avoid, begins)
}

// zoo reads the positions of a game.
func zoo(t *testing.T, game rules.Game) (animals []animal) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", game.Info().Key+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for block := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		a, ok := parseAnimal(t, game, block)
		if !ok {
			continue
		}
		if names[a.name] {
			t.Errorf("two are called %q", a.name)
		}
		names[a.name] = true
		animals = append(animals, a)
	}
	return animals
}

// parseAnimal parses a block of lines, "key: value" each, or returns false for
// one with only comments.
func parseAnimal(t *testing.T, game rules.Game, block string) (a animal, ok bool) {
	t.Helper()
	a.game = game
	values := map[string]string{}
	for line := range strings.SplitSeq(block, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, value, found := strings.Cut(line, ": ")
		if _, twice := values[key]; !found || twice {
			t.Fatalf("a line is no key and value, or repeated: %q", line)
		}
		values[key] = value
	}
	if len(values) == 0 {
		return a, false
	}
	a.name, a.kind = values["name"], values["kind"]
	if _, known := kinds[a.kind]; !known || a.name == "" {
		t.Fatalf("neither name nor kind: %q", block)
	}
	text, named := strings.CutPrefix(values["position"], game.Info().Key+" ")
	if !named {
		t.Fatalf("%s: the position is not one of %s", a.name, game.Info().Key)
	}
	st, err := game.New(rules.Setup{Position: text})
	if err != nil {
		t.Fatalf("%s: %v", a.name, err)
	}
	a.st, a.best, a.avoid = st, a.turns(t, st, values["best"]), a.turns(t, st, values["avoid"])
	if (len(a.best) == 0) == (len(a.avoid) == 0) {
		t.Fatalf("%s: either what is best or what is to be avoided", a.name)
	}
	return a, true
}

// turns reads turns, their actions joined by "+", which must be legal.
func (a animal) turns(t *testing.T, st rules.State, text string) (turns [][]rules.Action) {
	t.Helper()
	for word := range strings.FieldsSeq(text) {
		var turn []rules.Action
		next := st.Clone()
		for _, part := range splitTurn(word) {
			action, err := next.Parse(part)
			if err != nil {
				t.Fatalf("%s: %v", a.name, err)
			}
			if refusal := next.Refuse(action); refusal != nil {
				t.Fatalf("%s: %s is against rule %s", a.name, part, refusal.Rule)
			}
			next.Play(action)
			turn = append(turn, action)
		}
		turns = append(turns, turn)
	}
	return turns
}

// splitTurn cuts a turn at each "+" that does not begin an action, as that of
// "+1,2" does.
func splitTurn(word string) (parts []string) {
	for len(word) > 0 {
		end := strings.IndexByte(word[1:], '+') + 1
		if end == 0 {
			return append(parts, word)
		}
		parts, word = append(parts, word[:end]), word[end+1:]
	}
	return parts
}
