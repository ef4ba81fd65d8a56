package handlers_test

import (
	"bufio"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers"
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/pairing"
)

// What the mails to the host hold.
const (
	hostSecret = "hostsecrethostsecrethostse"
	hostStop   = "hoststophoststophoststopho"
)

// worldBegan is when the games of a world begin. Requests come a while later, at worldAsked,
// when the clocks have run.
var (
	worldBegan = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	worldAsked = worldBegan.Add(90 * time.Second)
)

// A world is a site in which a game stands in every state, with people in every
// role, whose clock stands still. What a request changes can be undone.
type world struct {
	*site
	log               *logBuffer
	file              *sql.DB // beside the site's own connections
	tables            []string
	games             map[string]db.Game // by state, as they were
	second            string             // game that follows the one in the state "leg"
	pairing           string             // of the host and the opponent, whose word it waits for
	ladder, challenge string             // the one there is, and the host's to the opponent on it
	tournaments       map[string]string  // by state: a Swiss in which the host, the opponent and another play
	mark              string             // of the next round of the one whose round is complete
	ids               map[string]string  // of people, by role
	cookies           map[string]string  // by role
	style             string             // name of a file that pages need
	snapshot          string             // file
	clean             []string           // rows of the snapshot
	known             map[string]bool    // ids and the like that are in them
}

