package limit

import (
	"context"
	"sync"
	"time"

	"hexclub/rules"
)

// longestWait is the maximum time that a request waits for others of its asker.
const longestWait = 10 * time.Second

// maxLine is the maximum number of requests of one asker that have slots or wait. A waiting request
// takes about 20 KB. A class of thirty behind one address stays below the limit with six requests
// each.
const maxLine = 200

// A Slots gives each asker a few slots to work at the same time. Further requests of the asker
// wait, so that they do not keep the processor from others.
type Slots struct {
	Name string // in logs and metrics
	each int    // slots of an asker; 0 for any number

	mu    sync.Mutex
	lines map[string]*slotLine
}

// A slotLine has the requests of one asker that work or wait.
type slotLine struct {
	working  chan struct{}
	requests int
}

// NewSlots returns Slots that let each asker do this number of things at once; 0 for any number.
func NewSlots(name string, each int) *Slots {
	return &Slots{Name: name, each: each, lines: map[string]*slotLine{}}
}

// A slot is a place to work, or nil for an asker without a limit.
type slot struct {
	of   *Slots
	key  string
	line *slotLine
	left bool
}

// Enter waits for a slot of the asker with the key. The caller must Leave it. It returns the error
// of ctx if that ends first, and ErrBusy after longestWait, or immediately if maxLine others wait
// or work.
func (s *Slots) Enter(ctx context.Context, key string) (*slot, error) {
	if s.each == 0 {
		return nil, nil
	}
	line := s.join(key)
	if line == nil {
		return nil, ErrBusy.Errorf("the line is full")
	}
	select {
	case line.working <- struct{}{}:
		return &slot{of: s, key: key, line: line}, nil
	default:
	}
	timeout := time.NewTimer(longestWait)
	defer timeout.Stop()
	select {
	case line.working <- struct{}{}:
		return &slot{of: s, key: key, line: line}, nil
	case <-ctx.Done():
		s.quit(key)
		return nil, ctx.Err()
	case <-timeout.C:
		s.quit(key)
		return nil, ErrBusy.Errorf("too many requests wait")
	}
}

// ErrBusy, of kind TooMany, means that too many requests wait for a slot or for the background. Its
// message asks the user to try again after longestWait.
var ErrBusy = &rules.Error{Kind: rules.TooMany, Key: "error.busy", Wait: int(longestWait / time.Second)}

// Leave frees a slot. Further calls do nothing. Only one goroutine may call it.
func (s *slot) Leave() {
	if s == nil || s.left {
		return
	}
	s.left = true
	<-s.line.working
	s.of.quit(s.key)
}

// join adds a request to the line of an asker. It returns nil if the line is full.
func (s *Slots) join(key string) *slotLine {
	s.mu.Lock()
	defer s.mu.Unlock()
	line := s.lines[key]
	if line == nil {
		line = &slotLine{working: make(chan struct{}, s.each)}
		s.lines[key] = line
	}
	if line.requests >= maxLine {
		return nil
	}
	line.requests++
	return line
}

func (s *Slots) quit(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lines[key].requests--; s.lines[key].requests == 0 {
		delete(s.lines, key)
	}
}

// Requests returns the number of an asker's requests that have a slot or wait for one.
func (s *Slots) Requests(key string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if line := s.lines[key]; line != nil {
		return line.requests
	}
	return 0
}
