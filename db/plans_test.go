package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
	"hexclub/rules/tourney"
)

// A heard statement is one that was run, with its parameters.
type heard struct {
	query string
	args  []driver.NamedValue
}

// An ear makes connections to a database, and hears what is asked on them.
type ear struct {
	driver driver.Driver
	dsn    string

	mu    sync.Mutex
	heard map[string]heard
}

// Connect is a connection that is heard.
func (e *ear) Connect(context.Context) (driver.Conn, error) {
	conn, err := e.driver.Open(e.dsn)
	return heardConn{conn, e}, err
}

// Driver is that of the connections.
func (e *ear) Driver() driver.Driver { return e.driver }

func (e *ear) hear(query string, args []driver.NamedValue) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.heard[query] = heard{query, slices.Clone(args)}
}

// A heardConn is a connection with an ear.
type heardConn struct {
	driver.Conn
	ear *ear
}

// QueryContext is heard.
func (c heardConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	c.ear.hear(query, args)
	return c.Conn.(driver.QueryerContext).QueryContext(ctx, query, args)
}

// ExecContext is heard.
func (c heardConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	c.ear.hear(query, args)
	return c.Conn.(driver.ExecerContext).ExecContext(ctx, query, args)
}

// BeginTx begins a transaction of the kind that the connection is for.
func (c heardConn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	return c.Conn.(driver.ConnBeginTx).BeginTx(ctx, o)
}

// listen has both pools of a database heard.
func listen(t *testing.T, d *DB) *ear {
	t.Helper()
	var path string
	if err := d.read.QueryRowContext(t.Context(), "SELECT file FROM pragma_database_list WHERE name = 'main'").Scan(&path); err != nil {
		t.Fatal(err)
	}
	e := &ear{driver: d.read.Driver(), dsn: dsn(path, "_txlock=immediate"), heard: map[string]heard{}}
	read, write := d.read, d.write
	d.read, d.write = sql.OpenDB(e), sql.OpenDB(e)
	d.write.SetMaxOpenConns(1)
	t.Cleanup(func() {
		if err := d.read.Close(); err != nil {
			t.Error(err)
		}
		if err := d.write.Close(); err != nil {
			t.Error(err)
		}
		d.read, d.write = read, write
	})
	return e
}

// scanned is what is read from one end on: tables of one row, or of a row for each
// season; the pairings that are open; the log, from its end as far as a page goes; and
// the members, who are counted.
var scanned = []string{
	"SCAN club", "SCAN pulse", "SCAN s", "SCAN p USING INDEX pairings_open", "SCAN l USING INDEX sqlite_autoindex_log_1",
	"SCAN people USING INDEX people_roles", "SCAN people USING INDEX people_members", // to count them, by either
}

