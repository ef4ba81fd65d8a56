package account

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

// A hashCost has the parameters of argon2id.
type hashCost struct {
	memory uint32 // KiB
	passes uint32
	lanes  uint8
}

// The limits of a stored hash. A damaged row must not exhaust memory or time: the costliest
// hash takes as much memory as seven of the default cost, and about as long as 27.
const (
	maxHashMemory = 128 * 1024 // KiB
	maxHashPasses = 16
	maxHashLanes  = 4
	maxHashWork   = 1 << 20 // KiB times passes
)

// valid reports whether the parameters are possible and within the limits.
func (c hashCost) valid() bool {
	return c.lanes >= 1 && c.lanes <= maxHashLanes && c.passes >= 1 && c.passes <= maxHashPasses &&
		c.memory >= 8*uint32(c.lanes) && c.memory <= maxHashMemory && c.work() <= maxHashWork
}

// work returns a number to which the time of a hash is proportional.
func (c hashCost) work() uint32 { return c.memory * c.passes }

// less returns the parameters of a hash that takes as long as c minus a cheaper cost, or no memory
// if there is no difference.
func (c hashCost) less(cheaper hashCost) hashCost {
	if c.work() <= cheaper.work() {
		return hashCost{}
	}
	c.memory = (c.work() - cheaper.work()) / c.passes
	return c
}

// A passwordHash is a salted hash of a password, with its parameters.
type passwordHash struct {
	cost      hashCost
	salt, sum []byte
}

// outdated reports whether a new hash would have other parameters.
func (h passwordHash) outdated(cost hashCost) bool {
	return h.cost != cost || len(h.salt) != saltLength || len(h.sum) != hashLength
}

// String returns the hash in the PHC string format.
func (h passwordHash) String() string {
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s",
		argon2.Version, h.cost.memory, h.cost.passes, h.cost.lanes, encode(h.salt), encode(h.sum))
}

// errUnreadableHash means that a stored hash is damaged or has another format.
var errUnreadableHash = errors.New("password hash cannot be read")

// parseHash parses a hash in the PHC string format. It returns errUnreadableHash for any other
// text.
func parseHash(text string) (h passwordHash, err error) {
	parts := strings.Split(text, "$")
	if len(parts) != 6 {
		return h, errUnreadableHash
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &h.cost.memory, &h.cost.passes, &h.cost.lanes); err != nil {
		return h, fmt.Errorf("%w: its parameters", errUnreadableHash)
	}
	if h.salt, err = base64.RawStdEncoding.DecodeString(parts[4]); err != nil {
		return h, fmt.Errorf("%w: its salt", errUnreadableHash)
	}
	if h.sum, err = base64.RawStdEncoding.DecodeString(parts[5]); err != nil {
		return h, fmt.Errorf("%w: its sum", errUnreadableHash)
	}
	switch {
	case !h.cost.valid():
		return h, fmt.Errorf("%w: its cost %+v is out of bounds", errUnreadableHash, h.cost)
	case len(h.salt) < 8 || len(h.salt) > 64 || len(h.sum) < 16 || len(h.sum) > 64:
		return h, fmt.Errorf("%w: %d bytes of salt, %d of sum", errUnreadableHash, len(h.salt), len(h.sum))
	case h.String() != text: // another version or algorithm, which the scan ignores
		return h, errUnreadableHash
	}
	return h, nil
}
