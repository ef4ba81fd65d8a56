package handlers_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
	"hexclub/rules/rating"
	"hexclub/rules/tourney"
)

// The size of a large club.
const (
	largeMembers = 500
	largeGames   = 20_000
	largeRunning = 400 // of the games
	largeClimbs  = 3000
	largeLog     = 4000
	largeSeasons = 20
	largeDay     = 24 * time.Hour
)

// A largeClub is a site with a club of many years.
type largeClub struct {
	*sitetest.Site
	file      *sql.DB // a connection besides the site's own
	now       time.Time
	members   []string // ids, in the order of names
	organiser string   // id
	readers   map[string]*sitetest.Direct

	season, ladder, challenge, decided, pairing string // paths, but for the season, which is an id
	above                                       string // in an address, the name of a player whom the middle one may challenge
	swiss, robin, knockout                      string
}

// newLargeClub fills a site, with SQL if the app would take too long.
func newLargeClub(b *testing.B) *largeClub {
	b.Helper()
	s := sitetest.OpenSite(b, web.Config{})
	l := &largeClub{Site: s, file: s.Raw(b), now: time.Now(), readers: map[string]*sitetest.Direct{}}
	l.file.SetMaxOpenConns(1) // the roster is a temporary table
	l.enrol(b)
	l.playMany(b)
	season, err := l.DB.NewSeason(b.Context(), "This season", "", l.organiser, l.now)
	if err != nil {
		b.Fatal(err)
	}
	l.season = season.ID
	l.addLadder(b)
	settings := db.TournamentSettings{
		Key: "hexone", Unit: pairing.OneGame, Seeding: db.SeedByHand, Kind: db.Swiss, Rounds: 9, Days: 14,
		Breaks: tourney.TieBreaks(),
	}
	l.swiss = l.tournament(b, settings, 200, 7)
	settings.Kind, settings.Double, settings.AllAtOnce = db.RoundRobin, true, true
	l.robin = l.tournament(b, settings, 30, 1)
	settings.Kind, settings.Third = db.Knockout, true
	l.knockout = l.tournament(b, settings, 128, 6)
	l.remember(b)
	for name, id := range map[string]string{"stranger": "", "member": l.members[middle], "organiser": l.organiser} {
		l.readers[name] = &sitetest.Direct{Site: l.Site}
		if id != "" {
			l.readers[name].Cookies = []string{l.Session(b, db.Person{ID: id})}
		}
	}
	return l
}

// middle is the member who takes part in everything.
const middle = 20

// A statement is SQL with its parameters.
type statement struct {
	text string
	args []any
}

// do runs statements in one transaction.
func (l *largeClub) do(b *testing.B, statements ...statement) {
	b.Helper()
	tx, err := l.file.Begin()
	if err != nil {
		b.Fatal(err)
	}
	for _, s := range statements {
		if _, err := tx.Exec(s.text, s.args...); err != nil {
			b.Fatalf("%v\nin %s", err, s.text)
		}
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
}

// enrol makes the members, most of whom have joined and all of whom have an e-mail address, and the organiser of
// everything.
func (l *largeClub) enrol(b *testing.B) {
	b.Helper()
	organiser, err := l.DB.SignUp(b.Context(), "", "Otto", "none", l.now)
	if err == nil {
		l.organiser = organiser.ID
		err = l.DB.SetRole(b.Context(), organiser.ID, db.Organiser, db.Operator, l.now)
	}
	list := make([]db.NewMember, largeMembers)
	for i := range list {
		list[i] = db.NewMember{Name: fmt.Sprintf("Member %03d", i), Hash: sitetest.HashOf(fmt.Sprint(i))}
	}
	if err == nil {
		err = l.DB.ImportMembers(b.Context(), list, l.organiser, l.now.Add(largeDay), l.now)
	}
	if err != nil {
		b.Fatal(err)
	}
	l.do(b,
		statement{"CREATE TEMP TABLE roster AS SELECT row_number() OVER (ORDER BY folded) - 1 AS nth, id FROM people WHERE name LIKE 'Member %'", nil},
		statement{"CREATE UNIQUE INDEX temp.roster_nth ON roster (nth)", nil},
		statement{"UPDATE people SET hash = 'none' WHERE id IN (SELECT id FROM roster WHERE nth % 20 <> 19)", nil},
		statement{
			`INSERT INTO mail (person, address, bounced, refused, language, stop, wants_turn, wants_challenge, wants_result, wants_time, seen, told, reminded)
			SELECT id, 'member' || nth || '@mail.example', false, false, 'en', 'stop' || nth, true, true, true, true, $1, 0, 0 FROM roster`,
			[]any{l.now.Add(-3 * largeDay).UnixMilli()},
		},
	)
	rows, err := l.file.Query("SELECT id FROM roster ORDER BY nth")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			b.Fatal(err)
		}
		l.members = append(l.members, id)
	}
	if err := rows.Err(); err != nil || len(l.members) != largeMembers {
		b.Fatalf("%d members, %v", len(l.members), err)
	}
}

