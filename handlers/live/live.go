// Package live notifies open pages of changes. Notifications have no content: a page fetches its new
// content itself, in its own language and for its own user.
package live

import (
	"maps"
	"slices"
	"sync"
)

// A Hub notifies watchers of changes. Create one with NewHub. Its methods may be called from any
// goroutine.
type Hub struct {
	// Relay is called for each change that the program itself publishes, so that the hubs of other programs learn
	// of it by Receive. Nil for none. It must not wait.
	Relay func(Event)

	mu       sync.Mutex
	closed   bool
	watchers map[*Watcher]struct{}
	watching map[string]int // watchers of each topic

	// unnotified has the watchers to notify of the next change of a topic: those that have taken
	// the last one. So a topic with many watchers may change often.
	unnotified map[string]map[*Watcher]struct{}
}

// An Event is a call of a method of a Hub.
type Event struct {
	Kind  EventKind
	Topic string // empty for Ended
	Who   string // id of a person; empty for Changed
}

// An EventKind is what happened.
type EventKind string

// The kinds of events.
const (
	Changed         EventKind = "c" // Publish
	ChangedByPerson EventKind = "b" // PublishToOthers
	ChangedToPerson EventKind = "t" // PublishTo
	Ended           EventKind = "e" // End
)

// Receive does what another hub did.
func (h *Hub) Receive(e Event) {
	switch e.Kind {
	case Changed:
		h.publish(e.Topic, func(*Watcher) bool { return true })
	case ChangedByPerson:
		h.publish(e.Topic, func(w *Watcher) bool { return w.who != e.Who })
	case ChangedToPerson:
		h.publish(e.Topic, func(w *Watcher) bool { return w.who == e.Who })
	case Ended:
		h.end(func(w *Watcher) bool { return w.who == e.Who })
	}
}

// do does something here and in other hubs.
func (h *Hub) do(e Event) {
	h.Receive(e)
	if h.Relay != nil {
		h.Relay(e)
	}
}

// PublishAll notifies all watchers of all their topics, because changes may have been missed.
func (h *Hub) PublishAll() {
	h.mu.Lock()
	topics := slices.Collect(maps.Keys(h.watching))
	h.mu.Unlock()
	for _, topic := range topics {
		h.publish(topic, func(*Watcher) bool { return true })
	}
}

// A Watcher is notified of changes of some topics. Changes that come faster than the watcher takes
// them are combined.
type Watcher struct {
	Changes <-chan struct{} // receives when there is something to Take; closed when the watch ends
	changes chan struct{}
	hub     *Hub
	who     string // id of the person; empty for none
	from    string // address of the connection; empty for none
	topics  []string
	changed []string // since they were last taken
}

// NewHub returns a hub without watchers.
func NewHub() *Hub {
	return &Hub{watchers: map[*Watcher]struct{}{}, watching: map[string]int{}, unnotified: map[string]map[*Watcher]struct{}{}}
}

// Watch starts to watch topics for a person, or for none if who is empty. The person can be
// excluded from notifications of their own changes. The caller must Leave.
func (h *Hub) Watch(who string, topics ...string) *Watcher { return h.WatchFrom("", who, topics...) }

// WatchFrom is like Watch, for a connection from an address, so that EndFrom can end it.
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

// expect registers a watcher for the next changes of topics.
func (h *Hub) expect(w *Watcher, topics []string) {
	for _, topic := range topics {
		if h.unnotified[topic] == nil {
			h.unnotified[topic] = map[*Watcher]struct{}{}
		}
		h.unnotified[topic][w] = struct{}{}
	}
}

// Take returns the topics that have changed since the last call, each once, in order of their
// changes.
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

// End ends all watches of a person. Their watchers take all topics as changed.
func (h *Hub) End(who string) { h.do(Event{Kind: Ended, Who: who}) }

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
		delete(h.unnotified[topic], w)
		if len(h.unnotified[topic]) == 0 {
			delete(h.unnotified, topic)
		}
	}
}

// Publish notifies all watchers of a topic that it changed. It never waits.
func (h *Hub) Publish(topic string) { h.do(Event{Kind: Changed, Topic: topic}) }

// PublishToOthers is like Publish, except to one person.
func (h *Hub) PublishToOthers(topic, who string) {
	h.do(Event{Kind: ChangedByPerson, Topic: topic, Who: who})
}

// PublishTo is like Publish, to one person only.
func (h *Hub) PublishTo(topic, who string) {
	h.do(Event{Kind: ChangedToPerson, Topic: topic, Who: who})
}

func (h *Hub) publish(topic string, concerns func(*Watcher) bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for w := range h.unnotified[topic] {
		if !concerns(w) {
			continue
		}
		delete(h.unnotified[topic], w)
		w.changed = append(w.changed, topic)
		select {
		case w.changes <- struct{}{}:
		default: // it has not received the last notification yet
		}
	}
	if len(h.unnotified[topic]) == 0 {
		delete(h.unnotified, topic)
	}
}

// Close ends all watches, current and future, so that the server can stop. There is nothing more to
// Take.
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
	h.watchers, h.watching, h.unnotified = map[*Watcher]struct{}{}, map[string]int{}, map[string]map[*Watcher]struct{}{}
}
