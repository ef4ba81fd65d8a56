package page

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/views/i18n"
)

// BotGivenName returns the name of a level's bot without the word for bots.
func BotGivenName(t *i18n.Catalog, level bot.Level) string {
	keys := [bot.MaxLevel]string{"bot.1", "bot.2", "bot.3", "bot.4", "bot.5", "bot.6"}
	return t.T(keys[level-1])
}

// BotName returns the name of a level's bot.
func BotName(t *i18n.Catalog, level bot.Level) string {
	return t.T("bot.name", "Name", BotGivenName(t, level), "Level", strconv.Itoa(int(level)))
}

// BotNames returns the names of bots in one game, by seat: several bots of one level get letters. Level 0 is a
// seat without a bot, with an empty name.
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

// PlayerName returns the name of a player: the account's name, a guest's number made from the id, or that the
// account was deleted. Id "" has no name.
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

// PlayerAndColour returns "Ann (Blue)", or only the colour of a player without another name. Players are by seat
// from 1.
func PlayerAndColour(t *i18n.Catalog, info rules.Info, players []string, seat rules.Seat) string {
	name, colour := players[seat-1], t.T("colour."+info.Colours[seat-1])
	if name == colour {
		return name
	}
	return name + " (" + colour + ")"
}

// Versus returns the opponents: "Ann against Ben", by teams if seats share a colour, in a list if there are more
// than two sides. Names are by seat from 1.
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

// MostSuggested is how many members a field for a name suggests at most.
const MostSuggested = 100
