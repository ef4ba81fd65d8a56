package db

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/ladder"
)

func TestIsText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct{ line, text bool }{
		"": {true, true}, "Autumn 2026 – É, 가을, سپتامبر": {true, true}, "dix\u00a0ans\u202f!": {true, true},
		"👩\u200d🚀": {true, true}, "می\u200cخواهم": {true, true},
		"two\nlines\tand more": {false, true},
		"from Windows\r\n":     {false, false}, "\x00": {false, false}, "\x1b[2J": {false, false}, "\x7f": {false, false}, "not\xfftext": {false, false},
		"turned \u202eround": {false, false}, "\u2066turned": {false, false}, "\u200eleft": {false, false}, "\u200bnothing": {false, false},
		"\ufeffmark": {false, false}, "line\u2028line": {false, false}, "\U000e0041 tag": {false, false}, "soft\u00adhyphen": {false, false},
	} {
		if line, several := IsLine(text), IsText(text); line != want.line || several != want.text {
			t.Errorf("%q: a line is %v, a text %v, want %v", text, line, several, want)
		}
	}
}

func TestTextsAreChecked(t *testing.T) {
	t.Parallel()
	d := openTest(t)
	admin := newAdmin(t, d, "Anna").ID
	member := newAccount(t, d).ID
	season, err := d.NewSeason(t.Context(), strings.Repeat("é", maxSeason), "", admin, noon)
	if err != nil {
		t.Fatal(err)
	}
	long := func(n int) string { return strings.Repeat("x", n+1) }
	for key, test := range map[string]struct {
		wrong []string
		write func(text string) error
	}{
		"error.club-name": {[]string{long(maxClubName), "!?", "two\nlines", "a\u202eb"}, func(text string) error {
			_, err := d.SetClub(t.Context(), Club{Name: text}, "", admin, noon)
			return err
		}},
		"error.text": {[]string{long(maxWelcome), "a\u202eb"}, func(text string) error {
			_, err := d.SetClub(t.Context(), Club{}, text, admin, noon)
			return err
		}},
		"error.season-name": {[]string{"", long(maxSeason), "!?", "two\nlines"}, func(text string) error {
			wantError(t, d.RenameSeason(t.Context(), season.ID, text, admin, noon), rules.Invalid, "error.season-name")
			_, err := d.NewSeason(t.Context(), text, "", admin, noon)
			return err
		}},
		"error.invitation-note": {[]string{long(maxNote), "!?", "two\nlines"}, func(text string) error {
			return d.Invite(t.Context(), NewInvitation{Hash: "hash", Note: text, Uses: 1, Expires: in(time.Hour)}, admin, noon)
		}},
		"error.reason": {[]string{long(MaxReason), "a\u202eb"}, func(text string) error {
			ban := Ban{Prefix: netip.MustParsePrefix("192.0.2.0/24"), Reason: text, Until: in(time.Hour)}
			wantError(t, d.AddBan(t.Context(), ban, admin, noon), rules.Invalid, "error.reason")
			_, err := d.CloseAccount(t.Context(), member, text, admin, noon)
			return err
		}},
	} {
		for _, text := range test.wrong {
			wantError(t, test.write(text), rules.Invalid, key)
		}
	}
}

// Requests may name things by texts that PostgreSQL refuses: with zero bytes, or not in UTF-8. Nothing has such an id or name.
func TestNothingHasBadTexts(t *testing.T) {
	t.Parallel()
	for engine, d := range map[string]*DB{"file": openFile(t), "server": openServer(t)} {
		for name, read := range map[string]func(text string) error{
			"game":       func(text string) error { _, err := d.Game(t.Context(), text); return err },
			"person":     func(text string) error { _, err := d.Person(t.Context(), text); return err },
			"name":       func(text string) error { _, err := d.PersonByName(t.Context(), text); return err },
			"tournament": func(text string) error { _, err := d.Tournament(t.Context(), text); return err },
			"in a write": func(text string) error { _, err := d.Resign(t.Context(), text, "anna", noon); return err },
		} {
			for _, text := range []string{"a\x00b", "a\xffb"} {
				if err := read(text); !rules.IsKind(err, rules.NotFound) {
					t.Errorf("%s, %s %q: %v", engine, name, text, err)
				}
			}
		}
	}
}

