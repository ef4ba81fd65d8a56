package hexellation_test

import (
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexellation"
	"hexclub/rules/rulestest"
)

func TestWits(t *testing.T) {
	for _, options := range []map[string]string{
		nil,
		{"sky": "advanced"},
		{"declare": "yes"},
		{"sky": "advanced", "declare": "yes"},
	} {
		rulestest.Wits(t, hexellation.Game{}, rules.Setup{Options: options})
	}
}
