package page

import "hexclub/views/i18n"

// A FormResult is the result of one of a player's recent games.
type FormResult struct {
	Outcome string // class: won, drawn, lost
	Letter  string
	Text    string
}

// NewFormResult returns the result with the outcome "won", "drawn" or "lost".
func NewFormResult(t *i18n.Catalog, outcome string) FormResult {
	return FormResult{Outcome: outcome, Letter: t.T("form." + outcome), Text: t.T("form." + outcome + "-long")}
}
