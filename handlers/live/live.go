// Package live notifies open pages of changes. It carries no
// content: a page that hears of a change fetches what it shows, in its own
// language and for its own eyes.
package live

import (
	"slices"
	"sync"
)

// A Hub passes on changes from those who make them to those who watch. Make
// one with NewHub. Its methods may be called from any goroutine.
type Hub struct {
	mu       sync.Mutex
	closed   bool
	watchers map[*Watcher]struct{}
	watching map[string]int // watchers of each topic

	// Who is to be told of the next change of a topic: those who watch it,
	// but for those who have not taken the last one yet. So what many watch may
	// change often.
	untold map[string]map[*Watcher]struct{}
}

// A Watcher hears of the changes of some topics. Changes that come faster than
// they are taken are one change.
type Watcher struct {
	Changes <-chan struct{} // receives when there is something to Take; closed when the watch is ended
	changes chan struct{}
	hub     *Hub
	who     string // watches; empty for nobody in particular
	from    string // address of the connection; empty for none
	topics  []string
	changed []string // since they were last taken
}

// NewHub returns a hub without watchers.
func NewHub() *Hub {
	return &Hub{watchers: map[*Watcher]struct{}{}, watching: map[string]int{}, untold: map[string]map[*Watcher]struct{}{}}
}

// Watch starts to watch topics, for a person, to whom changes of their own can be
// told apart from others, or for nobody in particular (empty). Whoever watches
// must Leave.
func (h *Hub) Watch(who string, topics ...string) *Watcher { return h.WatchFrom("", who, topics...) }

// WatchFrom is Watch for a connection from an address. EndFrom ends it.
func (h *Hub) WatchFrom(from, who string, topics ...string) *Watcher {
	changes := make(chan struct{}, 1)
	w := &Watcher{Changes: changes, changes: changes, hub: h, who: who, from: from, topics: topics}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		close(changes)
		return w
	}
	h.watchers[w] = struct{}{}
	for _, topic := range topics {
		h.watching[topic]++
	}
	h.expect(w, topics)
	return w
}

// Watching returns how many watchers a topic has.
func (h *Hub) Watching(topic string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.watching[topic]
}

// expect notes that a watcher is to be notified of the next changes of topics.
func (h *Hub) expect(w *Watcher, topics []string) {
	for _, topic := range topics {
		if h.untold[topic] == nil {
			h.untold[topic] = map[*Watcher]struct{}{}
		}
		h.untold[topic][w] = struct{}{}
	}
}

// Take lists the topics that changed since they were last taken, each once, in
// the order in which they did.
func (w *Watcher) Take() []string {
	w.hub.mu.Lock()
	defer w.hub.mu.Unlock()
	changed := w.changed
	w.changed = nil
	if _, watches := w.hub.watchers[w]; watches {
		w.hub.expect(w, changed)
	}
	return changed
}

// Changed returns the topics that the next Take will return.
func (w *Watcher) Changed() []string {
	w.hub.mu.Lock()
	defer w.hub.mu.Unlock()
	return slices.Clone(w.changed)
}

// Leave ends a watch.
func (h *Hub) Leave(w *Watcher) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.forget(w)
}

// End ends all watches of a person that there are: all that they watch is to be taken as
// changed.
func (h *Hub) End(who string) { h.end(func(w *Watcher) bool { return w.who == who }) }

// EndFrom ends all watches from some addresses, as End does.
func (h *Hub) EndFrom(ends func(address string) bool) {
	h.end(func(w *Watcher) bool { return w.from != "" && ends(w.from) })
}

func (h *Hub) end(ends func(*Watcher) bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for w := range h.watchers {
		if ends(w) {
			h.forget(w)
			w.changed = slices.Clone(w.topics)
			close(w.changes)
		}
	}
}

// forget stops notifying a watcher.
func (h *Hub) forget(w *Watcher) {
	if _, watches := h.watchers[w]; !watches {
		return
	}
	delete(h.watchers, w)
	for _, topic := range w.topics {
		if h.watching[topic]--; h.watching[topic] == 0 {
			delete(h.watching, topic)
		}
		delete(h.untold[topic], w)
		if len(h.untold[topic]) == 0 {
			delete(h.untold, topic)
		}
	}
}

// Publish notifies all watchers of a topic that it changed. It never waits.
func (h *Hub) Publish(topic string) {
	h.publish(topic, func(*Watcher) bool { return true })
}

// PublishToOthers is Publish but for a person.
func (h *Hub) PublishToOthers(topic, who string) {
	h.publish(topic, func(w *Watcher) bool { return w.who != who })
}

// PublishTo is Publish to a person alone.
func (h *Hub) PublishTo(topic, who string) {
	h.publish(topic, func(w *Watcher) bool { return w.who == who })
}

func (h *Hub) publish(topic string, concerns func(*Watcher) bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for w := range h.untold[topic] {
		if !concerns(w) {
			continue
		}
		delete(h.untold[topic], w)
		w.changed = append(w.changed, topic)
		select {
		case w.changes <- struct{}{}:
		default: // it has not received the last one yet
		}
	}
	if len(h.untold[topic]) == 0 {
		delete(h.untold, topic)
	}
}

// Close ends all watches, now and to come, so that the server can stop: there is nothing more
// to Take.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return
	}
	h.closed = true
	for w := range h.watchers {
		w.changed = nil
		close(w.changes)
	}
	h.watchers, h.watching, h.untold = map[*Watcher]struct{}{}, map[string]int{}, map[string]map[*Watcher]struct{}{}
}
