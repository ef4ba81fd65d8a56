package page

import (
	"hexclub/rules/pairing"
	"hexclub/views/i18n"
)

// UnitShort returns what two opponents play, in short: "Hexone, a match". Game is the key of the rules.
func UnitShort(t *i18n.Catalog, unit pairing.Unit, game string) string {
	name := t.T(game + ".name")
	switch unit {
	case pairing.TwoGames:
		return t.T("pairing.short-two", "Game", name)
	case pairing.Match:
		return t.T("pairing.short-match", "Game", name)
	}
	return name
}
