package main

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// durations reads every flag that is a time.Duration as parseDuration does.
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

// parseDuration is time.ParseDuration that knows days of 24 hours, too, which come first:
// "7d", "1d12h".
func parseDuration(text string) (time.Duration, error) {
	var days uint64
	number, rest, inDays := strings.Cut(text, "d")
	if !inDays {
		rest = text
	} else if n, err := strconv.ParseUint(number, 10, 16); err == nil { // which a Duration can hold
		days, rest = n, "0"+rest // of days alone nothing is left
	} else {
		rest = ""
	}
	duration, err := time.ParseDuration(rest)
	if err != nil {
		return 0, fmt.Errorf("%q is not like 90m, 36h or 7d", text)
	}
	return time.Duration(days)*24*time.Hour + duration, nil
}
