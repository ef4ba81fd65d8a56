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

// NewGame shows the form for a new game with the values of the address, or the list of games if the address
// names none. An unknown value of "opponent" is the name of a player to challenge.
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
	level, _, err := a.nextLevel(c, game.Info().Key)
	if err != nil {
		return err
	}
	return a.Render(c, http.StatusOK, play.Setup(play.NewSetup(f, game.Info(), sent, level, nil)))
}

// chooseGame asks for the game; for a challenge if there is a player's name.
func (a *Area) chooseGame(c echo.Context, player string) error {
	t := a.Catalog(c)
	if player == "" {
		way := c.QueryParam("opponent")
		return a.GameList(c, "/games/new", setup.GamesPage{
			Heading: t.T("games.choose"), Href: func(game string) string { return play.SetupHref(game, way) },
		})
	}
	f, err := a.Frame(c, t.T("nav.new"))
	if err != nil {
		return err
	}
	return a.Render(c, http.StatusOK, play.Challenge(play.NewChallenge(f, player)))
}

// CreateGame makes a game and redirects to it. If the form is refused, it is rendered again with all its values.
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

// createGame makes the game that a form describes. It makes no guest for a game that is refused.
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

// opponentNamed returns the id of the player with a name; empty for no name. It fails with an *rules.Error of
// kind Invalid if there is no such player (setup.unknown-player) or it is the visitor (error.challenge-self).
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

// limitedPlayer returns the visitor as a person who can make games and take seats, within the rate limit.
func (a *Area) limitedPlayer(c echo.Context) (*web.Visitor, error) {
	v, err := a.Player(c)
	if err != nil {
		return nil, err
	}
	return v, a.AllowGame(c, v)
}

// refusedSetup renders the form that was sent, with its problem. Links that return to it keep its values.
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
	level, _, err := a.nextLevel(c, info.Key)
	if err != nil {
		return err
	}
	return a.Render(c, web.StatusOf(problem), play.Setup(play.NewSetup(f, info, c.FormValue, level, problem)))
}
