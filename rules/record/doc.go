// Package record is a game as it was played: the set-up, the events in
// order, and what follows from them.
//
// A record is built only by its events, so whoever stores a set-up and a list
// of event texts has stored the game: [Replay] makes it again, under the
// version of the rules that the set-up names, however often a reading has been
// corrected since. Events are only ever added; what is taken back stays in the
// list and is undone by a later event. An event is an action in its game's
// notation, or one of
//
//	resign:N     seat N gives up
//	timeout:N    seat N, which is to act, has no time left
//	draw:N       seat N offers a draw, or agrees to the one offered
//	takeback:N   seat N asks to take back its last turn and all that followed
//	accept:N     seat N agrees to the open offer
//	decline:N    seat N refuses the open offer, or withdraws its own
//	abort:N      seat N calls the game off, 0 the platform: it counts for nothing
//
// Where there is a clock ([Control]), "@" and the milliseconds that the turn
// took follow the event that ended it: d3xE@5123. What each seat has left
// follows from that.
//
// The record judges what an engine cannot, because an engine sees positions
// and no history: whole turns, who may still act, repetition, and what players
// agree on. [Match] adds up the two games of a Hexone match. The package is
// pure: it reads no clock and knows no people, only seats. [ReplayContext] stops when
// nobody waits for its result any more.
package record
