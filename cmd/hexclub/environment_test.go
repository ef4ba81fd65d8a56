package main

import (
	"strings"
	"testing"
)

// A warning of one line lists the unknown variables and the known ones.
func TestUnknownVariables(t *testing.T) {
	t.Parallel()
	command := program(t, "version")
	command.Env = append(command.Env, "HEXCLUB_DATABASE=club.db", "HEXCLUB_SERVICE_HOST=10.0.0.1", "HEXCLUB_SMTP_FILE=mail")
	output, err := command.CombinedOutput()
	want := "hexclub: warning: " + unknownVariablesWarning + ": HEXCLUB_DATABASE, HEXCLUB_SERVICE_HOST; known are HEXCLUB_BACKUPS, HEXCLUB_BACKUP_EVERY, "
	if text := string(output); err != nil || !strings.HasPrefix(text, want) || strings.Count(text, "\n") != 2 {
		t.Errorf("it says %v, %s", err, text)
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"SMTP", "SMTP", 0},
		{"", "SMTP", 4},
		{"SMTP", "", 4},
		{"SMPT", "SMTP", 2},
		{"SMTPS", "SMTP", 1},
		{"MAILFROM", "MAIL_FROM", 1},
		{"PORT", "PROXY", 3},
		{"kitten", "sitting", 3},
	} {
		if got := distance(tt.a, tt.b); got != tt.want {
			t.Errorf("from %q to %q it is %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
