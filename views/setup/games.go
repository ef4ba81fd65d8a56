package setup

import "hexclub/views/page"

// A GamesPage shows all games to choose from.
type GamesPage struct {
	page.Frame
	Heading string
	Help    string
	Games   []GameCard
	Href    func(game string) string // address of the page of a game
}
