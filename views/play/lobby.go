package play

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/games"
	"hexclub/rules/rating"
	"hexclub/rules/record"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A LobbyPage starts games in one tap, and lists open seeks.
type LobbyPage struct {
	page.Frame
	List    LobbyList
	Game    string        // key of the game that the buttons start
	Games   []page.Tab    // to filter by
	Picks   []page.Choose // games that the buttons may start; none if one was chosen
	Bot     string        // which bot plays, in words
	Paces   []Pace
	Rated   bool   // the box for rated games is ticked
	Problem string // why playing now did not work, in the reader's language
}

// A Pace is a time control of games that begin in one tap.
type Pace struct{ Clock, Label, Help string }

// A LobbyList is the part of the page that changes: the open seeks.
type LobbyList struct {
	T          *i18n.Catalog
	Title      string            // of the page
	Seen       string            // identifies these lists
	Game       string            // key of the game whose seeks are listed; empty for all
	Begun      []GameLine        // games of the reader that have just begun
	BegunTitle string            // heading of these
	BegunSeen  string            // identifies these among games that begin later
	Say        string            // announcement of those that are new to the page; empty for none
	Challenges []SeekLine        // to the reader
	Own        []SeekLine        // the reader waits in
	Seeks      []templ.Component // lines of the seeks that are open to the reader, rendered
	Empty      string            // what to do if there are no seeks
}

// A SeekLine is a game that waits for players, in a list.
type SeekLine struct {
	ID     string
	Href   string // its page
	Game   string // name
	Host   string
	Avatar string           // id of the host's avatar
	Rating *page.RatingMark // of the host in such games; nil for none
	New    bool             // the host has played no rated game of the kind
	About  string           // its clock, and that it is rated
	More   string           // its unusual terms, the seats taken, and since when
	Act    string           // label of the button; empty for a reader who needs an account first
	SignUp string           // addresses of these forms, which lead back
	ActTo  string           // address of its form
	Called string           // accessible name of the button
	No     string           // words of the button that declines; empty for none
	Denied string           // accessible name of that
}

// A Seek is a game that waits for players, as handlers read it.
type Seek struct {
	ID     string
	Info   rules.Info
	Terms  page.Terms
	Host   string           // name
	Avatar string           // id of the host's avatar
	Rating *page.RatingMark // of the host in such games, nil for none
	Rates  bool             // the host has or may have a rating in such games
	Seats  int
	Taken  int
	Since  time.Duration // since its creation
	Kept   string        // names of players with reserved seats, empty for none
	Hosted bool          // by the reader
}

// NewLobbyPage makes the page of the lobby. The form has the values that were sent: the game, else the first one, and
// whether it is rated. Level is that of the bot that plays; fits says that it was chosen by the reader's last games.
func NewLobbyPage(f page.Frame, list LobbyList, sent func(name string) string, level bot.Level, fits bool, problem error) LobbyPage {
	p := LobbyPage{Frame: f, List: list, Game: sent("game"), Rated: sent("counts") == "yes"}
	if _, err := games.Find(p.Game); err != nil {
		p.Game = games.All()[0].Info().Key
	}
	p.Games = []page.Tab{{Text: f.T.T("lobby.all"), Href: "/lobby", Current: list.Game == ""}}
	for _, game := range games.All() {
		key := game.Info().Key
		p.Games = append(p.Games, page.Tab{Text: f.T.T(key + ".name"), Href: LobbyHref("/lobby", key), Current: key == list.Game})
		if list.Game == "" {
			p.Picks = append(p.Picks, page.Choose{Value: key, Label: f.T.T(key + ".name"), Chosen: key == p.Game})
		}
	}
	words := "lobby.first-bot"
	switch {
	case list.Game == "":
		words = "lobby.bot-fits" // the level depends on the game
	case fits:
		words = "lobby.fits"
	}
	p.Bot = f.T.T(words, "Bot", page.BotGivenName(f.T, level), "Level", strconv.Itoa(int(level)))
	for _, clock := range PlayNowClocks() {
		p.Paces = append(p.Paces, newPace(f.T, clock))
	}
	if problem != nil {
		p.Problem = page.ErrorText(f.T, problem)
	}
	return p
}

// PlayNowClocks returns the time controls of games that begin in one tap.
func PlayNowClocks() []string { return []string{"5+3", "10+5", "3d"} }

// newPace returns the button for a time control; quick games are shorter than long ones.
func newPace(t *i18n.Catalog, clock string) Pace {
	control, _ := record.ParseControl(clock) // a test reads them all
	help := "lobby.pace.days"
	switch {
	case rating.ClassOf(control) == rating.Quick:
		help = "lobby.pace.quick"
	case control.Live():
		help = "lobby.pace.long"
	}
	return Pace{Clock: clock, Label: page.ControlLabel(t, control), Help: t.T(help)}
}

// LobbyInput is the games that wait for players, for one reader.
type LobbyInput struct {
	Challenges, Own []Seek
	Seeks           []templ.Component // as NewSeekItems has them
	Begun           []ListedGame      // games of the reader that have just begun
	Seen            string            // identifies these
	BegunSeen       string            // as LobbyList has it, of the lists that the page shows; empty for none
}

