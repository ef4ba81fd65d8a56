package main

import (
	"strings"
	"testing"

	"hexclub/db"
)

func TestBansCommand(t *testing.T) {
	t.Parallel()
	database := newDatabase(t, func(*db.DB) error { return nil })
	for _, tt := range []struct {
		args string
		ok   bool
		want string
	}{
		{"add nowhere", false, `"nowhere" is not an address`},
		{"add 0.0.0.0/0", false, "nor a range of at most a /16"},
		{"add 192.0.2.7 --for 400d", false, "at most a year"},
		{"add 192.0.2.7 --for 1week", false, `"1week" is not like 90m, 36h or 7d`},
		{"add 192.0.2.7 --for 0s", false, "at most a year"},
		{"add 192.0.2.7 --reason Spam\u202e", false, "--reason must have at most 300 characters"},
		{"add 192.0.2.7 --reason " + strings.Repeat("x", 301), false, "--reason must have at most 300 characters"},
		{"add 127.0.0.1", false, "127.0.0.1 is this machine"},
		{"add ::1", false, "::/64 is this machine"},
		{"list", true, ""},
		{"add 192.0.2.7/24 --for 7d --reason Spam", true, "192.0.2.0/24 is banned until 2"},
		{"list", true, " UTC\t\"Spam\""},
		{"lift 192.0.2.7", false, "192.0.2.7 is not banned"},
		{"add 192.0.2.7", true, "192.0.2.7 is banned until 2"},
		{"list", true, "192.0.2.7\t2"},
		{"lift 192.0.2.7", true, "192.0.2.7 is no longer banned"},
		{"lift 192.0.2.0/24", true, "192.0.2.0/24 is no longer banned"},
		{"list", true, ""},
	} {
		output := says(t, tt.ok, tt.want, append([]string{"bans", "--db", database}, strings.Fields(tt.args)...)...)
		if tt.want == "" && output != "" {
			t.Errorf("%s: %s", tt.args, output)
		}
	}
}
