package sitetest

import (
	"bufio"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/db/pgtest"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/pairing"
)

// Roles are the roles that requests are sent in. All but "nobody" and "guest" have accounts.
// "organiser" and "admin" run the club.
var Roles = []string{"nobody", "guest", "account", "blocked", "invited", "opponent", "host", "organiser", "admin"}

// States are the states of games in a World, each with its meaning.
var States = []struct{ Name, Meaning string }{
	{"listed", "waits in the lobby for anybody; the host sits in seat 1"},
	{"link", "waits for whoever has the invitation"},
	{"kept", "waits for the opponent alone, who is challenged to a rated game"},
	{"room", "for four: waits for whoever has the invitation; the host and the opponent sit in it"},
	{"sought", "waits in the lobby for anybody, as the guest's: the host has no part in it"},
	{"young", "runs, nobody has played yet; the host is to act"},
	{"running", "runs, both have played; the opponent is to act"},
	{"live", "runs like this on a live clock"},
	{"guest", "runs like this, but the guest is in the host's place"},
	{"offered", "runs like the running one, and the host has offered a draw"},
	{"over", "the opponent has resigned a rated one"},
	{"off", "was called off by the host when it ran"},
	{"leg", "the first of a match, over; the second runs"},
	{"bot", "runs, the host against a bot, which is to act"},
	{"beaten", "over, the host has resigned it to a bot"},
}

// The secrets of the links in e-mails to the host.
const (
	hostSecret = "hostsecrethostsecrethostse"
	hostStop   = "hoststophoststophoststopho"
)

// The games of a world begin at worldBegan. Requests are sent later, at worldAsked, so that clocks
// have run.
var (
	worldBegan = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	worldAsked = worldBegan.Add(90 * time.Second)
)

// A World is a site with games in every state and people in every role. Its clock is stopped, except
// for Pass. The changes of a request can be undone.
type World struct {
	*Site
	passed            *atomic.Int64 // on its clock, in nanoseconds
	Log               *LogBuffer
	File              *sql.DB // a connection that the site does not use
	Tables            []string
	Games             map[string]db.Game // by state
	second            string             // id of the second game of the match whose first is "leg"
	Pairing           string             // of the host and the opponent, awaiting the opponent's confirmation
	Own               string             // a pairing of the organiser, who has entered its result with those of the round of the tournament in the state "saved"
	Act               int                // number of an act of the organiser, the renaming of the season
	Ladder, Challenge string             // the world's ladder, and the host's challenge to the opponent on it
	Decided           string             // a challenge on another ladder, which an organiser has decided
	correction        string             // mark of the correction of that decision
	Tournaments       map[string]string  // by state: ids of Swiss tournaments of the host, the opponent and the account
	mark              string             // of the proposed round of the tournament in the state "complete"
	Ids               map[string]string  // of people, by role
	Cookies           map[string]string  // by role
	style             string             // file name of a style sheet
	snapshot          string             // path of the database file from which copies are made
	clean             []string           // rows of the snapshot
	known             map[string]bool    // ids, secrets and hashes in the snapshot
}

