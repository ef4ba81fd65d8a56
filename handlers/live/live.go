// Package live tells open pages that something changed. It carries no
// content: a page that hears of a change fetches what it shows, in its own
// language and for its own eyes.
package live

import "sync"

// A Hub passes on changes from those who make them to those who watch. Make
// one with NewHub. Its methods may be called from any goroutine.
type Hub struct {
	mu       sync.Mutex
	closed   bool
	watchers map[string]map[*Watcher]struct{} // by topic
}

// A Watcher hears of the changes of one topic. Changes that come faster than
// they are read are one change.
type Watcher struct {
	Changes <-chan struct{} // receives after changes; closed when the hub is
	changes chan struct{}
	topic   string
}

// NewHub is a hub that nobody watches yet.
func NewHub() *Hub {
	return &Hub{watchers: map[string]map[*Watcher]struct{}{}}
}

// Watch starts to watch a topic. Whoever watches must Leave.
func (h *Hub) Watch(topic string) *Watcher {
	changes := make(chan struct{}, 1)
	w := &Watcher{Changes: changes, changes: changes, topic: topic}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		close(changes)
		return w
	}
	if h.watchers[topic] == nil {
		h.watchers[topic] = map[*Watcher]struct{}{}
	}
	h.watchers[topic][w] = struct{}{}
	return w
}

// Leave ends a watch.
func (h *Hub) Leave(w *Watcher) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.watchers[w.topic], w)
	if len(h.watchers[w.topic]) == 0 {
		delete(h.watchers, w.topic)
	}
}

// Publish tells all who watch a topic that it changed. It never waits.
func (h *Hub) Publish(topic string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for w := range h.watchers[topic] {
		select {
		case w.changes <- struct{}{}:
		default: // a change is already waiting to be read
		}
	}
}

// Close ends all watches, now and to come, so that the server can stop.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return
	}
	h.closed = true
	for _, watchers := range h.watchers {
		for w := range watchers {
			close(w.changes)
		}
	}
	h.watchers = map[string]map[*Watcher]struct{}{}
}
