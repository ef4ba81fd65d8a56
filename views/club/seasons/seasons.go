package seasons

import (
	"strings"
	"time"

	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A SeasonsPage lists the seasons of the club.
type SeasonsPage struct {
	page.Frame
	page.Refused
	Open, Closed, Archived []Part
	New                    bool   // the form for a new season is open
	Name                   string // of a new season, as typed
	Continues              string // id of the season that it continues
	Choices                []page.Option
}

// Empty reports whether the club has no seasons.
func (p SeasonsPage) Empty() bool { return len(p.Open)+len(p.Closed)+len(p.Archived) == 0 }

// A Page shows a season.
type Page struct {
	page.Frame
	page.Refused
	Part
	Paper     page.Paper
	Since     page.Phrase // when the season was open
	Before    *page.ClubLink
	Archived  bool
	GoingOn   []page.ClubLink // what prevents archiving
	ID        string
	Begins    bool   // tournaments may begin
	Moves     []Move // changes of status, for organisers
	NewLadder string // address of the form for a ladder; empty if the reader cannot add one
	Typed     string // name, as typed or stored
}

// A Move is a change of a season's status.
type Move struct {
	Status string
	Text   string
	Help   string
	Ask    bool // a page asks before it
}

// A Part is a season with its ladders and tournaments.
type Part struct {
	Name, Href string
	Status     page.Phrase
	Items      []Item
}

// held returns the names of what is held in the season, with winners.
func (s Part) held() string {
	names := make([]string, len(s.Items))
	for i, item := range s.Items {
		if names[i] = item.Name; item.First != "" {
			names[i] += " (" + item.First + ")"
		}
	}
	return strings.Join(names, " · ")
}

// An Item is a ladder or a tournament in a season.
type Item struct {
	Kind, Name, Href, Status string
	First                    string // winners of a finished tournament, or leader of a closed ladder, in words; empty for none
}

// WinnersText describes the winners of a finished tournament; it is empty without any.
func WinnersText(t *i18n.Catalog, names []string) string {
	switch len(names) {
	case 0:
		return ""
	case 1:
		return t.T("tournament.won-by", "Names", names[0])
	}
	return t.T("tournament.won-by-several", "Names", strings.Join(names, ", "))
}

// LeaderText describes the leader of a closed ladder.
func LeaderText(t *i18n.Catalog, name string) string {
	return t.T("ladder.first-place", "Player", name)
}

// NewChoices returns the options for the season that a new one continues, given as pairs of id and name.
func NewChoices(f page.Frame, pairs ...string) []page.Option {
	options := []page.Option{{Value: "", Text: f.T.T("season.continues-none")}}
	for i := 1; i < len(pairs); i += 2 {
		options = append(options, page.Option{Value: pairs[i-1], Text: pairs[i]})
	}
	return options
}

// Moves returns the possible changes of a season's status.
func Moves(f page.Frame, status string) []Move {
	open := Move{Status: "open", Text: f.T.T("season.do-open"), Help: f.T.T("season.do-open-help")}
	closed := Move{Status: "closed", Text: f.T.T("season.do-close"), Ask: true}
	archived := Move{Status: "archived", Text: f.T.T("season.do-archive"), Ask: true}
	back := Move{Status: "closed", Text: f.T.T("season.do-unarchive"), Help: f.T.T("season.do-unarchive-help")}
	return map[string][]Move{"open": {closed}, "closed": {open, archived}, "archived": {back}}[status]
}

// Href returns the address of a season.
func Href(id string) string { return page.Href("season", id) }

// Span returns the text about when a season was open, or since when it is.
func Span(c page.Calendar, made, closed time.Time) page.Phrase {
	if closed.IsZero() {
		return page.NewPhrase(c.T, "season.since", "Date", c.On(made))
	}
	return page.NewPhrase(c.T, "season.from-to", "From", c.On(made), "To", c.On(closed))
}

// NewTournamentOf returns the address of the form for a new tournament in a season.
func NewTournamentOf(season string) string { return "/tournaments/new?season=" + season }
