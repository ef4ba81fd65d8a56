package cache

import "sync"

// A Recent has the values that were used last, up to a total size. The owner sets Most. Its methods may be called from
// any goroutine; callers must not change the values.
type Recent[K comparable, V ~string | ~[]byte] struct {
	Most int // total size of the values, in bytes

	mu            sync.Mutex
	recent, older map[K]V // a value that is used moves from older to recent
	size          int     // of recent, in bytes
}

// Get returns the value with a key; an empty one if there is none.
func (r *Recent[K, V]) Get(key K) V {
	r.mu.Lock()
	defer r.mu.Unlock()
	if value := r.recent[key]; len(value) > 0 {
		return value
	}
	value := r.older[key]
	if len(value) > 0 {
		delete(r.older, key)
		r.add(key, value)
	}
	return value
}

// Put adds a value, unless there is one with the key.
func (r *Recent[K, V]) Put(key K, value V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.recent[key]) == 0 {
		r.add(key, value)
	}
}

// Len returns the number of values.
func (r *Recent[K, V]) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.recent) + len(r.older)
}

// add adds a value to recent. When recent reaches half of Most, it becomes older, and the previous older values are
// dropped.
func (r *Recent[K, V]) add(key K, value V) {
	if r.recent == nil || r.size+len(value) > r.Most/2 {
		r.recent, r.older, r.size = map[K]V{}, r.recent, 0
	}
	r.recent[key] = value
	r.size += len(value)
}