// buildWorld makes a world from nothing, in a file that others are copied from.
func buildWorld(t *testing.T) *world {
	t.Helper()
	w := openWorld(t, filepath.Join(t.TempDir(), "world.db"), worldBegan)
	w.games, w.ids, w.cookies = map[string]db.Game{}, map[string]string{}, map[string]string{}
	for _, role := range roles[1:] {
		person, err := w.DB.CreateGuest(t.Context(), w.Now())
		if err == nil && role != "guest" {
			person, err = w.DB.SignUp(t.Context(), person.ID, nameOf(role), "replaced below", w.Now())
		}
		if err != nil {
			t.Fatal(err)
		}
		w.ids[role], w.cookies[role] = person.ID, w.session(t, person)
	}
	if answer := w.ask(http.MethodPost, "/signup", "nobody", formOf("name", "Lena", "password", password)); answer.Code != http.StatusSeeOther {
		t.Fatalf("signing up: %d", answer.Code)
	}
	const same = "UPDATE people SET hash = (SELECT hash FROM people WHERE name = 'Lena') WHERE name IS NOT NULL"
	if _, err := w.file.Exec(same); err != nil {
		t.Fatal(err)
	}
	w.games["listed"] = w.start(t, db.NewGame{Terms: db.Terms{Listed: true}}, false)
	w.games["link"] = w.start(t, db.NewGame{Control: controlOf(t, "2d")}, false)
	w.games["kept"] = w.start(t, db.NewGame{Opponent: w.ids["opponent"], Control: controlOf(t, "5+3"), Terms: db.Terms{Rated: true}}, false)
	w.games["room"] = w.start(t, db.NewGame{Key: "six", Setup: rules.Setup{Options: map[string]string{"seats": "4"}}}, true)
	w.games["sought"] = w.start(t, db.NewGame{Host: w.ids["guest"], Terms: db.Terms{Listed: true}}, false)
	w.games["young"] = w.start(t, db.NewGame{Control: controlOf(t, "5+3")}, true)
	for state, end := range map[string]func(context.Context, string, string, time.Time) (db.Game, error){
		"running": nil, "live": nil, "guest": nil, "offered": w.DB.OfferDraw, "over": w.DB.Resign, "off": w.DB.Abort, "leg": w.DB.Resign,
	} {
		g := w.start(t, db.NewGame{
			Host: w.ids[hostOf(state)], Control: controlOf(t, cmp.Or(map[string]string{"live": "10+5"}[state], "3d")),
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
			if g, err = end(t.Context(), g.ID, w.ids[who], w.Now()); err != nil {
				t.Fatal(err)
			}
		}
		w.games[state] = g
	}
	var err error
	if w.second, err = w.DB.SecondLeg(t.Context(), w.games["leg"].ID); err != nil || w.second == "" {
		t.Fatalf("no second game: %v", err)
	}
	w.games["bot"] = w.plays(t, w.start(t, db.NewGame{Bots: map[rules.Seat]bot.Level{2: 3}}, false), "c2")
	w.games["beaten"] = w.start(t, db.NewGame{Bots: map[rules.Seat]bot.Level{2: 3}}, false)
	if w.games["beaten"], err = w.DB.Resign(t.Context(), w.games["beaten"].ID, w.ids["host"], w.Now()); err != nil {
		t.Fatal(err)
	}
	if err := w.DB.Block(t.Context(), w.ids["host"], w.ids["blocked"], w.Now()); err != nil {
		t.Fatal(err)
	}
	w.writeToHost(t)
	w.runClub(t)
	w.pairing = w.paired(t, db.NewPairing{Key: "six"}, nameOf("host"), nameOf("opponent")).ID
	if _, err := w.DB.EnterResult(t.Context(), w.pairing, w.ids["host"], []pairing.Game{{Halves: [2]int{2, 0}}}, w.Now()); err != nil {
		t.Fatal(err)
	}
	w.climb(t)
	w.tournaments = map[string]string{}
	for _, state := range []string{"entry", "running", "complete", "over"} {
		w.tournaments[state] = w.someTournament(t, state, seasonID, w.ids["organiser"], w.ids["host"], w.ids["opponent"], w.ids["account"])
	}
	w.mark = w.site.mark(t, w.tournaments["complete"])
	w.ran(t, worldAsked)
	w.snapshot = filepath.Join(t.TempDir(), "snapshot.db")
	if _, err := w.file.Exec("VACUUM INTO $1", w.snapshot); err != nil {
		t.Fatal(err)
	}
	return w
}

// nameOf is the name of the account in a role.
func nameOf(role string) string { return strings.ToUpper(role[:1]) + role[1:] + clubName }

const clubName = " of the club"

// writeToHost gives the host an address that was confirmed, and one to be.
func (w *world) writeToHost(t *testing.T) {
	t.Helper()
	if err := w.DB.AskAddress(t.Context(), w.ids["host"], "host@mail.example", "en", true, w.Now()); err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{
		"UPDATE mail SET address = 'host@mail.example', pending = 'other@mail.example', stop = '" + hostStop + "'",
		"INSERT INTO mail_links (hash, person, address, expires) SELECT '" + hashOf(hostSecret) + "', person, pending, 4000000000000 FROM mail",
	} {
		if _, err := w.file.Exec(query); err != nil {
			t.Fatal(err)
		}
	}
}

// What there is of the club: who organises it, and the ids of an invitation, whose
// link the guest got, and of a season; and which addresses are banned.
const (
	bannedRange  = "198.51.100.0/24"
	linkSecret   = "linksecretlinksecretlinkse"
	resetSecret  = "resetsecretresetsecretrese" // of a link for Lena
	invitationID = "invitation01"
	seasonID     = "season000001"
)

// runClub gives the club its organiser and its admin, an invitation and a season, and
// a member who has not come yet.
func (w *world) runClub(t *testing.T) {
	t.Helper()
	for _, role := range []db.Role{db.Admin, db.Organiser} {
		w.promote(t, w.ids[string(role)], role)
	}
	imported := []db.NewMember{{Name: "Iris", Hash: hashOf("iris")}}
	later := w.Now().Add(24 * time.Hour)
	if err := w.DB.ImportMembers(t.Context(), imported, w.ids["organiser"], later, w.Now()); err != nil {
		t.Fatal(err)
	}
	lena, err := w.DB.PersonByName(t.Context(), "Lena")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.DB.MakeReset(t.Context(), db.Reset{Hash: hashOf(resetSecret), Person: lena, Expires: later}, db.Operator, w.Now()); err != nil {
		t.Fatal(err)
	}
	ban := db.Ban{Prefix: netip.MustParsePrefix(bannedRange), Reason: "spam", Until: later}
	if err := w.DB.AddBan(t.Context(), ban, w.ids["admin"], w.Now()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.DB.Say(t.Context(), w.games["running"].ID, w.ids["host"], "Hello", w.Now()); err != nil {
		t.Fatal(err)
	}
	invitation := db.NewInvitation{Hash: hashOf(linkSecret), Uses: 9, Expires: later}
	if err := w.DB.Invite(t.Context(), invitation, w.ids["organiser"], w.Now()); err != nil {
		t.Fatal(err)
	}
	season, err := w.DB.NewSeason(t.Context(), "Autumn", "", w.ids["organiser"], w.Now())
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{
		"UPDATE invitations SET id = '" + invitationID + "' WHERE person IS NULL",
		"UPDATE seasons SET id = '" + seasonID + "' WHERE id = '" + season.ID + "'",
	} {
		if _, err := w.file.Exec(query); err != nil {
			t.Fatal(err)
		}
	}
}

// copyOf is the same world in a file of its own.
func (w *world) copyOf(t *testing.T) *world {
	t.Helper()
	text, err := os.ReadFile(w.snapshot)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	other := openWorld(t, file, worldAsked)
	other.games, other.second, other.ids, other.cookies, other.snapshot = w.games, w.second, w.ids, w.cookies, w.snapshot
	other.pairing, other.ladder, other.challenge = w.pairing, w.ladder, w.challenge
	other.tournaments, other.mark = w.tournaments, w.mark
	if _, err := other.file.Exec("ATTACH $1 AS snapshot", w.snapshot); err != nil {
		t.Fatal(err)
	}
	other.unguard(t)
	serve(t, other.site)
	other.restore(t) // the site's start moves clocks on
	other.known, other.clean = map[string]bool{}, other.rows(t)
	for _, line := range other.clean {
		for _, id := range madeAnew.FindAllString(line, -1) {
			other.known[id] = true
		}
	}
	return other
}

// openWorld is a site with mail over a file, whose clock stands still.
func openWorld(t *testing.T, file string, now time.Time) *world {
	t.Helper()
	w := &world{log: &logBuffer{}}
	w.site = openFile(t, file, handlers.Config{
		Log: slog.New(slog.NewTextHandler(w.log, nil)), Now: func() time.Time { return now },
		URL: "http://hex.example", SMTP: "smtp://127.0.0.1:1", MailFrom: "club@hex.example",
	})
	page := w.ask(http.MethodGet, "/", "nobody", "").Body.String()
	if found := regexp.MustCompile(`href="/static/([^"]+\.css)"`).FindStringSubmatch(page); found != nil {
		w.style = found[1]
	}
	w.file = w.raw(t)
	w.file.SetMaxOpenConns(1) // what is attached, and seen to change, is a connection's
	rows, err := w.file.Query("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		w.tables = append(w.tables, name)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		t.Fatal(err)
	}
	return w
}

// hostOf is the role of whoever starts the game in a state.
func hostOf(state string) string {
	if state == "sought" || state == "guest" {
		return "guest"
	}
	return "host"
}

// start is a game, of Hexone and the host where nothing else is said, with the
// opponent in it.
func (w *world) start(t *testing.T, n db.NewGame, both bool) db.Game {
	t.Helper()
	n.Key, n.Host, n.HostSeat, n.Explore = cmp.Or(n.Key, "hexone"), cmp.Or(n.Host, w.ids["host"]), 1, true
	g, err := w.DB.CreateGame(t.Context(), n, w.Now())
	if err == nil && both {
		g, err = w.DB.TakeSeat(t.Context(), g.ID, db.Claim{Person: w.ids["opponent"], Invite: g.Invite}, w.Now())
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// plays commits a turn of the seat to act.
func (w *world) plays(t *testing.T, g db.Game, turn string) db.Game {
	t.Helper()
	g, err := w.DB.PlayTurn(t.Context(), g.ID, g.Players[g.Record.Turn().Seat-1].ID, g.Record.Moved(), turn, w.Now())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// restore undoes all that was changed since the snapshot.
func (w *world) restore(t *testing.T) {
	t.Helper()
	script := "PRAGMA foreign_keys = 0; PRAGMA synchronous = 0; BEGIN IMMEDIATE; "
	for _, table := range w.tables {
		script += fmt.Sprintf("DELETE FROM main.%s; INSERT INTO main.%[1]s SELECT * FROM snapshot.%[1]s; ", table)
	}
	if _, err := w.file.Exec(script + "COMMIT"); err != nil {
		t.Fatal(err)
	}
}

// unguard lets the log be undone like everything else.
func (w *world) unguard(t *testing.T) {
	t.Helper()
	rows, err := w.file.Query("SELECT name FROM main.sqlite_master WHERE type = 'trigger'")
	if err != nil {
		t.Fatal(err)
	}
	var script strings.Builder
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		script.WriteString("DROP TRIGGER main." + name + "; ")
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.file.Exec(script.String()); err != nil {
		t.Fatal(err)
	}
}

// rows are all that is stored, in text, a line for each row. What was made since
// the snapshot is named alike, however it is called.
func (w *world) rows(t *testing.T) (lines []string) {
	t.Helper()
	for _, table := range w.tables {
		rows, err := w.file.Query("SELECT * FROM main." + table)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		values, targets := make([]sql.NullString, len(columns)), make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		for rows.Next() {
			if err := rows.Scan(targets...); err != nil {
				t.Fatal(err)
			}
			line := table
			for i, value := range values {
				line += fmt.Sprintf(" %s=%s", columns[i], value.String)
			}
			lines = append(lines, madeAnew.ReplaceAllStringFunc(line, func(id string) string {
				if w.known[id] || len(w.known) == 0 {
					return id
				}
				return "new"
			}))
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(lines)
	return lines
}

// after is what rows are after a request that was sent when version was before,
// which is undone.
func (w *world) after(t *testing.T, before int) (lines []string) {
	t.Helper()
	if w.version(t) == before {
		return w.clean
	}
	lines = w.rows(t)
	w.restore(t)
	return lines
}

// madeAnew finds ids, secrets and hashes.
var madeAnew = regexp.MustCompile(`\$argon2id\S+|\b[0-9a-z]{12,64}\b`)

// version changes with everything that others store.
func (w *world) version(t *testing.T) (n int) {
	t.Helper()
	if err := w.file.QueryRow("PRAGMA data_version").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// ask sends a request in a role, without a network.
func (w *world) ask(method, address, role, form string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, address, strings.NewReader(form))
	request.Host = "hex.example"
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return w.send(request, role)
}

func (w *world) send(request *http.Request, role string) *httptest.ResponseRecorder {
	if cookie := w.cookies[role]; cookie != "" {
		request.Header.Add("Cookie", cookie)
	}
	answer := &hearer{ResponseRecorder: httptest.NewRecorder()}
	w.router.ServeHTTP(answer, request)
	if answer.heard != nil {
		if response := <-answer.heard; response != nil {
			maps.Copy(answer.Header(), response.Header)
			answer.Code = response.StatusCode
		}
	}
	return answer.ResponseRecorder
}

// A hearer is answered without a network, by streams too, which take the connection from
// the server: of these it hears the head, and leaves.
type hearer struct {
	*httptest.ResponseRecorder
	heard chan *http.Response // nil until a stream takes the connection; receives nil for nonsense
}

// Hijack is for streams.
func (h *hearer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	ours, theirs := net.Pipe()
	h.heard = make(chan *http.Response, 1)
	go func() {
		response, _ := http.ReadResponse(bufio.NewReader(theirs), nil) // nil for nonsense
		_ = theirs.Close()
		h.heard <- response
	}()
	return ours, nil, nil
}
