package db

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/rules"
)

// removeGuests removes guests without a session, some time after noon, and returns the changed
// games.
func removeGuests(t testing.TB, d *DB, after time.Duration) []Game {
	t.Helper()
	now := in(after)
	games, err := d.RemoveGuests(t.Context(), now.Add(-GuestsStay), now, 1000)
	if err != nil {
		t.Fatal(err)
	}
	return games.Changed
}

// isThere reports whether a person is stored, and as a guest.
func isThere(t testing.TB, d *DB, id string) (there, guest bool) {
	t.Helper()
	p, err := d.Person(t.Context(), id)
	if err != nil && !rules.IsKind(err, rules.NotFound) {
		t.Fatal(err)
	}
	return err == nil, err == nil && p.Guest()
}

// A guest without games against others is removed with all data, and so is one whose games
// against others were all called off without a message. Otherwise a deleted player without a name
// stays.
func TestRemoveGuests(t *testing.T) {
	const day = 24 * time.Hour
	d := openTest(t)
	ctx := t.Context()
	anna := newAccount(t, d).ID
	session := func(person string, ends time.Duration) {
		t.Helper()
		err := d.SaveSession(ctx, Session{Hash: "of " + person, Person: Person{ID: person}, Created: noon, Expires: in(ends)})
		if err != nil {
			t.Fatal(err)
		}
	}
	against := func(guest string) Game { // Anna hosts
		t.Helper()
		g := create(t, d, NewGame{Key: "hexone", Host: anna, HostSeat: 1})
		return must(t)(d.joinGame(ctx, g.Invite, guest, noon))
	}
	guests := map[string]string{}
	for _, name := range []string{"idle", "known", "young", "device", "bot", "finished", "running", "young game", "off", "off again", "off, then rematch", "off with chat", "seek", "asked", "asker", "chat", "learner"} {
		guests[name] = newGuest(t, d).ID
	}
	mustExec(t, d, "UPDATE people SET created = $2 WHERE id = $1", guests["young"], in(day).UnixMilli())
	session(guests["known"], 400*day)
	session(guests["idle"], 90*day) // it expires at that moment
	alone := map[string]Game{
		"device": create(t, d, NewGame{Key: "hexone", Host: guests["device"], BothSeats: true}),
		"bot":    create(t, d, NewGame{Key: "hexone", Host: guests["bot"], HostSeat: 1, Fill: 1}),
	}
	over := against(guests["finished"])
	bots := create(t, d, NewGame{Key: "hexone", Host: guests["finished"], BothSeats: true})
	must(t)(d.Resign(ctx, over.ID, anna, noon))
	running := against(guests["running"])
	for _, turn := range []string{"c2", "d4", "c2"} {
		running = play(t, d, running, noon, turn)
	}
	early := against(guests["young game"]) // the removal calls it off, and Anna has to see that
	off := against(guests["off"])
	must(t)(d.Abort(ctx, off.ID, anna, noon))
	alone["off"] = off
	again := against(guests["off again"])
	must(t)(d.Abort(ctx, again.ID, anna, noon))
	second := must(t)(d.Rematch(ctx, again.ID, anna, noon, here))
	second = must(t)(d.TakeSeat(ctx, second.ID, Claim{Person: guests["off again"]}, noon))
	must(t)(d.Abort(ctx, second.ID, anna, noon))
	followed := against(guests["off, then rematch"])
	must(t)(d.Abort(ctx, followed.ID, anna, noon))
	rematch := must(t)(d.Rematch(ctx, followed.ID, anna, noon, here))
	must(t)(d.TakeSeat(ctx, rematch.ID, Claim{Person: guests["off, then rematch"]}, noon))
	must(t)(d.Resign(ctx, rematch.ID, anna, noon))
	spoken := against(guests["off with chat"])
	say(t, d, spoken.ID, anna, "sorry")
	must(t)(d.Abort(ctx, spoken.ID, anna, noon))
	seek := create(t, d, NewGame{Key: "hexone", Host: guests["seek"], Terms: Terms{Listed: true}})
	asked := create(t, d, NewGame{Key: "hexone", Host: anna, HostSeat: 1, Opponent: guests["asked"]})
	asker := create(t, d, NewGame{Key: "hexone", Host: guests["asker"], HostSeat: 1, Opponent: anna})
	chat := against(guests["chat"])
	say(t, d, chat.ID, guests["chat"], "hello")
	if err := d.Block(ctx, guests["chat"], anna, noon); err != nil {
		t.Fatal(err)
	}
	mustExec(t, d, "INSERT INTO lessons (person, lesson, stars) VALUES ($1, 'hexone/explosion', 3)", guests["learner"])

	if changed := removeGuests(t, d, 90*day-time.Millisecond); len(changed) != 0 || countRows(t, d, "people") != 6+1+len(guests) {
		t.Fatalf("too early %d games change, and %d people are left", len(changed), countRows(t, d, "people"))
	}
	changed := idsOf(removeGuests(t, d, 90*day))
	slices.Sort(changed)
	want := []string{running.ID, early.ID, seek.ID, asked.ID, asker.ID, chat.ID}
	slices.Sort(want)
	if !slices.Equal(changed, want) {
		t.Errorf("changed are %q, want %q", changed, want)
	}
	for name, id := range guests {
		there, guest := isThere(t, d, id)
		switch {
		case name == "known" || name == "young":
			if !guest {
				t.Errorf("%s is gone", name)
			}
		case slices.Contains([]string{"idle", "device", "bot", "learner", "off", "off again"}, name):
			if there {
				t.Errorf("%s is there", name)
			}
		case name != "asked" && (!there || guest):
			t.Errorf("%s is there: %t, as a guest: %t", name, there, guest)
		}
	}
	for name, g := range alone {
		if _, err := d.Game(ctx, g.ID); !rules.IsKind(err, rules.NotFound) {
			t.Errorf("the game of %s: %v", name, err)
		}
	}
	if _, err := d.Game(ctx, bots.ID); !rules.IsKind(err, rules.NotFound) {
		t.Errorf("the game on one device of a guest who has played with others: %v", err)
	}
	if g := read(t, d, over); !g.Players[1].Deleted || g.Players[1].Name != "" {
		t.Errorf("the finished game has %+v", g.Players)
	}
	wantEnd(t, d, read(t, d, running), "win 1", rules.Resignation)
	if n := countRows(t, d, "lessons") + countRows(t, d, "blocks"); n != 0 {
		t.Errorf("%d rows are left of what goes with a guest", n)
	}
	if c, err := d.Chat(ctx, chat.ID, anna, all); err != nil || len(c.Messages) != 1 || c.Messages[0].Text != "hello" || !c.Messages[0].Writer.Deleted {
		t.Errorf("the chat is %+v, %v", c.Messages, err)
	}
	if report, err := Verify(ctx, pathOf(t, d)); err != nil || report.Err() != nil {
		t.Errorf("verification: %+v, %v", report, err)
	}
	if changed := removeGuests(t, d, 500*day); len(changed) != 0 {
		t.Errorf("later %d games change", len(changed))
	}
	if there, _ := isThere(t, d, guests["known"]); there {
		t.Error("a guest outlives the session")
	}
}

