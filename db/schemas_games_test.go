package db

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/rules/pairing"
	"hexclub/rules/record"
)

// oldGames are the games in testdata/schemas as version 15 of the schema replayed them: by
// the first version that can store them, with what was played and not taken back, and their
// position in the text protocol.
var oldGames = []struct {
	version                      int
	id, played, position, result string
}{
	{1, "runs", "d3 c2 d4", ".../.b1b1./.r1.../..../... 2 4", ""},
	{1, "over", "d3 b2 resign:2", ".../.b1../...../.r1../... win1:resignation 3", "win 1 points 49 0"},
	{1, "gone", "", ".../..../...../..../... 1 1", "void"},
	{1, "device", "c2 d3", ".../.r1../.b1.../..../... 1 3", ""},
	{1, "guest", "c4", ".../..../...b1./..../... 2 2", ""},
	{1, "teams", "-1,1", "seats=4 -1,0:.rb/b 2 2", ""},
	{1, "stars", "m:a1 m:a2 m:b1 m:b2 end x:b1 x:b2 x:b3", "../**./** ../***/.. .../..../...../..../... 1 3", ""},
	{3, "timed", "d3 b2 d2 resign:2", ".../b1b1../...../.r1../... win1:resignation 4", "win 1 points 49 0"},
	{3, "days", "d3 b2", ".../.b1../...../.r1../... 1 3", ""},
	{3, "leg-1", "resign:1", ".../..../...../..../... win2:resignation 1", "win 2 points 0 49"},
	{3, "leg-2", "resign:1", ".../..../...../..../... win2:resignation 1", "win 2 points 0 49"},
	{8, "bot", "d4", ".../..b1./...../..../... 2 2", ""},
	{11, "tied-1", "resign:1", ".../..../...../..../... win2:resignation 1", "win 2 points 0 49"},
	{11, "tied-2", "resign:1", ".../..../...../..../... win2:resignation 1", "win 2 points 0 49"},
	{13, "swiss-1-1", "resign:1", ".../..../...../..../... win2:resignation 1", "win 2 points 0 49"},
	{13, "swiss-1-2", "", ".../..../...../..../... 1 1", ""},
	{13, "swiss-2-1", "d3 b2", ".../.b1../...../.r1../... 1 3", ""},
}

// wantReplays fails the test unless the games of a file of an earlier version replay to what
// they were, and its matches have the winners that they had.
func wantReplays(t *testing.T, d *DB, version int) {
	t.Helper()
	stored := textRows(t, d, "SELECT id FROM games")
	for _, want := range oldGames {
		if want.version > version {
			continue
		}
		stored = slices.DeleteFunc(stored, func(id string) bool { return id == want.id })
		g := read(t, d, Game{ID: want.id})
		played, position := strings.Join(g.Record.Played(), " "), g.Record.State().Position()
		if played != want.played || position != want.position || g.Rules != 1 {
			t.Errorf("game %s has %q played and the position %q by version %d of the rules, want %q and %q by version 1",
				g.ID, played, position, g.Rules, want.played, want.position)
		}
		if result, over := g.Record.Result(); over != (want.result != "") || over && result.String() != want.result {
			t.Errorf("game %s has the result %v, want %q", g.ID, result, want.result)
		}
	}
	if len(stored) > 0 {
		t.Errorf("nothing is expected of the games %q", stored)
	}
	if version >= 3 {
		wantTied(t, d, "leg-1")
	}
	if version >= 11 {
		wantTied(t, d, "tied-2")
		p := readPairing(t, d, Pairing{ID: "tied"})
		if p.Standing.Winner != 2 || !p.Standing.Tied || p.Status != PairingOver || p.Rules != 1 {
			t.Errorf("the tied pairing is %s by version %d of the rules, its standing %+v", p.Status, p.Rules, p.Standing)
		}
	}
}

// wantTied fails the test unless the match of a game is tied and won by the player who
// started, and resigned, its second game. Version 1 of the rules says so.
func wantTied(t *testing.T, d *DB, game string) {
	t.Helper()
	match, err := d.Match(t.Context(), game)
	if err != nil {
		t.Fatal(err)
	}
	if s := match.Record().Standing(); !s.Over || s.Winner != 2 || !s.Tied {
		t.Errorf("the match of %s stands %+v", game, s)
	}
}

// playOn continues what is under way in a file of an earlier version.
func playOn(t *testing.T, d *DB, version int) {
	t.Helper()
	guestsGoOn(t, d)
	if version >= 3 {
		if g := acts(t, d, Game{ID: "days"}, "d2 takeback:1 accept:2 d4 c2"); g.Record.EventCount() != 10 || g.Record.Turns()[2].Seat != 1 {
			t.Errorf("the game by days has the events %v", g.Record.Events())
		}
	}
	if version >= 8 {
		if g := read(t, d, Game{ID: "bot"}); g.BotToAct() != 3 {
			t.Errorf("a bot of level %d is to act, want 3", g.BotToAct())
		}
	}
	if version >= 11 {
		p, err := d.ConfirmResult(t.Context(), "board", "ben", 2, in(2*time.Hour))
		if err != nil || p.Status != PairingOver || p.How != EndEntered || p.Standing.Winner != 1 {
			t.Errorf("the result that was entered makes the pairing %+v, %v", p, err)
		}
	}
	if version >= 12 {
		ladderGoesOn(t, d)
	}
	if version >= 13 {
		tournamentsGoOn(t, d)
	}
}

