package rulestest

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"hexclub/rules"
)

// maxShort is the largest count in short tests.
const maxShort = 10_000

// PerftTable checks a file of tables. A table is a block of lines:
//
//	new_game KEY [option=value ...]
//	play ACTION ...
//	DEPTH COUNT
//	...
//
// The play line may be missing; "#" starts a comment line. All tables are of
// one game.
func PerftTable(t *testing.T, game rules.Game, file string) {
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
			checkPerft(t, game, lines)
		})
	}
	if tables == 0 {
		t.Fatalf("%s holds no table", file)
	}
}

func checkPerft(t *testing.T, game rules.Game, lines []command) {
	var st rules.State
	for _, line := range lines {
		switch {
		case line.word == "new_game":
			st = newGame(t, game, line)
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
			if testing.Short() && want > maxShort {
				continue
			}
			if got := rules.Perft(st, depth); got != want {
				t.Errorf("perft(%d) = %d, want %d at %s", depth, got, want, st.Position())
			}
		}
	}
}

// newGame returns the state of a new_game line.
func newGame(t testing.TB, game rules.Game, line command) rules.State {
	t.Helper()
	if len(line.fields) == 0 || line.fields[0] != game.Info().Key {
		t.Fatalf("new_game %s: not %s", line.rest, game.Info().Key)
	}
	st, err := game.New(rules.Setup{Options: options(t, line.fields[1:])})
	if err != nil {
		t.Fatal(err)
	}
	return st
}
