package main

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"hexclub/handlers/mail/mailtest"
)

// The program sends e-mail through the configured server, whose address is in a file, with the
// configured sender and links, and stops cleanly.
func TestSendsMails(t *testing.T) {
	t.Parallel()
	postOffice := mailtest.Start(t)
	secret := filepath.Join(t.TempDir(), "smtp")
	if err := os.WriteFile(secret, []byte("smtp://"+postOffice.Address+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	command := instrumented(t, "--listen", "localhost:0", "--mail-from", "Hexclub <club@hex.example>", "--url", "http://hex.example")
	command.Env = append(command.Env, "HEXCLUB_SMTP_FILE="+secret)
	client, s := browser(t), start(t, command)
	send := func(path string, form url.Values) {
		t.Helper()
		if status, _ := post(t, client, s.url+path, form); status != http.StatusOK {
			t.Fatalf("%s answers %d", path, status)
		}
	}
	send("/signup", url.Values{"name": {"Anna"}, "password": {"correct horse"}})
	send("/settings/mail", url.Values{"address": {"anna@mail.example"}, "password": {"correct horse"}})
	m := postOffice.Next()
	if m.From != "club@hex.example" || m.To != "anna@mail.example" {
		t.Errorf("the mail is %+v", m)
	}
	link := regexp.MustCompile(`http://hex\.example(/mail/confirm/\w+)\n`).FindStringSubmatch(m.Text)
	if link == nil {
		t.Fatalf("the mail says\n%s", m.Text)
	}
	send(link[1], nil)
	s.stop(t)
}
