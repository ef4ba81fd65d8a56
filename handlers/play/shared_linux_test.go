package play

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"

	"hexclub/handlers/cache"
	"hexclub/handlers/compress"
	"hexclub/handlers/priority"
	"hexclub/handlers/priority/prioritytest"
	"hexclub/views/i18n"
)

// Work that several requests wait for runs at the normal priority, even if a request at a low priority comes
// first.
func TestSharedWorkHasNormalPriority(t *testing.T) {
	t.Parallel()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	normal := prioritytest.Niceness(t)
	for name, build := range map[string]func(work func()) error{
		"a shared value": func(work func()) error {
			s := &cache.Shared[int]{MaxAge: time.Hour, Now: time.Now}
			s.Build = func(context.Context) (int, error) { work(); return 0, nil }
			_, err := s.Get(t.Context())
			return err
		},
		"a value for each language": func(work func()) error {
			p := &cache.PerLanguage[int]{Build: func(*i18n.Catalog) (int, error) { work(); return 0, nil }}
			_, err := p.Get(&i18n.Catalog{})
			return err
		},
		"an answer with current games": func(work func()) error {
			cards := &currentCards{answers: map[uint64]*compress.SharedAnswer{}}
			_, err := cards.answer(1, func() (*compress.SharedAnswer, error) { work(); return &compress.SharedAnswer{}, nil })
			return err
		},
	} {
		caller, worker := normal, normal+1
		var err error
		priority.Low(func() {
			caller = prioritytest.Niceness(t)
			err = build(func() { worker = prioritytest.Niceness(t) })
		})
		if caller <= normal || worker != normal || err != nil {
			t.Errorf("%s is made at niceness %d for a request at %d, want %d, error %v", name, worker, caller, normal, err)
		}
	}
}

// A panic at the normal priority is passed on to a caller at a low one, and to its caller.
func TestPanicAtNormalPriority(t *testing.T) {
	t.Parallel()
	defer func() {
		if failure, _ := recover().(error); failure == nil || !strings.Contains(failure.Error(), "at once") {
			t.Errorf("it panics with %v", failure)
		}
	}()
	priority.Low(func() { priority.Normal(func() { panic("at once") }) })
}
