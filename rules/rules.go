package rules

import "hexclub/rules/hex"

// MaxSeats is the largest number of seats that any game has.
const MaxSeats = 6

// A Seat is a place at the table, numbered from 1 in turn order; 0 is nobody.
type Seat int8

// A Game is one set of rules. Its methods may be called from any goroutine.
type Game interface {
	// Info says what the game is. It never changes.
	Info() Info

	// New returns the state a game starts from: the game's own start, or
	// Setup.Position, under the rules of Setup.Version. Every bad set-up is an
	// *Error of kind Invalid, never a panic; [Info.Complete] says with which
	// keys. A game keeps playing all versions up to its latest, so that a
	// corrected reading never breaks an old record.
	New(Setup) (State, error)
}

// Info is what there is to know about a game before it is played. Whatever a
// person reads of it is a text in the catalogs, below the game's key.
type Info struct {
	Key     string      // in addresses, files and the text protocol: "hexone"
	Version int         // the latest version of the rules as implemented; it rises when a reading is corrected
	Options []Option    // in the order they are offered; the number of seats is one, [SeatsOption], unless it is always 2
	Colours []string    // of the seats' pieces, by seat from 1, for as many seats as there can be: "blue", "red"
	Kinds   []KindInfo  // of action, by Kind
	Phases  []PhaseInfo // what a player can be asked to do, by Phase
	Pieces  []Piece     // that can lie on the board
	Grounds []Ground    // that take each other's place on a cell; none where grounds never change
	Rules   []string    // numbers of the rules, then "r1" and on for the rulings
	Grows   bool        // the board grows, and may move, as the game goes on
	Points  bool        // a win carries points
	Matches bool        // two games with the sides changed make a match, as record.Match has it
	Draws   bool        // a draw may be agreed

	Refusals []string // last parts of the keys of its refusals, which begin with Key and ".refuse."
	Reasons  []Reason // the game itself can end by; those that the platform knows are not among them
}

// NoAction is in every game's Info.Refusals: the last part of the key of what
// is no action of the game at all. No notation names such an action.
const NoAction = "unknown"

// A State is a position in a game: what lies on the board, and everything
// else that decides how it may go on, within a turn too. It does not remember
// how it came about, so it does not know repetition: package record does.
//
// Several goroutines may read a State at the same time while none changes it: Play, Set,
// Retire and Settle alone do.
type State interface {
	// Turn says who acts.
	Turn() Turn

	// Actions appends all legal actions to buf, each once, in an order that
	// depends on the position alone, and returns the longer slice. It
	// allocates nothing when buf has room. When the game is over there is
	// none; otherwise there is at least one.
	Actions(buf []Action) []Action

	// Play carries out an action, which must be legal. It allocates nothing.
	Play(Action)

	// Result returns how the game ended; ok is false while it goes on.
	Result() (result Result, ok bool)

	// Refuse returns nil for a legal action, else the rule that forbids it.
	Refuse(Action) *Refusal

	// Text returns the action's canonical notation, one token without spaces,
	// of MaxNotation bytes at most. Parse reads it back. For what is no action
	// of the game it is any text; neither Text nor Picks panics.
	Text(Action) string

	// Parse reads the notation of any action of the game, legal here or not.
	// Anything else is an *Error of kind Invalid.
	Parse(string) (Action, error)

	// Picks says how the action is chosen on the board: one set of cells for
	// each click, any cell of a set will do. A token is placed by one click
	// on one cell; a stack explodes by a click on the stack, then on any cell
	// its tokens fly to. No picks at all means the action needs a button.
	// Where the sets of two legal actions first differ they share no cell.
	// Secret actions are not chosen like this and have none.
	Picks(Action) [][]hex.Cell

	// Guess returns the action, legal or not, that somebody most likely has in
	// mind who clicks these cells of the board one after the other; there is
	// at least one. Where the cells begin no legal action, what is meant is
	// refused, so that a click is never without an answer.
	Guess(cells []hex.Cell) Action

	// Trace returns what a legal action does to the board, in the order in
	// which it happens. Every cell whose ground or stack is another afterwards
	// is an end of a motion.
	Trace(Action) []Motion

	// Arrange writes a position like this one with other things on the board,
	// at the start of a turn of the seat: each cell with the ground, where that
	// can be another, and the stack that it is given with, and all other cells
	// empty. Options stay as they are, who is out stays out, and the game goes
	// on where this one is over. What the board tells is as the board tells it:
	// the phase of the game, and in some phases whose turn it is.
	//
	// Cells that the game has not are left out. Whether the rest is a position
	// of the game is for Game.New to say, which refuses a stack that the game
	// has no notation for, too. Arrange does not panic on any cells or seat.
	Arrange(cells []BoardCell, seat Seat) string

	// Retire lets a seat leave a game that goes on: its player resigned or
	// ran out of time. Reason is one of these two. What follows (a win for
	// the others, or that they play on) is the game's own. It does nothing
	// when the game is over.
	Retire(seat Seat, why Reason)

	// Settle ends a game that goes on, by repetition or agreement, as the
	// platform's rules have it for this game: a draw, or a count. It does
	// nothing when the game is over.
	Settle(why Reason)

	// Out reports whether a seat has left a game in which others play on, or
	// has been put out of it. It is not about who won or lost.
	Out(seat Seat) bool

	// Position returns the whole state as one line of text, which Game.New
	// takes back without anything else: options that are not the defaults come
	// first, as [Info.OptionText] writes them.
	Position() string

	// Board returns what there is to draw.
	Board() Board

	// Key returns positions apart as repetition does: by what lies on the
	// board and in the reserves, the state of the tiles, who is out, who acts,
	// what of the turn is still to be done, and how the game ended. Neither
	// the numbers of Turn count nor how many seats have just passed, so what
	// follows from equal keys may differ by that. Equal positions have equal
	// keys, others differ but for an accident of 128 bits.
	Key() Key

	// Clone returns a copy that shares nothing with s.
	Clone() State

	// Set makes the state equal to another of the same game and options, in
	// the memory it already has: bots play out without allocating.
	Set(State)

	// Seats returns the number of seats of this game, from 2 to MaxSeats.
	Seats() int
}

