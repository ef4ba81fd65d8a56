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

// A Game is a game as its pages need it.
type Game struct {
	ID       string
	Record   *record.Record
	Players  []string    // names by seat from 1, empty for a free seat
	Profiles []string    // addresses of their profiles, empty for who has none
	Bots     []bot.Level // by seat - 1, 0 for people
	Revision int         // rises with every change
	Waiting  bool        // a seat is free
	Explore  bool        // players may look at other positions while it goes on
	Clocks   Clocks
	Room     *WaitingRoom // while it waits
	Gone     bool         // a player's account was deleted
	Rematch  *Rematch     // that a player has asked for since it is over; nil for none
	NextBot  bot.Level    // another that fits the viewer, who has played one; 0 for none
	Rated    bool
	Ratings  []rating.Rating // of the players, by seat - 1, before the game changed them; none in a casual game
	Match    *MatchGame      // nil for a game by itself
	Pairing  *PairingOf      // nil for a game that nobody was paired for
	Class    rating.Class    // of its clock
	Changes  []rating.Change // of ratings, by seat - 1, when it is over and was rated
}

// A Viewer is who looks at a game.
type Viewer struct {
	Seats   []rules.Seat // those the viewer holds
	Confirm bool         // wants to confirm whole turns
}

// A Table is the part of the page that changes as the game is played: the
// board and all that is said beside it.
type Table struct {
	T          *i18n.Catalog
	ID         string
	Return     string   // address of the table as it is
	NextTurn   string   // of the board, if it is turned on
	Game       string   // name of the game
	Key        string   // of the game
	Options    []string // in words, those that are not as usual
	Terms      []string // agreed on beside the rules: the clock, rated or not
	Draft      string   // the turn in the making, which news of the same position leaves alone
	Title      string   // of the page, as lists of tabs show it
	Awaiting   page.Awaiting
	Heading    string // of the page, as it is read out
	Revision   string
	Moved      string
	Board      board.Board
	Players    []Player
	Counts     []string // what the board tells in numbers of the whole table
	Last       string   // what was played last, empty when the board shows something else
	News       bool     // the reader may not know yet what was played last
	Status     string   // what is expected, or how the game ended
	Mine       bool     // the viewer is to act
	Thinking   bool     // a bot is
	NextBot    *NextBot // nil for none
	Watching   bool     // the viewer has no seat in a game that goes on
	Over       bool
	Problem    *page.Problem
	Steps      []Step     // of the turn in the making
	Undo       *page.Link // takes back the last step or pick
	Commit     *Commit
	Choices    []board.Choice // every legal action, or what they start with
	Actions    int            // how many legal actions there are
	Compulsory *page.Problem  // why there is nothing else to do; nil when there is
	Declaring  *Declaring     // nil in games without claims
	Write      *Write         // where a turn can be written instead of clicked
	Turns      []board.TurnLine
	Explore    string       // address of the sandbox with this position; empty when it is not offered
	Earlier    int          // turns before these, which are not listed
	Acts       *Acts        // nil when the viewer can do nothing beside playing
	Room       *WaitingRoom // nil once the game has begun
	Offer      *OpenOffer
	Begins     string // that a clock is yet to begin; empty when none is
	Closed     string // what has become of an offer just now; empty for nothing to tell
	Match      *MatchGame
	Pairing    *PairingOf
	Rated      *RatingChanges // nil where the game changed none
	Rematch    string         // where another game is asked for; empty where it is not
	Next       *Rematch       // the one that was asked for; nil for none
	Switch     *Switch
	AskHint    *page.Link // where a turn is suggested; nil where none is
	NoHint     string     // why none is where one could be expected
	Hint       *Hint      // that was asked for
	Replay     *Replay    // set on replay pages alone
}

// A Declaring is what there is for claims: what can be claimed, or, while cells
// are pointed at, the claim that is being made.
type Declaring struct {
	Pointing bool
	Offers   []board.Choice
	Cells    []string  // pointed at
	Cancel   page.Link // stops pointing
}

// A Write is the form in which a turn is written.
type Write struct {
	Page, Fragment, Draft string
	Text                  string // as it was written, where it could not be read
}

// A Step is one action of the turn in the making.
type Step struct {
	Text string
	Link page.Link // back to the turn as it was after this step
}

// A Commit is the form that makes a whole turn count.
type Commit struct{ Action, Draft, Moved string }

// A Switch is the setting that is offered beside the board.
type Switch struct{ Confirm bool }
