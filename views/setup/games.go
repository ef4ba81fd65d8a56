package setup

import "hexclub/views/page"

// A GamesPage shows all games to choose from.
type GamesPage struct {
	page.Frame
	Heading string
	Help    string
	Same    *SameForm // nil for no earlier one
	Games   []GameCard
	Href    func(game string) string // address of the page of a game
}

// A SameForm asks for something earlier that a new one copies, and what else it takes over.
type SameForm struct {
	Heading string
	Action  string
	Season  string // id, of the new one
	Tick    string // question for what else is taken over, with the answer "yes"
	Name    string // of that field
	Earlier []page.Option
}
