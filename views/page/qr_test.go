package page

import (
	"bytes"
	"strings"
	"testing"
)

// A code has its three finder patterns inside a quiet zone of four modules, and is larger for a longer text.
func TestQR(t *testing.T) {
	draw := func(text string) string {
		t.Helper()
		var b bytes.Buffer
		if err := QR(text, "a label & more").Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	code := draw("https://club.example/join/k3v9x2m8q4w7")
	for _, part := range []string{`viewBox="0 0 37 37"`, `aria-label="a label &amp; more"`, "M4 4h7v1h-7z", "M26 4h7v1h-7z", "M4 26h7v1h-7z"} {
		if !strings.Contains(code, part) {
			t.Errorf("%s is not in %s", part, code)
		}
	}
	if longer := draw(strings.Repeat("https://club.example/join/", 20)); strings.Contains(longer, `"0 0 37 37"`) {
		t.Error("a long text has a code of the same size")
	}
	if none := draw(strings.Repeat("x", 10_000)); none != "" {
		t.Errorf("a text that is too long makes %q", none)
	}
}
