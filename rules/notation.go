package rules

import (
	"math"
	"strconv"
	"strings"
)

// Upper bounds of lengths in bytes, so that parsing input stays cheap. No game
// exceeds them.
const (
	MaxNotation = 64   // of one action
	MaxTurn     = 2048 // of a whole turn, including separators
)

// CutAction parses the first action of a line with st and returns it with the
// rest of the line. It plays nothing. Spaces or commas separate actions. It
// returns an *Error of kind Invalid if the line does not start with an action.
//
// A comma may belong to the notation of an action ("0,1>NE"), so CutAction
// takes the longest prefix that is an action.
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

// Texts returns the notation of actions that are played one after the other
// from a state. It does not change the state.
func Texts(st State, actions []Action) []string {
	st = st.Clone()
	texts := make([]string, len(actions))
	for i, action := range actions {
		texts[i] = st.Text(action)
		st.Play(action)
	}
	return texts
}

// ParseNumber parses a number from 1 to MaxInt32/2 (about a thousand million)
// as positions write it, without sign or leading zeros. It returns false for
// anything else.
func ParseNumber(text string) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 1 && n <= math.MaxInt32/2 && strconv.Itoa(n) == text
}
