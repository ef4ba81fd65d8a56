package club

import (
	"mime"
	"testing"
)

// Files are named in every script, and nothing in a name leaves the header or the
// folder.
func TestAttachment(t *testing.T) {
	for name, want := range map[string][2]string{ // plain, and what a reader of RFC 6266 takes
		"Winter cup":              {"hexclub-Winter-cup-table.csv", "hexclub-Winter-cup-table.csv"},
		"Tournoi d’été n° 2":      {"hexclub-Tournoi-d-ete-n-2-table.csv", "hexclub-Tournoi-d-été-n-2-table.csv"},
		"겨울 컵":                    {"hexclub-table.csv", "hexclub-겨울-컵-table.csv"},
		"\"; x=\"../..\r\nSet: 1": {"hexclub-x-Set-1-table.csv", "hexclub-x-Set-1-table.csv"},
		"!!!":                     {"hexclub-table.csv", "hexclub-table.csv"},
	} {
		header := attachment("csv", "hexclub", name, "table")
		kind, params, err := mime.ParseMediaType(header)
		if err != nil || kind != "attachment" {
			t.Errorf("%q is named %q: %v", name, header, err)
			continue
		}
		// The package takes filename* for filename where there are both.
		if got := params["filename"]; got != want[1] {
			t.Errorf("%q is named %q, want %q", name, got, want[1])
		}
		if plain := fileName(0x7f, []string{"hexclub", name, "table"}) + ".csv"; plain != want[0] {
			t.Errorf("%q is named %q in ASCII, want %q", name, plain, want[0])
		}
	}
}
