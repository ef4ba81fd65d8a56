package table

import "hexclub/rules"

// A PairingGame is the part of a game's page about its pairing.
type PairingGame struct {
	Href string // of the pairing
	Nth  int    // game of the pairing
	Next string // address of the game that follows when it is over; empty for none

	Forfeit rules.Reason // why its player forfeited it, which its record does not know; empty when not
}
