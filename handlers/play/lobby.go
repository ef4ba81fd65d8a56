package play

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/rating"
	"hexclub/rules/record"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/play"
	"hexclub/views/setup"
	"hexclub/views/table"
)

// ShowLobby serves the page of the lobby.
func (a *Area) ShowLobby(c echo.Context) error {
	return a.lobbyPage(c, http.StatusOK, nil)
}

// ShowLobbyList serves the lists only, for htmx. With "seen", a hash of the lists on the page, it answers 204 if
// they are the same, because a swap would remove a button under a click. With "begun", the begun games on the
// page, it does not announce these again to screen readers.
func (a *Area) ShowLobbyList(c echo.Context) error {
	f, err := a.Frame(c, a.Catalog(c).T("lobby.title"))
	if err != nil {
		return err
	}
	key, err := requestedGame(c)
	if err != nil {
		return err
	}
	f.Return = play.LobbyHref("/lobby", key) // the page with the lists
	list, err := a.lobbyList(c, f, key)
	if err != nil {
		return err
	}
	if list.Seen == c.QueryParam("seen") {
		return c.NoContent(http.StatusNoContent)
	}
	return a.Render(c, http.StatusOK, play.LobbyFragment(list))
}

// LobbyEvents streams an event "changed" when the waiting games or the visitor's own games change, at most once
// in listPeriod.
func (a *Area) LobbyEvents(c echo.Context) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	f := web.Feed{Events: map[string]string{web.LobbyTopic: "changed"}, Pause: listPeriod, Delay: a.listDelay(web.LobbyTopic)}
	if v.Known {
		f.Events[web.PersonTopic(v.Person.ID)] = "changed"
	}
	return a.Follow(c, f)
}

func (a *Area) lobbyPage(c echo.Context, status int, problem error) error {
	f, err := a.Frame(c, a.Catalog(c).T("lobby.title"))
	if err != nil {
		return err
	}
	f.Preview = a.Preview(c, page.Preview{URL: "/lobby", Title: f.T.T("lobby.title"), About: f.T.T("preview.lobby")})
	key := ""
	if problem == nil {
		if key, err = requestedGame(c); err != nil {
			return err
		}
	} else {
		f.Path, f.Return = "/lobby", "/lobby" // the page with the form
	}
	list, err := a.lobbyList(c, f, key)
	if err != nil {
		return err
	}
	level, fits, err := a.nextLevel(c, cmp.Or(c.FormValue("game"), games.All()[0].Info().Key))
	if err != nil {
		return err
	}
	return a.Render(c, status, play.Lobby(play.NewLobbyPage(f, list, c.FormValue, level, fits, problem)))
}

// requestedGame returns the key of the game in the address, empty for all games. It fails with an *rules.Error
// of kind NotFound for an unknown game.
func requestedGame(c echo.Context) (key string, err error) {
	if key = c.QueryParam("game"); key != "" {
		_, err = games.Find(key)
	}
	return key, err
}

// lobbyList returns the waiting games as the visitor sees them.
func (a *Area) lobbyList(c echo.Context, f page.Frame, key string) (play.LobbyList, error) {
	v, err := a.Visitor(c)
	if err != nil {
		return play.LobbyList{}, err
	}
	ctx, meetings := c.Request().Context(), db.Meetings{}
	if v.Known {
		if meetings, err = a.DB.Meetings(ctx, v.Person.ID, seeksShown, a.Now()); err != nil {
			return play.LobbyList{}, err
		}
	}
	reserved, err := a.ReservedPlayers(ctx, slices.Concat(meetings.Challenges, meetings.Own)...)
	if err != nil {
		return play.LobbyList{}, err
	}
	in := play.LobbyInput{BegunSeen: c.QueryParam("begun")}
	seen := fnv.New64a()
	note := func(g db.Game) { _, _ = fmt.Fprint(seen, g.ID, g.Revision, " ") } // a hash cannot fail
	for _, part := range []struct {
		seeks *[]play.Seek
		games []db.Game
	}{{&in.Challenges, meetings.Challenges}, {&in.Own, meetings.Own}} {
		for _, g := range part.games {
			*part.seeks = append(*part.seeks, a.Seek(f.T, g, meetings.Standings, reserved, v.Person.ID))
			note(g)
		}
		_, _ = fmt.Fprintln(seen)
	}
	if in.Seeks, err = a.seekItems(ctx, f, key, meetings, note); err != nil {
		return play.LobbyList{}, err
	}
	_, _ = fmt.Fprintln(seen)
	if in.Begun, err = a.begunGames(c, f.T, v); err != nil {
		return play.LobbyList{}, err
	}
	for _, g := range in.Begun {
		_, _ = fmt.Fprint(seen, g.ID, g.Turn, " ")
	}
	_, _ = fmt.Fprint(seen, f.Awaiting.Total()) // in the page's title
	in.Seen = strconv.FormatUint(seen.Sum64(), 36)
	return play.NewLobbyList(f, key, in), nil
}

