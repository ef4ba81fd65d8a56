package club

import (
	"mime"
	"testing"
)

// File names keep the letters of every script, and cannot break out of the header or the folder.
func TestAttachment(t *testing.T) {
	for name, want := range map[string][2]string{ // plain, and as RFC 6266 defines it
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
		// The package returns filename* if there are both.
		if got := params["filename"]; got != want[1] {
			t.Errorf("%q is named %q, want %q", name, got, want[1])
		}
		if plain := fileName(0x7f, []string{"hexclub", name, "table"}) + ".csv"; plain != want[0] {
			t.Errorf("%q is named %q in ASCII, want %q", name, plain, want[0])
		}
	}
}
