package rules

import (
	"errors"
	"fmt"
)

// An ErrorKind is what an error means to whoever asked. There are few; an
// error without a kind is internal.
type ErrorKind uint8

// The kinds of error that packages rules and db return.
const (
	Internal    ErrorKind = iota // not the asker's fault, and not for the asker's eyes
	Invalid                      // what was asked makes no sense, or breaks a rule
	NotFound                     // what was asked for does not exist
	Conflict                     // somebody else was first
	Forbidden                    // exists, but not for this asker
	Unavailable                  // might work later: busy, or the disk failed
	TooMany                      // asked for too often by this asker; works later
)

// An Error is an error that a person is told about. Key names the message in
// the catalogs; Detail is for logs and for the text protocol.
type Error struct {
	Kind   ErrorKind
	Key    string
	Detail string
	Format string // what Errorf made Detail of, for who tells it in another language
	Args   []any
	Err    error // what caused it, if anything

	// Wait is the number of seconds after which a request that came too often works again;
	// 0 where no time is enough.
	Wait int
}

// Errorf returns an Error of the given kind and catalog key with a formatted
// detail.
func Errorf(kind ErrorKind, key, format string, args ...any) *Error {
	return &Error{Kind: kind, Key: key, Detail: fmt.Sprintf(format, args...), Format: format, Args: args}
}

// Error returns what there is to know of it, for logs; people are shown the
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

// Unwrap returns the error's cause.
func (e *Error) Unwrap() error { return e.Err }

// IsKind reports whether err is an *Error of the kind, or wraps one.
func IsKind(err error, kind ErrorKind) bool {
	var known *Error
	return errors.As(err, &known) && known.Kind == kind
}

// A Refusal says which rule forbids an action. It is an error of the player,
// so pages that get one answer with the rule.
type Refusal struct {
	Key     string   // of the message in the catalogs: "hexone.refuse.centre"
	Rule    string   // the rule's number, one of Info.Rules; empty: no rule, the game is over
	Instead []Action // where the rule compels other actions, these
}

// Error names the rule, for logs and scripts.
func (r *Refusal) Error() string { return r.Key + " (rule " + r.Rule + ")" }
