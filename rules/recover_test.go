package rules_test

import (
	"errors"
	"strings"
	"testing"

	"hexclub/rules"
)

func TestRecoverPanic(t *testing.T) {
	t.Parallel()
	fails := func(do func() error) (err error) {
		defer rules.RecoverPanic(&err)
		return do()
	}
	mine := errors.New("mine")
	var none []error
	if err := fails(func() error { return nil }); err != nil {
		t.Error(err)
	}
	if err := fails(func() error { return mine }); err != mine {
		t.Error(err)
	}
	for what, do := range map[string]func() error{
		"several lines of it":                   func() error { panic("several\nlines of it") },
		"runtime error: index out of range [0]": func() error { return none[len(none)] },
		"mine":                                  func() error { panic(mine) },
	} {
		first, second := "", ""
		for _, message := range []*string{&first, &second} {
			*message = fails(do).Error()
		}
		if first != second || strings.Contains(first, "\n") {
			t.Errorf("the errors are %q and %q", first, second)
		}
		if !strings.HasPrefix(first, "panic: "+what) || !strings.Contains(first, ", at rules_test.TestRecoverPanic.func") || !strings.Contains(first, " recover_test.go:") {
			t.Errorf("%q does not say what was wrong and where", first)
		}
	}
}