// guestsGoOn plays on as guests whose sessions are in the file. One of them signs up then.
func guestsGoOn(t *testing.T, d *DB) {
	t.Helper()
	ctx := t.Context()
	for _, name := range []string{"gus", "gwen"} {
		s, err := d.Session(ctx, "session of "+name, noon)
		if err != nil || s.Person.ID != name || !s.Person.Guest() {
			t.Errorf("the session of %s is that of %+v, %v", name, s.Person, err)
		}
	}
	if g := read(t, d, Game{ID: "guest"}); g.Record.Offer().Kind != record.Takeback || g.Record.Offer().Seat != 1 {
		t.Errorf("the guest's open offer is %+v", g.Record.Offer())
	}
	if g := acts(t, d, Game{ID: "guest"}, "accept:2 d3 c2"); g.by(1) != "gwen" || len(g.Record.Turns()) != 2 {
		t.Errorf("the guest's game has the events %v", g.Record.Events())
	}
	acts(t, d, Game{ID: "device"}, "d2")
	g, err := d.AskTakeback(ctx, "device", "gus", in(time.Hour))
	if err != nil || strings.Join(g.Record.Played(), " ") != "c2 d3" {
		t.Errorf("after a takeback on one device %v are played, %v", g.Record.Played(), err)
	}
	if _, err := d.SignUp(ctx, "gus", "Gus", "hash", in(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if g := read(t, d, g); g.Players[0].Name != "Gus" || g.Players[1].ID != "gus" {
		t.Errorf("after signing up the guest's game has the players %+v", g.Players)
	}
}

// ladderGoesOn plays the open challenge of a ladder, and answers the other.
func ladderGoesOn(t *testing.T, d *DB) {
	t.Helper()
	ctx, now := t.Context(), in(2*time.Hour)
	c := &climb{T: t, d: d, ladder: Ladder{ID: "ladder"}, now: now}
	c.wantOrder("Anna Ben Carl Dora")
	_, err := d.AcceptChallenge(ctx, "asked", "carl", now)
	c.try(err)
	for _, player := range []string{"anna", "ben"} {
		_, err := d.EnterResult(ctx, "challenged", player, []pairing.Game{second}, now)
		c.try(err)
	}
	c.wantOrder("Ben Anna Carl Dora")
	if got, want := c.events()[7:], []string{"accepted Carl Dora", "won Ben Anna"}; !slices.Equal(got, want) {
		t.Errorf("on the ladder happened %q, want %q", got, want)
	}
}

// tournamentsGoOn plays the tournaments to their ends.
func tournamentsGoOn(t *testing.T, d *DB) {
	t.Helper()
	people := []string{"anna", "ben", "carl", "dora"}
	swiss := &tournamentTest{T: t, d: d, organiser: "olga", season: "winter", members: people, id: "swiss"}
	lose(t, d, readPairing(t, d, Pairing{ID: "swiss-1"}), 2, in(2*time.Hour))
	if b := swiss.board("carl", 1); b.Winner != 2 || !b.Tied(swiss.full().Tournament) || b.How != EndPlayed {
		t.Errorf("the tied board is %+v", b)
	}
	lose(t, d, readPairing(t, d, Pairing{ID: "swiss-2"}), 1, in(2*time.Hour))
	lose(t, d, readPairing(t, d, Pairing{ID: "swiss-2"}), 1, in(2*time.Hour))
	for _, p := range swiss.publish() {
		if p.Rules != 2 || len(gamesOf(t, d, p)) != 1 {
			t.Errorf("round 2 has the pairing %+v", p)
		}
		lose(t, d, p, 1, in(3*time.Hour))
		lose(t, d, p, 1, in(3*time.Hour))
	}
	if full := swiss.full(); full.Status != TournamentOver || len(full.Boards) != 4 || !swiss.board("carl", 2).Has("ben") {
		t.Errorf("the Swiss is %s with the boards %+v", full.Status, full.Boards)
	}
	for id, last := range map[string]string{"knockout": "ben", "robin": "carl"} {
		m := &tournamentTest{T: t, d: d, organiser: "olga", season: "winter", members: people, id: id}
		for m.playAll(); m.full().Status == TournamentRunning; m.playAll() {
			m.publish()
		}
		if full := m.full(); full.Status != TournamentOver || full.Round != full.Length || !m.board("anna", 0).Has(last) {
			t.Errorf("the tournament %s is %s after round %d, Anna's last board is %+v", id, full.Status, full.Round, m.board("anna", 0))
		}
	}
}
