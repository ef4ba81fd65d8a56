package club

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
	"hexclub/rules/rating"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A LadderInput is the data of a ladder's pages, with the reader.
type LadderInput struct {
	ID, Name, About string
	Venue           string // VenueSite, VenueBoard or VenueEither
	Terms           string // of games on the site
	Season          LadderSeason
	State           ladder.State
	Names           map[string]string // by id, of current and former players
	Profiles        map[string]string // addresses, by id
	Absent          map[string]bool   // by id: imported and has never visited the site
	Pairings        map[string]string // ids, by the id of an accepted challenge
	Reader          string            // id; empty for a visitor without an account
	Now             time.Time
}

// A LadderSeason is the season that a ladder belongs to.
type LadderSeason struct {
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

// LadderHref returns the address of a ladder.
func LadderHref(id string) string { return page.Href("ladder", id) }

// ruleHref returns the address of the explanation of a rule.
func (in LadderInput) ruleHref(rule ladder.Rule) string {
	return LadderHref(in.ID) + "/rules#rule-" + string(rule)
}

// challengeToHref returns the address at which a player is challenged.
func challengeToHref(id, name string) string {
	return LadderHref(id) + "/challenge/" + url.PathEscape(name)
}

// name returns the name of a player.
func (in LadderInput) name(id string) string { return in.Names[id] }

// refusal returns which rule forbids an action on the ladder, and why.
func (in LadderInput) refusal(t *i18n.Catalog, refused *ladder.Refusal) *page.Problem {
	rule := refused.Rule()
	return &page.Problem{
		Text: t.T(refused.Refused.Key, in.words(t, refused.Values)...),
		Rule: strings.TrimPrefix(string(rule), "r"), Href: in.ruleHref(rule),
	}
}

// words returns values as arguments of a message: pairs of name and text.
func (in LadderInput) words(t *i18n.Catalog, values []ladder.Value) (pairs []string) {
	for _, v := range values {
		text := in.name(v.Player)
		switch {
		case v.Of != "":
			text = t.N(v.Of, v.Count)
		case v.Moment != 0:
			text = page.MomentWords(t, time.UnixMilli(v.Moment))
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

// A LadderFrame is the common head of all pages of a ladder.
type LadderFrame struct {
	page.Frame
	Name   string
	Season page.ClubLink
	Tabs   []page.Tab
	Status string // empty while the ladder is open
}

// Paths of the pages of a ladder, within its address.
const (
	LadderPlacesPath  = ""
	LadderRulesPath   = "/rules"
	LadderHistoryPath = "/history"
	LadderEventsPath  = "/chronicle"
	LadderCorrectPath = "/correct"
	LadderEditPath    = "/edit"
)

func (in LadderInput) frame(f page.Frame, current string) LadderFrame {
	t := f.T
	lf := LadderFrame{Frame: f, Name: in.Name, Season: page.ClubLink{Text: in.Season.Name, Href: SeasonHref(in.Season.ID)}}
	tabs := []page.Tab{
		{Text: t.T("ladder.places-tab"), Href: LadderPlacesPath},
		{Text: t.T("ladder.rules-tab"), Href: LadderRulesPath},
		{Text: t.T("ladder.history-tab"), Href: LadderHistoryPath},
		{Text: t.T("ladder.events-tab"), Href: LadderEventsPath},
	}
	if f.Reader.Organises && !in.Season.Archived {
		tabs = append(tabs, page.Tab{Text: t.T("ladder.correct-tab"), Href: LadderCorrectPath}, page.Tab{Text: t.T("ladder.edit-tab"), Href: LadderEditPath})
	}
	for _, tab := range tabs {
		lf.Tabs = append(lf.Tabs, page.Tab{Text: tab.Text, Href: LadderHref(in.ID) + tab.Href, Current: tab.Href == current})
	}
	if in.State.Closed != 0 {
		lf.Status = t.T("ladder.closed-since", "When", page.MomentWords(t, time.UnixMilli(in.State.Closed)))
	}
	return lf
}

// A LadderPage is a page of the places of a ladder, with the actions of the reader.
type LadderPage struct {
	LadderFrame
	About    string // Markdown; empty for none
	Kind     string // what is played in challenges
	Place    string // of the reader; empty for a reader who is not on the ladder
	Join     *LadderJoin
	Leave    *LadderLeave
	LogIn    bool // the reader has no account and could join with one
	Open     []LadderLink
	Rows     []LadderRow
	Pages    []page.Tab
	Recent   []LadderEventLine
	Problem  *page.Problem // why an action failed
	Closable string        // label of an organiser's button that closes or reopens the ladder; empty for other readers
	Action   string        // address of the ladder
	Close    string        // value of that button
}

// A LadderJoin offers the reader to join the ladder.
type LadderJoin struct {
	Text   string // the place that the reader would get
	Button string // empty if it is not possible
}

// A LadderLeave explains what leaving means.
type LadderLeave struct {
	Text string // for open challenges; empty without any
	Back string // for a later return; empty if the ladder is closed
}

// A LadderLink is a link to a challenge of the reader.
type LadderLink struct {
	Text, Href string
	Note       string
	Mine       bool // it awaits the reader
}

// A LadderRow is a player on the ladder.
type LadderRow struct {
	ID         string
	Place      string
	Move       string // change within a month, as a sign: "▲2"; empty for none
	Moved      string // the same in words
	Name, Href string
	You        bool
	Absent     string // the player has never visited the site; empty for others, and for readers without an account
	Rating     *page.RatingMark
	State      string
	StateHref  string // address of the challenge or pairing; empty for none
	Day, Last  string // date of the last game, machine-readable and in words
	Challenge  string // address; empty if it is not allowed
	Button     string // label of the link to it
	Called     string // accessible name of that link
	Free       bool   // it would use a free challenge
	Why        *page.Problem
	Whose      string // accessible name of the question why not
}

// A LadderRowInput is additional data of a player.
type LadderRowInput struct {
	Was    int       // place a month ago, 0 for none
	Last   time.Time // zero for no game
	Rating *rating.Rating
}

// LadderPart is the number of players on a page.
const LadderPart = 100

// LadderPartOf returns the page of a place, from 1.
func LadderPartOf(place int) int { return max(place-1, 0)/LadderPart + 1 }

// NewLadderPage returns a page of the places of a ladder. rows has additional data of its players, by id.
func NewLadderPage(f page.Frame, in LadderInput, part int, rows map[string]LadderRowInput, recent []LadderEventInput) LadderPage {
	t := f.T
	p := LadderPage{
		LadderFrame: in.frame(f, LadderPlacesPath), About: in.About, Kind: in.kind(t), LogIn: in.Reader == "" && in.State.Closed == 0,
		Action: LadderHref(in.ID), Recent: in.lines(t, recent),
	}
	in.own(t, &p)
	b := rowBuilder{LadderInput: in, t: t, options: map[string]ladder.Option{}, busy: map[string][]ladder.Challenge{}}
	b.gather()
	first, last := (part-1)*LadderPart, min(part*LadderPart, len(in.State.Players))
	for i := first; i < last; i++ {
		p.Rows = append(p.Rows, b.row(in.State.Players[i].ID, i+1, rows[in.State.Players[i].ID]))
	}
	for n := 1; n <= LadderPartOf(len(in.State.Players)) && len(in.State.Players) > LadderPart; n++ {
		p.Pages = append(p.Pages, page.Tab{
			Text: strconv.Itoa((n-1)*LadderPart+1) + "–" + strconv.Itoa(min(n*LadderPart, len(in.State.Players))),
			Href: LadderHref(in.ID) + "?part=" + strconv.Itoa(n), Current: n == part,
		})
	}
	if f.Reader.Organises && in.Season.Open {
		p.Closable, p.Close = t.T("ladder.close"), "on"
		if in.State.Closed != 0 {
			p.Closable, p.Close = t.T("ladder.open-again"), "off"
		}
	}
	return p
}

// kind describes what is played in challenges, and where.
func (in LadderInput) kind(t *i18n.Catalog) string {
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
		parts = append(parts, t.T("ladder.venue-either"), in.Terms)
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " · ")
}

// own adds what concerns the reader.
func (in LadderInput) own(t *i18n.Catalog, p *LadderPage) {
	state := in.State
	switch place := state.Place(in.Reader); {
	case in.Reader == "":
	case place > 0:
		p.Place = t.T("ladder.your-place", "Place", strconv.Itoa(place))
		if !in.Season.Archived {
			p.Leave = in.leave(t)
		}
	case state.Closed == 0:
		p.Join = in.join(t)
	}
	for _, c := range state.Challenges {
		if c.From != in.Reader && c.To != in.Reader || in.Reader == "" {
			continue
		}
		link := LadderLink{Href: ChallengeHrefOf(c.ID), Mine: c.To == in.Reader && c.Accepted == 0}
		other := c.To
		if c.To == in.Reader {
			other = c.From
		}
		switch {
		case c.Accepted != 0:
			link.Text = t.T("ladder.own-play", "Player", in.name(other))
			link.Note = t.T("ladder.play-by", "When", page.MomentWords(t, time.UnixMilli(c.PlayBy)))
		case link.Mine:
			link.Text = t.T("ladder.own-received", "Player", in.name(other))
			link.Note = t.T("ladder.answer-by", "When", page.MomentWords(t, time.UnixMilli(c.AnswerBy)))
		default:
			link.Text = t.T("ladder.own-made", "Player", in.name(other))
			link.Note = t.T("ladder.answer-by", "When", page.MomentWords(t, time.UnixMilli(c.AnswerBy)))
		}
		p.Open = append(p.Open, link)
	}
}

func (in LadderInput) leave(t *i18n.Catalog) *LadderLeave {
	leave := &LadderLeave{}
	if in.State.Closed == 0 {
		leave.Back = in.say(t, ladder.ReturningRule)
	}
	if slices.ContainsFunc(in.State.Challenges, func(c ladder.Challenge) bool { return c.From == in.Reader || c.To == in.Reader }) {
		leave.Text = in.leaving(t, "ladder.leave-lost", "ladder.leave-lapses")
	}
	return leave
}

// leaving describes what happens to the open challenges of a player who leaves: lost or lapsed.
func (in LadderInput) leaving(t *i18n.Catalog, lost, lapsed string) string {
	if in.State.Settings.Leaving == ladder.Lost {
		return t.T(lost)
	}
	return t.T(lapsed)
}

// say returns a rule in words.
func (in LadderInput) say(t *i18n.Catalog, rule ladder.Rule) string {
	for _, s := range in.State.Settings.Statements() {
		if s.Rule == rule {
			return t.T(s.Key, in.words(t, s.Values)...)
		}
	}
	return ""
}

// join describes how the reader, if logged in to an account, can join the ladder.
func (in LadderInput) join(t *i18n.Catalog) *LadderJoin {
	place, why := in.State.PreviewEntry(in.Now.UnixMilli(), in.Reader)
	switch {
	case place == 0:
		return &LadderJoin{Text: t.T("ladder.refuse.entry")}
	case why == ladder.ReturningRule:
		return &LadderJoin{Text: t.T("ladder.come-back-on", "Place", strconv.Itoa(place)), Button: t.T("ladder.come-back")}
	}
	return &LadderJoin{Text: t.T("ladder.join-on", "Place", strconv.Itoa(place)), Button: t.T("ladder.join")}
}

// A rowBuilder holds what the rows of a page share.
type rowBuilder struct {
	LadderInput
	t       *i18n.Catalog
	options map[string]ladder.Option      // by player
	busy    map[string][]ladder.Challenge // open challenges by player
}

func (b *rowBuilder) gather() {
	if b.Reader != "" && b.State.Place(b.Reader) > 0 {
		for _, o := range b.State.Reach(b.Now.UnixMilli(), b.Reader) {
			b.options[o.Player] = o
		}
	}
	for _, c := range b.State.Challenges {
		b.busy[c.From], b.busy[c.To] = append(b.busy[c.From], c), append(b.busy[c.To], c)
	}
}

func (b *rowBuilder) row(id string, place int, known LadderRowInput) LadderRow {
	t := b.t
	row := LadderRow{ID: "place-" + strconv.Itoa(place), Place: strconv.Itoa(place), Name: b.name(id), Href: b.Profiles[id], You: id == b.Reader}
	row.Move, row.Moved = moveWords(t, known.Was, place)
	if b.Absent[id] && b.Reader != "" {
		row.Absent = t.T("ladder.absent")
	}
	if known.Rating != nil {
		mark := page.NewRatingMark(t, *known.Rating)
		row.Rating = &mark
	}
	if !known.Last.IsZero() {
		row.Day, row.Last = known.Last.UTC().Format(time.DateOnly), page.RatingDate(t, known.Last)
	}
	row.State, row.StateHref = b.state(id)
	option, reachable := b.options[id]
	switch {
	case !reachable:
	case option.Refusal == nil:
		row.Challenge = challengeToHref(b.ID, row.Name)
		row.Button, row.Called = t.T("ladder.challenge"), t.T("ladder.challenge-of", "Player", row.Name)
		if row.Free = option.Free; row.Free {
			row.Button, row.Called = t.T("ladder.free"), t.T("ladder.free-of", "Player", row.Name)
		}
	default:
		row.Why = b.refusal(t, option.Refusal)
		row.Whose = t.T("ladder.why-not-of", "Player", row.Name)
	}
	return row
}

// moveWords returns the change of place within a month, as a sign and in words.
func moveWords(t *i18n.Catalog, was, is int) (sign, words string) {
	switch {
	case was == 0:
		return "", t.T("ladder.move-new")
	case was > is:
		return "▲" + strconv.Itoa(was-is), t.T("ladder.move-up", "Places", t.N("ladder.places", was-is))
	case was < is:
		return "▼" + strconv.Itoa(is-was), t.T("ladder.move-down", "Places", t.N("ladder.places", is-was))
	}
	return "", t.T("ladder.move-none")
}

// state describes the most urgent open challenge of a player.
func (b *rowBuilder) state(id string) (words, href string) {
	var shown *ladder.Challenge
	for _, c := range b.busy[id] {
		if shown == nil || c.Accepted != 0 && shown.Accepted == 0 || c.Accepted == 0 && shown.Accepted == 0 && c.To == id {
			shown = &c
		}
	}
	if shown == nil {
		return b.t.T("ladder.state-free"), ""
	}
	other := shown.From
	if shown.From == id {
		other = shown.To
	}
	switch {
	case shown.Accepted != 0:
		href = ChallengeHrefOf(shown.ID)
		if pairing := b.Pairings[shown.ID]; pairing != "" {
			href = page.PairingHref(pairing)
		}
		return b.t.T("ladder.state-plays", "Player", b.name(other)), href
	case shown.To == id:
		return b.t.T("ladder.state-challenged", "Player", b.name(other), "When", page.MomentWords(b.t, time.UnixMilli(shown.AnswerBy))), ChallengeHrefOf(shown.ID)
	}
	return b.t.T("ladder.state-challenges", "Player", b.name(other)), ChallengeHrefOf(shown.ID)
}

// ChallengeHrefOf returns the address of a challenge.
func ChallengeHrefOf(id string) string { return page.Href("challenge", id) }

// A LadderRulesPage shows the rules of a ladder.
type LadderRulesPage struct {
	LadderFrame
	Kind  string
	Rules []LadderRule
}

// A LadderRule is a rule of a ladder in plain words.
type LadderRule struct{ ID, Number, Text string }

// NewLadderRules returns the page of a ladder's rules.
func NewLadderRules(f page.Frame, in LadderInput) LadderRulesPage {
	p := LadderRulesPage{LadderFrame: in.frame(f, LadderRulesPath), Kind: in.kind(f.T)}
	for _, s := range in.State.Settings.Statements() {
		p.Rules = append(p.Rules, LadderRule{
			ID: "rule-" + string(s.Rule), Number: strings.TrimPrefix(string(s.Rule), "r"), Text: f.T.T(s.Key, in.words(f.T, s.Values)...),
		})
	}
	return p
}

// LadderProblem describes why an action on a ladder failed, with the rule that forbids it if there is one.
func LadderProblem(t *i18n.Catalog, in LadderInput, err error) *page.Problem {
	var refused *ladder.Refusal
	if errors.As(err, &refused) {
		return in.refusal(t, refused)
	}
	return &page.Problem{Text: page.ErrorText(t, err)}
}
