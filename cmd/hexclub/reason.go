package main

import (
	"fmt"

	"hexclub/handlers/web"
	"hexclub/views/page"
)

// A reasonFlag is why the operator does something, where that is to be told.
type reasonFlag struct {
	Reason string `help:"Why, for the club's log, which all members read."`
}

// text is the reason as the site stores it; empty for none.
func (f reasonFlag) text() (string, error) {
	if f.Reason == "" {
		return "", nil
	}
	reason, err := web.Reason(f.Reason)
	if err != nil {
		return "", fmt.Errorf("--reason takes %d characters at most, and none that nobody sees", page.MaxReason)
	}
	return reason, nil
}
