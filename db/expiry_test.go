package db

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"hexclub/rules"
)

// here reports that no player is away.
func here(string) bool { return false }

func TestExpireSeeks(t *testing.T) {
	const day = 24 * time.Hour
	for name, test := range map[string]struct {
		control string
		listed  bool
		named   bool
		waits   time.Duration
	}{
		"live, in the lobby":     {"5+3", true, false, 30 * time.Minute},
		"days, in the lobby":     {"3d", true, false, 14 * day},
		"no clock, in the lobby": {"", true, false, 14 * day},
		"by a link":              {"5+3", false, false, 30 * day},
		"a challenge":            {"", false, true, 30 * day},
	} {
		t.Run(name, func(t *testing.T) {
			d := openTest(t)
			ctx := t.Context()
			n := NewGame{Key: "tartan", Host: newGuest(t, d).ID, Control: control(t, test.control), Terms: Terms{Listed: test.listed}}
			if test.named {
				n.Opponent = newGuest(t, d).ID
			}
			g, running := create(t, d, n), newPair(t, d)
			check := func(at time.Duration, want ...string) {
				t.Helper()
				off, err := d.ExpireSeeks(ctx, in(at), here)
				if err != nil || !slices.Equal(idsOf(off), append([]string{}, want...)) {
					t.Errorf("after %v called off are %v, %v; want %v", at, idsOf(off), err, want)
				}
			}
			check(test.waits - time.Millisecond)
			check(test.waits, g.ID)
			check(test.waits)
			after, err := d.Game(ctx, g.ID)
			if result, _ := after.Record.Result(); err != nil || after.Status != Over || !result.Void() || after.Revision != 2 {
				t.Errorf("game %+v, %v", after, err)
			}
			mustExec(t, d, "INSERT INTO mutes (person, game) VALUES ($1, $2)", n.Host, g.ID)
			forget := func(at time.Duration) {
				t.Helper()
				if err := d.ForgetVoid(ctx, in(at)); err != nil {
					t.Error(err)
				}
			}
			forget(test.waits + 7*day - time.Millisecond)
			if _, err := d.Game(ctx, g.ID); err != nil {
				t.Error(err)
			}
			forget(test.waits + 7*day)
			_, err = d.Game(ctx, g.ID)
			wantError(t, err, rules.NotFound, "error.no-game")
			for _, table := range []string{"seats", "events", "mutes"} {
				var left int
				err := d.read.QueryRowContext(ctx, "SELECT count(*) FROM "+table+" WHERE game = $1", g.ID).Scan(&left)
				if err != nil || left != 0 {
					t.Errorf("%d rows of %s are left, %v", left, table, err)
				}
			}
			if still, err := d.Game(ctx, running.ID); err != nil || still.Status != Running {
				t.Errorf("the running game: %+v, %v", still, err)
			}
		})
	}
}

// The live games in the lobby of absent players are called off at once. Their other games stay.
func TestExpireSeeksOfAbsentPlayers(t *testing.T) {
	d := openTest(t)
	gone, present := newAccount(t, d).ID, newAccount(t, d).ID
	away := func(person string) bool { return person == gone }
	listed, live := Terms{Listed: true}, control(t, "5+3")
	running := begin(t, d, NewGame{Host: gone, Control: live})
	table := create(t, d, NewGame{Key: "six", Setup: seats("4"), Host: gone, Control: live, Terms: listed})
	must(t)(d.TakeSeat(t.Context(), table.ID, Claim{Person: present}, noon))
	want := []string{create(t, d, NewGame{Host: gone, Control: control(t, "60+0"), Terms: listed}).ID, table.ID}
	others := []Game{
		create(t, d, NewGame{Host: present, Control: live, Terms: listed}),
		create(t, d, NewGame{Host: gone, Control: control(t, "1d"), Terms: listed}),
		create(t, d, NewGame{Host: gone, Terms: listed}),
		create(t, d, NewGame{Host: gone, Control: live}),
		create(t, d, NewGame{Host: gone, Control: live, Opponent: present}),
		running,
	}
	off, err := d.ExpireSeeks(t.Context(), in(time.Second), away)
	got := idsOf(off)
	slices.Sort(got)
	slices.Sort(want)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("called off are %v, %v; want %v", got, err, want)
	}
	for _, g := range others {
		if after := read(t, d, g); after.Revision != g.Revision {
			t.Errorf("changed is %+v", after)
		}
	}
}

