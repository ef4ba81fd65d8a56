package setup

import (
	"strconv"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// LevelField is the field of a form with the level of bots.
const LevelField = "level"

// BotField returns the field with the level of the bot in a seat; empty for a person.
func BotField(seat rules.Seat) string { return "bot-" + strconv.Itoa(int(seat)) }

// botFields are the fields of all seats that a game may have.
func BotFields() (names []string) {
	for seat := rules.Seat(1); seat <= rules.MaxSeats; seat++ {
		names = append(names, BotField(seat))
	}
	return names
}

// FirstBot is the level of the bot that beginners are offered.
const FirstBot bot.Level = 1

// LevelOptions returns the levels of a game to choose from. Their strength was measured in games between two
// sides.
func LevelOptions(t *i18n.Catalog, info rules.Info) (options []page.Option) {
	key := "bot.choice"
	if _, sides := info.Sides(len(info.Colours)); sides > 2 {
		key = "bot.choice-two"
	}
	for level := bot.Level(1); level <= bot.MaxLevel; level++ {
		number := strconv.Itoa(int(level))
		options = append(options, page.Option{Value: number, Text: t.T(key, "Name", page.BotGivenName(t, level), "Level", number, "Rating", strconv.Itoa(level.Rating(info.Key, 2)))})
	}
	return options
}

// level asks for the level of bots: a scale with the names of the bots.
func (b Builder) level() Question {
	q := Question{
		Name: LevelField, Text: b.T.T("setup.level"), Help: b.T.T("setup.level-help", "Level", strconv.Itoa(int(bot.MaxLevel))), Class: "levels",
	}
	for level := bot.Level(1); level <= bot.MaxLevel; level++ {
		number := strconv.Itoa(int(level))
		q.Answers = append(q.Answers, Answer{Value: number, Label: number, Help: page.BotGivenName(b.T, level), Usual: level == b.Level})
	}
	return q
}

// bots asks which of more than two seats are for bots, or, if all others are, which have another level.
func (b Builder) bots() Question {
	t := b.T
	some := Answer{Value: "yes", Label: t.T("setup.bots-yes"), Help: t.T("setup.bots-help")}
	levels := append([]page.Option{{Value: "", Text: t.T("setup.bots-above")}}, LevelOptions(t, b.Info)...)
	for i := range b.Info.Colours {
		seat := rules.Seat(i + 1)
		some.Fields = append(some.Fields, Field{
			Name: BotField(seat), Label: page.SeatWords(t, b.Info, seat), Options: levels, Class: BotField(seat),
		})
	}
	return Question{
		Name: "bots", Text: b.byOpponent("setup.bots", "setup.bots-level"), Class: "seating for-more",
		Answers: []Answer{{Value: "no", Label: b.byOpponent("setup.bots-no", "setup.bots-no-level")}, some},
	}
}
