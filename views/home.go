package views

import (
	"strings"

	"hexclub/rules"
	"hexclub/views/i18n"
)

// A HomePage is the front page: what the site is, and the reader's games.
type HomePage struct {
	Frame
	Board Board
	Games []GameLine
}

// A GameLine is a game in a list.
type GameLine struct {
	Href     string
	Game     string
	Players  string
	Standing string // whose turn it is, or how it ended
	Mine     bool   // the reader is to act
	Turn     string
}

// A ListedGame is what a list knows of a game.
type ListedGame struct {
	ID      string
	Key     string
	Players []string   // names by seat from 1, empty for a free seat
	ToAct   rules.Seat // 0 while nobody can act
	Turn    int        // number of the turn to come
	Waiting bool
	Result  string // as the text protocol writes it, empty while the game goes on
	Yours   bool   // the reader is to act
}

// NewGameLine is a game in a list, in the words of t.
func NewGameLine(t *i18n.Catalog, g ListedGame, info rules.Info) GameLine {
	names := make([]string, 0, len(g.Players))
	for _, name := range g.Players {
		if name == "" {
			name = t.T("player.free")
		}
		names = append(names, name)
	}
	line := GameLine{
		Href: "/games/" + g.ID, Game: t.T(g.Key + ".name"), Mine: g.Yours,
		Players: strings.Join(names, " "+t.T("play.versus")+" "),
	}
	switch {
	case g.Result != "":
		line.Standing = resultLine(t, g, info)
	case g.Waiting:
		line.Standing = t.T("home.waiting")
	case g.Yours:
		line.Standing = t.T("home.yours")
	default:
		line.Standing = t.T("home.theirs", "Player", names[g.ToAct-1])
	}
	return line
}

// resultLine is a stored result in words: "Anna won".
func resultLine(t *i18n.Catalog, g ListedGame, info rules.Info) string {
	result, err := rules.ParseResult(g.Result, len(g.Players))
	switch {
	case err != nil:
		return t.T("error.over")
	case result.Drawn:
		return t.T("home.drawn")
	}
	var winners []string
	for _, seat := range result.Winners() {
		winners = append(winners, playerAndColour(t, info, g.Players, seat))
	}
	return t.T("home.won", "Player", strings.Join(winners, ", "))
}

// NewPicture is a drawing of a position to look at; a page has one board.
func NewPicture(t *i18n.Catalog, game rules.Game, st rules.State) Board {
	return newBoard(t, game.Info(), st.Board(), drawing{picture: true})
}
