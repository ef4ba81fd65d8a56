package setup

import "hexclub/views/page"

// A GamesPage shows all games to choose from.
type GamesPage struct {
	page.Frame
	Heading string
	Help    string
	SameAs  string          // heading of the links below
	Same    []page.ClubLink // forms that copy something; empty for none
	Games   []GameCard
	Href    func(game string) string // address of the page of a game
}
