package bot

import (
	"runtime"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
)

// TestKeptPositionsAreSmall bounds the size of a position that a search keeps.
// A search keeps up to mostPositions of them.
func TestKeptPositionsAreSmall(t *testing.T) {
	const most = 2 << 10
	for _, game := range games.All() {
		defaults, last := rules.Setup{}, rules.Setup{Options: map[string]string{}}
		for _, option := range game.Info().Options {
			last.Options[option.Key] = option.Values[len(option.Values)-1]
		}
		for _, setup := range []rules.Setup{defaults, last} {
			st, err := game.New(setup)
			if err != nil {
				t.Fatal(err)
			}
			random := rules.Random(1)
			for range 40 {
				if size := sizeOf(st); size == 0 || size > most {
					t.Errorf("a position of %s %v takes %d bytes, want at most %d", game.Info().Key, setup.Options, size, most)
				}
				actions := st.Actions(nil)
				if len(actions) == 0 {
					break
				}
				st.Play(actions[random.IntN(len(actions))])
			}
		}
	}
}

// sizeOf returns the number of bytes that a copy of a position allocates.
func sizeOf(st rules.State) uint64 {
	const copies = 100
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range copies {
		runtime.KeepAlive(st.Clone())
	}
	runtime.ReadMemStats(&after)
	return (after.TotalAlloc - before.TotalAlloc) / copies
}
