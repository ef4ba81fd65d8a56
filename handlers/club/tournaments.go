package club

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/club/pairings"
	"hexclub/views/club/seasons"
	"hexclub/views/club/tournaments"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// ShowTournament serves the overview of a tournament.
func (a *Area) ShowTournament(c echo.Context) error {
	return a.tournamentPage(c, http.StatusOK, nil)
}

func (a *Area) tournamentPage(c echo.Context, status int, problem error) error {
	f, in, err := a.publicTournament(c, "", "")
	if err != nil {
		return err
	}
	f.Return = tournaments.Href(in.ID)
	if err := a.addOwnGame(c.Request().Context(), &in); err != nil {
		return err
	}
	if err := a.addAgain(c.Request().Context(), &in); err != nil {
		return err
	}
	return a.Render(c, status, tournaments.Tournament(tournaments.NewTournament(f, in, problem)))
}

// addOwnGame adds the address of the game that the reader has to play now to the reader's board.
func (a *Area) addOwnGame(ctx context.Context, in *tournaments.Input) error {
	board := in.OwnBoard()
	if board == nil || board.Over || !in.Play.Site || board.Href == "" {
		return nil
	}
	games, err := a.DB.PairingGames(ctx, board.Pairing)
	for _, g := range games {
		if _, over := g.Record.Result(); !over {
			board.Game = "/games/" + g.ID
		}
	}
	return err
}

// ShowTournamentRound serves a round of a tournament.
func (a *Area) ShowTournamentRound(c echo.Context) error {
	return a.roundPage(c, http.StatusOK, tournaments.SentDeadline{Open: c.QueryParam(tournaments.MoveField) != ""})
}

// roundPage renders a round, with the form for its deadline as it was sent, if it was refused.
func (a *Area) roundPage(c echo.Context, status int, sent tournaments.SentDeadline) error {
	asked := c.Param("round")
	f, in, err := a.publicTournament(c, "/rounds/"+asked, a.Catalog(c).T("tournament.round", "Round", asked))
	if err != nil {
		return err
	}
	round, err := roundOf(in, asked)
	if err != nil {
		return err
	}
	f.Return = tournaments.RoundHref(in.ID, round)
	return a.Render(c, status, tournaments.Round(tournaments.NewRound(f, in, round, sent)))
}

// ShowSlips serves the result slips of a round, to print.
func (a *Area) ShowSlips(c echo.Context) error {
	f, in, err := a.requestedTournament(c)
	if err != nil {
		return err
	}
	round, err := roundOf(in, c.Param("round"))
	if err != nil {
		return err
	}
	f.Title = f.T.T("paper.slips") + " · " + f.Title
	return a.Render(c, http.StatusOK, tournaments.Slips(tournaments.NewSlips(f, in, round)))
}

// roundOf parses the number of a published round. It fails with kind NotFound (error.no-round) for any other.
func roundOf(in tournaments.Input, asked string) (int, error) {
	round, err := strconv.Atoi(asked)
	if err != nil || round < 1 || round > in.Round {
		return 0, errNoRound(in, asked)
	}
	return round, nil
}

func errNoRound(in tournaments.Input, asked string) error {
	return rules.Errorf(rules.NotFound, "error.no-round", "round %.20q of %s", asked, in.ID)
}

// ShowCrossTable serves the cross-table of a tournament; a knockout has none.
func (a *Area) ShowCrossTable(c echo.Context) error {
	f, in, err := a.publicTournament(c, "/table", a.Catalog(c).T("tournament.table"))
	if err != nil {
		return err
	}
	if in.Results.Rows == nil {
		return errNoTable(in.ID)
	}
	return a.Render(c, http.StatusOK, tournaments.CrossTable(tournaments.NewCrossTable(f, in)))
}

func errNoTable(id string) error {
	return rules.Errorf(rules.NotFound, "error.no-table", "tournament %s", id)
}

// ShowTieBreaks serves the tie-breaks of each player; the parameter "from" is the first place to list.
func (a *Area) ShowTieBreaks(c echo.Context) error {
	f, in, err := a.publicTournament(c, "/tiebreaks", a.Catalog(c).T("tournament.ties"))
	if err != nil {
		return err
	}
	if in.Results.Rows == nil {
		return errNoTable(in.ID)
	}
	from, err := strconv.Atoi(c.QueryParam("from"))
	if err != nil {
		from = 0
	}
	return a.Render(c, http.StatusOK, tournaments.Ties(tournaments.NewTies(f, in, from)))
}

// ShowBracket serves the bracket of a knockout.
func (a *Area) ShowBracket(c echo.Context) error {
	f, in, err := a.publicTournament(c, "/bracket", a.Catalog(c).T("tournament.bracket"))
	if err != nil {
		return err
	}
	if in.Results.Places == nil {
		return rules.Errorf(rules.NotFound, "error.no-bracket", "tournament %s", in.ID)
	}
	return a.Render(c, http.StatusOK, tournaments.Bracket(tournaments.NewBracket(f, in)))
}

// requestedTournament returns the tournament in the address, with its standings, as the visitor sees it.
func (a *Area) requestedTournament(c echo.Context) (f page.Frame, in tournaments.Input, err error) {
	t, err := a.DB.FullTournament(c.Request().Context(), c.Param("tournament"))
	if err != nil {
		return f, in, err
	}
	if f, err = a.Frame(c, t.Name); err != nil {
		return f, in, err
	}
	if in, err = a.tournamentInput(c, t); err != nil {
		return f, in, err
	}
	return f, in, standings(c.Request().Context(), t, &in)
}