// No page of the club and no duty reads a whole table that grows: what each asks is
// answered by an index.
func TestClubPagesAreIndexed(t *testing.T) {
	d := openTest(t)
	ctx, now := t.Context(), noon
	e := listen(t, d)
	must := func(errs ...error) {
		t.Helper()
		for _, err := range errs {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	people := make([]string, 6)
	for i := range people {
		person, err := d.SignUp(ctx, "", fmt.Sprintf("Person %d", i), "none", now)
		must(err)
		people[i] = person.ID
	}
	otto := people[0]
	must(d.SetRole(ctx, otto, Organiser, Operator, now))
	season, err := d.NewSeason(ctx, "Season", "", otto, now)
	must(err)
	l, err := d.CreateLadder(ctx, season.ID, "", LadderTerms{Name: "Ladder", Settings: ladder.Default("hexone"), Venue: OverBoard}, otto, now)
	must(err)
	for _, person := range people[1:] {
		_, err := d.JoinLadder(ctx, l.ID, person, now)
		must(err)
	}
	c, _, err := d.MakeChallenge(ctx, l.ID, people[2], people[1], "hexone", false, now)
	must(err)
	_, err = d.AcceptChallenge(ctx, c.ID, people[1], now)
	must(err)
	made, err := d.CreateTournament(ctx, NewTournament{Season: season.ID, Name: "Cup", TournamentSettings: TournamentSettings{
		Kind: Knockout, Game: "hexone", Unit: pairing.OneGame, Seeding: SeedByRating, Days: 1, Forfeit: true,
		ByDate: true, Opens: now.Add(time.Hour), Breaks: []tourney.TieBreak{},
	}}, otto, now)
	must(err)
	for _, person := range people[1:5] {
		must(d.Enter(ctx, made.ID, person, now))
	}
	must(d.BeginTournament(ctx, made.ID, otto, now))

	clear(e.heard) // what follows is pages, results and duties
	later := now.Add(2 * time.Hour)
	_, err = d.OpenRounds(ctx, later)
	must(err)
	full, err := d.FullTournament(ctx, made.ID)
	must(err)
	b := full.Boards[0]
	_, err = d.EnterResult(ctx, b.Pairing, b.First, []pairing.Game{{Halves: [2]int{2, 0}, Points: [2]int{80, 0}}}, later)
	must(err)
	_, _, countErr := d.CountMembers(ctx)
	_, seasonsErr := d.Seasons(ctx)
	_, laddersErr := d.LaddersOf(ctx, season.ID)
	_, tournamentsErr := d.TournamentsOf(ctx, season.ID)
	_, goingErr := d.GoingOn(ctx, season.ID)
	must(countErr, seasonsErr, laddersErr, tournamentsErr, goingErr)
	for _, f := range []MemberFilter{{}, {After: "Person 1"}, {Role: Organiser}, {Role: Member, After: "Person 1"}} {
		_, _, err := d.Members(ctx, f, 50)
		must(err)
	}
	for _, f := range []LogFilter{{}, {Before: 3}, {Act: "role"}, {Person: otto, Before: 9}, {Act: "role", Person: otto}} {
		_, _, err := d.Log(ctx, f, 50)
		must(err)
	}
	_, nowErr := d.LadderNow(ctx, l.ID, later)
	_, rowsErr := d.LadderRows(ctx, l.ID, 1, 50, now, "hexone", "days", later)
	_, placesErr := d.LadderPlaces(ctx, l.ID, people[1:3])
	_, challengeErr := d.Challenge(ctx, c.ID)
	_, openErr := d.ChallengesOf(ctx, people[1])
	_, pairingErr := d.Pairing(ctx, b.Pairing)
	_, pairingsErr := d.PairingsOf(ctx, people[1])
	_, pairedErr := d.PairedIn(ctx, people[1])
	_, gamesErr := d.PairingGames(ctx, b.Pairing)
	_, dutiesErr := d.TournamentDuties(ctx, later)
	must(nowErr, rowsErr, placesErr, challengeErr, openErr, pairingErr, pairingsErr, pairedErr, gamesErr, dutiesErr)
	for _, person := range []string{"", people[1]} {
		_, _, err := d.LadderEvents(ctx, l.ID, person, 0, 50)
		must(err)
	}
	_, _, ofErr := d.ChallengeOf(ctx, b.Pairing)
	_, _, _, roundErr := d.TournamentOf(ctx, Pairing{ID: b.Pairing})
	_, _, _, replacedErr := d.TournamentOf(ctx, Pairing{ID: b.Pairing, How: EndReplaced})
	_, disputesErr := d.Disputes(ctx)
	_, decisionErr := d.DecisionOn(ctx, c)
	_, markErr := d.DeskMark(ctx, otto)
	must(roundErr, replacedErr, disputesErr, decisionErr, markErr)
	_, noticesErr := d.PlanNotices(ctx, later)
	_, tickErr := d.TickLadders(ctx, later.Add(90*24*time.Hour), 50)
	_, overdueErr := d.ForfeitOverdue(ctx, later.Add(90*24*time.Hour), 50)
	must(ofErr, noticesErr, tickErr, overdueErr)
	asked := e.heard
	e.heard = map[string]heard{}
	if len(asked) < 60 {
		t.Errorf("only %d statements were heard", len(asked))
	}
	for query, h := range asked {
		for _, step := range planOf(t, d, h) {
			if strings.HasPrefix(step, "SCAN ") && !slices.Contains(scanned, step) {
				t.Errorf("%s\nin\n%s", step, query)
			}
		}
	}
}

// planOf is the steps by which a statement is answered.
func planOf(t *testing.T, d *DB, h heard) (steps []string) {
	t.Helper()
	args := make([]any, len(h.args))
	for i, arg := range h.args {
		args[i] = arg.Value
	}
	rows, err := d.read.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+h.query, args...)
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, h.query)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, step)
	}
	return steps
}
