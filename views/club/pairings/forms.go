package pairings

import (
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"hexclub/rules"
	"hexclub/rules/pairing"
	"hexclub/views/page"
)

// A Form is a submitted form of a pairing's page.
type Form struct {
	Part    string // enter, contest or decide; empty for none
	Entries []pairing.Entry
	What    string // a decision of the organiser
	Winner  string // "1", "2" or empty
	Words   string // the reason
}

// Decisions of an organiser, in addition to forfeits.
const (
	DecideResult = "result"
	DecideOff    = "off"
	DecideAccept = "accept" // the result that a player has entered
)

// An Answer is the form in which the reader confirms or contests the entered result.
type Answer struct {
	Confirm, Contest string // addresses
	Revision         string
	Words            string
	Problem          string
}

// A ResultForm asks for the result of each game.
type ResultForm struct {
	Part    string // enter or decide
	Title   string
	Action  string
	Games   []ResultFields
	Points  string // the possible points; empty for a game without points
	Counts  string // when a result counts that a player enters
	Problem string
}

// ProblemID returns the id of the form's error: a page can have two such forms.
func (f ResultForm) ProblemID() string { return "problem-" + f.Part }

// pointsID returns the id of the text about possible points.
func (f ResultForm) pointsID() string { return "points-" + f.Part }

// describedPoints connects a field for points to that text, and to the error.
func (f ResultForm) describedPoints() templ.OrderedAttributes {
	if f.Problem == "" {
		return templ.OrderedAttributes{{Key: "aria-describedby", Value: f.pointsID()}}
	}
	return templ.OrderedAttributes{{Key: "aria-invalid", Value: "true"}, {Key: "aria-describedby", Value: f.ProblemID() + " " + f.pointsID()}}
}

// A DecisionForm is the form of an organiser's decision.
type DecisionForm struct {
	ResultForm
	Follows  *DecisionFollows // nil for none
	Later    bool             // a correction does not change the pairings of later rounds
	Open     bool             // it awaits a decision, or was refused
	Ways     []page.Choose
	Forfeits bool          // one of the ways is a forfeit of some of the games
	Winners  []page.Choose // empty if no winner is required
	Explain  bool          // a reason is needed
	Reason   string
	Refused  string // why the reason was refused; then Problem is empty
	Revision string
}

// reasonAttributes links the field for the reason to why it was refused.
func (f DecisionForm) reasonAttributes() templ.OrderedAttributes {
	if f.Refused == "" {
		return nil
	}
	return templ.OrderedAttributes{
		page.Attribute("aria-invalid", "true"), page.Attribute("aria-describedby", f.ProblemID()), page.Autofocus,
	}
}

// with returns the attributes of the fields of a game.
func (f ResultForm) with(first bool) GameAttributes {
	with := GameAttributes{Points: f.describedPoints(), Focus: first && f.Problem != ""}
	if f.Problem != "" {
		with.Outcome = templ.OrderedAttributes{{Key: "aria-describedby", Value: f.ProblemID()}}
	}
	return with
}

// DecisionFollows are the pairings of later rounds that a decision may change.
type DecisionFollows struct {
	Text  string // how they change
	Links []page.ClubLink
}

func (b pairingBuilder) path() string { return page.PairingHref(b.ID) }

// problem returns the error of a submitted part of the page.
func (b pairingBuilder) problem(part string) string {
	if b.Problem == nil || b.Sent.Part != part {
		return ""
	}
	return ResultProblem(b.t, b.Play.Terms, b.Players, b.Sent.Entries, b.Problem)
}

// answer returns the form in which a player confirms or contests the result that the opponent has entered.
func (b pairingBuilder) answer() *Answer {
	if b.Entered == nil || b.Entered.Contested || b.Reader == 0 || b.Reader == b.Entered.By {
		return nil
	}
	a := &Answer{
		Confirm: b.path() + "/confirm", Contest: b.path() + "/contest", Revision: strconv.Itoa(b.Revision), Problem: b.problem("contest"),
	}
	if a.Problem != "" {
		a.Words = b.Sent.Words
	}
	return a
}

// enter returns the form in which a player enters the result, unless the opponent has entered one.
func (b pairingBuilder) enter() *ResultForm {
	if b.Reader == 0 || b.Play.Site || !b.State.Open || b.Standing.Undecided || b.answer() != nil {
		return nil
	}
	f := &ResultForm{Part: "enter", Title: b.t.T("pairing.enter"), Action: b.path() + "/enter", Problem: b.problem("enter")}
	var as []pairing.Game
	if b.Entered != nil {
		f.Title, as = b.t.T("pairing.enter-again"), b.Entered.Games
	}
	f.Games, f.Points = b.fields("enter", as, false), PointsHelp(b.t, b.Play.Terms)
	if f.Counts = b.t.T("pairing.enter-help"); b.NoLogin[2-b.Reader] {
		f.Counts = b.t.T("pairing.enter-help-organiser")
	}
	return f
}

// fields returns the fields for all possible games, with the submitted or else the known results.
func (b pairingBuilder) fields(part string, known []pairing.Game, forfeits bool) []ResultFields {
	list := make([]ResultFields, b.Play.Terms.Most())
	for i := range list {
		var entry pairing.Entry
		switch {
		case b.Sent.Part == part && i < len(b.Sent.Entries):
			entry = b.Sent.Entries[i]
		case b.Sent.Part != part && i < len(known):
			entry = known[i].Entry()
		}
		fields := ResultFields{Legend: b.t.T("pairing.result"), Name: OutcomeField(i + 1)}
		if len(list) > 1 {
			fields.Legend = b.line(i + 1).Text
		}
		fields.Needed = !forfeits && i < b.Play.Terms.Unit.Games()
		fields.Folded = i >= b.Play.Terms.Unit.Games() && entry == pairing.Entry{}
		fields.Outcomes = b.outcomes(entry, forfeits && (len(list) > 1 || givenUp(entry)), fields.Needed)
		fields.Points = PointsFields(b.t, b.Play.Terms.Bounds(), b.Players, entry, i+1)
		list[i] = fields
	}
	return list
}

