package db

import (
	"strings"
	"testing"
)

func TestNewID(t *testing.T) {
	seen := map[string]bool{}
	letters := map[rune]bool{}
	for range 2000 {
		id := NewID(inviteLetters)
		if len(id) != inviteLetters || seen[id] {
			t.Fatalf("id %q", id)
		}
		seen[id] = true
		for _, letter := range id {
			letters[letter] = true
			if !strings.ContainsRune(alphabet, letter) {
				t.Fatalf("id %q", id)
			}
		}
	}
	if len(letters) != 32 {
		t.Errorf("%d different letters", len(letters))
	}
}