// playMany copies a few games until there are enough.
func (l *largeClub) playMany(b *testing.B) {
	b.Helper()
	control := sitetest.ControlOf(b, "3d")
	keys := []string{"hexone", "hexone", "hexit", "six"}
	each := (largeGames - largeRunning) / len(keys)
	for i, key := range keys {
		l.copyGame(b, l.sample(b, key, true), i*each, each, l.now.Add(-90*largeDay), 5*time.Minute)
	}
	l.copyGame(b, l.sample(b, "hexone", false), largeGames, largeRunning, l.now.Add(-largeDay), time.Second)
	l.do(b,
		statement{`INSERT INTO finished (game, person, nth, rival, ended, kind, class, rated, outcome)
			SELECT g.id, s.person, 1, o.person, g.changed, g.game, g.class, g.rated, CASE WHEN s.seat = 1 THEN 'won' ELSE 'lost' END
			FROM games g JOIN seats s ON s.game = g.id JOIN seats o ON o.game = g.id AND o.seat <> s.seat
			WHERE g.id LIKE 'copy%' AND g.status = 'over'`, nil},
		statement{`INSERT OR IGNORE INTO ratings (person, game, class, rating, deviation, volatility, games, at)
			SELECT id, 'hexone', $1, 1500 + nth, 60, 0.06, 40, $2 FROM roster`, []any{string(rating.ClassOf(control)), l.now.UnixMilli()}},
	)
}

// sample returns the id of a game of two members. If over, the second has resigned it.
func (l *largeClub) sample(b *testing.B, key string, over bool) string {
	b.Helper()
	ctx := b.Context()
	g, err := l.DB.CreateGame(ctx, db.NewGame{Key: key, Host: l.members[0], HostSeat: 1, Control: sitetest.ControlOf(b, "3d"), Terms: db.Terms{Rated: true}}, l.now)
	if err == nil {
		g, err = l.DB.TakeSeat(ctx, g.ID, db.Claim{Person: l.members[1], Invite: g.Invite}, l.now)
	}
	if key == "hexone" {
		for _, turn := range []string{"c2", "d3", "c2", "d2", "c2,c2xW"} {
			if err == nil {
				g, err = l.DB.PlayTurn(ctx, g.ID, g.Players[g.Record.Turn().Seat-1].ID, g.Record.Moved(), turn, l.now)
			}
		}
	}
	if err == nil && over {
		g, err = l.DB.Resign(ctx, g.ID, l.members[1], l.now)
	}
	if err != nil {
		b.Fatal(err)
	}
	return g.ID
}

