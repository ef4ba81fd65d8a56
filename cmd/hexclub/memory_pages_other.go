//go:build !linux

package main

// dropStartPages does nothing on other systems.
func dropStartPages() error { return nil }
