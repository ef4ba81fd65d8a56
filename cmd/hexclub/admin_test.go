package main

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// anna signs Anna up and returns her browser and the form to log in.
func (s *server) anna(t *testing.T) (client *http.Client, account url.Values) {
	t.Helper()
	client, account = browser(t), formOf("name", "Anna", "password", "correct horse battery")
	if status, _ := post(t, client, s.url+"/signup", account); status != http.StatusOK {
		t.Fatalf("signing up answers %d", status)
	}
	return client, account
}

// Changing a role while the server runs has effect immediately.
func TestAdminRole(t *testing.T) {
	t.Parallel()
	database := filepath.Join(t.TempDir(), "hexclub.db")
	s := serve(t, database)
	anna, _ := s.anna(t)
	settings := func(want int) {
		t.Helper()
		if status := get(t, anna, s.url+"/club/settings"); status != want {
			t.Errorf("the settings answer %d, want %d", status, want)
		}
	}
	settings(http.StatusForbidden)
	for _, tt := range []struct {
		args []string
		ok   bool
		want string
	}{
		{[]string{"Nobody", "admin"}, false, `there is no account named "Nobody"`},
		{[]string{"Anna", "king"}, false, "must be one of"},
		{[]string{"anna", "admin"}, true, "Anna is now admin"},
		{[]string{"Anna", "admin"}, true, "Anna is now admin"},
		{[]string{"Anna", "member"}, false, "Anna is the only admin"},
	} {
		says(t, tt.ok, tt.want, append([]string{"admin", "role", "--db", database}, tt.args...)...)
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

// Closing an account while the server runs ends its sessions and prevents log-in until it is
// reopened.
func TestDisableAndEnable(t *testing.T) {
	t.Parallel()
	database := filepath.Join(t.TempDir(), "hexclub.db")
	s := serve(t, database)
	anna, account := s.anna(t)
	members := func(want int) {
		t.Helper()
		if status := get(t, anna, s.url+"/club/members"); status != want {
			t.Errorf("the members answer %d, want %d", status, want)
		}
	}
	members(http.StatusOK)
	for _, tt := range []struct {
		args []string
		ok   bool
		want string
	}{
		{[]string{"disable", "Nobody"}, false, `there is no account named "Nobody"`},
		{[]string{"disable", "--reason", "Spam", "anna"}, true, "the account of Anna is now closed"},
		{[]string{"disable", "Anna"}, true, "is already closed"},
		{[]string{"reset-link", "Anna"}, false, "reopen it first"},
	} {
		says(t, tt.ok, tt.want, append([]string{"admin", "--db", database}, tt.args...)...)
	}
	members(http.StatusForbidden)
	if status, _ := post(t, anna, s.url+"/login", account); status != http.StatusForbidden {
		t.Errorf("logging in answers %d", status)
	}
	for _, want := range []string{"is now open", "is already open"} {
		says(t, true, want, "admin", "--db", database, "enable", "Anna")
	}
	if status, _ := post(t, anna, s.url+"/login", account); status != http.StatusOK {
		t.Errorf("logging in answers %d", status)
	}
	members(http.StatusOK)
	says(t, true, "Anna is now admin", "admin", "--db", database, "role", "Anna", "admin")
	says(t, false, "only admin", "admin", "--db", database, "disable", "Anna")
}

// offered returns the path of the link for the first admin, which the program prints after its
// address. It checks the host of the link.
func offered(t *testing.T, s *server, url string) (path string) {
	t.Helper()
	if line, err := s.printed.ReadString('\n'); err != nil || !strings.Contains(line, "no admin yet") {
		t.Fatalf("the program prints %q, %v", line, err)
	}
	link, err := s.printed.ReadString('\n')
	path, found := strings.CutPrefix(strings.TrimSpace(link), url)
	if err != nil || !found || !strings.HasPrefix(path, "/first-admin/") {
		t.Fatalf("the program prints the link %q, %v", link, err)
	}
	return path
}

// As long as the club has no admin, each start prints a link that creates one, and does not log it.
func TestFirstAdmin(t *testing.T) {
	t.Parallel()
	database := filepath.Join(t.TempDir(), "hexclub.db")
	begin := func(flags ...string) (*server, *strings.Builder) {
		t.Helper()
		command, log := program(t, append([]string{"--db", database, "--listen", "localhost:0"}, flags...)...), &strings.Builder{}
		command.Stderr = log
		return start(t, command), log
	}
	s, log := begin()
	first := offered(t, s, s.url)
	s.kill(t)
	if strings.Contains(log.String(), first) {
		t.Errorf("the log has the link: %s", log)
	}
	s, _ = begin("--url", "http://hex.example/")
	link := offered(t, s, "http://hex.example")
	anna := browser(t)
	form := url.Values{"name": {"Anna"}, "password": {"correct horse battery"}}
	if status, _ := post(t, anna, s.url+first, form); status != http.StatusNotFound {
		t.Errorf("the link of the previous start answers %d", status)
	}
	if status, path := post(t, anna, s.url+link, form); status != http.StatusOK || path != "/club/settings" {
		t.Errorf("the link answers %d, %s", status, path)
	}
	s.kill(t)
	s, _ = begin()
	if rest := s.stop(t); rest != "" {
		t.Errorf("the program prints %q too", rest)
	}
}

// The operator can create accounts, make links for new passwords and log members out while the
// server runs.
func TestOperator(t *testing.T) {
	t.Parallel()
	database := filepath.Join(t.TempDir(), "hexclub.db")
	s := serve(t, database)
	do := func(succeeds bool, want string, args ...string) (output string) {
		t.Helper()
		return says(t, succeeds, want, append(args, "--db", database)...)
	}
	logIn := func(name, password string) (client *http.Client, status int) {
		t.Helper()
		client = browser(t)
		status, _ = post(t, client, s.url+"/login", url.Values{"name": {name}, "password": {password}})
		return client, status
	}
	const address = "http://hex.example"
	link := func(output string) string {
		t.Helper()
		lines := strings.Split(strings.TrimSpace(output), "\n")
		path, found := strings.CutPrefix(lines[len(lines)-1], address)
		if !found {
			t.Fatalf("there is no link in %q", output)
		}
		return path
	}
	made := link(do(true, "Anna is now admin", "admin", "create", "Anna", "--url", address+"/"))
	do(true, "admin\tAnna\t(no password yet)", "admin", "list")
	do(true, "Anna is now organiser", "admin", "role", "Anna", "organiser") // from when she joins
	do(true, "Anna is now admin", "admin", "role", "Anna", "admin")
	do(false, "This name is taken", "admin", "create", "anna")
	do(false, "at least 8 characters", "admin", "create", "Ben", "--password-file", filepath.Join(write(t, "short"), "secret"))
	do(false, "--password-file: open", "admin", "create", "Ben", "--password-file", "nowhere")
	do(true, "Ben is now member", "admin", "create", "Ben", "--role", "member", "--password-file", filepath.Join(write(t, "correct horse\n"), "secret"))
	ben, status := logIn("Ben", "correct horse")
	if status != http.StatusOK {
		t.Errorf("Ben logs in: %d", status)
	}
	anna := browser(t)
	if status, path := post(t, anna, s.url+made, url.Values{"password": {"correct horse"}}); status != http.StatusOK || path != "/" {
		t.Errorf("Anna's link answers %d, %s", status, path)
	}
	if status := get(t, anna, s.url+"/club/settings"); status != http.StatusOK {
		t.Errorf("Anna is no admin: %d", status)
	}

	reset := link(do(true, "This link works once", "admin", "reset-link", "ben", "--url", address))
	if status, _ := post(t, browser(t), s.url+reset, url.Values{"password": {"another horse"}}); status != http.StatusOK {
		t.Errorf("Ben's link answers %d", status)
	}
	do(false, `there is no account named "Zoe"`, "admin", "reset-link", "Zoe")
	if loggedIn(t, ben, s) {
		t.Error("Ben is still logged in")
	}
	ben, _ = logIn("Ben", "another horse")
	carl := browser(t) // a guest
	_, game := post(t, carl, s.url+"/games", url.Values{"game": {"hexone"}, "opponent": {"device"}})

	do(false, "or --all", "sessions", "revoke")
	do(false, "or --all", "sessions", "revoke", "Ben", "--all")
	do(false, `there is no account named "Zoe"`, "sessions", "revoke", "Zoe")
	do(true, "sessions deleted: 2", "sessions", "revoke", "Ben")
	if loggedIn(t, ben, s) || !loggedIn(t, anna, s) {
		t.Error("Ben is logged in, or Anna is not")
	}
	do(true, "sessions deleted: 1", "sessions", "revoke", "--all")
	if loggedIn(t, anna, s) {
		t.Error("Anna is logged in")
	}
	if status, _ := post(t, carl, s.url+game+"/resign", nil); status != http.StatusOK {
		t.Errorf("the guest's game is lost: %d", status)
	}
}

// write creates a folder with a file "secret" that contains a text.
func write(t *testing.T, text string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "secret"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

// loggedIn reports whether a browser is logged in.
func loggedIn(t *testing.T, client *http.Client, s *server) bool {
	t.Helper()
	return get(t, client, s.url+"/settings/password") == http.StatusOK
}
