package tartan_test

import (
	"testing"

	"hexclub/rules"
	"hexclub/rules/rulestest"
	"hexclub/rules/tartan"
)

func TestWits(t *testing.T) {
	rulestest.Wits(t, tartan.Game{}, rules.Setup{})
}
