package handlers_test

import (
	"testing"
)

func TestMain(m *testing.M) { runTests(m) }

// newNarrowBrowser returns a browser with the narrow font.
func newNarrowBrowser(t *testing.T) *browser { return &browser{t, &narrowChromium} }

// newFontBrowser returns a browser with the wide font for an odd number, and one
// with the narrow font for an even one.
func newFontBrowser(t *testing.T, n int) *browser {
	if n%2 == 1 {
		return newBrowser(t)
	}
	return newNarrowBrowser(t)
}
