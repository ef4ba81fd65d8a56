package db

import "crypto/rand"

// alphabet has 32 letters, so that one takes exactly five random bits, and
// none that is easily read as another.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

// Lengths of ids in letters of five bits. The id of a person or a game names
// it and need only be unique; an invitation must not be guessed.
const (
	personLetters = 16
	gameLetters   = 12
	inviteLetters = 26
)

// NewID is n random letters, lower case and safe in addresses. It is as hard
// to guess as 5n bits.
func NewID(n int) string {
	id := make([]byte, n)
	_, _ = rand.Read(id) // never fails: the program ends when there is no randomness
	for i, b := range id {
		id[i] = alphabet[b&31]
	}
	return string(id)
}
