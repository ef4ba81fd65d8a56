package club

import (
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/club/entering"
	"hexclub/views/club/tournaments"
)

// OrganiseTournament serves a tournament's page for organisers.
func (a *Area) OrganiseTournament(c echo.Context) error {
	return a.organisePage(c, http.StatusOK, "", nil)
}

// organisePage renders that page. After an error, refused is the last element of the refused form's address.
func (a *Area) organisePage(c echo.Context, status int, refused string, problem error) error {
	return a.organiseWith(c, status, refused, problem, entering.Input{})
}

// organiseWith is organisePage with the form to enter people as it was sent.
func (a *Area) organiseWith(c echo.Context, status int, refused string, problem error, in entering.Input) error {
	f, t, err := a.requestedTournament(c)
	if err != nil {
		return err
	}
	f.Return = tournaments.Href(t.ID) + "/organise"
	if err := a.addAgain(c.Request().Context(), &t); err != nil {
		return err
	}
	p := tournaments.NewOrganise(f, t, refused, c.FormValue, problem)
	if p.Earlier, err = a.leftOut(c, t); err != nil {
		return err
	}
	if p.State.Enterable {
		if err := a.addCandidates(c, &p, in); err != nil {
			return err
		}
	}
	return a.Render(c, status, tournaments.Organise(p))
}

// leftOut returns the players of the earlier tournament in the address who were not entered again, with the reason.
func (a *Area) leftOut(c echo.Context, in tournaments.Input) (lines []string, err error) {
	earlier := c.QueryParam(tournaments.EarlierField)
	if earlier == "" {
		return nil, nil
	}
	t := a.Catalog(c)
	list, err := a.DB.EarlierEntrants(c.Request().Context(), in.ID, earlier)
	for _, e := range list {
		name, key := web.PlayerName(t, e.Player), ""
		switch {
		case e.Deleted:
			key = "tournament.left-out-deleted"
		case e.Closed:
			key = "tournament.left-out-closed"
		case len(in.Entrants) >= in.Entry.Limit:
			key = "tournament.left-out-full"
		}
		if key != "" {
			name = t.T(key, "Player", name)
		}
		lines = append(lines, name)
	}
	return lines, err
}

// Organiser returns a handler that does something with a tournament as an organiser, and redirects to the
// organisers' page, or to the standings of a tournament that it ends. If that is refused, the page shows the form as it was sent, with the problem.
func (a *Area) Organiser(notice string, do func(c echo.Context, id, by string) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := a.Account(c)
		if err != nil {
			return err
		}
		id := c.Param("tournament")
		err = do(c, id, v.Person.ID)
		if web.ShowAgain(err) {
			return a.organisePage(c, web.StatusOf(err), path.Base(c.Path()), err)
		}
		if err != nil {
			return err
		}
		if err := a.LeaveNotice(c, notice); err != nil {
			return err
		}
		if path.Base(c.Path()) == "finish" {
			return c.Redirect(http.StatusSeeOther, tournaments.Href(id))
		}
		return c.Redirect(http.StatusSeeOther, tournaments.Href(id)+"/organise")
	}
}

// RemoveEntrant withdraws the person in the form, and publishes the pairings that this changes.
func (a *Area) RemoveEntrant(c echo.Context, id, by string) error {
	person := c.FormValue("person")
	if person == "" {
		return rules.Errorf(rules.Invalid, "error.tournament-nobody", "nobody to take out of %s", id)
	}
	touched, err := a.DB.Withdraw(c.Request().Context(), id, person, by, web.PlainText(c.FormValue("reason")), a.Now())
	a.PublishPairings(touched)
	return err
}

// RenumberEntrants changes the ranking to the numbers in the form.
func (a *Area) RenumberEntrants(c echo.Context, id, by string) error {
	numbers := map[string]int{}
	for field := range c.Request().PostForm {
		person, ok := strings.CutPrefix(field, "number.")
		if !ok {
			continue
		}
		numbers[person] = web.Number(c, field)
	}
	return a.DB.RenumberEntrants(c.Request().Context(), id, numbers, by, a.Now())
}

// BeginTournament begins a tournament.
func (a *Area) BeginTournament(c echo.Context, id, by string) error {
	return a.DB.BeginTournament(c.Request().Context(), id, by, a.Now())
}

// CallOffTournament cancels a tournament, for the reason in the form, and publishes the cancelled pairings.
func (a *Area) CallOffTournament(c echo.Context, id, by string) error {
	off, err := a.DB.CallOffTournament(c.Request().Context(), id, by, web.PlainText(c.FormValue("reason")), a.Now())
	a.PublishPairings(off)
	return err
}

// ReopenTournament resumes a finished tournament, for the reason in the form, and adds the rounds in
// "more".
func (a *Area) ReopenTournament(c echo.Context, id, by string) error {
	more := 0
	if text := c.FormValue("more"); text != "" {
		more = web.Number(c, "more")
	}
	return a.DB.ReopenTournament(c.Request().Context(), id, more, by, web.PlainText(c.FormValue("reason")), a.Now())
}

// FinishTournament ends a tournament before its last round.
func (a *Area) FinishTournament(c echo.Context, id, by string) error {
	return a.DB.FinishTournament(c.Request().Context(), id, by, a.Now())
}

