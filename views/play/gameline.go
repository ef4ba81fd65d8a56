package play

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A ListedGame is a game in a player's list of games.
type ListedGame struct {
	ID      string
	Info    rules.Info
	Seats   []ListedSeat   // by seat from 1
	Own     rules.Seat     // seat of the list's player; 0 if only invited
	Alone   bool           // the list's player is the only one
	Control record.Control // of time
	Rated   bool
	ToAct   rules.Seat // 0 while no seat can act
	Turn    int        // number of the turn
	Waiting bool       // for a player to take a free seat
	Yours   bool       // the reader is to act
	Begun   time.Time
	Ended   time.Time      // zero while it goes on
	Left    *time.Duration // remaining time of the seat to act; nil without a running clock
	Result  string         // in the text protocol's format; empty while the game goes on
	Reason  rules.Reason
	Board   templ.Component // a picture; nil for none
}

// A ListedSeat is the player of a seat in a listed game.
type ListedSeat struct {
	Name   string // empty for a free seat
	Avatar string // id of the avatar; empty for a free seat
	Change *int   // of the rating, by the game; nil for none
}

// A GameLine is a game in a list.
type GameLine struct {
	ID       string // of its link, for focus to survive a swap
	Href     string
	Key      string // of its rules
	Game     string // name
	Others   []LinePlayer
	Free     string          // how many seats are free; empty for none
	Partners string          // names of players of the same team; empty for none
	Alone    bool            // the list's player is the only one
	About    page.Phrase     // further details
	Standing string          // whose turn it is, or the result
	Left     string          // remaining time for that turn; empty without a clock
	Urgent   bool            // that is short
	Outcome  string          // class: won, drawn, lost; empty while it goes on, and without opponents
	Change   string          // of the rating, with a sign; empty for none
	Ended    page.Moment     // none while it goes on
	Mine     bool            // the reader is to act
	Called   string          // its accessible name among many links
	Board    templ.Component // a picture, rendered; nil for none
}

// A LinePlayer is an opponent in a line.
type LinePlayer struct {
	Name   string
	Avatar string // id of the avatar
}

// Brief returns the line for a list of games that wait for others, without what its other words say: that there are free
// seats, or that the only opponent is to act.
func (l GameLine) Brief() GameLine {
	if len(l.Others) == 1 && l.Left != "" || l.Free != "" {
		l.Standing = ""
	}
	return l
}

// InLink returns the line for a place where all of it is one link.
func (l GameLine) InLink() GameLine {
	l.About, l.Ended = l.About.InLink(), l.Ended.InLink()
	return l
}

// NewGameLine makes the line of a game for a reader.
func NewGameLine(c page.Calendar, g ListedGame) GameLine {
	t := c.T
	line := GameLine{
		ID: "game-" + g.ID, Href: "/games/" + g.ID, Key: g.Info.Key, Game: t.T(g.Info.Key + ".name"),
		Mine: g.Yours, Alone: g.Alone, About: g.about(c), Standing: g.standing(t), Board: g.Board,
	}
	g.others(t, &line)
	if g.Left != nil {
		line.Left, line.Urgent = roughlyLeft(t, *g.Left), *g.Left < urgent
	}
	if g.Result != "" {
		line.Ended = c.Near(g.Ended)
		if result, err := rules.ParseResult(g.Result, len(g.Seats)); err == nil && !g.Alone && g.Own > 0 {
			line.Outcome = string(result.Outcome(g.Own))
		}
		if g.Own > 0 && g.Seats[g.Own-1].Change != nil {
			line.Change = page.Signed(*g.Seats[g.Own-1].Change)
		}
	}
	line.Called = strings.Join(slices.DeleteFunc([]string{line.Game, line.words(t), line.Ended.Text}, func(s string) bool { return s == "" }), ", ")
	return line
}

// Title names the opponents and the free seats of a game, or says that it is played on one device.
func (l GameLine) Title(t *i18n.Catalog) string {
	return strings.Join(slices.DeleteFunc([]string{l.words(t), l.Free}, func(s string) bool { return s == "" }), ", ")
}

// Details returns the game, the reader's partners and further details.
func (l GameLine) Details() page.Phrase {
	return page.Plain(l.Game).And(page.Dot, page.Plain(l.Partners)).And(page.Dot, l.About)
}

// Avatar returns the id of the first opponent's avatar; empty for a game that nobody else plays.
func (l GameLine) Avatar() string {
	if l.Alone || len(l.Others) == 0 {
		return ""
	}
	return l.Others[0].Avatar
}

