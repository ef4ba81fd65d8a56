package handlers

import (
	"hexclub/views/learn"
	"hexclub/views/table"

	"github.com/labstack/echo/v4"
)

// showAnalysisHint answers with the sandbox that the address holds and with what
// a search would play there, where that may be asked.
func (a *learnArea) showAnalysisHint(c echo.Context) error {
	in, err := a.analysisInput(c)
	if err != nil {
		return err
	}
	in.Pointing = table.Pointing{}
	if r := learn.HintRecord(in); r != nil && !bodiless(c) {
		if in.Hint, err = a.hints.suggest(c, r, r.State()); err != nil {
			return err
		}
	}
	if isHTMX(c) {
		return a.analysisFragment(c, in)
	}
	return a.analysisPage(c, in)
}
