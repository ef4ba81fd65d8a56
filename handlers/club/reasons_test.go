package club_test

import (
	"testing"

	"hexclub/db"
	"hexclub/views/page"
)

func TestFieldsTakeLongestReason(t *testing.T) {
	if page.MaxReason != db.MaxReason {
		t.Errorf("fields take %d characters, db %d", page.MaxReason, db.MaxReason)
	}
}
