package page

import (
	"cmp"
	"net/url"
	"strconv"
	"time"

	"hexclub/views/i18n"
)

// A Frame is the data for everything around a page's own content.
type Frame struct {
	T      *i18n.Catalog
	Title  string              // of the page, already in the reader's language
	Club   string              // name of the site
	Asked  string              // path of the request
	Path   string              // of the page, to which a switch of language returns
	Return string              // path to which log-in and sign-up return
	Asset  func(string) string // address of a static file by its name
	Reader Reader
	Look   Look
	Admits bool // everybody can make an account; else by invitation
	Notice Notice
	Site   string // address on the site, of a page that has nothing around it; empty elsewhere
	Board  bool   // the page has a board, to which its first link leads
	Here   string // the game, on a page that its board fills; empty elsewhere
	Rules  string // address of that game's rules
	Sheet  string // name of the style sheet; empty for that of the kind of page

	Preview  *Preview // nil for a page that is not public
	Awaiting Awaiting

	Now   time.Time // when the page was requested
	Zones Zones
}

// Zones are time zones.
type Zones struct{ Reader, Club *time.Location }

// A Notice is a message to show once.
type Notice struct {
	Text string // translated; empty for no message
	Undo string // address to undo what it reports; empty if that is not possible
	Link Tab    // to what it is about; empty for none
}

// Calendar formats moments for the reader.
func (f Frame) Calendar() Calendar {
	return Calendar{T: f.T, Now: f.Now, Zone: f.Zones.Reader, Club: f.Zones.Club}
}

// ClubName returns the name of the site: the club's, if it has one.
func ClubName(given string) string { return cmp.Or(given, "Hexclub") }

// SiteTitle returns the title of a page in lists of tabs, with the name of the site.
func SiteTitle(title, club string) string { return title + " · " + ClubName(club) }

// Awaiting counts what a reader has to do.
type Awaiting struct {
	Turns      int       // games to play in
	Challenges int       // to games
	Club       int       // challenges and pairings of the club
	Disputes   Disputes  // for an organiser
	Near       *Deadline // the first deadline in the club that is near; nil for none
	Live       bool      // the page follows the number
}

// Disputes are the numbers of results that await an organiser's decision.
type Disputes struct {
	Contested int
	Undecided int    // a winner is needed
	Entered   int    // a player has entered it, and the opponent cannot answer
	Only      string // id of the only pairing; empty for none or several
}

// Total returns the number of results.
func (d Disputes) Total() int { return d.Contested + d.Undecided + d.Entered }

// Total returns the number of everything that awaits the reader.
func (a Awaiting) Total() int { return a.Turns + a.Challenges + a.Club + a.Disputes.Total() }

// PageTitle returns the title in lists of tabs. It begins with the number of what awaits the reader.
func (f Frame) PageTitle() string { return f.Awaiting.Counted(f.Title) }

// sheet returns the name of the page's style sheet.
func (f Frame) sheet() string {
	switch {
	case f.Sheet != "":
		return f.Sheet
	case f.Here != "":
		return "site.css"
	case f.in(clubParts...):
		return "club.css"
	case f.in(learnParts...):
		return "courses.css"
	case f.in("/settings", "/privacy"):
		return "settings.css"
	case f.in("/people"):
		return "profile.css"
	}
	return "pages.css"
}

// WithSheet returns the frame of a page with a style sheet other than that of its kind.
func WithSheet(f Frame, name string) Frame {
	f.Sheet = name
	return f
}

// Counted adds the number of what awaits the reader to a title: "(2) Rules".
func (a Awaiting) Counted(title string) string {
	if a.Total() == 0 {
		return title
	}
	return "(" + strconv.Itoa(a.Total()) + ") " + title
}

// LogIn returns the address of the log-in form, which returns to this page.
func (f Frame) LogIn() string { return f.returning("/login") }

// SignUp returns the address of the sign-up form, which returns to this page.
func (f Frame) SignUp() string { return f.returning("/signup") }

func (f Frame) returning(path string) string {
	if f.Return == "" || f.Return == "/" {
		return path
	}
	return path + "?return=" + url.QueryEscape(f.Return)
}

// A Reader is the person who requested a page.
type Reader struct {
	ID    string // empty for people not known yet
	Name  string // empty for guests and for people not known yet
	Guest bool   // known, but without an account

	Barred bool // may not play: only members do

	Organises, Admin bool // has the rights of organisers, and of admins
}

// SignedIn reports whether the reader has an account.
func (r Reader) SignedIn() bool { return r.Name != "" }
