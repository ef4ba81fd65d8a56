package tournaments

import (
	"strconv"

	"hexclub/rules/pairing"
	"hexclub/rules/tourney"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A Fact is a word and what there is to say of it.
type Fact struct{ Term, Text string }

// statusWords describes the progress of a tournament.
func (in Input) statusWords(t *i18n.Catalog) string {
	switch in.Status {
	case entry:
		if in.full() {
			return t.T("tournament.entry-full", "Number", strconv.Itoa(len(in.Entrants)), "Most", strconv.Itoa(in.Entry.Limit))
		}
		return t.N("tournament.entry-open", len(in.Entrants))
	case over:
		return in.overWords(t)
	case off:
		return t.T("tournament.off")
	}
	if in.Round == 0 {
		return t.T("tournament.begun")
	}
	waiting := 0
	for _, b := range in.Boards {
		if !b.Over {
			waiting++
		}
	}
	round := in.publishedWords(t)
	if waiting == 0 {
		return t.T("tournament.round-complete", "Where", round)
	}
	return t.T("tournament.round-runs", "Where", round, "Waiting", t.N("tournament.boards-open", waiting))
}

// overWords describes the end of a tournament: that it is over, or after which round it was ended.
func (in Input) overWords(t *i18n.Catalog) string {
	if in.Pace.Planned <= in.Round {
		return t.T("tournament.over")
	}
	return t.T("tournament.over-early", "Round", strconv.Itoa(in.Round), "Rounds", strconv.Itoa(in.Pace.Planned))
}

// rounds returns the number of rounds, for a tournament that was ended early those that it was to have.
func (in Input) rounds() int { return max(in.Length, in.Pace.Planned) }

// steps returns a class for each round: "done" if it is over, "now" if it is played, empty if it is to come.
func (in Input) steps() []string {
	steps := make([]string, in.rounds())
	for i := range min(in.Round, in.Length) {
		steps[i] = "done"
	}
	for _, b := range in.Boards {
		if !b.Over && b.Round <= len(steps) {
			steps[b.Round-1] = "now"
		}
	}
	if in.allAtOnce() { // many rounds can be open
		for i := range steps {
			if steps[i] == "now" && i+1 != in.current() {
				steps[i] = ""
			}
		}
	}
	return steps
}

// Status describes the progress of a tournament, for lists, which do not load its boards.
func Status(t *i18n.Catalog, in Input) string {
	switch {
	case in.Status == entry:
		return t.T("tournament.entry")
	case in.Status == over:
		return in.overWords(t)
	case in.Status == off:
		return t.T("tournament.off")
	case in.Round == 0:
		return t.T("tournament.begun")
	}
	return in.publishedWords(t)
}

// publishedWords describes the number of published rounds: the last of them, or that all are.
func (in Input) publishedWords(t *i18n.Catalog) string {
	if in.allAtOnce() {
		return t.N("tournament.all-published", in.Length)
	}
	return in.roundOf(t, in.Round)
}

// allAtOnce reports whether several rounds are published together.
func (in Input) allAtOnce() bool {
	return in.Format.Kind == robin && in.Format.AllAtOnce && in.Length > 1
}

// Kind returns the name of a kind of tournament.
func Kind(t *i18n.Catalog, kind string, double bool) string {
	switch {
	case kind == swiss:
		return t.T("tournament.swiss")
	case kind == knockout:
		return t.T("tournament.knockout")
	case double:
		return t.T("tournament.robin-double")
	}
	return t.T("tournament.robin")
}

// facts returns the rules of a tournament in plain words.
func (in Input) facts(t *i18n.Catalog) (facts []Fact) {
	say := func(term, text string) {
		facts = append(facts, Fact{term, text})
	}
	kind := Kind(t, in.Format.Kind, in.Format.Double) + ". " + in.kindHelp(t)
	if n := in.rounds(); n > 0 {
		kind += " " + t.N("tournament.rounds-count", n)
	} else if in.Format.Rounds > 0 {
		kind += " " + t.N("tournament.rounds-count", in.Format.Rounds)
	} else if in.Format.Kind == swiss && in.Entry.Advised > 0 {
		kind += " " + t.N("tournament.rounds-advised", in.Entry.Advised)
	}
	if in.Format.Third {
		kind += " " + t.T("tournament.third-yes")
	}
	say(t.T("tournament.kind"), kind)
	game := t.T(in.Play.Info.Key + ".name")
	for _, words := range page.OptionWords(t, in.Play.Info, in.Play.Options) {
		game += ", " + words
	}
	say(t.T("tournament.game"), game)
	say(t.T("tournament.unit"), in.unitWords(t))
	say(t.T("tournament.where"), in.whereWords(t))
	say(t.T("tournament.pace"), in.paceWords(t))
	say(t.T("tournament.seeding"), seedingWords(t, in.Format.Seeding))
	if in.Format.Kind != knockout {
		say(t.T("tournament.breaks"), breakList(t, in.Format.Breaks))
	}
	if in.Format.Late > 1 {
		say(t.T("tournament.ask-late"), t.T("tournament.late-until", "Round", strconv.Itoa(in.Format.Late))+" "+in.missedWords(t))
	}
	if in.Format.Kind == swiss {
		say(t.T("tournament.absences"), in.absenceRule(t))
	}
	if in.Status == entry {
		entering := t.T("tournament.entry-members")
		if in.Entry.Closed {
			entering = t.T("tournament.entry-organisers")
		}
		say(t.T("tournament.entering"), entering+" "+t.N("tournament.entry-limit", in.Entry.Limit))
	}
	return facts
}

// kindHelp explains a kind of tournament.
func (in Input) kindHelp(t *i18n.Catalog) string {
	switch in.Format.Kind {
	case swiss:
		return t.T("tournament.swiss-help")
	case knockout:
		return t.T("tournament.knockout-help")
	}
	return t.T("tournament.robin-help")
}

// tournamentUnit describes the unit of a pairing.
func tournamentUnit(t *i18n.Catalog, unit pairing.Unit) string {
	switch unit {
	case pairing.TwoGames:
		return t.T("tournament.unit-two")
	case pairing.Match:
		return t.T("tournament.unit-match")
	}
	return t.T("tournament.unit-game")
}

// unitWords describes the unit of a pairing, and for a knockout what decides a tie.
func (in Input) unitWords(t *i18n.Catalog) string {
	words := tournamentUnit(t, in.Play.Unit)
	switch {
	case in.Format.Kind != knockout:
		return words
	case in.Play.Unit == pairing.Match:
		return words + ". " + t.T("match.rule")
	}
	return words + ". " + t.T("pairing.decisive")
}

func (in Input) whereWords(t *i18n.Catalog) string {
	if !in.Play.Site {
		return t.T("tournament.over-the-board")
	}
	counts := t.T("setup.rated-no")
	if in.Play.Rated {
		counts = t.T("setup.rated-yes")
	}
	return t.T("tournament.on-site") + ", " + page.ControlWords(t, in.Play.Control) + ", " + counts
}

// startWords describes how rounds are published.
func (in Input) startWords(t *i18n.Catalog) string {
	if in.Pace.ByDate {
		return t.T("tournament.by-date", "Date", in.calendar(t).InClub().Written(in.Pace.Opens))
	}
	return t.T("tournament.by-hand")
}

func (in Input) paceWords(t *i18n.Catalog) string {
	words := in.startWords(t)
	if in.Format.Kind == robin && in.Format.AllAtOnce {
		words += " " + t.T("tournament.all-at-once")
	}
	if in.Pace.Days > 0 {
		words += " " + t.N("tournament.days", in.Pace.Days)
		if in.Pace.Forfeit {
			words += " " + t.T("tournament.due-forfeit")
		} else {
			words += " " + t.T("tournament.due-wait")
		}
	}
	return words
}

func seedingWords(t *i18n.Catalog, seeding string) string {
	switch seeding {
	case seedHand:
		return t.T("tournament.seed-hand")
	case seedAtRandom:
		return t.T("tournament.seed-lot")
	}
	return t.T("tournament.seed-rating")
}

// breakList names tie-breaks in their order.
func breakList(t *i18n.Catalog, breaks []tourney.TieBreak) string {
	list := ""
	for i, b := range breaks {
		if i > 0 {
			list += ", "
		}
		list += breakName(t, b)
	}
	if list == "" {
		return t.T("tournament.breaks-none")
	}
	return list
}

// breakName returns the name of a tie-break.
func breakName(t *i18n.Catalog, b tourney.TieBreak) string {
	return t.T(map[tourney.TieBreak]string{
		tourney.Buchholz: "tie.buchholz", tourney.BuchholzCut1: "tie.buchholz-cut-1", tourney.SonnebornBerger: "tie.sonneborn-berger",
		tourney.DirectEncounter: "tie.direct-encounter", tourney.Wins: "tie.wins", tourney.GameScore: "tie.game-score",
		tourney.HexonePoints: "tie.hexone-points",
	}[b])
}

// breakHelp explains a tie-break.
func breakHelp(t *i18n.Catalog, b tourney.TieBreak) string {
	return t.T(map[tourney.TieBreak]string{
		tourney.Buchholz: "tie.buchholz-help", tourney.BuchholzCut1: "tie.buchholz-cut-1-help",
		tourney.SonnebornBerger: "tie.sonneborn-berger-help", tourney.DirectEncounter: "tie.direct-encounter-help",
		tourney.Wins: "tie.wins-help", tourney.GameScore: "tie.game-score-help", tourney.HexonePoints: "tie.hexone-points-help",
	}[b])
}
