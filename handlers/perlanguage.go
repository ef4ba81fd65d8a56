package handlers

import (
	"sync"

	"hexclub/views/i18n"
)

// A perLanguage is a value that depends on the language alone and is built once for each. Its
// owner sets build. Callers of get must not change the value. get may be called from any
// goroutine.
type perLanguage[T any] struct {
	build func(*i18n.Catalog) (T, error)

	mu    sync.Mutex
	built map[*i18n.Catalog]T
}

// get returns the value in the language of a catalog. Its error is that of build, which the
// next call tries again.
func (p *perLanguage[T]) get(t *i18n.Catalog) (T, error) {
	var value T
	var err error
	// A thread at a low priority does not hold the lock: others that wait for it would wait for that
	// thread to get a core.
	atNormalPriority(func() { value, err = p.locked(t) })
	return value, err
}

func (p *perLanguage[T]) locked(t *i18n.Catalog) (T, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if value, ok := p.built[t]; ok {
		return value, nil
	}
	value, err := p.build(t)
	if err != nil {
		return value, err
	}
	if p.built == nil {
		p.built = map[*i18n.Catalog]T{}
	}
	p.built[t] = value
	return value, nil
}
