package handlers

import (
	"crypto/rand"
	"math/big"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/views"
)

// newGame shows the form that makes a game.
func (a *App) newGame(c echo.Context) error {
	key := c.QueryParam("game")
	if key == "" {
		key = games.All()[0].Info().Key
	}
	game, err := games.Find(key)
	if err != nil {
		return err
	}
	f, err := a.frame(c, a.catalog(c).T("nav.new"))
	if err != nil {
		return err
	}
	return a.render(c, http.StatusOK, views.Setup(views.SetupPage{
		Frame: f, Game: key, First: game.Info().Colours[0], Opponent: opponentInvite, Starter: starterRandom,
	}))
}

// What the form that makes a game may send.
const (
	opponentInvite = "invite" // whoever follows the invitation
	opponentDevice = "device" // both seats are the visitor's

	starterRandom = "random"
	starterMe     = "me"
	starterOther  = "other"
)

// createGame makes a game and leads to its page.
func (a *App) createGame(c echo.Context) error {
	form, err := readSetup(c)
	if err != nil {
		return err
	}
	v, err := a.player(c)
	if err != nil {
		return err
	}
	form.Host = v.person.ID
	game, err := a.DB.CreateGame(c.Request().Context(), form, a.Now())
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/games/"+game.ID)
}

// readSetup reads the form; a value that the form does not offer is an
// *rules.Error of kind Invalid.
func readSetup(c echo.Context) (db.NewGame, error) {
	game, err := games.Find(c.FormValue("game"))
	if err != nil {
		return db.NewGame{}, &rules.Error{Kind: rules.Invalid, Key: "error.form", Detail: "game", Err: err}
	}
	opponent, starter := c.FormValue("opponent"), c.FormValue("starter")
	if starter == "" {
		starter = starterRandom
	}
	if !slices.Contains([]string{opponentInvite, opponentDevice}, opponent) ||
		!slices.Contains([]string{starterRandom, starterMe, starterOther}, starter) {
		return db.NewGame{}, rules.Errorf(rules.Invalid, "error.form", "opponent=%q starter=%q", opponent, starter)
	}
	hostSeat := rules.Seat(1)
	if starter == starterOther || starter == starterRandom && !coin() {
		hostSeat = 2
	}
	return db.NewGame{
		Key: game.Info().Key, HostSeat: hostSeat, BothSeats: opponent == opponentDevice,
	}, nil
}

// coin is true half the time.
func coin() bool {
	n, _ := rand.Int(rand.Reader, big.NewInt(2)) // crypto/rand never fails
	return n.Sign() == 0
}

// showInvitation asks whoever follows an invitation whether to play. Whose seat
// somebody else has taken sees the game.
func (a *App) showInvitation(c echo.Context) error {
	game, err := a.DB.GameByInvite(c.Request().Context(), c.Param("invite"))
	if err != nil {
		return err
	}
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	if game.Status == db.Over || v.sitsIn(game) {
		return c.Redirect(http.StatusSeeOther, "/games/"+game.ID)
	}
	if game.Status == db.Running {
		tell(c, "join.taken")
		in, err := a.tableInput(c, game)
		if err != nil {
			return err
		}
		return a.gamePage(c, http.StatusOK, views.NewTable(in))
	}
	t := a.catalog(c)
	f, err := a.frame(c, t.T("join.tab"))
	if err != nil {
		return err
	}
	free := slices.IndexFunc(game.Players, func(p db.Player) bool { return p.ID == "" })
	host := slices.IndexFunc(game.Players, func(p db.Player) bool { return p.ID != "" })
	return a.render(c, http.StatusOK, views.Join(views.JoinPage{
		Frame: f, Game: game.Key, Host: playerNames(t, game.Record.Game().Info(), game.Players)[host],
		Colour: game.Record.Game().Info().Colours[free], Piece: views.SeatPiece(game.Record.Game().Info(), rules.Seat(free+1)), Starts: free == 0,
		Action: "/join/" + c.Param("invite"),
	}))
}

// join gives the visitor the free seat of a game. Nobody is made a guest for a
// seat that is not to be had.
func (a *App) join(c echo.Context) error {
	ctx, invite := c.Request().Context(), c.Param("invite")
	game, err := a.DB.GameByInvite(ctx, invite)
	if err != nil {
		return err
	}
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	if v.sitsIn(game) {
		return c.Redirect(http.StatusSeeOther, "/games/"+game.ID)
	}
	if !v.known && game.Status != db.Waiting {
		return rules.Errorf(rules.Conflict, "error.seat-taken", "game %s", game.ID)
	}
	if v, err = a.player(c); err != nil {
		return err
	}
	game, err = a.DB.JoinGame(ctx, invite, v.person.ID, a.Now())
	if rules.IsKind(err, rules.Conflict) && v.sitsIn(game) {
		err = nil // the second of two clicks
	}
	if err != nil {
		return err
	}
	a.Live.Publish(game.ID)
	return c.Redirect(http.StatusSeeOther, "/games/"+game.ID)
}
