package table

import (
	"strconv"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// botRating is about how strong the bot of a level is in a game of so many seats;
// nil where nobody knows.
func botRating(t *i18n.Catalog, info rules.Info, seats int, level bot.Level) *page.RatingMark {
	_, sides := info.Sides(seats)
	rating := level.Rating(info.Key, sides)
	if rating == 0 {
		return nil
	}
	return &page.RatingMark{Number: strconv.Itoa(rating), Doubt: t.T("bot.estimate-why"), Short: t.T("bot.estimate")}
}

// bot tells whether a bot sits in a seat.
func (g Game) bot(seat rules.Seat) bool { return int(seat) <= len(g.Bots) && g.Bots[seat-1] != 0 }

// botsElse tells whether bots have all seats that the viewer has not.
func (b *Builder) botsElse() bool {
	bots := 0
	for _, level := range b.Game.Bots {
		if level != 0 {
			bots++
		}
	}
	return bots > 0 && bots+len(b.Viewer.Seats) == len(b.Game.Players)
}
