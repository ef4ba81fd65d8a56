package learn

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/views/draw"
	"hexclub/views/learn"
	"hexclub/views/page"
)

// ShowAnalysis shows the sandbox that the address describes, as far as it can be read, at a place.
func (a *Area) ShowAnalysis(place page.Place) echo.HandlerFunc {
	return func(c echo.Context) error {
		in, err := a.analysisInput(c)
		if err != nil {
			return err
		}
		in.Place = place
		return a.analysisPage(c, in)
	}
}

func (a *Area) analysisPage(c echo.Context, in learn.AnalysisInput) error {
	analysis := learn.NewAnalysis(in)
	f, err := a.frameAt(c, in.Place, analysis.Head.Title, analysis.Site())
	if err != nil {
		return err
	}
	if in.Place == page.OnSite {
		f.Preview = a.Preview(c, learn.NewAnalysisPreview(f.T, analysis))
	}
	return a.Render(c, http.StatusOK, learn.Sandbox(learn.AnalysisPage{Frame: f, Analysis: analysis}))
}

// ShowAnalysisBoard shows the sandbox alone, for htmx to swap in. A change of the position adds a
// step to the browser's history; pointing at a cell does not.
func (a *Area) ShowAnalysisBoard(place page.Place) echo.HandlerFunc {
	return func(c echo.Context) error {
		in, err := a.analysisInput(c)
		if err != nil {
			return err
		}
		in.Place = place
		return a.analysisFragment(c, in)
	}
}

func (a *Area) analysisFragment(c echo.Context, in learn.AnalysisInput) error {
	analysis := learn.NewAnalysis(in)
	header := "HX-Push-Url"
	if len(in.Picks) > 0 || in.Claim != "" || in.Hint != nil {
		header = "HX-Replace-Url"
	}
	c.Response().Header().Set(header, analysis.Tools.Return)
	return a.Render(c, http.StatusOK, learn.SandboxFragment(analysis))
}

// analysisInput reads a sandbox from the address. An unknown game is an *rules.Error of kind
// NotFound. Other invalid parts are not errors.
func (a *Area) analysisInput(c echo.Context) (learn.AnalysisInput, error) {
	game, err := games.Find(c.Param("game"))
	if err != nil {
		return learn.AnalysisInput{}, err
	}
	club, err := a.Club(c)
	if err != nil {
		return learn.AnalysisInput{}, err
	}
	in := learn.AnalysisInput{
		T: a.Catalog(c), Club: club.Name, Game: game, Look: a.Look(c), Query: c.Request().URL.RawQuery,
		URL:      func(path string) string { return a.SiteURL(c, path) },
		Option:   func(option string) string { return c.QueryParam(page.OptionName(option)) },
		Position: c.QueryParam("position"), Line: c.QueryParam("line"), At: c.QueryParam("at"), More: c.QueryParam("more"),
		Editing: learn.Editing{On: c.QueryParam("edit") == "on", Edits: c.QueryParam("edits"), Brush: c.QueryParam("brush")},
		From:    c.QueryParam("from"), Pointing: web.ReadPointing(c),
	}
	for _, game := range games.All() {
		in.Games = append(in.Games, game.Info().Key)
	}
	return in, nil
}

// Widths of pictures, in pixels.
const (
	minWidth, maxWidth, usualWidth = 100, 2000, 1200
)

// AnalysisSVG sends the board of a sandbox as SVG.
func (a *Area) AnalysisSVG(c echo.Context) error {
	drawing, width, err := a.analysisDrawing(c)
	if err != nil {
		return err
	}
	attachPicture(c, "svg")
	return c.Blob(http.StatusOK, "image/svg+xml", drawing.SVG(width))
}

// AnalysisPNG sends the board of a sandbox as PNG.
func (a *Area) AnalysisPNG(c echo.Context) error {
	drawing, width, err := a.analysisDrawing(c)
	if err != nil {
		return err
	}
	file, err := a.PNG(c, drawing, width)
	if err != nil {
		return err
	}
	attachPicture(c, "png")
	return c.Blob(http.StatusOK, "image/png", file)
}

// analysisDrawing returns the board of a sandbox and the width of the picture. Only the address
// determines the look, so that all readers get the same picture. A position or a line that cannot
// be read is an error here.
func (a *Area) analysisDrawing(c echo.Context) (d draw.Drawing, width int, err error) {
	in, err := a.analysisInput(c)
	if err != nil {
		return d, 0, err
	}
	in.Look = page.DefaultLook()
	for _, part := range []string{"turn", "names"} {
		value := c.QueryParam(part)
		if look, ok := in.Look.With(part, value); ok {
			in.Look = look
		} else if value != "" {
			return d, 0, rules.Errorf(rules.Invalid, "error.form", "%s=%q", part, value)
		}
	}
	width = usualWidth
	if text := c.QueryParam("width"); text != "" {
		if width, err = strconv.Atoi(text); err != nil || width < minWidth || width > maxWidth {
			return d, 0, rules.Errorf(rules.Invalid, "error.form", "width=%q", text)
		}
	}
	d, err = learn.AnalysisDrawing(in)
	return d, width, err
}

// attachPicture makes browsers save the response as a file.
func attachPicture(c echo.Context, ext string) {
	c.Response().Header().Set("Content-Disposition", `attachment; filename="hexclub-`+strings.ToLower(c.Param("game"))+`.`+ext+`"`)
}
