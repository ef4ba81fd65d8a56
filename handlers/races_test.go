package handlers_test

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
)

// roundsOf returns how many of n rounds a race runs: all in the check's full mode, a twentieth in short mode, else a
// quarter.
func roundsOf(t *testing.T, n int) int {
	t.Helper()
	switch {
	case testing.Short():
		return n / 20
	case rulestest.Full():
		return n
	}
	return n / 4
}

// TestManyCommitsOfOneTurn sends each turn of games fifty times at once, in full mode 200 turns: one is stored, and 49
// get 409 with the board after it.
func TestManyCommitsOfOneTurn(t *testing.T) {
	t.Parallel()
	const copies = 50
	rounds := roundsOf(t, 200)
	r := newRace(t)
	people := []sitetest.Racer{r.Member(t, "Anna"), r.Member(t, "Ben")}
	random := rand.New(rand.NewPCG(1, 1))
	var game db.Game
	for round := range rounds {
		if game.Status != db.Running {
			game = r.running(t, db.NewGame{Control: sitetest.ControlOf(t, "180+10"), Terms: db.Terms{Rated: true}}, people[0], people[1])
		}
		path, who := "/games/"+game.ID, people[game.Record.Turn().Seat-1]
		turn, moved := sitetest.ATurn(game.Record, random), game.Record.Moved()
		r.clock.Advance(time.Second)
		var answers [copies]answer
		atOnce(t, copies, func(i int) (err error) {
			answers[i], err = r.send(who, path+"/turns", sitetest.FormOf("draft", turn, "moved", fmt.Sprint(moved)), true)
			return err
		})
		before := game
		game = r.GameAt(t, path)
		if game.Revision != before.Revision+1 || game.Record.EventCount() != moved+strings.Count(turn, ",")+1 {
			t.Fatalf("round %d: %q leads from revision %d to %d, from event %d to %d",
				round, turn, before.Revision, game.Revision, moved, game.Record.EventCount())
		}
		var late []answer
		landed := 0
		for _, a := range answers {
			switch a.status {
			case http.StatusOK:
				landed++
			case http.StatusConflict:
				late = append(late, a)
			default:
				t.Fatalf("round %d: status %d: %.300s", round, a.status, a.body)
			}
			if a.revision != fmt.Sprint(game.Revision) {
				t.Fatalf("round %d: an answer of %d shows revision %s, want %d", round, a.status, a.revision, game.Revision)
			}
		}
		if landed != 1 {
			t.Fatalf("round %d: %d turns landed", round, landed)
		}
		for _, a := range late {
			if a.body != late[0].body {
				t.Fatalf("round %d: the late get different answers:\n%s\n%s", round, a.body, late[0].body)
			}
		}
		r.wantFreshBoard(t, late[0].body, who, path)
	}
	r.finish(t)
}

