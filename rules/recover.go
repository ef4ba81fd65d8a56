package rules

import (
	"errors"
	"fmt"
	"path"
	"runtime"
	"strings"
)

// RecoverPanic recovers from a panic and stores it as the error of the
// function that defers it. The error is one line with the panic value and the
// innermost calls, and is the same each time: "panic: no such cell, at
// hexone.(*state).Play engine.go:120, record.(*Record).Act act.go:31". It has
// no kind: a panic is a fault of the program.
func RecoverPanic(err *error) {
	fault := recover()
	if fault == nil {
		return
	}
	callers := make([]uintptr, 16)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	var where []string
	for more := true; more; {
		var call runtime.Frame
		if call, more = frames.Next(); call.Function != "" && !strings.HasPrefix(call.Function, "runtime.") {
			where = append(where, fmt.Sprintf("%s %s:%d", path.Base(call.Function), path.Base(call.File), call.Line))
		}
	}
	*err = errors.New(strings.ReplaceAll(fmt.Sprintf("panic: %v, at %s", fault, strings.Join(where, ", ")), "\n", " "))
}
