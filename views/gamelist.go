package views

// A GamesPage shows all games to choose from.
type GamesPage struct {
	Frame
	Heading string
	Help    string
	Games   []GameCard
	Learn   bool // to read their rules
}
