package db

import (
	"testing"
	"time"

	"hexclub/rules"
)

func TestPeople(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()

	t.Run("a guest", func(t *testing.T) {
		guest := newGuest(t, d)
		if !guest.Guest() || guest.Confirms != DefaultConfirms() || !guest.Created.Equal(noon) {
			t.Errorf("guest %+v", guest)
		}
		if got, err := d.Person(ctx, guest.ID); err != nil || got != guest {
			t.Errorf("read %+v, %v; want %+v", got, err, guest)
		}
	})
	t.Run("nobody", func(t *testing.T) {
		_, err := d.Person(ctx, "nobody")
		wantError(t, err, rules.NotFound, "error.not-found")
		_, err = d.PersonByName(ctx, "nobody")
		wantError(t, err, rules.NotFound, "error.not-found")
		_, err = d.PersonByName(ctx, "")
		wantError(t, err, rules.NotFound, "error.not-found")
		wantError(t, d.SetConfirms(ctx, "nobody", Confirms{}), rules.NotFound, "error.not-found")
	})
	t.Run("a new account", func(t *testing.T) {
		anna, err := d.SignUp(ctx, "", "Anna", "hash", noon)
		if err != nil {
			t.Fatal(err)
		}
		want := Person{ID: anna.ID, Name: "Anna", Hash: "hash", Confirms: DefaultConfirms(), Role: Member, Created: noon}
		if anna != want || anna.Guest() {
			t.Errorf("account %+v, want %+v", anna, want)
		}
		if got, err := d.PersonByName(ctx, "  aNNa "); err != nil || got != want {
			t.Errorf("by name %+v, %v; want %+v", got, err, want)
		}
	})
	t.Run("a guest becomes an account with its games and choices", func(t *testing.T) {
		game := newGame(t, d, false)
		guest := game.Players[0].ID
		if err := d.SetConfirms(ctx, guest, Confirms{Live: true}); err != nil {
			t.Fatal(err)
		}
		ben, err := d.SignUp(ctx, guest, "Ben", "hash", noon.Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if want := (Person{ID: guest, Name: "Ben", Hash: "hash", Confirms: Confirms{Live: true}, Role: Member, Created: noon}); ben != want {
			t.Errorf("account %+v, want %+v", ben, want)
		}
		after, err := d.Game(ctx, game.ID)
		if err != nil {
			t.Fatal(err)
		}
		if after.Players[0] != (Player{ID: guest, Name: "Ben"}) || after.Revision != game.Revision+1 {
			t.Errorf("game %+v, was %+v", after, game)
		}
		_, err = d.SignUp(ctx, guest, "Benny", "hash", noon)
		wantError(t, err, rules.Conflict, "error.not-a-guest")
		_, err = d.SignUp(ctx, "nobody", "Benny", "hash", noon)
		wantError(t, err, rules.Conflict, "error.not-a-guest")
	})
	t.Run("names that look alike", func(t *testing.T) {
		guest := newGuest(t, d)
		for name, like := range map[string][]string{
			"Straße": {"STRASSE", "strasse", " Strasse "},
			"Émile":  {"émile", "E\u0301mile", "E\u0301MILE"},
			"Max 2":  {"max  2", "ＭＡＸ ２", "max ²", "Max\u00a02"},
			"Σας":    {"ΣΑΣ", "σασ"},
		} {
			if _, err := d.SignUp(ctx, "", name, "hash", noon); err != nil {
				t.Fatal(err)
			}
			for _, other := range like {
				_, err := d.SignUp(ctx, "", other, "hash", noon)
				wantError(t, err, rules.Conflict, "error.name-taken")
				_, err = d.SignUp(ctx, guest.ID, other, "hash", noon)
				wantError(t, err, rules.Conflict, "error.name-taken")
				if got, err := d.PersonByName(ctx, other); err != nil || got.Name != name {
					t.Errorf("%q is %q, %v", other, got.Name, err)
				}
			}
		}
		if got, err := d.Person(ctx, guest.ID); err != nil || got != guest {
			t.Errorf("guest %+v, %v", got, err)
		}
		for _, name := range []string{"", " ", "\u2003\t"} {
			_, err := d.SignUp(ctx, "", name, "hash", noon)
			wantError(t, err, rules.Invalid, "error.name")
		}
	})
}

func TestAbsorb(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna, err := d.SignUp(ctx, "", "Anna", "hash", noon)
	if err != nil {
		t.Fatal(err)
	}
	game := newGame(t, d, false)
	guest := game.Players[0].ID
	if game, err = d.joinGame(ctx, game.Invite, anna.ID, noon); err != nil {
		t.Fatal(err)
	}
	session := Session{Hash: "guest", Person: Person{ID: guest}, Created: noon, Expires: noon.Add(time.Hour)}
	if err := d.SaveSession(ctx, session); err != nil {
		t.Fatal(err)
	}

	other := newGuest(t, d)
	wantError(t, d.Absorb(ctx, anna.ID, anna.ID), rules.Conflict, "error.not-a-guest")
	wantError(t, d.Absorb(ctx, "nobody", anna.ID), rules.Conflict, "error.not-a-guest")
	wantError(t, d.Absorb(ctx, guest, "nobody"), rules.NotFound, "error.not-found")
	wantError(t, d.Absorb(ctx, guest, other.ID), rules.NotFound, "error.not-found")

	if err := d.Absorb(ctx, guest, anna.ID); err != nil {
		t.Fatal(err)
	}
	_, err = d.Person(ctx, guest)
	wantError(t, err, rules.NotFound, "error.not-found")
	_, err = d.Session(ctx, "guest", noon)
	wantError(t, err, rules.NotFound, "error.not-found")
	wantError(t, d.SaveSession(ctx, session), rules.NotFound, "error.not-found")
	after, err := d.Game(ctx, game.ID)
	if err != nil {
		t.Fatal(err)
	}
	if after.Players[0] != (Player{ID: anna.ID, Name: "Anna"}) || after.Players[1] != after.Players[0] || after.Revision <= game.Revision {
		t.Errorf("game %+v", after)
	}
	var host string
	if err := d.read.QueryRowContext(ctx, "SELECT host FROM games WHERE id = $1", game.ID).Scan(&host); err != nil || host != anna.ID {
		t.Errorf("host %s, %v", host, err)
	}
	if desk, err := d.Desk(ctx, anna.ID, noon); err != nil || len(desk.Device) != 1 {
		t.Errorf("games %+v, %v", desk, err)
	}
}