// Whatever somebody can have more and more of has an end.
func TestBounds(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin := newAdmin(t, d, "Anna")
	other := newMember(t, d, "Otto")
	t.Run("blocks", func(t *testing.T) {
		mustExec(t, d, `INSERT INTO people (id, confirm_turns, created) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
			SELECT 'other-' || i, false, 0 FROM n`)
		mustExec(t, d, "INSERT INTO blocks (blocker, blocked, at) SELECT $1, id, 0 FROM people WHERE id LIKE 'other-%'", admin.ID)
		wantError(t, d.Block(ctx, admin.ID, other.ID, noon), rules.TooMany, "error.many-blocks")
		if err := d.Block(ctx, admin.ID, "other-7", noon); err != nil { // once more
			t.Error(err)
		}
		if err := d.Unblock(ctx, admin.ID, "other-7"); err != nil || d.Block(ctx, admin.ID, other.ID, noon) != nil {
			t.Errorf("one less, and there is no room (%v)", err)
		}
	})
	t.Run("invitations", func(t *testing.T) {
		invite := func(i int) error {
			return d.Invite(ctx, NewInvitation{Hash: fmt.Sprint("invitation", i), Uses: 1, Expires: in(time.Hour)}, admin.ID, noon)
		}
		for i := range maxInvitations {
			if err := invite(i); err != nil {
				t.Fatal(err)
			}
		}
		wantError(t, invite(maxInvitations), rules.TooMany, "error.many-invitations")
		if _, err := d.SignUpInvited(ctx, "invitation1", "", "Newcomer", "hash", noon); err != nil {
			t.Fatal(err)
		}
		if err := invite(maxInvitations); err != nil {
			t.Error(err)
		}
	})
	t.Run("seasons, ladders and tournaments", func(t *testing.T) {
		season, err := d.NewSeason(ctx, "Spring", "", admin.ID, noon)
		if err != nil {
			t.Fatal(err)
		}
		for key, one := range map[string]struct {
			most   int
			copies string // of the one that there is, by the number i
			make   func(name string) error
		}{
			"error.many-ladders": {
				maxLadders, "INSERT INTO ladders SELECT id || i, season, name, about, settings, venue, control, rated, continues, made, closed, due, automatic FROM ladders, n",
				func(name string) error {
					terms := LadderTerms{Name: name, Settings: ladder.Default("hexone"), Venue: OverBoard}
					_, err := d.CreateLadder(ctx, season.ID, "", terms, admin.ID, noon)
					return err
				},
			},
			"error.many-tournaments": {
				maxTournaments, `INSERT INTO tournaments SELECT id || i, season, name, about, kind, settings, forfeits, status, rounds, round, lot, made, begun, ended, opens, planned
					FROM tournaments, n`,
				func(name string) error {
					n := NewTournament{Season: season.ID, Name: name, TournamentSettings: usual(TournamentSettings{})}
					_, err := d.CreateTournament(ctx, n, admin.ID, noon)
					return err
				},
			},
			"error.many-seasons": {
				maxSeasons, "INSERT INTO seasons (id, name, folded, status, made) SELECT id || i, name || i, folded || i, status, made FROM seasons, n",
				func(name string) error {
					_, err := d.NewSeason(ctx, name, "", admin.ID, noon)
					return err
				},
			},
		} {
			if key != "error.many-seasons" {
				if err := one.make("First"); err != nil {
					t.Fatal(err)
				}
			}
			const numbers = "WITH RECURSIVE n (i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < $1) "
			mustExec(t, d, strings.Replace(one.copies, " SELECT", " "+numbers+"SELECT", 1), one.most)
			if err := one.make("Last"); err != nil {
				t.Errorf("%s before there are %d: %v", key, one.most, err)
			}
			wantError(t, one.make("One more"), rules.Conflict, key)
		}
	})
	t.Run("games under way", func(t *testing.T) {
		player := newMember(t, d, "Paul")
		alone := NewGame{Key: "hexone", Host: player.ID, BothSeats: true}
		g := create(t, d, alone)
		mustExec(t, d, `INSERT INTO games (id, game, rules, options, position, host, revision, created, changed, status, to_act, turn, result, reason)
			WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
			SELECT 'game-' || i, game, rules, options, position, host, revision, created, changed, status, to_act, turn, result, reason
			FROM games, n WHERE id = $1`, g.ID)
		mustExec(t, d, "INSERT INTO seats (game, seat, person, open) SELECT id, 1, host, true FROM games WHERE id LIKE 'game-%'")
		_, err := d.CreateGame(ctx, alone, noon)
		wantError(t, err, rules.TooMany, "error.many-open")
		if _, err := d.Abort(ctx, g.ID, player.ID, noon); err != nil {
			t.Fatal(err)
		}
		if _, err := d.CreateGame(ctx, alone, noon); err != nil {
			t.Error(err)
		}
	})
	t.Run("messages", func(t *testing.T) {
		g := newPair(t, d)
		mustExec(t, d, "INSERT INTO messages (game, number, person, text, at) VALUES ($1, $2, $3, 'before', 0)", g.ID, maxMessages-1, g.Players[0].ID)
		say(t, d, g.ID, g.Players[0].ID, "the last")
		_, err := d.Say(ctx, g.ID, g.Players[1].ID, "one more", noon)
		wantError(t, err, rules.TooMany, "error.chat-full")
	})
	t.Run("sessions", func(t *testing.T) {
		for i := range maxSessions + 2 {
			s := Session{Hash: fmt.Sprint("session", i), Person: other, Data: []byte("{}"), Created: in(time.Duration(i) * time.Second), Expires: in(time.Hour)}
			if err := d.SaveSession(ctx, s); err != nil {
				t.Fatal(err)
			}
		}
		for i := range maxSessions + 2 {
			if _, err := d.Session(ctx, fmt.Sprint("session", i), noon); (err == nil) != (i >= 2) {
				t.Errorf("session %d: %v", i, err)
			}
		}
	})
}