func TestExpireSeeksSpares(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	terms, four := Terms{Listed: true}, rules.Setup{Options: map[string]string{"seats": "4"}}
	filling := create(t, d, NewGame{Key: "six", Host: newGuest(t, d).ID, Control: control(t, "5+3"), Terms: terms, Setup: four})
	if _, err := d.TakeSeat(ctx, filling.ID, Claim{Person: newGuest(t, d).ID}, in(20*time.Minute)); err != nil {
		t.Fatal(err)
	}
	begun := newPair(t, d)
	if _, err := d.Abort(ctx, begun.ID, begun.Host, noon); err != nil {
		t.Fatal(err)
	}
	broken := create(t, d, NewGame{Key: "hexone", Host: newGuest(t, d).ID, Control: control(t, "5+3"), Terms: terms})
	mustExec(t, d, "UPDATE games SET revision = revision + 1, rules = 99 WHERE id = $1", broken.ID)

	off, err := d.ExpireSeeks(ctx, in(49*time.Minute), here)
	wantInternal(t, err, broken.ID)
	if len(off) > 0 {
		t.Errorf("called off are %v, one of which somebody has just joined", idsOf(off))
	}
	if off, _ = d.ExpireSeeks(ctx, in(50*time.Minute), here); !slices.Equal(idsOf(off), []string{filling.ID}) {
		t.Errorf("called off are %v", idsOf(off))
	}
	if err := d.ForgetVoid(ctx, in(1000*24*time.Hour)); err != nil {
		t.Error(err)
	}
	if _, err := d.Game(ctx, begun.ID); err != nil {
		t.Errorf("a game that was called off after it had begun: %v", err)
	}
	_, err = d.Game(ctx, filling.ID)
	wantError(t, err, rules.NotFound, "error.no-game")
}

