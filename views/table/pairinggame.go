package table

import "hexclub/rules"

// A PairingGame is what a game tells of the pairing that it is part of.
type PairingGame struct {
	Href string // of the pairing
	Nth  int    // game of the pairing
	Next string // address of the game that follows when it is over; empty for none

	Forfeit rules.Reason // why its player forfeited it, which its record does not know; empty when not
}
