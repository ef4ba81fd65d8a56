package db

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
)

func TestStars(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	now := noon
	keep := func(person, lesson string, stars int) {
		t.Helper()
		now = now.Add(time.Minute)
		if err := d.KeepStars(ctx, person, lesson, stars, now); err != nil {
			t.Fatal(err)
		}
	}
	want := func(person, last string, stars map[string]int) {
		t.Helper()
		want := Learned{stars, last}
		got, err := d.Learned(ctx, person)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
	guest := newGuest(t, d).ID
	want(guest, "", map[string]int{})
	keep(guest, "hexone/goal", 2)
	keep(guest, "six/goal", 1)
	keep(guest, "six/goal", 3)
	keep(guest, "hexone/goal", 1) // less than before
	want(guest, "hexone/goal", map[string]int{"hexone/goal": 2, "six/goal": 3})

	t.Run("an account keeps the better of both", func(t *testing.T) {
		anna, err := d.SignUp(ctx, "", "Anna", "hash", noon)
		if err != nil {
			t.Fatal(err)
		}
		keep(anna.ID, "hexone/goal", 3)
		keep(anna.ID, "six/goal", 2)
		keep(guest, "tartan/goal", 1)
		if err := d.Absorb(ctx, guest, anna.ID); err != nil {
			t.Fatal(err)
		}
		want(anna.ID, "tartan/goal", map[string]int{"hexone/goal": 3, "six/goal": 3, "tartan/goal": 1})
		want(guest, "", map[string]int{})
		if _, err := d.DeletePerson(ctx, anna.ID, noon.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		want(anna.ID, "", map[string]int{})
	})
	t.Run("nobody", func(t *testing.T) {
		wantError(t, d.KeepStars(ctx, "nobody", "six/goal", 1, noon), rules.NotFound, "error.not-found")
	})
}
