package gate_test

import (
	"testing"

	"hexclub/handlers/sitetest"
)

func TestMain(m *testing.M) { sitetest.RunTests(m) }
