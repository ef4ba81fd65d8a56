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
// catalogs and is only that: callers distinguish errors by their kind, their
// fields, or errors.Is. Detail is for logs and for the text protocol.
type Error struct {
	Kind   ErrorKind
	Key    string
	Fields []string // the inputs that are wrong, as forms name them; empty if not known
	Detail string
	Format string // the format of Detail, for translations
	Args   []any
	Err    error // the cause, if any

	sentinel *Error // the error that this one was made from, for errors.Is

	// Wait is the number of seconds until a rejected request works again; 0 if
	// waiting does not help.
	Wait int
}

// Errorf returns an Error of the given kind and catalog key with a formatted
// detail.
func Errorf(kind ErrorKind, key, format string, args ...any) *Error {
	return &Error{Kind: kind, Key: key, Detail: fmt.Sprintf(format, args...), Format: format, Args: args}
}

// Errorf returns an error like the sentinel error e with a formatted detail.
// errors.Is reports whether an error was made from e:
//
//	var ErrTimeUp = &rules.Error{Kind: rules.Conflict, Key: "error.time-up"}
//
//	return ErrTimeUp.Errorf("game %s", id)
//	…
//	if errors.Is(err, ErrTimeUp) {
func (e *Error) Errorf(format string, args ...any) *Error {
	made := *e
	made.sentinel, made.Detail, made.Format, made.Args = e, fmt.Sprintf(format, args...), format, args
	return &made
}

// Is reports whether e was made from target.
func (e *Error) Is(target error) bool { return e.sentinel != nil && target == error(e.sentinel) }

// In returns an error like e about inputs, as forms name them.
func (e *Error) In(fields ...string) *Error {
	made := *e
	made.Fields = fields
	return &made
}

// FieldsOf returns the inputs that an error is about, none if it does not say.
func FieldsOf(err error) []string {
	var known *Error
	if errors.As(err, &known) {
		return known.Fields
	}
	return nil
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
	Reason  string   // why, one of Info.Refusals: "centre"; empty outside games
	Rule    string   // the rule's number, one of Info.Rules; empty if the game is over
	Instead []Action // the actions that the rule compels, if it compels any
	Tried   bool     // players often try this, so pages explain it even where the last click also starts another action
}

// Error returns the key and the rule, for logs and scripts.
func (r *Refusal) Error() string { return r.Key + " (rule " + r.Rule + ")" }
