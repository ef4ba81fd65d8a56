package cache

import (
	"sync"

	"hexclub/handlers/priority"
	"hexclub/views/i18n"
)

// A PerLanguage is a value that depends only on the language and is built once for each. The owner
// sets Build. Callers of Get must not change the value. Get may be called from any goroutine.
type PerLanguage[T any] struct {
	Build func(*i18n.Catalog) (T, error)

	mu    sync.Mutex
	built map[*i18n.Catalog]T
}

// Get returns the value in the language of a catalog. It returns the error of Build; the next call
// then builds again.
func (p *PerLanguage[T]) Get(t *i18n.Catalog) (T, error) {
	var value T
	var err error
	// A thread at a low priority does not hold the lock. Otherwise other callers would wait until
	// that thread gets a core.
	priority.Normal(func() { value, err = p.locked(t) })
	return value, err
}

func (p *PerLanguage[T]) locked(t *i18n.Catalog) (T, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if value, ok := p.built[t]; ok {
		return value, nil
	}
	value, err := p.Build(t)
	if err != nil {
		return value, err
	}
	if p.built == nil {
		p.built = map[*i18n.Catalog]T{}
	}
	p.built[t] = value
	return value, nil
}