// Chosen marks the option with a value.
func Chosen(list []page.Choose, value string) []page.Choose {
	for i := range list {
		list[i].Chosen = list[i].Value == value
	}
	return list
}

// decide returns the form of an organiser. The result of a challenge that has ended is corrected on a page of its own.
func (b pairingBuilder) decide() *DecisionForm {
	if !b.Organises || b.replaced() || b.Source.Archived || b.Source.Correct != "" {
		return nil
	}
	return b.decision()
}

// NewDecision returns the form with which an organiser decides the result of a pairing, filled with what was sent.
func NewDecision(f page.Frame, in Input) *DecisionForm {
	return pairingBuilder{in, f.T, f.Calendar()}.decision()
}

// decision returns the form, filled with what was sent.
func (b pairingBuilder) decision() *DecisionForm {
	t := b.t
	f := &DecisionForm{Revision: strconv.Itoa(b.Revision), Follows: b.follows(), Later: b.Source.Later}
	f.Part, f.Title, f.Action, f.Problem = "decide", t.T("pairing.decide"), b.path()+"/decide", b.problem("decide")
	if !b.State.Open {
		f.Title = t.T("pairing.correct")
	}
	known := b.Games
	if b.Entered != nil {
		known = b.Entered.Games
	}
	if f.Games, f.Points = b.fields("decide", known, true), PointsHelp(b.t, b.Play.Terms); f.Points != "" && !b.single() {
		f.Points += " " + t.T("pairing.points-forfeit")
	}
	what, winner := DecideResult, ""
	if b.Decision.Chosen {
		winner = strconv.Itoa(b.Standing.Winner)
	}
	if b.Sent.Part == "decide" {
		what, winner, f.Reason = b.Sent.What, b.Sent.Winner, b.Sent.Words
	}
	f.Open = f.Problem != "" || b.State.Open && (b.Standing.Undecided || b.Entered != nil && b.Entered.Contested)
	if slices.Contains(rules.FieldsOf(b.Problem), "reason") {
		f.Problem, f.Refused = "", f.Problem
	}
	f.Ways, f.Forfeits, f.Explain = Chosen(b.ways(), what), !b.allPlayed() && !b.single(), b.needsReason()
	if b.Play.Terms.Decisive && b.Play.Terms.Unit != pairing.Match {
		f.Winners = Chosen([]page.Choose{
			{Value: "", Label: t.T("pairing.winner-none")}, {Value: "1", Label: b.Players[0]}, {Value: "2", Label: b.Players[1]},
		}, winner)
	}
	return f
}

// needsReason reports whether a decision needs a reason: the pairing is over, contested or being played on this site. The
// correction of a slip needs one only if it may replace later pairings.
func (b pairingBuilder) needsReason() bool {
	if b.Decision.Slip && b.Source.Correct == "" && len(b.Follows) == 0 {
		return false
	}
	begun := func(g GameInput) bool { return !g.Waiting }
	return !b.State.Open || b.Entered != nil && b.Entered.Contested || slices.ContainsFunc(b.SiteGames, begun)
}

// ways returns the possible decisions of an organiser. There is no forfeit if all games were played.
func (b pairingBuilder) ways() []page.Choose {
	t := b.t
	ways := []page.Choose{{Value: DecideResult, Label: t.T("pairing.what-result")}}
	if !b.allPlayed() {
		one, both := "pairing.what-forfeit", "pairing.what-both"
		if b.single() {
			one, both = "pairing.what-forfeit-game", "pairing.what-both-game"
		}
		ways = append(ways,
			page.Choose{Value: pairing.FirstForfeit, Label: t.T(one, "Player", b.Players[0])},
			page.Choose{Value: pairing.SecondForfeit, Label: t.T(one, "Player", b.Players[1])},
			page.Choose{Value: pairing.BothForfeit, Label: t.T(both)})
	}
	off := t.T("pairing.what-off")
	if b.Source.Knockout {
		off = t.T("pairing.what-off-knockout")
	}
	return append(ways, page.Choose{Value: DecideOff, Label: off})
}

// single reports whether the pairing is one game, whatever its result.
func (b pairingBuilder) single() bool { return b.Play.Terms.Most() == 1 }

// allPlayed reports whether the pairing ended by playing all its games.
func (b pairingBuilder) allPlayed() bool {
	given := func(g pairing.Game) bool { return g.Forfeit != [2]bool{} }
	return !b.State.Open && !b.State.Off && !b.Decision.Chosen && !slices.ContainsFunc(b.Games, given)
}

// follows describes what happens to the pairings of later rounds if the winner changes.
func (b pairingBuilder) follows() *DecisionFollows {
	if len(b.Follows) == 0 {
		return nil
	}
	over := func(f Follow) bool { return f.Over }
	fixed := slices.ContainsFunc(b.Follows, over)
	d := &DecisionFollows{Text: b.t.T("pairing.follows")}
	if fixed {
		d.Text = b.t.T("pairing.fixed")
	}
	for _, f := range b.Follows {
		if f.Over == fixed {
			d.Links = append(d.Links, page.ClubLink{
				Text: b.t.T("pairing.follow", "First", f.Players[0], "Second", f.Players[1], "Round", strconv.Itoa(f.Round)), Href: f.Href,
			})
		}
	}
	return d
}
