package hexellation_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexellation"
	"hexclub/rules/rulestest"
)

var update = flag.Bool("update", false, "renew testdata/playthrough*.txt")

func TestConformance(t *testing.T) {
	for i, chosen := range rulestest.OptionSets(hexellation.Game{}.Info()) {
		rulestest.Conformance(t, hexellation.Game{}, rules.Setup{Options: chosen}, 3, uint64(i), promises)
	}
}

func TestScripts(t *testing.T) {
	rulestest.Scripts(t, hexellation.Game{}, "testdata/rules")
}

func TestPerft(t *testing.T) {
	rulestest.PerftTable(t, find, "testdata/perft.txt")
}

func TestPlaythrough(t *testing.T) {
	for name, chosen := range map[string]map[string]string{
		"playthrough":         {},
		"playthrough-six":     {"sky": "advanced", "seats": "6"},
		"playthrough-declare": {"declare": "yes", "seats": "3"},
	} {
		t.Run(name, func(t *testing.T) {
			rulestest.Playthrough(t, hexellation.Game{}, rules.Setup{Options: chosen}, "testdata/"+name+".txt", *update)
		})
	}
}

// find is games.Find for this game alone, which does not import the others.
func find(key string) (rules.Game, error) {
	game := hexellation.Game{}
	if key != game.Info().Key {
		return nil, fmt.Errorf("%s is not tested here", key)
	}
	return game, nil
}

// options reads "key=value" fields.
func options(text string) map[string]string {
	chosen := map[string]string{}
	for field := range strings.FieldsSeq(text) {
		key, value, _ := strings.Cut(field, "=")
		chosen[key] = value
	}
	return chosen
}

// newState is a state at the position, the start if it is empty.
func newState(tb testing.TB, position string) rules.State {
	tb.Helper()
	st, err := hexellation.Game{}.New(rules.Setup{Position: position})
	if err != nil {
		tb.Fatal(err)
	}
	return st
}

// playText plays an action by its notation.
func playText(tb testing.TB, st rules.State, text string) {
	tb.Helper()
	action, err := st.Parse(text)
	if err != nil {
		tb.Fatal(err)
	}
	if refusal := st.Refuse(action); refusal != nil {
		tb.Fatalf("%s: %v at %s", text, refusal, st.Position())
	}
	st.Play(action)
}
