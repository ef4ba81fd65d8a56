package rules

import "strings"

// ParseActions reads actions written one after the other, separated by
// spaces or by commas. They are played on st one by one, so st ends up where
// the last one leads.
//
// A comma may belong to an action's own notation ("0,1>NE"), so the longest
// run of pieces that is an action is taken as one.
//
// Reading stops at the first action that is not legal, with its *Refusal, or
// that is no notation, with an *Error of kind Invalid; played holds those
// before it.
func ParseActions(st State, text string) (played []Action, err error) {
	for _, field := range strings.Fields(text) {
		for field != "" {
			action, rest, err := cutAction(st, field)
			if err != nil {
				return played, err
			}
			if refusal := st.Refuse(action); refusal != nil {
				return played, refusal
			}
			st.Play(action)
			played = append(played, action)
			field = rest
		}
	}
	return played, nil
}

// cutAction reads the longest action at the start of a field without spaces
// and returns what follows the comma behind it.
func cutAction(st State, field string) (action Action, rest string, err error) {
	action, err = st.Parse(field)
	if err == nil {
		return action, "", nil
	}
	for end := strings.LastIndexByte(field, ','); end > 0; end = strings.LastIndexByte(field[:end], ',') {
		if action, shorter := st.Parse(field[:end]); shorter == nil {
			return action, field[end+1:], nil
		}
	}
	return Action{}, "", err
}
