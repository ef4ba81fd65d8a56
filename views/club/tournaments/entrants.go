package tournaments

import (
	"strconv"

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
