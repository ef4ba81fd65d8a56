package rules

import (
	"errors"
	"fmt"
)

// An ErrorKind classifies an error for the caller. There are few kinds; an
// error without a kind is internal.
type ErrorKind uint8

// The kinds of error that packages rules and db return.
const (
	Internal    ErrorKind = iota // a fault of the program; its text is not shown to users
	Invalid                      // the request makes no sense or breaks a rule
	NotFound                     // the requested thing does not exist
	Conflict                     // another request came first
	Forbidden                    // exists, but this user may not access it
	Unavailable                  // may work later: busy, or the disk failed
	TooMany                      // too many requests by this user; works later
)

// An Error is an error that a user sees. Key names its message in the
// catalogs; Detail is for logs and for the text protocol.
type Error struct {
	Kind   ErrorKind
	Key    string
	Detail string
	Format string // the format of Detail, for translations
	Args   []any
	Err    error // the cause, if any

	// Wait is the number of seconds until a rejected request works again; 0 if
	// waiting does not help.
	Wait int
}

// Errorf returns an Error of the given kind and catalog key with a formatted
// detail.
func Errorf(kind ErrorKind, key, format string, args ...any) *Error {
	return &Error{Kind: kind, Key: key, Detail: fmt.Sprintf(format, args...), Format: format, Args: args}
}

// Error returns the key, the detail and the cause, for logs. Users see the
// message of Key.
func (e *Error) Error() string {
	text := e.Key
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// IsKind reports whether err is an *Error of the kind, or wraps one.
func IsKind(err error, kind ErrorKind) bool {
	var known *Error
	return errors.As(err, &known) && known.Kind == kind
}

// A Refusal names the rule that forbids an action. The player made the error,
// so pages show the rule.
type Refusal struct {
	Key     string   // of the message in the catalogs: "hexone.refuse.centre"
	Rule    string   // the rule's number, one of Info.Rules; empty if the game is over
	Instead []Action // the actions that the rule compels, if it compels any
}

// Error returns the key and the rule, for logs and scripts.
func (r *Refusal) Error() string { return r.Key + " (rule " + r.Rule + ")" }
