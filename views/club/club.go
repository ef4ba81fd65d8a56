package club

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/a-h/templ"

	"hexclub/rules/ladder"
	"hexclub/views/club/ladders"
	"hexclub/views/club/seasons"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A ClubPage is the public page of the club: what is going on now.
type ClubPage struct {
	page.Frame
	Name        string
	Line        string   // about the club, below its name; may be empty
	Welcome     string   // the rest, in Markdown; empty for none
	Members     string   // number of members
	Guests      bool     // visitors without an account may play
	Season      page.Tab // the season that was opened last; none if no season is open
	Last        page.Tab // the last season, if no season is open; none if nothing was held
	Act         *page.Tab
	Decide      []page.Tab     // results that the reader decides as an organiser
	Yours       []ladders.Link // open challenges and boards of the reader: those that await an answer first
	Ladder      *LadderCard    // nil for none
	Tournaments []TournamentCard
	Others      []seasons.Item // what else is shown of the seasons
	Game        *GameCard      // a game that is being played; nil for none
	News        []ladders.EventLine
}

// A LadderCard is the top of a ladder, and the reader's own row.
type LadderCard struct {
	Name, Href string
	All        string // number of places
	Rows       []ladders.Row
}

// A GameCard is a game that is being played.
type GameCard struct {
	Href, Players string
	About         string // its game and turn
	Board         templ.Component
}

// A ClubInput is the data of the club's page.
type ClubInput struct {
	Members        int
	Welcome        string // in Markdown
	Guests         bool
	Season         page.Tab       // the season that was opened last; none if no season is open
	Last           page.Tab       // the last season, if no season is open
	Ladder         *ladders.Input // the reader's ladder, or the first one; nil for none
	Rows           map[string]ladders.RowInput
	Events         []ladders.EventInput // of this ladder, the last first
	Tournaments    []TournamentInput
	TournamentNews []TournamentNews // the last first
	Others         []seasons.Item
	Game           *GameCard
}

// LadderTop is the number of places on the club's page.
const LadderTop = 5

// mostNews is the number of events on the club's page.
const mostNews = 4

// NewClubPage returns the page of a club.
func NewClubPage(f page.Frame, in ClubInput) ClubPage {
	p := ClubPage{Frame: f, Name: f.Club, Members: f.T.N("club.members-count", in.Members), Guests: in.Guests, Season: in.Season, Last: in.Last, Others: in.Others, Game: in.Game}
	p.Line, p.Welcome = splitLead(in.Welcome)
	p.Decide = decideLines(f.T, f.Awaiting.Disputes)
	if in.Ladder != nil {
		rows, own := in.Ladder.Top(f.T, in.Rows, LadderTop)
		p.Ladder = &LadderCard{Name: in.Ladder.Name, Href: ladders.Href(in.Ladder.ID), All: f.T.N("ladder.all", len(in.Ladder.State.Players)), Rows: rows}
		p.Yours, p.Act, p.News = own.Open, act(f.T, in.Ladder.ID, own), in.Ladder.Lines(f.T, newsOf(in.Events))
	}
	p.News = withTournamentNews(f, p.News, newsOf(in.Events), in.TournamentNews)
	for _, tournament := range in.Tournaments {
		card, next := newTournamentCard(f, tournament)
		p.Tournaments = append(p.Tournaments, card)
		if next != nil {
			p.Yours = append(p.Yours, *next)
		}
	}
	if !f.Reader.SignedIn() && f.Admits {
		p.Act = &page.Tab{Text: f.T.T("signup.title"), Href: f.SignUp()}
	}
	return p
}

// decideLines counts what awaits an organiser's decision. It links to the only pairing, or to the list of what waits.
func decideLines(t *i18n.Catalog, d page.Disputes) (lines []page.Tab) {
	href := "/#waiting"
	if d.Only != "" {
		href = page.PairingHref(d.Only)
	}
	add := func(key string, count int) {
		if count > 0 {
			lines = append(lines, page.Tab{Text: t.N(key, count), Href: href})
		}
	}
	add("club.contested", d.Contested)
	add("club.undecided", d.Undecided)
	add("club.entered", d.Entered)
	return lines
}

// Empty reports whether the open season has nothing.
func (p ClubPage) Empty() bool {
	return p.Ladder == nil && len(p.Tournaments) == 0 && len(p.Others) == 0
}

// act returns what the reader can do on a ladder; nil for nothing.
func act(t *i18n.Catalog, ladder string, own ladders.Own) *page.Tab {
	switch {
	case own.Challenge != nil:
		return &page.Tab{Text: own.Challenge.Name, Href: own.Challenge.Href}
	case own.Join != nil && own.Join.Button != "":
		return &page.Tab{Text: t.T("ladder.to-join"), Href: ladders.Href(ladder)}
	}
	return nil
}

// newsOf returns the last events that changed places on the ladder, at most mostNews.
func newsOf(events []ladders.EventInput) (news []ladders.EventInput) {
	kinds := []ladder.Kind{
		ladder.Won, ladder.Drawn, ladder.Joined, ladder.Returned, ladder.Added, ladder.Placed, ladder.Ended, ladder.Dropped,
		ladder.CorrectedWon, ladder.CorrectedDrawn, ladder.CorrectedLapsed, ladder.Opened, ladder.Closed,
	}
	for _, e := range events {
		if slices.Contains(kinds, e.Kind) && len(news) < mostNews {
			news = append(news, e)
		}
	}
	return news
}

// withTournamentNews adds news of tournaments to those of the ladder, which are in the order of their events.
func withTournamentNews(f page.Frame, lines []ladders.EventLine, events []ladders.EventInput, tournaments []TournamentNews) []ladders.EventLine {
	type dated struct {
		at   time.Time
		line ladders.EventLine
	}
	var all []dated
	for i, line := range lines {
		all = append(all, dated{time.UnixMilli(events[i].At), line})
	}
	for _, n := range tournaments {
		all = append(all, dated{n.At, n.line(f)})
	}
	slices.SortStableFunc(all, func(a, b dated) int { return b.at.Compare(a.at) })
	lines = nil
	for _, d := range all[:min(len(all), mostNews)] {
		lines = append(lines, d.line)
	}
	return lines
}

// longestLead is the length of the line below the club's name, in characters.
const longestLead = 160

// splitLead splits a text in Markdown after its first paragraph, if that is a short line without markup. Otherwise the
// line is empty.
func splitLead(text string) (line, rest string) {
	line, rest, _ = strings.Cut(strings.TrimSpace(text), "\n\n")
	marked := strings.ContainsAny(line, "\n#*_[]<>`|\\") || strings.Contains(line, "://") || strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "+ ")
	if marked || utf8.RuneCountInString(line) > longestLead || len(line) > 0 && line[0] >= '0' && line[0] <= '9' {
		return "", text
	}
	return line, strings.TrimSpace(rest)
}

// moreNews links to all events of the ladder, if there is one.
func (p ClubPage) moreNews() page.Tab {
	if p.Ladder == nil {
		return page.Tab{}
	}
	return page.Tab{Text: p.T.T("ladder.events-tab"), Href: p.Ladder.Href + ladders.EventsPath}
}

// joining explains to a non-member how to join the club.
func (p ClubPage) joining() string {
	switch {
	case !p.Admits && p.Guests:
		return p.T.T("club.join-invited-guests")
	case !p.Admits:
		return p.T.T("club.join-invited")
	case p.Guests:
		return p.T.T("club.join-open-guests")
	}
	return p.T.T("club.join-open")
}
