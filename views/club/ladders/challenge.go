package ladders

import (
	"strconv"
	"time"

	"hexclub/rules/ladder"
	"hexclub/views/club/pairings"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A ConfirmChallengePage previews a challenge and asks for confirmation.
type ConfirmChallengePage struct {
	Head
	Heading string
	Players Facing
	Problem *page.Problem // why it cannot be made; nil if it can
	Facts   []ChallengeFact
	Games   []page.Choose // to choose from, at least one
	Venues  []page.Choose // empty if there is no choice
	Action  string
	Button  string
	Back    string // address of the ladder
}

// A ChallengeFact is something about a challenge. A remark has no term.
type ChallengeFact struct {
	Term string
	Text page.Phrase
}

// fact returns a fact without a moment.
func fact(term, text string) ChallengeFact { return ChallengeFact{term, page.Plain(text)} }

// where returns where a challenge is played.
func (in Input) where(t *i18n.Catalog, site bool) ChallengeFact {
	if site {
		return fact(t.T("tournament.where"), t.T("tournament.on-site")+suffix(in.Terms))
	}
	return fact(t.T("tournament.where"), t.T("tournament.over-the-board"))
}

// deadlines returns when a challenge is to be answered and played, and what happens otherwise.
func (in Input) deadlines(t *i18n.Catalog, c ladder.Challenge) []ChallengeFact {
	answer, play := "ladder.fact-answer-lapses", "ladder.fact-play-lapses"
	if in.State.Settings.Unanswered == ladder.Lost {
		answer = "ladder.fact-answer-lost"
	}
	if in.State.Settings.Unplayed == ladder.Lost {
		play = "ladder.fact-play-lost"
	}
	return []ChallengeFact{
		{t.T("ladder.fact-answer"), page.NewPhrase(t, answer, "Player", in.name(c.To), "When", in.calendar(t).InClub().Due(time.UnixMilli(c.AnswerBy)))},
		fact(t.T("ladder.fact-play"), t.T(play, "Days", t.N("notice.days", in.State.Settings.Play))),
	}
}

// A Side is one of the two players of a challenge.
type Side struct {
	Avatar     string
	Name, Href string
	Place      string // empty off the ladder
}

// A Facing is two players who face each other.
type Facing struct {
	Sides [2]Side // the challenger first
	Arrow bool    // from the challenger to the other
}

// sides returns the two players of a challenge.
func (in Input) sides(t *i18n.Catalog, from, to string) (sides [2]Side) {
	for i, id := range []string{from, to} {
		sides[i] = Side{Avatar: id, Name: in.name(id), Href: in.Profiles[id]}
		if place := in.State.Place(id); place > 0 {
			sides[i].Place = t.T("ladder.place", "Place", strconv.Itoa(place))
		}
	}
	return sides
}

// NewConfirmChallenge returns the preview of a challenge by the reader to another player. game and venue are the
// answers sent; the first option replaces an invalid one.
func NewConfirmChallenge(f page.Frame, in Input, to, game, venue string) ConfirmChallengePage {
	t, settings, now := f.T, in.State.Settings, in.Now.UnixMilli()
	p := ConfirmChallengePage{
		Head: in.frame(f, PlacesPath), Heading: t.T("ladder.challenge-title", "Player", in.name(to)), Players: Facing{in.sides(t, in.Reader, to), true},
		Action: challengeToHref(in.ID, in.name(to)), Button: t.T("ladder.challenge"), Back: Href(in.ID),
	}
	for _, key := range settings.Games {
		p.Games = append(p.Games, page.Choose{Value: key, Label: page.UnitWords(t, settings.Unit, key), Chosen: key == game})
	}
	firstChosen(p.Games)
	if in.Venue == VenueEither {
		p.Venues = []page.Choose{
			{Value: VenueSite, Label: t.T("tournament.on-site") + suffix(in.Terms), Chosen: venue == VenueSite},
			{Value: VenueBoard, Label: t.T("tournament.over-the-board"), Chosen: venue == VenueBoard},
		}
		firstChosen(p.Venues)
	}
	trial := in.State
	const id = "trial"
	if _, err := trial.Challenge(now, id, in.Reader, to, settings.Games[0]); err != nil {
		return p // the caller has checked it
	}
	made, _ := trial.Find(id)
	p.Facts = append(in.outcomes(t, trial, made), in.deadlines(t, made)...)
	if len(p.Games) == 1 {
		p.Facts = append(p.Facts, fact(t.T("tournament.game"), p.Games[0].Label))
	}
	if len(p.Venues) == 0 {
		p.Facts = append(p.Facts, in.where(t, in.Venue == VenueSite))
	}
	if made.Free {
		free := in.State.Players[in.State.Place(in.Reader)-1].Free
		p.Facts, p.Button = append(p.Facts, fact(t.T("ladder.free"), t.N("ladder.will-free", free))), t.T("ladder.free")
	}
	if in.NotJoined[to] {
		p.Facts = append(p.Facts, fact("", t.T("ladder.absent-note", "Player", in.name(to))))
	}
	return p
}

// suffix returns text as a continuation of other text, or "" for an empty one.
func suffix(text string) string {
	if text == "" {
		return ""
	}
	return ", " + text
}

// firstChosen chooses the first answer if none is.
func firstChosen(answers []page.Choose) {
	for _, a := range answers {
		if a.Chosen {
			return
		}
	}
	if len(answers) > 0 {
		answers[0].Chosen = true
	}
}

// outcomes describes what a win and a loss would do to the challenger's place, as the ladder stands now.
func (in Input) outcomes(t *i18n.Catalog, state ladder.State, c ladder.Challenge) (facts []ChallengeFact) {
	is := state.Place(c.From)
	for _, o := range []struct{ term, own, winner string }{
		{"ladder.fact-win", "ladder.fact-win-own", c.From}, {"ladder.fact-loss", "ladder.fact-loss-own", c.To},
	} {
		trial := state
		if _, err := trial.Decide(in.Now.UnixMilli(), c.ID, ladder.Outcome{Winner: o.winner, By: ladder.ByOrganiser}); err != nil {
			continue
		}
		term, key := o.term, "ladder.fact-move"
		if c.From == in.Reader {
			term = o.own
		}
		then := trial.Place(c.From)
		if then == is {
			key = "ladder.fact-stay"
		}
		facts = append(facts, fact(t.T(term, "Player", in.name(c.From)), t.T(key, "Place", strconv.Itoa(is), "To", strconv.Itoa(then))))
	}
	return facts
}

// A ChallengeInput is the data of a challenge's page.
type ChallengeInput struct {
	ladder.Challenge        // what is zero in an ended challenge does not matter
	Status           string // waiting, accepted, declined, withdrawn, won, drawn, lapsed
	Site             bool
	Pairing          string // id; empty until it is accepted
	Decided          time.Time
	Winner           string // id; empty for none
	By               ladder.By
	Organiser        string // name of the organiser who decided it; empty for none
	Entered          bool   // the organiser recorded it
	Reason           string // the organiser's; empty if the reader may not read it
	Recorded         bool   // its game was entered without a challenge before it
	Own              bool   // the organiser plays in it, and no other has confirmed the result
	Corrected        bool   // the result was corrected after the challenge had ended
	Refuse           error  // why it may not be declined, nil if it may; for a pending challenge
	Sent             DecideForm
	Problem          error // why the submitted form failed
}

// A DecideForm is an organiser's submitted decision on a challenge.
type DecideForm struct{ Outcome, Words string }

// Decisions of an organiser on a challenge.
const (
	DecideFrom  = "from" // the challenger has won
	DecideTo    = "to"
	DecideDraw  = "draw"
	DecideLapse = "lapse"
)

// A ChallengePage shows a challenge on a ladder.
type ChallengePage struct {
	Head
	Heading  string
	Players  Facing
	Facts    []ChallengeFact
	Status   page.Phrase
	How      string // who decided it, and why; empty if nobody did
	Over     bool
	Problem  *page.Problem
	Answer   *ChallengeAnswer // nil if the reader may not accept
	Withdraw bool             // the reader may withdraw it
	Links    ChallengeLinks
	Decide   *Decision
}

// ChallengeLinks are addresses of pages about a challenge; empty for none.
type ChallengeLinks struct {
	Challenge string // its own page
	Pairing   string
	Correct   string // where an organiser corrects the result
}

// ChallengeCorrectHref returns the address at which an organiser corrects the result of a challenge.
func ChallengeCorrectHref(id string) string { return ChallengeHrefOf(id) + "/correct" }

// A ChallengeAnswer is how the challenged reader can answer, apart from accepting.
type ChallengeAnswer struct {
	Refuse string        // cost of declining; empty if the reader may not decline
	MayNot *page.Problem // why not
}

// A Decision is the form in which an organiser decides a challenge.
type Decision struct {
	Ways  []page.Choose
	Words string
}

// NewChallengePage returns the page of a challenge.
func NewChallengePage(f page.Frame, in Input, c ChallengeInput) ChallengePage {
	t := f.T
	open := c.Decided.IsZero()
	p := ChallengePage{
		Head: in.frame(f, "/challenges"), Heading: in.ChallengeHeading(t, c),
		Players: Facing{in.sides(t, c.From, c.To), !c.Recorded}, Status: in.challengeStatus(t, c), Over: !open, Links: ChallengeLinks{Challenge: ChallengeHrefOf(c.ID)},
	}
	if open {
		p.Facts = in.outcomes(t, in.State, c.Challenge)
	}
	p.Facts = append(p.Facts,
		fact(t.T("tournament.game"), page.UnitWords(t, c.Unit, c.Game)), in.where(t, c.Site),
		ChallengeFact{c.made(t), page.Phrase{in.calendar(t).At(time.UnixMilli(c.Made))}})
	if c.Free {
		p.Facts = append(p.Facts, fact(t.T("ladder.free"), t.T("ladder.is-free", "Player", in.name(c.From))))
	}
	if c.Pairing != "" {
		p.Links.Pairing = page.PairingHref(c.Pairing)
	}
	p.How = c.how(t)
	if c.Problem != nil {
		p.Problem = Problem(t, in, c.Problem)
	}
	if c.Corrected {
		p.Facts = append(p.Facts, fact("", t.T("ladder.corrected-later")))
	}
	if !open {
		if f.Reader.Organises && !in.Season.Archived && (c.Status == "won" || c.Status == "drawn" || c.Status == "lapsed") {
			p.Links.Correct = ChallengeCorrectHref(c.ID)
		}
		return p
	}
	if in.NotJoined[c.To] && in.Reader != "" {
		p.Facts = append(p.Facts, fact("", t.T("ladder.absent-note", "Player", in.name(c.To))))
	}
	p.answers(t, in, c)
	if f.Reader.Organises && !in.Season.Archived {
		p.Decide = in.decision(t, c)
	}
	return p
}

// answers adds what the reader can do about an open challenge.
func (p *ChallengePage) answers(t *i18n.Catalog, in Input, c ChallengeInput) {
	waits := c.Accepted == 0 && in.Now.UnixMilli() < c.AnswerBy
	p.Withdraw = waits && in.Reader == c.From
	if waits && in.Reader == c.To && in.Reader != "" {
		p.Answer = &ChallengeAnswer{}
		if c.Refuse == nil {
			p.Answer.Refuse = in.say(t, ladder.RefusingRule)
		} else {
			p.Answer.MayNot = Problem(t, in, c.Refuse)
		}
	}
}

// decision returns the organiser's form for an open challenge, filled with what was sent.
func (in Input) decision(t *i18n.Catalog, c ChallengeInput) *Decision {
	d := &Decision{Words: c.Sent.Words}
	for _, way := range []page.Choose{
		{Value: DecideFrom, Label: t.T("home.won", "Player", in.name(c.From))},
		{Value: DecideDraw, Label: t.T("pairing.draw")},
		{Value: DecideTo, Label: t.T("home.won", "Player", in.name(c.To))},
		{Value: DecideLapse, Label: t.T("ladder.decide-lapse")},
	} {
		way.Chosen = way.Value == c.Sent.Outcome
		d.Ways = append(d.Ways, way)
	}
	return d
}

// ChallengeHeading names the players of a challenge or a recorded game, as the reader sees them.
func (in Input) ChallengeHeading(t *i18n.Catalog, c ChallengeInput) string {
	from, to := in.name(c.From), in.name(c.To)
	switch {
	case c.Recorded:
		return t.T("ladder.recorded-heading", "Player", from, "Other", to)
	case in.Reader == "":
	case in.Reader == c.From:
		return t.T("ladder.own-made", "Player", to)
	case in.Reader == c.To:
		return t.T("ladder.own-received", "Player", from)
	}
	return t.T("ladder.challenge-heading", "Player", from, "Other", to)
}

// made says when the challenge was made, or the game entered.
func (c ChallengeInput) made(t *i18n.Catalog) string {
	if c.Recorded {
		return t.T("ladder.fact-entered")
	}
	return t.T("ladder.fact-made")
}

// how says which organiser decided or entered the result, and why; empty for none.
func (c ChallengeInput) how(t *i18n.Catalog) string {
	switch {
	case c.Organiser == "":
		return ""
	case c.Own:
		return t.T("pairing.own-entry", "Player", c.Organiser)
	case c.Entered:
		return t.T("pairing.how-recorded", "Organiser", c.Organiser)
	}
	return pairings.DecidedBy(t, c.Organiser, c.Reason)
}

// challengeStatus describes the state of a challenge and its next deadline.
func (in Input) challengeStatus(t *i18n.Catalog, c ChallengeInput) page.Phrase {
	from, to := in.name(c.From), in.name(c.To)
	calendar := in.calendar(t)
	values := []any{"Player", from, "Other", to, "When", calendar.At(c.Decided)}
	switch c.Status {
	case "waiting":
		if in.Reader == c.To && in.Reader != "" {
			return page.NewPhrase(t, "ladder.status-waiting-you", "When", calendar.InClub().Due(time.UnixMilli(c.AnswerBy)))
		}
		return page.NewPhrase(t, "ladder.status-waiting", "Player", to, "When", calendar.InClub().Due(time.UnixMilli(c.AnswerBy)))
	case "accepted":
		if by := in.Entered[c.ID]; by != "" {
			return in.enteredStatus(t, c, by)
		}
		return page.NewPhrase(t, "ladder.status-accepted", "When", calendar.InClub().Due(time.UnixMilli(c.PlayBy)))
	case "declined":
		return page.NewPhrase(t, "ladder.status-declined", "Player", to, "When", calendar.At(c.Decided))
	case "withdrawn":
		return page.NewPhrase(t, "ladder.status-withdrawn", values...)
	case "drawn":
		return page.NewPhrase(t, "ladder.status-drawn", values...)
	case "lapsed":
		return page.NewPhrase(t, "ladder.status-lapsed", values...)
	}
	winner, loser := from, to
	if c.Winner == c.To {
		winner, loser = to, from
	}
	text := page.NewPhrase(t, "ladder.status-won", "Player", winner, "Other", loser, "When", calendar.At(c.Decided))
	if c.By == ladder.ByOrganiser && c.Organiser != "" { // the page names the organiser elsewhere
		return text
	}
	return append(text, page.Plain(wonBy(t, c.By))...)
}

// enteredStatus says that a player has entered the result, and who confirms it.
func (in Input) enteredStatus(t *i18n.Catalog, c ChallengeInput, by string) page.Phrase {
	if in.Unanswerable[c.ID] {
		return page.NewPhrase(t, "pairing.waits-organiser")
	}
	other := c.From
	if by == c.From {
		other = c.To
	}
	if in.Reader == other && in.Reader != "" {
		return page.NewPhrase(t, "pairing.waits-you")
	}
	return page.NewPhrase(t, "pairing.waits", "Player", in.name(other))
}

// A DeskChallenge is an open challenge, not yet accepted, on the front page of one of its two players.
type DeskChallenge struct {
	ID, Ladder string // id, and name of the ladder
	Other      string // name
	AnswerBy   time.Time
	Near       bool // the time to answer ends soon
	Mine       bool // the reader is to answer
}

// NewChallengeItem returns the front page's line for a challenge.
func NewChallengeItem(calendar page.Calendar, c DeskChallenge) pairings.ClubItem {
	t := calendar.T
	item := pairings.ClubItem{
		ID: "challenge-" + c.ID, Href: ChallengeHrefOf(c.ID), Mine: c.Mine, Near: c.Mine && c.Near, Waits: !c.Mine, Due: pairings.DueWords(calendar, c.AnswerBy),
		Text: t.T("ladder.desk-made", "Player", c.Other, "Ladder", c.Ladder), Note: t.T("ladder.desk-wait"),
	}
	if c.Mine {
		item.Text = t.T("ladder.desk-received", "Player", c.Other, "Ladder", c.Ladder)
		item.Note = t.T("ladder.desk-answer")
	}
	return item
}
