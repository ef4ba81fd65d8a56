//go:build !linux

package handlers

// lowerPriority does nothing: elsewhere a thread has no priority of its own.
func lowerPriority() {}
