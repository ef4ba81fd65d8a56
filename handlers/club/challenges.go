package club

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/ladder"
	"hexclub/views/club/ladders"
	"hexclub/views/page"
)

// ConfirmChallenge shows what a challenge of a player would be, or why it is not allowed.
func (a *Area) ConfirmChallenge(c echo.Context) error { return a.confirmPage(c, nil) }

// confirmPage shows what a challenge would be, and why it cannot be made. After an attempt, problem is the
// reason; else the page finds it.
func (a *Area) confirmPage(c echo.Context, problem error) error {
	l, in, err := a.ladderInput(c, c.Param("ladder"))
	if err != nil {
		return err
	}
	other, err := a.PersonNamed(c)
	if err != nil {
		return err
	}
	if in.Names[other.ID] == "" { // never on the ladder; the message needs the name
		in.Names[other.ID] = other.Name
	}
	game, venue := c.FormValue("game"), c.FormValue("venue")
	if problem == nil {
		trial := l.State
		if _, err := trial.Challenge(a.Now().UnixMilli(), "trial", in.Reader, other.ID, l.State.Settings.Games[0]); err != nil {
			problem = err
		} else if !in.Season.Open {
			problem = rules.Errorf(rules.Conflict, "error.season-closed", "season %s", in.Season.ID)
		}
	}
	f, err := a.Frame(c, a.Catalog(c).T("ladder.challenge-title", "Player", other.Name))
	if err != nil {
		return err
	}
	p, status := ladders.NewConfirmChallenge(f, in, other.ID, game, venue), http.StatusOK
	if problem != nil {
		p.Problem, status = ladders.Problem(f.T, in, problem), web.StatusOf(problem)
	}
	return a.Render(c, status, ladders.ConfirmChallenge(p))
}

// MakeChallenge challenges a player, and redirects to the challenge.
func (a *Area) MakeChallenge(c echo.Context) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	other, err := a.PersonNamed(c)
	if err != nil {
		return err
	}
	l, err := a.DB.Ladder(c.Request().Context(), c.Param("ladder"))
	if err != nil {
		return err
	}
	game, err := web.OneOf(c, "game", l.Settings.Games...)
	if err != nil {
		return err
	}
	venue, err := web.OneOf(c, "venue", ladders.VenueSite, ladders.VenueBoard)
	if err != nil {
		return err
	}
	site := l.Venue == db.OnSite || l.Venue == db.Either && venue == ladders.VenueSite
	made, news, err := a.DB.MakeChallenge(c.Request().Context(), l.ID, v.Person.ID, other.ID, game, site, a.Now())
	switch {
	case web.ShowAgain(err):
		return a.confirmPage(c, err)
	case err != nil:
		return err
	}
	a.PublishLadder(news)
	if err := a.LeaveNotice(c, "ladder.told-challenged"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, web.Href(made.Ref()))
}

// ShowChallenge serves the page of a challenge.
func (a *Area) ShowChallenge(c echo.Context) error {
	return a.challengePage(c, http.StatusOK, ladders.DecideForm{}, nil)
}

// challengePage renders a challenge. If a form about it was refused, the page shows what was sent, and the
// problem.
func (a *Area) challengePage(c echo.Context, status int, sent ladders.DecideForm, problem error) error {
	challenge, err := a.DB.Challenge(c.Request().Context(), c.Param("challenge"))
	if err != nil {
		return err
	}
	l, in, err := a.ladderInput(c, challenge.Ladder)
	if err != nil {
		return err
	}
	t := a.Catalog(c)
	for _, p := range []db.Player{challenge.From, challenge.To} {
		in.Names[p.ID], in.Profiles[p.ID] = web.PlayerName(t, p), page.PersonHref(p.Name)
	}
	input := challengeInput(challenge)
	if challenge.Status == db.ChallengeWaiting {
		input.Refuse = l.State.MayRefuse(a.Now().UnixMilli(), challenge.ID)
	}
	if err := a.decisionOn(c, challenge, &input); err != nil {
		return err
	}
	input.Sent, input.Problem = sent, problem
	title := t.T("ladder.challenge-heading", "Player", in.Names[challenge.From.ID], "Other", in.Names[challenge.To.ID])
	if challenge.Recorded {
		title = in.ChallengeHeading(t, input)
	}
	f, err := a.Frame(c, title)
	if err != nil {
		return err
	}
	return a.Render(c, status, ladders.Challenge(ladders.NewChallengePage(f, in, input)))
}

