//go:build !linux

package priority

// lowerPriority does nothing, because threads have no separate priority on these systems.
func lowerPriority() {}
