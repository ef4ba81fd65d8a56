package priority

import (
	"fmt"
	"net/http"
	"runtime"
	"runtime/debug"
)

// Low runs a calculation on a separate thread at a low priority, if the system supports it, so that
// pages get the core first. It passes a panic on to the caller, with its stack unless it is
// http.ErrAbortHandler.
func Low(calculate func()) {
	inNewGoroutine(func() {
		// A thread cannot raise its priority again. Since it is never unlocked, it ends
		// with this goroutine.
		runtime.LockOSThread()
		lowerPriority()
		calculate()
	})
}

// Normal runs work for which several requests wait. On the thread of a request at a low priority,
// the work would delay the others. It passes a panic on as Low does.
func Normal(work func()) {
	inNewGoroutine(work) // a new goroutine never starts on a thread that another has locked
}

// inNewGoroutine runs work in a new goroutine and waits for its end. It passes a panic on.
func inNewGoroutine(work func()) {
	done := make(chan any, 1)
	go func() {
		defer func() {
			failure := recover()
			if failure != nil && failure != http.ErrAbortHandler {
				failure = fmt.Errorf("%v\n%s", failure, debug.Stack())
			}
			done <- failure
		}()
		work()
	}()
	if failure := <-done; failure != nil {
		panic(failure)
	}
}
