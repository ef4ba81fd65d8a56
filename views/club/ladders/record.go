package ladders

import (
	"errors"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/pairing"
	"hexclub/views/club/pairings"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A RecordPage is the form for a game that two players of a ladder have played over the board. An organiser chooses
// both players, a player only the opponent.
type RecordPage struct {
	Head
	Action  string
	Help    string
	Players []RecordPlayer // two for an organiser, one for a player; none if the reader has no possible opponent
	Games   []page.Choose  // more than one if there is a choice
	Starts  []page.Choose  // who started the first game, where that matters; only for a player
	Results []RecordResult
	Points  []string // which points are possible; none if no game has points
	Problem *page.Problem
	Wrong   string // what the problem is about: RecordWrongPlayers, RecordWrongResult or empty
}

// What a problem of the form is about.
const (
	RecordWrongPlayers = "players"
	RecordWrongResult  = "result"
)

// A RecordPlayer is a field for a player.
type RecordPlayer struct {
	Name, Label string
	Value       string        // as typed, on a long ladder
	Options     []page.Choose // the players to choose from
	Long        bool          // there are too many for a list
	First       bool
}

// A RecordResult is the fields for the result of one game.
type RecordResult struct {
	Legend   string
	Name     string // of the field for the outcome
	Outcomes []page.Choose
	Points   []pairings.PointsField // none if no game of the ladder has points
}

// A RecordForm is the form as it was sent.
type RecordForm struct {
	First, Second string // names
	Game, Starts  string
	Entries       []pairing.Entry
}

// The players who may have started the first game, as the form sends them.
const (
	RecordStartsReader   = "reader"
	RecordStartsOpponent = "opponent"
)

// longLadder is the number of players from which on a list of them is too long.
const longLadder = 100

// RecordPath is the path of the form within the address of a ladder.
const RecordPath = "/record"

// NewRecord returns the form, filled with what was sent. An organiser records; else the reader reports a game
// against one of the opponents, who are in order of place.
func NewRecord(f page.Frame, in Input, organiser bool, opponents []string, sent RecordForm, problem error) RecordPage {
	t := f.T
	p := RecordPage{Head: in.frame(f, RecordPath), Action: Href(in.ID) + RecordPath, Help: t.T("ladder.record-help")}
	if !organiser {
		p.Help = t.T("ladder.report-help")
	}
	switch {
	case organiser:
		if opponents = nil; in.State.Settings.Unit == pairing.Match {
			p.Help += " " + t.T("ladder.record-first-starts")
		}
		for _, player := range in.State.Players {
			opponents = append(opponents, player.ID)
		}
		p.Players = []RecordPlayer{
			in.recordPlayer(t, "first", t.T("ladder.record-first"), sent.First, opponents),
			in.recordPlayer(t, "second", t.T("ladder.record-second"), sent.Second, opponents),
		}
	case len(opponents) > 0:
		p.Players = []RecordPlayer{in.recordPlayer(t, "second", t.T("ladder.record-opponent"), sent.Second, opponents)}
	}
	if len(p.Players) > 0 {
		p.Players[0].First = true
	}
	for _, key := range in.State.Settings.Games {
		p.Games = append(p.Games, page.Choose{Value: key, Label: t.T(key + ".name"), Chosen: key == sent.Game})
	}
	firstChosen(p.Games)
	if !organiser && in.State.Settings.Unit == pairing.Match {
		p.Starts = pairings.Chosen([]page.Choose{
			{Value: RecordStartsReader, Label: t.T("ladder.record-starts-you")}, {Value: RecordStartsOpponent, Label: t.T("ladder.record-starts-opponent")},
		}, sent.Starts)
		firstChosen(p.Starts)
	}
	p.Points = in.recordPoints(t)
	for i := range in.State.Settings.Unit.Games() {
		p.Results = append(p.Results, in.recordResult(t, i, organiser, len(p.Points) > 0, sent))
	}
	if problem != nil {
		p.Problem, p.Wrong = Problem(t, in, problem), RecordWrongResult
		if known := new(rules.Error); errors.As(problem, &known) && (slices.Contains(known.Fields, "first") || slices.Contains(known.Fields, "second")) {
			p.Wrong = RecordWrongPlayers
		}
	}
	return p
}

func (in Input) recordPlayer(t *i18n.Catalog, field, label, typed string, ids []string) RecordPlayer {
	p := RecordPlayer{Name: field, Label: label, Value: typed, Long: len(ids) > longLadder}
	for _, id := range ids {
		name := in.name(id)
		option := page.Choose{Value: name, Label: strconv.Itoa(in.State.Place(id)) + ". " + name, Chosen: name == typed}
		p.Options = append(p.Options, option)
	}
	return p
}

// recordPoints describes which points the games of the ladder can give.
func (in Input) recordPoints(t *i18n.Catalog) (list []string) {
	for _, key := range in.State.Settings.Games {
		game, err := games.Find(key)
		if err != nil || !game.Info().Points {
			continue
		}
		if help := pairings.PointsHelp(t, pairing.Terms{Game: game, Unit: in.State.Settings.Unit}); len(in.State.Settings.Games) > 1 {
			list = append(list, t.T(key+".name")+". "+help)
		} else {
			list = append(list, help)
		}
	}
	return list
}

func (in Input) recordResult(t *i18n.Catalog, i int, organiser, points bool, sent RecordForm) RecordResult {
	n := strconv.Itoa(i + 1)
	r := RecordResult{Name: pairings.OutcomeField(i + 1), Legend: t.T("ladder.record-result")}
	if in.State.Settings.Unit.Games() > 1 {
		r.Legend = t.T("ladder.record-result-of", "Number", n)
	}
	var entry pairing.Entry
	if i < len(sent.Entries) {
		entry = sent.Entries[i]
	}
	labels := []string{t.T("ladder.record-first-won"), t.T("ladder.record-drawn"), t.T("ladder.record-second-won")}
	owners := []string{t.T("ladder.record-points-first"), t.T("ladder.record-points-second")}
	if !organiser {
		labels[0], labels[2] = t.T("ladder.record-you-won"), t.T("ladder.record-you-lost")
		owners = []string{t.T("ladder.record-points-you"), t.T("ladder.record-points-opponent")}
	}
	for k, outcome := range []string{pairing.FirstWon, pairing.Draw, pairing.SecondWon} {
		r.Outcomes = append(r.Outcomes, page.Choose{Value: outcome, Label: labels[k], Chosen: outcome == entry.Outcome})
	}
	if points {
		for k, value := range entry.Points {
			r.Points = append(r.Points, pairings.PointsField{Name: "points-" + n + "-" + strconv.Itoa(k+1), Label: owners[k], Value: value})
		}
	}
	return r
}

// described connects a field to the problem of the form, if it is about that.
func (p RecordPage) described(about string) templ.OrderedAttributes {
	if p.Problem == nil || p.Wrong != about {
		return nil
	}
	return templ.OrderedAttributes{page.Attribute("aria-invalid", "true"), page.Attribute("aria-describedby", "problem")}
}

// recordLink returns the address at which the reader records a game; empty if the reader may not.
func (in Input) recordLink(organiser bool) string {
	open := in.State.Closed == 0 && in.Season.Open
	mine := in.Reader != "" && in.State.Place(in.Reader) > 0
	switch {
	case len(in.State.Players) < 2 || in.Season.Archived:
	case organiser && (open || len(in.State.Challenges) > 0), mine && open && in.Venue != VenueSite:
		return Href(in.ID) + RecordPath
	}
	return ""
}