// publicTournament is requestedTournament for a page that everybody may find: a part of the tournament at a path below
// its address, or its overview without part.
func (a *Area) publicTournament(c echo.Context, path, part string) (f page.Frame, in tournaments.Input, err error) {
	if f, in, err = a.requestedTournament(c); err != nil {
		return f, in, err
	}
	p := tournaments.NewPreview(f, in, a.SiteURL(c, tournaments.Href(in.ID)))
	if part != "" {
		p.URL, p.Title, f.Title, p.Data = p.URL+path, part+" · "+p.Title, part+" · "+f.Title, nil
	}
	if !in.Off() {
		f.Preview = a.Preview(c, p)
	}
	return f, in, nil
}

// EnterTournament enters the visitor in a tournament.
func (a *Area) EnterTournament(c echo.Context) error {
	v, err := a.Account(c)
	if err != nil {
		return err
	}
	id := c.Param("tournament")
	err = a.DB.Enter(c.Request().Context(), id, v.Person.ID, a.Now())
	return a.afterEntry(c, id, "tournament.told-entered", err)
}

// LeaveTournament withdraws the visitor from a tournament.
func (a *Area) LeaveTournament(c echo.Context) error {
	v, err := a.Account(c)
	if err != nil {
		return err
	}
	id := c.Param("tournament")
	touched, err := a.DB.Withdraw(c.Request().Context(), id, v.Person.ID, v.Person.ID, "", a.Now())
	a.PublishPairings(touched)
	return a.afterEntry(c, id, "tournament.told-left", err)
}

// PauseTournament takes the visitor out of the round in the form, or for an organiser the person in it.
func (a *Area) PauseTournament(c echo.Context) error { return a.pause(c, true) }

// ResumeTournament undoes PauseTournament, until the round is published.
func (a *Area) ResumeTournament(c echo.Context) error { return a.pause(c, false) }

func (a *Area) pause(c echo.Context, away bool) error {
	v, err := a.Account(c)
	if err != nil {
		return err
	}
	id, person, form := c.Param("tournament"), c.FormValue("person"), map[bool]string{true: "pause", false: "resume"}[away]
	own := !c.Request().Form.Has("person")
	if own {
		person = v.Person.ID
	}
	err = a.DB.Pause(c.Request().Context(), id, person, web.Number(c, "round"), away, v.Person.ID, a.Now())
	notice := map[bool]string{true: "tournament.told-paused", false: "tournament.told-resumed"}[away]
	switch {
	case own:
		return a.afterEntry(c, id, notice, err)
	case web.ShowAgain(err):
		return a.organisePage(c, web.StatusOf(err), form, err)
	case err != nil:
		return err
	}
	if err := a.LeaveNotice(c, notice); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, tournaments.Href(id)+"/organise")
}

// afterEntry redirects to a tournament that the visitor entered or left, or shows why that was refused.
func (a *Area) afterEntry(c echo.Context, id, notice string, err error) error {
	if web.ShowAgain(err) {
		return a.tournamentPage(c, web.StatusOf(err), err)
	}
	if err != nil {
		return err
	}
	if err := a.LeaveNotice(c, notice); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, tournaments.Href(id))
}

// OpenRounds publishes rounds that are due, and forfeits overdue games in tournaments with that rule.
func (a *Area) OpenRounds(ctx context.Context) error {
	over, overdue := a.DB.ForfeitOverdue(ctx, a.Now(), overdueBatch)
	a.PublishPairings(over)
	made, err := a.DB.OpenRounds(ctx, a.Now())
	a.PublishPairings(made)
	return errors.Join(overdue, err)
}

// overdueBatch limits the pairings that one round of the job forfeits.
const overdueBatch = 100

// tournamentItem returns a tournament for the list of its season, with its winners.
func tournamentItem(t *i18n.Catalog, one db.Tournament, winners ...db.Player) seasons.Item {
	var names []string
	for _, p := range winners {
		names = append(names, web.PlayerName(t, p))
	}
	return seasons.Item{
		First: seasons.WinnersText(t, names),
		Kind:  tournaments.Kind(t, string(one.Kind), one.Double) + ", " + t.T(one.Key+".name"), Name: one.Name, Href: web.Href(one.Ref()),
		Status: tournaments.Status(t, tournamentSummary(one)),
	}
}

// tournamentSummary returns what lists say about a tournament.
func tournamentSummary(one db.Tournament) tournaments.Input {
	return tournaments.Input{
		Format: tournaments.Format{Kind: string(one.Kind), AllAtOnce: one.AllAtOnce}, Status: string(one.Status), Length: one.Length, Round: one.Round,
		Pace: tournaments.Pace{Planned: one.Planned},
	}
}

// TournamentTasks returns what tournaments require from a visitor who organises.
func (a *Area) TournamentTasks(c echo.Context, f page.Frame) (items []pairings.ClubItem, err error) {
	v, err := a.Visitor(c)
	if err != nil || !v.SignedIn() || !v.Person.Role.Organises() {
		return nil, err
	}
	tasks, err := a.DB.TournamentTasks(c.Request().Context(), a.Now())
	for _, d := range tasks {
		items = append(items, tournaments.NewTask(f.T, tournaments.Task{
			ID: d.ID, Name: d.Name, Pair: d.Pair, Begin: d.Begin, Round: d.Round + 1, Overdue: d.Overdue,
		}))
	}
	return items, err
}
