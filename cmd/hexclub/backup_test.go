package main

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
)

// TestDocumentsRestore runs the commands of the operator's handbook: it makes a backup, and
// restores it on an empty machine.
func TestDocumentsRestore(t *testing.T) {
	t.Parallel()
	handbook := source(t, ".github/docs/operating.md")
	restore := chapter(t, handbook, "Restore")
	example := regexp.MustCompile(`hexclub\.db\.backups/hexclub-\d{4}-\d\d-\d\dT\d{6}Z\.db`).FindString(restore)
	backup, elsewhere := hexclubLines(chapter(t, handbook, "Back up")), hexclubLines(restore)
	if example == "" || len(backup) != 1 || len(elsewhere) != 2 {
		t.Fatalf("the handbook has the commands %v and %v, and the backup %q", backup, elsewhere, example)
	}

	here, there := t.TempDir(), t.TempDir()
	in := func(folder string, args ...string) (output string, ok bool) {
		t.Helper()
		command := program(t, args...)
		command.Dir = folder
		return printed(t, command)
	}
	s := serve(t, filepath.Join(here, "hexclub.db"))
	client := browser(t)
	_, game := post(t, client, s.url+"/games", url.Values{"game": {"hexone"}, "opponent": {"device"}})
	if status, _ := post(t, client, s.url+game+"/turns", url.Values{"draft": {"c2"}, "moved": {"0"}}); status != http.StatusOK {
		t.Fatalf("a turn is answered %d", status)
	}
	said, ok := in(here, backup[0]...)
	if !ok {
		t.Fatalf("%v says %s", backup[0], said)
	}
	made := regexp.MustCompile(`\S+/hexclub-\S+\.db`).FindString(said)
	// This turn is lost with the machine.
	if status, _ := post(t, client, s.url+game+"/turns", url.Values{"draft": {"d3"}, "moved": {"1"}}); status != http.StatusOK {
		t.Fatalf("a turn is answered %d", status)
	}

	if err := os.Mkdir(filepath.Join(there, "hexclub.db.backups"), 0o700); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join("hexclub.db.backups", filepath.Base(made))
	content, err := os.ReadFile(made)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(there, name), content, 0o600); err != nil {
		t.Fatal(err)
	}
	if said, ok := in(there, "serve", "--listen", "localhost:0"); ok || !strings.Contains(said, "hexclub restore "+filepath.Join(there, name)) {
		t.Errorf("without the database, the server says %s", said)
	}
	for _, command := range elsewhere {
		for i := range command {
			command[i] = strings.ReplaceAll(command[i], example, name)
		}
		if said, ok := in(there, command...); !ok {
			t.Fatalf("%v says %s", command, said)
		}
	}
	again := serve(t, filepath.Join(there, "hexclub.db"))
	if got, err := again.player(t, 0).events(t.Context(), game); err != nil || !slices.Equal(got, []string{"c2"}) {
		t.Errorf("the game is restored as %v, %v", got, err)
	}
	if status, _ := post(t, client, again.url+game+"/turns", url.Values{"draft": {"d3"}, "moved": {"1"}}); status == http.StatusOK {
		t.Error("a session survived the restore")
	}
}

// While a server runs, a backup can be made and the database verified, but not restored. Problems
// are named, with exit status 1.
func TestBackupCommands(t *testing.T) {
	t.Parallel()
	database := filepath.Join(t.TempDir(), "hexclub.db")
	s := serve(t, database)
	client := browser(t)
	_, game := post(t, client, s.url+"/games", url.Values{"game": {"hexone"}, "opponent": {"device"}})
	copied := filepath.Join(t.TempDir(), "copy.db")
	text := filepath.Join(t.TempDir(), "text.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("text\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		ok   bool
		want string
	}{
		{[]string{"backup", copied}, true, copied + "\nschema "},
		{[]string{"backup", copied}, false, "already exists"},
		{[]string{"backup"}, true, database + ".backups"},
		{[]string{"backup", "--backups", filepath.Join(t.TempDir(), "other")}, true, filepath.Join("other", "hexclub-")},
		{[]string{"verify"}, true, "games replayed: 1\n  hexone        1\n"},
		{[]string{"verify", copied}, true, "no fault"},
		{[]string{"verify", text}, false, "not a database"},
		{[]string{"restore", copied}, false, "stop the server first"},
		{[]string{"restore", text + ".none"}, false, "no such file"},
	} {
		says(t, tt.ok, tt.want, append(tt.args, "--db", database)...)
	}
	s.kill(t)
	says(t, true, "no fault", "verify", "--db", database)
	says(t, true, "The previous database is now "+database+".before-restore-", "restore", "--keep-guests", copied, "--db", database)
	s = serve(t, database)
	if status, _ := post(t, client, s.url+game+"/turns", url.Values{"draft": {"c2"}, "moved": {"0"}}); status != http.StatusOK {
		t.Errorf("the guest, whose session was kept, is answered %d", status)
	}
}

// A backup with a game that cannot be replayed is kept, and the problem is reported.
func TestFaultyBackupCommand(t *testing.T) {
	t.Parallel()
	var game db.Game
	database := newDatabase(t, func(store *db.DB) error {
		host, err := store.CreateGuest(t.Context(), time.Now())
		if err == nil {
			game, err = store.CreateGame(t.Context(), db.NewGame{Key: "hexone", Host: host.ID, HostSeat: 1, BothSeats: true}, time.Now())
		}
		return err
	})
	alter(t, database, "UPDATE games SET to_act = 7")
	folder := filepath.Dir(database)
	copied := filepath.Join(folder, "copy-faulty.db")
	for _, tt := range []struct {
		args []string
		ok   bool
		want string
	}{
		{[]string{"backup", filepath.Join(folder, "copy.db")}, false, copied + "\nschema "},
		{[]string{"backup"}, false, "-faulty.db has faults: 1"},
		{[]string{"verify", copied}, false, "FAULT: game " + game.ID + " of hexone is stored as "},
		{[]string{"restore", copied}, false, "--with-faults"},
		{[]string{"restore", "--with-faults", copied}, true, "is restored"},
	} {
		says(t, tt.ok, tt.want, append(tt.args, "--db", database)...)
	}
}
