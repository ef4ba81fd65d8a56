package main

import (
	"context"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/rules"
)

// TestSuspended stops a server for 20 seconds, as suspending the machine does. A clock loses at
// most the interval between two pulses.
func TestSuspended(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "hexclub.db")
	s := serve(t, path, "--backup-every", "0")
	p, opponent := s.player(t, 0), s.player(t, 1)
	game, err := p.post(t.Context(), "/games", "game", "hexone", "opponent", "invite", "starter", "me", "clock", "5+3")
	if err != nil {
		t.Fatal(err)
	}
	page, err := p.get(t.Context(), game)
	if err == nil {
		_, err = opponent.post(t.Context(), invitation.FindString(page))
	}
	if err == nil {
		_, err = p.post(t.Context(), game+"/turns", "draft", "c2", "moved", "0")
	}
	if err != nil {
		t.Fatal(err)
	}
	left := func() (left time.Duration) {
		t.Helper()
		err := (databaseFlag{DB: path}).with(t.Context(), func(store *db.DB) error {
			g, err := store.Game(context.Background(), strings.TrimPrefix(game, "/games/"))
			left, _ = g.Left(rules.Seat(2), time.Now())
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return left
	}
	const stopped, pulse = 20 * time.Second, 5 * time.Second
	before, begun := left(), time.Now()
	if err := s.command.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	<-time.After(stopped)
	if err := s.command.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	look, timeout := time.NewTicker(50*time.Millisecond), time.After(time.Minute)
	defer look.Stop()
	for {
		if after := left(); after > before-(time.Since(begun)-stopped)-pulse {
			break
		}
		select {
		case <-look.C:
		case <-timeout:
			t.Fatalf("there are %v left, and were %v before %v", left(), before, time.Since(begun))
		}
	}
	if _, err := opponent.post(t.Context(), game+"/turns", "draft", "d3", "moved", "1"); err != nil {
		t.Error(err)
	}
}
