package rulestest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
)

// Playthrough compares a transcript of one random game with the file, or
// renews the file. The game is always the same.
func Playthrough(t testing.TB, game rules.Game, setup rules.Setup, file string, update bool) {
	t.Helper()
	got := transcript(t, game, setup)
	if update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (run the test with -update)", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is stale, -update renews it (-want +got):\n%s", file, diff)
	}
}

func transcript(t testing.TB, game rules.Game, setup rules.Setup) string {
	t.Helper()
	const longest = 120 // actions
	st, err := game.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 7))
	var b strings.Builder
	fmt.Fprintf(&b, "# %s %v\n", game.Info().Key, setup.Options)
	for range longest {
		fmt.Fprintf(&b, "\n%s\n%s\n", st.Board(), st.Position())
		actions := st.Actions(nil)
		if len(actions) == 0 {
			break
		}
		action := actions[random.Uint64()%uint64(len(actions))]
		turn := st.Turn()
		fmt.Fprintf(&b, "legal: %s\n", strings.Join(texts(st, actions), " "))
		fmt.Fprintf(&b, "turn %d, seat %d: %s\n", turn.Number, turn.Seat, st.Text(action))
		st.Play(action)
	}
	if result, over := st.Result(); over {
		fmt.Fprintf(&b, "%s (%s)\n", result, result.Reason)
	}
	return b.String()
}
