package tournaments

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"hexclub/views/i18n"
	"hexclub/views/page"
)

// An EntrantTable lists the entrants.
type EntrantTable struct {
	T       *i18n.Catalog
	Caption string
	Count   string
	Rows    []EntrantRow
}

// An EntrantRow is an entrant.
type EntrantRow struct {
	Number  string // empty if it has no meaning yet
	Name    string
	Avatar  string
	Profile string
	Rating  *page.RatingMark
	Note    string // entered late, or withdrawn
	Mine    bool
}

// entrantTable returns the list of entrants.
func (in Input) entrantTable(t *i18n.Catalog) *EntrantTable {
	table := &EntrantTable{T: t, Caption: t.T("tournament.entrants"), Count: strconv.Itoa(len(in.Entrants))}
	for _, e := range in.Entrants {
		row := EntrantRow{
			Number: strconv.Itoa(e.Number), Name: e.Name, Avatar: e.Avatar, Profile: e.Profile, Rating: e.Rating, Mine: in.Reader != "" && e.ID == in.Reader,
		}
		if in.Status == entry && in.Format.Seeding != seedHand {
			row.Number = "" // it means nothing yet
		}
		row.Note = in.entrantNote(t, e)
		table.Rows = append(table.Rows, row)
	}
	return table
}

// entrantNote returns a note about an entrant who does not play all rounds.
func (in Input) entrantNote(t *i18n.Catalog, e Entrant) string {
	switch {
	case e.To > 0:
		return t.T("tournament.withdrew", "Round", strconv.Itoa(e.To))
	case e.From > 1:
		return t.T("tournament.entered-in", "Round", strconv.Itoa(e.From))
	}
	return ""
}

// An OrganisePlayer is a player of a tournament that has begun, with what an organiser can do.
type OrganisePlayer struct {
	OrganiseEntrant
	Profile string // address; empty for none
	State   string // score, and why the player does not play all rounds
	Absent  string // address of the form for rounds to which the player cannot come; empty for none
}

// players returns the players of a tournament that has begun, by number; nil before.
func (in Input) players(t *i18n.Catalog, entrants []OrganiseEntrant) (list []OrganisePlayer) {
	if in.Begun() {
		scores, places := in.scores(in.Round+1), in.placeNotes(t)
		for i, e := range in.Entrants {
			p := OrganisePlayer{OrganiseEntrant: entrants[i], Profile: e.Profile}
			notes := []string{places[e.ID], in.entrantNote(t, e)}
			if in.Format.Kind != knockout && in.Round > 0 {
				notes[0] = scoreShort(t, half(scores[e.ID]))
			}
			if in.Status == running && in.absentNext(e.ID) {
				notes = append(notes, t.T("tournament.absent-next", "Round", strconv.Itoa(in.Round+1)))
			}
			p.State = strings.Join(slices.DeleteFunc(notes, func(note string) bool { return note == "" }), " · ")
			if in.Entry.Pausable && e.To == 0 {
				p.Absent = Href(in.ID) + "/organise?absent=" + e.ID + "#pause"
			}
			list = append(list, p)
		}
	}
	return list
}

// Begun reports whether a tournament has begun, and was not called off.
func (in Input) Begun() bool { return in.Status == running || in.Status == over }

// placeNotes says how far each entrant of a knockout came, by id.
func (in Input) placeNotes(t *i18n.Catalog) map[string]string {
	notes, table := map[string]string{}, StandingTable{}
	in.finishes(t, &table)
	for i, f := range in.Results.Places {
		notes[f.ID] = table.Rows[i].Note
	}
	return notes
}

// byName returns options in the alphabetical order of their texts. Letters with accents are next to those without.
func byName(list []page.Option) []page.Option {
	key := func(o page.Option) string { return norm.NFD.String(strings.ToLower(o.Text)) }
	return slices.SortedStableFunc(slices.Values(list), func(a, b page.Option) int { return strings.Compare(key(a), key(b)) })
}