// BuildWorld creates a world and its snapshot, from which CopyOf makes copies.
func BuildWorld(t *testing.T) *World {
	t.Helper()
	w := OpenWorld(t, filepath.Join(t.TempDir(), "world.db"), worldBegan)
	w.Games, w.Ids, w.Cookies = map[string]db.Game{}, map[string]string{}, map[string]string{}
	for _, role := range Roles[1:] {
		person, err := w.DB.CreateGuest(t.Context(), w.Now())
		if err == nil && role != "guest" {
			person, err = w.DB.SignUp(t.Context(), person.ID, nameOf(role), "replaced below", w.Now())
		}
		if err != nil {
			t.Fatal(err)
		}
		w.Ids[role], w.Cookies[role] = person.ID, w.Session(t, person)
	}
	if answer := w.Ask(http.MethodPost, "/signup", "nobody", FormOf("name", "Lena", "password", Password)); answer.Code != http.StatusSeeOther {
		t.Fatalf("signing up: %d", answer.Code)
	}
	const same = "UPDATE people SET hash = (SELECT hash FROM people WHERE name = 'Lena') WHERE name IS NOT NULL"
	if _, err := w.File.Exec(same); err != nil {
		t.Fatal(err)
	}
	w.Games["listed"] = w.start(t, db.NewGame{Terms: db.Terms{Listed: true}}, false)
	w.Games["link"] = w.start(t, db.NewGame{Control: ControlOf(t, "2d")}, false)
	w.Games["kept"] = w.start(t, db.NewGame{Opponent: w.Ids["opponent"], Control: ControlOf(t, "5+3"), Terms: db.Terms{Rated: true}}, false)
	w.Games["room"] = w.start(t, db.NewGame{Key: "six", Setup: rules.Setup{Options: map[string]string{"seats": "4"}}}, true)
	w.Games["sought"] = w.start(t, db.NewGame{Host: w.Ids["guest"], Terms: db.Terms{Listed: true}}, false)
	w.Games["young"] = w.start(t, db.NewGame{Control: ControlOf(t, "5+3")}, true)
	for state, end := range map[string]func(context.Context, string, string, time.Time) (db.Game, error){
		"running": nil, "live": nil, "guest": nil, "offered": w.DB.OfferDraw, "over": w.DB.Resign, "off": w.DB.Abort, "leg": w.DB.Resign,
	} {
		g := w.start(t, db.NewGame{
			Host: w.Ids[hostOf(state)], Control: ControlOf(t, cmp.Or(map[string]string{"live": "10+5"}[state], "3d")),
			Match: state == "leg", Terms: db.Terms{Rated: state == "over"},
		}, true)
		if state != "off" {
			for _, turn := range []string{"c2", "d3", "c2", "d2", "c2,c2xW"} {
				g = w.plays(t, g, turn)
			}
		}
		if end != nil {
			who := "opponent"
			if state == "offered" || state == "off" {
				who = "host"
			}
			var err error
			if g, err = end(t.Context(), g.ID, w.Ids[who], w.Now()); err != nil {
				t.Fatal(err)
			}
		}
		w.Games[state] = g
	}
	var err error
	if w.second, err = w.DB.SecondLeg(t.Context(), w.Games["leg"].ID); err != nil || w.second == "" {
		t.Fatalf("no second game: %v", err)
	}
	w.Games["bot"] = w.plays(t, w.start(t, db.NewGame{Bots: map[rules.Seat]bot.Level{2: 3}}, false), "c2")
	w.Games["beaten"] = w.start(t, db.NewGame{Bots: map[rules.Seat]bot.Level{2: 3}}, false)
	if w.Games["beaten"], err = w.DB.Resign(t.Context(), w.Games["beaten"].ID, w.Ids["host"], w.Now()); err != nil {
		t.Fatal(err)
	}
	if err := w.DB.Block(t.Context(), w.Ids["host"], w.Ids["blocked"], w.Now()); err != nil {
		t.Fatal(err)
	}
	w.writeToHost(t)
	w.runClub(t)
	w.Pairing = w.Paired(t, db.NewPairing{Key: "six"}, nameOf("host"), nameOf("opponent")).ID
	if _, err := w.DB.EnterResult(t.Context(), w.Pairing, w.Ids["host"], []pairing.Game{{Halves: [2]int{2, 0}}}, w.Now()); err != nil {
		t.Fatal(err)
	}
	w.addLadder(t)
	w.Tournaments = map[string]string{}
	for _, state := range []string{"entry", "running", "complete", "over"} {
		w.Tournaments[state] = w.someTournament(t, state, seasonID, w.Ids["organiser"], w.Ids["host"], w.Ids["opponent"], w.Ids["account"])
	}
	w.mark = w.Site.mark(t, w.Tournaments["complete"])
	w.addSavedRound(t)
	w.addDecidedChallenge(t)
	w.ran(t, worldAsked)
	w.snapshot = filepath.Join(t.TempDir(), "snapshot.db")
	if _, err := w.File.Exec("VACUUM INTO $1", w.snapshot); err != nil {
		t.Fatal(err)
	}
	return w
}

// nameOf returns the account name of a role.
func nameOf(role string) string { return strings.ToUpper(role[:1]) + role[1:] + clubName }

const clubName = " of the club"

// CopyOf returns a copy of the world with a database of its own, of the engine that is tested.
func (w *World) CopyOf(t *testing.T) *World {
	t.Helper()
	if pgtest.On() {
		return w.CopyOnServer(t)
	}
	return w.CopyInFile(t)
}

// CopyInFile returns a copy of the world in a file.
func (w *World) CopyInFile(t *testing.T) *World {
	t.Helper()
	return w.openCopy(t, w.copyFile(t))
}

// CopyOnServer returns a copy of the world on a PostgreSQL server.
func (w *World) CopyOnServer(t *testing.T) *World {
	t.Helper()
	return w.openCopy(t, moved(t, w.copyFile(t)))
}

