package handlers_test

import (
	"testing"

	"hexclub/handlers/sitetest"
)

func TestMain(m *testing.M) { sitetest.RunTests(m) }

// newFontBrowser returns a browser with the wide font for an odd number, and one with the narrow font for an
// even one.
func newFontBrowser(t *testing.T, n int) *sitetest.Browser {
	if n%2 == 1 {
		return sitetest.NewBrowser(t)
	}
	return sitetest.NewNarrowBrowser(t)
}
