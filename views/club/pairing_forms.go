package club

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"hexclub/rules"
	"hexclub/rules/pairing"
	"hexclub/views/page"
)

// A PairingForm is what somebody has sent about a pairing.
type PairingForm struct {
	Part    string // enter, contest or decide; empty for nothing
	Entries []pairing.Entry
	What    string // one of the organiser's ways, as below
	Winner  string // "1", "2" or empty
	Words   string // why
}

// What an organiser can decide.
const (
	DecideResult = "result"
	DecideOff    = "off"
)

// A PairingAnswer is where the reader confirms or contests what was entered.
type PairingAnswer struct {
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
	Points  string // which points there can be; empty in a game without any
	Problem string
}

// problemID is the id of what the form says is wrong: a page can have two such forms.
func (f ResultForm) problemID() string { return "problem-" + f.Part }

func (f ResultForm) described() templ.OrderedAttributes {
	if f.Problem == "" {
		return nil
	}
	return templ.OrderedAttributes{{Key: "aria-invalid", Value: "true"}, {Key: "aria-describedby", Value: f.problemID()}}
}

// pointsID is the id of which points there can be.
func (f ResultForm) pointsID() string { return "points-" + f.Part }

// describedPoints ties a field for points to which there can be, and to the problem.
func (f ResultForm) describedPoints() templ.OrderedAttributes {
	if f.Problem == "" {
		return templ.OrderedAttributes{{Key: "aria-describedby", Value: f.pointsID()}}
	}
	return templ.OrderedAttributes{{Key: "aria-invalid", Value: "true"}, {Key: "aria-describedby", Value: f.problemID() + " " + f.pointsID()}}
}

// ResultFields ask for the result of one game.
type ResultFields struct {
	Legend   string
	Name     string // of the field for the outcome
	Outcomes []page.Choose
	Needed   bool          // the game has to be played
	Points   []PointsField // none in a game without points
}

// A PointsField asks for the points of a player.
type PointsField struct{ Name, Label, Value string }

// A DecisionForm is what an organiser decides by.
type DecisionForm struct {
	ResultForm
	Follows  *DecisionFollows // nil for nothing
	Ladder   string           // address where places of a ladder are corrected; empty where there is none to be
	Ways     []page.Choose
	Forfeits bool          // one of them is a forfeit
	Winners  []page.Choose // empty where there need not be a winner
	Reason   string
	Revision string
}

// DecisionFollows are the pairings of later rounds that a decision may touch.
type DecisionFollows struct {
	Text  string // what becomes of them
	Links []page.ClubLink
}

func (b pairingBuilder) path() string { return page.PairingHref(b.ID) }

// problem is why what was sent with a part of the page could not be done.
func (b pairingBuilder) problem(part string) string {
	if b.Problem == nil || b.Sent.Part != part {
		return ""
	}
	var known *rules.Error
	if !errors.As(b.Problem, &known) || !errors.Is(known, pairing.ErrPoints) {
		return page.ErrorText(b.t, b.Problem)
	}
	game := fmt.Sprint(known.Args[0])
	switch bounds := b.Play.Terms.Bounds(); {
	case bounds.Most > 0:
		return b.t.T("pairing.wrong-hexone", "Number", game, "Least", strconv.Itoa(bounds.Least), "Most", strconv.Itoa(bounds.Most))
	case bounds.Sum > 0:
		return b.t.T("pairing.wrong-hexit", "Number", game, "Sum", strconv.Itoa(bounds.Sum))
	}
	return page.ErrorText(b.t, b.Problem)
}

// answer is where a player answers what the other has entered.
func (b pairingBuilder) answer() *PairingAnswer {
	if b.Entered == nil || b.Entered.Contested || b.Reader == 0 || b.Reader == b.Entered.By {
		return nil
	}
	a := &PairingAnswer{
		Confirm: b.path() + "/confirm", Contest: b.path() + "/contest", Revision: strconv.Itoa(b.Revision), Problem: b.problem("contest"),
	}
	if a.Problem != "" {
		a.Words = b.Sent.Words
	}
	return a
}

// enter is where a player enters the result: not what the other has entered.
func (b pairingBuilder) enter() *ResultForm {
	if b.Reader == 0 || b.Play.Site || !b.State.Open || b.Standing.Undecided || b.answer() != nil {
		return nil
	}
	f := &ResultForm{Part: "enter", Title: b.t.T("pairing.enter"), Action: b.path() + "/enter", Problem: b.problem("enter")}
	var as []pairing.Game
	if b.Entered != nil {
		f.Title, as = b.t.T("pairing.enter-again"), b.Entered.Games
	}
	f.Games, f.Points = b.fields("enter", as, false), b.pointsHelp()
	return f
}

// fields ask for the results of all games there can be, as they were sent, or else
// as they are known.
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
		n := strconv.Itoa(i + 1)
		fields := ResultFields{Legend: b.line(i + 1).Text, Name: OutcomeField(i + 1)}
		fields.Needed = !forfeits && i < b.Play.Terms.Unit.Games()
		fields.Outcomes = b.outcomes(entry, forfeits, fields.Needed)
		if b.Play.Terms.Game.Info().Points {
			for player, value := range entry.Points {
				fields.Points = append(fields.Points, PointsField{
					Name: "points-" + n + "-" + strconv.Itoa(player+1), Label: b.t.T("pairing.points-of", "Player", b.Players[player]), Value: value,
				})
			}
		}
		list[i] = fields
	}
	return list
}

