package db

import (
	"context"
	"fmt"
	"testing"
	"time"

	"hexclub/rules"
)

// sessionOf stores a session of a person.
func sessionOf(t testing.TB, d *DB, hash, person string) {
	t.Helper()
	err := d.SaveSession(t.Context(), Session{Hash: hash, Person: Person{ID: person}, Data: []byte("{}"), Created: noon, Expires: noon.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
}

// wantSessions checks which of the sessions that a test made are left.
func wantSessions(t testing.TB, d *DB, want ...string) {
	t.Helper()
	rows, err := d.read.QueryContext(t.Context(), "SELECT hash FROM sessions ORDER BY hash")
	got, err := scanTexts(rows, err)
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the sessions are %v, %v; want %v", got, err, want)
	}
}

// mustReset makes a link for an hour.
func mustReset(t testing.TB, d *DB, hash, person, by string) {
	t.Helper()
	if err := d.MakeReset(t.Context(), Reset{Hash: hash, Person: Person{ID: person}, Expires: noon.Add(time.Hour)}, by, noon); err != nil {
		t.Fatal(err)
	}
}

// wantDead checks that a link opens nothing.
func wantDead(t testing.TB, d *DB, hash string, now time.Time) {
	t.Helper()
	_, err := d.Reset(t.Context(), hash, now)
	wantError(t, err, rules.NotFound, "error.reset-link")
	_, err = d.UseReset(t.Context(), hash, "", "broken in", false, now)
	wantError(t, err, rules.NotFound, "error.reset-link")
}

// wantLive checks whose password a link changes.
func wantLive(t testing.TB, d *DB, hash, person string) {
	t.Helper()
	if r, err := d.Reset(t.Context(), hash, noon); err != nil || r.Person.ID != person {
		t.Errorf("the link %s is for %+v, %v", hash, r.Person, err)
	}
}

func TestResets(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin, anna, ben := newAdmin(t, d, "Ada"), newAccount(t, d).ID, newAccount(t, d).ID

	t.Run("who may make one", func(t *testing.T) {
		link := func(person string) Reset {
			return Reset{Hash: "no", Person: Person{ID: person}, Expires: noon.Add(time.Hour)}
		}
		wantError(t, d.MakeReset(ctx, link(anna), ben, noon), rules.Forbidden, "error.admins-only")
		wantError(t, d.MakeReset(ctx, link(admin.ID), admin.ID, noon), rules.Conflict, "error.reset-own")
		wantError(t, d.MakeReset(ctx, link("nobody"), admin.ID, noon), rules.NotFound, "error.not-found")
		wantError(t, d.MakeReset(ctx, link(newGuest(t, d).ID), Operator, noon), rules.NotFound, "error.not-found")
		wantDead(t, d, "no", noon)
	})
	t.Run("once, for an hour", func(t *testing.T) {
		mustReset(t, d, "once", anna, admin.ID)
		mustReset(t, d, "ben's", ben, Operator)
		sessionOf(t, d, "phone", anna)
		sessionOf(t, d, "other", ben)
		wantDead(t, d, "once", noon.Add(time.Hour))
		if p, err := d.UseReset(ctx, "once", "", "new", false, noon); err != nil || p.ID != anna || p.Hash != "new" {
			t.Fatalf("the password of %+v is changed, %v", p, err)
		}
		wantDead(t, d, "once", noon)
		wantSessions(t, d, "other")
		wantLive(t, d, "ben's", ben)
		if list, _, err := d.AuditLog(ctx, AuditFilter{Acts: []string{"reset-link"}}, 9); err != nil || len(list) != 2 ||
			list[0].By.ID != "" || list[0].Subject.ID != ben || list[1].By.ID != admin.ID || list[1].Subject.ID != anna {
			t.Errorf("the log has %+v, %v", list, err)
		}
	})
	t.Run("a guest comes along", func(t *testing.T) {
		guest := newGuest(t, d)
		g, err := d.CreateGame(ctx, NewGame{Key: "hexone", Host: guest.ID, HostSeat: 1, BothSeats: true}, noon)
		if err != nil {
			t.Fatal(err)
		}
		mustReset(t, d, "guest", anna, Operator)
		if _, err := d.UseReset(ctx, "guest", guest.ID, "new", false, noon); err != nil {
			t.Fatal(err)
		}
		if g, err = d.Game(ctx, g.ID); err != nil || g.Players[0].ID != anna {
			t.Errorf("the game is of %+v, %v", g.Players, err)
		}
	})
	t.Run("the last alone", func(t *testing.T) {
		mustReset(t, d, "first", anna, admin.ID)
		mustReset(t, d, "second", anna, Operator)
		wantDead(t, d, "first", noon)
		wantLive(t, d, "second", anna)
	})
	t.Run("of who is no admin any more", func(t *testing.T) {
		for name, stop := range map[string]func(Person) error{
			"made a member": func(p Person) error { return d.SetRole(ctx, p.ID, Member, Operator, noon) },
			"deleted":       func(p Person) error { _, err := d.DeletePerson(ctx, p.ID, noon); return err },
		} {
			other := newAdmin(t, d, "Otto "+name)
			mustReset(t, d, name, ben, other.ID)
			wantLive(t, d, name, ben)
			if err := stop(other); err != nil {
				t.Fatal(err)
			}
			wantDead(t, d, name, noon)
		}
	})
	t.Run("of who is deleted", func(t *testing.T) {
		gone := newAccount(t, d).ID
		mustReset(t, d, "gone", gone, admin.ID)
		if _, err := d.DeletePerson(ctx, gone, noon); err != nil {
			t.Fatal(err)
		}
		wantDead(t, d, "gone", noon)
	})
	t.Run("of who changes the password", func(t *testing.T) {
		mustReset(t, d, "changes", ben, Operator)
		sessionOf(t, d, "here", ben)
		sessionOf(t, d, "there", ben)
		if err := d.ChangePassword(ctx, ben, "hash", "mine", "here", false, noon); err != nil {
			t.Fatal(err)
		}
		wantDead(t, d, "changes", noon)
		wantSessions(t, d, "here")
		wantError(t, d.ChangePassword(ctx, ben, "hash", "theirs", "", false, noon), rules.Conflict, "error.password-changed")
		underWay := Session{Hash: "late", Person: Person{ID: ben, Hash: "hash"}, Data: []byte("{}"), Created: noon, Expires: noon.Add(time.Hour)}
		wantError(t, d.SaveSession(ctx, underWay), rules.Conflict, "error.password-changed") // who gave the old one, just before
		if p, err := d.Person(ctx, ben); err != nil || p.Hash != "mine" {
			t.Errorf("the password is %q, %v", p.Hash, err)
		}
	})
	t.Run("an imported member's", func(t *testing.T) {
		if err := d.ImportMembers(ctx, []NewMember{{Name: "Ida", Hash: "invitation"}}, admin.ID, noon.Add(time.Hour), noon); err != nil {
			t.Fatal(err)
		}
		ida := idNamed(t, d, "Ida")
		mustReset(t, d, "ida", ida, Operator)
		if _, err := d.UseReset(ctx, "ida", "", "new", false, noon); err != nil {
			t.Fatal(err)
		}
		_, err := d.Invitation(ctx, "invitation", noon)
		wantError(t, err, rules.NotFound, "error.invitation")
	})
	t.Run("forgotten in time", func(t *testing.T) {
		mustReset(t, d, "old", ben, Operator)
		if err := d.DeleteExpiredLinks(ctx, noon.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		var left int
		if err := d.read.QueryRowContext(ctx, "SELECT count(*) FROM resets").Scan(&left); err != nil || left != 0 {
			t.Errorf("%d links are left, %v", left, err)
		}
	})
}

// A letter brings a link to the confirmed address alone, and the link holds as long as
// that is the person's.
func TestResetsByMail(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	ben := newReader(t, d, noon)
	nameOf := func(id string) string {
		p, err := d.Person(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		return p.Name
	}
	name := nameOf
	other := newAccount(t, d).ID
	askAddress(t, d, other, "unconfirmed@mail.example", noon)
	for _, who := range []string{"Nobody at all", name(other), ""} {
		if asked, err := d.AskReset(ctx, who, noon); err != nil || asked {
			t.Errorf("for %q a letter is asked for: %v, %v", who, asked, err)
		}
	}
	send := func(hash string) {
		t.Helper()
		if asked, err := d.AskReset(ctx, name(ben), noon); err != nil || !asked {
			t.Fatalf("asked is %v, %v", asked, err)
		}
		for _, l := range due(t, d, noon) {
			if l.Notice != NoticeReset || l.Person != ben {
				continue
			}
			link := &MailLink{Hash: hash, Person: ben, Address: ben + "@mail.example", Expires: noon.Add(time.Hour), Reset: true}
			if err := d.BeginLetter(ctx, l.ID, link, noon.Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
			if err := d.EndLetter(ctx, l.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	send("first")
	was := name(ben)
	if err := d.RenameMember(ctx, ben, "Benedict", newAdmin(t, d, "Ada").ID, noon); err != nil {
		t.Fatal(err)
	}
	name = func(string) string { return was } // lets its owner in, too
	send("second")
	if asked, err := d.AskReset(ctx, was, in(NameKept)); err != nil || asked {
		t.Errorf("by a name of long ago a letter is asked for: %v, %v", asked, err)
	}
	name = nameOf
	mustReset(t, d, "by hand", ben, Operator)
	wantLive(t, d, "first", ben)
	wantLive(t, d, "second", ben)
	if err := d.ForgetAddress(ctx, ben, noon); err != nil {
		t.Fatal(err)
	}
	wantDead(t, d, "first", noon)
	wantLive(t, d, "by hand", ben)

	ben = newReader(t, d, noon)
	send("third")
	if asked, err := d.AskReset(ctx, name(ben), noon); err != nil || !asked {
		t.Fatalf("asked is %v, %v", asked, err)
	}
	if _, err := d.UseReset(ctx, "third", "", "new", true, noon); err != nil {
		t.Fatal(err)
	}
	mails := 0
	for _, l := range due(t, d, noon) {
		switch {
		case l.Person == ben && l.Notice == NoticePassword:
			mails++
		case l.Person == ben:
			t.Errorf("a letter %q is still to be sent", l.Notice)
		}
	}
	if mails != 1 {
		t.Errorf("%d e-mails are about the change", mails)
	}
}

func TestFirstAdmin(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	ben := newAccount(t, d)
	offer := func(hash string, want bool) {
		t.Helper()
		if offered, err := d.OfferAdmin(ctx, hash, noon.Add(time.Hour)); err != nil || offered != want {
			t.Fatalf("offered is %v, %v; want %v", offered, err, want)
		}
	}
	dead := func(hash string, now time.Time) {
		t.Helper()
		wantError(t, d.AdminOffered(ctx, hash, now), rules.NotFound, "error.first-admin")
		_, err := d.SignUpAdmin(ctx, hash, "", "Eve", "hash", now)
		wantError(t, err, rules.NotFound, "error.first-admin")
		wantError(t, d.BecomeAdmin(ctx, hash, ben.ID, now), rules.NotFound, "error.first-admin")
	}
	offer("first", true)
	offer("second", true)
	if d.file != nil {
		dead("first", noon)
	} else if err := d.AdminOffered(ctx, "first", noon); err != nil { // another node's
		t.Error(err)
	}
	dead("second", noon.Add(time.Hour))
	if err := d.AdminOffered(ctx, "second", noon); err != nil {
		t.Fatal(err)
	}
	wantError(t, d.BecomeAdmin(ctx, "second", newGuest(t, d).ID, noon), rules.NotFound, "error.not-found")
	mustExec(t, d, "UPDATE club SET open = false")
	anna, err := d.SignUpAdmin(ctx, "second", "", "Anna", "hash", noon)
	if err != nil || anna.Role != Admin {
		t.Fatalf("the first admin is %+v, %v", anna, err)
	}
	dead("second", noon)
	offer("third", false)
	dead("third", noon)
	if list, _, err := d.AuditLog(ctx, AuditFilter{}, 9); err != nil || len(list) != 1 || list[0].Act != "first-admin" || list[0].By.ID != anna.ID {
		t.Errorf("the log has %+v, %v", list, err)
	}

	// An account without a password is no admin's; it becomes one when it gets a password.
	mustExec(t, d, "UPDATE people SET hash = NULL WHERE id = $1", anna.ID)
	offer("fourth", true)
	if err := d.BecomeAdmin(ctx, "fourth", ben.ID, noon); err != nil {
		t.Fatal(err)
	}
	if ben, err = d.Person(ctx, ben.ID); err != nil || ben.Role != Admin {
		t.Errorf("%+v, %v", ben, err)
	}
	dead("fourth", noon)
}

// Of many who use the link at the same moment, one becomes the admin.
func TestFirstAdminIsOne(t *testing.T) {
	d := openTest(t)
	ctx := context.WithoutCancel(t.Context())
	if _, err := d.OfferAdmin(ctx, "link", noon.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	failed := make(chan error)
	for i := range 8 {
		go func() {
			_, err := d.SignUpAdmin(ctx, "link", "", fmt.Sprint("Anna ", i), "hash", noon)
			failed <- err
		}()
	}
	admins := 0
	for range 8 {
		if err := <-failed; err == nil {
			admins++
		} else {
			wantError(t, err, rules.NotFound, "error.first-admin")
		}
	}
	if all, _, err := d.CountMembers(ctx); err != nil || admins != 1 || all != 1 {
		t.Errorf("%d admins, %d members, %v", admins, all, err)
	}
}

func TestOperator(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	mustExec(t, d, "UPDATE club SET open = false")
	link := Reset{Hash: "link", Expires: noon.Add(time.Hour)}
	if err := d.CreateAccount(ctx, NewAccount{Name: "Anna", Role: Admin, Reset: link}, noon); err != nil {
		t.Fatal(err)
	}
	if err := d.CreateAccount(ctx, NewAccount{Name: "Ben", Role: Member, Hash: "hash"}, noon); err != nil {
		t.Fatal(err)
	}
	wantError(t, d.CreateAccount(ctx, NewAccount{Name: "anna", Role: Admin, Reset: link}, noon), rules.Conflict, "error.name-taken")
	anna, ben := idNamed(t, d, "Anna"), idNamed(t, d, "Ben")
	if p, err := d.UseReset(ctx, "link", "", "new", false, noon); err != nil || p.ID != anna || p.Role != Admin {
		t.Errorf("the link makes %+v, %v", p, err)
	}

	guest := newGuest(t, d).ID
	for hash, person := range map[string]string{"a1": anna, "a2": anna, "b": ben, "c": guest} {
		sessionOf(t, d, hash, person)
	}
	wantError(t, func() error { _, err := d.RevokeSessions(ctx, "nobody", noon); return err }(), rules.NotFound, "error.not-found")
	for _, tt := range []struct {
		person string
		ended  int
		left   []string
	}{{anna, 2, []string{"b", "c"}}, {anna, 0, []string{"b", "c"}}, {"", 1, []string{"c"}}} {
		if ended, err := d.RevokeSessions(ctx, tt.person, noon); err != nil || ended != tt.ended {
			t.Errorf("%d sessions ended, %v; want %d", ended, err, tt.ended)
		}
		wantSessions(t, d, tt.left...)
	}
	list, _, err := d.AuditLog(ctx, AuditFilter{}, 9)
	var acts []string
	for _, e := range list {
		acts = append(acts, e.Act+" "+e.By.ID+e.Subject.Name)
	}
	if want := "[sessions-all  sessions-revoked Anna sessions-revoked Anna account-made Ben account-made Anna]"; err != nil || fmt.Sprint(acts) != want {
		t.Errorf("the log has %v, %v; want %s", acts, err, want)
	}
}
