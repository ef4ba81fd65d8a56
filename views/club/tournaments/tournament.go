package tournaments

import (
	"strconv"
	"strings"
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
	openCell = "·" // the same in a cross-table
	awaySign = "×"
)

// An Input is a tournament with all that happened in it, as its pages are
// made from it.
type Input struct {
	ID, Name  string
	About     string // Markdown
	Season    page.ClubLink
	Archived  bool // with its season: nothing changes any more
	Format    Format
	Play      Play
	Pace      Pace
	Entry     Entry
	Status    string
	Length    int // number of rounds; 0 until it begins
	Round     int // number of the last published round
	Entrants  []Entrant
	At        map[string]int // index in Entrants, by id of the person
	Rounds    []Published
	Boards    []Board // by round and board
	Results   Order
	Reader    string // id of the reader; empty without an account
	Organises bool
	Calendar  page.Calendar // of the reader
}

// calendar returns the calendar of the reader in a language.
func (in Input) calendar(t *i18n.Catalog) page.Calendar {
	c := in.Calendar
	c.T = t
	return c
}

// paper returns what printed pages of the tournament say about themselves.
func (in Input) paper(t *i18n.Catalog, club string) page.Paper {
	return page.NewPaper(club, in.calendar(t))
}

// A Format is how players are paired and ranked.
type Format struct {
	Kind      string
	Double    bool
	AllAtOnce bool
	Third     bool
	Rounds    int // of a Swiss, as it is set; 0: as many as suit the entrants
	Late      int // last round into which people may enter; 0 and 1: none after the first
	Seeding   string
	Breaks    []tourney.TieBreak
	Missed    bool // rounds before a late entry give half a point
	HalfByes  int  // half-point byes of an entrant for rounds to which the entrant cannot come
}

// A Play is what is played in each pairing.
type Play struct {
	Info    rules.Info
	Options map[string]string
	Unit    pairing.Unit
	Control record.Control
	Rated   bool
	Site    bool // on this site; else over the board
}

// A Pace is when rounds begin and end.
type Pace struct {
	ByDate  bool
	Opens   time.Time
	Days    int
	Forfeit bool
	Next    time.Time
	Begun   time.Time // zero if not begun
	Ended   time.Time // zero if not ended
	Again   bool      // it is over, and the reader can repeat it
	Planned int       // number of rounds before an organiser ended it earlier; 0 if none did
}

// An Entry says which people may enter.
type Entry struct {
	Closed    bool
	Limit     int // of entrants
	Enterable bool
	Addable   bool // by organisers
	Pausable  bool // entrants can be absent from rounds to come
	Advised   int  // number of rounds that suits the entrants
}

// An Order is the order of the players.
type Order struct {
	Standings []tourney.Standing
	Places    []tourney.Finish // of a knockout
	Rows      []tourney.Row
	Absences  []Absence
}

// An Entrant is a player of a tournament.
type Entrant struct {
	ID, Name string
	Avatar   string // id for the avatar
	Profile  string // address; empty for none
	Number   int
	Rating   *page.RatingMark
	From, To int // rounds
}

// A Published is a round that is published.
type Published struct {
	Number int
	Paired time.Time
	Due    time.Time // zero: whenever
	Note   string    // of the organisers; empty for none
}

// A Board is the pairing of two people in a round, or one person with a bye.
type Board struct {
	tourney.Result
	Pairing     string // id; empty for a bye and a walkover
	Href        string // of the pairing; empty for a bye and a walkover
	Game        string // address of its game that is played on this site; set on the overview, for the reader's own boards
	Off         bool   // it was called off
	Undecided   bool   // the organiser is to choose a winner
	Contested   bool   // what was entered of it is
	Unconfirmed bool   // what was entered of it waits to be confirmed
	Tied        bool   // a match of equal sums, won by who started the second game
	Left        bool   // one whose second game was left by who started it
	Winner      int    // player 1 or 2; 0 for nobody
	Own         int    // player 1 or 2, who as an organiser entered the result, which no other organiser has confirmed; else 0
}

// Href returns the address of a tournament.
func Href(id string) string { return page.Href("tournament", id) }

// A Head is what all pages of a tournament begin with.
type Head struct {
	page.Frame
	Name, Href string
	Season     page.ClubLink
	Status     string
	Steps      []string // a class for each round: "done", "now", or empty for a round to come
	Tabs       []page.Tab
	Organise   string // address of what organisers do; empty for others
	Media      Media
}

// Media is how a page is shown other than on a screen for one reader.
type Media struct {
	Paper   page.Paper
	Present string // address of the page for projectors; empty for none
}

// A Page is a tournament at a glance.
type Page struct {
	Head
	About     string // Markdown
	Facts     []Fact
	Podium    *Podium   // once it is over
	Own       *OwnBoard // what the reader plays now; nil for nothing
	Entry     OwnEntry
	Next      *NextStep      // for organisers; nil for none
	Entrants  *EntrantTable  // before it begins
	Boards    *BoardTable    // of the last round; nil before there is one
	Standings *StandingTable // nil before there is a round
	Downloads []File
	Problem   string
}

// A File is a file of a tournament, with a link for each format.
type File struct {
	Name  string
	Links []FileLink
}

// A FileLink is a link to a file in a format, such as "CSV". The label names the file too.
type FileLink struct{ Text, Label, Href string }

