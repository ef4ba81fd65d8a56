package club

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
	"hexclub/rules/record"
	"hexclub/views/club/ladders"
	"hexclub/views/setup"
)

// PreviewNewLadder renders the form for a new ladder again, with the rules that its fields make.
func (a *Area) PreviewNewLadder(c echo.Context) error {
	season, err := a.DB.Season(c.Request().Context(), c.Param("season"))
	if err != nil {
		return err
	}
	_, form, _ := readLadder(c)
	return a.newLadderPage(c, http.StatusOK, season, c.FormValue("from"), form, nil)
}

// PreviewLadder is PreviewNewLadder for a change of a ladder.
func (a *Area) PreviewLadder(c echo.Context) error {
	l, err := a.DB.Ladder(c.Request().Context(), c.Param("ladder"))
	if err != nil {
		return err
	}
	_, form, _ := readLadder(c)
	return a.editLadderPage(c, http.StatusOK, l, form, nil)
}

// ladderForm returns the form for a ladder's terms.
func ladderForm(t db.LadderTerms) ladders.Form {
	form := ladders.Form{Games: t.Settings.Games, Values: ruleValues(t.Settings), Rules: t.Settings}
	form.Values["unit"] = string(t.Settings.Unit)
	form.Values[ladders.NameField], form.Values[ladders.AboutField] = t.Name, t.About
	form.Values[ladders.VenueField], form.Values[ladders.RatedField] = string(t.Venue), yesNo(t.Rated)
	form.Values[ladders.ControlField], form.Values[ladders.AutomaticField] = t.Control.String(), yesNo(t.Automatic)
	if t.Control.None() {
		form.Values[ladders.ControlField] = setup.NoClock
	}
	return form
}

// ruleValues returns the values of the fields for the rules that presets have, by name.
func ruleValues(s ladder.Settings) map[string]string {
	values := map[string]string{}
	var stored map[string]json.RawMessage
	if text, err := json.Marshal(s); err == nil && json.Unmarshal(text, &stored) == nil {
		for name, value := range stored {
			values[name] = strings.Trim(string(value), `"`)
		}
	}
	delete(values, "games")
	delete(values, "unit")
	values["downwards"] = yesNo(s.Downwards)
	return values
}

func yesNo(on bool) string {
	if on {
		return web.Yes
	}
	return web.No
}

// applyPreset fills the fields of a form's rules from the chosen preset. If the form shows the rules of another one, all
// fields get new values, except those that were changed. Otherwise only missing fields do.
func applyPreset(form map[string][]string) {
	value := func(name string) string { return strings.Join(form[name], "") }
	chosen, shown := ladder.Preset(value(ladders.PresetField)), ladder.Preset(value(ladders.ShownField))
	if !slices.Contains(ladder.Presets(), chosen) {
		return
	}
	var base map[string]string
	if slices.Contains(ladder.Presets(), shown) {
		base = ruleValues(shown.Settings())
	}
	for name, becomes := range ruleValues(chosen.Settings()) {
		is, sent := form[name]
		changed := base != nil && strings.TrimSpace(strings.Join(is, "")) != base[name]
		if !sent || shown != "" && shown != chosen && !changed {
			form[name] = []string{becomes}
		}
	}
}

// readLadder reads the form of a ladder. Its problems are those of db.LadderTerms.Problems, and an invalid clock
// (error.ladder-control).
func readLadder(c echo.Context) (t db.LadderTerms, form ladders.Form, wrong []*rules.Error) {
	sent := c.Request().Form
	applyPreset(sent)
	form = ladders.Form{Values: map[string]string{}, Games: sent[ladders.GamesField]}
	value := func(name string) string {
		form.Values[name] = sent.Get(name)
		return strings.TrimSpace(sent.Get(name))
	}
	t.Name, t.About = web.TrimTitle(value(ladders.NameField)), web.PlainText(value(ladders.AboutField))
	t.Venue, t.Rated = db.Venue(value(ladders.VenueField)), value(ladders.RatedField) == web.Yes
	t.Automatic = value(ladders.AutomaticField) == web.Yes
	s := &t.Settings
	s.Games, s.Unit, s.Downwards = form.Games, pairing.Unit(value("unit")), value("downwards") == web.Yes
	s.Refuse, s.Unanswered, s.Unplayed = ladder.Refuser(value("refuse")), ladder.Resolution(value("unanswered")), ladder.Resolution(value("unplayed"))
	s.Win, s.Loss, s.Entry, s.Leaving = ladder.Win(value("win")), ladder.Loss(value("loss")), ladder.Entry(value("entry")), ladder.Resolution(value("leaving"))
	for _, bound := range ladder.Bounds() {
		n, err := strconv.Atoi(value(bound.Name))
		if err != nil {
			n = -1 // outside all bounds
		}
		*bound.Value(s) = n
	}
	if clock := value(ladders.ControlField); clock != setup.NoClock {
		var err error
		if t.Control, err = record.ParseControl(clock); err != nil || t.Control.None() {
			wrong = append(wrong, rules.Errorf(rules.Invalid, "error.ladder-control", "clock %.20q", clock).In(ladders.ControlField))
		}
	}
	form.Rules = t.Settings
	return t, form, append(t.Problems(), wrong...)
}
