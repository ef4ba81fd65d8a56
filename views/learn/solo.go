package learn

import (
	"strings"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/table"
)

// playLine plays actions until one cannot be played: then it returns the reason, the rest of the
// actions, and the notation of the action that the rules reject. A line longer than maxLine is not
// played.
func playLine(rec *record.Record, text string) (unread, notation string, err error) {
	if len(text) > maxLine {
		return "", "", errTooLong(maxLine)
	}
	long := len(table.JoinDraft(rec.Events()))
	for text = strings.TrimSpace(text); text != ""; {
		action, rest, err := rules.CutAction(rec.State(), text)
		notation = ""
		if err == nil {
			notation = rec.State().Text(action)
			if long += len(notation) + 1; long > maxLine {
				err = rules.Errorf(rules.Invalid, "error.line-full", "more than %d bytes", maxLine)
			} else {
				err = rec.Step(action)
			}
		}
		if err != nil {
			return text, notation, err
		}
		text = rest
	}
	return "", "", nil
}
