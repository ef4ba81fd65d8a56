package ladders

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
	"hexclub/views/club/seasons"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// An Input is the data of a ladder's pages, with the reader.
type Input struct {
	ID, Name, About string
	Venue           string // VenueSite, VenueBoard or VenueEither
	Terms           string // of games on the site
	Automatic       bool   // new members of the club join
	Season          Season
	State           ladder.State
	Names           map[string]string // by id, of current and former players
	Profiles        map[string]string // addresses, by id
	NotJoined       map[string]bool   // by id: has not joined the site yet
	Pairings        map[string]string // ids, by the id of an accepted challenge
	Entered         map[string]string // ids of players whose result awaits confirmation, by the id of the challenge
	Unanswerable    map[string]bool   // ids of challenges among these whose opponent cannot answer: an organiser confirms the result
	Reader          string            // id; empty for a visitor without an account
	Now             time.Time
	Zone            *time.Location // of the reader
	ClubZone        *time.Location
}

// calendar returns the calendar of the reader.
func (in Input) calendar(t *i18n.Catalog) page.Calendar {
	return page.Calendar{T: t, Now: in.Now, Zone: in.Zone, Club: in.ClubZone}
}

// A Season is the season that a ladder belongs to.
type Season struct {
	ID, Name string
	Open     bool
	Archived bool
}

// Where challenges of a ladder are played.
const (
	VenueSite   = "site"
	VenueBoard  = "board"
	VenueEither = "either" // the challenger chooses
)

// Href returns the address of a ladder.
func Href(id string) string { return page.Href("ladder", id) }

// ruleHref returns the address of the explanation of a rule.
func (in Input) ruleHref(rule ladder.Rule) string {
	return Href(in.ID) + "/rules#rule-" + string(rule)
}

// challengeToHref returns the address at which a player is challenged.
func challengeToHref(id, name string) string {
	return Href(id) + "/challenge/" + url.PathEscape(name)
}

// name returns the name of a player.
func (in Input) name(id string) string { return in.Names[id] }

// refusal returns which rule forbids an action on the ladder, and why.
func (in Input) refusal(t *i18n.Catalog, refused *ladder.Refusal) *page.Problem {
	rule := refused.Rule()
	return &page.Problem{
		Text: t.T(refused.Refused.Key, in.words(t, refused.Values)...),
		Rule: strings.TrimPrefix(string(rule), "r"), Href: in.ruleHref(rule),
	}
}

// words returns values as arguments of a message: pairs of name and text.
func (in Input) words(t *i18n.Catalog, values []ladder.Value) (pairs []string) {
	for _, v := range values {
		text := in.name(v.Player)
		switch {
		case v.Of != "":
			text = t.N(v.Of, v.Count)
		case v.Moment != 0:
			text = in.calendar(t).InClub().Written(time.UnixMilli(v.Moment))
		case v.Games != nil:
			text = gameNames(t, v.Games)
		}
		pairs = append(pairs, v.Name, text)
	}
	return pairs
}

// gameNames returns a list of the names of games.
func gameNames(t *i18n.Catalog, keys []string) string {
	var names []string
	for _, key := range keys {
		names = append(names, t.T(key+".name"))
	}
	return strings.Join(names, ", ")
}

// A Head is the common head of all pages of a ladder.
type Head struct {
	page.Frame
	Name   string
	Kind   string // what is played in challenges
	Season page.Tab
	Tabs   []page.Tab
	Manage Manage      // for organisers; empty for others
	Status page.Phrase // empty while the ladder is open
	Paper  page.Paper
	Large  string // address of the places for projectors; empty without players
}

// Manage is what organisers can do with a ladder.
type Manage struct {
	Links []page.Tab
	Open  bool // it can be opened again
}

// Paths of the pages of a ladder, within its address.
const (
	PlacesPath  = ""
	RulesPath   = "/rules"
	HistoryPath = "/history"
	EventsPath  = "/chronicle"
	CorrectPath = "/correct"
	EditPath    = "/edit"
	AddPath     = "/add"
	OrderPath   = "/order"
	ClosePath   = "/close"
)

