//go:build !linux

package priority

// lowerPriority does nothing: elsewhere a thread has no priority of its own.
func lowerPriority() {}
