package db

import (
	"bytes"
	"testing"
	"time"

	"hexclub/rules"
)

func TestSessions(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	guest := newGuest(t, d)
	save := func(t *testing.T, s Session) {
		t.Helper()
		if err := d.SaveSession(ctx, s); err != nil {
			t.Fatal(err)
		}
	}
	gone := func(t *testing.T, hash string, now time.Time) {
		t.Helper()
		_, err := d.Session(ctx, hash, now)
		wantError(t, err, rules.NotFound, "error.not-found")
	}
	there := func(t *testing.T, want Session) {
		t.Helper()
		got, err := d.Session(ctx, want.Hash, noon)
		if err != nil || got.Person.ID != want.Person.ID || !bytes.Equal(got.Data, want.Data) ||
			!got.Created.Equal(want.Created) || !got.Expires.Equal(want.Expires) {
			t.Errorf("session %+v, %v; want %+v", got, err, want)
		}
	}
	later := noon.Add(time.Hour)

	t.Run("stored, changed and updated", func(t *testing.T) {
		s := Session{Hash: "a", Created: noon, Expires: later}
		save(t, s)
		there(t, s)
		s.Person, s.Data, s.Expires = guest, []byte{0, 1, 0xff}, later.Add(time.Millisecond)
		save(t, s)
		there(t, s)
		s.Data = []byte("new")
		if err := d.UpdateSession(ctx, s); err != nil {
			t.Fatal(err)
		}
		there(t, s)
	})
	t.Run("until it expires", func(t *testing.T) {
		s := Session{Hash: "short", Created: noon, Expires: later}
		save(t, s)
		if _, err := d.Session(ctx, "short", later.Add(-time.Millisecond)); err != nil {
			t.Error(err)
		}
		gone(t, "short", later)
	})
	t.Run("deleted", func(t *testing.T) {
		s := Session{Hash: "b", Person: guest, Created: noon, Expires: later}
		save(t, s)
		for range 2 {
			if err := d.DeleteSession(ctx, "b"); err != nil {
				t.Fatal(err)
			}
			gone(t, "b", noon)
		}
		wantError(t, d.UpdateSession(ctx, s), rules.NotFound, "error.not-found")
		gone(t, "b", noon)
	})
	t.Run("all others of a person", func(t *testing.T) {
		stranger := newGuest(t, d)
		keep := Session{Hash: "keep", Person: guest, Created: noon, Expires: later}
		foreign := Session{Hash: "foreign", Person: stranger, Created: noon, Expires: later}
		nobody := Session{Hash: "nobody", Created: noon, Expires: later}
		for _, s := range []Session{keep, foreign, nobody, {Hash: "c", Person: guest, Created: noon, Expires: later}} {
			save(t, s)
		}
		if err := d.DeleteSessionsOf(ctx, guest.ID, "keep"); err != nil {
			t.Fatal(err)
		}
		gone(t, "c", noon)
		for _, s := range []Session{keep, foreign, nobody} {
			there(t, s)
		}
		if err := d.DeleteSessionsOf(ctx, guest.ID, ""); err != nil {
			t.Fatal(err)
		}
		gone(t, "keep", noon)
	})
	t.Run("the expired", func(t *testing.T) {
		old := Session{Hash: "old", Created: noon, Expires: noon}
		young := Session{Hash: "young", Created: noon, Expires: noon.Add(time.Millisecond)}
		save(t, old)
		save(t, young)
		if err := d.DeleteExpiredSessions(ctx, noon); err != nil {
			t.Fatal(err)
		}
		gone(t, "old", noon.Add(-time.Minute))
		there(t, young)
	})
	t.Run("of no person there is", func(t *testing.T) {
		err := d.SaveSession(ctx, Session{Hash: "x", Person: Person{ID: "nobody"}, Created: noon, Expires: later})
		wantError(t, err, rules.NotFound, "error.not-found")
	})
}