// copyGame makes count copies of a game, numbered from from, with this time between their starts, between
// members in turn.
func (l *largeClub) copyGame(b *testing.B, id string, from, count int, begun time.Time, apart time.Duration) {
	b.Helper()
	columns := func(table string, other map[string]string) (names, values string) {
		rows, err := l.file.Query("SELECT name FROM pragma_table_info($1)", table)
		if err != nil {
			b.Fatal(err)
		}
		defer func() { _ = rows.Close() }()
		var list, given []string
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				b.Fatal(err)
			}
			value := "o." + name
			if other[name] != "" {
				value = other[name]
			}
			list, given = append(list, name), append(given, value)
		}
		if err := rows.Err(); err != nil {
			b.Fatal(err)
		}
		return strings.Join(list, ", "), strings.Join(given, ", ")
	}
	const game = "'copy' || (i.n + $2)"
	// The two players are different members for every game of 500 in turn.
	person := fmt.Sprintf("(SELECT r.id FROM roster r WHERE r.nth = (i.n + (o.seat - 1) * (1 + i.n / %[1]d)) %% %[1]d)", largeMembers)
	numbers := fmt.Sprintf("WITH RECURSIVE i (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM i WHERE n + 1 < %d) ", count)
	var statements []statement
	for _, table := range []struct {
		name, of string
		other    map[string]string
		args     []any
	}{
		{"games", "id", map[string]string{
			"id": game, "host": fmt.Sprintf("(SELECT r.id FROM roster r WHERE r.nth = i.n %% %d)", largeMembers), "invite": "NULL",
			"created": "CAST($3 + i.n * $4 AS bigint)", "changed": "CAST($3 + i.n * $4 AS bigint)",
		}, []any{id, from, begun.UnixMilli(), apart.Milliseconds()}},
		{"seats", "game", map[string]string{"game": game, "person": person}, []any{id, from}},
		{"events", "game", map[string]string{"game": game}, []any{id, from}},
	} {
		names, values := columns(table.name, table.other)
		statements = append(statements, statement{
			numbers + "INSERT INTO " + table.name + " (" + names + ") SELECT " + values + " FROM i CROSS JOIN " + table.name + " o WHERE o." + table.of + " = $1", table.args,
		})
	}
	l.do(b, statements...)
}

// addLadder lets the members challenge each other on a ladder for some months, by the rules of package ladder.
// The middle one has three open challenges.
func (l *largeClub) addLadder(b *testing.B) {
	b.Helper()
	ctx := b.Context()
	settings := ladder.Default("hexone")
	settings.Rematch = 0
	terms := db.LadderTerms{Name: "Ladder", Settings: settings, Venue: db.Either, Control: sitetest.ControlOf(b, "3d"), Rated: true}
	made, err := l.DB.CreateLadder(ctx, l.season, "", terms, l.organiser, l.now)
	if err != nil {
		b.Fatal(err)
	}
	l.ladder = web.Href(made.Ref())
	statements := l.ladderEvents(b, made.ID, settings)
	l.do(b, statements...)
	challenge := func(from, to int, site, accept bool) db.Challenge {
		c, _, err := l.DB.MakeChallenge(ctx, made.ID, l.atPlace(b, made.ID, from), l.atPlace(b, made.ID, to), "hexone", site, l.now)
		if err == nil && accept {
			_, err = l.DB.AcceptChallenge(ctx, c.ID, l.atPlace(b, made.ID, to), l.now)
		}
		if err == nil {
			c, err = l.DB.Challenge(ctx, c.ID)
		}
		if err != nil {
			b.Fatal(err)
		}
		return c
	}
	place := 0
	if err := l.file.QueryRow("SELECT place FROM ladder_players WHERE ladder = $1 AND person = $2", made.ID, l.members[middle]).Scan(&place); err != nil {
		b.Fatal(err)
	}
	up, down := place-1, place+1
	if place <= 2 {
		up = place + 2
	}
	l.challenge = web.Href(challenge(max(place, up), min(place, up), false, false).Ref())
	l.pairing = "/pairings/" + challenge(down, place, true, true).Pairing
	for i := place + 10; i < place+210 && i+1 <= largeMembers; i += 2 {
		challenge(i+1, i, i%4 == 0, i%3 > 0)
	}
	if err := l.file.QueryRow("SELECT replace(name, ' ', '%20') FROM people WHERE id = $1", l.atPlace(b, made.ID, max(1, place-2))).Scan(&l.above); err != nil {
		b.Fatal(err)
	}
	var id string
	if err := l.file.QueryRow("SELECT id FROM challenges WHERE decided IS NOT NULL ORDER BY decided DESC LIMIT 1").Scan(&id); err != nil {
		b.Fatal(err)
	}
	l.decided = "/challenges/" + id
}

// atPlace returns the player on a place of the ladder.
func (l *largeClub) atPlace(b *testing.B, ladder string, place int) (person string) {
	b.Helper()
	if err := l.file.QueryRow("SELECT person FROM ladder_players WHERE ladder = $1 AND place = $2", ladder, place).Scan(&person); err != nil {
		b.Fatalf("place %d: %v", place, err)
	}
	return person
}

