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
	Players  string
	Standing string
	Board    templ.Component // rendered: many pages show the same card
}

// NewWatchCard makes the card of a game. Its error is that of rendering the board.
func NewWatchCard(t *i18n.Catalog, g table.Game) (WatchCard, error) {
	info := g.Record.Game().Info()
	drawn, err := board.DrawBoard(board.NewPicture(t, g.Record.Game(), g.Record.State()))
	if err != nil {
		return WatchCard{}, err
	}
	c := WatchCard{
		ID: "watch-" + g.ID, Href: "/games/" + g.ID, Key: info.Key, Seen: seenGame(g.ID, g.Revision), Game: t.T(info.Key + ".name"),
		Players: page.Versus(t, info, g.Players), Board: templ.Raw(drawn),
	}
	if result, over := g.Record.Result(); over {
		c.Standing = resultLine(t, info, g.Players, result.String())
		return c, nil
	}
	turn := g.Record.Turn()
	c.Standing = t.T("current.turn", "Turn", strconv.Itoa(turn.Number), "Player", g.Players[turn.Seat-1])
	if left := g.Clocks.Left; len(left) > 0 {
		c.Standing += " · " + clocksLine(t, g)
	}
	return c, nil
}

// clocksLine returns the remaining time of all seats.
func clocksLine(t *i18n.Catalog, g table.Game) string {
	text := ""
	for seat := range rules.Seat(len(g.Clocks.Left)) {
		if seat > 0 {
			text += " – "
		}
		text += page.ClockWords(t, g.Record.Control(), g.Clocks.Left[seat])
	}
	return text
}

// seenGame identifies a game and its revision on a page.
func seenGame(id string, revision int) string { return id + "." + strconv.Itoa(revision) }
