package handlers

import (
	"cmp"
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/record"
	"hexclub/views/learn"
	"hexclub/views/table"
)

// showHint answers with the game as showGame and showBoard do, and with what a
// search would play. Only who is to act in a casual game against bots may ask;
// for others it is an *rules.Error of kind Forbidden.
func (a *App) showHint(c echo.Context) error {
	in, err := a.readTable(c)
	if err != nil {
		return err
	}
	if !in.MayHint() {
		return rules.Errorf(rules.Forbidden, "error.hint", "game %s", in.Game.ID)
	}
	in.Pointing = table.Pointing{}
	draft := in.Game.Record.Draft(in.Draft)
	if draft.Err == nil && !draft.Done && !bodiless(c) {
		if in.Hint, err = a.suggest(c, in.Game.Record, draft.State); err != nil {
			return err
		}
	}
	table := table.New(in)
	if isHTMX(c) {
		return a.tableFragment(c, http.StatusOK, table.Return, table)
	}
	return a.gamePage(c, http.StatusOK, table)
}

// showAnalysisHint answers with the sandbox that the address holds and with what
// a search would play there, where that may be asked.
func (a *App) showAnalysisHint(c echo.Context) error {
	in, err := a.analysisInput(c)
	if err != nil {
		return err
	}
	in.Pointing = table.Pointing{}
	if r := learn.HintRecord(in); r != nil && !bodiless(c) {
		if in.Hint, err = a.suggest(c, r, r.State()); err != nil {
			return err
		}
	}
	if isHTMX(c) {
		return a.analysisFragment(c, in)
	}
	return a.analysisPage(c, in)
}

// bodiless tells whether only the head of an answer is asked for, which no search
// is made for.
func bodiless(c echo.Context) bool { return c.Request().Method == http.MethodHead }

// mostThinkers is how many may search or wait to before nobody else is let in
// who could do without.
const mostThinkers = 24

// suggest is what a search would play at a position of a record, which may lie
// within a turn. A visitor has one search at a time. Who asks too often, and who
// asks when many do, gets an *rules.Error of kind TooMany.
func (a *App) suggest(c echo.Context, r *record.Record, st rules.State) (*table.HintInput, error) {
	v, err := a.visitor(c)
	if err != nil {
		return nil, err
	}
	if err := allowVisitor(c, a.limits.hints, v); err != nil {
		return nil, err
	}
	if n := a.thinkers.crowd(); n >= mostThinkers {
		c.Response().Header().Set("Retry-After", "10")
		return nil, rules.Errorf(rules.TooMany, "error.busy", "%d search", n)
	}
	releaseSlots(c)
	of := "hint:" + cmp.Or(v.person.ID, address(c))
	choice, err := a.thinkers.think(c.Request().Context(), of, bot.Task{
		Game: r.Game(), State: st, Seen: r.Seen(), Level: a.hints, Seed: seedOf(st.Position()),
	})
	if err != nil {
		return nil, err
	}
	return &table.HintInput{Line: choice.Line, Turn: choice.Turn, Chance: choice.Chance, Proven: choice.Proven}, nil
}
