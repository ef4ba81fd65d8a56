package ladders

import (
	"strconv"

	"hexclub/rules/games"
	"hexclub/rules/pairing"
	"hexclub/views/club/pairings"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A recordResults makes the fields for the result of a recorded game, with the names of its players as soon as they are
// chosen.
type recordResults struct {
	Input
	t       *i18n.Catalog
	sent    RecordForm
	players [2]string       // names, or what the players are called before they are chosen
	won     [2]string       // that the player has won
	points  [2]string       // labels of fields for points
	terms   []pairing.Terms // of each game that may have been played
}

func (in Input) newRecordResults(t *i18n.Catalog, organiser bool, sent RecordForm) recordResults {
	r := recordResults{Input: in, t: t, sent: sent}
	r.players = [2]string{t.T("ladder.record-first"), t.T("ladder.record-second")}
	r.won = [2]string{t.T("ladder.record-first-won"), t.T("ladder.record-second-won")}
	r.points = [2]string{t.T("ladder.record-points-first"), t.T("ladder.record-points-second")}
	names := [2]string{sent.First, sent.Second}
	if !organiser {
		names[0] = in.name(in.Reader)
		r.players[1], r.won[1], r.points[1] = t.T("ladder.record-opponent"), t.T("ladder.record-opponent-won"), t.T("ladder.record-points-opponent")
	}
	for i, name := range names {
		if in.onLadder(name) {
			r.players[i], r.won[i], r.points[i] = name, t.T("home.won", "Player", name), t.T("pairing.points-of", "Player", name)
		}
	}
	for _, key := range in.State.Settings.Games {
		if game, err := games.Find(key); err == nil && (sent.Game == "" || sent.Game == key) {
			r.terms = append(r.terms, pairing.Terms{Game: game, Unit: in.State.Settings.Unit})
		}
	}
	return r
}

// onLadder reports whether a player of the ladder has a name.
func (in Input) onLadder(name string) bool {
	for _, p := range in.State.Players {
		if name != "" && in.name(p.ID) == name {
			return true
		}
	}
	return false
}

// bounds returns the points that the games can give. If some give points to both players and others only to the winner,
// there are fields for both players.
func (r recordResults) bounds() (b pairing.Bounds) {
	for _, terms := range r.terms {
		switch is := terms.Bounds(); {
		case is.Sum > 0:
			return is
		case is.Most > 0:
			b = is
		}
	}
	return b
}

// fields returns the fields of each game.
func (r recordResults) fields() (list []pairings.ResultFields) {
	bounds := r.bounds()
	for i := range r.State.Settings.Unit.Games() {
		var entry pairing.Entry
		if i < len(r.sent.Entries) {
			entry = r.sent.Entries[i]
		}
		f := pairings.ResultFields{Name: pairings.OutcomeField(i + 1), Legend: r.t.T("pairing.result"), Needed: bounds.Sum == 0}
		if r.State.Settings.Unit.Games() > 1 {
			f.Legend = r.t.T("ladder.record-result-of", "Number", strconv.Itoa(i+1))
		}
		f.Outcomes = pairings.Outcomes(r.t, r.players)
		f.Outcomes[0].Label, f.Outcomes[2].Label = r.won[0], r.won[1]
		pairings.Chosen(f.Outcomes, entry.Outcome)
		if f.Points = pairings.PointsFields(r.t, bounds, r.players, entry, i+1); len(f.Points) == len(r.points) {
			f.Points[0].Label, f.Points[1].Label, f.Help = r.points[0], r.points[1], r.t.T("ladder.record-points")
		}
		list = append(list, f)
	}
	return list
}

// help describes which points the games can give.
func (r recordResults) help() (list []string) {
	for _, terms := range r.terms {
		help := pairings.PointsHelp(r.t, terms)
		switch {
		case help == "":
		case len(r.terms) > 1:
			list = append(list, r.t.T(terms.Game.Info().Key+".name")+". "+help)
		default:
			list = append(list, help)
		}
	}
	return list
}

// problem describes why the form was refused.
func (r recordResults) problem(err error) *page.Problem {
	p := Problem(r.t, r.Input, err)
	if p.Rule == "" && len(r.terms) == 1 {
		p.Text = pairings.ResultProblem(r.t, r.terms[0], r.players, r.sent.Entries, err)
	}
	return p
}