// Who begins a live game waits for no other: of the lobby's live games those are
// called off that a player asked for, in others' the player's seat is free again,
// and nothing else changes.
func TestSeeksAreWithdrawn(t *testing.T) {
	five, listed := "5+3", Terms{Listed: true}
	for name, test := range map[string]struct {
		control string // of the game that begins
		begin   func(t *testing.T, d *DB, g Game, ben string) (Game, error)
		keeps   bool // the seeks
	}{
		"from the lobby": {five, func(t *testing.T, d *DB, g Game, ben string) (Game, error) {
			return d.TakeSeat(t.Context(), g.ID, Claim{Person: ben}, in(time.Minute))
		}, false},
		"by a link": {five, func(t *testing.T, d *DB, g Game, ben string) (Game, error) {
			return d.joinGame(t.Context(), g.Invite, ben, in(time.Minute))
		}, false},
		"play now": {five, func(t *testing.T, d *DB, _ Game, ben string) (Game, error) {
			return d.PlayNow(t.Context(), NewGame{Key: "hexone", Host: ben, HostSeat: 1, Control: control(t, five)}, in(time.Minute), nil)
		}, false},
		"with days for each turn": {"3d", func(t *testing.T, d *DB, g Game, ben string) (Game, error) {
			return d.TakeSeat(t.Context(), g.ID, Claim{Person: ben}, in(time.Minute))
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			d := openTest(t)
			anna, ben, cora := newAccount(t, d).ID, newAccount(t, d).ID, newAccount(t, d).ID
			ask := func(n NewGame) string {
				n.Control = control(t, cmp.Or(n.Control.String(), five))
				return create(t, d, n).ID
			}
			off := []string{
				ask(NewGame{Key: "six", Host: anna, Terms: listed}),
				ask(NewGame{Key: "six", Host: anna, Terms: listed, Setup: seats("4")}),
				ask(NewGame{Key: "tartan", Host: ben, Terms: listed}),
			}
			sit := func(game string, people ...string) {
				for _, person := range people {
					must(t)(d.TakeSeat(t.Context(), game, Claim{Person: person}, noon))
				}
			}
			sit(off[1], cora)
			dora := newAccount(t, d).ID
			tables := map[string]string{ // of games of others, for whom a seat is kept there
				ask(NewGame{Key: "six", Host: dora, Terms: listed, Setup: seats("4"), Opponent: cora}): cora,
				ask(NewGame{Key: "six", Host: dora, Terms: listed, Setup: seats("4"), Opponent: ben}):  ben,
			}
			for table, kept := range tables {
				sit(table, anna)
				if kept != ben {
					sit(table, ben)
				}
			}
			stay := []string{
				ask(NewGame{Key: "six", Host: anna, Terms: listed, Control: control(t, "3d")}),
				ask(NewGame{Key: "six", Host: anna, Opponent: ben}),
				ask(NewGame{Key: "six", Host: anna}),
				ask(NewGame{Key: "six", Host: cora, Terms: listed}),
			}
			g := create(t, d, NewGame{Host: anna, Control: control(t, test.control), Terms: listed, Explore: false})
			begun, err := test.begin(t, d, g, ben)
			if err != nil || begun.ID != g.ID || begun.Status != Running {
				t.Fatalf("%+v, %v", begun, err)
			}
			if test.keeps {
				stay, off = append(stay, off...), nil
			}
			got, want := idsOf(begun.Withdrawn), slices.Clone(off)
			for table, kept := range tables {
				after := read(t, d, Game{ID: table})
				if after.Status != Waiting || after.ReservedFor(kept) == 0 || (len(after.SeatsOf("")) == 3) == test.keeps || test.keeps && len(after.SeatsOf(anna)) == 0 {
					t.Errorf("at a table sit %+v", after.Players)
				}
				if !test.keeps {
					want = append(want, table)
				}
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("withdrawn are %v, want %v", got, want)
			}
			for _, id := range off {
				wantEnd(t, d, Game{ID: id}, "void", rules.CalledOff)
				if after := read(t, d, Game{ID: id}); after.Record.CalledOffBy() != 0 {
					t.Errorf("called off is %+v", after)
				}
			}
			for _, id := range stay {
				if after := read(t, d, Game{ID: id}); after.Status != Waiting {
					t.Errorf("the game %+v is %s", after.Terms, after.Status)
				}
			}
		})
	}
}

// A game that cannot be replayed keeps none from beginning.
func TestBrokenSeekIsNotWithdrawn(t *testing.T) {
	d := openTest(t)
	anna := newAccount(t, d).ID
	live, listed := control(t, "5+3"), Terms{Listed: true}
	broken := create(t, d, NewGame{Host: anna, Control: live, Terms: listed})
	mustExec(t, d, "UPDATE games SET revision = revision + 1, rules = 99 WHERE id = $1", broken.ID)
	seek := create(t, d, NewGame{Host: anna, Control: live, Terms: listed})
	begun := begin(t, d, NewGame{Host: anna, Control: live})
	if begun.Status != Running || !slices.Equal(idsOf(begun.Withdrawn), []string{seek.ID}) {
		t.Errorf("it is %s, and withdrawn are %v", begun.Status, idsOf(begun.Withdrawn))
	}
}

// The second game of a live match begins as any other does.
func TestSecondLegWithdrawsSeeks(t *testing.T) {
	d := openTest(t)
	first := begin(t, d, NewGame{Control: control(t, "5+3"), Match: true})
	seek := create(t, d, NewGame{Host: first.by(2), Control: control(t, "5+3"), Terms: Terms{Listed: true}})
	first = must(t)(d.Resign(t.Context(), first.ID, first.by(1), in(time.Minute)))
	if !slices.Equal(idsOf(first.Withdrawn), []string{seek.ID}) {
		t.Errorf("withdrawn are %v", idsOf(first.Withdrawn))
	}
	wantEnd(t, d, seek, "void", rules.CalledOff)
}
