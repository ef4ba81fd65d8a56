package rules

import "strings"

// CutAction reads the first action of a line of actions, separated by spaces
// or by commas, as st would parse it; it plays nothing. Rest is what follows,
// empty at the end of the line. A line without an action, or with something
// else where an action should be, is an *Error of kind Invalid.
//
// A comma may belong to an action's own notation ("0,1>NE"), so the longest
// run of pieces that is an action is taken as one.
func CutAction(st State, line string) (action Action, rest string, err error) {
	field, after, _ := strings.Cut(strings.TrimSpace(line), " ")
	action, err = st.Parse(field)
	if err == nil {
		return action, strings.TrimSpace(after), nil
	}
	for end := strings.LastIndexByte(field, ','); end > 0; end = strings.LastIndexByte(field[:end], ',') {
		if action, shorter := st.Parse(field[:end]); shorter == nil {
			return action, strings.TrimSpace(field[end+1:] + " " + after), nil
		}
	}
	return Action{}, "", err
}
