package web

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// PlayerNames returns the names of the players of a game, by seat - 1. If one person plays all seats, they are
// named by colour. Bots of one level get letters.
func PlayerNames(t *i18n.Catalog, info rules.Info, players []db.Player) []string {
	names := page.BotNames(t, BotLevels(players))
	alone := !slices.ContainsFunc(players, func(p db.Player) bool { return p.ID != players[0].ID })
	for i, p := range players {
		switch {
		case alone:
			names[i] = t.T("colour." + info.Colours[i])
		case p.Bot() == 0:
			names[i] = PlayerName(t, p)
		}
	}
	return names
}

// PlayerName returns the name of a player on pages.
func PlayerName(t *i18n.Catalog, p db.Player) string {
	if level := p.Bot(); level != 0 {
		return page.BotName(t, level)
	}
	return page.PlayerName(t, p.ID, p.Name, p.Deleted)
}

// AvatarOf returns the id of a player's avatar; empty for a free seat.
func AvatarOf(p db.Player) string {
	if p.Bot() != 0 {
		return page.BotAvatar
	}
	return p.ID
}

// PublicNames returns the names of the players of a game in previews, which other sites keep: as PlayerNames does, but
// guests have no number.
func PublicNames(t *i18n.Catalog, info rules.Info, players []db.Player) []string {
	names := PlayerNames(t, info, players)
	for i, p := range players {
		if p.Guest() {
			names[i] = t.T("preview.guest")
		}
	}
	return names
}

// RecordNames returns the names of players in files, which are in English: guests are "?", and bots have their
// level.
func RecordNames(players []db.Player) []string {
	names := make([]string, len(players))
	for i, p := range players {
		switch {
		case p.Name != "":
			names[i] = p.Name
		case p.Bot() != 0:
			names[i] = "bot level " + strconv.Itoa(int(p.Bot()))
		case p.Deleted:
			names[i] = "deleted player"
		default:
			names[i] = "?"
		}
	}
	return names
}

// BotLevels returns the levels of the bots among players, by seat - 1; 0 for others.
func BotLevels(players []db.Player) []bot.Level {
	levels := make([]bot.Level, len(players))
	for i, p := range players {
		levels[i] = p.Bot()
	}
	return levels
}

// PairedNames returns the names of both players of a pairing, as the reader sees them.
func PairedNames(t *i18n.Catalog, p db.Pairing) [2]string {
	return [2]string{PlayerName(t, p.Players[0]), PlayerName(t, p.Players[1])}
}

// PersonNamed returns the account in the address.
func (s *Site) PersonNamed(c echo.Context) (db.Person, error) {
	return s.DB.PersonByName(c.Request().Context(), c.Param("name"))
}

// ToRenamed redirects members, who may read both names in the log, from an address with a former name of an
// account to its current one. If there is no such account, it returns the error.
func (s *Site) ToRenamed(c echo.Context, name string, err error, href func(name string) string) error {
	v, unread := s.Visitor(c)
	if unread != nil || !v.SignedIn() || !rules.IsKind(err, rules.NotFound) {
		return err
	}
	person, notFound := s.DB.PersonToLogIn(c.Request().Context(), name, s.Now())
	if notFound != nil {
		return err
	}
	to := href(person.Name)
	if query := c.Request().URL.RawQuery; query != "" {
		to += "?" + query
	}
	return c.Redirect(http.StatusFound, to)
}
