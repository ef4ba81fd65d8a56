package views

import (
	"cmp"
	"slices"

	"github.com/a-h/templ"

	"hexclub/views/club"
	"hexclub/views/club/pairings"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/play"
	"hexclub/views/setup"
)

// A HomePage is the front page: the reader's games, or, for readers without games, what
// the site is; and the games there are.
type HomePage struct {
	page.Frame
	Desk  *Desk           // nil for readers without games
	Board templ.Component // a picture, for readers without games
	Shelf []setup.GameCard

	Watched []play.WatchCard // games being played, for readers without games
	Hero    *play.WatchCard  // the one of these with the most turns; nil for none
}

// lead says how the reader gets to play.
func (p HomePage) lead() string {
	switch {
	case p.Reader.Barred:
		return p.T.T("home.lead-members")
	case p.Reader.SignedIn():
		return p.T.T("home.lead-member")
	}
	return p.T.T("home.lead")
}

// HeroOf returns the game with the most turns; nil for none.
func HeroOf(games []play.WatchCard) *play.WatchCard {
	if len(games) == 0 {
		return nil
	}
	most := slices.MaxFunc(games, func(a, b play.WatchCard) int { return cmp.Compare(a.Turns, b.Turns) })
	return &most
}

// A Desk is the games that matter to the reader now.
type Desk struct {
	T          *i18n.Catalog
	Title      string              // of the page
	Mark       string              // changes when one of the games does
	Awaiting   page.Awaiting       // the number in the header
	Club       []pairings.ClubItem // what awaits the reader in the club, the most urgent first
	Decisions  []club.LogLine      // of organisers about the reader, the last first
	Challenges play.LobbyList
	Turn       []play.GameLine // the reader is to act, the most urgent first
	Others     []play.GameLine // somebody else is
	Waiting    []play.GameLine // for players
	Device     []play.GameLine // the reader plays all seats
	Bots       []play.GameLine // the reader plays against bots alone, in no hurry
	Recent     []play.GameLine // ended
	Archive    string          // address of all that have ended
	Older      string          // address of more games on one device or against bots; empty for none
}

// openDecisions is the number of decisions that are not folded.
const openDecisions = 3

// Empty reports whether the desk shows nothing.
func (d Desk) Empty() bool {
	games := len(d.Club) + len(d.Decisions) + len(d.Challenges.Challenges) + len(d.Turn) + len(d.Others) + len(d.Waiting) + len(d.Device) + len(d.Bots) + len(d.Recent)
	return games == 0 && d.Older == ""
}

// sided reports whether there are games to show on both sides of the page.
func (d Desk) sided() bool {
	side := len(d.Decisions) + len(d.Challenges.Challenges) + len(d.Others) + len(d.Waiting) + len(d.Bots) + len(d.Device)
	main := len(d.Turn) + len(d.Recent)
	if d.clubFirst() {
		main += len(d.Club)
	} else {
		side += len(d.Club)
	}
	return side > 0 && main > 0
}

// clubFirst reports whether something in the club awaits the reader. It is then above all games.
func (d Desk) clubFirst() bool {
	return slices.ContainsFunc(d.Club, func(i pairings.ClubItem) bool { return !i.Waits })
}

// brief returns the lines of games that wait for others.
func brief(games []play.GameLine) []play.GameLine {
	lines := slices.Clone(games)
	for i := range lines {
		lines[i] = lines[i].Brief()
	}
	return lines
}

// heading says what awaits the reader, with the number in the header.
func (d Desk) heading() string {
	switch {
	case d.mixed():
		return d.T.N("nav.waiting", d.Awaiting.Total())
	case len(d.Turn) > 0:
		return d.T.N("home.games-wait", len(d.Turn))
	}
	return d.T.T("home.games")
}

// mixed reports whether more than games await the reader.
func (d Desk) mixed() bool {
	return d.Awaiting.Challenges+d.Awaiting.Club+d.Awaiting.Disputes.Total() > 0
}

// deskBoards is the maximum number of boards on a front page.
const deskBoards = 8

// Pictured returns how many of the games in which the reader is to act are shown with their boards.
func Pictured(turn int) int { return min(turn, deskBoards) }

// pictures are the lines with a board, lines those without.
func (d Desk) pictures() []play.GameLine {
	return slices.DeleteFunc(slices.Clone(d.Turn), func(l play.GameLine) bool { return l.Board == nil })
}

func (d Desk) lines() []play.GameLine {
	return slices.DeleteFunc(slices.Clone(d.Turn), func(l play.GameLine) bool { return l.Board != nil })
}

// NewHomePreview returns the preview of the site. url is its full address.
func NewHomePreview(f page.Frame, url string) page.Preview {
	p := page.Preview{URL: "/", Title: f.Club, About: f.T.T("preview.site"), Alt: f.T.T("home.caption")}
	p.Data = page.NewData("WebSite", f.T.Tag, f.Club, url).With("description", p.About)
	return p
}
