package main

import (
	"errors"
	"io/fs"
	"syscall"
)

// Exit statuses of errors that a restart cannot fix. The systemd service knows them.
const (
	damagedStatus = 65 // the database is damaged or lost
	configStatus  = 78 // flags, variables or files are wrong
)

// An exitError ends the program with its own status.
type exitError struct {
	error
	status int
}

// ExitCode returns the status; kong calls it.
func (e exitError) ExitCode() int { return e.status }

// Unwrap returns the cause.
func (e exitError) Unwrap() error { return e.error }

// configError wraps an error so that the program exits with configStatus.
func configError(err error) error { return exitError{err, configStatus} }

// isPathError reports whether a path does not exist or is not permitted, so that a restart cannot
// help.
func isPathError(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOTDIR)
}