// A restore ends the sessions of guests, or brings old ones back. So guests are kept after it for
// as long as after a visit.
func TestGuestsStayAfterRestore(t *testing.T) {
	const day = 24 * time.Hour
	d := openFile(t)
	guest := newGuest(t, d)
	err := d.SaveSession(t.Context(), Session{Hash: "h", Person: guest, Created: in(80 * day), Expires: in(80*day + GuestsStay)})
	if err != nil {
		t.Fatal(err)
	}
	backup := filepath.Join(t.TempDir(), "backup.db")
	if _, _, err := Backup(t.Context(), pathOf(t, d), backup); err != nil {
		t.Fatal(err)
	}
	for _, keep := range []bool{false, true} {
		path, restored := filepath.Join(t.TempDir(), "club.db"), 200*day
		if _, _, err := Restore(t.Context(), Restoring{Backup: backup, Path: path, Guests: keep}, in(restored)); err != nil {
			t.Fatal(err)
		}
		openAt(t, path, func(d *DB) {
			for _, after := range []time.Duration{time.Hour, GuestsStay - time.Millisecond} {
				removeGuests(t, d, restored+after)
				if there, _ := isThere(t, d, guest.ID); !there {
					t.Errorf("sessions kept %t: the guest is gone %v after the restore", keep, after)
				}
			}
			removeGuests(t, d, restored+GuestsStay)
			if there, _ := isThere(t, d, guest.ID); there {
				t.Errorf("sessions kept %t: the guest outlives the stay after the restore", keep)
			}
		})
	}
}