// challengeInput converts a challenge for views.
func challengeInput(c db.Challenge) ladders.ChallengeInput {
	in := ladders.ChallengeInput{
		Status: string(c.Status), Site: c.Site, Pairing: c.Pairing, Recorded: c.Recorded, Decided: c.Decided, Winner: c.Winner, By: c.By,
		Challenge: ladder.Challenge{
			ID: c.ID, From: c.From.ID, To: c.To.ID, Game: c.Key, Unit: c.Unit, Made: c.Made.UnixMilli(), AnswerBy: c.AnswerBy.UnixMilli(), Free: c.Free,
		},
	}
	if !c.Accepted.IsZero() {
		in.Accepted, in.PlayBy = c.Accepted.UnixMilli(), c.PlayBy.UnixMilli()
	}
	return in
}

// decisionOn adds the organisers' decision about an ended challenge: its author, its reason, and whether the
// pairing got another winner later.
func (a *Area) decisionOn(c echo.Context, challenge db.Challenge, in *ladders.ChallengeInput) error {
	if challenge.Open() {
		return nil
	}
	word := challenge.Decision
	if challenge.Pairing != "" {
		p, err := a.DB.Pairing(c.Request().Context(), challenge.Pairing)
		if err != nil {
			return err
		}
		switch later := p.Decided != nil && p.Decided.At.After(challenge.Decided); {
		case later:
			if in.Corrected = winnerOf(p) != challenge.Winner && challenge.Status != db.ChallengeLapsed; !in.Corrected {
				word = p.Decided
			}
		case word == nil:
			word = p.Decided
		}
		in.Own, in.Entered = p.OwnDecision(), p.How == db.EndRecorded
	}
	if word == nil {
		return nil
	}
	v, err := a.Visitor(c)
	in.Organiser = web.PlayerName(a.Catalog(c), word.By)
	if v.SignedIn() { // reasons are for members only
		in.Reason = word.Reason
	}
	return err
}

// winnerOf returns the id of the winner of a pairing; empty for none.
func winnerOf(p db.Pairing) string {
	if p.Standing.Winner == 0 {
		return ""
	}
	return p.Players[p.Standing.Winner-1].ID
}

// ChallengeAction returns a handler that does something about a challenge and redirects to it.
func (a *Area) ChallengeAction(do func(ctx context.Context, id, person string, now time.Time) (db.LadderNews, error), notice string) echo.HandlerFunc {
	return func(c echo.Context) error {
		return a.onChallenge(c, ladders.DecideForm{}, notice, func(ctx context.Context, id, person string) (db.LadderNews, error) {
			return do(ctx, id, person, a.Now())
		})
	}
}

// onChallenge does something about a challenge and redirects to it. If that is not allowed, the challenge's page
// says why.
func (a *Area) onChallenge(
	c echo.Context, sent ladders.DecideForm, notice string, do func(ctx context.Context, id, person string) (db.LadderNews, error),
) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	id := c.Param("challenge")
	news, err := do(c.Request().Context(), id, v.Person.ID)
	switch {
	case web.ShowAgain(err):
		return a.challengePage(c, web.StatusOf(err), sent, err)
	case rules.IsKind(err, rules.NotFound): // an ended challenge has a page that shows how it ended
		if _, missing := a.DB.Challenge(c.Request().Context(), id); missing != nil {
			return missing
		}
		return a.challengePage(c, http.StatusConflict, sent, err)
	case err != nil:
		return err
	}
	a.PublishLadder(news)
	if err := a.LeaveNotice(c, notice); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, ladders.ChallengeHrefOf(id))
}

// DecideChallenge ends a challenge by an organiser's decision.
func (a *Area) DecideChallenge(c echo.Context) error {
	sent := ladders.DecideForm{Outcome: c.FormValue("outcome"), Words: web.PlainText(c.FormValue("why"))}
	return a.onChallenge(c, sent, "ladder.told-decided", func(ctx context.Context, id, person string) (db.LadderNews, error) {
		challenge, err := a.DB.Challenge(ctx, id)
		if err != nil {
			return db.LadderNews{}, err
		}
		o, err := readOutcome(challenge, sent.Outcome)
		if err != nil {
			return db.LadderNews{}, err
		}
		return a.DB.DecideChallenge(ctx, id, person, o, sent.Words, a.Now())
	})
}
