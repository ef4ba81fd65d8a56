package page

import (
	"hexclub/rules/pairing"
	"hexclub/views/i18n"
)

// UnitShort returns what two opponents play, in short: "Hexone, a match". Game is the key of the rules.
func UnitShort(t *i18n.Catalog, unit pairing.Unit, game string) string {
	return unitText(t, unit, game, [3]string{game + ".name", "pairing.short-two", "pairing.short-match"})
}

// UnitWords describes what two opponents play: "A match of Hexone: two games, their points added".
func UnitWords(t *i18n.Catalog, unit pairing.Unit, game string) string {
	return unitText(t, unit, game, [3]string{"pairing.unit-game", "pairing.unit-two", "pairing.unit-match"})
}

// unitText returns the text about a unit of a game, of those for one game, two games and a match.
func unitText(t *i18n.Catalog, unit pairing.Unit, game string, keys [3]string) string {
	key := keys[0]
	switch unit {
	case pairing.TwoGames:
		key = keys[1]
	case pairing.Match:
		key = keys[2]
	}
	return t.T(key, "Game", t.T(game+".name"))
}
