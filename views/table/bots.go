package table

import (
	"strconv"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// botRating returns the measured rating of a level's bot in a game with so many seats; nil if it was not
// measured.
func botRating(t *i18n.Catalog, info rules.Info, seats int, level bot.Level) *page.RatingMark {
	_, sides := info.Sides(seats)
	rating := level.Rating(info.Key, sides)
	if rating == 0 {
		return nil
	}
	return &page.RatingMark{Number: strconv.Itoa(rating), Doubt: t.T("bot.estimate-why"), Short: t.T("bot.estimate"), Estimate: true}
}

// bot reports whether a bot has a seat.
func (g Game) bot(seat rules.Seat) bool { return int(seat) <= len(g.Bots) && g.Bots[seat-1] != 0 }

// botsElse reports whether bots have all seats except the viewer's.
func (b *Builder) botsElse() bool {
	bots := 0
	for _, level := range b.Game.Bots {
		if level != 0 {
			bots++
		}
	}
	return bots > 0 && bots+len(b.Viewer.Seats) == len(b.Game.Players)
}