// copyFile copies the snapshot.
func (w *World) copyFile(t *testing.T) (file string) {
	t.Helper()
	text, err := os.ReadFile(w.snapshot)
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// openCopy opens a copy of the snapshot in a file, or at a URL.
func (w *World) openCopy(t *testing.T, file string) *World {
	t.Helper()
	other := OpenWorld(t, file, worldAsked)
	other.Games, other.second, other.Ids, other.Cookies, other.snapshot = w.Games, w.second, w.Ids, w.Cookies, w.snapshot
	other.Pairing, other.Ladder, other.Challenge, other.Act = w.Pairing, w.Ladder, w.Challenge, w.Act
	other.Tournaments, other.mark, other.Own, other.Decided, other.correction = w.Tournaments, w.mark, w.Own, w.Decided, w.correction
	other.prepareRestore(t)
	Serve(t, other.Site)
	other.Restore(t) // starting the site moves clocks
	other.known, other.clean = map[string]bool{}, other.Rows(t)
	for _, line := range other.clean {
		for _, id := range generatedIDs.FindAllString(line, -1) {
			other.known[id] = true
		}
	}
	return other
}

// moved moves the database in a file to a server, into a schema that has the name of a file's. It returns the URL.
func moved(t *testing.T, file string) (url string) {
	t.Helper()
	url = pgtest.Empty(t) + "&search_path=main"
	if _, err := (&Site{File: url}).Raw(t).Exec("CREATE SCHEMA main"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Move(t.Context(), db.Moving{From: file, To: url, Print: func(string) {}}); err != nil {
		t.Fatal(err)
	}
	return url
}

// OpenWorld opens a site with mail over a file, or the database at a URL, with its clock stopped.
func OpenWorld(t *testing.T, file string, now time.Time) *World {
	t.Helper()
	w := &World{Log: &LogBuffer{}, passed: &atomic.Int64{}}
	w.Site = OpenFile(t, file, web.Config{
		Log: slog.New(slog.NewTextHandler(w.Log, nil)), Now: func() time.Time { return now.Add(time.Duration(w.passed.Load())) },
		URL: "http://hex.example", SMTP: "smtp://127.0.0.1:1", MailFrom: "club@hex.example",
	})
	page := w.Ask(http.MethodGet, "/", "nobody", "").Body.String()
	if found := regexp.MustCompile(`href="/static/([^"]+\.css)"`).FindStringSubmatch(page); found != nil {
		w.style = found[1]
	}
	w.File = w.Raw(t)
	w.File.SetMaxOpenConns(1) // attached databases and data_version belong to one connection
	rows, err := w.File.Query(w.SQL(
		"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
		"SELECT tablename FROM pg_tables WHERE schemaname = 'main' ORDER BY tablename",
	))
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		w.Tables = append(w.Tables, name)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		t.Fatal(err)
	}
	return w
}

// Pass lets time pass on the clock of the world.
func (w *World) Pass(d time.Duration) { w.passed.Add(int64(d)) }

// hostOf returns the role of the host of the game in a state.
func hostOf(state string) string {
	if state == "sought" || state == "guest" {
		return "guest"
	}
	return "host"
}

// start creates a game. By default it is a game of Hexone, hosted by the host. If both is set, the
// opponent joins it.
func (w *World) start(t *testing.T, n db.NewGame, both bool) db.Game {
	t.Helper()
	n.Key, n.Host, n.HostSeat, n.Explore = cmp.Or(n.Key, "hexone"), cmp.Or(n.Host, w.Ids["host"]), 1, true
	g, err := w.DB.CreateGame(t.Context(), n, w.Now())
	if err == nil && both {
		g, err = w.DB.TakeSeat(t.Context(), g.ID, db.Claim{Person: w.Ids["opponent"], Invite: g.Invite}, w.Now())
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// plays commits a turn of the seat to act.
func (w *World) plays(t *testing.T, g db.Game, turn string) db.Game {
	t.Helper()
	g, err := w.DB.PlayTurn(t.Context(), g.ID, g.Players[g.Record.Turn().Seat-1].ID, g.Record.Moved(), turn, w.Now())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Ask sends a request in a role directly to the router.
func (w *World) Ask(method, address, role, form string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, address, strings.NewReader(form))
	request.Host = "hex.example"
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return w.Send(request, role)
}

func (w *World) Send(request *http.Request, role string) *httptest.ResponseRecorder {
	if cookie := w.Cookies[role]; cookie != "" {
		request.Header.Add("Cookie", cookie)
	}
	answer := &hijackRecorder{ResponseRecorder: httptest.NewRecorder()}
	w.Router.ServeHTTP(answer, request)
	if answer.head != nil {
		if response := <-answer.head; response != nil {
			maps.Copy(answer.Header(), response.Header)
			answer.Code = response.StatusCode
		}
	}
	return answer.ResponseRecorder
}

// A hijackRecorder records an answer without a network. It also supports streams, which hijack the
// connection: it reads their head, and closes the connection.
type hijackRecorder struct {
	*httptest.ResponseRecorder
	head chan *http.Response // nil until a stream hijacks the connection; receives nil if the head is malformed
}

// Hijack implements http.Hijacker.
func (h *hijackRecorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	ours, theirs := net.Pipe()
	h.head = make(chan *http.Response, 1)
	go func() {
		response, _ := http.ReadResponse(bufio.NewReader(theirs), nil) // nil if malformed
		_ = theirs.Close()
		h.head <- response
	}()
	return ours, nil, nil
}
