package handlers

import (
	"crypto/rand"
	"math/big"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/views"
)

// newGame shows the form that makes a game, or the games there are when the
// address names none.
func (a *App) newGame(c echo.Context) error {
	if c.QueryParam("game") == "" {
		t := a.catalog(c)
		return a.gameList(c, views.GamesPage{Heading: t.T("games.choose"), Help: t.T("games.choose-help")})
	}
	game, err := games.Find(c.QueryParam("game"))
	if err != nil {
		return err
	}
	return a.setupPage(c, http.StatusOK, game.Info(), nil)
}

// gameList answers with a page that has all games to choose from.
func (a *App) gameList(c echo.Context, page views.GamesPage) (err error) {
	if page.Frame, err = a.frame(c, page.Heading); err != nil {
		return err
	}
	if page.Games, err = views.NewGameList(page.T); err != nil {
		return err
	}
	return a.render(c, http.StatusOK, views.Games(page))
}

// setupPage answers with the form that makes a game, filled with what was
// sent, and with what was wrong with it.
func (a *App) setupPage(c echo.Context, status int, info rules.Info, problem error) error {
	f, err := a.frame(c, a.catalog(c).T("nav.new"))
	if err != nil {
		return err
	}
	page := views.NewSetup(f, info, c.FormValue)
	if problem != nil {
		page.Problem = views.ErrorText(f.T, problem)
	}
	return a.render(c, status, views.Setup(page))
}

// createGame makes a game and leads to its page.
func (a *App) createGame(c echo.Context) error {
	game, err := games.Find(c.FormValue("game"))
	if err != nil {
		return &rules.Error{Kind: rules.Invalid, Key: "error.form", Detail: "game", Err: err}
	}
	form, err := readSetup(c, game.Info())
	if err != nil {
		return a.setupPage(c, statusOf(err), game.Info(), err)
	}
	v, err := a.player(c)
	if err != nil {
		return err
	}
	if err := allowVisitor(c, a.limits.games, v); err != nil {
		return a.setupPage(c, statusOf(err), game.Info(), err)
	}
	form.Host = v.person.ID
	made, err := a.DB.CreateGame(c.Request().Context(), form, a.Now())
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/games/"+made.ID)
}

// What the form that makes a game may send, beside the game's options.
const (
	opponentInvite = "invite" // whoever follows the invitation
	opponentDevice = "device" // all seats are the visitor's

	seatRandom   = "random"
	starterMe    = "me"
	starterOther = "other"

	exploreYes = "yes"
	exploreNo  = "no"
)

// readSetup reads the form for a game; what is missing is as the form first
// shows it. A value that the form does not offer is an *rules.Error of kind
// Invalid with the key error.choice, a seat that the game has only with more
// players one with error.seat-few.
func readSetup(c echo.Context, info rules.Info) (db.NewGame, error) {
	setup, err := info.Complete(rules.Setup{Options: formOptions(c)})
	if err != nil {
		return db.NewGame{}, &rules.Error{Kind: rules.Invalid, Key: "error.choice", Err: err}
	}
	opponent, err := oneOf(c, "opponent", opponentInvite, opponentDevice)
	if err != nil {
		return db.NewGame{}, err
	}
	explore, err := oneOf(c, "explore", exploreYes, exploreNo)
	if err != nil {
		return db.NewGame{}, err
	}
	form := db.NewGame{Key: info.Key, Setup: setup, BothSeats: opponent == opponentDevice, Explore: explore == exploreYes}
	switch seats := seatsOf(setup); {
	case form.BothSeats: // the host sits everywhere
	case seats == 2:
		form.HostSeat, err = readStarter(c)
	default:
		form.HostSeat, err = readSeat(c, info, seats)
	}
	return form, err
}

// formOptions is the values that a form has for options of a game.
func formOptions(c echo.Context) map[string]string {
	options := map[string]string{}
	for name := range c.Request().Form {
		if option, ok := strings.CutPrefix(name, views.OptionName("")); ok && c.FormValue(name) != "" {
			options[option] = c.FormValue(name)
		}
	}
	return options
}

// oneOf is the value that a form has for a field, the first of those that it
// may have when it has none.
func oneOf(c echo.Context, name string, values ...string) (string, error) {
	value := c.FormValue(name)
	switch {
	case value == "":
		return values[0], nil
	case !slices.Contains(values, value):
		return "", rules.Errorf(rules.Invalid, "error.choice", "%s=%.30q", name, value)
	}
	return value, nil
}

// seatsOf is how many seats a complete set-up has.
func seatsOf(setup rules.Setup) int {
	if seats, err := strconv.Atoi(setup.Options[rules.SeatsOption]); err == nil {
		return seats
	}
	return 2
}

// readStarter is the seat of the host, of two.
func readStarter(c echo.Context) (rules.Seat, error) {
	starter, err := oneOf(c, "starter", seatRandom, starterMe, starterOther)
	switch starter {
	case starterMe:
		return 1, nil
	case starterOther:
		return 2, nil
	}
	return drawSeat(2), err
}

// readSeat is the seat of the host, of so many; the game has more with more
// players, as the form offers them.
func readSeat(c echo.Context, info rules.Info, seats int) (rules.Seat, error) {
	values := []string{seatRandom}
	for i := range info.Colours {
		values = append(values, strconv.Itoa(i+1))
	}
	chosen, err := oneOf(c, "seat", values...)
	if err != nil || chosen == seatRandom {
		return drawSeat(seats), err
	}
	seat := slices.Index(values, chosen)
	if seat > seats {
		return 0, rules.Errorf(rules.Invalid, "error.seat-few", "seat %d of %d", seat, seats)
	}
	return rules.Seat(seat), nil
}

// drawSeat is each of the seats as often as any other.
func drawSeat(seats int) rules.Seat {
	n, _ := rand.Int(rand.Reader, big.NewInt(int64(seats))) // crypto/rand never fails
	return rules.Seat(n.Int64() + 1)
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
	info := game.Record.Game().Info()
	players := playerNames(t, info, game.Players)
	host, free := game.SeatsOf(game.Host)[0], game.SeatsOf("")[0] // who starts a game sits in it
	return a.render(c, http.StatusOK, views.Join(views.NewJoin(f, views.Invitation{
		Info: info, Options: game.Record.Setup().Options, Explore: game.Explore,
		Host: players[host-1], Players: players, Seat: free, Action: "/join/" + c.Param("invite"),
	})))
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
	if err := allowVisitor(c, a.limits.games, v); err != nil {
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