// pointsHelp says which points a game can give, and what is entered of one that was
// resigned; empty for a game without points.
func (b pairingBuilder) pointsHelp() string {
	switch bounds := b.Play.Terms.Bounds(); {
	case bounds.Most > 0:
		return b.t.T("pairing.points-hexone", "Least", strconv.Itoa(bounds.Least), "Most", strconv.Itoa(bounds.Most))
	case bounds.Sum > 0:
		return b.t.T("pairing.points-hexit", "Sum", strconv.Itoa(bounds.Sum))
	}
	return ""
}

// OutcomeField is the field for how a game ended, from 1.
func OutcomeField(game int) string { return "outcome-" + strconv.Itoa(game) }

// outcomes are the answers to how a game ended; forfeits are for organisers, and that it
// was not played is no answer for a player of whom it is needed.
func (b pairingBuilder) outcomes(entry pairing.Entry, forfeits, needed bool) []page.Choose {
	t := b.t
	none := t.T("pairing.not-played")
	if needed {
		none = t.T("pairing.choose")
	}
	list := []page.Choose{
		{Value: "", Label: none},
		{Value: pairing.FirstWon, Label: t.T("home.won", "Player", b.Players[0])},
		{Value: pairing.SecondWon, Label: t.T("home.won", "Player", b.Players[1])},
		{Value: pairing.Draw, Label: t.T("home.drawn")},
	}
	if forfeits {
		list = append(list,
			page.Choose{Value: pairing.FirstForfeit, Label: t.T("pairing.forfeited", "Player", b.Players[0])},
			page.Choose{Value: pairing.SecondForfeit, Label: t.T("pairing.forfeited", "Player", b.Players[1])},
			page.Choose{Value: pairing.BothForfeit, Label: t.T("pairing.forfeited-both")})
	}
	return chosen(list, entry.Outcome)
}

// chosen marks the answer with a value.
func chosen(list []page.Choose, value string) []page.Choose {
	for i := range list {
		list[i].Chosen = list[i].Value == value
	}
	return list
}

// decide is where an organiser decides.
func (b pairingBuilder) decide() *DecisionForm {
	if !b.Organises || b.replaced() || b.Source.Archived {
		return nil
	}
	t := b.t
	f := &DecisionForm{Revision: strconv.Itoa(b.Revision), Follows: b.follows(), Ladder: b.Source.Ladder}
	f.Part, f.Title, f.Action, f.Problem = "decide", t.T("pairing.decide"), b.path()+"/decide", b.problem("decide")
	if !b.State.Open {
		f.Title = t.T("pairing.correct")
	}
	known := b.Games
	if b.Entered != nil {
		known = b.Entered.Games
	}
	if f.Games, f.Points = b.fields("decide", known, true), b.pointsHelp(); f.Points != "" {
		f.Points += " " + t.T("pairing.points-forfeit")
	}
	what, winner := DecideResult, ""
	if b.Decision.Chosen {
		winner = strconv.Itoa(b.Standing.Winner)
	}
	if b.Sent.Part == "decide" {
		what, winner, f.Reason = b.Sent.What, b.Sent.Winner, b.Sent.Words
	}
	f.Ways, f.Forfeits = chosen(b.ways(), what), !b.allPlayed()
	if b.Play.Terms.Decisive && b.Play.Terms.Unit != pairing.Match {
		f.Winners = chosen([]page.Choose{
			{Value: "", Label: t.T("pairing.winner-none")}, {Value: "1", Label: b.Players[0]}, {Value: "2", Label: b.Players[1]},
		}, winner)
	}
	return f
}

// ways are what an organiser can decide: no forfeit where all is played.
func (b pairingBuilder) ways() []page.Choose {
	t := b.t
	ways := []page.Choose{{Value: DecideResult, Label: t.T("pairing.what-result")}}
	if !b.allPlayed() {
		ways = append(ways,
			page.Choose{Value: pairing.FirstForfeit, Label: t.T("pairing.what-forfeit", "Player", b.Players[0])},
			page.Choose{Value: pairing.SecondForfeit, Label: t.T("pairing.what-forfeit", "Player", b.Players[1])},
			page.Choose{Value: pairing.BothForfeit, Label: t.T("pairing.what-both")})
	}
	off := t.T("pairing.what-off")
	if b.Source.Knockout {
		off = t.T("pairing.what-off-knockout")
	}
	return append(ways, page.Choose{Value: DecideOff, Label: off})
}

// allPlayed tells whether the pairing is over by games that were played, all of them.
func (b pairingBuilder) allPlayed() bool {
	given := func(g pairing.Game) bool { return g.Forfeit != [2]bool{} }
	return !b.State.Open && !b.State.Off && !b.Decision.Chosen && !slices.ContainsFunc(b.Games, given)
}

// follows says what becomes of the pairings of later rounds when another goes on.
func (b pairingBuilder) follows() *DecisionFollows {
	if len(b.Follows) == 0 {
		return nil
	}
	over := func(f PairingFollow) bool { return f.Over }
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
