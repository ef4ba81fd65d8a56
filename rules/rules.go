package rules

import "hexclub/rules/hex"

// MaxSeats is the largest number of seats of any game.
const MaxSeats = 6

// A Seat is a place at the table, numbered from 1 in turn order; 0 is no seat.
type Seat int8

// A Game is one set of rules. Its methods are safe for concurrent use.
type Game interface {
	// Info describes the game. It never changes.
	Info() Info

	// New returns the initial state: the game's own start, or Setup.Position,
	// under the rules of Setup.Version. A bad set-up is an *Error of kind
	// Invalid, never a panic; [Info.Complete] lists the keys. A game supports
	// all versions up to its latest, so that a corrected reading never breaks
	// an old record.
	New(Setup) (State, error)
}

// Info describes a game before it is played. All texts that people read are in
// the catalogs, below the game's key.
type Info struct {
	Key     string      // in addresses, files and the text protocol: "hexone"
	Version int         // the latest version of the rules; it rises when a reading is corrected
	Options []Option    // in display order; [SeatsOption] is one of them, unless the game always has two seats
	Colours []string    // of the seats' pieces, by seat - 1, for the largest number of seats: "blue", "red"
	Kinds   []KindInfo  // of actions, by Kind
	Phases  []PhaseInfo // what the game asks of a player, by Phase
	Pieces  []Piece     // all pieces of the game
	Grounds []Ground    // the grounds that a cell can change between; none if grounds never change
	Rules   []string    // numbers of the rules, then "r1" and so on for the rulings
	Grows   bool        // the board grows, and may move, during the game
	Points  bool        // a win carries points
	Matches bool        // two games with changed sides make a match (see record.Match)
	Draws   bool        // a draw may be agreed

	Refusals []string // last parts of the keys of refusals, after Key and ".refuse."
	Reasons  []Reason // by which the game itself can end, without those of the platform
}

// NoAction is in every game's Info.Refusals: the last part of the key for
// something that is no action of the game. It has no notation.
const NoAction = "unknown"

