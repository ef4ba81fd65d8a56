package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"runtime"
	"sync/atomic"

	"golang.org/x/crypto/argon2"

	"hexclub/handlers/limit"
)

// defaultCost is the cost of new password hashes: argon2id with 19 MiB, two passes and one
// lane, the second choice of OWASP's Password Storage Cheat Sheet. It can be raised at any
// time: a log-in replaces a hash of another cost.
var defaultCost = hashCost{memory: 19 * 1024, passes: 2, lanes: 1}

const (
	hashLength = 32 // bytes
	saltLength = 16 // bytes
)

// mostHashing is how many log in at the same moment at most, of whom the last waits for
// some three seconds on a small server; others are rejected, and may try again.
const mostHashing = 64

// collectEvery is after how many hashes what they leave is collected.
const collectEvery = 2

// A PasswordHasher hashes few passwords at once: each takes 19 MiB, and the
// server is small. Where there is one core it is one at a time, so that those who
// play are not kept waiting.
type PasswordHasher struct {
	Queue limit.Queue
	cost  hashCost      // of new hashes
	decoy string        // hash of a password nobody knows
	sums  atomic.Uint32 // how many were made
}

// NewPasswordHasher returns a hasher that hashes so many passwords at once.
func NewPasswordHasher(places int) *PasswordHasher {
	h := &PasswordHasher{Queue: limit.NewQueue(places, mostHashing, "error.log-in-busy"), cost: defaultCost}
	h.decoy = passwordHash{h.cost, make([]byte, saltLength), make([]byte, hashLength)}.String()
	return h
}

// Hash is the hash of a password with a salt of its own, in the PHC string
// format. It is an *rules.Error of kind Unavailable when too many wait.
func (h *PasswordHasher) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltLength)
	_, _ = rand.Read(salt) // never fails
	sum, err := h.sum(ctx, password, salt, h.cost, hashLength)
	if err != nil {
		return "", err
	}
	return passwordHash{h.cost, salt, sum}.String(), nil
}

// HashPassword is the hash of a password, for commands and tests that make accounts.
func HashPassword(ctx context.Context, password string) (string, error) {
	return NewPasswordHasher(1).Hash(ctx, password)
}

// Check reports whether a password has a hash, and whether the hash has another cost than
// new ones. An empty hash fits no password, and the answer takes as long: a cheaper hash is
// made up for when the password is wrong. The error is that of Hash, or errUnreadableHash
// for a hash that cannot be read, which also takes as long.
func (h *PasswordHasher) Check(ctx context.Context, password, hash string) (fits, outdated bool, err error) {
	known := hash != ""
	if !known {
		hash = h.decoy
	}
	stored, unreadable := parseHash(hash)
	if unreadable != nil {
		stored, _ = parseHash(h.decoy)
	}
	sum, err := h.sum(ctx, password, stored.salt, stored.cost, uint32(len(stored.sum)))
	switch {
	case err != nil:
		return false, false, err
	case unreadable != nil:
		return false, false, unreadable
	case subtle.ConstantTimeCompare(sum, stored.sum) == 1 && known:
		return true, stored.outdated(h.cost), nil
	}
	if missing := h.cost.less(stored.cost); missing.memory > 0 {
		_, err = h.sum(ctx, password, stored.salt, missing, hashLength)
	}
	return false, false, err
}

func (h *PasswordHasher) sum(ctx context.Context, password string, salt []byte, cost hashCost, length uint32) (sum []byte, err error) {
	err = h.Queue.Do(ctx, func() {
		sum = argon2.IDKey([]byte(password), salt, cost.passes, cost.memory, cost.lanes, length)
		// When many log in, the memory of old hashes grows until the collector runs on its
		// own. While 500 people log in at once, collecting it saves 15 to 20 MB of 92 and
		// lengthens the p95 of turns from 10 to 10.5 ms.
		if h.sums.Add(1)%collectEvery == 0 {
			runtime.GC()
		}
	})
	return sum, err
}
