package views

import (
	"slices"
	"strings"

	"hexclub/rules"
	"hexclub/views/i18n"
)

// A HomePage is the front page: the reader's games, what the site is, and the
// games there are.
type HomePage struct {
	Frame
	Board Board // a picture
	Games []GameLine
	Shelf []GameCard
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
	line := GameLine{Href: "/games/" + g.ID, Game: t.T(g.Key + ".name"), Mine: g.Yours, Players: playersLine(t, g, info)}
	switch {
	case g.Result != "":
		line.Standing = resultLine(t, g, info)
	case g.Waiting && len(g.Players) > 2:
		line.Standing = t.T("home.waiting-more")
	case g.Waiting:
		line.Standing = t.T("home.waiting")
	case g.Yours:
		line.Standing = t.T("home.yours")
	default:
		line.Standing = t.T("home.theirs", "Player", g.Players[g.ToAct-1])
	}
	return line
}

// playersLine is who plays. Of more than two the free seats are counted.
func playersLine(t *i18n.Catalog, g ListedGame, info rules.Info) string {
	var names []string
	free := 0
	for _, name := range g.Players {
		if name == "" {
			free++
			name = t.T("player.free")
			if len(g.Players) > 2 {
				continue
			}
		}
		names = append(names, name)
	}
	if len(names) < len(g.Players) {
		return strings.Join(append(names, t.N("home.free", free)), ", ")
	}
	return versus(t, info, names)
}

// versus is who plays: "Ann against Ben", by teams where seats share a colour,
// in a row where there are more than two sides. Names are by seat from 1.
func versus(t *i18n.Catalog, info rules.Info, names []string) string {
	var colours []string
	sides := map[string][]string{}
	for i, name := range names {
		colour := info.Colours[i]
		if len(sides[colour]) == 0 {
			colours = append(colours, colour)
		}
		if !slices.Contains(sides[colour], name) {
			sides[colour] = append(sides[colour], name)
		}
	}
	if len(colours) > 2 {
		return strings.Join(names, ", ")
	}
	texts := make([]string, len(colours))
	for i, colour := range colours {
		texts[i] = strings.Join(sides[colour], ", ")
	}
	return strings.Join(texts, " "+t.T("play.versus")+" ")
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
	winners = slices.Compact(winners) // one person may play a whole team
	return t.T("home.won", "Player", strings.Join(winners, ", "))
}

// NewPicture is a drawing of a position to look at: without the bare table
// where nothing lies.
func NewPicture(t *i18n.Catalog, game rules.Game, st rules.State) Board {
	board := st.Board()
	board.Cells = slices.DeleteFunc(board.Cells, func(c rules.BoardCell) bool { return c.Ground == rules.Table && len(c.Stack) == 0 })
	return newBoard(t, game.Info(), board, drawing{picture: true})
}
