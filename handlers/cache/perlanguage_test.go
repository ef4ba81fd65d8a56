package cache

import (
	"errors"
	"sync"
	"testing"

	"hexclub/views/i18n"
)

// A value is built once for each language, even for concurrent calls. A failed build is tried
// again.
func TestPerLanguage(t *testing.T) {
	t.Parallel()
	failure, builds := errors.New("no luck"), 0
	p := &PerLanguage[int]{Build: func(*i18n.Catalog) (int, error) { return 0, failure }}
	en, fr := &i18n.Catalog{}, &i18n.Catalog{}
	if _, err := p.Get(en); !errors.Is(err, failure) {
		t.Errorf("the build fails with %v", err)
	}
	p.Build = func(*i18n.Catalog) (int, error) { builds++; return builds, nil } // under the lock
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			if n, err := p.Get(en); n != 1 || err != nil {
				t.Errorf("value %d, %v, want 1", n, err)
			}
		})
	}
	group.Wait()
	if n, err := p.Get(fr); n != 2 || err != nil {
		t.Errorf("in another language: value %d, %v, want 2", n, err)
	}
}
