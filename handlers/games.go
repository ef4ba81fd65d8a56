package handlers

import (
	"errors"
	"net/http"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/views/play"
	"hexclub/views/setup"
)

// newGame shows the form that makes a game, filled with what the address says,
// or the games there are when it names none. An opponent in the address who is
// none of the form's answers is the name of a player to challenge.
func (a *playArea) newGame(c echo.Context) error {
	sent := func(name string) string { return c.QueryParam(name) }
	if name := c.QueryParam("opponent"); !slices.Contains(opponents(), name) && name != "" {
		sent = func(field string) string {
			switch field {
			case "opponent":
				return opponentNamed
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
	f, err := a.frame(c, a.catalog(c).T("nav.new"))
	if err != nil {
		return err
	}
	return a.render(c, http.StatusOK, play.Setup(play.NewSetup(f, game.Info(), sent, nil)))
}

// chooseGame asks which game it is to be, for a challenge to a player when one
// is named.
func (a *playArea) chooseGame(c echo.Context, player string) error {
	t := a.catalog(c)
	if player == "" {
		return a.gameList(c, setup.GamesPage{Heading: t.T("games.choose"), Help: t.T("games.choose-help")})
	}
	f, err := a.frame(c, t.T("nav.new"))
	if err != nil {
		return err
	}
	return a.render(c, http.StatusOK, play.Challenge(play.NewChallenge(f, player)))
}

// createGame makes a game and leads to its page. A form that is refused comes
// back with all that was chosen.
func (a *playArea) createGame(c echo.Context) error {
	game, err := games.Find(c.FormValue("game"))
	if err != nil {
		return &rules.Error{Kind: rules.Invalid, Key: "error.form", Detail: "game", Err: err}
	}
	made, err := a.madeGame(c, game.Info())
	var known *rules.Error
	if errors.As(err, &known) && known.Kind != rules.Unavailable {
		return a.refusedSetup(c, game.Info(), err)
	}
	if err != nil {
		return err
	}
	a.publishMeeting(made)
	return c.Redirect(http.StatusSeeOther, "/games/"+made.ID)
}

// madeGame makes the game that a form asks for. Nobody is made a guest for one
// that is not to be had.
func (a *playArea) madeGame(c echo.Context, info rules.Info) (db.Game, error) {
	v, err := a.visitor(c)
	if err != nil {
		return db.Game{}, err
	}
	form, problem := readSetup(c, info)
	form.Opponent, err = a.challenged(c, v, form.player)
	switch {
	case err != nil && !rules.IsKind(err, rules.Invalid):
		return db.Game{}, err
	case problem != nil || err != nil:
		return db.Game{}, errors.Join(err, problem)
	}
	if form.Rated && !v.signedIn() {
		return db.Game{}, db.ErrRatedGuest(v.person.ID)
	}
	if v, err = a.asks(c); err != nil {
		return db.Game{}, err
	}
	form.Host = v.person.ID
	return a.DB.CreateGame(c.Request().Context(), form.NewGame, a.Now())
}

// challenged is the id of the player with a name, whom the visitor challenges;
// empty for no name. It is an *rules.Error of kind Invalid when there is no such
// player (setup.unknown-player) or it is the visitor (error.challenge-self).
func (a *playArea) challenged(c echo.Context, v *visitor, name string) (id string, err error) {
	if name == "" {
		return "", nil
	}
	player, err := a.DB.PersonByName(c.Request().Context(), name)
	switch {
	case rules.IsKind(err, rules.NotFound):
		return "", errNoPlayer(name)
	case v.known && player.ID == v.person.ID:
		return "", rules.Errorf(rules.Invalid, "error.challenge-self", "person %s", player.ID)
	}
	return player.ID, err
}

// asks is the visitor as a person who makes games and takes seats, not too
// often.
func (a *playArea) asks(c echo.Context) (*visitor, error) {
	v, err := a.player(c)
	if err != nil {
		return nil, err
	}
	return v, a.allowGame(c, v)
}

// refusedSetup answers with the form that was sent, and with what was wrong
// with it. Links that come back here bring what was chosen along.
func (a *playArea) refusedSetup(c echo.Context, info rules.Info, problem error) error {
	again := url.URL{Path: "/games/new", RawQuery: c.Request().PostForm.Encode()}
	c.Set(returnKey, again.String())
	if wantsMembers(problem) {
		return problem
	}
	f, err := a.frame(c, a.catalog(c).T("nav.new"))
	if err != nil {
		return err
	}
	return a.render(c, statusOf(problem), play.Setup(play.NewSetup(f, info, c.FormValue, problem)))
}
