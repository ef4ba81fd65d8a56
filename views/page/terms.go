package page

import (
	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/i18n"
)

// Terms are what the players of a game agree on before it begins.
type Terms struct {
	Options map[string]string // of the game; what is missing has its default
	Control record.Control
	Rated   bool
	Match   bool // the first of two games
	Drawn   bool // who sits where is drawn when all are there
	Explore bool // players may look at other positions while it goes on
}

// Words tells the terms: the clock and whether the game counts in any case,
// what else there is where it is not as usual.
func (terms Terms) Words(t *i18n.Catalog, info rules.Info) []string {
	words := []string{ControlWords(t, terms.Control)}
	if terms.Rated {
		words = append(words, t.T("setup.rated-yes"))
	} else {
		words = append(words, t.T("setup.rated-no"))
	}
	if terms.Match {
		words = append(words, t.T("setup.match-two"))
	}
	words = append(words, OptionWords(t, info, terms.Options)...)
	if !terms.Explore {
		words = append(words, t.T("setup.explore-no"))
	}
	return words
}
