package hexellation_test

import (
	"flag"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexellation"
	"hexclub/rules/rulestest"
)

var update = flag.Bool("update", false, "renew testdata/playthrough*.txt")

func TestConformance(t *testing.T) {
	for i, chosen := range rulestest.OptionSets(hexellation.Game{}.Info()) {
		rulestest.Conformance(t, hexellation.Game{}, rules.Setup{Options: chosen}, rulestest.Some(t, 3), uint64(i), promises)
	}
}

func TestScripts(t *testing.T) {
	rulestest.Scripts(t, hexellation.Game{}, "testdata/rules")
}

func TestPerft(t *testing.T) {
	rulestest.PerftTable(t, hexellation.Game{}, "testdata/perft.txt")
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

// options reads "key=value" fields.
func options(text string) map[string]string {
	chosen := map[string]string{}
	for field := range strings.FieldsSeq(text) {
		key, value, _ := strings.Cut(field, "=")
		chosen[key] = value
	}
	return chosen
}

// newState returns a state at the position, the start if it is empty.
func newState(tb testing.TB, position string) rules.State {
	tb.Helper()
	return rulestest.NewState(tb, hexellation.Game{}, position)
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