// Seek returns a waiting game as the lobby lists it for a person, with the ratings of hosts and the people with
// reserved seats.
func (a *Area) Seek(t *i18n.Catalog, g db.Game, ratings map[db.Standing]rating.Rating, reserved map[string]db.Player, person string) play.Seek {
	info := g.Record.Game().Info()
	host := g.Players[g.SeatsOf(g.Host)[0]-1] // the host of a waiting game has a seat
	s := play.Seek{
		ID: g.ID, Info: info, Terms: termsOf(g), Host: web.PlayerName(t, host), Avatar: web.AvatarOf(host), Rates: host.Name != "" && g.Class() != "",
		Seats: len(g.Players), Taken: len(g.Players) - len(g.SeatsOf("")), Since: a.Now().Sub(g.Created), Hosted: g.Host == person,
	}
	if rating, ok := ratings[g.HostStanding()]; ok {
		mark := page.NewRatingMark(t, rating)
		s.Rating = &mark
	}
	kept := slices.DeleteFunc(reservedNames(t, g, reserved), func(name string) bool { return name == "" })
	s.Kept = strings.Join(slices.Compact(kept), ", ")
	return s
}

// ReservedPlayers returns the people with reserved seats in games, by id, in one query.
func (a *Area) ReservedPlayers(ctx context.Context, games ...db.Game) (map[string]db.Player, error) {
	var ids []string
	for _, g := range games {
		for _, p := range g.Players {
			if p.ID == "" && p.Reserved != "" {
				ids = append(ids, p.Reserved)
			}
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	slices.Sort(ids)
	return a.DB.Players(ctx, slices.Compact(ids))
}

// reservedNames returns, by seat - 1, the names of the people with reserved seats; empty for a seat that is not
// reserved.
func reservedNames(t *i18n.Catalog, g db.Game, reserved map[string]db.Player) []string {
	names := make([]string, len(g.Players))
	for i, p := range g.Players {
		if p.ID == "" && p.Reserved != "" {
			names[i] = web.PlayerName(t, reserved[p.Reserved])
		}
	}
	return names
}

// PlayNow redirects to a game that fits the form: one that awaits an opponent, or a new one.
func (a *Area) PlayNow(c echo.Context) error {
	n, err := readPlayNow(c)
	if err != nil {
		return a.refusedPlayNow(c, err)
	}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	if n.Rated && !v.SignedIn() {
		return a.refusedPlayNow(c, db.ErrRatedGuest(v.Person.ID))
	}
	if v, err = a.limitedPlayer(c); err != nil {
		return a.refusedPlayNow(c, err)
	}
	n.Host = v.Person.ID
	game, err := a.DB.PlayNow(c.Request().Context(), n, a.Now(), a.Presence.Away)
	if err != nil {
		return a.refusedPlayNow(c, err)
	}
	a.PublishMeeting(game)
	return c.Redirect(http.StatusSeeOther, "/games/"+game.ID)
}

// refusedPlayNow renders the lobby, and why there is no game.
func (a *Area) refusedPlayNow(c echo.Context, problem error) error {
	if web.WantsMembers(problem) || !web.ShowAgain(problem, rules.Forbidden, rules.NotFound) {
		return problem
	}
	return a.lobbyPage(c, web.StatusOf(problem), problem)
}

// readPlayNow reads the form for a game now; missing fields have the values of a new form. It fails with an
// *rules.Error of kind Invalid for an invalid form.
func readPlayNow(c echo.Context) (n db.NewGame, err error) {
	var keys []string
	for _, g := range games.All() {
		keys = append(keys, g.Info().Key)
	}
	n = db.NewGame{HostSeat: 1, Explore: true, Terms: db.Terms{Drawn: true}}
	if n.Key, err = web.OneOf(c, "game", keys...); err != nil {
		return n, err
	}
	clock, err := web.OneOf(c, "clock", slices.Concat(play.PlayNowClocks(), setup.LiveClocks(), setup.DayClocks(), []string{setup.NoClock})...)
	if err != nil {
		return n, err
	}
	if clock != setup.NoClock {
		if n.Control, err = record.ParseControl(clock); err != nil {
			return n, err
		}
	}
	rated, err := web.OneOf(c, "counts", web.No, web.Yes)
	if err != nil {
		return n, err
	}
	n.Rated = rated == web.Yes
	return n, n.Check()
}

// waitingRoom returns a waiting game as the visitor sees it; nil for any other game.
func (a *Area) waitingRoom(c echo.Context, game db.Game) (*table.WaitingRoom, error) {
	v, err := a.Visitor(c)
	if err != nil || game.Status != db.Waiting {
		return nil, err
	}
	t, path := a.Catalog(c), page.Frame{Return: "/games/" + game.ID}
	in := table.WaitingInput{
		T: t, ID: game.ID, Info: game.Record.Game().Info(), Terms: termsOf(game),
		Host: v.Known && game.Host == v.Person.ID, Listed: game.Listed, Paired: game.Pairing != "", Account: v.SignedIn(), SignUp: path.SignUp(), LogIn: path.LogIn(),
	}
	if v.SitsIn(game) && game.Invite != "" {
		in.Invite = a.SiteURL(c, "/join/"+game.Invite)
	}
	reserved, err := a.ReservedPlayers(c.Request().Context(), game)
	if err != nil {
		return nil, err
	}
	kept := reservedNames(t, game, reserved)
	open := game.OpenTo(db.Claim{Person: v.Person.ID})
	names := web.PlayerNames(t, in.Info, game.Players)
	for i, p := range game.Players {
		you := v.Known && p.ID == v.Person.ID
		avatar := ""
		if p.ID != "" {
			avatar = web.AvatarOf(p)
		}
		in.Seats = append(in.Seats, table.WaitingSeat{
			Player: names[i], Avatar: avatar, You: you, Kept: kept[i],
			Yours: v.Known && p.ID == "" && p.Reserved == v.Person.ID, Open: slices.Contains(open, rules.Seat(i+1)),
		})
	}
	return table.NewWaitingRoom(in), nil
}
