package setup

import "hexclub/views/page"

// A GamesPage shows all games to choose from.
type GamesPage struct {
	page.Frame
	Heading string
	Help    string
	Games   []GameCard
	Learn   bool // to read their rules
}
