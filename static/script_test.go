package static_test

import (
	"os"
	"path/filepath"
	"testing"
)

// Our own scripts do what HTML, CSS and htmx cannot, and no more: as they are
// written, all of them together are below 8 KB.
func TestScriptsAreSmall(t *testing.T) {
	t.Parallel()
	scripts, err := filepath.Glob("*.js")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("scripts %q: %v", scripts, err)
	}
	total := 0
	for _, name := range scripts {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%6d bytes %s", len(text), name)
		total += len(text)
	}
	if total >= 8_000 {
		t.Errorf("the scripts have %d bytes, want less than 8000", total)
	}
}
