package table

import (
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/rating"
	"hexclub/rules/record"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A Game is a game for its pages.
type Game struct {
	ID       string
	Record   *record.Record
	Players  []string    // names, by seat - 1; empty for a free seat
	Profiles []Profile   // by seat - 1; none on one device
	Bots     []bot.Level // by seat - 1; 0 for people
	Revision int         // rises with every change
	Waiting  bool        // a seat is free
	Explore  bool        // players may use the sandbox while the game goes on
	Clocks   Clocks
	NoShow   rules.Seat   // did not play a first turn in time, so the game was called off; 0 for none
	Room     *WaitingRoom // nil once the game has begun
	Gone     bool         // a player's account was deleted
	Rated    bool
	Ratings  []rating.Rating // of the players, by seat - 1, before the game changed them; none in a casual game
	Series   Series
	After    After
}

// A Profile is what a page shows of a player next to the name.
type Profile struct {
	Href   string // address of the profile; empty for guests
	Avatar string // id of the avatar
}

// An After is how a finished game can continue.
type After struct {
	Rematch *Rematch        // the requested next game; nil for none
	NextBot bot.Level       // the bot to offer next to a viewer who has played one; 0 for none
	Class   rating.Class    // of the game's clock
	Changes []rating.Change // of ratings, by seat - 1; nil if the game was not rated
}

// A Viewer is a person who looks at a game.
type Viewer struct {
	Seats   []rules.Seat // seats of the viewer
	Confirm bool         // the viewer confirms whole turns
	Pace    record.Pace  // of the game, for the viewer
}

// A Play is what every page with a board to play on shows: the board, the seat to act, and the choices of the
// next action. Games, lessons, figures and sandboxes share it.
type Play struct {
	T      *i18n.Catalog
	Head   Head
	Board  board.Board
	Seats  []Seat
	Counts []string // numbers that the board shows and that belong to no seat
	Status Status
	Draft  Draft
	Hints  Hints
	Tools  Tools
}

// A Table is the part of a game's page that changes as the game is played.
type Table struct {
	Play
	Awaiting page.Awaiting
	News     bool     // the reader may not know the last turn yet
	Terms    []string // the clock, whether the game is rated, and options that differ from the usual ones
	Offers   Offers
	Series   Series
	Turns    TurnList
	Film     *board.Film  // of the last turn, shown in place of the board for a moment; nil for none
	Room     *WaitingRoom // nil once the game has begun
	Ending   Ending
	Pages    PositionPages
	Replay   *Replay // nil except on replay pages
}

// PositionPages are the addresses of other pages with the position of a table.
type PositionPages struct {
	Explore string // the sandbox; empty if it is not offered
	Present string // for projectors; empty while the game goes on, except in a replay
}

// A Head names the game and the page.
type Head struct {
	ID       string // of the game; empty outside of games
	Key      string // of the rules
	Game     string // name of the rules
	Title    string // of the page, for lists of tabs
	Heading  string // of the page, for screen readers
	Revision string
	Moved    string // number of the last event that moved
	Turns    string // number of turns so far
	Counted  bool   // the board shows numbers for the whole table until the game is over
}

// A Series links a game to the match or pairing that it is part of.
type Series struct {
	Match   *MatchGame   // nil for a game by itself
	Pairing *PairingGame // nil for a game without a pairing
}

// Tools change how the viewer sees the board and confirms turns.
type Tools struct {
	Return  string         // address that the page returns to
	Turn    string         // next direction of the board
	Confirm *ConfirmSwitch // nil for a viewer without turns to confirm
}

// A ConfirmSwitch shows whether the viewer confirms whole turns in games of the pace.
type ConfirmSwitch struct {
	Pace record.Pace
	On   bool
}
