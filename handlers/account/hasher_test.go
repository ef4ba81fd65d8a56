package account

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"hexclub/rules"
)

func TestPassword(t *testing.T) {
	t.Parallel()
	h := NewPasswordHasher(1, 0)
	hash, err := h.Hash(t.Context(), "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("the hash is %q", hash)
	}
	again, err := h.Hash(t.Context(), "correct horse")
	if err != nil || again == hash {
		t.Errorf("the same password has the same hash again, %q (%v)", again, err)
	}
	for name, tt := range map[string]struct {
		password, hash string
		want           bool
	}{
		"right":             {"correct horse", hash, true},
		"wrong":             {"correct horsf", hash, false},
		"empty":             {"", hash, false},
		"nobody":            {"correct horse", "", false},
		"nobody, the decoy": {"", h.decoy, false},
	} {
		t.Run(name, func(t *testing.T) {
			got, outdated, err := h.Check(t.Context(), tt.password, tt.hash)
			if err != nil || got != tt.want || outdated {
				t.Errorf("fits is %v, outdated %v (%v), want %v", got, outdated, err, tt.want)
			}
		})
	}
	const salt, sum = "AAAAAAAAAAAAAAAAAAAAAA$", "AAAAAAAAAAAAAAAAAAAAAA"
	for name, hash := range map[string]string{
		"other make":      "$2b$12$abc",
		"other algorithm": "$argon2i$v=19$m=64,t=1,p=1$" + salt + sum,
		"other version":   "$argon2id$v=16$m=64,t=1,p=1$" + salt + sum,
		"no sum":          "$argon2id$v=19$m=64,t=1,p=1$AAAA",
		"bad salt":        "$argon2id$v=19$m=64,t=1,p=1$?$" + sum,
		"short salt":      "$argon2id$v=19$m=64,t=1,p=1$AAAA$" + sum,
		"bad sum":         "$argon2id$v=19$m=64,t=1,p=1$" + salt + "?",
		"long sum":        "$argon2id$v=19$m=64,t=1,p=1$" + salt + strings.Repeat("A", 400),
		"no memory":       "$argon2id$v=19$m=0,t=1,p=1$" + salt + sum,
		"no passes":       "$argon2id$v=19$m=64,t=0,p=1$" + salt + sum,
		"no lanes":        "$argon2id$v=19$m=64,t=1,p=0$" + salt + sum,
		"much memory":     "$argon2id$v=19$m=131073,t=1,p=1$" + salt + sum,
		"many passes":     "$argon2id$v=19$m=64,t=17,p=1$" + salt + sum,
		"much work":       "$argon2id$v=19$m=131072,t=16,p=2$" + salt + sum + "AA",
		"many lanes":      "$argon2id$v=19$m=64,t=1,p=5$" + salt + sum,
		"overflow":        "$argon2id$v=19$m=4294967360,t=1,p=1$" + salt + sum,
		"more parameters": "$argon2id$v=19$m=64,t=1,p=1,x=1$" + salt + sum,
	} {
		t.Run(name, func(t *testing.T) {
			if fits, _, err := h.Check(t.Context(), "correct horse", hash); !errors.Is(err, errUnreadableHash) || fits {
				t.Errorf("fits is %v, error %v", fits, err)
			}
		})
	}
}

// A check of a wrong password takes as much work for a cheap hash, and for no account, as for a
// hash of the current cost.
func TestCheapHashesTakeAsLong(t *testing.T) {
	t.Parallel()
	for _, stored := range []hashCost{{64, 1, 1}, {19 * 1024, 1, 1}, {9 * 1024, 3, 2}, {19 * 1024, 2, 1}} {
		if work := stored.work() + defaultCost.less(stored).work(); work < defaultCost.work()-defaultCost.passes || work > defaultCost.work() {
			t.Errorf("%+v comes to %d, want %d", stored, work, defaultCost.work())
		}
	}
	if dear := (hashCost{64 * 1024, 3, 1}); defaultCost.less(dear) != (hashCost{}) {
		t.Errorf("a dear hash takes %+v more", defaultCost.less(dear))
	}
	h := NewPasswordHasher(1, 0)
	h.cost = hashCost{128, 3, 1}
	for name, hash := range map[string]string{
		"cheap": passwordHash{hashCost{64, 1, 1}, make([]byte, saltLength), make([]byte, hashLength)}.String(),
		"today": passwordHash{h.cost, make([]byte, saltLength), make([]byte, hashLength)}.String(),
	} {
		before := h.used.Load()
		if fits, _, err := h.Check(t.Context(), "correct horse", hash); err != nil || fits {
			t.Errorf("%s: fits is %v (%v)", name, fits, err)
		}
		if used := h.used.Load() - before; used != map[string]uint64{"cheap": 64 + (128*3-64)/3, "today": 128}[name] {
			t.Errorf("%s: the hashes take %d KiB", name, used)
		}
	}
}

// fill takes all places of a hasher and of its queue. It returns a function that frees them.
func fill(h *PasswordHasher) (free func()) {
	for range cap(h.Queue.Running) {
		h.Queue.Running <- struct{}{}
	}
	for range cap(h.Queue.Waiting) {
		h.Queue.Waiting <- struct{}{}
	}
	return func() {
		for range cap(h.Queue.Running) {
			<-h.Queue.Running
		}
		for range cap(h.Queue.Waiting) {
			<-h.Queue.Waiting
		}
	}
}

// atOnce fails the test if do has to wait.
func atOnce(t *testing.T, do func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); do() }()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("a log-in waits that should be rejected")
	}
}

func TestPasswordsAreHashedFewAtOnce(t *testing.T) {
	t.Parallel()
	h := NewPasswordHasher(1, 0)
	if cap(h.Queue.Running) > 2 || cap(h.Queue.Waiting) > 64 {
		t.Errorf("%d at once, %d waiting", cap(h.Queue.Running), cap(h.Queue.Waiting))
	}
	free := fill(h)
	atOnce(t, func() {
		if _, err := h.Hash(t.Context(), "correct horse"); !rules.IsKind(err, rules.Unavailable) {
			t.Errorf("with no place left: %v", err)
		}
	})
	free()

	// A cancelled request leaves the queue.
	for range cap(h.Queue.Running) {
		h.Queue.Running <- struct{}{}
	}
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error)
	for range cap(h.Queue.Waiting) {
		go func() {
			_, err := h.Hash(ctx, "correct horse")
			failed <- err
		}()
	}
	cancel()
	for range cap(h.Queue.Waiting) {
		if err := <-failed; !rules.IsKind(err, rules.Unavailable) {
			t.Errorf("after giving up: %v", err)
		}
	}
	if len(h.Queue.Waiting) != 0 {
		t.Errorf("%d places are lost", len(h.Queue.Waiting))
	}
	<-h.Queue.Running
	if _, err := h.Hash(t.Context(), "correct horse"); err != nil {
		t.Errorf("with a place free: %v", err)
	}
}
