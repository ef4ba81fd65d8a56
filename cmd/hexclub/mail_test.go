package main

import (
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"

	"hexclub/handlers/mail/mailtest"
)

// The program sends mails by the server it is told of, soon after they are
// asked for, as the sender and with the links that it is told, and stops
// cleanly.
func TestSendsMails(t *testing.T) {
	t.Parallel()
	postOffice := mailtest.Start(t)
	client, s := browser(t), serve(t, filepath.Join(t.TempDir(), "hexclub.db"),
		"--smtp", "smtp://"+postOffice.Address, "--mail-from", "Hexclub <club@hex.example>", "--url", "http://hex.example")
	send := func(path string, form url.Values) {
		t.Helper()
		if status, _ := post(t, client, s.url+path, form); status != http.StatusOK {
			t.Fatalf("%s answers %d", path, status)
		}
	}
	send("/signup", url.Values{"name": {"Anna"}, "password": {"correct horse"}})
	send("/settings/mail", url.Values{"address": {"anna@mail.example"}})
	m := postOffice.Next()
	if m.From != "club@hex.example" || m.To != "anna@mail.example" {
		t.Errorf("the mail is %+v", m)
	}
	link := regexp.MustCompile(`http://hex\.example(/mail/confirm/\w+)\n`).FindStringSubmatch(m.Text)
	if link == nil {
		t.Fatalf("the mail says\n%s", m.Text)
	}
	send(link[1], nil)
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.command.Wait(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
}
