package views

// A SetupPage is the form that makes a game.
type SetupPage struct {
	Frame
	Game     string // key
	First    string // colour of seat 1
	Opponent string // chosen: "invite" or "device"
	Starter  string // chosen: "random", "me" or "other"
}

// A JoinPage asks somebody who followed an invitation whether to play.
type JoinPage struct {
	Frame
	Game   string // key
	Host   string // name of who invites
	Colour string // of the free seat
	Piece  Layer  // one of the free seat
	Starts bool   // the free seat plays first
	Action string
}
