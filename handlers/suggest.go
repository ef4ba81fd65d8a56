package handlers

import (
	"cmp"
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/record"
	"hexclub/views/table"
	"net/http"

	"github.com/labstack/echo/v4"
)

// bodiless tells whether only the head of an answer is asked for, which no search
// is made for.
func bodiless(c echo.Context) bool { return c.Request().Method == http.MethodHead }

// mostThinkers is how many may search or wait to before nobody else is let in
// who could do without.
const mostThinkers = 24

// A suggester is what searches for hints.
type suggester struct {
	*site
	thinkers *thinkers
	level    bot.Level // of the searches
}

// suggest is what a search would play at a position of a record, which may lie
// within a turn. A visitor has one search at a time. Who asks too often, and who
// asks when many do, gets an *rules.Error of kind TooMany.
func (s suggester) suggest(c echo.Context, r *record.Record, st rules.State) (*table.HintInput, error) {
	v, err := s.visitor(c)
	if err != nil {
		return nil, err
	}
	if err := allowVisitor(c, s.limits.hints, v); err != nil {
		return nil, err
	}
	if n := s.thinkers.crowd(); n >= mostThinkers {
		c.Response().Header().Set("Retry-After", "10")
		return nil, rules.Errorf(rules.TooMany, "error.busy", "%d search", n)
	}
	ReleaseSlots(c)
	of := "hint:" + cmp.Or(v.person.ID, address(c))
	choice, err := s.thinkers.think(c.Request().Context(), of, bot.Task{
		Game: r.Game(), State: st, Seen: r.Seen(), Level: s.level, Seed: seedOf(st.Position()),
	})
	if err != nil {
		return nil, err
	}
	return &table.HintInput{Line: choice.Line, Turn: choice.Turn, Chance: choice.Chance, Proven: choice.Proven}, nil
}