// newTournamentHead returns the head of a tournament's pages; here is the address of the current
// one.
func newTournamentHead(f page.Frame, in Input, here string) Head {
	t, base := f.T, Href(in.ID)
	h := Head{Frame: f, Name: in.Name, Href: base, Season: in.Season, Status: in.statusWords(t), Steps: in.steps(), Media: Media{Paper: in.paper(t, f.Club)}}
	tab := func(text, href string) {
		h.Tabs = append(h.Tabs, page.Tab{Text: text, Href: href, Current: href == here})
	}
	rounds := func() {
		if in.Round > 0 {
			tab(t.T("tournament.rounds"), RoundHref(in.ID, in.current()))
			h.Tabs[len(h.Tabs)-1].Current = strings.HasPrefix(here, base+"/rounds/")
		}
	}
	if in.Status == over { // the standings come first, and rounds last
		tab(t.T("tournament.standings"), base)
	} else {
		tab(t.T("tournament.overview"), base)
		rounds()
	}
	switch {
	case in.Format.Kind == knockout && in.Length > 0:
		tab(t.T("tournament.bracket"), base+"/bracket")
	case in.Format.Kind != knockout && in.Round > 0:
		tab(t.T("tournament.table"), base+"/table")
		tab(t.T("tournament.ties"), base+"/tiebreaks")
	}
	if in.Status == over {
		rounds()
	}
	if in.Organises {
		h.Organise = base + "/organise"
	}
	return h
}

// current returns the round being played: the last, or, if all are published at once, the first
// with an open board.
func (in Input) current() int {
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
	return Href(id) + "/rounds/" + strconv.Itoa(round)
}

// NewTournament returns the page of a tournament's overview. It shows the problem, if there is one.
func NewTournament(f page.Frame, in Input, problem error) Page {
	t := f.T
	p := Page{
		Head: newTournamentHead(f, in, Href(in.ID)), About: in.About, Facts: in.facts(t), Own: in.own(t),
		Entry: OwnEntry{Mine: in.mine(t), LogIn: in.Reader == "" && in.Entry.Enterable && !in.Entry.Closed && !in.full()},
	}
	own, entered := in.entrant(in.Reader)
	p.Entry.Enter = in.Reader != "" && !entered && in.Entry.Enterable && !in.Entry.Closed && !in.full()
	p.Entry.Leave = entered && own.To == 0 && (in.Status == entry || in.Status == running)
	p.Entry.Pause = in.pauseForm(t, in.Reader)
	if !in.Play.Site || !in.waiting() { // results of games on this site come by themselves
		p.Next = in.nextStep(f)
	}
	p.Entry.LateHelp, p.Entry.LeaveHelp = in.lateHelp(t), in.leaveHelp(t, own)
	if in.Round == 0 {
		p.Entrants = in.entrantTable(t)
	} else {
		table := in.boardTable(t, in.current())
		if p.Boards = &table; p.Next != nil && table.Results != nil && table.Results.Current {
			table.Results = nil // the next step
		}
		standings := in.standingTable(t)
		p.Standings, p.Podium = &standings, in.podium(t, standings)
		p.Media.Present = page.Projector.Path(Href(in.ID))
		p.Downloads = in.downloads(t)
	}
	if problem != nil {
		p.Problem = page.ErrorText(t, problem)
	}
	return p
}

// downloads returns the files of a tournament; a knockout has no cross-table.
func (in Input) downloads(t *i18n.Catalog) (files []File) {
	files = append(files, in.file(t, "standings", t.T("tournament.standings"), ""))
	if in.Format.Kind != knockout {
		files = append(files, in.file(t, "table", t.T("tournament.table"), ""))
	}
	return append(files, in.file(t, "pairings", t.T("tournament.pairings"), ""))
}

// file returns a file in all formats; the query selects its content.
func (in Input) file(t *i18n.Catalog, name, text, query string) File {
	f := File{Name: text}
	for _, kind := range []string{"csv", "json"} {
		f.Links = append(f.Links, FileLink{
			kindNames[kind], t.T("tournament.file", "What", text, "Kind", kindNames[kind]), Href(in.ID) + "/" + name + "." + kind + query,
		})
	}
	return f
}

// kindNames are the names of file types.
var kindNames = map[string]string{"csv": "CSV", "json": "JSON"}

// entrant returns the entrant with the id of a person.
func (in Input) entrant(id string) (e Entrant, ok bool) {
	i, ok := in.At[id]
	if !ok {
		return Entrant{}, false
	}
	return in.Entrants[i], true
}

// full reports whether the tournament has the maximum number of entrants.
func (in Input) full() bool { return len(in.Entrants) >= in.Entry.Limit }

// name returns the name of an entrant.
func (in Input) name(id string) string {
	e, _ := in.entrant(id)
	return e.Name
}

// RoundBoards returns the boards of a round.
func (in Input) RoundBoards(round int) (list []Board) {
	for _, b := range in.Boards {
		if b.Round == round {
			list = append(list, b)
		}
	}
	return list
}

// due returns when a round ends; the zero time if it has no deadline.
func (in Input) due(round int) time.Time {
	for _, r := range in.Rounds {
		if r.Number == round {
			return r.Due
		}
	}
	return time.Time{}
}
