package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"testing"
	"time"

	"hexclub/rules"
)

// newAdmin is an account of a club's admin, as the operator makes it.
func newAdmin(t testing.TB, d *DB, name string) Person {
	t.Helper()
	p, err := d.SignUp(t.Context(), "", name, "hash", noon)
	if err == nil {
		err = d.SetRole(t.Context(), p.ID, Admin, Operator, noon)
	}
	if err == nil {
		p, err = d.Person(t.Context(), p.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// newMember is an account.
func newMember(t testing.TB, d *DB, name string) Person {
	t.Helper()
	p, err := d.SignUp(t.Context(), "", name, "hash", noon)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// newOrganiser is an account of an organiser that an admin made one.
func newOrganiser(t testing.TB, d *DB, name string, admin Person) Person {
	t.Helper()
	p := newMember(t, d, name)
	if err := d.SetRole(t.Context(), p.ID, Organiser, admin.ID, noon); err != nil {
		t.Fatal(err)
	}
	p.Role = Organiser
	return p
}

// writes writes an act in a transaction of its own.
func writes(t testing.TB, d *DB, act Act, now time.Time) {
	t.Helper()
	err := d.inTx(t.Context(), func(ctx context.Context, tx *sql.Tx) error { return writeAudit(ctx, tx, act, now) })
	if err != nil {
		t.Fatal(err)
	}
}

// lastEntry is the last line of the log.
func lastEntry(t testing.TB, d *DB) AuditEntry {
	t.Helper()
	list, _, err := d.AuditLog(t.Context(), AuditFilter{}, 1)
	if err != nil || len(list) == 0 {
		t.Fatalf("log %v, %v", list, err)
	}
	return list[0]
}

func TestLog(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna, ben := newMember(t, d, "Anna"), newMember(t, d, "Ben")
	if list, more, err := d.AuditLog(ctx, AuditFilter{}, 5); err != nil || more || len(list) != 0 {
		t.Fatalf("a new log has %v, %v, %v", list, more, err)
	}
	for i := range 5 {
		act := Act{By: anna.ID, Act: "role", Detail: map[string]string{"was": fmt.Sprint(i)}}
		if i%2 == 1 {
			act = Act{Act: "other", Subject: ben.ID, About: Ref{Kind: RefClub}}
		}
		writes(t, d, act, noon.Add(time.Duration(i)*time.Minute))
	}
	for name, tt := range map[string]struct {
		filter AuditFilter
		limit  int
		want   []int
		more   bool
	}{
		"all":             {AuditFilter{}, 9, []int{5, 4, 3, 2, 1}, false},
		"just all":        {AuditFilter{}, 5, []int{5, 4, 3, 2, 1}, false},
		"the last":        {AuditFilter{}, 2, []int{5, 4}, true},
		"older ones":      {AuditFilter{Before: 4}, 2, []int{3, 2}, true},
		"of a kind":       {AuditFilter{Act: "other"}, 9, []int{4, 2}, false},
		"by somebody":     {AuditFilter{Person: anna.ID}, 9, []int{5, 3, 1}, false},
		"to somebody":     {AuditFilter{Person: ben.ID}, 9, []int{4, 2}, false},
		"all of it":       {AuditFilter{Person: ben.ID, Act: "other", Before: 4}, 1, []int{2}, false},
		"nothing by them": {AuditFilter{Person: ben.ID, Act: "role"}, 9, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			list, more, err := d.AuditLog(ctx, tt.filter, tt.limit)
			var got []int
			for _, e := range list {
				got = append(got, e.Number)
			}
			if err != nil || more != tt.more || fmt.Sprint(got) != fmt.Sprint(tt.want) {
				t.Errorf("%v, more %v, %v; want %v, %v", got, more, err, tt.want, tt.more)
			}
		})
	}
	if _, err := d.DeletePerson(ctx, ben.ID, noon); err != nil {
		t.Fatal(err)
	}
	list, _, err := d.AuditLog(ctx, AuditFilter{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if e := list[0]; e.By != (Player{ID: anna.ID, Name: "Anna"}) || e.Subject != (Player{}) || !e.At.Equal(noon.Add(4*time.Minute)) || !maps.Equal(e.Detail, map[string]string{"was": "4"}) {
		t.Errorf("entry %+v", e)
	}
	if e := list[1]; e.By != (Player{}) || e.Subject != (Player{ID: ben.ID, Deleted: true}) || e.About != (Ref{Kind: RefClub}) || len(e.Detail) != 0 {
		t.Errorf("entry %+v", e)
	}
}

// TestLogIsNotEdited tries it on the connection that writes, as a mistake in this
// package would.
func TestLogIsNotEdited(t *testing.T) {
	d := openTest(t)
	anna := newMember(t, d, "Anna")
	writes(t, d, Act{By: anna.ID, Act: "role"}, noon)
	writes(t, d, Act{By: anna.ID, Act: "other"}, noon)
	before := lastEntry(t, d)
	for _, query := range []string{
		"UPDATE audit_log SET act = 'none'",
		"UPDATE audit_log SET number = number WHERE number = 2",
		"DELETE FROM audit_log",
		"DELETE FROM audit_log WHERE number = 2",
		"INSERT OR REPLACE INTO audit_log (number, at, act, about_kind, about_id, detail) VALUES (2, 0, 'none', '', '', '{}')",
		"REPLACE INTO audit_log (number, at, act, about_kind, about_id, detail) VALUES (1, 0, 'none', '', '', '{}')",
		"INSERT INTO audit_log (number, at, act, about_kind, about_id, detail) VALUES (2, 0, 'none', '', '', '{}') ON CONFLICT (number) DO UPDATE SET act = 'none'",
		"INSERT INTO audit_log (number, at, act, about_kind, about_id, detail) VALUES (-1, 0, 'none', '', '', '{}')",
		"INSERT INTO audit_log (number, at, act, about_kind, about_id, detail) VALUES (9, 0, 'none', '', '', '{}')",
	} {
		if _, err := d.write.ExecContext(t.Context(), query); err == nil {
			t.Errorf("%s went through", query)
		}
	}
	list, _, err := d.AuditLog(t.Context(), AuditFilter{}, 9)
	if err != nil || len(list) != 2 || list[0].Act != before.Act || list[1].Act != "role" {
		t.Errorf("the log is %+v, %v", list, err)
	}

	t.Run("an act that fails is not told", func(t *testing.T) {
		fails := errors.New("it fails")
		err := d.inTx(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			if err := writeAudit(ctx, tx, Act{By: anna.ID, Act: "role"}, noon); err != nil {
				return err
			}
			return fails
		})
		if !errors.Is(err, fails) || lastEntry(t, d).Number != 2 {
			t.Errorf("error %v, last entry %+v", err, lastEntry(t, d))
		}
	})
	t.Run("and not by nobody", func(t *testing.T) {
		err := d.inTx(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			return writeAudit(ctx, tx, Act{By: "nobody", Act: "role"}, noon)
		})
		wantError(t, err, rules.NotFound, "error.not-found")
	})
}

// A page of the log takes as many statements whether one entry names people or many do.
func TestLogNamesPeopleAtOnce(t *testing.T) {
	ran := 0
	count := func(string, []driver.NamedValue) { ran++ }
	d, err := Open(WithTrace(t.Context(), count), filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	anna, ben := newMember(t, d, "Anna"), newMember(t, d, "Ben")
	for range 5 {
		err := d.inTx(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			return writeAudit(ctx, tx, Act{By: anna.ID, Act: "import", Detail: map[string]string{"NewPeople": ben.ID + " " + anna.ID}}, noon)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	took := map[int]int{}
	for _, limit := range []int{1, 5} {
		ran = 0
		list, _, err := d.AuditLog(t.Context(), AuditFilter{}, limit)
		if err != nil || len(list) != limit || list[limit-1].People[ben.ID].Name != "Ben" || len(list[0].People) != 2 {
			t.Errorf("the log is %+v, %v", list, err)
		}
		took[limit] = ran
	}
	if took[1] != took[5] {
		t.Errorf("an entry takes %d statements, five take %d", took[1], took[5])
	}
}
