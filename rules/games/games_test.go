package games_test

import (
	"flag"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
)

var times = flag.Int("games", 1, "random games that TestConformance plays of every game with every set of options")

// Every game passes with every set of its options. The tests of the games play more of them, and
// check more.
func TestConformance(t *testing.T) {
	for _, game := range games.All() {
		info := game.Info()
		for i, options := range rulestest.Few(t, rulestest.OptionSets(info), 2) {
			t.Run(info.Key+" "+strings.TrimSpace(info.OptionText(options)), func(t *testing.T) {
				rulestest.Conformance(t, game, rules.Setup{Options: options}, *times, uint64(i))
			})
		}
	}
}

// Every game has scripts for all of its rules, and has the published numbers of action sequences.
func TestScripts(t *testing.T) {
	for _, game := range rulestest.Few(t, games.All(), 1) {
		t.Run(game.Info().Key, func(t *testing.T) {
			rulestest.Scripts(t, game, filepath.Join("..", game.Info().Key, "testdata", "rules"))
		})
	}
}

func TestFind(t *testing.T) {
	var keys []string
	for _, game := range games.All() {
		key := game.Info().Key
		keys = append(keys, key)
		if found, err := games.Find(key); err != nil || found != game {
			t.Errorf("%s is found as %v, %v", key, found, err)
		}
	}
	if compact := slices.Compact(slices.Sorted(slices.Values(keys))); len(compact) != len(keys) {
		t.Errorf("a key is repeated in %v", keys)
	}
	if _, err := games.Find("go"); !rules.IsKind(err, rules.NotFound) {
		t.Errorf("no such game: %v", err)
	}
}

// No game uses the words of the platform's acts in its notation, and no game's position reads as a
// command or comment of the protocol.
func TestNotationsKeepApart(t *testing.T) {
	for _, game := range games.All() {
		st, err := game.New(rules.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		texts := []string{"", "=", "*"}
		for _, act := range record.Acts() {
			texts = append(texts, string(act), string(act)+":1", string(act)+":2")
		}
		for _, text := range texts {
			if action, err := st.Parse(text); err == nil {
				t.Errorf("%s reads %q as %+v", game.Info().Key, text, action)
			}
		}
	}
}

// The number of seats is an option, or two.
func TestSeats(t *testing.T) {
	for _, game := range games.All() {
		info := game.Info()
		for _, options := range rulestest.OptionSets(info) {
			st, err := game.New(rules.Setup{Options: options})
			if err != nil {
				t.Fatal(err)
			}
			want := 2
			if chosen, ok := options[rules.SeatsOption]; ok {
				want = int(chosen[0] - '0')
			}
			if st.Seats() != want || len(info.Colours) < want {
				t.Errorf("%s with %v has %d seats and the colours %v", info.Key, options, st.Seats(), info.Colours)
			}
		}
	}
}
