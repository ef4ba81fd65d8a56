package play

import (
	"strconv"

	"github.com/a-h/templ"

	"hexclub/rules"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/table"
)

// A CurrentPage is the ongoing games, to watch.
type CurrentPage struct {
	page.Frame
	Games []WatchCard
}

// A WatchCard is a game on that page.
type WatchCard struct {
	ID       string
	Href     string
	Key      string
	Seen     string // the game and its revision, by which a page reports what it shows
	Game     string
	Players  string // "Anna against Ben"
	Sides    []WatchSide
	Standing string          // the remaining time of the player to act, else the number of the turn, or the result
	Turns    int             // how many have been played
	Board    templ.Component // rendered: many pages show the same card
}

// A WatchSide is a player on a card.
type WatchSide struct {
	Name, Avatar string
	Acts         bool // it is the player's turn
}

// NewWatchCard makes the card of a game. Avatars has the ids of the players' avatars, by seat - 1. Its error is that of
// rendering the board.
func NewWatchCard(t *i18n.Catalog, g table.Game, avatars []string) (WatchCard, error) {
	info := g.Record.Game().Info()
	drawn, err := board.DrawBoard(board.NewPicture(t, g.Record.Game(), g.Record.State()))
	if err != nil {
		return WatchCard{}, err
	}
	c := WatchCard{
		ID: "watch-" + g.ID, Href: "/games/" + g.ID, Key: info.Key, Seen: seenGame(g.ID, g.Revision), Game: t.T(info.Key + ".name"),
		Players: page.Versus(t, info, g.Players), Board: templ.Raw(drawn), Turns: g.Record.Turn().Number,
	}
	result, over := g.Record.Result()
	turn := g.Record.Turn()
	for i, name := range g.Players {
		c.Sides = append(c.Sides, WatchSide{Name: name, Avatar: avatars[i], Acts: !over && turn.Seat == rules.Seat(i+1)})
	}
	switch acts := int(turn.Seat) - 1; {
	case over:
		c.Standing = resultLine(t, info, g.Players, result.String())
	case acts >= 0 && acts < len(g.Clocks.Left):
		c.Standing = page.ClockWords(t, g.Record.Control(), g.Clocks.Left[acts])
	default:
		c.Standing = t.T("home.turn", "Turn", strconv.Itoa(turn.Number))
	}
	return c, nil
}

// seenGame identifies a game and its revision on a page.
func seenGame(id string, revision int) string { return id + "." + strconv.Itoa(revision) }
