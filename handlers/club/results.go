package club

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/pairing"
	"hexclub/views/club/pairings"
	"hexclub/views/club/tournaments"
	"hexclub/views/page"
)

// ShowResults serves the page on which organisers enter the results of a round.
func (a *Area) ShowResults(c echo.Context) error {
	return a.resultsPage(c, http.StatusOK, tournaments.ResultsForm{})
}

// resultsPage renders that page. It shows a form again that was not saved, or only in part.
func (a *Area) resultsPage(c echo.Context, status int, sent tournaments.ResultsForm) error {
	f, in, err := a.requestedTournament(c)
	if err != nil {
		return err
	}
	round, err := roundOf(in, c.Param("round"))
	if err != nil {
		return err
	}
	if in.Archived {
		return rules.Errorf(rules.Conflict, "error.season-archived", "tournament %s", in.ID)
	}
	r := tournaments.ResultsInput{Round: round, Sent: sent}
	if r.Pairings, err = a.roundPairings(c, in.ID, round); err != nil {
		return err
	}
	if r.Undoable, err = a.DB.Undoable(c.Request().Context(), in.ID, round, in.Reader, a.Now()); err != nil {
		return err
	}
	f.Title = f.T.T("results.enter") + " · " + f.Title
	f.Return = tournaments.ResultsHref(in.ID, round)
	return a.Render(c, status, tournaments.Results(tournaments.NewResults(f, in, r)))
}

// roundPairings returns the pairings of a round for views.
func (a *Area) roundPairings(c echo.Context, tournament string, round int) (list []tournaments.RoundPairing, err error) {
	v, err := a.Account(c)
	if err != nil {
		return nil, err
	}
	stored, err := a.DB.RoundPairings(c.Request().Context(), tournament, round)
	if err != nil {
		return nil, err
	}
	for _, p := range stored {
		terms, err := p.Terms()
		if err != nil {
			return nil, err
		}
		one := tournaments.RoundPairing{
			ID: p.ID, Terms: terms, Games: p.Games, Open: p.Status == db.PairingOpen, Off: p.Status == db.PairingOff, Chosen: p.Chosen,
			Level: p.Standing.Undecided, Site: p.Site, Own: p.OwnDecision(), Revision: p.Revision,
			Shown: p.ShownResult(),
		}
		if e := p.Entered; e != nil {
			one.Entered = &pairings.Entered{By: p.Player(e.By), Games: e.Games, Contested: e.Against != "", Organiser: p.Unanswerable()}
			one.Accept = one.Entered.Acceptable(terms) && p.Player(v.Person.ID) != 3-one.Entered.By
		}
		if p.Decided != nil {
			one.By = web.PlayerName(a.Catalog(c), p.Decided.By)
		}
		one.Explain = p.NeedsReason(v.Person.ID, a.Now())
		one.Confirm = one.Own && p.Player(v.Person.ID) == 0
		list = append(list, one)
	}
	return list, nil
}

// EnterResults saves the results of a round that an organiser enters.
func (a *Area) EnterResults(c echo.Context) error {
	v, err := a.Account(c)
	if err != nil {
		return err
	}
	id := c.Param("tournament")
	round, err := roundNumber(c)
	if err != nil {
		return err
	}
	stored, err := a.DB.RoundPairings(c.Request().Context(), id, round)
	if err != nil {
		return err
	}
	sent, entries, err := readResults(c, stored)
	if err != nil {
		return err
	}
	if len(sent.Problems) > 0 {
		return a.resultsPage(c, http.StatusUnprocessableEntity, sent)
	}
	saved, err := a.DB.EnterRound(c.Request().Context(), id, round, entries, v.Person.ID, a.Now())
	if err != nil {
		return a.resultsRefused(c, sent, err)
	}
	a.PublishPairings(saved.Saved)
	if len(saved.Changed) > 0 || saved.NoteOther {
		return a.resultsChanged(c, sent, saved)
	}
	if err := a.LeavePlainNotice(c, "results.told-saved"); err != nil { // the page undoes all that was saved at once
		return err
	}
	return c.Redirect(http.StatusSeeOther, tournaments.ResultsHref(id, round))
}

// roundNumber parses the round in the address. It fails with kind NotFound (error.no-round) for no number.
func roundNumber(c echo.Context) (int, error) {
	round, err := strconv.Atoi(c.Param("round"))
	if err != nil {
		return 0, rules.Errorf(rules.NotFound, "error.no-round", "round %.20q of %s", c.Param("round"), c.Param("tournament"))
	}
	return round, nil
}

// resultsRefused renders the form again of which nothing was saved.
func (a *Area) resultsRefused(c echo.Context, sent tournaments.ResultsForm, problem error) error {
	if !web.ShowAgain(problem) {
		return problem
	}
	sent.Problem, sent.BadWhy = page.ErrorText(a.Catalog(c), problem), errors.Is(problem, db.ErrReason)
	for _, id := range rules.FieldsOf(problem) {
		if _, ok := sent.Rows[id]; ok {
			sent.Problems[id] = problem
		}
	}
	return a.resultsPage(c, web.StatusOf(problem), sent)
}

// resultsChanged renders the form again with those results that were not saved, because another person has entered
// others meanwhile.
func (a *Area) resultsChanged(c echo.Context, sent tournaments.ResultsForm, saved db.SavedRound) error {
	again := tournaments.ResultsForm{
		Rows: map[string]tournaments.SentRow{}, Changed: map[string]bool{}, Why: sent.Why, Note: sent.Note, NoteSeen: saved.NoteNow, NoteOther: saved.NoteOther,
		Saved: len(saved.Saved), Problem: a.Catalog(c).T("results.others-entered"),
	}
	for _, p := range saved.Changed {
		again.Rows[p.ID], again.Changed[p.ID] = sent.Rows[p.ID], true
	}
	return a.resultsPage(c, http.StatusConflict, again)
}

