package priority

import (
	"fmt"
	"net/http"
	"runtime"
	"runtime/debug"
)

// Low runs a calculation on a thread of its own with a low priority, where the
// system has one: the system then gives pages the core first. A panic of the calculation is
// passed on to the caller, with its stack unless it is http.ErrAbortHandler.
func Low(calculate func()) {
	inNewGoroutine(func() {
		// A thread cannot raise its priority again. Since it is never unlocked, it ends
		// with this goroutine.
		runtime.LockOSThread()
		lowerPriority()
		calculate()
	})
}

// Normal runs work for which several requests wait. A request at a low priority would
// delay the others if it did the work on its own thread. A panic is passed on as by atLowPriority.
func Normal(work func()) {
	inNewGoroutine(work) // which never starts on a thread that another goroutine has locked
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
