package club

import (
	"strconv"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
	"hexclub/rules/record"
	"hexclub/rules/tourney"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// The kinds and statuses of tournaments, and how they are seeded, as the database
// names them.
const (
	swiss, robin, knockout    = "swiss", "robin", "knockout"
	entry, running, over, off = "entry", "running", "over", "off"
	seedRating, seedHand      = "rating", "hand"
	seedAtRandom              = "lot"
)

// The signs of what has no result: a bye, a board that is open, and a round to who was
// not there, which is nothing like the minus of who was awaited and did not come.
const (
	byeSign  = "+"
	openSign = "…"
	awaySign = "×"
)

// A TournamentInput is a tournament with all that happened in it, as its pages are
// made from it.
type TournamentInput struct {
	ID, Name  string
	About     string // Markdown
	Season    page.ClubLink
	Archived  bool // with its season: nothing changes any more
	Format    TournamentFormat
	Play      TournamentPlay
	Pace      TournamentPace
	Entry     TournamentEntry
	Status    string
	Length    int // number of rounds; 0 until it begins
	Round     int // number of the last published round
	Entrants  []TournamentEntrant
	At        map[string]int // index in Entrants, by id of the person
	Rounds    []TournamentRound
	Boards    []TournamentBoard // by round and board
	Results   TournamentResults
	Reader    string // id of the reader; empty without an account
	Organises bool
}

// A TournamentFormat is how players are paired and ranked.
type TournamentFormat struct {
	Kind      string
	Double    bool
	AllAtOnce bool
	Third     bool
	Late      int
	Seeding   string
	Breaks    []tourney.TieBreak
}

// A TournamentPlay is what is played in each pairing.
type TournamentPlay struct {
	Info    rules.Info
	Options map[string]string
	Unit    pairing.Unit
	Control record.Control
	Rated   bool
	Site    bool // on this site; else over the board
}

// A TournamentPace is when rounds begin and end.
type TournamentPace struct {
	ByDate  bool
	Opens   time.Time
	Days    int
	Forfeit bool
	Next    time.Time
	Begun   time.Time // zero if not begun
	Ended   time.Time // zero if not ended
}

// A TournamentEntry is who may enter.
type TournamentEntry struct {
	Closed    bool
	Limit     int // of entrants
	Enterable bool
	Advised   int // number of rounds that suits the entrants
}

// TournamentResults is the order of the players.
type TournamentResults struct {
	Standings []tourney.Standing
	Places    []tourney.Finish // of a knockout
	Rows      []tourney.Row
}

// A TournamentEntrant is somebody who plays in a tournament.
type TournamentEntrant struct {
	ID, Name string
	Profile  string // address; empty for none
	Number   int
	Rating   *page.RatingMark
	From, To int // rounds
}

// A TournamentRound is a round that is published.
type TournamentRound struct {
	Number int
	Paired time.Time
	Due    time.Time // zero: whenever
}

// A TournamentBoard is the pairing of two people in a round, or one person with a bye.
type TournamentBoard struct {
	tourney.Result
	Href        string // of the pairing; empty for a bye and a walkover
	Off         bool   // it was called off
	Undecided   bool   // the organiser is to choose a winner
	Contested   bool   // what was entered of it is
	Unconfirmed bool   // what was entered of it waits to be confirmed
	Tied        bool   // a match of equal sums, won by who started the second game
	Left        bool   // one whose second game was left by who started it
	Winner      int    // player 1 or 2; 0 for nobody
}

// TournamentHref returns the address of a tournament.
func TournamentHref(id string) string { return page.Href("tournament", id) }

// A TournamentHead is what all pages of a tournament begin with.
type TournamentHead struct {
	page.Frame
	Name, Href string
	Season     page.ClubLink
	Status     string
	Tabs       []page.Tab
	Organise   string // address of what organisers do; empty for others
}

// A TournamentPage is a tournament at a glance.
type TournamentPage struct {
	TournamentHead
	About     string // Markdown
	Facts     []Fact
	Own       *OwnBoard // what the reader plays now; nil for nothing
	Entry     OwnEntry
	Entrants  *EntrantTable  // before it begins
	Boards    *BoardTable    // of the last round; nil before there is one
	Standings *StandingTable // nil before there is a round
	Downloads []page.ClubLink
	Problem   string
}

// An OwnEntry is how the reader takes part, or can.
type OwnEntry struct {
	Mine      string // how the reader takes part, in words; empty if not at all
	Enter     bool   // the reader may enter
	LateHelp  string // what a player who enters now misses; empty for nothing
	Leave     bool   // the reader may leave
	LeaveHelp string // what follows from leaving
	LogIn     bool   // the reader may enter after logging in
}

// An OwnBoard is what the reader plays in a round.
type OwnBoard struct {
	Text string
	Href string // empty for a bye
	Due  string
}

// An EntrantTable lists the entrants.
type EntrantTable struct {
	T       *i18n.Catalog
	Caption string
	Rows    []EntrantRow
}

// An EntrantRow is an entrant.
type EntrantRow struct {
	Number  string
	Name    string
	Profile string
	Rating  *page.RatingMark
	Note    string // entered late, or withdrawn
}

// newTournamentHead returns the head of a tournament's pages; here is the address of the current
// one.
func newTournamentHead(f page.Frame, in TournamentInput, here string) TournamentHead {
	t, base := f.T, TournamentHref(in.ID)
	h := TournamentHead{Frame: f, Name: in.Name, Href: base, Season: in.Season, Status: in.statusWords(t)}
	tab := func(text, href string) {
		h.Tabs = append(h.Tabs, page.Tab{Text: text, Href: href, Current: href == here})
	}
	tab(t.T("tournament.overview"), base)
	if in.Format.Kind == knockout && in.Length > 0 {
		tab(t.T("tournament.bracket"), base+"/bracket")
	}
	if in.Round > 0 {
		tab(t.T("tournament.rounds"), RoundHref(in.ID, in.current()))
		h.Tabs[len(h.Tabs)-1].Current = len(here) > len(base+"/rounds/") && here[:len(base+"/rounds/")] == base+"/rounds/"
		if in.Format.Kind != knockout {
			tab(t.T("tournament.table"), base+"/table")
			tab(t.T("tournament.ties"), base+"/tiebreaks")
		}
	}
	if in.Organises {
		h.Organise = base + "/organise"
		tab(t.T("tournament.organise"), h.Organise)
	}
	return h
}

// current returns the round being played: the last, or, if all are published at once, the first
// with an open board.
func (in TournamentInput) current() int {
	if in.allAtOnce() {
		for _, b := range in.Boards {
			if !b.Over {
				return b.Round
			}
		}
	}
	return in.Round
}

// RoundHref returns the address of a round.
func RoundHref(id string, round int) string {
	return TournamentHref(id) + "/rounds/" + strconv.Itoa(round)
}

// NewTournament returns the page of a tournament's overview. It shows the problem, if there is one.
func NewTournament(f page.Frame, in TournamentInput, problem error) TournamentPage {
	t := f.T
	p := TournamentPage{
		TournamentHead: newTournamentHead(f, in, TournamentHref(in.ID)), About: in.About, Facts: in.facts(t), Own: in.own(t),
		Entry: OwnEntry{Mine: in.mine(t), LogIn: in.Reader == "" && in.Entry.Enterable && !in.Entry.Closed && !in.full()},
	}
	own, entered := in.entrant(in.Reader)
	p.Entry.Enter = in.Reader != "" && !entered && in.Entry.Enterable && !in.Entry.Closed && !in.full()
	p.Entry.Leave = entered && own.To == 0 && (in.Status == entry || in.Status == running)
	p.Entry.LateHelp, p.Entry.LeaveHelp = in.lateHelp(t), in.leaveHelp(t, own)
	if in.Round == 0 {
		p.Entrants = in.entrantTable(t)
	} else {
		table := in.boardTable(t, in.current())
		p.Boards = &table
		standings := in.standingTable(t)
		p.Standings = &standings
		p.Downloads = in.downloads(t)
	}
	if problem != nil {
		p.Problem = page.ErrorText(t, problem)
	}
	return p
}

// downloads returns the files of a tournament; a knockout has no cross-table.
func (in TournamentInput) downloads(t *i18n.Catalog) (links []page.ClubLink) {
	links = in.fileLinks(t, "standings", t.T("tournament.standings"), "")
	if in.Format.Kind != knockout {
		links = append(links, in.fileLinks(t, "table", t.T("tournament.table"), "")...)
	}
	return append(links, in.fileLinks(t, "pairings", t.T("tournament.pairings"), "")...)
}

// fileLinks returns the formats of a file; the query selects its content.
func (in TournamentInput) fileLinks(t *i18n.Catalog, name, text, query string) (links []page.ClubLink) {
	for _, kind := range []string{"csv", "json"} {
		links = append(links, page.ClubLink{
			Text: t.T("tournament.file", "What", text, "Kind", kindNames[kind]), Href: TournamentHref(in.ID) + "/" + name + "." + kind + query,
		})
	}
	return links
}

// kindNames are the names of file types.
var kindNames = map[string]string{"csv": "CSV", "json": "JSON"}

// entrant returns the entrant with the id of a person.
func (in TournamentInput) entrant(id string) (e TournamentEntrant, ok bool) {
	i, ok := in.At[id]
	if !ok {
		return TournamentEntrant{}, false
	}
	return in.Entrants[i], true
}

// full reports whether the tournament has the maximum number of entrants.
func (in TournamentInput) full() bool { return len(in.Entrants) >= in.Entry.Limit }

// name returns the name of an entrant.
func (in TournamentInput) name(id string) string {
	e, _ := in.entrant(id)
	return e.Name
}

// RoundBoards returns the boards of a round.
func (in TournamentInput) RoundBoards(round int) (list []TournamentBoard) {
	for _, b := range in.Boards {
		if b.Round == round {
			list = append(list, b)
		}
	}
	return list
}

// due returns when a round ends; the zero time if it has no deadline.
func (in TournamentInput) due(round int) time.Time {
	for _, r := range in.Rounds {
		if r.Number == round {
			return r.Due
		}
	}
	return time.Time{}
}

// own returns the reader's board: the first open one, else that of the last round while the round
// is open.
func (in TournamentInput) own(t *i18n.Catalog) *OwnBoard {
	if in.Reader == "" || in.Status != running {
		return nil
	}
	var mine *TournamentBoard
	for i, b := range in.Boards {
		if (b.First == in.Reader || b.Second == in.Reader) && (!b.Over || b.Round == in.Round) {
			mine = &in.Boards[i]
			if !b.Over {
				break
			}
		}
	}
	if mine == nil {
		return nil
	}
	where := in.boardWhere(t, *mine)
	if mine.Second == "" {
		return &OwnBoard{Text: t.T("tournament.own-bye", "Where", where)}
	}
	seat := 0
	if mine.Second == in.Reader {
		seat = 1
	}
	opponent := in.name([2]string{mine.Second, mine.First}[seat])
	o := &OwnBoard{Text: t.T("tournament.own", "Where", where, "Opponent", opponent), Href: mine.Href}
	if mine.Over {
		o.Text = t.T(ownOutcome(*mine, seat), "Where", where, "Opponent", opponent, "Score", half(mine.Halves[seat])+"–"+half(mine.Halves[1-seat]))
	} else if due := in.due(mine.Round); !due.IsZero() {
		o.Due = t.T("tournament.until", "When", page.MomentWords(t, due))
	}
	return o
}

// ownOutcome returns the message key for the result of a finished board, from the view of a seat: 0
// or 1.
func ownOutcome(b TournamentBoard, seat int) string {
	own, other := b.Halves[seat], b.Halves[1-seat]
	switch {
	case b.Forfeit == [2]bool{true, true}:
		return "tournament.own-unplayed"
	case b.Forfeit[seat]:
		return "tournament.own-forfeit-lost"
	case b.Forfeit[1-seat]:
		return "tournament.own-forfeit-won"
	case own > other:
		return "tournament.own-won"
	case own < other:
		return "tournament.own-lost"
	}
	return "tournament.own-drawn"
}

// mine describes how the reader takes part.
func (in TournamentInput) mine(t *i18n.Catalog) string {
	e, entered := in.entrant(in.Reader)
	switch {
	case !entered:
		return ""
	case e.To > 0:
		return t.T("tournament.mine-withdrawn", "Round", strconv.Itoa(e.To))
	case in.Round == 0:
		return t.T("tournament.mine-entered")
	case e.From > in.Round:
		return t.T("tournament.mine-late", "Round", strconv.Itoa(e.From))
	}
	return ""
}

// entrantTable returns the list of entrants.
func (in TournamentInput) entrantTable(t *i18n.Catalog) *EntrantTable {
	table := &EntrantTable{T: t, Caption: t.T("tournament.entrants")}
	for _, e := range in.Entrants {
		row := EntrantRow{Number: strconv.Itoa(e.Number), Name: e.Name, Profile: e.Profile, Rating: e.Rating}
		if in.Status == entry && in.Format.Seeding != seedHand {
			row.Number = "" // it means nothing yet
		}
		row.Note = in.entrantNote(t, e)
		table.Rows = append(table.Rows, row)
	}
	return table
}

// entrantNote returns a note about an entrant who does not play all rounds.
func (in TournamentInput) entrantNote(t *i18n.Catalog, e TournamentEntrant) string {
	switch {
	case e.To > 0:
		return t.T("tournament.withdrew", "Round", strconv.Itoa(e.To))
	case e.From > 1:
		return t.T("tournament.entered-in", "Round", strconv.Itoa(e.From))
	}
	return ""
}
