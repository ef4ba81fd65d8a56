package cache

import (
	"sync"

	"hexclub/handlers/priority"
	"hexclub/views/i18n"
)

// A PerLanguage is a value that depends on the language alone and is built once for each. Its
// owner sets build. Callers of get must not change the value. get may be called from any
// goroutine.
type PerLanguage[T any] struct {
	Build func(*i18n.Catalog) (T, error)

	mu    sync.Mutex
	built map[*i18n.Catalog]T
}

// Get returns the value in the language of a catalog. Its error is that of build, which the
// next call tries again.
func (p *PerLanguage[T]) Get(t *i18n.Catalog) (T, error) {
	var value T
	var err error
	// A thread at a low priority does not hold the lock: others that wait for it would wait for that
	// thread to get a core.
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
