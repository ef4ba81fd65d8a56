package db

import (
	"strings"
	"testing"
	"time"

	"hexclub/rules"
)

// alikeNames lists names, each with others that look the same or nearly so.
var alikeNames = map[string][]string{
	"Olivia":       {"0livia", "OIivia", "Ol1via", "Ollvia", "OLlVlA", "ᴏʟɪᴠɪᴀ", "Olivia.", "-Olivia", "Оlivia", "Olivia\u034f", "Oli\ufe0fvia", "Olivia\u20dd", "O\u200dlivia"},
	"Emma":         {"EMMA.", "Ernma", "𝐄mma_"},
	"Sasha":        {"Ѕаѕһа"}, // all Cyrillic
	"Max 1":        {"Max I", "Max-l", "Max.1"},
	"김철수":          {"김철수.", "김\u3164철수", "김 철수"},
	"Иван":         {"Иван.", "ИВАН_"},
	"Mira Solberg": {"MiraSolberg", "mira_solberg", "Mira  Solberg", "Mi ra Solberg", "Mira-So1berg", "M.I.R.A. Solberg", "Mira’Solberg", "Mira'Solberg"},
	"AnnaLena":     {"Anna Lena", "Anna-Lena"},
	"O’Brien":      {"O\u02bcBrien", "O\u02b9Brien", "O\u02bbBrien", "O\u02c8Brien", "O\ua78cBrien", "O\ua78bBrien", "O'Brien", "OBrien"},
	"Kaʻahumanu":   {"Kaahumanu", "Ka'ahumanu"},
	"Mira":         {"Mira\u02d1", "Mira\u02d0", "Mira\ua71d", "Mira\u02ee", "Mira\u30fc", "Mira\uff70", "Mira\u0660", "Mira\u06f0", "Mira\ua78f", "Mi\u0307ra", "Mı\u0307ra", "MI\u0307RA", "MİRA", "M1\u0307ra"},
	"Jill":         {"Jil\u0307l", "J\u0307ill", "Ji\u0307ll", "ȷ\u0307ill"},
	"Thị":          {"Thị\u0307"},
	"محمد":         {"محـمد"}, // stretched
}

// unlike lists pairs of names that are different people's.
var unlike = [][2]string{
	{"Anna", "Ana"},
	{"Anna", "Hanna"},
	{"José", "Jose"},
	{"André", "Andre"},
	{"Núñez", "Nunez"},
	{"Zoë", "Zoe"},
	{"Müller", "Muller"},
	{"Max 1", "Max 2"},
	{"Tom10", "Tom100"},
	{"Kim", "Kin"},
	{"박가", "바까"},
	{"김철수", "김철우"},
	{"李明", "李朋"},
	{"O’Brien", "Brien"},
	{"François", "Francois"},
	{"Vera", "Wera"},
	{"Mira", "Míra"},
	{"Caro", "Ċaro"},
	{"ローラ", "ロラ"},
	{"גיל", "גל"},
	{"नेहा", "नहा"},
	{"علي١٠", "علي١"},
	{"Ґалина", "Галина"},
}

func TestSimilarNames(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin := newAdmin(t, d, "Wendy")
	guest := newGuest(t, d)
	for name, list := range alikeNames {
		first := newMember(t, d, name)
		for _, like := range list {
			_, err := d.SignUp(ctx, "", like, "hash", noon)
			wantAlike(t, like, err)
			_, err = d.SignUp(ctx, guest.ID, like, "hash", noon)
			wantAlike(t, like, err)
			wantAlike(t, like, d.RenameMember(ctx, admin.ID, like, admin.ID, noon))
			wantAlike(t, like, d.ImportMembers(ctx, []NewMember{{Name: like, Hash: "secret"}}, admin.ID, noon, noon))
			wantAlike(t, like, d.CreateAccount(ctx, NewAccount{Name: like, Role: Member, Hash: "hash"}, noon))
			if states, err := d.CheckNames(ctx, []string{like}, noon); err != nil || !states[0].Taken && !states[0].Similar {
				t.Errorf("%q can be imported: %+v, %v", like, states, err)
			}
			if err := d.RenameMember(ctx, first.ID, like, admin.ID, noon); err != nil {
				t.Errorf("%q cannot be renamed to %q: %v", name, like, err)
			}
			if err := d.RenameMember(ctx, first.ID, name, admin.ID, noon); err != nil {
				t.Errorf("%q cannot be renamed back from %q: %v", name, like, err)
			}
		}
	}
	for _, pair := range unlike {
		if a, b := Skeleton(pair[0]), Skeleton(pair[1]); a == b {
			t.Errorf("%q and %q are both %q", pair[0], pair[1], a)
		}
	}
	if states, err := d.CheckNames(ctx, []string{"Ulrich", "Ulrike", "UIrich"}, noon); err != nil || states[1].Double != -1 || states[2].Double != 0 {
		t.Errorf("names in a list that look alike: %+v, %v", states, err)
	}
}

// wantAlike checks that a name is rejected because of another that is the same or looks alike.
func wantAlike(t *testing.T, name string, err error) {
	t.Helper()
	if !rules.IsKind(err, rules.Conflict) {
		t.Errorf("%q: %v", name, err)
	}
}

// A name that an organiser changed stays reserved for its person, also in forms that look alike.
func TestNamesAlikeToKeptNames(t *testing.T) {
	d := openTest(t)
	admin, mona := newAdmin(t, d, "Wendy"), newMember(t, d, "Olivia")
	if err := d.RenameMember(t.Context(), mona.ID, "Lisa", admin.ID, noon); err != nil {
		t.Fatal(err)
	}
	_, err := d.SignUp(t.Context(), "", "0livia", "hash", noon)
	wantError(t, err, rules.Conflict, "error.name-similar")
	if _, err := d.SignUp(t.Context(), "", "0livia", "hash", in(NameKept)); err != nil {
		t.Error(err)
	}
}

// Of people who sign up at the same time with names that look alike, one gets an account.
func TestSimilarNamesAtOnce(t *testing.T) {
	d := openTest(t)
	names := append([]string{"Olivia"}, alikeNames["Olivia"]...)
	errs := make(chan error)
	for _, name := range names {
		go func() {
			_, err := d.SignUp(t.Context(), "", name, "hash", noon)
			errs <- err
		}()
	}
	made := 0
	for range names {
		if err := <-errs; err == nil {
			made++
		} else if !rules.IsKind(err, rules.Conflict) {
			t.Error(err)
		}
	}
	if made != 1 {
		t.Errorf("%d accounts have names that look alike", made)
	}
}

func TestInvisibleText(t *testing.T) {
	for _, text := range []string{"", " \n\t", "\u2800", "\u3164", "\u115f\u1160", "\uffa0 ", "\u200b\u200d", "\u034f", "\ufe0f", "\U000e0041", "\U0001d159", "\ufffc", "\U00013441", "\u0301"} {
		if !IsBlank(text) {
			t.Errorf("%q shows something", text)
		}
	}
	for _, text := range []string{"a", " .", "é", "👩\u200d🚀", "☃\ufe0f", "가", "\u0600", strings.Repeat("\u2800", 9) + "1"} {
		if IsBlank(text) {
			t.Errorf("%q shows nothing", text)
		}
	}
	for _, text := range []string{"Autumn\u034f", "\u3164", "a\u115fb", "a\u17b4"} {
		if IsLine(text) {
			t.Errorf("%q is a line", text)
		}
	}
}

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
		wantError(t, d.ImportMembers(ctx, []NewMember{{Name: "Mona", Hash: "mona"}}, otto.ID, late, noon), rules.Conflict, "error.name-taken")
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
