package db

import (
	"context"
	"database/sql"
	"maps"
	"testing"

	"hexclub/rules"
)

func TestRoles(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	member, guest := newMember(t, d, "Mona"), newGuest(t, d)
	admin := newAdmin(t, d, "Anna")
	organiser := newOrganiser(t, d, "Otto", admin)

	t.Run("what each may", func(t *testing.T) {
		gone := newAdmin(t, d, "Gone")
		if _, err := d.DeletePerson(ctx, gone.ID, noon); err != nil {
			t.Fatal(err)
		}
		for person, may := range map[string][2]bool{
			admin.ID: {true, true}, organiser.ID: {true, false}, member.ID: {}, guest.ID: {}, gone.ID: {}, "nobody": {}, "": {}, BotID(3): {},
		} {
			var organise, administer error
			err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
				organise, administer = d.mustOrganise(ctx, tx, person), d.mustAdmin(ctx, tx, person)
				return nil
			})
			if err != nil || (organise == nil) != may[0] || (administer == nil) != may[1] {
				t.Errorf("%q: %v, %v, %v; want %v", person, organise, administer, err, may)
			}
			if organise != nil {
				wantError(t, organise, rules.Forbidden, "error.organisers-only")
			}
			if administer != nil {
				wantError(t, administer, rules.Forbidden, "error.admins-only")
			}
		}
	})
	t.Run("a guest of any role", func(t *testing.T) {
		mustExec(t, d, "UPDATE people SET role = 'admin' WHERE id = $1", guest.ID)
		err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error { return d.mustOrganise(ctx, tx, guest.ID) })
		wantError(t, err, rules.Forbidden, "error.organisers-only")
		mustExec(t, d, "UPDATE people SET role = 'member' WHERE id = $1", guest.ID)
	})
	t.Run("who gives them", func(t *testing.T) {
		for _, by := range []string{organiser.ID, member.ID, guest.ID, "nobody"} {
			wantError(t, d.SetRole(ctx, by, Admin, by, noon), rules.Forbidden, "error.admins-only")
			wantError(t, d.SetRole(ctx, organiser.ID, Member, by, noon), rules.Forbidden, "error.admins-only")
		}
		wantError(t, d.SetRole(ctx, guest.ID, Organiser, admin.ID, noon), rules.NotFound, "error.not-found")
		wantError(t, d.SetRole(ctx, "nobody", Organiser, admin.ID, noon), rules.NotFound, "error.not-found")
		wantError(t, d.SetRole(ctx, member.ID, "king", admin.ID, noon), rules.Invalid, "error.form")
		wantError(t, d.SetRole(ctx, member.ID, "", admin.ID, noon), rules.Invalid, "error.form")
		before := lastEntry(t, d)
		if err := d.SetRole(ctx, member.ID, Member, admin.ID, noon); err != nil || lastEntry(t, d).Number != before.Number {
			t.Errorf("the role that somebody has: %v, %+v", err, lastEntry(t, d))
		}
	})
	t.Run("it is told", func(t *testing.T) {
		if err := d.SetRole(ctx, member.ID, Organiser, admin.ID, noon); err != nil {
			t.Fatal(err)
		}
		e := lastEntry(t, d)
		if e.By.ID != admin.ID || e.Subject.ID != member.ID || e.Act != "role" || !maps.Equal(e.Detail, map[string]string{"WasKey": "role.member", "IsKey": "role.organiser"}) {
			t.Errorf("entry %+v", e)
		}
		if p, err := d.Person(ctx, member.ID); err != nil || p.Role != Organiser {
			t.Errorf("person %+v, %v", p, err)
		}
	})
	t.Run("the last admin", func(t *testing.T) {
		for _, by := range []string{admin.ID, ""} {
			wantError(t, d.SetRole(ctx, admin.ID, Organiser, by, noon), rules.Conflict, "error.last-admin")
		}
		if err := d.SetRole(ctx, organiser.ID, Admin, admin.ID, noon); err != nil {
			t.Fatal(err)
		}
		if err := d.SetRole(ctx, admin.ID, Member, admin.ID, noon); err != nil {
			t.Fatal(err)
		}
		wantError(t, d.SetRole(ctx, admin.ID, Admin, admin.ID, noon), rules.Forbidden, "error.admins-only")
	})
}
