package page

import (
	"cmp"
	"net/url"
	"strconv"

	"hexclub/views/i18n"
)

// A Frame is what every page has around its own content.
type Frame struct {
	T      *i18n.Catalog
	Title  string              // of the page, already in the reader's language
	Club   string              // what the site is called
	Path   string              // of the page, where a switch of language returns to
	Return string              // path to go on at after logging in or signing up
	Asset  func(string) string // address of a static file by its name
	Reader Reader
	Look   Look
	Admits bool   // whoever wants makes an account; else by invitation
	Notice string // something to tell the reader once, already in their language
	Site   string // address on the site, of a page that has nothing around it; empty elsewhere
	Board  bool   // there is a board on the page, to which a link leads first

	Awaiting Awaiting
}

// ClubName is what a site is called, by the name that the club was given, if it was.
func ClubName(given string) string { return cmp.Or(given, "Hexclub") }

// SiteTitle is the title of a page as lists of tabs show it, with what the site is
// called.
func SiteTitle(title, club string) string { return title + " · " + ClubName(club) }

// Awaiting is what waits for a reader: games to play in, and challenges to
// answer.
type Awaiting struct{ Turns, Challenges int }

// PageTitle is the title as lists of tabs show it: how much waits for the reader
// comes first.
func (f Frame) PageTitle() string { return f.Awaiting.Counted(f.Title) }

// Counted is the title of a page with the number of what waits: "(2) Rules".
func (a Awaiting) Counted(title string) string {
	if a == (Awaiting{}) {
		return title
	}
	return "(" + strconv.Itoa(a.Turns+a.Challenges) + ") " + title
}

// LogIn is the address of the form to log in, which leads back here.
func (f Frame) LogIn() string { return f.returning("/login") }

// SignUp is the address of the form to sign up, which leads back here.
func (f Frame) SignUp() string { return f.returning("/signup") }

func (f Frame) returning(path string) string {
	if f.Return == "" || f.Return == "/" {
		return path
	}
	return path + "?return=" + url.QueryEscape(f.Return)
}

// A Reader is who looks at a page.
type Reader struct {
	Name    string // empty for guests and for people not known yet
	Guest   bool   // known, but without an account
	Confirm bool   // wants to confirm turns

	Organises, Admin bool // may what organisers may, and admins
}

// SignedIn says whether the reader has an account.
func (r Reader) SignedIn() bool { return r.Name != "" }