// words names the opponents as text.
func (l GameLine) words(t *i18n.Catalog) string {
	if l.Alone {
		return t.T("home.device")
	}
	var names []string
	for _, other := range l.Others {
		names = append(names, other.Name)
	}
	return strings.Join(names, ", ")
}

// others adds the other players: partners have the same colour.
func (g ListedGame) others(t *i18n.Catalog, line *GameLine) {
	var partners []string
	free := 0
	for i, seat := range g.Seats {
		switch {
		case g.Alone || rules.Seat(i+1) == g.Own:
		case seat.Name == "":
			free++
		case g.Own > 0 && g.Info.Colours[i] == g.Info.Colours[g.Own-1]:
			partners = append(partners, seat.Name)
		default:
			line.Others = append(line.Others, LinePlayer{Name: seat.Name, Avatar: seat.Avatar})
		}
	}
	if free > 0 {
		line.Free = t.N("home.free", free)
	}
	if len(partners) > 0 {
		line.Partners = t.T("home.partners", "Players", strings.Join(partners, ", "))
	}
}

// about describes what distinguishes similar games: the clock, the turn, and the start.
func (g ListedGame) about(c page.Calendar) (about page.Phrase) {
	t := c.T
	words := page.Terms{Control: g.Control, Rated: g.Rated}.Short(t)
	switch {
	case g.Result != "":
	case g.Waiting:
		about = page.NewPhrase(t, "home.since", "Date", c.On(g.Begun))
	default:
		about = page.Plain(t.T("home.turn", "Turn", strconv.Itoa(g.Turn)))
	}
	return page.Plain(words).And(page.Dot, about)
}

// standing describes the state of a game in a word.
func (g ListedGame) standing(t *i18n.Catalog) string {
	switch {
	case g.Result != "":
		return g.ending(t)
	case g.Waiting && len(g.Seats) > 2:
		return t.T("home.waiting-more")
	case g.Waiting:
		return t.T("home.waiting")
	case g.Yours && !g.Alone:
		return t.T("home.yours")
	}
	return t.T("home.theirs", "Player", g.Seats[g.ToAct-1].Name)
}

// ending describes the result for the list's player, and the reason: "Won by resignation".
func (g ListedGame) ending(t *i18n.Catalog) string {
	result, err := rules.ParseResult(g.Result, len(g.Seats))
	if err != nil {
		return t.T("error.over")
	}
	how := t.T("by." + string(g.Reason))
	winners := result.Winners()
	var words string
	switch {
	case g.Alone && len(winners) > 0:
		words = t.T("home.won-by", "Player", g.Seats[winners[0]-1].Name, "How", how)
	case g.Alone, result.Outcome(g.Own) == rules.Drawn:
		words = t.T("archive.drawn-by", "How", how)
	case result.Outcome(g.Own) == rules.Won:
		words = t.T("archive.won-by", "How", how)
	default:
		words = t.T("archive.lost-by", "How", how)
	}
	if result.Scored && len(g.Seats) == 2 && !result.Drawn {
		own := max(g.Own, 1)
		if g.Alone {
			own = winners[0]
		}
		words = t.T("home.points", "Ending", words, "Own", t.Number(result.Points(own)), "Others", t.Number(result.Points(3-own)))
	}
	return words
}

// urgent is a short remaining time.
const urgent = 12 * time.Hour

// roughlyLeft formats a remaining time, in at most two units and rounded down, because lists do not count down.
func roughlyLeft(t *i18n.Catalog, left time.Duration) string {
	switch minutes := int(left.Minutes()); {
	case minutes < 1:
		return t.T("home.left-now")
	case minutes < 60:
		return t.N("home.left-minutes", minutes)
	case minutes < 24*60:
		return t.T("home.left", "Left", page.HoursWords(t, minutes))
	default:
		return t.T("home.left", "Left", page.TimeWords(t, left))
	}
}

// resultLine describes a stored result: "Anna won". Players are by seat from 1.
func resultLine(t *i18n.Catalog, info rules.Info, players []string, stored string) string {
	result, err := rules.ParseResult(stored, len(players))
	switch {
	case err != nil:
		return t.T("error.over")
	case result.Void():
		return t.T("result.void")
	case result.Drawn:
		return t.T("home.drawn")
	}
	var winners []string
	for _, seat := range result.Winners() {
		winners = append(winners, page.PlayerAndColour(t, info, players, seat))
	}
	winners = slices.Compact(winners) // one person may play a whole team
	if len(winners) > 1 {
		return t.T("home.won-many", "Players", strings.Join(winners, ", "))
	}
	return t.T("home.won", "Player", winners[0])
}