// A Turn says whose it is, how far it has gone, and what is to be done.
type Turn struct {
	Seat   Seat  // who acts; 0 when the game is over
	Number int   // of the turn, from 1
	Action int   // of the action to come within the turn, from 0
	Phase  Phase // what is asked of the seat; means nothing when the game is over
}

// A Phase tells what a player is asked to do; what there is to know of it is
// Info.Phases[phase].
type Phase uint8

// A PhaseInfo is what there is to know of a phase.
type PhaseInfo struct {
	Name string // last part of keys below the game's key and ".prompt."
	Rule string // number of the rule that leaves nothing else to do; empty where the player plays freely
}

// A Kind tells a game's actions apart; what there is to know of it is
// Info.Kinds[kind].
type Kind uint8

// A KindInfo is what there is to know of a kind of action.
type KindInfo struct {
	Name string // last part of keys below the game's key and ".action."

	// Secret says that whether an action of this kind is legal must not be
	// told to whoever does not ask: pages neither offer nor count such actions,
	// and no refusal names one instead.
	Secret bool

	// Option is the key of the option without which, set to "yes", the game has
	// no actions of this kind. Empty for none.
	Option string

	// Marker is the key of the option under which a player may put a marker on
	// the cell first, to think; it is no part of the position. Empty for none.
	Marker string
}

// An Action is one atomic decision. It is comparable and holds no pointers.
// Which fields a kind uses is the game's own; the others are zero. What points
// at more than two cells is made by [NewClaim].
//
// It has four fields, not five, because the compiler keeps no larger struct in
// registers, and actions are what playouts pass around.
type Action struct {
	Kind Kind
	Way  hex.Direction
	Span
	More uint64 // cells after From and To, 16 bits each
}

// A Span is where an action starts and ends.
type Span struct{ From, To hex.Cell }

// At returns the action of a kind on one cell.
func At(kind Kind, cell hex.Cell) Action {
	return Action{Kind: kind, Span: Span{From: cell}}
}

// Between returns the action of a kind from one cell to another.
func Between(kind Kind, from, to hex.Cell) Action {
	return Action{Kind: kind, Span: Span{from, to}}
}

// Toward returns the action of a kind on one cell in a direction.
func Toward(kind Kind, cell hex.Cell, way hex.Direction) Action {
	return Action{Kind: kind, Way: way, Span: Span{From: cell}}
}
