package main

import (
	"errors"
	"io/fs"
	"syscall"
)

// Exit statuses that tell that starting again does not help. The service for systemd knows
// them.
const (
	damagedStatus = 65 // of a server whose database is damaged or lost
	configStatus  = 78 // of all commands, where flags, variables or files are set wrong
)

// An exitError ends the program with a status of its own.
type exitError struct {
	error
	status int
}

// ExitCode is what kong asks an error for.
func (e exitError) ExitCode() int { return e.status }

// Unwrap is the error that tells what is wrong.
func (e exitError) Unwrap() error { return e.error }

// configError is an error that ends the program with configStatus.
func configError(err error) error { return exitError{err, configStatus} }

// setWrong tells whether an error is that a path leads nowhere, or where the program may
// not write: starting again does not help.
func setWrong(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOTDIR)
}