// ShowProposal shows the proposal for the next round. With "first" and "second", the ids of two people, these
// change places, after those of each "swap".
func (a *Area) ShowProposal(c echo.Context) error {
	change, err := readChange(c)
	if err != nil {
		return err
	}
	if first, second := c.QueryParam("first"), c.QueryParam("second"); first != "" || second != "" {
		change.Swaps = append(change.Swaps, [2]string{first, second})
	}
	return a.proposalPage(c, http.StatusOK, change, nil)
}

// maxSwaps limits the changes by hand of one proposal.
const maxSwaps = 100

// readChange reads the organiser's changes of a proposal.
func readChange(c echo.Context) (change db.ProposalChange, err error) {
	if c.Request().Form == nil {
		if err := c.Request().ParseForm(); err != nil {
			return change, rules.Errorf(rules.Invalid, "error.form", "%v", err)
		}
	}
	change.Relaxed = c.FormValue("seats") == "relaxed"
	swaps := c.Request().Form["swap"]
	if len(swaps) > maxSwaps {
		return change, rules.Errorf(rules.Invalid, "error.form", "%d swaps", len(swaps))
	}
	for _, swap := range swaps {
		first, second, _ := strings.Cut(swap, ".")
		change.Swaps = append(change.Swaps, [2]string{first, second})
	}
	return change, nil
}

// proposalPage renders a proposal, with its problem, or with that of the previous request.
func (a *Area) proposalPage(c echo.Context, status int, change db.ProposalChange, problem error) error {
	p, err := a.DB.ProposeRound(c.Request().Context(), c.Param("tournament"), change)
	if err != nil && !web.ShowAgain(err) {
		return err
	}
	if err != nil && problem == nil {
		problem, status = err, web.StatusOf(err)
	}
	f, err := a.Frame(c, p.Name)
	if err != nil {
		return err
	}
	in, err := a.tournamentInput(c, p.FullTournament)
	if err != nil {
		return err
	}
	if p.Kind != db.Knockout { // which has no points
		if err := standings(c.Request().Context(), p.FullTournament, &in); err != nil {
			return err
		}
	}
	round := tournaments.ProposalInput{
		Round: p.Round, Relaxed: p.Relaxed, Swaps: p.Swaps, Mark: p.Mark, Seats: p.SeatBalances(), Seated: p.Seated(),
	}
	for _, pair := range p.Pairs {
		round.Pairs = append(round.Pairs, tournaments.ProposedPair(pair))
	}
	return a.Render(c, status, tournaments.Proposal(tournaments.NewProposal(f, in, round, problem)))
}

// PublishRound publishes the next round as the organiser saw it. If the proposal has changed since, it shows the
// new one instead.
func (a *Area) PublishRound(c echo.Context) error {
	v, err := a.Account(c)
	if err != nil {
		return err
	}
	change, err := readChange(c)
	if err != nil {
		return err
	}
	id := c.Param("tournament")
	made, err := a.DB.PublishRound(c.Request().Context(), id, change, c.FormValue("mark"), v.Person.ID, a.Now())
	if web.ShowAgain(err) {
		if rules.IsKind(err, rules.Conflict) { // the proposal that was changed is out of date
			change = db.ProposalChange{}
		}
		return a.proposalPage(c, web.StatusOf(err), change, err)
	}
	if err != nil {
		return err
	}
	a.PublishPairings(made)
	t, err := a.DB.Tournament(c.Request().Context(), id)
	if err != nil {
		return err
	}
	notice, round := "tournament.told-published", t.Round
	if t.Kind == db.RoundRobin && t.AllAtOnce && t.Length > 1 {
		notice, round = "tournament.told-published-all", 1
	}
	if err := a.LeaveNotice(c, notice); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, tournaments.RoundHref(id, round))
}

// MoveDeadline moves the deadline of a round to the day and the time in the form, which are in the club's time zone. If
// that is refused, the page of the round shows the form again.
func (a *Area) MoveDeadline(c echo.Context) error {
	v, err := a.Account(c)
	if err != nil {
		return err
	}
	id, sent := c.Param("tournament"), tournaments.SentDeadline{Day: c.FormValue(tournaments.DayField), Time: c.FormValue(tournaments.TimeField)}
	round, err := roundNumber(c)
	if err != nil {
		return err
	}
	calendar, err := a.Calendar(c)
	if err != nil {
		return err
	}
	due, err := readDeadline(sent, calendar.Club)
	if err == nil {
		var open []db.Pairing
		open, err = a.DB.MoveDeadline(c.Request().Context(), id, round, seenDeadline(c), due, v.Person.ID, a.Now())
		a.PublishPairings(open)
	}
	if web.ShowAgain(err) {
		sent.Problem = err
		return a.roundPage(c, web.StatusOf(err), sent)
	}
	if err != nil {
		return err
	}
	if err := a.LeaveNotice(c, "tournament.told-deadline"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, tournaments.RoundHref(id, round))
}

// readDeadline parses the day and the time of a deadline. It fails with kind Invalid (error.deadline) for any other text.
func readDeadline(sent tournaments.SentDeadline, zone *time.Location) (time.Time, error) {
	due, err := time.ParseInLocation(time.DateOnly+" 15:04", sent.Day+" "+sent.Time, zone)
	if err != nil || due.Year() > 2200 {
		return due, rules.Errorf(rules.Invalid, "error.deadline", "%.20q %.20q", sent.Day, sent.Time)
	}
	return due.UTC(), nil
}

// seenDeadline returns the deadline that the page showed; the zero time for none.
func seenDeadline(c echo.Context) time.Time {
	ms, err := strconv.ParseInt(c.FormValue(tournaments.SeenField), 10, 64)
	if err != nil || ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
