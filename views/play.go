package views

// A PlayPage is the page of a game in play.
type PlayPage struct {
	Frame
	Table    Table
	Chat     *Chat // nil where there is none
	Oversees bool  // others have one, which the reader sees to as an organiser
}
