package rules_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// notationOnly is a state that can only parse. Its actions are a coordinate
// pair, a pair followed by ">E", and "end", so a comma may be part of an
// action.
type notationOnly struct{ rules.State }

var pair = regexp.MustCompile(`^(-?[0-9],-?[0-9])(>E)?$`)

func (notationOnly) Parse(text string) (rules.Action, error) {
	if text == "end" {
		return rules.Action{Kind: 2}, nil
	}
	found := pair.FindStringSubmatch(text)
	if found == nil {
		return rules.Action{}, rules.Errorf(rules.Invalid, "error.notation", "%q", text)
	}
	cell, _ := hex.Parse(found[1])
	return rules.At(rules.Kind(len(found[2])/2), cell), nil
}

func (notationOnly) text(a rules.Action) string {
	if a.Kind == 2 {
		return "end"
	}
	return a.From.String() + strings.Repeat(">E", int(a.Kind))
}

func TestCutAction(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		want       []string // the actions in order; "?" where parsing fails
	}{
		{"one", "0,1", []string{"0,1"}},
		{"spaces", "  0,1   end ", []string{"0,1", "end"}},
		{"commas", "0,1,end", []string{"0,1", "end"}},
		{"comma in the notation", "0,1>E,1,-2,end", []string{"0,1>E", "1,-2", "end"}},
		{"both", "0,1>E,end 2,2", []string{"0,1>E", "end", "2,2"}},
		{"comma at the end", "end,", []string{"end"}},
		{"garbage", "0,1 what end", []string{"0,1", "?"}},
		{"garbage after a comma", "0,1,what", []string{"0,1", "?"}},
		{"half a pair", "0,1,2", []string{"0,1", "?"}},
		{"comma first", ",end", []string{"?"}},
		{"empty", "", []string{"?"}},
		{"blank", "  ", []string{"?"}},
		{"many", strings.Repeat("0,1,", 40), strings.Split(strings.Repeat("0,1 ", 40), " ")[:40]},
		{"too long for an action", "end," + strings.Repeat("x", rules.MaxNotation+1), []string{"end", "?"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for rest := tt.line; rest != "" || got == nil; {
				action, after, err := rules.CutAction(notationOnly{}, rest)
				if err != nil {
					checkInvalid(t, err)
					got = append(got, "?")
					break
				}
				got = append(got, notationOnly{}.text(action))
				rest = after
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%q is read as %q, want %q", tt.line, got, tt.want)
			}
		})
	}
}

// counting counts the calls of Parse.
type counting struct {
	notationOnly
	parsed *int
}

func (c counting) Parse(text string) (rules.Action, error) {
	*c.parsed++
	return c.notationOnly.Parse(text)
}

// CutAction tries few prefixes, however long the line is.
func TestCutActionLooksBackBriefly(t *testing.T) {
	for _, line := range []string{strings.Repeat("x,", 1<<15), strings.Repeat(",", 1<<15), "end " + strings.Repeat("x,", 1<<15)} {
		parsed := 0
		_, _, _ = rules.CutAction(counting{parsed: &parsed}, line)
		if parsed > rules.MaxNotation+1 {
			t.Errorf("%.8q... is parsed %d times", line, parsed)
		}
	}
}

func FuzzCutAction(f *testing.F) {
	f.Add("0,1>E,1,-2 end,")
	f.Fuzz(func(t *testing.T, line string) {
		for rest := line; rest != ""; {
			_, after, err := rules.CutAction(notationOnly{}, rest)
			if err != nil {
				checkInvalid(t, err)
				return
			}
			if len(after) >= len(rest) {
				t.Fatalf("%q leaves %q", rest, after)
			}
			rest = after
		}
	})
}

func checkInvalid(t *testing.T, err error) {
	t.Helper()
	var known *rules.Error
	if !errors.As(err, &known) || known.Kind != rules.Invalid || known.Key == "" {
		t.Errorf("want an error of kind Invalid: %v", err)
	}
}