// ladderEvents stores the events of the ladder: all members join, and every 40 minutes a player challenges the next
// above, and wins two times of three.
func (l *largeClub) ladderEvents(b *testing.B, id string, settings ladder.Settings) (statements []statement) {
	b.Helper()
	const apart = 40 * 60_000
	at := l.now.UnixMilli() - (largeClimbs+10)*apart
	state, err := ladder.New(at, settings, nil)
	if err != nil {
		b.Fatal(err)
	}
	var events []ladder.Event
	happens := func(more []ladder.Event, err error) {
		if err != nil {
			b.Fatal(err)
		}
		events = append(events, more...)
	}
	for _, person := range l.members {
		happens(state.Join(at, person, 0))
	}
	for i := range largeClimbs {
		at += apart
		challenge, p, place := fmt.Sprintf("climb%07d", i), fmt.Sprintf("climbed%05d", i), 2+i*37%(largeMembers-1)
		from, to := state.Players[place-1].ID, state.Players[place-2].ID
		more, err := state.Challenge(at, challenge, from, to, "hexone")
		if err != nil {
			continue // they met recently
		}
		happens(more, nil)
		happens(state.Accept(at+1, challenge, to))
		c, _ := state.Find(challenge)
		result, winner := 0, from
		if i%3 == 0 {
			result, winner = 1, to
		}
		happens(state.Decide(at+2, challenge, ladder.Outcome{Winner: winner, By: ladder.ByPlay}))
		statements = append(statements, l.settled(b, p, from, to, result, at),
			statement{
				`INSERT INTO challenges (id, ladder, challenger, challenged, game, unit, site, status, made, answer_by, accepted, play_by, free,
				reminded, pairing, decided, winner, decided_by) VALUES ($1, $2, $3, $4, 'hexone', 'game', false, 'won', $5, $6, $7, $8, $9, false, $10, $11, $12, 'play')`,
				[]any{challenge, id, from, to, c.Made, c.AnswerBy, c.Accepted, c.PlayBy, c.Free, p, at + 2, winner},
			})
	}
	for i, e := range events {
		moved := slices.Contains([]ladder.Kind{ladder.Joined, ladder.Dropped, ladder.Moved}, e.Kind)
		statements = append(statements, statement{
			`INSERT INTO ladder_events
			(ladder, number, at, kind, person, other, from_place, to_place, moved, challenge, decided_by, until, why)
			VALUES ($1, $2, $3, $4, nullif($5, ''), nullif($6, ''), $7, $8, $9, nullif($10, ''), $11, $12, $13)`,
			[]any{id, i + 1, e.At, string(e.Kind), e.Player, e.Other, e.From, e.To, moved, e.Challenge, string(e.By), e.Until, string(e.Why)},
		})
	}
	for i, p := range state.Players {
		statements = append(statements, statement{
			"INSERT INTO ladder_players (ladder, person, place, joined, free, idle, held) VALUES ($1, $2, $3, $4, $5, $6, $7)",
			[]any{id, p.ID, i + 1, p.Joined, p.Free, p.Idle, p.Held},
		})
	}
	return append(statements, statement{"UPDATE ladders SET due = $2 WHERE id = $1", []any{id, state.Next()}})
}

// settled makes a pairing over the board that one player has won.
func (l *largeClub) settled(b *testing.B, id, first, second string, winner int, at int64) statement {
	b.Helper()
	return statement{
		`INSERT INTO pairings (id, game, options, unit, control, rated, decisive, site, first, second,
		revision, status, how, made, ended, results, chosen, undecided, winner, half_wins_1, half_wins_2, points_1, points_2,
		worth_1, worth_2, contest, reason)
		VALUES ($1, 'hexone', '{}', 'game', '', false, false, false, $2, $3, 2, 'over', 'entered', $4, $4 + 2, $5, 0, false, $6, $7, $8, $9, $10, $7, $8, '', '')`,
		append([]any{id, first, second, at, won(b, winner)}, wonBy(winner)...),
	}
}

// won returns the stored result of a game that one player has won.
func won(b *testing.B, winner int) string {
	b.Helper()
	g := pairing.Game{}
	g.Halves[winner], g.Points[winner] = 2, 80
	text, err := json.Marshal([]pairing.Game{g})
	if err != nil {
		b.Fatal(err)
	}
	return string(text)
}

