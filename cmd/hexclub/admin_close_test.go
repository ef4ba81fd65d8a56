package main

import (
	"errors"
	"strings"
	"testing"
	"time"

	"hexclub/db"
)

// The operator can delete an account after confirming its name.
func TestAdminDelete(t *testing.T) {
	t.Parallel()
	database := newDatabase(t, func(store *db.DB) (err error) {
		for name, role := range map[string]db.Role{"Anna": db.Admin, "Ben": db.Member, "Cem": db.Member} {
			err = errors.Join(err, store.CreateAccount(t.Context(), db.NewAccount{Name: name, Role: role, Hash: "hash"}, time.Now()))
		}
		return err
	})
	for _, tt := range []struct {
		args  string
		typed string
		ok    bool
		want  string
	}{
		{"Nobody --yes", "", false, `there is no account named "Nobody"`},
		{"Anna --yes", "", false, "Anna is the only admin"},
		{"Ben", "", false, "nothing was deleted"},
		{"Ben", "Cem\n", false, "nothing was deleted"},
		{"ben", "Ben\n", true, "the account of Ben is deleted"},
		{"Ben", "Ben\n", false, `there is no account named "Ben"`},
		{"Cem --yes", "", true, "the account of Cem is deleted"},
	} {
		command := program(t, append([]string{"admin", "--db", database, "delete"}, strings.Fields(tt.args)...)...)
		command.Stdin = strings.NewReader(tt.typed)
		output, err := command.CombinedOutput()
		if (err == nil) != tt.ok || !strings.Contains(string(output), tt.want) {
			t.Errorf("%s, %q: %v, %s", tt.args, tt.typed, err, output)
		}
	}
	for _, reason := range []string{" ", strings.Repeat("x", 301), "a\u202eb"} { // validated as on the site
		says(t, false, "--reason must have at most 300 characters", "admin", "--db", database, "disable", "--reason", reason, "Anna")
	}
}