// NewLobbyList lists the games that wait for players; key is that of one game, or empty for all.
func NewLobbyList(f page.Frame, key string, in LobbyInput) LobbyList {
	t := f.T
	l := LobbyList{T: t, Title: f.PageTitle(), Seen: in.Seen, Game: key, Seeks: in.Seeks}
	l.tellBegun(f.Calendar(), in)
	for _, s := range in.Challenges {
		s.Kept = "" // the list says that it is for the reader
		line := s.line(t)
		line.act(t, "lobby.accept", "/seats")
		line.No, line.Denied = t.T("waiting.decline"), line.call(t, t.T("waiting.decline"))
		l.Challenges = append(l.Challenges, line)
	}
	for _, s := range in.Own {
		line := s.line(t)
		switch {
		case s.Hosted && s.Kept != "":
			line.act(t, "waiting.withdraw", "/abort")
		case s.Hosted:
			line.act(t, "waiting.cancel", "/abort")
		default:
			line.act(t, "waiting.leave", "/leave")
		}
		l.Own = append(l.Own, line)
	}
	if len(l.Seeks) == 0 {
		l.Empty = t.T("lobby.empty")
	}
	return l
}

// NewSeekItems returns the rendered lines of seeks in the list of one game, or of all for an empty key. They are
// the same for all readers with an account, and for all without. The error is that of rendering.
func NewSeekItems(t *i18n.Catalog, key string, account bool, seeks []Seek) ([]templ.Component, error) {
	items := make([]templ.Component, len(seeks))
	for i, s := range seeks {
		html, err := templ.ToGoHTML(context.Background(), seekItem(t, newSeekLine(t, key, account, s)))
		if err != nil {
			return nil, err
		}
		items[i] = templ.Raw(html)
	}
	return items, nil
}

func newSeekLine(t *i18n.Catalog, key string, account bool, s Seek) SeekLine {
	line := s.line(t)
	if !s.Terms.Rated || account {
		line.act(t, "lobby.join", "/seats")
	} else {
		line.SignUp = page.Frame{Return: LobbyHref("/lobby", key)}.SignUp()
	}
	return line
}

// tellBegun lists the games that have begun, and announces those that are new to the page: a repeated
// announcement would be taken for another game.
func (l *LobbyList) tellBegun(c page.Calendar, in LobbyInput) {
	if len(in.Begun) == 0 {
		return
	}
	var ids []string
	shown, fresh := strings.Fields(in.BegunSeen), 0
	for _, g := range in.Begun {
		l.Begun = append(l.Begun, NewGameLine(c, g))
		ids = append(ids, g.ID)
		if !slices.Contains(shown, g.ID) {
			fresh++
		}
	}
	l.BegunTitle, l.BegunSeen = l.T.N("lobby.begun", len(in.Begun)), strings.Join(ids, " ")
	if fresh > 0 {
		l.Say = l.T.N("lobby.begun", fresh)
	}
}

// LobbyHref returns the address of the lobby, or of its list, with the seeks of one game or of all.
func LobbyHref(path, key string) string {
	if key == "" {
		return path
	}
	return path + "?" + url.Values{"game": {key}}.Encode()
}

// line returns the game in a list, without buttons.
func (s Seek) line(t *i18n.Catalog) SeekLine {
	about, more := s.Terms.Short(t), s.Terms.Unusual(t, s.Info)
	if s.Seats > 2 {
		more = append(more, t.T("lobby.taken", "Taken", strconv.Itoa(s.Taken), "Seats", strconv.Itoa(s.Seats)))
	}
	if s.Kept != "" {
		more = append(more, t.T("waiting.kept", "Player", s.Kept))
	}
	more = append(more, sinceWords(t, s.Since))
	return SeekLine{
		ID: s.ID, Href: "/games/" + s.ID, Game: t.T(s.Info.Key + ".name"), Host: s.Host, Avatar: s.Avatar,
		Rating: s.Rating, New: s.Rating == nil && s.Rates, About: about, More: strings.Join(more, page.Dot),
	}
}

// terms returns the text that follows the name of the game.
func (s SeekLine) terms() string {
	if s.About == "" {
		return ""
	}
	return page.Dot + s.About
}

// act adds the button to the line.
func (s *SeekLine) act(t *i18n.Catalog, key, to string) {
	s.Act, s.ActTo = t.T(key), s.Href+to
	s.Called = s.call(t, s.Act)
}

// call returns the accessible name of a button of the line.
func (s *SeekLine) call(t *i18n.Catalog, button string) string {
	return t.T("lobby.called", "Button", button, "Game", s.Game, "Player", s.Host, "About", page.Plain(s.About).And(page.Dot, page.Plain(s.More)).String())
}

// sinceWords returns how long ago something was, rounded.
func sinceWords(t *i18n.Catalog, since time.Duration) string {
	switch minutes := int(since.Minutes()); {
	case minutes < 1:
		return t.T("date.now")
	case minutes < 60:
		return t.N("date.minutes-ago", minutes)
	case minutes < 48*60:
		return t.N("date.hours-ago", minutes/60)
	default:
		return t.N("date.days-ago", minutes/(24*60))
	}
}
