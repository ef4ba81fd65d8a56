package handlers

import (
	"hexclub/db"
	"hexclub/rules"

	"github.com/labstack/echo/v4"
)

// allowGame is allow for a visitor who makes a game or takes a seat.
func (s *site) allowGame(c echo.Context, v *visitor) error {
	if err := allowVisitor(c, s.limits.games, v); err != nil {
		return err
	}
	return allowVisitor(c, s.limits.gamesADay, v)
}

// enterStream counts a stream of the visitor. The stream must call leave when it ends. The error is
// of kind TooMany when the address or the person has too many streams.
func (s *site) enterStream(c echo.Context, v *visitor) (leave func(), err error) {
	from, who, known := address(c), v.person.ID, v.known // v holds on to the request
	if !s.limits.streamsAt.enter(from) {
		return nil, manyStreams(c, s.limits.streamsAt, from)
	}
	if known && !s.limits.streamsAs.enter(who) {
		s.limits.streamsAt.leave(from)
		return nil, manyStreams(c, s.limits.streamsAs, who)
	}
	return func() {
		s.limits.streamsAt.leave(from)
		if known {
			s.limits.streamsAs.leave(who)
		}
	}, nil
}

func manyStreams(c echo.Context, g *gauge, whose string) error {
	meet(c, g.name)
	c.Response().Header().Set("Retry-After", "60")
	return rules.Errorf(rules.TooMany, "error.many-streams", "%s has too many streams", whose)
}

// readGame is db.Game for a page or a file of a game. Long games cost more.
func (s *site) readGame(c echo.Context, id string) (db.Game, error) {
	game, err := s.DB.Game(c.Request().Context(), id)
	if err == nil {
		from, cost := address(c), game.Record.Ply()/eventsPerCost*max(1, ReadCost(c.Path()))
		s.limits.readsAt.charge(from, cost)
		chargeHolder(s.limits.readsOf, from, cost)
	}
	return game, err
}

// allowLogInAt is allow for an attempt to log in from the request's address.
func (s *site) allowLogInAt(c echo.Context) error {
	cost := 1
	if !s.behindUnknownProxy(c) && s.limits.trafficAbove(veryHeavyUse, address(c)) {
		cost = heavyLogInCost
	}
	return allowCost(c, s.limits.logInsAt, address(c), cost)
}

// eventsPerCost is how many events of a game cost as much as a page that is read.
const eventsPerCost = 600
