package rules

// A Key identifies a position. Equal positions have equal keys.
type Key struct{ Hi, Lo uint64 }

// NewKey returns the key of a position encoded as words. A game always uses
// the same number of words in the same order. NewKey does not allocate.
func NewKey(words ...uint64) Key {
	// Two digests of the same words. Every step is reversible, so positions
	// that differ in one word differ in both halves. The constants are
	// arbitrary odd numbers with mixed bits.
	key := Key{Hi: 0x9e3779b97f4a7c15, Lo: 0xc2b2ae3d27d4eb4f}
	for _, word := range words {
		key.Hi = (key.Hi ^ word) * 0xd6e8feb86659fd93
		key.Hi ^= key.Hi >> 32
		key.Lo = (key.Lo + word) * 0xa0761d6478bd642f
		key.Lo ^= key.Lo >> 29
	}
	return key
}
