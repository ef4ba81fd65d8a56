package handlers

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// atLowPriority runs a calculation on a thread of its own with a low priority, where the
// system has one: the system then gives pages the core first. A panic of the calculation is
// passed on to the caller.
func atLowPriority(calculate func()) {
	done := make(chan error, 1)
	go func() {
		// A thread cannot raise its priority again. Since it is never unlocked, it ends
		// with this goroutine.
		runtime.LockOSThread()
		lowerPriority()
		defer func() {
			var failure error
			if panicked := recover(); panicked != nil {
				failure = fmt.Errorf("%v\n%s", panicked, debug.Stack())
			}
			done <- failure
		}()
		calculate()
	}()
	if failure := <-done; failure != nil {
		panic(failure)
	}
}
