package club

import (
	"cmp"
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
	"hexclub/views/club/ladders"
	"hexclub/views/club/pairings"
	"hexclub/views/club/tournaments"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// ShowPairing serves the page of a pairing.
func (a *Area) ShowPairing(c echo.Context) error {
	p, err := a.DB.Pairing(c.Request().Context(), c.Param("pairing"))
	if err != nil {
		return err
	}
	return a.pairingPage(c, http.StatusOK, p, pairings.Form{}, nil)
}

// pairingPage renders a pairing. If a form about it was refused, the page shows what was sent, and the problem.
func (a *Area) pairingPage(c echo.Context, status int, p db.Pairing, sent pairings.Form, problem error) error {
	in, err := a.pairingInput(c, p)
	if err != nil {
		return err
	}
	in.Sent, in.Problem = sent, problem
	f, err := a.Frame(c, pairings.Title(a.Catalog(c), in.Players))
	if err != nil {
		return err
	}
	return a.Render(c, status, pairings.Pairing(pairings.NewPage(f, in)))
}

// pairingInput returns a pairing for views, as the visitor sees it.
func (a *Area) pairingInput(c echo.Context, p db.Pairing) (in pairings.Input, err error) {
	t := a.Catalog(c)
	v, err := a.Visitor(c)
	if err != nil {
		return in, err
	}
	in = pairings.Input{
		ID: p.ID, Play: pairings.Play{Control: p.Control, Rated: p.Rated, Site: p.Site}, Players: web.PairedNames(t, p),
		State: pairings.State{Open: p.Status == db.PairingOpen, Off: p.Status == db.PairingOff, How: string(p.How), Due: p.Due},
		Games: p.Games, Standing: p.Standing, Decision: pairings.Decision{Chosen: p.Chosen != 0},
		NoLogin: p.NoLogin, Revision: p.Revision, Organises: v.SignedIn() && v.Person.Role.Organises(),
	}
	if v.SignedIn() {
		in.Reader = p.Player(v.Person.ID)
	}
	if in.Play.Terms, err = p.Terms(); err != nil {
		return in, err
	}
	for i, player := range p.Players {
		in.Avatars[i] = web.AvatarOf(player)
		if player.Name != "" {
			in.Profiles[i] = page.PersonHref(player.Name)
		}
	}
	if e := p.Entered; e != nil {
		in.Entered = &pairings.Entered{By: p.Player(e.By), Games: e.Games, Contested: e.Against != "", Organiser: p.Unanswerable()}
	}
	if p.Decided != nil {
		in.Decision.By, in.Decision.Own = web.PlayerName(t, p.Decided.By), p.OwnDecision()
		in.Decision.Slip = p.Status != db.PairingOpen && v.SignedIn() && !p.NeedsReason(v.Person.ID, a.Now())
	}
	if v.SignedIn() { // reasons are for members only
		if p.Decided != nil {
			in.Decision.Reason = p.Decided.Reason
		}
		if p.Entered != nil {
			in.Entered.Words = p.Entered.Contest
		}
	}
	if err := a.pairingMadeFor(c, p, &in); err != nil || !p.Site {
		return in, err
	}
	games, err := a.DB.PairingGames(c.Request().Context(), p.ID)
	for _, g := range games {
		result, over := g.Record.Result()
		in.SiteGames = append(in.SiteGames, pairings.GameInput{
			ID: g.ID, Nth: g.Nth, Waiting: g.Status == db.Waiting, Begun: len(g.Record.Turns()) > 0, Off: over && result.Void(),
		})
	}
	return in, err
}

// pairingMadeFor adds the challenge or the round of a pairing, and what an organiser needs to know before a
// correction.
func (a *Area) pairingMadeFor(c echo.Context, p db.Pairing, in *pairings.Input) error {
	ctx, t := c.Request().Context(), a.Catalog(c)
	challenge, found, err := a.DB.ChallengeOf(ctx, p.ID)
	if err != nil {
		return err
	}
	if found {
		of := t.T("ladder.pairing-of", "Ladder", challenge.LadderName)
		if challenge.Recorded {
			of = t.T("ladder.recorded-on", "Ladder", challenge.LadderName)
		}
		in.Source.Link = &page.ClubLink{Text: of, Href: web.Href(challenge.Ref())}
		if !challenge.Open() {
			in.Source.Correct = ladders.ChallengeCorrectHref(challenge.ID)
		}
		ladder, err := a.DB.Ladder(ctx, challenge.Ladder)
		if err != nil {
			return err
		}
		return a.pairingArchived(c, ladder.Season, in)
	}
	tournament, round, found, err := a.DB.TournamentOf(ctx, p)
	if err != nil || !found {
		return err
	}
	in.Source.Link = &page.ClubLink{
		Text: t.T("pairing.of-round", "Round", strconv.Itoa(round), "Tournament", tournament.Name), Href: tournaments.RoundHref(tournament.ID, round),
	}
	if p.How == db.EndRetracted { // the round may not exist
		in.Source.Link.Href = web.Href(tournament.Ref())
	}
	if err := a.pairingArchived(c, tournament.Season, in); err != nil {
		return err
	}
	in.Source.Knockout = tournament.Kind == db.Knockout && tournament.Status != db.TournamentOff
	in.Source.Later = tournament.Kind == db.Swiss && round < tournament.Round
	if !in.Organises || tournament.Kind != db.Knockout || round >= tournament.Round {
		return nil
	}
	full, err := a.DB.FullTournament(ctx, tournament.ID)
	for _, b := range full.Following(p.ID) {
		first, _ := full.Entrant(b.First)
		second, _ := full.Entrant(b.Second)
		in.Follows = append(in.Follows, pairings.Follow{
			Players: [2]string{web.PlayerName(t, first.Player), web.PlayerName(t, second.Player)}, Href: page.PairingHref(b.Pairing), Round: b.Round, Over: b.Status == db.PairingOver,
		})
	}
	return err
}

// pairingArchived adds to a pairing, for an organiser, whether its season is archived.
func (a *Area) pairingArchived(c echo.Context, season string, in *pairings.Input) error {
	if !in.Organises {
		return nil
	}
	of, err := a.DB.Season(c.Request().Context(), season)
	in.Source.Archived = of.Status == db.SeasonArchived
	return err
}

// PairingOutcome describes the outcome of a pairing; empty while it is open.
func PairingOutcome(t *i18n.Catalog, p db.Pairing) (string, error) {
	terms, err := p.Terms()
	if err != nil || p.Status == db.PairingOpen {
		return "", err
	}
	return pairings.Status(t, pairings.Input{
		Play: pairings.Play{Terms: terms}, Players: web.PairedNames(t, p), Standing: p.Standing,
		State: pairings.State{Off: p.Status == db.PairingOff, How: string(p.How)}, Decision: pairings.Decision{Chosen: p.Chosen != 0},
	}), nil
}

// EnterResult stores the result of a pairing that the visitor enters.
func (a *Area) EnterResult(c echo.Context) error {
	v, p, err := a.requestedPairing(c)
	if err != nil {
		return err
	}
	terms, err := p.Terms()
	if err != nil {
		return err
	}
	sent := pairings.Form{Part: "enter", Entries: readEntries(c, terms)}
	after, err := p, mayEnter(p, v)
	if err == nil {
		var games []pairing.Game
		if games, err = readGames(terms, sent.Entries); err == nil {
			after, err = a.DB.EnterResult(c.Request().Context(), p.ID, v.Person.ID, games, a.Now())
		}
	}
	notice := "pairing.told-entered"
	if after.Entered == nil {
		notice = "pairing.told-over"
	}
	return a.afterPairing(c, after, sent, notice, err)
}

// mayEnter returns an error for a visitor who is not a player of the pairing. They should not read what is wrong
// with the result.
func mayEnter(p db.Pairing, v *web.Visitor) error {
	if p.Player(v.Person.ID) == 0 {
		return rules.Errorf(rules.Forbidden, "error.not-paired", "person %q in pairing %s", v.Person.ID, p.ID)
	}
	return nil
}

// requestedPairing returns the pairing in the address, and the visitor, who has an account.
func (a *Area) requestedPairing(c echo.Context) (v *web.Visitor, p db.Pairing, err error) {
	if p, err = a.DB.Pairing(c.Request().Context(), c.Param("pairing")); err != nil {
		return nil, p, err
	}
	v, err = a.Account(c)
	return v, p, err
}

// readEntries reads the fields of each game.
func readEntries(c echo.Context, terms pairing.Terms) []pairing.Entry {
	entries := make([]pairing.Entry, terms.Most())
	for i := range entries {
		e := pairing.Entry{
			Outcome: c.FormValue(pairings.OutcomeField(i + 1)), Points: [2]string{c.FormValue(pairings.PointsOf(i+1, 1)), c.FormValue(pairings.PointsOf(i+1, 2))},
		}
		if points := strings.TrimSpace(c.FormValue(pairings.WinnerPoints(i + 1))); points != "" {
			e.Points = [2]string{points, ""}
			if e.Outcome == pairing.SecondWon || e.Outcome == pairing.FirstForfeit {
				e.Points = [2]string{"", points}
			}
		}
		entries[i] = e
	}
	return entries
}

// readGames reads the games of entries up to the last that was played. It fails as pairing.Terms.Read does.
func readGames(terms pairing.Terms, entries []pairing.Entry) (games []pairing.Game, err error) {
	for len(entries) > 0 && entries[len(entries)-1] == (pairing.Entry{}) {
		entries = entries[:len(entries)-1]
	}
	for i, entry := range entries {
		g, err := terms.Read(i+1, entry)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

// ConfirmResult confirms the result that the opponent entered.
func (a *Area) ConfirmResult(c echo.Context) error {
	v, p, err := a.requestedPairing(c)
	if err != nil {
		return err
	}
	revision, err := readRevision(c)
	if err != nil {
		return err
	}
	after, err := a.DB.ConfirmResult(c.Request().Context(), p.ID, v.Person.ID, revision, a.Now())
	return a.afterPairing(c, after, pairings.Form{Part: "contest"}, "pairing.told-over", err)
}

// ConfirmDecision confirms the result that another organiser entered in a pairing of the other's own.
func (a *Area) ConfirmDecision(c echo.Context) error {
	v, p, err := a.requestedPairing(c)
	if err != nil {
		return err
	}
	revision, err := readRevision(c)
	if err != nil {
		return err
	}
	after, err := a.DB.ConfirmDecision(c.Request().Context(), p.ID, v.Person.ID, revision, a.Now())
	return a.afterPairing(c, after, pairings.Form{}, "pairing.told-confirmed", err)
}

// ContestResult contests the result that the opponent entered.
func (a *Area) ContestResult(c echo.Context) error {
	v, p, err := a.requestedPairing(c)
	if err != nil {
		return err
	}
	revision, err := readRevision(c)
	if err != nil {
		return err
	}
	sent := pairings.Form{Part: "contest", Words: web.PlainText(c.FormValue("why"))}
	after, err := a.DB.ContestResult(c.Request().Context(), p.ID, v.Person.ID, sent.Words, revision, a.Now())
	return a.afterPairing(c, after, sent, "pairing.told-contested", err)
}

// readRevision returns the revision of the pairing that the page showed.
func readRevision(c echo.Context) (int, error) {
	revision, err := strconv.Atoi(c.FormValue("revision"))
	if err != nil {
		return 0, rules.Errorf(rules.Invalid, "error.form", "revision=%.20q", c.FormValue("revision"))
	}
	return revision, nil
}

// DecidePairing settles a pairing by an organiser's decision.
func (a *Area) DecidePairing(c echo.Context) error {
	v, p, err := a.requestedPairing(c)
	if err != nil {
		return err
	}
	terms, err := p.Terms()
	if err != nil {
		return err
	}
	sent := pairings.Form{
		Part: "decide", Entries: readEntries(c, terms), What: c.FormValue("what"), Winner: c.FormValue("winner"), Words: web.PlainText(c.FormValue("why")),
	}
	decision, err := readDecision(terms, sent)
	after, notice := p, "pairing.told-decided"
	if sent.What == pairings.DecideAccept {
		notice = "pairing.told-over"
		decision, err = acceptDecision(p)
	}
	if err == nil {
		if decision.Revision, err = readRevision(c); err != nil {
			return err
		}
		after, err = a.DB.DecidePairing(c.Request().Context(), p.ID, v.Person.ID, decision, a.Now())
	}
	return a.afterPairing(c, after, sent, notice, err)
}

// acceptDecision returns the decision that accepts the result that a player has entered. It fails with kind Conflict if
// there is none (error.pairing-changed).
func acceptDecision(p db.Pairing) (db.Decision, error) {
	if p.Entered == nil {
		return db.Decision{}, rules.Errorf(rules.Conflict, "error.pairing-changed", "no result is entered in pairing %s", p.ID)
	}
	return db.Decision{Games: p.Entered.Games}, nil
}

// readDecision reads an organiser's decision. It fails as readGames does, and with kind Invalid for an unknown
// decision (error.choice).
func readDecision(terms pairing.Terms, sent pairings.Form) (decision db.Decision, err error) {
	decision.Why = sent.Words
	switch sent.What {
	case pairings.DecideOff:
		decision.Off = true
	case pairing.FirstForfeit, pairing.SecondForfeit, pairing.BothForfeit:
		decision.Forfeit = [2]bool{sent.What != pairing.SecondForfeit, sent.What != pairing.FirstForfeit}
		decision.Games, err = readGames(terms, sent.Entries)
	case pairings.DecideResult:
		decision.Winner = map[string]int{"1": 1, "2": 2}[sent.Winner]
		decision.Games, err = readGames(terms, sent.Entries)
	default:
		err = rules.Errorf(rules.Invalid, "error.choice", "what=%.20q", sent.What)
	}
	return decision, err
}

// afterPairing publishes a changed pairing and redirects to it. After an error it renders the form as it was
// sent, with the problem.
func (a *Area) afterPairing(c echo.Context, p db.Pairing, sent pairings.Form, notice string, err error) error {
	if web.ShowAgain(err) && p.ID != "" {
		var known *rules.Error
		if errors.As(err, &known) && known.Kind == rules.Conflict { // the page may lack the form now
			web.ShowNotice(c, known.Key)
		}
		return a.pairingPage(c, web.StatusOf(err), p, sent, err)
	}
	if err != nil {
		return err
	}
	a.PublishPairing(p)
	if err := a.leavePlaces(c, p, notice); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, web.Href(p.Ref()))
}

// Disputes returns the pairings that await an organiser's decision, for a visitor who organises.
func (a *Area) Disputes(c echo.Context, calendar page.Calendar) (items []pairings.ClubItem, err error) {
	v, err := a.Visitor(c)
	if err != nil || !v.SignedIn() || !v.Person.Role.Organises() {
		return nil, err
	}
	t := calendar.T
	list, err := a.DB.Disputes(c.Request().Context())
	for _, d := range list {
		items = append(items, pairings.NewDispute(calendar, pairings.DeskDispute{
			ID: d.ID, Game: d.Key, Unit: d.Unit, Players: [2]string{web.PlayerName(t, d.Players[0]), web.PlayerName(t, d.Players[1])},
			Undecided: d.Undecided, Contested: d.Contested, Since: d.Since, Of: d.Of, Round: d.Round,
		}))
	}
	return items, err
}

// ClubItems returns the challenges and pairings that await the visitor: first those that need the visitor's
// action, each group in order of deadlines.
func (a *Area) ClubItems(c echo.Context, calendar page.Calendar, person string) (items []pairings.ClubItem, err error) {
	t := calendar.T
	if items, err = a.challengeItems(c.Request().Context(), calendar, person); err != nil {
		return nil, err
	}
	open, err := a.DB.PairingsOf(c.Request().Context(), person)
	if err != nil {
		return nil, err
	}
	of, err := a.DB.PairedIn(c.Request().Context(), person)
	for _, p := range open {
		other := p.Players[2-p.Player(person)]
		item := pairings.DeskPairing{
			ID: p.ID, Game: p.Key, Unit: p.Unit, Opponent: web.PlayerName(t, other), Due: p.Due, Near: db.Near(p.Made, p.Due, a.Now()), Soon: db.Soon(p.Due, a.Now()), Site: p.Site, Undecided: p.Standing.Undecided,
			Of: of[p.ID].Of, Round: of[p.ID].Round,
		}
		if e := p.Entered; e != nil {
			item.Contested = e.Against != ""
			item.Confirm = !item.Contested && e.By != person
			item.Waits = !item.Contested && e.By == person
			item.Organiser = p.Unanswerable()
		}
		items = append(items, pairings.NewClubItem(calendar, item))
	}
	slices.SortStableFunc(items, func(a, b pairings.ClubItem) int { return cmp.Compare(a.Rank(), b.Rank()) })
	return items, err
}
