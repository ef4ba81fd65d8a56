package table

// A PairingOf is what a game tells of the pairing that it is part of.
type PairingOf struct {
	Href string // of the pairing
	Nth  int    // game of the pairing
	Next string // address of the game that follows when it is over; empty for none
}
