package web

import (
	"cmp"
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/search"
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/record"
	"hexclub/views/table"
)

// Bodiless reports whether a request is HEAD, for which no search starts.
func Bodiless(c echo.Context) bool { return c.Request().Method == http.MethodHead }

// MaxSearches is the number of running and waiting searches from which hints are rejected.
const MaxSearches = 24

// A Suggester searches for hints.
type Suggester struct {
	*Site
	Searches *search.Pool
	Level    bot.Level // of the searches
}

// Suggest returns the turn that a search would play at a position of a record, also within a turn. A visitor has
// one search at a time. It fails with an *rules.Error of kind TooMany for a visitor over the limit, and while
// many searches run.
func (s Suggester) Suggest(c echo.Context, r *record.Record, st rules.State) (*table.HintInput, error) {
	v, err := s.Visitor(c)
	if err != nil {
		return nil, err
	}
	if err := AllowVisitor(c, s.Limits.hints, v); err != nil {
		return nil, err
	}
	if n := s.Searches.Crowd(); n >= MaxSearches {
		c.Response().Header().Set("Retry-After", "10")
		return nil, rules.Errorf(rules.TooMany, "error.busy", "%d search", n)
	}
	ReleaseSlots(c)
	of := "hint:" + cmp.Or(v.Person.ID, Address(c))
	choice, err := s.Searches.Think(c.Request().Context(), of, bot.Task{
		Game: r.Game(), State: st, Seen: r.Seen(), Level: s.Level, Seed: search.SeedOf(st.Position()),
	})
	if err != nil {
		return nil, err
	}
	return &table.HintInput{Line: choice.Line, Turn: choice.Turn, Chance: choice.Chance, Proven: choice.Proven}, nil
}
