package page

import (
	"strings"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/i18n"
)

// Terms are what the players of a game agree before it begins.
type Terms struct {
	Options map[string]string // of the game; missing ones have their defaults
	Control record.Control
	Rated   bool
	Match   bool // the first of two games
	Drawn   bool // seats are drawn by lot when the game is full
	Explore bool // players may analyse other positions while it goes on
}

// Words describes the terms: always the clock and whether the game is rated, the rest where it is unusual.
func (terms Terms) Words(t *i18n.Catalog, info rules.Info) []string {
	words := []string{ControlWords(t, terms.Control)}
	if terms.Rated {
		words = append(words, t.T("setup.rated-yes"))
	} else {
		words = append(words, t.T("setup.rated-no"))
	}
	words = append(words, terms.Unusual(t, info)...)
	if !terms.Explore {
		words = append(words, t.T("terms.no-explore"))
	}
	return words
}

// Short describes the terms by which players choose a game, for a list: the clock, and that it is rated.
func (terms Terms) Short(t *i18n.Catalog) string {
	var words []string
	if !terms.Control.None() {
		words = append(words, ControlShort(t, terms.Control))
	}
	if terms.Rated {
		words = append(words, t.T("terms.rated"))
	}
	return strings.Join(words, Dot)
}

// Unusual describes the terms that change the game itself, where they are unusual.
func (terms Terms) Unusual(t *i18n.Catalog, info rules.Info) (words []string) {
	if terms.Match {
		words = append(words, t.T("setup.match-two"))
	}
	return append(words, OptionWords(t, info, terms.Options)...)
}