// A State is a position in a game: the board and everything else that
// determines how the game continues, including the state of a turn in
// progress. It has no history, so it does not judge repetition: package record
// does.
//
// Several goroutines may read a State while none changes it. Only Play, Set,
// Retire and Settle change it.
type State interface {
	// Turn returns the seat to act and the phase of its turn.
	Turn() Turn

	// Actions appends all legal actions to buf, each once, and returns the
	// extended slice. The order depends only on the position. It does not
	// allocate if buf has room. There is at least one action unless the game
	// is over, and none when it is over.
	Actions(buf []Action) []Action

	// Play carries out an action, which must be legal. It does not allocate.
	Play(Action)

	// Result returns how the game ended; ok is false while it continues.
	Result() (result Result, ok bool)

	// Refuse returns nil for a legal action, and otherwise the rule that
	// forbids it.
	Refuse(Action) *Refusal

	// Text returns the canonical notation of an action: one token without
	// spaces, of at most MaxNotation bytes, which Parse reads back. For
	// something that is no action of the game it returns any text. Neither
	// Text nor Picks panics.
	Text(Action) string

	// Parse parses the notation of any action of the game, whether legal in
	// this position or not. Anything else is an *Error of kind Invalid.
	Parse(string) (Action, error)

	// Picks returns how to choose the action on the board: one set of cells
	// for each click. A click on any cell of the set will do. For example, one
	// click on a cell places a token; a click on a stack and one on any cell
	// that its tokens reach explode it. An action without picks needs a
	// button. Where the sets of two legal actions first differ they have no
	// cell in common. Secret actions have no picks.
	Picks(Action) [][]hex.Cell

	// Guess returns the action, legal or not, that a player who clicks these
	// cells in this order most likely intends. There is at least one cell. If
	// the cells do not start the choice of a legal action, the guessed action
	// is refused, so that every click gets an answer.
	Guess(cells []hex.Cell) Action

	// Trace returns the effects of a legal action on the board, in order.
	// Every cell whose ground or stack changes is an end of a motion.
	Trace(Action) []Motion

	// Arrange returns a position like this one with other pieces on the board,
	// at the start of a turn of the seat. The given cells get their stacks
	// and, where grounds can change, their grounds; all other cells are empty.
	// Options and seats that are out do not change; a game that is over
	// continues. What the board determines follows from the board: the phase
	// of the game, and in some phases the seat to act.
	//
	// Arrange ignores cells that are not on the board, and panics on no input.
	// Game.New decides whether the result is a position of the game; it also
	// rejects a stack without notation.
	Arrange(cells []BoardCell, seat Seat) string

	// Retire removes a seat from a running game because its player resigned or
	// ran out of time, the two possible reasons. The game determines what
	// follows: the others win, or they play on. It does nothing when the game
	// is over.
	Retire(seat Seat, why Reason)

	// Settle ends a running game by repetition or agreement. The platform's
	// rules determine the result for this game: a draw, or a count. It does
	// nothing when the game is over.
	Settle(why Reason)

	// Out reports whether a seat has left, or was eliminated from, a game in
	// which others play on. It does not depend on the result.
	Out(seat Seat) bool

	// Position returns the whole state as one line of text, which Game.New
	// accepts without further options. Options that differ from their defaults
	// come first, as [Info.OptionText] writes them.
	Position() string

	// Board returns how to draw the position.
	Board() Board

	// Key identifies positions for repetition: by the board and the reserves,
	// the state of the tiles, the seats that are out, the seat to act, the
	// rest of its turn, and how the game ended. The numbers in Turn and the
	// count of consecutive passes are not part of it, so positions with equal
	// keys may differ in these. Equal positions have equal keys; different
	// ones collide only by accident in 128 bits.
	Key() Key

	// Clone returns a copy that shares no memory with the state.
	Clone() State

	// Set copies another state of the same game and options into this one
	// without allocating, for playouts.
	Set(State)

	// Seats returns the number of seats of this game, from 2 to MaxSeats.
	Seats() int
}

// A Turn says which seat acts, how far its turn has progressed, and in which
// phase.
type Turn struct {
	Seat   Seat  // the seat to act; 0 when the game is over
	Number int   // of the turn, from 1
	Action int   // of the next action within the turn, from 0
	Phase  Phase // meaningless when the game is over
}

// A Phase is what the game asks of a player. Info.Phases[phase] describes it.
type Phase uint8

// A PhaseInfo describes a phase.
type PhaseInfo struct {
	Name string // last part of catalog keys, after the game's key and ".prompt."
	Rule string // number of the rule that compels the player; empty if the player has a free choice
	Part int    // of the game that the phase belongs to, from 0; 0 too for phases of all parts
}

// A Kind is a kind of action. Info.Kinds[kind] describes it.
type Kind uint8

// A KindInfo describes a kind of action.
type KindInfo struct {
	Name string // last part of catalog keys, after the game's key and ".action."

	// Secret means that pages must not reveal whether an action of this kind
	// is legal: they neither offer nor count such actions, and no refusal
	// names one in Instead.
	Secret bool

	// Option is the key of an option. The game has actions of this kind only
	// if the option is "yes". Empty for none.
	Option string

	// Marker is the key of an option under which a player may first put a
	// marker on the cell as a thinking aid. The marker is not part of the
	// position. Empty for none.
	Marker string
}

// An Action is one atomic decision. It is comparable and holds no pointers.
// Each game defines which fields a kind uses; the others are zero. [NewClaim]
// creates actions with more than two cells.
//
// It has four fields, not five, because the compiler keeps no larger struct in
// registers, and playouts pass many actions around.
type Action struct {
	Kind Kind
	Way  hex.Direction
	Span
	More uint64 // cells after From and To, 16 bits each
}

// A Span is the start and the end of an action.
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
