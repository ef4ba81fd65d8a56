// Package search runs the searches of bots and hints in a [Pool] that runs a few at a time, in a fair order.
package search
