package store

import (
	"context"
	"database/sql"
	"errors"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"hexclub/rules"
)

// Classify gives an error of the driver its place among the kinds of rules.Error.
// Errors that have a kind already, refusals, and those that are internal come
// back as they are.
func Classify(err error) error {
	if err == nil || classified(err) {
		return err
	}
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return failure(rules.NotFound, "error.not-found", err)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return Busy(err)
	}
	var failed *sqlite.Error
	if !errors.As(err, &failed) {
		return classifyPostgres(err)
	}
	switch failed.Code() {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
		return failure(rules.Conflict, "error.conflict", err)
	case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
		// Every reference is to a person or follows from one: a guest who
		// logged in elsewhere in the meantime is gone.
		return failure(rules.NotFound, "error.not-found", err)
	}
	switch failed.Code() & 0xff { // the rest of the code says more than we ask
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_INTERRUPT:
		return Busy(err)
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN,
		sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB: // also of a file that another program overwrites
		return failure(rules.Unavailable, "error.storage", err)
	}
	return err
}

// errBusy is the sentinel error for a database that others use for too long.
var errBusy = &rules.Error{Kind: rules.Unavailable, Key: "error.busy"}

// Busy returns an error of kind Unavailable (error.busy) with a cause.
func Busy(err error) error {
	made := errBusy.Errorf("database")
	made.Err = err
	return made
}

func failure(kind rules.ErrorKind, key string, err error) error {
	return &rules.Error{Kind: kind, Key: key, Detail: "database", Err: err}
}

// classified reports whether an error is of a kind already, or a refusal.
func classified(err error) bool {
	var known *rules.Error
	var refusal *rules.Refusal
	return errors.As(err, &known) || errors.As(err, &refusal)
}
