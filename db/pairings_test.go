package db

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
)

// newPairing pairs two new accounts, on this site unless n says the rest: of Hexone
// and one game if n names no other.
func newPairing(t testing.TB, d *DB, n NewPairing) Pairing {
	t.Helper()
	n.Key, n.Unit = cmp.Or(n.Key, "hexone"), cmp.Or(n.Unit, pairing.OneGame)
	n.First, n.Second = newAccount(t, d).ID, newAccount(t, d).ID
	p, err := d.AddPairing(t.Context(), n, noon)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// AddPairing is addPairing for two people outside ladders and tournaments, for tests.
func (d *DB) AddPairing(ctx context.Context, n NewPairing, now time.Time) (p Pairing, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		p, err = d.addPairing(ctx, tx, n, now)
		return err
	})
	return p, err
}

func readPairing(t testing.TB, d *DB, p Pairing) Pairing {
	t.Helper()
	p, err := d.Pairing(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	wantStanding(t, d, p)
	return p
}

// wantStanding checks that the row says what the results add up to.
func wantStanding(t testing.TB, d *DB, p Pairing) {
	t.Helper()
	var s pairing.Standing
	err := d.read.QueryRowContext(t.Context(), `SELECT undecided, winner, half_wins_1, half_wins_2, points_1, points_2, worth_1, worth_2
		FROM pairings WHERE id = $1`, p.ID).Scan(&s.Undecided, &s.Winner, &s.Halves[0], &s.Halves[1], &s.Points[0], &s.Points[1], &s.Worth[0], &s.Worth[1])
	s.Over, s.Tied, s.TieForfeited, s.Next = p.Standing.Over, p.Standing.Tied, p.Standing.TieForfeited, p.Standing.Next
	if err != nil || s != p.Standing || (p.Status == PairingOver) != p.Standing.Over || (p.Status == PairingOpen) != p.Ended.IsZero() {
		t.Errorf("%v, the row has %+v, the pairing is %+v", err, s, p)
	}
}

// organiserOf returns a new account of an organiser.
func organiserOf(t testing.TB, d *DB) string {
	t.Helper()
	id := newAccount(t, d).ID
	if err := d.SetRole(t.Context(), id, Organiser, Operator, noon); err != nil {
		t.Fatal(err)
	}
	return id
}

func TestAddPairing(t *testing.T) {
	d := openTest(t)
	t.Run("its first game runs at once", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Key: "six", Site: true, Control: control(t, "2d"), Rated: true, Due: in(time.Hour)})
		list := gamesOf(t, d, p)
		if len(list) != 1 || list[0].Status != Running || list[0].by(1) != p.Players[0].ID || list[0].by(2) != p.Players[1].ID ||
			!list[0].Rated || list[0].Explore || list[0].Nth != 1 || list[0].Pairing != p.ID || list[0].Invite != "" {
			t.Errorf("games %+v", list)
		}
		if p.Status != PairingOpen || !p.Due.Equal(in(time.Hour)) || !p.Made.Equal(noon) || p.Standing != (pairing.Standing{Next: 1}) || len(p.Touched) != 1 {
			t.Errorf("%+v", p)
		}
	})
	t.Run("over the board there is none", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Control: control(t, "5+0")})
		if list := gamesOf(t, d, p); len(list) != 0 || !p.Control.None() {
			t.Errorf("games %+v of %+v", list, p)
		}
	})
	t.Run("refused", func(t *testing.T) {
		anna, ben, guest := newAccount(t, d).ID, newAccount(t, d).ID, newGuest(t, d).ID
		before := countRows(t, d, "pairings")
		for key, tt := range map[string]struct {
			kind rules.ErrorKind
			n    NewPairing
		}{
			"error.pairing-self":    {rules.Invalid, NewPairing{First: anna, Second: anna}},
			"error.pairing-members": {rules.Forbidden, NewPairing{First: anna, Second: guest}},
			"error.not-found":       {rules.NotFound, NewPairing{First: anna, Second: "nobody"}},
			"error.pairing-due":     {rules.Invalid, NewPairing{First: anna, Second: ben, Due: noon}},
			"error.pairing-unit":    {rules.Invalid, NewPairing{First: anna, Second: ben, Unit: "three"}},
			"error.match":           {rules.Invalid, NewPairing{First: anna, Second: ben, Unit: pairing.Match, Key: "six"}},
			"error.pairing-rated":   {rules.Invalid, NewPairing{First: anna, Second: ben, Rated: true}},
			"error.rated-clock":     {rules.Invalid, NewPairing{First: anna, Second: ben, Rated: true, Site: true}},
			"error.game":            {rules.NotFound, NewPairing{First: anna, Second: ben, Key: "chess"}},
		} {
			tt.n.Key, tt.n.Unit = cmp.Or(tt.n.Key, "hexone"), cmp.Or(tt.n.Unit, pairing.OneGame)
			_, err := d.AddPairing(t.Context(), tt.n, noon)
			wantError(t, err, tt.kind, key)
		}
		if after := countRows(t, d, "pairings"); after != before {
			t.Errorf("%d pairings, before %d", after, before)
		}
	})
	t.Run("in spite of blocks and of many that wait", func(t *testing.T) {
		anna, ben := newAccount(t, d).ID, newAccount(t, d).ID
		if err := d.Block(t.Context(), anna, ben, noon); err != nil {
			t.Fatal(err)
		}
		n := NewPairing{Key: "six", Unit: pairing.OneGame, Site: true, Control: control(t, "5+3"), First: anna, Second: ben}
		for range maxWaiting + 1 {
			if _, err := d.AddPairing(t.Context(), n, noon); err != nil {
				t.Fatal(err)
			}
		}
		create(t, d, NewGame{Host: anna}) // these do not count
	})
}

