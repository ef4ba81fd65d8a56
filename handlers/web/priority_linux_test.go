package web

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"hexclub/handlers/limit"
	"hexclub/handlers/priority"
	"hexclub/handlers/priority/prioritytest"
	"hexclub/handlers/search"
	"hexclub/rules/bot"
)

// Searches run at a lower priority than pages, and leave the thread of their caller alone.
func TestSearchesHaveLowPriority(t *testing.T) {
	t.Parallel()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before, during := prioritytest.Niceness(t), 0
	searches := search.New(1)
	searches.Search = func(context.Context, bot.Task) (bot.Choice, error) {
		during = prioritytest.Niceness(t)
		return bot.Choice{Turn: 7}, context.Canceled
	}
	if choice, err := searches.Choose(t.Context(), bot.Task{}); choice.Turn != 7 || !errors.Is(err, context.Canceled) {
		t.Errorf("a search returns %v and %v", choice, err)
	}
	if after := prioritytest.Niceness(t); during <= before || after != before {
		t.Errorf("the niceness is %d before a search, %d during it and %d after it", before, during, after)
	}
}

// Pictures are drawn at a lower priority than pages.
func TestPicturesHaveLowPriority(t *testing.T) {
	t.Parallel()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before, during := prioritytest.Niceness(t), 0
	if err := limit.NewPictureQueue().Do(t.Context(), func() { during = prioritytest.Niceness(t) }); err != nil || during <= before {
		t.Errorf("the niceness is %d before a picture and %d during it, the error %v", before, during, err)
	}
}

// A search that panics fails where it was asked for, which is where panics are recovered from.
func TestPanicAtLowPriority(t *testing.T) {
	t.Parallel()
	defer func() {
		if failure, _ := recover().(error); failure == nil || !strings.Contains(failure.Error(), "TestPanicAtLowPriority") {
			t.Errorf("it panics with %v", failure)
		}
	}()
	priority.Low(func() { panic("at once") })
}

// A handler that aborts its answer does so at a low priority, too.
func TestAbortAtLowPriority(t *testing.T) {
	t.Parallel()
	defer func() {
		if got := recover(); got != http.ErrAbortHandler {
			t.Errorf("it panics with %v", got)
		}
	}()
	priority.Low(func() { panic(http.ErrAbortHandler) })
}
