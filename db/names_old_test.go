package db

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"unicode"

	"hexclub/rules"
)

// Accounts of older versions, whose names look alike, keep their names and log in by them. No
// more such names are made, and SimilarNames lists those that there are.
func TestOldSimilarNames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	oldFile(t, path, 15, `
		INSERT INTO people (id, confirm_turns, created) VALUES ('guest', true, 0);
		INSERT INTO people (id, name, folded, hash, confirm_turns, created, role) VALUES
			('olivia', 'Olivia', 'olivia', 'hash', true, 1, 'admin'), ('zero', '0livia', '0livia', 'hash', true, 2, 'member'),
			('joined', 'Olivia'||char(847), 'olivia'||char(847), 'hash', true, 3, 'member'),
			('single', 'Mona'||char(65039), 'mona'||char(65039), 'hash', true, 4, 'member'),
			('filler', char(12644, 12644), char(4448, 4448), 'hash', true, 5, 'member'), ('role', 'Adm1n', 'adm1n', 'hash', true, 6, 'member'),
			('ben', 'Ben', 'ben', 'hash', true, 7, 'member');
		INSERT INTO log (number, at, act, href, detail) VALUES (1, 0, 'renamed', '', '{}');
		INSERT INTO renames (number, person, was, name, folded, kept) VALUES (1, 'ben', 'Benita', 'Ben', 'benita', `+strconv.FormatInt(noon.UnixMilli(), 10)+`);`)
	openAt(t, path, func(d *DB) {
		ctx := t.Context()
		for name, want := range map[string]string{
			"olivia": "olivia", "0LIVIA": "zero", "Olivia\u034f": "joined", "Mona\ufe0f": "single", "\u3164\u3164": "filler", "Benita": "ben",
			"Oli\ufe0fvia": "olivia", // as a keyboard writes it
		} {
			if p, err := d.PersonToLogIn(ctx, name, in(-1)); err != nil || p.ID != want {
				t.Errorf("%q logs in %q, want %q (%v)", name, p.ID, want, err)
			}
		}
		for _, name := range []string{"Ollvia", "Mona", "Mona.", "Admin", "Ben1ta"} {
			_, err := d.SignUp(ctx, "", name, "hash", in(-1))
			wantError(t, err, rules.Conflict, "error.name-similar")
		}
		groups, more, err := d.SimilarNames(ctx, []string{Skeleton("Admin"), Skeleton("Guest")}, 20)
		if err != nil || more {
			t.Fatal(err, more)
		}
		got := []string{}
		for _, g := range groups {
			for i, m := range g {
				if i > 0 {
					got = append(got, "=")
				}
				got = append(got, m.ID)
			}
		}
		if want := []string{"filler", "role", "olivia", "=", "zero", "=", "joined"}; !slices.Equal(got, want) {
			t.Errorf("similar names %v, want %v", got, want)
		}
		if groups, more, err := d.SimilarNames(ctx, nil, 2); err != nil || !more || len(groups) != 2 {
			t.Errorf("the first two: %v, %v, %v", groups, more, err)
		}
		if list, more, err := d.Members(ctx, MemberFilter{After: "Mona\ufe0f"}, 20); err != nil || more || len(list) == 0 || list[0].ID == "single" {
			t.Errorf("members after Mona: %+v, %v", list, err)
		}
		mustExec(t, d, "UPDATE people SET skeleton = 'of an older program' WHERE name IS NOT NULL")
		mustExec(t, d, "UPDATE club SET skeletons = 0")
	})
	openAt(t, path, func(d *DB) {
		_, err := d.SignUp(t.Context(), "", "Ollvia", "hash", noon)
		wantError(t, err, rules.Conflict, "error.name-similar")
	})
}

// A file of version 1, in which words of skeletons were joined by spaces, gets the skeletons of
// this version when it is opened.
func TestSkeletonsAreRenewed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	openAt(t, path, func(d *DB) {
		admin, mira, jon := newAdmin(t, d, "Wendy"), newMember(t, d, "Mira Solberg"), newMember(t, d, "Jon Solberg")
		if err := d.RenameMember(t.Context(), jon.ID, "Jonas", admin.ID, noon); err != nil {
			t.Fatal(err)
		}
		mustExec(t, d, "UPDATE people SET skeleton = 'rnlra solberg' WHERE id = '"+mira.ID+"'")
		mustExec(t, d, "UPDATE renames SET skeleton = 'jon solberg'")
		mustExec(t, d, "UPDATE club SET skeletons = 1")
	})
	openAt(t, path, func(d *DB) {
		for _, name := range []string{"MiraSolberg", "JonSolberg"} {
			_, err := d.SignUp(t.Context(), "", name, "hash", noon)
			wantError(t, err, rules.Conflict, "error.name-similar")
		}
	})
}

// Members of a file of version 2, whose names look alike only by today's skeletons, keep their
// names and log in by them. SimilarNames lists them, and no more such names are made.
func TestNamesCollideAfterRenewal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	old := map[string]string{"O’Brien": "obrlen", "O\u02bcBrien": "o'brlen", "Mira": "rnlra", "Mira\u02d1": "rnlra\u02d1", "Admin\u02bc": "adrnln'", "Vera": "vera"}
	openAt(t, path, func(d *DB) {
		for name, skeleton := range old {
			mustExec(t, d, "INSERT INTO people (id, name, folded, skeleton, hash, confirm_turns, created) VALUES ($1, $1, $2, $3, 'hash', true, 0)", name, fold(name), skeleton)
		}
		mustExec(t, d, "UPDATE club SET skeletons = 2")
	})
	openAt(t, path, func(d *DB) {
		for name := range old {
			if p, err := d.PersonToLogIn(t.Context(), name, noon); err != nil || p.ID != name {
				t.Errorf("%q logs in %q, %v", name, p.ID, err)
			}
		}
		groups, more, err := d.SimilarNames(t.Context(), []string{Skeleton("Admin")}, 20)
		if err != nil || more {
			t.Fatal(err, more)
		}
		got := []string{}
		for _, g := range groups {
			for _, m := range g {
				got = append(got, m.ID)
			}
		}
		slices.Sort(got)
		if want := []string{"Admin\u02bc", "Mira", "Mira\u02d1", "O\u02bcBrien", "O’Brien"}; !slices.Equal(got, want) || len(groups) != 3 {
			t.Errorf("similar names %q in %d groups, want %q in 3", got, len(groups), want)
		}
		_, err = d.SignUp(t.Context(), "", "O\u02b9Brien", "hash", noon)
		wantError(t, err, rules.Conflict, "error.name-similar")
	})
}

// The skeletons in the file belong to a version. When this test fails because the data of
// Unicode or the rules changed, raise skeletonVersion and enter the new sum.
func TestSkeletonVersion(t *testing.T) {
	hash := sha256.New()
	for _, name := range []string{"D’Arcy St. John-Smith_1", "Mi\u0307ra", "ローラ٠", "علي٠"} {
		hash.Write([]byte(Skeleton(name) + "\n"))
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if unicode.In(r, unicode.L, unicode.M, unicode.Nd) && !unicode.In(r, unicode.Han, unicode.Hangul) {
			hash.Write([]byte(Skeleton(string(r)) + "\n"))
		}
	}
	const want = "c3a165eaf1d16f091435423d158f9922bf2bc5eeec3fab41d3d94918e9c08eb4"
	if got := hex.EncodeToString(hash.Sum(nil)); skeletonVersion != 3 || got != want {
		t.Errorf("version %d: sum %s, want %s", skeletonVersion, got, want)
	}
}
