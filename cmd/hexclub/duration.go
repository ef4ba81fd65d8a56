package main

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// durations makes kong read time.Duration flags with parseDuration.
func durations() kong.Option {
	return kong.TypeMapper(reflect.TypeFor[time.Duration](), kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		var text string
		if err := ctx.Scan.PopValueInto("duration", &text); err != nil {
			return err
		}
		duration, err := parseDuration(text)
		if err != nil {
			return err
		}
		target.SetInt(int64(duration))
		return nil
	}))
}

// parseDuration is like time.ParseDuration, but also accepts days of 24 hours at the start: "7d",
// "1d12h".
func parseDuration(text string) (time.Duration, error) {
	var days uint64
	number, rest, inDays := strings.Cut(text, "d")
	if !inDays {
		rest = text
	} else if n, err := strconv.ParseUint(number, 10, 16); err == nil { // at most what a Duration can hold
		days, rest = n, "0"+rest // "0" for days alone
	} else {
		rest = ""
	}
	duration, err := time.ParseDuration(rest)
	if err != nil {
		return 0, fmt.Errorf("%q is not like 90m, 36h or 7d", text)
	}
	return time.Duration(days)*24*time.Hour + duration, nil
}
