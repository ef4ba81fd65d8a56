package db

import (
	"testing"
	"time"

	"hexclub/rules"
)

func TestCloseAccount(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin := newAdmin(t, d, "Anna")
	otto := newOrganiser(t, d, "Otto", admin)
	olga := newOrganiser(t, d, "Olga", admin)
	mona, rival := newMember(t, d, "Mona"), newMember(t, d, "Rita")
	closes := func(person, by string) error {
		_, err := d.CloseAccount(ctx, person, "spam", by, noon)
		return err
	}
	t.Run("who may", func(t *testing.T) {
		last := lastEntry(t, d).Number
		guest := newGuest(t, d)
		for _, by := range []string{mona.ID, guest.ID, "nobody", ""} {
			wantError(t, closes(rival.ID, by), rules.Forbidden, "error.organisers-only")
			wantError(t, d.OpenAccount(ctx, rival.ID, by, noon), rules.Forbidden, "error.organisers-only")
		}
		for _, more := range []string{olga.ID, admin.ID} {
			wantError(t, closes(more, otto.ID), rules.Forbidden, "error.admins-only")
			wantError(t, d.OpenAccount(ctx, more, otto.ID, noon), rules.Forbidden, "error.admins-only")
		}
		wantError(t, closes(admin.ID, admin.ID), rules.Conflict, "error.close-self")
		wantError(t, closes(admin.ID, Operator), rules.Conflict, "error.last-admin")
		wantError(t, closes(guest.ID, admin.ID), rules.NotFound, "error.not-found")
		if got := lastEntry(t, d).Number; got != last {
			t.Errorf("the log goes to %d, went to %d", got, last)
		}
	})

	session := Session{Hash: "mona", Person: mona, Data: []byte("{}"), Created: noon, Expires: noon.Add(time.Hour)}
	if err := d.SaveSession(ctx, session); err != nil {
		t.Fatal(err)
	}
	seek := create(t, d, NewGame{Host: mona.ID, Terms: Terms{Listed: true}})
	asked := create(t, d, NewGame{Host: rival.ID, Opponent: mona.ID})
	running, err := d.TakeSeat(ctx, create(t, d, NewGame{Host: rival.ID, Terms: Terms{Listed: true}}).ID, Claim{Person: mona.ID}, noon)
	if err != nil || running.Status != Running {
		t.Fatalf("%v, %v", running.Status, err)
	}
	changed, err := d.CloseAccount(ctx, mona.ID, "spam", otto.ID, noon)
	if err != nil || len(changed) != 2 {
		t.Fatalf("%d games changed, %v", len(changed), err)
	}
	t.Run("what becomes of its games", func(t *testing.T) {
		for id, want := range map[string]Status{seek.ID: Over, asked.ID: Over, running.ID: Running} {
			if g, err := d.Game(ctx, id); err != nil || g.Status != want {
				t.Errorf("%v, %v; want %v", g.Status, err, want)
			}
		}
	})
	t.Run("nobody is in it", func(t *testing.T) {
		if _, err := d.Session(ctx, "mona", noon); !rules.IsKind(err, rules.NotFound) {
			t.Errorf("the session is there: %v", err)
		}
		// A log-in at that moment fails too, and a session stored despite that identifies no
		// account.
		wantError(t, d.SaveSession(ctx, session), rules.Conflict, "error.password-changed")
		sessionOf(t, d, "mona", mona.ID)
		if s, err := d.Session(ctx, "mona", noon); err != nil || s.Person.ID != "" {
			t.Errorf("the session is of %+v, %v", s.Person, err)
		}
	})
	t.Run("nothing is begun with it", func(t *testing.T) {
		_, err := d.CreateGame(ctx, NewGame{Key: "hexone", Host: mona.ID, HostSeat: 1}, noon)
		wantError(t, err, rules.NotFound, "error.not-found")
		_, err = d.CreateGame(ctx, NewGame{Key: "hexone", Host: rival.ID, HostSeat: 1, Opponent: mona.ID}, noon)
		wantError(t, err, rules.Invalid, "setup.barred")
		open := create(t, d, NewGame{Host: rival.ID, Terms: Terms{Listed: true}})
		_, err = d.TakeSeat(ctx, open.ID, Claim{Person: mona.ID}, noon)
		wantError(t, err, rules.NotFound, "error.not-found")
		_, err = d.Say(ctx, running.ID, mona.ID, "Hello", noon)
		wantError(t, err, rules.Forbidden, "error.chat-off")
		if _, err := d.Resign(ctx, running.ID, rival.ID, noon); err != nil {
			t.Fatal(err)
		}
		_, err = d.Rematch(ctx, running.ID, rival.ID, noon, nil)
		wantError(t, err, rules.Conflict, "error.rematch-refused")
	})
	t.Run("the log", func(t *testing.T) {
		if e := lastEntry(t, d); e.Act != "account-closed" || e.By.ID != otto.ID || e.Subject.ID != mona.ID || e.Detail["Reason"] != "spam" {
			t.Errorf("the log ends in %+v", e)
		}
		last := lastEntry(t, d).Number
		if err := closes(mona.ID, otto.ID); err != nil || lastEntry(t, d).Number != last {
			t.Errorf("closing again: %v, %+v", err, lastEntry(t, d))
		}
	})
	t.Run("open again", func(t *testing.T) {
		for range 2 {
			if err := d.OpenAccount(ctx, mona.ID, otto.ID, noon); err != nil {
				t.Fatal(err)
			}
		}
		if e := lastEntry(t, d); e.Act != "account-opened" || e.Subject.ID != mona.ID {
			t.Errorf("the log ends in %+v", e)
		}
		if s, err := d.Session(ctx, "mona", noon); err != nil || s.Person.ID != mona.ID {
			t.Errorf("the session is of %+v, %v", s.Person, err)
		}
	})
}