func (in Input) frame(f page.Frame, current string) Head {
	t := f.T
	lf := Head{Frame: f, Name: in.Name, Kind: in.kind(t), Season: page.Tab{Text: in.Season.Name, Href: seasons.Href(in.Season.ID)}, Paper: page.NewPaper(f.Club, in.calendar(t))}
	if len(in.State.Players) > 0 {
		lf.Large = page.Projector.Path(Href(in.ID))
	}
	tabs := []page.Tab{
		{Text: t.T("ladder.places-tab"), Href: PlacesPath},
		{Text: t.T("ladder.history-tab"), Href: HistoryPath},
		{Text: t.T("ladder.events-tab"), Href: EventsPath},
		{Text: t.T("ladder.rules-tab"), Href: RulesPath},
	}
	if f.Reader.Organises && !in.Season.Archived {
		lf.Manage.Links = []page.Tab{
			{Text: t.T("ladder.edit"), Href: Href(in.ID) + EditPath},
			{Text: t.T("ladder.order"), Href: Href(in.ID) + OrderPath},
			{Text: t.T("ladder.correct-title"), Href: Href(in.ID) + CorrectPath},
		}
	}
	if f.Reader.Organises && in.Season.Open && in.State.Closed == 0 {
		add := page.Tab{Text: t.T("ladder.add"), Href: Href(in.ID) + AddPath}
		lf.Manage.Links = append([]page.Tab{add}, lf.Manage.Links...)
	}
	if f.Reader.Organises && in.Season.Open {
		if lf.Manage.Open = in.State.Closed != 0; !lf.Manage.Open {
			lf.Manage.Links = append(lf.Manage.Links, page.Tab{Text: t.T("ladder.close"), Href: Href(in.ID) + ClosePath})
		}
	}
	for _, tab := range tabs {
		lf.Tabs = append(lf.Tabs, page.Tab{Text: tab.Text, Href: Href(in.ID) + tab.Href, Current: tab.Href == current})
	}
	if in.State.Closed != 0 {
		lf.Status = page.NewPhrase(t, "ladder.closed-since", "When", f.Calendar().On(time.UnixMilli(in.State.Closed)))
	}
	return lf
}

// A Page is a page of the places of a ladder, with the actions of the reader.
type Page struct {
	Head
	About   string // Markdown; empty for none
	Own     Own
	Rows    []Row
	Rated   string // the game of the ratings, if the ladder has several
	Pages   []page.Tab
	Recent  []EventLine
	Problem *page.Problem // why an action failed
	Action  string        // address of the ladder
}

// Part is the number of players on a page.
const Part = 100

// PartOf returns the page of a place, from 1.
func PartOf(place int) int { return max(place-1, 0)/Part + 1 }

// NewPage returns a page of the places of a ladder. rows has additional data of its players, by id.
func NewPage(f page.Frame, in Input, part int, rows map[string]RowInput, recent []EventInput) Page {
	t := f.T
	b := newRowBuilder(t, in)
	p := Page{
		Head: in.frame(f, PlacesPath), About: in.About, Own: b.own(), Action: Href(in.ID), Recent: in.Lines(t, recent),
	}
	p.Own.Record = in.recordLink(f.Reader.Organises)
	first, last := (part-1)*Part, min(part*Part, len(in.State.Players))
	for i := first; i < last; i++ {
		p.Rows = append(p.Rows, b.row(i, rows))
	}
	if games := in.State.Settings.Games; len(games) > 1 && slices.ContainsFunc(p.Rows, func(row Row) bool { return row.Rating != nil }) {
		p.Rated = t.T("ladder.ratings-of", "Game", t.T(games[0]+".name"))
	}
	for n := 1; n <= PartOf(len(in.State.Players)) && len(in.State.Players) > Part; n++ {
		p.Pages = append(p.Pages, page.Tab{
			Text: strconv.Itoa((n-1)*Part+1) + "–" + strconv.Itoa(min(n*Part, len(in.State.Players))),
			Href: Href(in.ID) + "?part=" + strconv.Itoa(n), Current: n == part,
		})
	}
	return p
}

// kind describes what is played in challenges, and where.
func (in Input) kind(t *i18n.Catalog) string {
	parts := []string{gameNames(t, in.State.Settings.Games)}
	switch in.State.Settings.Unit {
	case pairing.TwoGames:
		parts = append(parts, t.T("ladder.unit-two"))
	case pairing.Match:
		parts = append(parts, t.T("ladder.unit-match"))
	}
	switch in.Venue {
	case VenueBoard:
		parts = append(parts, t.T("pairing.board"))
	case VenueSite:
		parts = append(parts, t.T("pairing.site"), in.Terms)
	default:
		parts = append(parts, t.T("ladder.kind-either"), in.Terms)
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " · ")
}

// say returns a rule in words.
func (in Input) say(t *i18n.Catalog, rule ladder.Rule) string {
	for _, s := range in.State.Settings.Statements() {
		if s.Rule == rule {
			return in.sayStatement(t, s, in.State.Settings)
		}
	}
	return ""
}

// sayStatement returns a statement about rules in words, with what the ladder adds to it.
func (in Input) sayStatement(t *i18n.Catalog, s ladder.Statement, rules ladder.Settings) string {
	text := t.T(s.Key, in.words(t, s.Values)...)
	switch {
	case s.Rule != ladder.NewcomersRule || !in.Automatic:
		return text
	case rules.Entry == ladder.Given:
		return text + " " + t.T("ladder.automatic-bottom")
	}
	return text + " " + t.T("ladder.automatic")
}

// ChallengeHrefOf returns the address of a challenge.
func ChallengeHrefOf(id string) string { return page.Href("challenge", id) }

// Problem describes why an action on a ladder failed, with the rule that forbids it if there is one.
func Problem(t *i18n.Catalog, in Input, err error) *page.Problem {
	var refused *ladder.Refusal
	if errors.As(err, &refused) {
		return in.refusal(t, refused)
	}
	return &page.Problem{Text: page.ErrorText(t, err)}
}
