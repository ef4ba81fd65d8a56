package handlers

import (
	"context"
	"sync"
)

// A slots gives each asker a few slots to work in at the same time. Further requests of the
// asker wait, so that they do not keep others from the processor.
type slots struct {
	each int // slots of an asker; 0 for any number

	mu    sync.Mutex
	lines map[string]*slotLine
}

// A slotLine is the requests of one asker that work or wait.
type slotLine struct {
	working  chan struct{}
	requests int
}

func newSlots(each int) *slots { return &slots{each: each, lines: map[string]*slotLine{}} }

// enter waits for a slot of the asker with the key. The caller must leave it, once. The error
// is that of ctx, when it ends before.
func (s *slots) enter(ctx context.Context, key string) (leave func(), err error) {
	if s.each == 0 {
		return func() {}, nil
	}
	line := s.join(key)
	select {
	case line.working <- struct{}{}:
		return func() { <-line.working; s.quit(key) }, nil
	case <-ctx.Done():
		s.quit(key)
		return nil, ctx.Err()
	}
}

func (s *slots) join(key string) *slotLine {
	s.mu.Lock()
	defer s.mu.Unlock()
	line := s.lines[key]
	if line == nil {
		line = &slotLine{working: make(chan struct{}, s.each)}
		s.lines[key] = line
	}
	line.requests++
	return line
}

func (s *slots) quit(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lines[key].requests--; s.lines[key].requests == 0 {
		delete(s.lines, key)
	}
}
