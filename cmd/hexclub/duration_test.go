package main

import (
	"testing"
	"time"
)

func TestParseDuration(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{
		"0": 0, "90m": 90 * time.Minute, "1d": 24 * time.Hour, "400d": 9600 * time.Hour, "1d12h": 36 * time.Hour, "1d0.5h": 24*time.Hour + 30*time.Minute, "0d": 0,
	} {
		if got, err := parseDuration(text); err != nil || got != want {
			t.Errorf("%q is %v, %v; want %v", text, got, err, want)
		}
	}
	for _, bad := range []string{"", "7", "d", "1.5d", "-1d", "1d-2h", "12h1d", "1d2", "99999d", "soon"} {
		if got, err := parseDuration(bad); err == nil {
			t.Errorf("%q is %v", bad, got)
		}
	}
}
