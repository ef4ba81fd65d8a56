package views

import (
	"slices"
	"strings"
	"time"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/club/pairings"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// News is the content of an e-mail: news of the same kind about some games, or notices about the
// club.
type News struct {
	page.Parties
	About    string // turn, challenge, result, time or club
	Games    []GameNews
	Club     []pairings.ClubNews // in a letter about the club
	Home     string              // full addresses, as mails need them
	Settings string
	Calendar page.Calendar // of the recipient
	Stop     string        // where letters of this kind are switched off
}

// GameNews is the news about one game in an e-mail.
type GameNews struct {
	Info    rules.Info
	Players []string     // names by seat from 1, empty for a free seat
	Own     []rules.Seat // the reader's; in a challenge those that are kept
	Host    string       // name of who made the game
	Link    string
	Left    time.Duration // until the reader's time is up; 0 without a clock
	Control record.Control
	Rated   bool
	Result  *rules.Result // nil while there is none
}

// NewNoticeLetter returns the e-mail with the news. Its main link leads to the only news, or to the home page if
// there are several.
func NewNoticeLetter(t *i18n.Catalog, n News) page.Letter {
	home := page.LetterLink{Text: t.T("notice.home"), Href: n.Home}
	l := page.Letter{
		T: t, Site: n.From, Subject: page.OneLine(n.subject(t)),
		Opening: []string{t.T("notice.hello", "Name", n.Name), n.opening(t)},
		Action:  home,
		Why:     t.T("notice.why", "Club", n.From),
		Footer:  []page.LetterLink{{Text: t.T("nav.settings"), Href: n.Settings}, {Text: t.T("notice.stop"), Href: n.Stop}},
	}
	for _, g := range n.Games {
		l.Rows = append(l.Rows, g.row(t, n.About))
	}
	calendar := n.Calendar
	calendar.T = t
	for _, item := range n.Club {
		l.Rows = append(l.Rows, item.Row(calendar))
	}
	if len(l.Rows) == 1 {
		l.Action, l.More = page.LetterLink{Text: n.action(t), Href: l.Rows[0].Href}, []page.LetterLink{home}
	}
	return l
}

// subject names the game where there is one only.
func (n News) subject(t *i18n.Catalog) string {
	if many := len(n.Club); many == 1 {
		return n.Club[0].What(t)
	} else if many > 1 {
		return t.N("notice.club-many", many)
	}
	if many := len(n.Games); many != 1 {
		switch n.About {
		case "turn":
			return t.N("home.games-wait", many)
		case "challenge":
			return t.N("notice.challenge-many", many)
		case "result":
			return t.N("notice.result-many", many)
		}
		return t.N("notice.time-many", many)
	}
	g := n.Games[0]
	switch n.About {
	case "turn":
		return t.T("notice.turn-one", "Game", g.title(t))
	case "challenge":
		return t.T("notice.challenge-one", "Player", g.Host, "Game", t.T(g.Info.Key+".name"))
	case "result":
		return t.T("notice.result-one", "Result", g.outcome(t), "Game", g.title(t))
	}
	return t.T("notice.time-one", "Left", leftWords(t, g.Left), "Game", g.title(t))
}

func (n News) opening(t *i18n.Catalog) string {
	switch n.About {
	case "turn":
		return t.T("notice.turn")
	case "challenge":
		return t.T("notice.challenge")
	case "result":
		return t.T("notice.result")
	case "club":
		return t.T("notice.club")
	}
	return t.T("notice.time")
}

// action returns what to do about the only news.
func (n News) action(t *i18n.Catalog) string {
	switch n.About {
	case "challenge":
		return t.T("notice.accept")
	case "result":
		return t.T("notice.game-page")
	case "club":
		return t.T("notice.details")
	}
	return t.T("notice.play")
}

// row returns a game in the list of an e-mail.
func (g GameNews) row(t *i18n.Catalog, about string) page.LetterRow {
	r := page.LetterRow{Title: g.title(t), Href: g.Link}
	switch {
	case about == "challenge":
		r.Title = t.T("notice.challenge-one", "Player", g.Host, "Game", t.T(g.Info.Key+".name"))
		r.Notes = []string{page.ControlWords(t, g.Control) + ", " + page.RatedWords(t, g.Rated)}
	case about == "result" && g.Result != nil:
		r.Notes = []string{page.ResultWords(t, g.Info, g.Players, *g.Result)}
	case g.Left > 0:
		r.Notes = []string{t.T("notice.left", "Left", leftWords(t, g.Left))}
	}
	return r
}

// title returns the game and the reader's opponent: "Six against Ben".
func (g GameNews) title(t *i18n.Catalog) string {
	name := t.T(g.Info.Key + ".name")
	var others []string
	for i, player := range g.Players {
		if player != "" && !slices.Contains(others, player) && !g.ownSide(i) {
			others = append(others, player)
		}
	}
	if len(others) == 0 {
		return name
	}
	return t.T("notice.game", "Game", name, "Opponents", strings.Join(others, ", "))
}

// ownSide reports whether a seat, from 0, is the reader's or in the reader's team.
func (g GameNews) ownSide(seat int) bool {
	return slices.ContainsFunc(g.Own, func(own rules.Seat) bool { return g.Info.Colours[own-1] == g.Info.Colours[seat] })
}

// outcome returns the result in words, for the reader.
func (g GameNews) outcome(t *i18n.Catalog) string {
	switch {
	case g.Result == nil:
		return t.T("notice.over")
	case len(g.Result.Winners()) == 0:
		return t.T("notice.drawn")
	case slices.ContainsFunc(g.Result.Winners(), func(seat rules.Seat) bool { return slices.Contains(g.Own, seat) }):
		return t.T("notice.won")
	}
	return t.T("notice.lost")
}

// leftWords returns a rounded remaining time, because an e-mail is not read at once.
func leftWords(t *i18n.Catalog, left time.Duration) string {
	switch {
	case left >= 48*time.Hour:
		return t.N("notice.days", int(left.Hours())/24)
	case left >= 2*time.Hour:
		return t.N("notice.hours", int(left.Hours()))
	}
	return t.N("notice.minutes", int(left.Minutes()))
}
