package rulestest

import (
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
)

// A command is one line of a test file.
type command struct {
	number int // of the line, from 1
	word   string
	rest   string   // what follows the word
	fields []string // the same, in fields
}

// commands parses the lines of a text, without comments and empty lines.
func commands(text string) []command {
	var list []command
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		list = append(list, command{number, word, rest, strings.Fields(rest)})
	}
	return list
}

// options parses fields of the form key=value.
func options(t testing.TB, fields []string) map[string]string {
	t.Helper()
	chosen := map[string]string{}
	for _, field := range fields {
		key, value, ok := strings.Cut(field, "=")
		if !ok {
			t.Fatalf("%q is no option=value", field)
		}
		chosen[key] = value
	}
	return chosen
}

// playAll plays actions, each of which must be legal, and returns them.
func playAll(t testing.TB, st rules.State, texts []string) []rules.Action {
	t.Helper()
	var played []rules.Action
	for _, text := range texts {
		action := parse(t, st, text)
		if refusal := st.Refuse(action); refusal != nil {
			t.Fatalf("%s is refused at %s: %v", text, st.Position(), refusal)
		}
		st.Play(action)
		played = append(played, action)
	}
	return played
}

func parse(t testing.TB, st rules.State, text string) rules.Action {
	t.Helper()
	action, err := st.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return action
}

// texts returns the notation of actions, sorted bytewise.
func texts(st rules.State, actions []rules.Action) []string {
	list := make([]string, 0, len(actions))
	for _, action := range actions {
		list = append(list, st.Text(action))
	}
	slices.Sort(list)
	return list
}
