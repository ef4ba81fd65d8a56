// Package search runs the searches of bots and hints in a [Pool] of a few at once, in fair turns.
package search
