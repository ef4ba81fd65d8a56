package page

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/views/i18n"
)

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

// PlayerName is how a player is called on pages: the account's name, a guest's
// number made from the person's id, or that the account was deleted. Nobody
// (id "") has no name.
func PlayerName(t *i18n.Catalog, id, name string, deleted bool) string {
	switch {
	case name != "":
		return name
	case id == "":
		return ""
	case deleted:
		return t.T("player.deleted")
	}
	return t.T("player.guest", "Number", id[:min(4, len(id))])
}

// PlayerAndColour is "Ann (Blue)", or the colour alone where it is all the
// name there is. Players are by seat from 1.
func PlayerAndColour(t *i18n.Catalog, info rules.Info, players []string, seat rules.Seat) string {
	name, colour := players[seat-1], t.T("colour."+info.Colours[seat-1])
	if name == colour {
		return name
	}
	return name + " (" + colour + ")"
}

// Versus is who plays: "Ann against Ben", by teams where seats share a colour,
// in a row where there are more than two sides. Names are by seat from 1.
func Versus(t *i18n.Catalog, info rules.Info, names []string) string {
	if len(names) == 2 { // each is a side
		return names[0] + " " + t.T("play.versus") + " " + names[1]
	}
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
