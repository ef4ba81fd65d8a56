package learn

import (
	"github.com/labstack/echo/v4"

	"hexclub/handlers/web"
	"hexclub/views/learn"
	"hexclub/views/table"
)

// ShowAnalysisHint shows the sandbox that the address describes with a suggested turn, if
// suggestions are allowed there.
func (a *Area) ShowAnalysisHint(c echo.Context) error {
	in, err := a.analysisInput(c)
	if err != nil {
		return err
	}
	in.Pointing = table.Pointing{}
	if r := learn.HintRecord(in); r != nil && !web.Bodiless(c) {
		if in.Hint, err = a.Hints.Suggest(c, r, r.State()); err != nil {
			return err
		}
	}
	if web.IsHTMX(c) {
		return a.analysisFragment(c, in)
	}
	return a.analysisPage(c, in)
}