// wonBy returns the columns of such a result for lists: winner, halves of wins, and of points.
func wonBy(winner int) []any {
	return map[int][]any{0: {1, 2, 0, 80, 0}, 1: {2, 0, 2, 0, 80}}[winner]
}

// tournament returns the path of a tournament in a round of which half is played.
func (l *largeClub) tournament(b *testing.B, settings db.TournamentSettings, entrants, round int) string {
	b.Helper()
	ctx := b.Context()
	t, err := l.DB.CreateTournament(ctx, db.NewTournament{Season: l.season, Name: "Tournament " + string(settings.Kind), TournamentSettings: settings}, l.organiser, l.now)
	if err != nil {
		b.Fatal(err)
	}
	l.do(b, statement{
		`INSERT INTO entrants (tournament, person, number, entered, at) SELECT $1, id, nth + 1, 1, $2 FROM roster WHERE nth < $3`,
		[]any{t.ID, l.now.UnixMilli(), entrants},
	})
	if err := l.DB.BeginTournament(ctx, t.ID, l.organiser, l.now); err != nil {
		b.Fatal(err)
	}
	for r := 1; r <= round; r++ {
		p, err := l.DB.ProposeRound(ctx, t.ID, db.ProposalChange{})
		if err == nil {
			_, err = l.DB.PublishRound(ctx, t.ID, db.ProposalChange{}, p.Mark, l.organiser, l.now)
		}
		if err != nil {
			b.Fatal(err)
		}
		if r < round {
			l.settle(b, t.ID, 1)
		}
	}
	l.settle(b, t.ID, 2)
	return web.Href(t.Ref())
}

// settle ends every nth open pairing of a tournament.
func (l *largeClub) settle(b *testing.B, tournament string, nth int) {
	b.Helper()
	for winner := range 2 {
		l.do(b, statement{
			`UPDATE pairings SET revision = 2, status = 'over', how = 'entered', ended = $2, results = $3,
			winner = $4, half_wins_1 = $5, half_wins_2 = $6, points_1 = $7, points_2 = $8, worth_1 = $5, worth_2 = $6
			WHERE status = 'open' AND id IN (SELECT pairing FROM tournament_pairings WHERE tournament = $1 AND board % 3 > 0 = $9 AND (board + round) % $10 = 0)`,
			append(append([]any{tournament, l.now.UnixMilli(), won(b, winner)}, wonBy(winner)...), winner == 0, nth),
		})
	}
}

// remember adds old seasons, each with a ladder and a tournament, and a long audit log.
func (l *largeClub) remember(b *testing.B) {
	b.Helper()
	var statements []statement
	for i := range largeSeasons {
		id, made := fmt.Sprintf("old%d", i), l.now.Add(-time.Duration(i+1)*100*largeDay).UnixMilli()
		statements = append(statements,
			statement{"INSERT INTO seasons (id, name, folded, status, made, closed, archived) VALUES ($1, $2, $1, 'archived', $3, $3, $3)", []any{id, "Season " + id, made}},
			statement{`INSERT INTO ladders (id, season, name, about, settings, venue, control, rated, made, closed)
				SELECT 'ladder' || $1, $1, name, about, settings, venue, control, rated, $2, $2 FROM ladders WHERE season = $3`, []any{id, made, l.season}},
			statement{`INSERT INTO tournaments (id, season, name, about, kind, settings, forfeits, status, rounds, round, lot, made, begun, ended)
				SELECT id || $1, $1, name, about, kind, settings, forfeits, 'over', rounds, round, lot, $2, $2, $2 FROM tournaments WHERE season = $3`, []any{id, made, l.season}})
	}
	l.do(b, append(statements, statement{fmt.Sprintf(`WITH RECURSIVE i (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < %d)
		INSERT INTO audit_log (number, at, person, act, subject, about_kind, about_id, detail)
		SELECT i.n + (SELECT max(number) FROM audit_log), $1, $2, CASE WHEN i.n %% 3 = 0 THEN 'role' ELSE 'tournament-entrant' END,
			(SELECT id FROM roster WHERE nth = i.n %% %d), 'members', '', '{"Tournament": "Cup", "WasKey": "role.member", "IsKey": "role.organiser"}' FROM i`,
		largeLog, largeMembers), []any{l.now.UnixMilli(), l.organiser}})...)
}