// A role is worth nothing while the account is closed, and an admin whose account is
// closed is none who could let others in.
func TestClosedOrganisers(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna, berta := newAdmin(t, d, "Anna"), newAdmin(t, d, "Berta")
	if err := d.Invite(ctx, NewInvitation{Hash: "secret", Uses: 3, Expires: noon.Add(time.Hour)}, berta.ID, noon); err != nil {
		t.Fatal(err)
	}
	mustReset(t, d, "by berta", anna.ID, berta.ID)
	mustReset(t, d, "for berta", berta.ID, anna.ID)
	if _, err := d.CloseAccount(ctx, berta.ID, "lost her phone", Operator, noon); err != nil {
		t.Fatal(err)
	}
	if e := lastEntry(t, d); e.Act != "account-closed" || e.By.ID != "" || e.Subject.ID != berta.ID {
		t.Errorf("the log ends in %+v", e)
	}
	_, err := d.Invitation(ctx, "secret", noon)
	wantError(t, err, rules.NotFound, "error.invitation")
	wantError(t, d.SetRole(ctx, anna.ID, Member, berta.ID, noon), rules.Forbidden, "error.admins-only")
	wantError(t, d.SetRole(ctx, anna.ID, Member, anna.ID, noon), rules.Conflict, "error.last-admin")
	_, err = d.DeletePerson(ctx, anna.ID, noon)
	wantError(t, err, rules.Conflict, "error.last-admin")
	wantDead(t, d, "by berta", noon)
	err = d.MakeReset(ctx, Reset{Hash: "another", Person: berta, Expires: noon.Add(time.Hour)}, Operator, noon)
	wantError(t, err, rules.Conflict, "error.reset-closed")
	if err := d.OpenAccount(ctx, berta.ID, Operator, noon); err != nil {
		t.Fatal(err)
	}
	wantDead(t, d, "for berta", noon)
	if err := d.SetRole(ctx, anna.ID, Member, berta.ID, noon); err != nil {
		t.Error(err)
	}
}

// An imported member cannot join by a link while the account is closed.
func TestClosedBeforeComing(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin := newAdmin(t, d, "Anna")
	if err := d.ImportMembers(ctx, []NewMember{{Name: "Iris", Hash: "secret"}}, admin.ID, noon.Add(time.Hour), noon); err != nil {
		t.Fatal(err)
	}
	iris, err := d.PersonByName(ctx, "Iris")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.CloseAccount(ctx, iris.ID, "left", admin.ID, noon); err != nil {
		t.Fatal(err)
	}
	_, err = d.JoinInvited(ctx, "secret", "", "hash", noon)
	wantError(t, err, rules.NotFound, "error.invitation")
	list, _, err := d.Members(ctx, MemberFilter{Closed: true}, 9)
	if err != nil || len(list) != 1 || list[0].Name != "Iris" || !list[0].Closed {
		t.Errorf("closed are %+v, %v", list, err)
	}
	if err := d.OpenAccount(ctx, iris.ID, admin.ID, noon); err != nil {
		t.Fatal(err)
	}
	if _, err := d.JoinInvited(ctx, "secret", "", "hash", noon); err != nil {
		t.Error(err)
	}
}
