package play

import (
	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/views/page"
	"hexclub/views/table"
)

// pairingOf returns the pairing of a game for its page; nil for a game without one.
func (a *Area) pairingOf(c echo.Context, game db.Game) (*table.PairingGame, error) {
	if game.Pairing == "" {
		return nil, nil
	}
	why, err := a.DB.ForfeitReason(c.Request().Context(), game)
	if err != nil {
		return nil, err
	}
	of := &table.PairingGame{Href: page.PairingHref(game.Pairing), Nth: game.Nth, Forfeit: why}
	if game.Status != db.Over || game.Leg == 1 { // the match links to its next game
		return of, nil
	}
	next, err := a.DB.PairingGame(c.Request().Context(), game.Pairing, game.Nth+1)
	if next != "" {
		of.Next = "/games/" + next
	}
	return of, err
}
