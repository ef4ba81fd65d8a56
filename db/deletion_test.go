package db

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/rules"
)

func TestDeletePerson(t *testing.T) {
	d := openTest(t)
	m := newMeeting(t, d)
	ctx := t.Context()
	cem := m.account("Cem")
	rated := NewGame{Control: threeDays, Terms: Terms{Rated: true}}
	three := rules.Setup{Options: map[string]string{"seats": "3"}}
	four := rules.Setup{Options: map[string]string{"seats": "4"}}
	play := func(g Game, turns ...string) Game {
		for _, turn := range turns {
			var err error
			g, err = d.PlayTurn(ctx, g.ID, g.Players[g.Record.Turn().Seat-1].ID, g.Record.Moved(), turn, m.tick())
			m.must(g, err)
		}
		return g
	}

	past := m.ends(rated)
	young, old := m.runs(rated), play(m.runs(rated), "d3", "c2")
	match := play(m.runs(NewGame{Match: true}), "d3", "c2")
	sky := m.runs(NewGame{Key: "hexellation", Setup: three}, cem)
	for random := newRandom(1); sky.Record.AwaitsFirstTurn(); {
		sky = play(sky, randomTurn(sky.Record, random))
	}
	own, device := m.waits(NewGame{}), play(m.waits(NewGame{BothSeats: true}), "d3", "c2")
	challenge := m.waits(NewGame{Opponent: m.ben.ID})
	theirs, err := d.CreateGame(ctx, NewGame{Key: "six", Setup: four, Host: m.ben.ID, HostSeat: 1}, m.tick())
	m.must(theirs, err)
	theirs, err = d.joinGame(ctx, theirs.Invite, m.anna.ID, m.tick())
	m.must(theirs, err)
	toAnna, err := d.CreateGame(ctx, NewGame{Key: "hexone", Host: cem.ID, HostSeat: 1, Opponent: m.anna.ID}, m.tick())
	m.must(toAnna, err)
	among, err := d.CreateGame(ctx, NewGame{Key: "six", Setup: four, Host: cem.ID, HostSeat: 1, Opponent: m.anna.ID}, m.tick())
	m.must(among, err)
	say(t, d, past.ID, m.anna.ID, "well played")
	if err := d.AskAddress(ctx, m.anna.ID, "anna@club.example", "en", true, noon); err != nil {
		t.Fatal(err)
	}
	for _, block := range [][2]string{{m.anna.ID, cem.ID}, {cem.ID, m.anna.ID}} {
		if err := d.Block(ctx, block[0], block[1], noon); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Mute(ctx, past.ID, m.anna.ID, true); err != nil {
		t.Fatal(err)
	}
	session := Session{Hash: "s", Person: m.anna, Data: []byte("{}"), Created: noon, Expires: m.now.Add(time.Hour)}
	if err := d.SaveSession(ctx, session); err != nil {
		t.Fatal(err)
	}
	before, err := d.RatingsOf(ctx, m.ben.ID, m.now)
	if err != nil {
		t.Fatal(err)
	}
	record := past.Record.Events()

	_, err = d.DeletePerson(ctx, "nobody", noon)
	wantError(t, err, rules.NotFound, "error.not-found")
	changed, err := d.DeletePerson(ctx, m.anna.ID, m.tick())
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.DeletePerson(ctx, m.anna.ID, m.now)
	wantError(t, err, rules.NotFound, "error.not-found")

	t.Run("her games end as they can", func(t *testing.T) {
		second, err := d.SecondLeg(ctx, match.ID)
		if err != nil || second == "" {
			t.Fatalf("second game of the match %q, %v", second, err)
		}
		want := map[string]string{
			young.ID: "void", old.ID: "win 2 points 0 49", match.ID: "win 2 points 0 49", second: "win 1 points 49 0",
			own.ID: "void", device.ID: "win 2 points 0 49", challenge.ID: "void", toAnna.ID: "void", sky.ID: "", theirs.ID: "", among.ID: "",
		}
		got := map[string]string{}
		for _, g := range changed {
			stored, err := d.Game(ctx, g.ID)
			if err != nil || stored.Revision < g.Revision || stored.Status != g.Status {
				t.Errorf("game %+v is stored as %+v, %v", g, stored, err)
			}
			got[g.ID] = ""
			if result, over := stored.Record.Result(); over {
				got[g.ID] = result.String()
			}
		}
		if !maps.Equal(got, want) || len(changed) != len(want) {
			t.Errorf("%d results %q, want %q", len(changed), got, want)
		}
		if g := m.must(d.Game(ctx, sky.ID)); g.Status != Running || !g.Record.State().Out(1) {
			t.Errorf("the others cannot play on: %+v", g)
		}
		if g := m.must(d.Game(ctx, theirs.ID)); g.Status != Waiting || len(g.SeatsOf("")) != 3 || g.Players[0].ID != m.ben.ID {
			t.Errorf("the others cannot wait on: %+v", g)
		}
	})
	t.Run("no seat is kept for her", func(t *testing.T) {
		g := m.must(d.Game(ctx, among.ID))
		if g.Status != Waiting || slices.ContainsFunc(g.Players, func(p Player) bool { return p.Reserved != "" }) {
			t.Errorf("%+v", g)
		}
		m.must(d.joinGame(ctx, among.Invite, m.ben.ID, m.tick()))
	})
	t.Run("the past stays, without the name", func(t *testing.T) {
		g := m.must(d.Game(ctx, past.ID))
		if g.Players[0] != (Player{ID: m.anna.ID, Deleted: true}) || !slices.Equal(g.Record.Events(), record) || g.Revision <= past.Revision {
			t.Errorf("game %+v", g)
		}
		desk := m.desk(m.ben, m.now)
		if row := desk.Recent[len(desk.Recent)-1]; row.ID != past.ID || !row.Players[0].Deleted || row.Players[1].Change == nil {
			t.Errorf("listed %+v", row)
		}
		wantTexts(t, d, past.ID, m.ben.ID, "well played")
		rivals, err := d.Rivals(ctx, m.ben.ID, 5)
		if err != nil || len(rivals) != 0 {
			t.Errorf("rivals %+v, %v", rivals, err)
		}
	})
	t.Run("ratings follow from what she resigned alone", func(t *testing.T) {
		after, err := d.RatingsOf(ctx, m.ben.ID, m.now)
		if err != nil || len(before) != 1 || len(after) != 1 || after[0].Games != before[0].Games+1 || after[0].Rating.Rating <= before[0].Rating.Rating {
			t.Errorf("ratings %+v after %+v, %v", after, before, err)
		}
		history, err := d.RatingHistory(ctx, m.ben.ID, "hexone", 10)
		if err != nil || len(history) != 2 || history[0].ID != old.ID || !history[0].Opponents[0].Deleted || history[0].After.Rating != after[0].Rating.Rating {
			t.Errorf("history %+v, %v", history, err)
		}
	})
	t.Run("nothing that names her is left", func(t *testing.T) {
		wantNowhere(t, d, "anna")
		for _, table := range []string{"sessions", "mutes", "blocks"} {
			if n := countRows(t, d, table); n != 0 {
				t.Errorf("%d rows of %s", n, table)
			}
		}
		if list, err := d.RatingsOf(ctx, m.anna.ID, m.now); err != nil || len(list) != 0 {
			t.Errorf("ratings %+v, %v", list, err)
		}
	})
	t.Run("she is nobody any more", func(t *testing.T) {
		if p, err := d.Person(ctx, m.anna.ID); err != nil || !p.Deleted || p.Guest() || p.Name != "" || p.Hash != "" {
			t.Errorf("person %+v, %v", p, err)
		}
		_, err := d.PersonByName(ctx, "Anna")
		wantError(t, err, rules.NotFound, "error.not-found")
		wantError(t, d.SaveSession(ctx, session), rules.Conflict, "error.password-changed") // a log-in under way
		sessionOf(t, d, "s", m.anna.ID)
		if s, err := d.Session(ctx, "s", noon); err != nil || s.Person.ID != "" {
			t.Errorf("session %+v, %v", s, err)
		}
		_, err = d.CreateGame(ctx, NewGame{Key: "hexone", Host: m.anna.ID, HostSeat: 1}, noon)
		wantError(t, err, rules.NotFound, "error.not-found")
		_, err = d.CreateGame(ctx, NewGame{Key: "hexone", Host: m.ben.ID, HostSeat: 1, Opponent: m.anna.ID}, noon)
		wantError(t, err, rules.NotFound, "error.not-found")
		_, err = d.TakeSeat(ctx, theirs.ID, Claim{Person: m.anna.ID, Invite: theirs.Invite}, noon)
		wantError(t, err, rules.NotFound, "error.not-found")
		_, err = d.Rematch(ctx, past.ID, m.ben.ID, noon, nil)
		wantError(t, err, rules.Conflict, "error.rematch-gone")
		_, err = d.Say(ctx, past.ID, m.anna.ID, "one last word", noon) // a request under way
		wantError(t, err, rules.Forbidden, "error.chat-off")
		_, err = d.SignUp(ctx, m.anna.ID, "Dora", "hash", noon)
		wantError(t, err, rules.Conflict, "error.not-a-guest")
		guest := newGuest(t, d)
		wantError(t, d.Absorb(ctx, guest.ID, m.anna.ID), rules.NotFound, "error.not-found")
		wantError(t, d.Absorb(ctx, m.anna.ID, cem.ID), rules.Conflict, "error.not-a-guest")
	})
	t.Run("her name is free", func(t *testing.T) {
		again, err := d.SignUp(ctx, "", "ANNA", "other", noon)
		if err != nil || again.ID == m.anna.ID {
			t.Errorf("%+v, %v", again, err)
		}
		if got, _, _ := archived(t, d, again.ID, Filter{Alone: true}, Place{}, 10); got != nil {
			t.Errorf("her games are %q", got)
		}
	})
}

func TestDeleteGuest(t *testing.T) {
	d := openTest(t)
	g := newPair(t, d)
	if changed, err := d.DeletePerson(t.Context(), g.Players[1].ID, noon); err != nil || len(changed) != 1 {
		t.Fatalf("%+v, %v", changed, err)
	}
	g, err := d.Game(t.Context(), g.ID)
	if result, over := g.Record.Result(); err != nil || !over || !result.Void() || !g.Players[1].Deleted {
		t.Errorf("%+v, %v", g, err)
	}
}

// An account with a game that cannot be replayed can be deleted.
func TestDeletePersonOfABrokenGame(t *testing.T) {
	d := openTest(t)
	broken := begin(t, d, NewGame{})
	person := broken.by(1)
	whole := begin(t, d, NewGame{Host: person})
	mustExec(t, d, "UPDATE games SET revision = revision + 1, rules = 99 WHERE id = $1", broken.ID)
	changed, err := d.DeletePerson(t.Context(), person, noon)
	if err != nil || !slices.Equal(idsOf(changed), []string{whole.ID}) {
		t.Errorf("changed are %v, %v", idsOf(changed), err)
	}
	if p, err := d.Person(t.Context(), person); err != nil || !p.Deleted || p.Name != "" {
		t.Errorf("%+v, %v", p, err)
	}
	_, err = d.Game(t.Context(), broken.ID)
	wantInternal(t, err, broken.ID)
}

// wantNowhere checks that no column of any table holds one of the texts,
// however it is written.
func wantNowhere(t *testing.T, d *DB, texts ...string) {
	t.Helper()
	query := `SELECT m.name || '.' || c.name FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table'`
	if d.file == nil {
		query = `SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = current_schema()`
	}
	rows, err := d.read.QueryContext(t.Context(), query)
	columns, err := scanTexts(rows, err)
	if err != nil || len(columns) < 50 {
		t.Fatalf("columns %q, %v", columns, err)
	}
	for _, column := range columns {
		table, name, _ := strings.Cut(column, ".")
		rows, err := d.read.QueryContext(t.Context(), "SELECT lower(CAST("+name+" AS text)) FROM "+table+" WHERE "+name+" IS NOT NULL")
		values, err := scanTexts(rows, err)
		if err != nil {
			t.Fatal(err)
		}
		for _, value := range values {
			for _, text := range texts {
				if strings.Contains(value, text) {
					t.Errorf("%s holds %q", column, value)
				}
			}
		}
	}
}

// Admins and the operator can delete accounts, except that of the only admin. The audit log shows it.
func TestDeleteAccount(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	ada := newAdmin(t, d, "Ada")
	otto := newOrganiser(t, d, "Otto", ada)
	sessionOf(t, d, "phone", otto.ID)
	if err := d.Invite(ctx, NewInvitation{Hash: "secret", Uses: 3, Expires: noon.Add(time.Hour)}, otto.ID, noon); err != nil {
		t.Fatal(err)
	}
	for person, want := range map[string]struct {
		kind rules.ErrorKind
		key  string
	}{ada.ID: {rules.Conflict, "error.last-admin"}, newGuest(t, d).ID: {rules.NotFound, "error.not-found"}, "nobody": {rules.NotFound, "error.not-found"}} {
		_, err := d.DeleteAccount(ctx, person, "", Operator, noon)
		wantError(t, err, want.kind, want.key)
	}
	_, err := d.DeleteAccount(ctx, ada.ID, "Asked for it", otto.ID, noon)
	wantError(t, err, rules.Forbidden, "error.admins-only")
	_, err = d.DeleteAccount(ctx, ada.ID, "Asked for it", ada.ID, noon)
	wantError(t, err, rules.Conflict, "error.delete-self")
	_, err = d.DeleteAccount(ctx, otto.ID, "", ada.ID, noon)
	wantError(t, err, rules.Invalid, "error.reason")
	ben := newMember(t, d, "Ben")
	if _, err := d.DeleteAccount(ctx, ben.ID, "Asked for it", ada.ID, noon); err != nil {
		t.Fatal(err)
	}
	if e := lastEntry(t, d); e.Act != "account-deleted" || e.By.ID != ada.ID || e.Subject.ID != ben.ID || e.Detail["Reason"] != "Asked for it" {
		t.Errorf("the log ends in %+v", e)
	}
	if _, err := d.DeleteAccount(ctx, otto.ID, "", Operator, noon); err != nil {
		t.Fatal(err)
	}
	if e := lastEntry(t, d); e.Act != "account-deleted" || e.By.ID != "" || e.Subject.ID != otto.ID || !e.Subject.Deleted {
		t.Errorf("the log ends in %+v", e)
	}
	_, err = d.Invitation(ctx, "secret", noon)
	wantError(t, err, rules.NotFound, "error.invitation")
	wantSessions(t, d)
	wantNowhere(t, d, "Otto")
}

// Traces count what shows a name, and what a deletion ends.
func TestTraces(t *testing.T) {
	m := newTournament(t, TournamentSettings{Rounds: 1}, 2)
	person := m.members[0]
	traces := func() Traces {
		t.Helper()
		got, err := m.d.TracesOf(t.Context(), person)
		m.ok(err)
		return got
	}
	if got := traces(); got != (Traces{OpenTournaments: 1}) || got.Played() {
		t.Errorf("entered: %+v", got)
	}
	m.begin()
	m.publish()
	if got := traces(); got != (Traces{OpenTournaments: 1, OpenPairings: 1}) || got.Played() {
		t.Errorf("paired: %+v", got)
	}
	m.playAll()
	if got := traces(); got != (Traces{Tournaments: 1}) || !got.Played() {
		t.Errorf("over: %+v", got)
	}
}
