package handlers

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"

	"golang.org/x/crypto/argon2"
)

// The cost of a password's hash: argon2id with 19 MiB, two passes and one
// lane, the second choice of OWASP's Password Storage Cheat Sheet.
const (
	hashMemory = 19 * 1024 // KiB
	hashPasses = 2
	hashLanes  = 1
	hashLength = 32 // bytes
	saltLength = 16 // bytes
)

// mostHashing is how many log in at the same moment at most, of whom the last waits for
// some three seconds on a small server; others are told to come back.
const mostHashing = 64

// collectEvery is after how many hashes what they leave is collected.
const collectEvery = 2

// A passwordHasher hashes few passwords at once: each takes 19 MiB, and the
// server is small. Where there is one core it is one at a time, so that those who
// play are not kept waiting.
type passwordHasher struct {
	queue queue
	decoy string        // hash of a password nobody knows
	sums  atomic.Uint32 // how many were made
}

func newPasswordHasher() *passwordHasher {
	h := &passwordHasher{queue: newQueue(min(2, spareCores()), mostHashing, "error.log-in-busy")}
	h.decoy = encodeHash(make([]byte, saltLength), make([]byte, hashLength))
	return h
}

// Hash is the hash of a password with a salt of its own, in the PHC string
// format. It is an *rules.Error of kind Unavailable when too many wait.
func (h *passwordHasher) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltLength)
	_, _ = rand.Read(salt) // never fails
	sum, err := h.sum(ctx, password, salt)
	if err != nil {
		return "", err
	}
	return encodeHash(salt, sum), nil
}

// HashPassword is the hash of a password, for who makes an account at the machine.
func HashPassword(ctx context.Context, password string) (string, error) {
	return newPasswordHasher().Hash(ctx, password)
}

// Check says whether a password has a hash. An empty hash fits no password
// and takes as long to say so. Its error is that of Hash, or a hash that
// cannot be read.
func (h *passwordHasher) Check(ctx context.Context, password, hash string) (bool, error) {
	known := hash != ""
	if !known {
		hash = h.decoy
	}
	salt, want, err := decodeHash(hash)
	if err != nil {
		return false, err
	}
	sum, err := h.sum(ctx, password, salt)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(sum, want) == 1 && known, nil
}

func (h *passwordHasher) sum(ctx context.Context, password string, salt []byte) (sum []byte, err error) {
	err = h.queue.do(ctx, func() {
		sum = argon2.IDKey([]byte(password), salt, hashPasses, hashMemory, hashLanes, hashLength)
		// When many log in, what hashes leave would come to hundreds of megabytes before
		// the collector thought of it: what it sees being used it lets double.
		if h.sums.Add(1)%collectEvery == 0 {
			runtime.GC()
		}
	})
	return sum, err
}

const hashPrefix = "$argon2id$v=19$m=19456,t=2,p=1$"

func encodeHash(salt, sum []byte) string {
	encode := base64.RawStdEncoding.EncodeToString
	return hashPrefix + encode(salt) + "$" + encode(sum)
}

func decodeHash(hash string) (salt, sum []byte, err error) {
	rest, ok := strings.CutPrefix(hash, hashPrefix)
	saltText, sumText, found := strings.Cut(rest, "$")
	if !ok || !found {
		return nil, nil, fmt.Errorf("password hash of another make")
	}
	if salt, err = base64.RawStdEncoding.DecodeString(saltText); err != nil {
		return nil, nil, fmt.Errorf("salt of a password hash: %w", err)
	}
	if sum, err = base64.RawStdEncoding.DecodeString(sumText); err != nil {
		return nil, nil, fmt.Errorf("sum of a password hash: %w", err)
	}
	return salt, sum, nil
}
