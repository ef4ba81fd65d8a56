package handlers

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/rules/tourney"
	"hexclub/views/club"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// showTournament answers with a tournament at a glance.
func (a *clubArea) showTournament(c echo.Context) error {
	return a.tournamentPage(c, http.StatusOK, nil)
}

func (a *clubArea) tournamentPage(c echo.Context, status int, problem error) error {
	f, in, err := a.tournamentAsked(c)
	if err != nil {
		return err
	}
	f.Return = club.TournamentHref(in.ID)
	return a.render(c, status, club.TournamentView(club.NewTournament(f, in, problem)))
}

// showTournamentRound answers with a round of a tournament.
func (a *clubArea) showTournamentRound(c echo.Context) error {
	f, in, err := a.tournamentAsked(c)
	if err != nil {
		return err
	}
	round, err := roundOf(in, c.Param("round"))
	if err != nil {
		return err
	}
	return a.render(c, http.StatusOK, club.RoundView(club.NewRound(f, in, round)))
}

// roundOf is the round that is asked for, if it is published, or an error of kind
// NotFound (error.no-round).
func roundOf(in club.TournamentInput, asked string) (int, error) {
	round, err := strconv.Atoi(asked)
	if err != nil || round < 1 || round > in.Round {
		return 0, errNoRound(in, asked)
	}
	return round, nil
}

func errNoRound(in club.TournamentInput, asked string) error {
	return rules.Errorf(rules.NotFound, "error.no-round", "round %.20q of %s", asked, in.ID)
}

// showCrossTable answers with the cross-table of a tournament; a knockout has none.
func (a *clubArea) showCrossTable(c echo.Context) error {
	f, in, err := a.tournamentAsked(c)
	if err != nil {
		return err
	}
	if in.Rows == nil {
		return errNoTable(in.ID)
	}
	return a.render(c, http.StatusOK, club.CrossTableView(club.NewCrossTable(f, in)))
}

func errNoTable(id string) error {
	return rules.Errorf(rules.NotFound, "error.no-table", "tournament %s", id)
}

// showTieBreaks explains the standings by the numbers of each player, with "from" from
// a place in the list on.
func (a *clubArea) showTieBreaks(c echo.Context) error {
	f, in, err := a.tournamentAsked(c)
	if err != nil {
		return err
	}
	if in.Rows == nil {
		return errNoTable(in.ID)
	}
	from, err := strconv.Atoi(c.QueryParam("from"))
	if err != nil {
		from = 0
	}
	return a.render(c, http.StatusOK, club.TiesView(club.NewTies(f, in, from)))
}

// showBracket answers with who met whom in a knockout.
func (a *clubArea) showBracket(c echo.Context) error {
	f, in, err := a.tournamentAsked(c)
	if err != nil {
		return err
	}
	if in.Places == nil {
		return rules.Errorf(rules.NotFound, "error.no-bracket", "tournament %s", in.ID)
	}
	return a.render(c, http.StatusOK, club.BracketView(club.NewBracket(f, in)))
}

// tournamentAsked is the tournament of the address as the visitor sees it, with its
// standings.
func (a *clubArea) tournamentAsked(c echo.Context) (f page.Frame, in club.TournamentInput, err error) {
	t, err := a.DB.FullTournament(c.Request().Context(), c.Param("tournament"))
	if err != nil {
		return f, in, err
	}
	if f, err = a.frame(c, t.Name); err != nil {
		return f, in, err
	}
	if in, err = a.tournamentInput(c, t); err != nil {
		return f, in, err
	}
	return f, in, standings(c.Request().Context(), t, &in)
}

// tournamentInput is a tournament as the visitor sees it, but for its standings.
func (a *clubArea) tournamentInput(c echo.Context, t db.FullTournament) (in club.TournamentInput, err error) {
	season, err := a.DB.Season(c.Request().Context(), t.Season)
	if err != nil {
		return in, err
	}
	game, err := games.Find(t.Game)
	if err != nil {
		return in, err
	}
	v, err := a.visitor(c)
	if err != nil {
		return in, err
	}
	in = club.TournamentInput{
		ID: t.ID, Name: t.Name, About: t.About, Season: page.ClubLink{Text: season.Name, Href: club.SeasonHref(season.ID)},
		Archived: season.Status == db.SeasonArchived,
		Kind:     string(t.Kind), Double: t.Double, AllAtOnce: t.AllAtOnce, Third: t.Third, Late: t.Late,
		Info: game.Info(), Options: t.Options, Unit: t.Unit, Rated: t.Rated, Site: t.Site,
		ByDate: t.ByDate, Opens: t.Opens, Days: t.Days, Forfeit: t.Forfeit, Seeding: string(t.Seeding), Breaks: t.Breaks,
		Closed: t.Closed, Limit: t.Limit(), Enterable: t.Enterable(), Status: string(t.Status), Length: t.Length, Round: t.Round, Next: t.Next,
		Advised: t.Fitting(len(t.Entrants)), At: map[string]int{},
	}
	if v.signedIn() {
		in.Reader, in.Organises = v.person.ID, v.person.Role.Organises()
	}
	if in.Control, err = record.ParseControl(t.Control); err != nil {
		return in, err
	}
	text := a.catalog(c)
	for _, e := range t.Entrants {
		entrant := club.TournamentEntrant{ID: e.ID, Name: playerName(text, e.Player), Number: e.Number, From: e.From, To: e.To}
		if e.Name != "" {
			entrant.Profile = page.PersonHref(e.Name)
		}
		if e.Rating != nil {
			mark := page.NewRatingMark(text, *e.Rating)
			entrant.Rating = &mark
		}
		in.At[e.ID] = len(in.Entrants)
		in.Entrants = append(in.Entrants, entrant)
	}
	for _, r := range t.Rounds {
		in.Rounds = append(in.Rounds, club.TournamentRound(r))
	}
	for _, b := range t.Boards {
		in.Boards = append(in.Boards, tournamentBoard(b, t))
	}
	return in, nil
}

