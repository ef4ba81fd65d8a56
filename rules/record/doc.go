// Package record holds games as they were played: the set-up, the events in
// order, and their consequences.
//
// A record is built only from its events, so a caller that stores a set-up and
// a list of event texts has stored the game. [Replay] rebuilds it under the
// version of the rules that the set-up names, even after a reading has been
// corrected. Events are only added, never removed: a takeback is a later event
// that undoes earlier ones. An event is an action in the notation of the game,
// or one of
//
//	resign:N     seat N resigns
//	timeout:N    seat N, which is to act, has run out of time
//	draw:N       seat N offers a draw, or agrees to the offered one
//	takeback:N   seat N asks to take back its last turn and all that followed
//	accept:N     seat N agrees to the open offer
//	decline:N    seat N refuses the open offer, or withdraws its own
//	abort:N      seat N, or the platform for 0, calls the game off: it does not count
//
// With a clock ([Control]), the event that ends a turn is followed by "@" and
// the milliseconds that the turn took: d3xE@5123. The remaining time of each
// seat follows from that.
//
// An engine sees positions but no history, so the record judges the rest:
// whole turns, which seat may still act, repetition, and agreements between
// players. [Match] adds up the two games of a Hexone match. The package is
// pure: it reads no clock and knows seats but no people. [ReplayContext] stops
// when its context is done.
package record
