package views

import (
	"slices"
	"strconv"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/views/i18n"
)

// LevelField is the field of a form with the level of bots.
const LevelField = "level"

// BotField is the field with the level of the bot in a seat; empty for a person.
func BotField(seat rules.Seat) string { return "bot-" + strconv.Itoa(int(seat)) }

// botFields are the fields of all seats that a game may have.
func botFields() (names []string) {
	for seat := rules.Seat(1); seat <= rules.MaxSeats; seat++ {
		names = append(names, BotField(seat))
	}
	return names
}

// FirstBot is the level of the bot that people meet first.
const FirstBot bot.Level = 2

// BotGivenName is the bot of a level by its name alone.
func BotGivenName(t *i18n.Catalog, level bot.Level) string {
	keys := [bot.MaxLevel]string{"bot.1", "bot.2", "bot.3", "bot.4", "bot.5", "bot.6"}
	return t.T(keys[level-1])
}

// BotName is how the bot of a level is called on pages.
func BotName(t *i18n.Catalog, level bot.Level) string {
	return t.T("bot.name", "Name", BotGivenName(t, level), "Level", strconv.Itoa(int(level)))
}

// BotNames is how bots of some levels are called who play one game, in the order
// of seats: several of one level have letters. Where the level is 0 no bot sits,
// and the name is empty.
func BotNames(t *i18n.Catalog, levels []bot.Level) []string {
	var count, nth [bot.MaxLevel + 1]int
	for _, level := range levels {
		count[level]++
	}
	names := make([]string, len(levels))
	for i, level := range levels {
		nth[level]++
		switch {
		case level == 0:
		case count[level] == 1:
			names[i] = BotName(t, level)
		default:
			names[i] = t.T("bot.name-nth", "Name", BotGivenName(t, level), "Letter", string(rune('A'+nth[level]-1)), "Level", strconv.Itoa(int(level)))
		}
	}
	return names
}

// botRating is about how strong the bot of a level is in a game of so many seats;
// nil where nobody knows.
func botRating(t *i18n.Catalog, info rules.Info, seats int, level bot.Level) *RatingMark {
	_, sides := info.Sides(seats)
	rating := level.Rating(info.Key, sides)
	if rating == 0 {
		return nil
	}
	return &RatingMark{Number: strconv.Itoa(rating), Doubt: t.T("bot.estimate-why"), Short: t.T("bot.estimate")}
}

// levelOptions are the levels of a game to choose from. What is known of their
// strength is of games between two sides.
func levelOptions(t *i18n.Catalog, info rules.Info) (options []option) {
	key := "bot.choice"
	if _, sides := info.Sides(len(info.Colours)); sides > 2 {
		key = "bot.choice-two"
	}
	for level := bot.Level(1); level <= bot.MaxLevel; level++ {
		number := strconv.Itoa(int(level))
		options = append(options, option{number, t.T(key, "Name", BotGivenName(t, level), "Level", number, "Rating", strconv.Itoa(level.Rating(info.Key, 2)))})
	}
	return options
}

// bots asks which of more than two seats bots take, or where bots take all, which
// are of another level.
func (b setupBuilder) bots() Question {
	t := b.t
	some := Answer{Value: "yes", Label: t.T("setup.bots-yes"), Help: t.T("setup.bots-help")}
	levels := append([]option{{"", t.T("setup.bots-above")}}, levelOptions(t, b.info)...)
	for i := range b.info.Colours {
		seat := rules.Seat(i + 1)
		some.Fields = append(some.Fields, Field{
			Name: BotField(seat), Label: seatWords(t, b.info, seat), Options: levels, Class: BotField(seat),
		})
	}
	return Question{
		Name: "bots", Wordings: byOpponent(t.T("setup.bots"), t.T("setup.bots-level")), Class: "seating for-more",
		Answers: []Answer{{Value: "no", Wordings: byOpponent(t.T("setup.bots-no"), t.T("setup.bots-no-level"))}, some},
	}
}

// bot tells whether a bot sits in a seat.
func (g Game) bot(seat rules.Seat) bool { return int(seat) <= len(g.Bots) && g.Bots[seat-1] != 0 }

// botsElse tells whether bots have all seats that the viewer has not.
func (b *tableBuilder) botsElse() bool {
	bots := 0
	for _, level := range b.Game.Bots {
		if level != 0 {
			bots++
		}
	}
	return bots > 0 && bots+len(b.Viewer.Seats) == len(b.Game.Players)
}

// A NextBot is a bot that fits somebody who has just played another.
type NextBot struct{ Level, Words string }

// nextBot is that bot; nil for none.
func (b *tableBuilder) nextBot() *NextBot {
	next, key := b.Game.NextBot, "bot.play-weaker"
	if next == 0 {
		return nil
	}
	if next > slices.Max(b.Game.Bots) {
		key = "bot.play-stronger"
	}
	return &NextBot{Level: strconv.Itoa(int(next)), Words: b.T.T(key, "Bot", BotName(b.T, next))}
}
