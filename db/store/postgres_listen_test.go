package store

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

// A listening program receives notifications in a test.
type listening struct {
	*Postgres
	Listener
	missed   atomic.Int64
	received sync.Map // payloads
	stop     func()   // returns when it no longer listens
}

// startListening opens the database at a URL and listens.
func startListening(t *testing.T, source string) *listening {
	t.Helper()
	h := &listening{Postgres: openURL(t, source, usualLimits())}
	h.Missed = func() { h.missed.Add(1) }
	h.Receive = func(payload string) { h.received.Store(payload, true) }
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	all.Go(func() { h.Listen(ctx, &h.Listener) })
	h.stop = sync.OnceFunc(func() {
		cancel()
		all.Wait()
	})
	t.Cleanup(h.stop)
	return h
}

// heard reports whether a payload has come.
func (h *listening) heard(payload string) bool {
	_, is := h.received.Load(payload)
	return is
}

// All programs receive notifications. One leads, until its connection ends: then another one does, and the first connects
// again.
func TestListen(t *testing.T) {
	t.Parallel()
	source := onServer.Database(t)
	a := startListening(t, source)
	waitUntil(t, a.Leads)
	b := startListening(t, source)
	waitUntil(t, func() bool { return b.missed.Load() == 1 && !b.Heard().IsZero() })
	if b.Leads() {
		t.Error("two lead")
	}
	wantFine(t, []error{a.Notify(t.Context(), "first")})
	waitUntil(t, func() bool { return a.heard("first") && b.heard("first") })

	leader := fmt.Sprintf(`SELECT count(pg_terminate_backend(l.pid)) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
		WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.classid = %d AND l.objid = %d`, leaderLock>>32, leaderLock&(1<<32-1))
	if ended := a.ask(t, leader); ended != 1 {
		t.Fatalf("%d connections ended", ended)
	}
	waitUntil(t, func() bool { return b.Leads() != a.Leads() && a.missed.Load() == 2 })
	wantFine(t, []error{b.Notify(t.Context(), "second")})
	waitUntil(t, func() bool { return a.heard("second") && b.heard("second") })

	a.stop()
	if a.Leads() {
		t.Error("it leads without listening")
	}
	waitUntil(t, b.Leads)
	if alone, err := a.ServesAlone(t.Context()); err != nil || alone {
		t.Errorf("the other one is not noticed: %v", err)
	}
	b.stop()
	waitUntil(t, func() bool { // the server notices the end of the connection
		alone, err := a.ServesAlone(t.Context())
		wantFine(t, []error{err})
		return alone
	})
}
