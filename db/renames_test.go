package db

import (
	"testing"
	"time"

	"hexclub/rules"
)

func TestRename(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin := newAdmin(t, d, "Anna")
	otto, mona := newOrganiser(t, d, "Otto", admin), newMember(t, d, "Mona")
	olga := newOrganiser(t, d, "Olga", admin)
	for _, by := range []string{mona.ID, "nobody", ""} {
		wantError(t, d.RenameMember(ctx, mona.ID, "Lisa", by, noon), rules.Forbidden, "error.organisers-only")
	}
	for _, more := range []string{admin.ID, olga.ID, otto.ID} {
		wantError(t, d.RenameMember(ctx, more, "Lisa", otto.ID, noon), rules.Forbidden, "error.admins-only")
	}
	wantError(t, d.RenameMember(ctx, mona.ID, "OLGA", otto.ID, noon), rules.Conflict, "error.name-taken")
	if err := d.RenameMember(ctx, mona.ID, "Lisa", otto.ID, noon); err != nil || idNamed(t, d, "lisa") != mona.ID {
		t.Fatal(err)
	}
	renamed := func(was, is string) {
		t.Helper()
		if e := lastEntry(t, d); e.Act != "renamed" || e.By.ID != otto.ID || e.Subject.ID != mona.ID || e.Detail["Was"] != was || e.Detail["Is"] != is {
			t.Errorf("the log ends in %+v", e)
		}
	}
	renamed("Mona", "Lisa")
	if err := d.RenameMember(ctx, mona.ID, "Lisa", otto.ID, in(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if e := lastEntry(t, d); !e.At.Equal(noon) {
		t.Errorf("a name that stays is in the log: %+v", e)
	}
	t.Run("the old name", func(t *testing.T) {
		for _, name := range []string{"Lisa", "mona"} {
			if p, err := d.PersonToLogIn(ctx, name, noon); err != nil || p.ID != mona.ID {
				t.Errorf("%s logs in %+v, %v", name, p, err)
			}
		}
		_, err := d.PersonByName(ctx, "Mona")
		wantError(t, err, rules.NotFound, "error.not-found")
		late := in(NameKept)
		_, err = d.PersonToLogIn(ctx, "Mona", late)
		wantError(t, err, rules.NotFound, "error.not-found")
		_, err = d.SignUp(ctx, "", "MONA", "hash", noon)
		wantError(t, err, rules.Conflict, "error.name-taken")
		wantError(t, d.RenameMember(ctx, olga.ID, "Mona", admin.ID, noon), rules.Conflict, "error.name-taken")
		wantError(t, d.ImportMembers(ctx, []NewMember{{"Mona", "mona"}}, otto.ID, late, noon), rules.Conflict, "error.name-taken")
		if states, err := d.CheckNames(ctx, []string{"Mona"}, noon); err != nil || !states[0].Taken {
			t.Errorf("%+v, %v", states, err)
		}
		if states, err := d.CheckNames(ctx, []string{"Mona"}, late); err != nil || states[0].Taken {
			t.Errorf("%+v, %v", states, err)
		}
	})
	t.Run("back again", func(t *testing.T) {
		if err := d.RenameMember(ctx, mona.ID, "Mona", otto.ID, noon); err != nil {
			t.Fatal(err)
		}
		renamed("Lisa", "Mona")
	})
	t.Run("forgotten with the account", func(t *testing.T) {
		if _, err := d.DeletePerson(ctx, mona.ID, noon); err != nil {
			t.Fatal(err)
		}
		wantNowhere(t, d, "Lisa", "Mona")
		if _, err := d.SignUp(ctx, "", "Lisa", "hash", noon); err != nil {
			t.Error(err)
		}
	})
}
