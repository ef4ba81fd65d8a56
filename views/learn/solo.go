package learn

import (
	"strings"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/table"
)

// playLine plays actions until there are no more or one cannot be played: then it
// tells why, what was left, and the notation of what the rules refuse. A record
// whose actions would be longer than MaxLine takes no more.
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
