package play

import (
	"slices"
	"time"

	"hexclub/rules/games"
	"hexclub/rules/rating"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/setup"
)

// An ArchivePage is a page of a player's finished games.
type ArchivePage struct {
	page.Frame
	Heading string
	Action  string     // address of the page, without a query
	Profile page.Tab   // the profile; without a text for a guest
	Own     bool       // they are the reader's
	Games   []page.Tab // the same page for each game
	Game    string     // key of the chosen game; empty for all
	Fields  []page.FilterField
	Problem string // why the filters make no sense
	Lines   []GameLine
	Board   string // address of the player's games over the board; empty if there are none
	Older   string // address of the games before these; empty for none
	Newest  string // address of the first page; empty on it
}

// The names of the filters, and the values of those with a choice.
const (
	FilterGame     = "game"
	FilterOpponent = "opponent"
	FilterResult   = "result"
	FilterTerms    = "counts"
	FilterClass    = "class"
	FilterFrom     = "from"
	FilterTo       = "to"
)

// FilterAfter is the name of the place that the entries of a list follow.
const FilterAfter = "after"

// ArchiveFilters lists the names of the filters.
func ArchiveFilters() []string {
	return []string{FilterGame, FilterOpponent, FilterResult, FilterTerms, FilterClass, FilterFrom, FilterTo}
}

// The values of the filter of results. The last two are for games on one device, which only their player sees.
const (
	ResultWon        = "win"
	ResultDrawn      = "draw"
	ResultLost       = "loss"
	ResultAlone      = "device"
	ResultUnfinished = "unfinished"
)

// The values of the filter of terms.
const (
	TermsRated  = "yes"
	TermsCasual = "no"
)

// Filter adds the filters, filled with what was sent. Href returns the address of the page for a game, or for all games.
func (p *ArchivePage) Filter(sent func(name string) string, href func(game string) string) {
	p.Game = sent(FilterGame)
	p.Games = []page.Tab{{Text: p.T.T("lobby.all"), Href: href(""), Current: p.Game == ""}}
	for _, g := range games.All() {
		key := g.Info().Key
		p.Games = append(p.Games, page.Tab{Text: p.T.T(key + ".name"), Href: href(key), Current: p.Game == key})
	}
	p.Fields = newArchiveFields(p.T, p.Own, sent)
}

// newArchiveFields returns the filters but that of the game, filled with what was sent.
func newArchiveFields(t *i18n.Catalog, own bool, sent func(name string) string) []page.FilterField {
	anything := page.Option{Value: "", Text: t.T("archive.any")}
	result := []page.Option{
		anything, {Value: ResultWon, Text: t.T("archive.won")}, {Value: ResultDrawn, Text: t.T("archive.drawn")}, {Value: ResultLost, Text: t.T("archive.lost")},
	}
	if own {
		result = append(result, page.Option{Value: ResultAlone, Text: t.T("archive.device")}, page.Option{Value: ResultUnfinished, Text: t.T("archive.unfinished")})
	}
	terms := []page.Option{anything, {Value: TermsRated, Text: t.T("archive.rated")}, {Value: TermsCasual, Text: t.T("archive.casual")}}
	class := []page.Option{anything}
	for _, c := range rating.Classes() {
		class = append(class, page.Option{Value: string(c), Text: page.ClassName(t, c)})
	}
	class = append(class, page.Option{Value: setup.NoClock, Text: t.T("setup.no-clock")})
	fields := []page.FilterField{
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

// filtered reports whether a filter other than the game is set.
func (p ArchivePage) filtered() bool {
	return slices.ContainsFunc(p.Fields, func(f page.FilterField) bool { return f.Value != "" })
}

// empty returns the text of an empty list.
func (p ArchivePage) empty() string {
	if p.Game != "" || p.filtered() {
		return p.T.T("archive.empty")
	}
	return p.T.T("profile.none")
}
