package rules

import (
	"math"
	"strconv"
	"strings"
)

// Lengths in bytes that no game goes beyond, so that reading what somebody
// sends stays cheap.
const (
	MaxNotation = 64   // of an action's notation
	MaxTurn     = 2048 // of a whole turn's, separators included
)

// CutAction reads the first action of a line of actions, separated by spaces
// or by commas, as st would parse it; it plays nothing. Rest is what follows,
// empty at the end of the line. A line without an action, or with something
// else where an action should be, is an *Error of kind Invalid.
//
// A comma may belong to an action's own notation ("0,1>NE"), so the longest
// run of pieces that is an action is taken as one.
func CutAction(st State, line string) (action Action, rest string, err error) {
	field, after, _ := strings.Cut(strings.TrimSpace(line), " ")
	if len(field) <= MaxNotation {
		if action, err = st.Parse(field); err == nil {
			return action, strings.TrimSpace(after), nil
		}
	} else {
		err = Errorf(Invalid, "error.notation", "%.20q and more is too long for an action", field)
	}
	start := field[:min(len(field), MaxNotation+1)] // an action and the comma after it
	for end := strings.LastIndexByte(start, ','); end > 0; end = strings.LastIndexByte(start[:end], ',') {
		if action, shorter := st.Parse(start[:end]); shorter == nil {
			return action, strings.TrimSpace(field[end+1:] + " " + after), nil
		}
	}
	return Action{}, "", err
}

// Texts is actions in notation, as they are played one after the other from a
// state, which stays as it is.
func Texts(st State, actions []Action) []string {
	st = st.Clone()
	texts := make([]string, len(actions))
	for i, action := range actions {
		texts[i] = st.Text(action)
		st.Play(action)
	}
	return texts
}

// ParseNumber reads a number from 1 to a thousand million as positions write
// it, without a sign or leading zeros; ok is false for anything else.
func ParseNumber(text string) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 1 && n <= math.MaxInt32/2 && strconv.Itoa(n) == text
}
