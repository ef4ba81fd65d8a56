package db

import (
	"bytes"
	"os"
	"testing"
)

// What was deleted is not in the file any more, not even in bytes that nothing uses: who
// gets hold of the file reads no names, messages or addresses that are gone.
func TestDeletedIsErased(t *testing.T) {
	d := openTest(t)
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
		file, err := os.ReadFile(d.path)
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
