//go:build !linux

package main

// dropStartPages does nothing: elsewhere the system decides alone which pages of the program
// stay in memory.
func dropStartPages() error { return nil }
