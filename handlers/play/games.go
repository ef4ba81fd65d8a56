package play

import (
	"errors"
	"net/http"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/views/play"
	"hexclub/views/setup"
)

// NewGame shows the form that makes a game, filled with what the address says,
// or the games there are when it names none. An opponent in the address who is
// none of the form's answers is the name of a player to challenge.
func (a *Area) NewGame(c echo.Context) error {
	sent := func(name string) string { return c.QueryParam(name) }
	if name := c.QueryParam("opponent"); !slices.Contains(web.Opponents(), name) && name != "" {
		sent = func(field string) string {
			switch field {
			case "opponent":
				return web.OpponentNamed
			case setup.PlayerField:
				return name
			}
			return c.QueryParam(field)
		}
	}
	if c.QueryParam("game") == "" {
		return a.chooseGame(c, sent(setup.PlayerField))
	}
	game, err := games.Find(c.QueryParam("game"))
	if err != nil {
		return err
	}
	f, err := a.Frame(c, a.Catalog(c).T("nav.new"))
	if err != nil {
		return err
	}
	return a.Render(c, http.StatusOK, play.Setup(play.NewSetup(f, game.Info(), sent, nil)))
}

// chooseGame limitedPlayer which game it is to be, for a challenge to a player when one
// is named.
func (a *Area) chooseGame(c echo.Context, player string) error {
	t := a.Catalog(c)
	if player == "" {
		return a.GameList(c, setup.GamesPage{Heading: t.T("games.choose"), Help: t.T("games.choose-help")})
	}
	f, err := a.Frame(c, t.T("nav.new"))
	if err != nil {
		return err
	}
	return a.Render(c, http.StatusOK, play.Challenge(play.NewChallenge(f, player)))
}

// CreateGame makes a game and leads to its page. A form that is refused comes
// back with all that was chosen.
func (a *Area) CreateGame(c echo.Context) error {
	game, err := games.Find(c.FormValue("game"))
	if err != nil {
		return &rules.Error{Kind: rules.Invalid, Key: "error.form", Detail: "game", Err: err}
	}
	made, err := a.createGame(c, game.Info())
	if web.ShowAgain(err, rules.Forbidden, rules.NotFound) {
		return a.refusedSetup(c, game.Info(), err)
	}
	if err != nil {
		return err
	}
	a.PublishMeeting(made)
	return c.Redirect(http.StatusSeeOther, "/games/"+made.ID)
}

// createGame makes the game that a form limitedPlayer for. No guest is made for one
// that is not to be had.
func (a *Area) createGame(c echo.Context, info rules.Info) (db.Game, error) {
	v, err := a.Visitor(c)
	if err != nil {
		return db.Game{}, err
	}
	form, problem := web.ReadSetup(c, info)
	form.Opponent, err = a.opponentNamed(c, v, form.Player)
	switch {
	case err != nil && !rules.IsKind(err, rules.Invalid):
		return db.Game{}, err
	case problem != nil || err != nil:
		return db.Game{}, errors.Join(err, problem)
	}
	if form.Rated && !v.SignedIn() {
		return db.Game{}, db.ErrRatedGuest(v.Person.ID)
	}
	if v, err = a.limitedPlayer(c); err != nil {
		return db.Game{}, err
	}
	form.Host = v.Person.ID
	return a.DB.CreateGame(c.Request().Context(), form.NewGame, a.Now())
}

// opponentNamed is the id of the player with a name, whom the visitor challenges;
// empty for no name. It is an *rules.Error of kind Invalid when there is no such
// player (setup.unknown-player) or it is the visitor (error.challenge-self).
func (a *Area) opponentNamed(c echo.Context, v *web.Visitor, name string) (id string, err error) {
	if name == "" {
		return "", nil
	}
	player, err := a.DB.PersonByName(c.Request().Context(), name)
	switch {
	case rules.IsKind(err, rules.NotFound):
		return "", web.ErrNoPlayer(name)
	case v.Known && player.ID == v.Person.ID:
		return "", rules.Errorf(rules.Invalid, "error.challenge-self", "person %s", player.ID).In(setup.PlayerField)
	}
	return player.ID, err
}

// limitedPlayer is the visitor as a person who makes games and takes seats, not too
// often.
func (a *Area) limitedPlayer(c echo.Context) (*web.Visitor, error) {
	v, err := a.Player(c)
	if err != nil {
		return nil, err
	}
	return v, a.AllowGame(c, v)
}

// refusedSetup answers with the form that was sent, and with what was wrong
// with it. Links that come back here bring what was chosen along.
func (a *Area) refusedSetup(c echo.Context, info rules.Info, problem error) error {
	again := url.URL{Path: "/games/new", RawQuery: c.Request().PostForm.Encode()}
	c.Set(web.ReturnKey, again.String())
	if web.WantsMembers(problem) {
		return problem
	}
	f, err := a.Frame(c, a.Catalog(c).T("nav.new"))
	if err != nil {
		return err
	}
	return a.Render(c, web.StatusOf(problem), play.Setup(play.NewSetup(f, info, c.FormValue, problem)))
}
