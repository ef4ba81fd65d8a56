package club

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/ladder"
	"hexclub/views/club/ladders"
	"hexclub/views/club/pairings"
	"hexclub/views/page"
)

// ShowResult shows the form in which an organiser corrects the result of a challenge that has ended.
func (a *Area) ShowResult(c echo.Context) error {
	challenge, err := a.DB.Challenge(c.Request().Context(), c.Param("challenge"))
	if err != nil {
		return err
	}
	if challenge.Open() || challenge.Status == db.ChallengeDeclined || challenge.Status == db.ChallengeWithdrawn {
		return rules.Errorf(rules.Conflict, "error.ladder-no-result", "challenge %s is %s", challenge.ID, challenge.Status)
	}
	return a.resultPage(c, http.StatusOK, challenge, ladders.ResultSent{}, nil)
}

// resultInput returns a challenge with its ladder and the frame of a page about its result.
func (a *Area) resultInput(c echo.Context, challenge db.Challenge) (f page.Frame, in ladders.Input, err error) {
	if _, in, err = a.ladderInput(c, challenge.Ladder); err != nil {
		return f, in, err
	}
	t := a.Catalog(c)
	for _, p := range []db.Player{challenge.From, challenge.To} {
		in.Names[p.ID], in.Profiles[p.ID] = web.PlayerName(t, p), page.PersonHref(p.Name)
	}
	f, err = a.Frame(c, t.T("ladder.result-correct"))
	return f, in, err
}

func (a *Area) resultPage(c echo.Context, status int, challenge db.Challenge, sent ladders.ResultSent, problem error) error {
	f, in, err := a.resultInput(c, challenge)
	if err != nil {
		return err
	}
	var paired *pairings.Input
	if challenge.Pairing != "" {
		p, err := a.DB.Pairing(c.Request().Context(), challenge.Pairing)
		if err != nil {
			return err
		}
		read, err := a.pairingInput(c, p)
		if err != nil {
			return err
		}
		paired = &read
	}
	return a.Render(c, status, ladders.Result(ladders.NewResultPage(f, in, challengeInput(challenge), paired, sent, problem)))
}

// CorrectResult shows what a correction of a result changes, and stores it once that was accepted.
func (a *Area) CorrectResult(c echo.Context) error {
	ctx := c.Request().Context()
	challenge, err := a.DB.Challenge(ctx, c.Param("challenge"))
	if err != nil {
		return err
	}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	sent, correction, err := a.readCorrection(c, challenge)
	if c.FormValue("again") != "" {
		return a.resultPage(c, http.StatusOK, challenge, sent, nil)
	}
	mark := c.FormValue("mark")
	var r db.CorrectedResult
	if err == nil && mark != "" {
		r, err = a.DB.CorrectResult(ctx, challenge.ID, v.Person.ID, correction, mark, a.Now())
		if err == nil {
			return a.afterCorrection(c, r)
		}
	}
	var changed error
	if errors.Is(err, db.ErrLadderChanged) {
		changed, err = err, nil
	}
	if err == nil {
		r, err = a.DB.PreviewResult(ctx, challenge.ID, correction, a.Now())
	}
	switch {
	case web.ShowAgain(err):
		return a.resultPage(c, web.StatusOf(err), challenge, sent, err)
	case err != nil:
		return err
	}
	return a.resultPreview(c, challenge, r, sent, changed)
}

// resultPreview renders what a correction changes. If the ladder has changed since another preview was accepted, changed
// says so.
func (a *Area) resultPreview(c echo.Context, challenge db.Challenge, r db.CorrectedResult, sent ladders.ResultSent, changed error) error {
	f, in, err := a.resultInput(c, challenge)
	if err != nil {
		return err
	}
	result, status := "", http.StatusOK
	if r.Pairing.ID != "" {
		if result, err = PairingOutcome(f.T, r.Pairing); err != nil {
			return err
		}
	}
	if changed != nil {
		status = web.StatusOf(changed)
	}
	p := ladders.NewResultPreview(f, in, challengeInput(challenge), ladders.ResultEffect{
		Result: result, Moves: r.Moves, Stuck: r.Stuck, Mark: r.Mark, Revision: c.FormValue("revision"),
	}, sent, changed)
	return a.Render(c, status, ladders.Result(p))
}

// afterCorrection publishes a corrected result and redirects to the ladder.
func (a *Area) afterCorrection(c echo.Context, r db.CorrectedResult) error {
	a.PublishLadder(r.News)
	if r.Pairing.ID != "" {
		a.PublishPairing(r.Pairing)
	}
	if err := a.LeaveNotice(c, "ladder.told-result"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, ladders.Href(r.Challenge.Ladder))
}

// readCorrection reads the form. It fails as readDecision does, and with kind Invalid for an unknown outcome
// (error.ladder-outcome).
func (a *Area) readCorrection(c echo.Context, challenge db.Challenge) (sent ladders.ResultSent, correction db.Correction, err error) {
	sent.Words = web.PlainText(c.FormValue("why"))
	if challenge.Pairing == "" {
		correction.Why, sent.Outcome = sent.Words, c.FormValue("outcome")
		correction.Outcome, err = readOutcome(challenge, sent.Outcome)
		return sent, correction, err
	}
	p, err := a.DB.Pairing(c.Request().Context(), challenge.Pairing)
	if err != nil {
		return sent, correction, err
	}
	terms, err := p.Terms()
	if err != nil {
		return sent, correction, err
	}
	sent.Pairing = pairings.Form{Part: "decide", Entries: readEntries(c, terms), What: c.FormValue("what"), Words: sent.Words}
	if correction.Decision, err = readDecision(terms, sent.Pairing); err != nil {
		return sent, correction, err
	}
	correction.Revision, err = strconv.Atoi(c.FormValue("revision"))
	if err != nil {
		err = rules.Errorf(rules.Invalid, "error.form", "revision=%.20q", c.FormValue("revision"))
	}
	return sent, correction, err
}

// readOutcome returns the outcome of a challenge that a form names.
func readOutcome(challenge db.Challenge, name string) (o ladder.Outcome, err error) {
	switch name {
	case ladders.DecideFrom:
		o.Winner = challenge.From.ID
	case ladders.DecideTo:
		o.Winner = challenge.To.ID
	case ladders.DecideLapse:
		o.Lapsed = true
	case ladders.DecideDraw:
	default:
		err = rules.Errorf(rules.Invalid, "error.ladder-outcome", "outcome=%.20q", name)
	}
	return o, err
}
