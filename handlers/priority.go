package handlers

import (
	"fmt"
	"net/http"
	"runtime"
	"runtime/debug"
)

// atLowPriority runs a calculation on a thread of its own with a low priority, where the
// system has one: the system then gives pages the core first. A panic of the calculation is
// passed on to the caller, with its stack unless it is http.ErrAbortHandler.
func atLowPriority(calculate func()) {
	done := make(chan any, 1)
	go func() {
		// A thread cannot raise its priority again. Since it is never unlocked, it ends
		// with this goroutine.
		runtime.LockOSThread()
		lowerPriority()
		defer func() {
			failure := recover()
			if failure != nil && failure != http.ErrAbortHandler {
				failure = fmt.Errorf("%v\n%s", failure, debug.Stack())
			}
			done <- failure
		}()
		calculate()
	}()
	if failure := <-done; failure != nil {
		panic(failure)
	}
}
