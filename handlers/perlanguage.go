package handlers

import (
	"sync"

	"github.com/a-h/templ"

	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/setup"
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

// A front is what the front page and the pages of all games show everybody.
type front struct {
	board templ.Component  // a game halfway through, rendered
	shelf []setup.GameCard // all games
}

func newFront(t *i18n.Catalog) (f front, err error) {
	picture, err := hexone.Game{}.New(rules.Setup{Position: homePosition})
	if err != nil {
		return f, err
	}
	board, err := board.DrawBoard(board.NewPicture(t, hexone.Game{}, picture))
	if err != nil {
		return f, err
	}
	f.board = templ.Raw(board)
	f.shelf, err = setup.NewGameList(t)
	return f, err
}
