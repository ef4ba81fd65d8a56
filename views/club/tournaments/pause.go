package tournaments

import (
	"strconv"
	"strings"

	"hexclub/views/i18n"
	"hexclub/views/page"
)

// An Absence is a round in which an entrant is not paired.
type Absence struct {
	Round  int
	Person string // id
	Halves int    // of a point
}

// A PauseForm is the absences to come, of the reader or of all entrants, and the form that adds one.
type PauseForm struct {
	List   []PauseRow
	People []page.Option // to choose from; nil for the reader
	Person string        // id of the chosen one; empty for none
	Rounds []page.Option // to choose from; nil if no round can be missed
	Help   string        // what an absence gives, or why none is possible; empty for a tournament that is not running
}

// A PauseRow is an absence to come.
type PauseRow struct {
	Round, Person, Name string
	Text                string // the round, and what it gives
	Label               string // of the button that undoes it, for screen readers
}

// pauseForm returns the absences to come of an entrant, or of all entrants if the person is empty, and the form to add one.
func (in Input) pauseForm(t *i18n.Catalog, person string) (p PauseForm) {
	if in.Status != running {
		return p
	}
	if !in.Entry.Pausable {
		if in.Format.Kind != swiss {
			p.Help = t.T("tournament.pause-none")
		}
		return p
	}
	p.Help = in.absenceRule(t)
	for _, a := range in.Results.Absences {
		if a.Round <= in.Round || person != "" && a.Person != person {
			continue
		}
		round := strconv.Itoa(a.Round)
		p.List = append(p.List, PauseRow{
			Round: round, Person: a.Person, Name: in.name(a.Person), Text: absenceWords(t, a),
			Label: t.T("tournament.resume-named", "Player", in.name(a.Person), "Round", round),
		})
	}
	for round := in.Round + 1; round <= in.Length; round++ {
		p.Rounds = append(p.Rounds, page.Option{Value: strconv.Itoa(round), Text: t.T("tournament.round", "Round", strconv.Itoa(round))})
	}
	if person == "" {
		for _, e := range in.Entrants {
			if e.To == 0 {
				p.People = append(p.People, page.Option{Value: e.ID, Text: e.Name})
			}
		}
		p.People = byName(p.People)
	}
	return p
}

// absenceWords returns the round of an absence and what it gives.
func absenceWords(t *i18n.Catalog, a Absence) string {
	if a.Halves > 0 {
		return t.T("tournament.absence-half", "Round", strconv.Itoa(a.Round))
	}
	return t.T("tournament.absence-none", "Round", strconv.Itoa(a.Round))
}

// absenceRule says what rounds give to which a player of a Swiss cannot come.
func (in Input) absenceRule(t *i18n.Catalog) string {
	if in.Format.HalfByes > 0 {
		return t.N("tournament.absences-half", in.Format.HalfByes)
	}
	return t.T("tournament.absences-none")
}

// missedWords says what rounds before a late entry give.
func (in Input) missedWords(t *i18n.Catalog) string {
	if in.Format.Missed {
		return t.T("tournament.missed-half")
	}
	return t.T("tournament.missed-none")
}

// roundAbsences returns the absences of a round.
func (in Input) roundAbsences(round int) (list []Absence) {
	for _, a := range in.Results.Absences {
		if a.Round == round {
			list = append(list, a)
		}
	}
	return list
}

// absentNote names the entrants who are absent from a round, by what it gives them; empty for none.
func (in Input) absentNote(t *i18n.Catalog, round int) string {
	var half, none []string
	for _, a := range in.roundAbsences(round) {
		if a.Halves > 0 {
			half = append(half, in.name(a.Person))
		} else {
			none = append(none, in.name(a.Person))
		}
	}
	var notes []string
	if len(half) > 0 {
		notes = append(notes, t.T("tournament.note-absent-half", "Players", strings.Join(half, ", ")))
	}
	if len(none) > 0 {
		notes = append(notes, t.T("tournament.note-absent", "Players", strings.Join(none, ", ")))
	}
	return strings.Join(notes, " ")
}

// absentNext reports whether an entrant is absent from the next round.
func (in Input) absentNext(id string) bool {
	for _, a := range in.roundAbsences(in.Round + 1) {
		if a.Person == id {
			return true
		}
	}
	return false
}