func TestPairingsOf(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna, ben := newAccount(t, d).ID, newAccount(t, d).ID
	last := ""
	wantNews := func() {
		t.Helper()
		mark, err := d.DeskMark(ctx, anna)
		if err != nil || mark == last {
			t.Errorf("the mark is %s, as before, %v", mark, err)
		}
		last = mark
	}
	wantNews()
	var want []string
	for i, due := range []time.Time{in(2 * time.Hour), {}, in(time.Hour)} {
		n := NewPairing{Key: "six", Unit: pairing.OneGame, First: anna, Second: ben, Due: due}
		if i == 1 {
			n.First, n.Second = ben, anna
		}
		p, err := d.AddPairing(ctx, n, noon)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, p.ID)
		wantNews()
	}
	list, err := d.PairingsOf(ctx, anna)
	if err != nil || len(list) != 3 || list[0].ID != want[2] || list[1].ID != want[0] || list[2].ID != want[1] {
		t.Errorf("%+v, %v", list, err)
	}
	if _, err := d.EnterResult(ctx, want[0], ben, []pairing.Game{{Halves: [2]int{2, 0}}}, noon); err != nil {
		t.Fatal(err)
	}
	wantNews()
	if _, err := d.EnterResult(ctx, want[0], anna, []pairing.Game{{Halves: [2]int{2, 0}}}, noon); err != nil {
		t.Fatal(err)
	}
	wantNews()
	if list, err := d.PairingsOf(ctx, anna); err != nil || len(list) != 2 {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := d.PairingsOf(ctx, ""); err != nil || len(list) != 0 {
		t.Errorf("nobody has %+v, %v", list, err)
	}
}

func TestPairedIn(t *testing.T) {
	m := newTournament(t, TournamentSettings{}, 2)
	m.begin()
	p := m.publish()[0]
	own, err := m.d.AddPairing(t.Context(), NewPairing{Key: "hexone", Unit: pairing.OneGame, First: m.members[0], Second: m.members[1]}, noon)
	m.ok(err)
	of, err := m.d.PairedIn(t.Context(), m.members[0])
	m.ok(err)
	if want := (map[string]PairedIn{p.ID: {Of: m.full().Name, Round: 1}, own.ID: {}}); !maps.Equal(of, want) {
		t.Errorf("the pairings are in %+v, want %+v", of, want)
	}
}
