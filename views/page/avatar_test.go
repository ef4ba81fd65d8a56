package page

import (
	"strings"
	"testing"
)

func TestAvatarsDependOnTheID(t *testing.T) {
	seen := map[[3]string]int{}
	for i := range 500 {
		id := strings.Repeat("k", i%7) + string(rune('a'+i%26)) + string(rune('a'+i/26))
		pattern := AvatarPattern(id)
		if pattern != AvatarPattern(id) {
			t.Fatalf("two avatars of %q differ", id)
		}
		if pattern[0] == pattern[1] || pattern[1] == pattern[2] || pattern[0] == pattern[2] {
			t.Errorf("the avatar of %q has one colour twice: %q", id, pattern)
		}
		seen[pattern]++
	}
	if len(seen) < 400 {
		t.Errorf("500 accounts have %d avatars, want at least 400", len(seen))
	}
}