// tournamentBoard is a board as pages show it.
func tournamentBoard(b db.Board, t db.FullTournament) club.TournamentBoard {
	board := club.TournamentBoard{
		Result: b.Result(), Off: b.Status == db.PairingOff, Undecided: b.Undecided,
		Contested: b.Contested, Unconfirmed: b.Entered && !b.Contested, Winner: b.Winner, Tied: b.Tied(t.Tournament), Left: b.Left(t.Tournament),
	}
	if b.Bye() && t.Kind == db.RoundRobin { // as the standings count it
		board.Halves[0] = tourney.Loss
	}
	if b.Pairing != "" {
		board.Href = "/pairings/" + b.Pairing
	}
	return board
}

// standings adds who stands where.
func standings(ctx context.Context, t db.FullTournament, in *club.TournamentInput) (err error) {
	if t.Round == 0 {
		if t.Kind == db.Knockout && t.Length > 0 {
			in.Places, err = t.Places()
		}
		return err
	}
	if t.Kind == db.Knockout {
		in.Places, err = t.Places()
		return err
	}
	robin := t.Kind == db.RoundRobin
	field, results := t.Field(), t.Results()
	if in.Rows, err = tourney.CrossTable(field, results, robin); err != nil {
		return err
	}
	in.Standings, err = tourney.Standings(ctx, field, results, tourney.Rules{RoundRobin: robin, TieBreaks: t.Breaks})
	return err
}

// enterTournament enters the visitor.
func (a *clubArea) enterTournament(c echo.Context) error {
	v, err := a.account(c)
	if err != nil {
		return err
	}
	id := c.Param("tournament")
	err = a.DB.Enter(c.Request().Context(), id, v.person.ID, a.Now())
	return a.afterEntry(c, id, "tournament.told-entered", err)
}

// leaveTournament takes the visitor out.
func (a *clubArea) leaveTournament(c echo.Context) error {
	v, err := a.account(c)
	if err != nil {
		return err
	}
	id := c.Param("tournament")
	touched, err := a.DB.Withdraw(c.Request().Context(), id, v.person.ID, v.person.ID, "", a.Now())
	a.publishPairings(touched)
	return a.afterEntry(c, id, "tournament.told-left", err)
}

// afterEntry leads back to a tournament that the visitor entered or left, or says why
// that could not be done.
func (a *clubArea) afterEntry(c echo.Context, id, notice string, err error) error {
	if mendable(err) {
		return a.tournamentPage(c, statusOf(err), err)
	}
	if err != nil {
		return err
	}
	if err := a.leaveNotice(c, notice); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, club.TournamentHref(id))
}

// openRounds publishes the rounds whose date has come, and ends what is overdue where
// tournaments have it so.
func (a *clubArea) openRounds(ctx context.Context) error {
	over, overdue := a.DB.ForfeitOverdue(ctx, a.Now(), overdueAtOnce)
	a.publishPairings(over)
	made, err := a.DB.OpenRounds(ctx, a.Now())
	a.publishPairings(made)
	return errors.Join(overdue, err)
}

// overdueAtOnce is how many pairings are forfeited in one round of the duty at most.
const overdueAtOnce = 100

// tournamentItem returns a tournament as the page of its season lists it.
func tournamentItem(t *i18n.Catalog, one db.Tournament) club.SeasonItem {
	return club.SeasonItem{
		Kind: club.TournamentKind(t, string(one.Kind), one.Double) + ", " + t.T(one.Game+".name"), Name: one.Name, Href: one.Href(),
		Status: club.TournamentStatus(t, club.TournamentInput{
			Kind: string(one.Kind), AllAtOnce: one.AllAtOnce, Status: string(one.Status), Length: one.Length, Round: one.Round,
		}),
	}
}

// tournamentDuties is what tournaments want of a visitor who organises.
func (a *clubArea) tournamentDuties(c echo.Context, f page.Frame) (items []club.ClubItem, err error) {
	v, err := a.visitor(c)
	if err != nil || !v.signedIn() || !v.person.Role.Organises() {
		return nil, err
	}
	duties, err := a.DB.TournamentDuties(c.Request().Context(), a.Now())
	for _, d := range duties {
		items = append(items, club.NewTournamentDuty(f.T, club.TournamentDuty{
			ID: d.ID, Name: d.Name, Pair: d.Pair, Begin: d.Begin, Round: d.Round + 1, Overdue: d.Overdue,
		}))
	}
	return items, err
}
