package main

import "testing"

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
