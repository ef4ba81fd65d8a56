package live

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

// heard returns the topics that a watcher can take, separated by commas, and whether the hub is
// open.
func heard(w *Watcher) (changed string, open bool) {
	for {
		select {
		case _, open := <-w.Changes:
			if !open {
				return changed, false
			}
			if changed != "" {
				changed += " then "
			}
			changed += strings.Join(w.Take(), ",")
		default:
			return changed, true
		}
	}
}

func wantHeard(t *testing.T, name string, w *Watcher, changed string, open bool) {
	t.Helper()
	if gotChanged, gotOpen := heard(w); gotChanged != changed || gotOpen != open {
		t.Errorf("%s heard %q, open %v; want %q, %v", name, gotChanged, gotOpen, changed, open)
	}
}

func wantEmpty(t *testing.T, h *Hub) {
	t.Helper()
	if len(h.watchers) != 0 || len(h.watching) != 0 || len(h.unnotified) != 0 {
		t.Errorf("the hub keeps %v, %v and %v", h.watchers, h.watching, h.unnotified)
	}
}

func TestPublish(t *testing.T) {
	t.Parallel()
	h := NewHub()
	a, b, other := h.Watch("", "game"), h.Watch("", "game"), h.Watch("", "other game")
	wantHeard(t, "at first a", a, "", true)
	if n := h.Watching("game"); n != 2 {
		t.Errorf("%d watch the game", n)
	}
	h.Publish("game")
	h.Publish("nobody's")
	wantHeard(t, "a", a, "game", true)
	wantHeard(t, "other", other, "", true)
	h.Publish("game")
	h.Publish("game")
	wantHeard(t, "a, which takes", a, "game", true)   // two changes between calls of Take are one
	wantHeard(t, "b, which did not", b, "game", true) // three changes are one, and Publish does not wait for b
	h.Publish("game")
	wantHeard(t, "a again", a, "game", true)
	wantHeard(t, "b again", b, "game", true)
}

func TestSeveralTopics(t *testing.T) {
	t.Parallel()
	h := NewHub()
	w := h.Watch("", "game", "chat", "person")
	if topics := w.Take(); len(topics) != 0 {
		t.Errorf("nothing changed but %v", topics)
	}
	h.Publish("chat")
	h.Publish("game")
	h.Publish("chat")
	wantHeard(t, "the first time", w, "chat,game", true)
	h.Publish("chat")
	h.Publish("person")
	wantHeard(t, "the second time", w, "chat,person", true)

	h.Publish("game")
	<-w.Changes
	h.Publish("chat") // between notification and Take
	if topics := w.Changed(); !slices.Equal(topics, []string{"game", "chat"}) {
		t.Errorf("changed are %v", topics)
	}
	if topics := w.Take(); !slices.Equal(topics, []string{"game", "chat"}) {
		t.Errorf("taken are %v", topics)
	}
	h.Publish("game")
	if topics := w.Take(); !slices.Equal(topics, []string{"game"}) {
		t.Errorf("taken are %v", topics)
	}
	h.Publish("person")
	h.Leave(w)
	wantEmpty(t, h)
	w.Take() // after leaving
	h.Publish("person")
	wantEmpty(t, h)
}

func TestLeave(t *testing.T) {
	t.Parallel()
	h := NewHub()
	a, b := h.Watch("", "game"), h.Watch("", "game")
	h.Leave(a)
	h.Publish("game")
	wantHeard(t, "who left", a, "", true)
	wantHeard(t, "who stayed", b, "game", true)
	h.Leave(a) // again
	h.Leave(b)
	h.Leave(b)
	wantEmpty(t, h)
	h.Publish("game")
}

func TestClose(t *testing.T) {
	t.Parallel()
	h := NewHub()
	a, b := h.Watch("", "game"), h.Watch("", "other game")
	h.Publish("other game")
	h.Close()
	wantHeard(t, "who watched", a, "", false)
	wantHeard(t, "who had not taken yet", b, "", false)
	h.Close() // again
	h.Publish("game")
	wantHeard(t, "who comes late", h.Watch("", "game"), "", false)
	h.Leave(a)
	wantEmpty(t, h)
}

