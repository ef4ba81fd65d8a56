package ladders

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"hexclub/rules"
	"hexclub/rules/ladder"
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
	Results []pairings.ResultFields
	Points  []string // which points are possible; none if no game has points
	Nobody  string   // why there are no players to choose
	Missing []MissingOpponent
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
// against an opponent, as the rules allow.
func NewRecord(f page.Frame, in Input, organiser bool, options []ladder.Option, sent RecordForm, problem error) RecordPage {
	t := f.T
	var opponents []string
	p := RecordPage{Head: in.frame(f, RecordPath), Action: Href(in.ID) + RecordPath, Help: t.T("ladder.record-help")}
	if !organiser {
		p.Help = t.T("ladder.report-help")
	}
	switch {
	case organiser && in.State.Closed != 0:
		p.Nobody = in.nobody(t)
	case organiser:
		if in.State.Settings.Unit == pairing.Match {
			p.Help += " " + t.T("ladder.record-first-starts")
		}
		for _, player := range in.State.Players {
			opponents = append(opponents, player.ID)
		}
		p.Players = []RecordPlayer{
			in.recordPlayer(t, "first", t.T("ladder.record-first"), sent.First, opponents),
			in.recordPlayer(t, "second", t.T("ladder.record-second"), sent.Second, opponents),
		}
	default:
		for _, o := range options {
			if o.Refusal == nil {
				opponents = append(opponents, o.Player)
			}
		}
		p.Missing = in.missing(t, options)
		if len(opponents) == 0 {
			p.Nobody = in.nobody(t)
			break
		}
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
	r := in.newRecordResults(t, organiser, sent)
	p.Results, p.Points = r.fields(), r.help()
	if problem != nil {
		p.Problem, p.Wrong = r.problem(problem), RecordWrongResult
		if known := new(rules.Error); errors.As(problem, &known) && (slices.Contains(known.Fields, "first") || slices.Contains(known.Fields, "second")) {
			p.Wrong = RecordWrongPlayers
		}
	}
	return p
}

// nobody says why the reader has no opponent to choose.
func (in Input) nobody(t *i18n.Catalog) string {
	if in.State.Closed != 0 {
		return t.T("ladder.record-closed")
	}
	return t.T("ladder.record-nobody")
}

// A MissingOpponent is why a player, or some players, cannot be chosen.
type MissingOpponent struct{ Text, Rule, Href string }

// missing lists the players whom the reader cannot choose: those within reach by name, the others together.
func (in Input) missing(t *i18n.Catalog, options []ladder.Option) (list []MissingOpponent) {
	far := false
	for _, o := range options {
		switch {
		case o.Refusal == nil:
		case o.Refusal.Rule() == ladder.ReachRule:
			far = true
		default:
			why := in.refusal(t, o.Refusal)
			list = append(list, MissingOpponent{why.Text, why.Rule, why.Href})
		}
	}
	if far {
		rule := strings.TrimPrefix(string(ladder.ReachRule), "r")
		list = append(list, MissingOpponent{t.T("ladder.record-far", "Places", t.N("ladder.places", in.State.Settings.Reach)), rule, in.ruleHref(ladder.ReachRule)})
	}
	return list
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

// result connects the fields for a result to the problem of the form, if it is about that.
func (p RecordPage) result() pairings.GameAttributes {
	with := pairings.GameAttributes{Points: p.described(RecordWrongResult)}
	if with.Points != nil {
		with.Outcome = templ.OrderedAttributes{page.Attribute("aria-describedby", "problem")}
	}
	return with
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
	case open && (organiser || mine && in.Venue != VenueSite):
		return Href(in.ID) + RecordPath
	}
	return ""
}
