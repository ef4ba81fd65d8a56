// Package record is a game as it was played: the set-up, the events in
// order, and what follows from them.
//
// A record is built only by its events, so whoever stores a set-up and a list
// of event texts has stored the game: [Replay] makes it again, under the
// version of the rules that the set-up names, however often a reading has been
// corrected since. An event is an
// action in its game's notation or an act of the platform, such as
// "resign:2".
//
// The record judges what an engine cannot, because an engine sees positions
// and no history: whole turns, who may still act, and repetition. It is pure:
// it reads no clock and knows no people, only seats.
package record
