package main

import (
	"fmt"

	"hexclub/db"
	"hexclub/handlers/web"
)

// A reasonFlag is the operator's reason for an action that is logged.
type reasonFlag struct {
	Reason string `help:"Reason, shown to all members in the club's log."`
}

// text validates the reason; it is empty if there is none.
func (f reasonFlag) text() (string, error) {
	if f.Reason == "" {
		return "", nil
	}
	reason, err := web.Reason(f.Reason)
	if err != nil {
		return "", fmt.Errorf("--reason must have at most %d characters, and no invisible ones", db.MaxReason)
	}
	return reason, nil
}
