package web

import (
	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/limit"
	"hexclub/rules"
)

// AllowGame is Allow for a visitor who makes a game or takes a seat.
func (s *Site) AllowGame(c echo.Context, v *Visitor) error {
	if err := AllowVisitor(c, s.Limits.games, v); err != nil {
		return err
	}
	return AllowVisitor(c, s.Limits.gamesADay, v)
}

// enterStream counts a stream of the visitor. The caller must call leave when the stream ends. The error is of
// kind TooMany if the address or the person has too many streams.
func (s *Site) enterStream(c echo.Context, v *Visitor) (leave func(), err error) {
	from, who, known := Address(c), v.Person.ID, v.Known // v refers to the request
	if !s.Limits.StreamsAt.Enter(from) {
		return nil, manyStreams(c, s.Limits.StreamsAt, from)
	}
	if known && !s.Limits.streamsAs.Enter(who) {
		s.Limits.StreamsAt.Leave(from)
		return nil, manyStreams(c, s.Limits.streamsAs, who)
	}
	return func() {
		s.Limits.StreamsAt.Leave(from)
		if known {
			s.Limits.streamsAs.Leave(who)
		}
	}, nil
}

func manyStreams(c echo.Context, g *limit.Gauge, whose string) error {
	meet(c, g.Name)
	c.Response().Header().Set("Retry-After", "60")
	return rules.Errorf(rules.TooMany, "error.many-streams", "%s has too many streams", whose)
}

// ReadGame is db.Game for a page or a file of a game. Long games cost more.
func (s *Site) ReadGame(c echo.Context, id string) (db.Game, error) {
	game, err := s.DB.Game(c.Request().Context(), id)
	if err == nil {
		from, cost := Address(c), game.Record.EventCount()/eventsPerCost*max(1, ReadCost(c.Path()))
		s.Limits.ReadsAt.Charge(from, cost)
		ChargeHolder(s.Limits.ReadsOf, from, cost)
	}
	return game, err
}

// allowLogInAt is Allow for an attempt to log in from the request's address.
func (s *Site) allowLogInAt(c echo.Context) error {
	cost := 1
	if !s.BehindUnknownProxy(c) && s.Limits.trafficAbove(veryHeavyUse, Address(c)) {
		cost = heavyLogInCost
	}
	return AllowCost(c, s.Limits.logInsAt, Address(c), cost)
}

// eventsPerCost is how many events of a game cost as much as a page.
const eventsPerCost = 600
