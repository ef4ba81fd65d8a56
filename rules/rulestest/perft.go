package rulestest

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"hexclub/rules"
)

// Perft counts the sequences of exactly depth actions that the rules allow
// from a state, which it leaves alone. Games that end earlier add nothing;
// at depth 0 it is 1.
//
// The last action of a sequence is counted, not played.
func Perft(st rules.State, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	levels := make([]perftLevel, depth)
	for i := range levels {
		levels[i] = perftLevel{state: st.Clone(), actions: make([]rules.Action, 0, 64)}
	}
	return perft(levels)
}

// A perftLevel is the memory of one depth, used again for every node there.
type perftLevel struct {
	state   rules.State
	actions []rules.Action
}

// perft counts from the state of the first level.
func perft(levels []perftLevel) uint64 {
	here := &levels[0]
	here.actions = here.state.Actions(here.actions[:0])
	if len(levels) == 1 {
		return uint64(len(here.actions))
	}
	next := levels[1].state
	count := uint64(0)
	for _, action := range here.actions {
		next.Set(here.state)
		next.Play(action)
		count += perft(levels[1:])
	}
	return count
}

// PerftTable checks a file of tables. A table is a block of lines:
//
//	new_game KEY [option=value ...]
//	play ACTION ...
//	DEPTH COUNT
//	...
//
// The play line may be missing; "#" starts a comment line. Find makes a game
// of its key.
func PerftTable(t *testing.T, find func(key string) (rules.Game, error), file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	tables := 0
	for block := range strings.SplitSeq(string(text), "\n\n") {
		lines := commands(block)
		if len(lines) == 0 {
			continue
		}
		tables++
		t.Run(fmt.Sprintf("table %d %s", tables, lines[0].rest), func(t *testing.T) {
			checkPerft(t, find, lines)
		})
	}
	if tables == 0 {
		t.Fatalf("%s holds no table", file)
	}
}

func checkPerft(t *testing.T, find func(key string) (rules.Game, error), lines []command) {
	var st rules.State
	for _, line := range lines {
		switch {
		case line.word == "new_game":
			st = newGame(t, find, line)
		case st == nil:
			t.Fatalf("%q comes before new_game", line.word)
		case line.word == "play":
			playAll(t, st, line.fields)
		default:
			depth, err1 := strconv.Atoi(line.word)
			want, err2 := strconv.ParseUint(line.rest, 10, 64)
			if err1 != nil || err2 != nil {
				t.Fatalf("%s %s: want DEPTH COUNT", line.word, line.rest)
			}
			if got := Perft(st, depth); got != want {
				t.Errorf("perft(%d) = %d, want %d at %s", depth, got, want, st.Position())
			}
		}
	}
}

// newGame is the state of a new_game line.
func newGame(t testing.TB, find func(key string) (rules.Game, error), line command) rules.State {
	t.Helper()
	if len(line.fields) == 0 {
		t.Fatal("new_game: which?")
	}
	game, err := find(line.fields[0])
	if err != nil {
		t.Fatal(err)
	}
	st, err := game.New(rules.Setup{Options: options(t, line.fields[1:])})
	if err != nil {
		t.Fatal(err)
	}
	return st
}
