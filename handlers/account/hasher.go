package account

import (
	"cmp"
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

// maxHashing is the number of log-ins that can wait or run at once. On a small server the last one
// waits about three seconds. Further ones are rejected.
const maxHashing = 64

// collectAfter is the memory of hashes, in KiB, after which it is collected: that of two by default.
const collectAfter = 2 * 19 * 1024

// A PasswordHasher limits how many passwords are hashed at once. Each hash takes 19 MiB, and with
// one core only one runs at a time, so that turns are not delayed.
type PasswordHasher struct {
	Queue limit.Queue
	cost  hashCost      // of new hashes
	decoy string        // hash without a known password
	used  atomic.Uint64 // memory of all hashes computed so far, in KiB
}

// NewPasswordHasher returns a hasher that hashes at most places passwords at once. A new hash takes
// the given memory, in KiB, or 19 MiB if it is 0.
func NewPasswordHasher(places int, memory uint32) *PasswordHasher {
	h := &PasswordHasher{Queue: limit.NewQueue(places, maxHashing, "error.log-in-busy"), cost: defaultCost}
	h.cost.memory = cmp.Or(memory, h.cost.memory)
	h.decoy = passwordHash{h.cost, make([]byte, saltLength), make([]byte, hashLength)}.String()
	return h
}

// Hash returns the hash of a password with a new salt, in the PHC string format. It returns an
// *rules.Error of kind Unavailable if too many log-ins wait.
func (h *PasswordHasher) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltLength)
	_, _ = rand.Read(salt) // never fails
	sum, err := h.sum(ctx, password, salt, h.cost, hashLength)
	if err != nil {
		return "", err
	}
	return passwordHash{h.cost, salt, sum}.String(), nil
}

// HashPassword returns the hash of a password. Commands and tests that create accounts use it.
func HashPassword(ctx context.Context, password string) (string, error) {
	return NewPasswordHasher(1, 0).Hash(ctx, password)
}

// Check reports whether a hash is that of a password, and whether the hash has another cost than
// new ones. An empty hash fits no password, and the check takes as long as for any other. After a
// wrong password, Check spends the time that a cheaper hash saved. The error is that of Hash, or
// errUnreadableHash for a hash that cannot be read, which takes as long too.
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
		if used := h.used.Add(uint64(cost.memory)); used/collectAfter != (used-uint64(cost.memory))/collectAfter {
			runtime.GC()
		}
	})
	return sum, err
}
