package main

import (
	"errors"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// run is what the program prints, all told, and whether it succeeded.
func run(t *testing.T, args ...string) (output string, ok bool) {
	t.Helper()
	command := program(t, args...)
	command.Stderr = nil
	text, err := command.CombinedOutput()
	if failed := new(exec.ExitError); err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	return string(text), err == nil
}

// A club gets its first admin at the machine, while the site runs, and it counts at
// once.
func TestFirstAdmin(t *testing.T) {
	t.Parallel()
	database := filepath.Join(t.TempDir(), "hexclub.db")
	s := serve(t, database)
	anna := browser(t)
	if status, _ := post(t, anna, s.url+"/signup", url.Values{"name": {"Anna"}, "password": {"correct horse battery"}}); status != http.StatusOK {
		t.Fatalf("signing up answers %d", status)
	}
	settings := func(want int) {
		t.Helper()
		response, err := anna.Get(s.url + "/club/settings")
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("the settings answer %d, want %d", response.StatusCode, want)
		}
	}
	settings(http.StatusForbidden)
	for _, tt := range []struct {
		args []string
		ok   bool
		want string
	}{
		{[]string{"Nobody", "admin"}, false, `no account is called "Nobody"`},
		{[]string{"Anna", "king"}, false, "must be one of"},
		{[]string{"anna", "admin"}, true, "Anna is admin now"},
		{[]string{"Anna", "admin"}, true, "Anna is admin now"},
		{[]string{"Anna", "member"}, false, "Anna is the only admin"},
	} {
		output, ok := run(t, append([]string{"admin", "role", "--db", database}, tt.args...)...)
		if ok != tt.ok || !strings.Contains(output, tt.want) {
			t.Errorf("%v prints %q, ok %v; want %q", tt.args, output, ok, tt.want)
		}
	}
	settings(http.StatusOK)

	command := program(t, "admin", "role", "Anna", "admin")
	if err := command.Run(); err == nil {
		t.Error("it is no error that there is no database")
	}
	if files, err := os.ReadDir(command.Dir); err != nil || len(files) > 0 {
		t.Errorf("it left %v, %v", files, err)
	}
}

// An account is closed at the machine while the site runs: who is logged in is nobody at
// the next request, and cannot log in until it is opened.
func TestDisableAndEnable(t *testing.T) {
	t.Parallel()
	database := filepath.Join(t.TempDir(), "hexclub.db")
	s := serve(t, database)
	anna, account := browser(t), url.Values{"name": {"Anna"}, "password": {"correct horse battery"}}
	if status, _ := post(t, anna, s.url+"/signup", account); status != http.StatusOK {
		t.Fatalf("signing up answers %d", status)
	}
	members := func(want int) {
		t.Helper()
		response, err := anna.Get(s.url + "/club/members")
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("the members answer %d, want %d", response.StatusCode, want)
		}
	}
	members(http.StatusOK)
	for _, tt := range []struct {
		args []string
		ok   bool
		want string
	}{
		{[]string{"disable", "Nobody"}, false, `no account is called "Nobody"`},
		{[]string{"disable", "--reason", "Spam", "anna"}, true, "the account of Anna is closed now"},
		{[]string{"disable", "Anna"}, true, "is closed"},
	} {
		if output, ok := run(t, append([]string{"admin", "--db", database}, tt.args...)...); ok != tt.ok || !strings.Contains(output, tt.want) {
			t.Errorf("%v: %v, %s", tt.args, ok, output)
		}
	}
	members(http.StatusForbidden)
	if status, _ := post(t, anna, s.url+"/login", account); status != http.StatusForbidden {
		t.Errorf("logging in answers %d", status)
	}
	if output, ok := run(t, "admin", "--db", database, "enable", "Anna"); !ok || !strings.Contains(output, "is open") {
		t.Errorf("%v, %s", ok, output)
	}
	if status, _ := post(t, anna, s.url+"/login", account); status != http.StatusOK {
		t.Errorf("logging in answers %d", status)
	}
	members(http.StatusOK)
	if output, ok := run(t, "admin", "--db", database, "role", "Anna", "admin"); !ok {
		t.Fatal(output)
	}
	if output, ok := run(t, "admin", "--db", database, "disable", "Anna"); ok || !strings.Contains(output, "only admin") {
		t.Errorf("%v, %s", ok, output)
	}
}