// Guests are removed in many transactions, each of which deletes few games. A call removes no more
// guests than its limit, and the next call goes on.
func TestGuestsAreRemovedInBatches(t *testing.T) {
	d := openTest(t)
	ctx, later := t.Context(), in(GuestsStay)
	for range guestsInBatch + 5 {
		newGuest(t, d)
	}
	busy := newGuest(t, d).ID
	for range 3 {
		g := create(t, d, NewGame{Key: "hexone", Host: busy, BothSeats: true})
		many := make([]string, eventsInBatch)
		for i := range many {
			many[i] = fmt.Sprintf("('%s', %d, 'c2', 0)", g.ID, i)
		}
		mustExec(t, d, "INSERT INTO events (game, ply, event, at) VALUES "+strings.Join(many, ", "))
	}
	guests := func() int { return countRows(t, d, "people WHERE id NOT LIKE 'bot-%' AND name IS NULL") }
	if _, err := d.RemoveGuests(ctx, noon, later, 2); err != nil || guests() != guestsInBatch+4 {
		t.Errorf("%d guests are left with a limit of 2, %v", guests(), err)
	}
	batch := []guestMark{{noon.UnixMilli(), busy}}
	for left := 2; left >= 0; left-- {
		_, removed, err := d.removeBatch(ctx, batch, noon, later)
		if n := countRows(t, d, "games"); err != nil || n > left+1 || (removed == 1) != (n == 0) {
			t.Errorf("%d removed, %d games are left, %v", removed, n, err)
		}
	}
	if _, err := d.RemoveGuests(ctx, noon, later, 1000); err != nil || guests() != 0 || countRows(t, d, "games") != 0 {
		t.Errorf("%d guests and %d games are left, %v", guests(), countRows(t, d, "games"), err)
	}
}

// One guest who cannot be removed does not stop the removal of the others.
func TestOneGuestStays(t *testing.T) {
	d := openTest(t)
	stuck, before, after := newGuest(t, d).ID, newGuest(t, d).ID, newGuest(t, d).ID
	mustExec(t, d, "UPDATE people SET created = created - 1 WHERE id = $1", before)
	mustExec(t, d, "UPDATE people SET created = created + 1 WHERE id = $1", after)
	mustExec(t, d, "INSERT INTO bans (prefix, reason, person, made, until) VALUES ('192.0.2.0/24', 'x', $1, 0, 0)", stuck) // which no guest can
	_, err := d.RemoveGuests(t.Context(), in(time.Second), in(time.Second), 10)
	if err == nil {
		t.Error("nothing fails")
	}
	for id, want := range map[string]bool{stuck: true, before: false, after: false} {
		if there, _ := isThere(t, d, id); there != want {
			t.Errorf("%s is there: %t", id, there)
		}
	}
}

// BenchmarkRemoveGuests removes a day's guests from one address. Most have opened a page, some
// have played a game on one device or against a bot.
func BenchmarkRemoveGuests(b *testing.B) {
	const guests = 1000
	d := openTest(b)
	r := newRandom(1)
	for b.Loop() {
		b.StopTimer()
		for i := range guests {
			guest := newGuest(b, d).ID
			if i%2 == 0 {
				continue
			}
			g, err := d.CreateGame(b.Context(), NewGame{Key: "hexone", Host: guest, BothSeats: true}, noon)
			if err != nil {
				b.Fatal(err)
			}
			for range 4 {
				g, err = d.PlayTurn(b.Context(), g.ID, guest, g.Record.EventCount(), randomTurn(g.Record, r), noon)
				if err != nil {
					b.Fatal(err)
				}
			}
		}
		b.StartTimer()
		if _, err := d.RemoveGuests(b.Context(), in(time.Second), in(time.Second), guests); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*guests), "µs/guest")
	if n := countRows(b, d, "games"); n != 0 {
		b.Fatalf("%d games are left", n)
	}
}
