package db

import (
	"bytes"
	"database/sql"
	"os"
	"testing"
)

// Deleted text is in neither of the database's files once the write-ahead log is truncated. A
// transaction that still reads the old rows delays only the truncation.
func TestDeletedIsErasedFromLog(t *testing.T) {
	d := openFile(t)
	ctx := t.Context()
	person, err := d.SignUp(ctx, "", "Xanthippe", "none", noon)
	if err != nil {
		t.Fatal(err)
	}
	wantFound := func(want bool) {
		t.Helper()
		found := false
		for _, file := range []string{pathOf(t, d), pathOf(t, d) + "-wal"} {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			found = found || bytes.Contains(text, []byte("anthippe"))
		}
		if found != want {
			t.Errorf("the name is in the files: %t, want %t", found, want)
		}
	}
	truncate := func(want bool) {
		t.Helper()
		if empty, err := d.TruncateLog(ctx); err != nil || empty != want {
			t.Errorf("the log is empty: %t, %v; want %t", empty, err, want)
		}
	}
	reader, err := d.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	var name string
	if err := reader.QueryRowContext(ctx, "SELECT name FROM people WHERE id = $1", person.ID).Scan(&name); err != nil {
		t.Fatal(err)
	}
	if _, err := d.DeletePerson(ctx, person.ID, noon); err != nil {
		t.Fatal(err)
	}
	wantFound(true)
	truncate(false)
	newGuest(t, d) // others write meanwhile
	if err := reader.Rollback(); err != nil {
		t.Fatal(err)
	}
	truncate(true)
	wantFound(false)
	truncate(true)
	if got := textRows(t, d, "PRAGMA busy_timeout"); len(got) != 1 || got[0] != "5000" {
		t.Errorf("readers wait for %v ms", got)
	}
	var wait int
	if err := d.write.QueryRowContext(ctx, "PRAGMA busy_timeout").Scan(&wait); err != nil || wait != 5000 {
		t.Errorf("the writer waits for %d ms, %v", wait, err)
	}
}

// What was deleted is not in the file any more, not even in bytes that nothing uses: who
// gets hold of the file reads no names, messages or addresses that are gone.
func TestDeletedIsErased(t *testing.T) {
	d := openFile(t)
	ctx := t.Context()
	admin := newAdmin(t, d, "Anna")
	g := newPair(t, d)
	person, other := g.Players[0].ID, g.Players[1].ID
	makeAccount(t, d, person, "Xanthippe")
	say(t, d, g.ID, other, "something that does harm")
	if err := d.AskAddress(ctx, person, "somebody@elsewhere.example", "en", true, noon); err != nil {
		t.Fatal(err)
	}
	inFile := func() (found []string) {
		t.Helper()
		if _, err := d.write.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
			t.Fatal(err)
		}
		file, err := os.ReadFile(pathOf(t, d))
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"Xanthippe", "xanthippe", "does harm", "somebody@elsewhere"} {
			if bytes.Contains(file, []byte(text)) {
				found = append(found, text)
			}
		}
		return found
	}
	if found := inFile(); len(found) != 4 {
		t.Fatalf("the file has %q before anything is deleted", found)
	}
	if err := d.RemoveMessage(ctx, g.ID, 1, admin.ID, noon); err != nil {
		t.Fatal(err)
	}
	if _, err := d.DeletePerson(ctx, person, noon); err != nil {
		t.Fatal(err)
	}
	if found := inFile(); len(found) > 0 {
		t.Errorf("the file still has %q", found)
	}
}
