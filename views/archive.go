package views

import (
	"slices"
	"time"

	"hexclub/rules/games"
	"hexclub/rules/rating"
	"hexclub/views/i18n"
)

// An ArchivePage is the finished games of somebody, a page of them.
type ArchivePage struct {
	Frame
	Heading string
	Action  string // address of the page, without a query
	Profile string // address of the profile; empty for a guest
	Own     bool   // they are the reader's
	Fields  []ArchiveField
	Problem string // why the filters make no sense
	Lines   []GameLine
	Older   string // address of the games before these; empty for none
	Newest  string // address of the first page; empty on it
}

// The names of the filters, and the values of those that are chosen. What is
// empty does not matter.
const (
	FilterGame     = "game"
	FilterOpponent = "opponent"
	FilterResult   = "result"
	FilterTerms    = "counts"
	FilterClass    = "class"
	FilterFrom     = "from"
	FilterTo       = "to"
)

// ArchiveFilters lists the names of the filters.
func ArchiveFilters() []string {
	return []string{FilterGame, FilterOpponent, FilterResult, FilterTerms, FilterClass, FilterFrom, FilterTo}
}

// What can be asked of results. The last two are of games on one device, which
// are their player's alone to see.
const (
	ResultWon        = "win"
	ResultDrawn      = "draw"
	ResultLost       = "loss"
	ResultAlone      = "device"
	ResultUnfinished = "unfinished"
)

// What can be asked of terms.
const (
	TermsRated  = "yes"
	TermsCasual = "no"
)

// NewArchiveFields is the filters, filled with what was sent.
func NewArchiveFields(t *i18n.Catalog, own bool, sent func(name string) string) []ArchiveField {
	anything := option{"", t.T("archive.any")}
	game := []option{anything}
	for _, g := range games.All() {
		game = append(game, option{g.Info().Key, t.T(g.Info().Key + ".name")})
	}
	result := []option{
		anything, {ResultWon, t.T("archive.won")}, {ResultDrawn, t.T("archive.drawn")}, {ResultLost, t.T("archive.lost")},
	}
	if own {
		result = append(result, option{ResultAlone, t.T("archive.device")}, option{ResultUnfinished, t.T("archive.unfinished")})
	}
	terms := []option{anything, {TermsRated, t.T("archive.rated")}, {TermsCasual, t.T("archive.casual")}}
	class := []option{anything}
	for _, c := range rating.Classes() {
		class = append(class, option{string(c), ClassName(t, c)})
	}
	class = append(class, option{NoClock, t.T("setup.no-clock")})
	fields := []ArchiveField{
		{Name: FilterGame, Label: t.T("archive.game"), Options: game},
		{Name: FilterOpponent, Label: t.T("archive.opponent"), Type: "text"},
		{Name: FilterResult, Label: t.T("archive.result"), Options: result},
		{Name: FilterTerms, Label: t.T("archive.terms"), Options: terms},
		{Name: FilterClass, Label: t.T("archive.class"), Options: class},
		{Name: FilterFrom, Label: t.T("archive.from"), Type: "date"},
		{Name: FilterTo, Label: t.T("archive.to"), Type: "date"},
	}
	for i := range fields {
		f := &fields[i]
		f.Value = sent(f.Name)
		if _, err := time.Parse(time.DateOnly, f.Value); err != nil && f.Type == "date" && f.Value != "" {
			f.Type = "text" // a field for dates would not show it
		}
	}
	return fields
}

// filtered tells whether a filter is set.
func (p ArchivePage) filtered() bool {
	return slices.ContainsFunc(p.Fields, func(f ArchiveField) bool { return f.Value != "" })
}

// empty is what is said where no game is listed.
func (p ArchivePage) empty() string {
	if p.Problem != "" {
		return ""
	}
	return p.T.T("archive.empty")
}