// UndoResults takes back the results of a round that the visitor saved last.
func (a *Area) UndoResults(c echo.Context) error {
	v, err := a.Account(c)
	if err != nil {
		return err
	}
	id := c.Param("tournament")
	round, err := roundNumber(c)
	if err != nil {
		return err
	}
	undone, err := a.DB.UndoRound(c.Request().Context(), id, round, v.Person.ID, a.Now())
	if web.ShowAgain(err) {
		return a.resultsPage(c, web.StatusOf(err), tournaments.ResultsForm{Problem: page.ErrorText(a.Catalog(c), err)})
	}
	if err != nil {
		return err
	}
	a.PublishPairings(undone)
	if err := a.LeaveNotice(c, "results.told-undone"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, tournaments.ResultsHref(id, round))
}

// readResults reads the form with the results of a round: all that was sent, with its problems, and the entries that
// differ from what the page showed.
func readResults(c echo.Context, stored []db.Pairing) (sent tournaments.ResultsForm, entries db.RoundEntries, err error) {
	sent = tournaments.ResultsForm{
		Rows: map[string]tournaments.SentRow{}, Problems: map[string]error{}, Why: web.PlainText(c.FormValue("why")),
		Note: web.PlainText(c.FormValue("note")), NoteSeen: web.PlainText(c.FormValue("note-seen")),
	}
	entries.Why, entries.Note, entries.NoteSeen = sent.Why, sent.Note, sent.NoteSeen
	all := strings.Fields(c.FormValue(tournaments.AcceptField))
	for _, p := range stored {
		revision, failed := strconv.Atoi(c.FormValue(tournaments.RowField("revision", p.ID)))
		if failed != nil {
			continue // the page did not show it
		}
		terms, err := p.Terms()
		if err != nil {
			return sent, entries, err
		}
		row := tournaments.SentRow{
			Result: readRow(c, p.ID, terms), Was: c.FormValue(tournaments.RowField("was", p.ID)), Revision: revision,
			Confirm: c.FormValue(tournaments.RowField("confirm", p.ID)) == "on",
			Accept:  c.FormValue(tournaments.RowField("accept", p.ID)) == "on" || slices.Contains(all, p.ID),
			Seen:    web.PlainText(c.FormValue(tournaments.RowField("seen", p.ID))),
		}
		sent.Rows[p.ID] = row
		if !row.Changed() {
			if row.Confirm || row.Accept {
				entries.Entries = append(entries.Entries, db.RoundEntry{
					Pairing: p.ID, Decision: db.Decision{Revision: revision}, Confirm: row.Confirm, Accept: row.Accept, Seen: row.Seen,
				})
			}
			continue
		}
		decision, problem := rowDecision(terms, row.Result)
		if problem != nil {
			sent.Problems[p.ID] = problem
			continue
		}
		decision.Revision = revision
		entries.Entries = append(entries.Entries, db.RoundEntry{Pairing: p.ID, Decision: decision})
	}
	return sent, entries, nil
}

// readRow reads the result of a pairing. Where the loser cannot have points, the only field has those of the winner.
func readRow(c echo.Context, id string, terms pairing.Terms) (r tournaments.RowResult) {
	winner := terms.Bounds().Most > 0
	for n := 1; n <= terms.Most(); n++ {
		e := pairing.Entry{Outcome: c.FormValue(tournaments.RowField("outcome", id, n))}
		switch points := strings.TrimSpace(c.FormValue(tournaments.RowField("points", id, n))); {
		case winner && e.Outcome == pairing.SecondWon:
			e.Points[1] = points
		case winner:
			e.Points[0] = points
		default:
			for i := range e.Points {
				e.Points[i] = strings.TrimSpace(c.FormValue(tournaments.RowField("points", id, n, i+1)))
			}
		}
		r.Entries = append(r.Entries, e)
	}
	r.Absent, r.Winner = c.FormValue(tournaments.RowField("absent", id)), c.FormValue(tournaments.RowField("winner", id))
	return r
}

// rowDecision returns the decision of a row. It fails as readDecision does, as pairing.Terms.CheckAll does, and with kind
// Invalid for a no-show where all games have results (error.round-both).
func rowDecision(terms pairing.Terms, r tournaments.RowResult) (db.Decision, error) {
	what := r.Absent
	switch what {
	case "":
		what = pairings.DecideResult
	case pairings.DecideOff, pairings.DecideResult:
		return db.Decision{}, rules.Errorf(rules.Invalid, "error.choice", "absent=%s", what)
	}
	played := slices.Clone(r.Entries)
	for i, e := range played {
		if r.Absent != "" && e.Outcome == "" {
			played[i] = pairing.Entry{} // without the points that may be left of another choice
		}
	}
	decision, err := readDecision(terms, pairings.Form{What: what, Entries: played, Winner: r.Winner})
	if err == nil && r.Absent != "" && terms.Standing(decision.Games).Over {
		err = rules.Errorf(rules.Invalid, "error.round-both", "%+v and %s", decision.Games, what)
	}
	if err != nil || r.Absent != "" {
		return decision, err
	}
	return decision, terms.CheckAll(decision.Games)
}