// A watcher whose watch is ended takes all its topics, and nothing after that.
func TestEnd(t *testing.T) {
	t.Parallel()
	h := NewHub()
	anna, tab, ben := h.Watch("anna", "game", "chat"), h.Watch("anna", "desk"), h.Watch("ben", "game")
	h.Publish("chat")
	h.End("anna")
	h.Publish("game")
	for w, want := range map[*Watcher]string{anna: "game,chat", tab: "desk"} {
		for range w.Changes { // until the end
		}
		if changed := strings.Join(w.Take(), ","); changed != want {
			t.Errorf("an ended watcher takes %q, want %q", changed, want)
		}
	}
	wantHeard(t, "another", ben, "game", true)
	h.End("anna") // again
	h.Leave(anna)
	h.Leave(ben)
	wantEmpty(t, h)
}

// EndFrom ends the watches from addresses, and no others.
func TestEndFrom(t *testing.T) {
	t.Parallel()
	h := NewHub()
	banned, other, own := h.WatchFrom("192.0.2.1", "anna", "game"), h.WatchFrom("192.0.2.2", "anna", "game"), h.Watch("", "game")
	h.EndFrom(func(address string) bool { return address != "192.0.2.2" })
	h.Publish("game")
	wantHeard(t, "a banned address", banned, "", false)
	wantHeard(t, "another", other, "game", true)
	wantHeard(t, "what has no address", own, "game", true)
	for _, w := range []*Watcher{banned, other, own} {
		h.Leave(w)
	}
	wantEmpty(t, h)
}

// A change published after Watch returned is never missed, whatever others do.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	h := NewHub()
	var done sync.WaitGroup
	for range 8 {
		done.Go(func() {
			for range 500 {
				w := h.Watch("", "mine", "game")
				for range 2 {
					h.Publish("game")
					if changed, open := heard(w); !strings.Contains(changed, "game") || !open {
						t.Errorf("heard %q, open %v", changed, open)
					}
				}
				h.Leave(w)
			}
		})
		done.Go(func() {
			for range 500 {
				h.Publish("game")
				h.Publish("other game")
			}
		})
	}
	done.Wait()
	wantEmpty(t, h)
}

func TestConcurrentClose(t *testing.T) {
	t.Parallel()
	for range 100 {
		h := NewHub()
		var done sync.WaitGroup
		for range 4 {
			done.Go(func() {
				w := h.Watch("", "game")
				for range w.Changes { // ends with the hub
					w.Take()
				}
				h.Leave(w)
			})
			done.Go(func() { h.Publish("game") })
		}
		done.Go(h.Close)
		done.Go(h.Close)
		done.Wait()
	}
}

func TestPublishToSome(t *testing.T) {
	t.Parallel()
	h := NewHub()
	anna, tab, ben, nobody := h.Watch("anna", "game"), h.Watch("anna", "game"), h.Watch("ben", "game"), h.Watch("", "game")
	hear := func(what, byAnna, byOthers string) {
		t.Helper()
		for name, w := range map[string]*Watcher{"anna": anna, "anna's other tab": tab} {
			wantHeard(t, what+" "+name, w, byAnna, true)
		}
		for name, w := range map[string]*Watcher{"ben": ben, "nobody": nobody} {
			wantHeard(t, what+" "+name, w, byOthers, true)
		}
	}
	h.PublishToOthers("game", "anna")
	hear("at once", "", "game")
	h.PublishTo("game", "anna")
	hear("then", "game", "")
	h.Publish("game")
	hear("all", "game", "game")
	for _, w := range []*Watcher{anna, tab, ben, nobody} {
		h.Leave(w)
	}
	wantEmpty(t, h)
}