// wantFreshBoard checks that an answer shows the game as its page does now.
func (r *race) wantFreshBoard(t *testing.T, body string, who sitetest.Racer, path string) {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, r.Url+path+"/board?since=-1", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Cookie", who.Session)
	response, err := r.client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	fresh, err := goquery.NewDocumentFromReader(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	shown, err := goquery.NewDocumentFromReader(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"svg.board", ".turns", ".players"} {
		want, _ := goquery.OuterHtml(fresh.Find(part).First())
		got, _ := goquery.OuterHtml(shown.Find(part).First())
		if want == "" || got != want {
			t.Fatalf("%s: %s is\n%s\nwant\n%s", path, part, got, want)
		}
	}
}

// TestEndsAtOnce runs a turn, a resignation, the answer to a draw offer and the end of a player's time at the
// same moment, often in 1,000 games. Each game ends in one way, which changes ratings once. In every other game
// the time is up when one of the others has been answered, because it needs no request.
func TestEndsAtOnce(t *testing.T) {
	t.Parallel()
	rounds := roundsOf(t, 1000)
	r := newRace(t)
	anna, ben := r.Member(t, "Anna"), r.Member(t, "Ben")
	file := r.Raw(t)
	ended, landed := map[rules.Reason]int{}, 0
	for round := range rounds {
		game := r.running(t, db.NewGame{Control: sitetest.ControlOf(t, "1+0"), Terms: db.Terms{Rated: true}}, anna, ben)
		for i, turn := range []string{"c2", "d3"} {
			if _, err := r.DB.PlayTurn(t.Context(), game.ID, []sitetest.Racer{anna, ben}[i].Id, i, turn, r.Now()); err != nil {
				t.Fatal(err)
			}
		}
		game, err := r.DB.OfferDraw(t.Context(), game.ID, anna.Id, r.Now())
		if err != nil {
			t.Fatal(err)
		}
		deadline, _ := game.Deadline()
		r.clock.Advance(deadline.Sub(r.Now()) - time.Millisecond)
		path := "/games/" + game.ID
		var turn, resignation, acceptance answer
		answered := make(chan struct{}, 4)
		if round%2 == 0 {
			answered <- struct{}{}
		}
		atOnce(t, 4, func(i int) (err error) {
			if i < 3 {
				defer func() { answered <- struct{}{} }()
			}
			switch i {
			case 0:
				turn, err = r.send(anna, path+"/turns", "draft=c2&moved=2", true)
			case 1:
				resignation, err = r.send([]sitetest.Racer{anna, ben}[round/2%2], path+"/resign", "", true)
			case 2:
				acceptance, err = r.send(ben, path+"/accept", "events=3", true)
			case 3:
				<-answered
				r.clock.Advance(time.Millisecond)
				_, err = r.DB.DropFlags(t.Context(), r.Now(), 100)
			}
			return err
		})
		game = r.GameAt(t, path)
		result, over := game.Record.Result()
		if !over {
			t.Fatalf("round %d: the game goes on after %v", round, game.Record.Events())
		}
		ended[result.Reason]++
		plays := len(game.Record.Turns()) - 2
		landed += plays
		for _, c := range []struct {
			what string
			got  answer
			won  bool
		}{
			{"turn", turn, plays == 1},
			{"resignation", resignation, result.Reason == rules.Resignation},
			{"acceptance", acceptance, result.Reason == rules.Agreement},
		} {
			want := http.StatusConflict
			if c.won {
				want = http.StatusOK
			}
			if c.got.status != want {
				t.Fatalf("round %d: the %s is answered %d, want %d, after %v", round, c.what, c.got.status, want, game.Record.Events())
			}
		}
		r.wantOneEnd(t, file, game, result)
	}
	for _, reason := range []rules.Reason{rules.Resignation, rules.Agreement, rules.Timeout} {
		if ended[reason] == 0 {
			t.Errorf("no game ended by %s: %v", reason, ended)
		}
	}
	t.Logf("ended by %v; in %d games a turn landed first", ended, landed)
	if landed == 0 {
		t.Error("no turn landed in time")
	}
	for _, who := range []sitetest.Racer{anna, ben} {
		counted := 0
		if err := file.QueryRow("SELECT games FROM ratings WHERE person = $1", who.Id).Scan(&counted); err != nil || counted != rounds {
			t.Errorf("%d games count for a rating, %v; want %d", counted, err, rounds)
		}
	}
	r.finish(t)
}

// wantOneEnd checks that a game's row has the result of its record, and that two ratings changed.
func (r *race) wantOneEnd(t *testing.T, file *sql.DB, game db.Game, result rules.Result) {
	t.Helper()
	var status, text, reason string
	var deadline *int64
	var changes int
	err := file.QueryRowContext(t.Context(), `SELECT status, result, reason, deadline, (SELECT count(*) FROM rating_changes c WHERE c.game = g.id)
		FROM games g WHERE id = $1`, game.ID).Scan(&status, &text, &reason, &deadline, &changes)
	if err != nil {
		t.Fatal(err)
	}
	if status != string(db.Over) || text != result.String() || reason != string(result.Reason) || deadline != nil || changes != 2 {
		t.Fatalf("the row says %s %q by %s, with the deadline %v and %d changes of ratings; the record says %q by %s",
			status, text, reason, deadline, changes, result, result.Reason)
	}
	events := game.Record.Events()
	if again, err := record.ReplayTimed(game.Record.Game(), game.Record.Setup(), game.Record.Control(), events); err != nil || again.EventCount() != len(events) {
		t.Fatalf("%v does not replay: %v", events, err)
	}
}

// TestManyClientsOnOneSeek lets twenty people take the one free seat of a game at once, in the lobby or by its
// invitation: one gets it.
func TestManyClientsOnOneSeek(t *testing.T) {
	t.Parallel()
	const rounds, clients = 30, 20
	r := newRace(t)
	host := r.Member(t, "Anna")
	people := make([]sitetest.Racer, clients)
	for i := range people {
		people[i] = r.Member(t, fmt.Sprint("Player ", i))
	}
	for round := range rounds {
		seek, err := r.DB.CreateGame(t.Context(), db.NewGame{
			Key: "hexone", Host: host.Id, HostSeat: 1, Control: sitetest.ControlOf(t, "5+3"),
			Terms: db.Terms{Listed: true, Drawn: round%2 == 0, Rated: round%3 == 0},
		}, r.Now())
		if err != nil {
			t.Fatal(err)
		}
		path := "/games/" + seek.ID + "/seats"
		if round%5 == 0 {
			path = "/join/" + seek.Invite
		}
		var answers [clients]answer
		atOnce(t, clients, func(i int) (err error) {
			answers[i], err = r.send(people[i], path, "", false)
			return err
		})
		game := r.GameAt(t, "/games/"+seek.ID)
		got := 0
		for i, a := range answers {
			sits := len(game.SeatsOf(people[i].Id)) == 1
			switch {
			case a.status == http.StatusSeeOther && sits:
				got++
			case a.status == http.StatusConflict && !sits:
			default:
				t.Fatalf("round %d: client %d is answered %d, sits there: %v\n%.500s", round, i, a.status, sits, a.body)
			}
		}
		if got != 1 || game.Status != db.Running || game.Revision != 2 || len(game.SeatsOf(host.Id)) != 1 {
			t.Fatalf("round %d: %d got the seat of %+v", round, got, game)
		}
	}
	r.finish(t)
}

// TestPlayNowAtOnce lets twenty people ask for a game now: they play ten.
func TestPlayNowAtOnce(t *testing.T) {
	t.Parallel()
	const rounds, clients = 5, 20
	r := newRace(t)
	people := make([]sitetest.Racer, clients)
	for i := range people {
		people[i] = r.Member(t, fmt.Sprint("Player ", i))
	}
	for round := range rounds {
		atOnce(t, clients, func(i int) error {
			a, err := r.send(people[i], "/play-now", sitetest.FormOf("game", "six", "clock", "10+5", "counts", "yes"), false)
			if err == nil && a.status != http.StatusSeeOther {
				err = fmt.Errorf("status %d: %.500s", a.status, a.body)
			}
			return err
		})
		open, err := r.DB.OpenGames(t.Context(), people[0].Id)
		if err != nil || len(open) != round+1 {
			t.Fatalf("round %d: %d games, %v", round, len(open), err)
		}
	}
	var alone, wrong int
	err := r.Raw(t).QueryRow(`SELECT count(*) FILTER (WHERE status <> 'running'),
		count(*) FILTER (WHERE (SELECT count(DISTINCT person) FROM seats s WHERE s.game = g.id) <> 2) FROM games g`).Scan(&alone, &wrong)
	if n := r.Count(t, "games"); err != nil || n != rounds*clients/2 || alone != 0 || wrong != 0 {
		t.Errorf("%d games, of which %d do not run, %d are not of two people: %v", n, alone, wrong, err)
	}
	r.finish(t)
}

// TestLeavingAndJoiningAtOnce lets a host leave while a player joins: either both play or there is no game.
func TestLeavingAndJoiningAtOnce(t *testing.T) {
	t.Parallel()
	const rounds = 60
	r := newRace(t)
	host, guest := r.Member(t, "Anna"), r.Member(t, "Ben")
	for round := range rounds {
		seek, err := r.DB.CreateGame(t.Context(), db.NewGame{Key: "hexone", Host: host.Id, HostSeat: 1, Terms: db.Terms{Listed: true}}, r.Now())
		if err != nil {
			t.Fatal(err)
		}
		path := "/games/" + seek.ID
		var left, came answer
		atOnce(t, 2, func(i int) (err error) {
			if i == 0 {
				left, err = r.send(host, path+"/leave", "", false)
			} else {
				came, err = r.send(guest, path+"/seats", "", false)
			}
			return err
		})
		game := r.GameAt(t, path)
		begun := game.Status == db.Running && left.status == http.StatusConflict && came.status == http.StatusSeeOther
		cancelled := game.Status == db.Over && left.status == http.StatusSeeOther && came.status == http.StatusConflict
		if !begun && !cancelled {
			t.Fatalf("round %d: the game is %s, leaving is answered %d, coming %d", round, game.Status, left.status, came.status)
		}
	}
	r.finish(t)
}

// TestFallenFlagIsPublished lets requests find that a player's time is up before the site's own job does:
// viewers of the game are notified as well.
func TestFallenFlagIsPublished(t *testing.T) {
	t.Parallel()
	r := newRace(t)
	anna, ben, other := r.Member(t, "Anna"), r.Member(t, "Ben"), r.Member(t, "Chloe")
	for name, tt := range map[string]struct {
		who        sitetest.Racer
		path, form string
		status     int
		falls      bool
	}{
		"a late turn":            {anna, "/turns", "draft=c2&moved=0", http.StatusConflict, true},
		"a late turn, illegal":   {anna, "/turns", "draft=c3&moved=0", http.StatusConflict, true},
		"the opponent resigns":   {ben, "/resign", "", http.StatusConflict, true},
		"the opponent calls off": {ben, "/abort", "", http.StatusConflict, true},
		"somebody wants a seat":  {other, "/seats", "", http.StatusConflict, true},
		"a stranger resigns":     {other, "/resign", "", http.StatusForbidden, false},
	} {
		t.Run(name, func(t *testing.T) {
			game := r.running(t, db.NewGame{Control: sitetest.ControlOf(t, "1+0"), Terms: db.Terms{Rated: true}}, anna, ben)
			watcher := r.Live.Watch("", game.ID)
			defer r.Live.Leave(watcher)
			r.clock.Advance(2 * time.Minute)
			a, err := r.send(tt.who, "/games/"+game.ID+tt.path, tt.form, false)
			if err != nil || a.status != tt.status {
				t.Fatalf("status %d, %v: %.300s", a.status, err, a.body)
			}
			shown := false
			select {
			case <-watcher.Changes:
				shown = true
			default:
			}
			if fell := r.GameAt(t, "/games/"+game.ID).Status == db.Over; fell != tt.falls || shown != tt.falls {
				t.Errorf("the flag has fallen: %v, is shown: %v", fell, shown)
			}
		})
	}
	r.finish(t)
}
