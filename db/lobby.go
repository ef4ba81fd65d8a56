package db

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"time"

	"hexclub/rules"
	"hexclub/rules/rating"
	"hexclub/rules/record"
)

// Seeks are the waiting games that anybody may join.
type Seeks struct {
	Games     []Game // the newest first
	Standings map[Standing]rating.Rating
}

// Meetings are the waiting games that concern a person, and the people whom the person does not
// meet.
type Meetings struct {
	Challenges []Game // a free seat is reserved for the person
	Own        []Game // the person sits in
	Standings  map[Standing]rating.Rating

	person string
	apart  map[string]bool // ids of people whom the person has blocked, or who have blocked the person
}

// Sees reports whether a seek is open to the person: it is neither one of the person's own nor a
// challenge to them, and none of its players has blocked the person or is blocked.
func (m Meetings) Sees(g Game) bool {
	return g.ReservedFor(m.person) == 0 && !slices.ContainsFunc(g.Players, func(p Player) bool {
		return p.ID != "" && (p.ID == m.person || m.apart[p.ID])
	})
}

// A Standing identifies a rating: the person, the rules and the class of clock.
type Standing struct {
	Person string
	Key    string // of the game's rules
	Class  rating.Class
}

// HostStanding returns the Standing of the game's host in such games.
func (g Game) HostStanding() Standing { return Standing{g.Host, g.Key, g.Class()} }

// Seeks returns the games that anybody may join, at most limit, and only those of the rules with a
// key, if it is given. Standings are the ratings of their hosts at a moment.
func (d *DB) Seeks(ctx context.Context, key string, limit int, now time.Time) (seeks Seeks, err error) {
	seeks.Games, seeks.Standings, err = d.waitingGames(ctx, now, selectSeeks, key, limit)
	return seeks, err
}

// Meetings returns the waiting games that concern a person, at most limit, the last first. It
// leaves out challenges between people of whom one has blocked the other. Standings are the ratings
// of their hosts at a moment.
func (d *DB) Meetings(ctx context.Context, person string, limit int, now time.Time) (Meetings, error) {
	m := Meetings{person: person, apart: map[string]bool{}}
	list, ratings, err := d.waitingGames(ctx, now, selectMeetings, person, limit)
	if err != nil {
		return Meetings{}, err
	}
	m.Standings = ratings
	for _, g := range list {
		if len(g.SeatsOf(person)) > 0 {
			m.Own = append(m.Own, g)
		} else {
			m.Challenges = append(m.Challenges, g)
		}
	}
	rows, err := d.read.QueryContext(ctx, "SELECT blocked FROM blocks WHERE blocker = $1 UNION SELECT blocker FROM blocks WHERE blocked = $1", person)
	ids, err := scanTexts(rows, err)
	for _, id := range ids {
		m.apart[id] = true
	}
	return m, err
}

// waitingGames returns the games of a statement that can be replayed, with the ratings of their hosts
// at a moment.
func (d *DB) waitingGames(ctx context.Context, now time.Time, query string, args ...any) ([]Game, map[Standing]rating.Rating, error) {
	tx, err := d.read.BeginTx(ctx, nil)
	if err != nil {
		return nil, nil, kind(err)
	}
	defer func() { _ = tx.Rollback() }() // read only
	list, err := sound(d.readGames(ctx, tx, query, args...))
	if err != nil {
		return nil, nil, err
	}
	ratings, err := standings(ctx, tx, list, now)
	return list, ratings, err
}

// ReservedFor returns the free seat that is reserved for a person, 0 for none.
func (g Game) ReservedFor(person string) rules.Seat {
	i := slices.IndexFunc(g.Players, func(p Player) bool { return person != "" && p.ID == "" && p.Reserved == person })
	return rules.Seat(i + 1)
}

// OpenTo returns the seats that a claim for any seat could get, as far as the game itself decides.
func (g Game) OpenTo(c Claim) []rules.Seat {
	c.Person = cmp.Or(c.Person, "-") // an unknown person
	var open []rules.Seat
	for _, seat := range g.SeatsOf("") {
		c.Seat = seat
		if _, err := g.seatFor(c); err == nil {
			open = append(open, seat)
		}
	}
	return open
}

// CheckStranger returns the error of TakeSeat for a claim by an unknown person, as far as the game
// itself decides. It ignores the claim's Person.
func (g Game) CheckStranger(c Claim) error {
	c.Person = "-" // an unknown person
	seat, err := g.seatFor(c)
	switch {
	case err != nil:
		return err
	case g.Rated:
		return ErrRatedGuest(c.Person)
	}
	return g.seat(c, seat, g.Changed) // of a copy
}

// apart returns the condition that no player of the game w has blocked a person or is blocked by
// that person.
func apart(person string) string {
	return `NOT EXISTS (SELECT 1 FROM seats o JOIN blocks b
		ON b.blocker = ` + person + ` AND b.blocked = o.person OR b.blocker = o.person AND b.blocked = ` + person + ` WHERE o.game = w.id)`
}

var (
	// selectSeeks takes a key of rules or nothing, and a limit.
	selectSeeks = selectGame + `WHERE g.id IN (
		SELECT w.id FROM games w WHERE w.status = 'waiting' AND w.listed AND ($1 = '' OR w.game = $1)
			AND EXISTS (SELECT 1 FROM seats f WHERE f.game = w.id AND f.person IS NULL AND f.reserved IS NULL)
			ORDER BY w.created DESC, w.id LIMIT $2
	) ORDER BY g.created DESC, g.id, s.seat`

	// selectMeetings takes a person, and a limit.
	selectMeetings = selectGame + `WHERE g.id IN (
		SELECT w.id FROM (SELECT game FROM seats WHERE person = $1 AND open
				UNION SELECT game FROM seats WHERE reserved = $1 AND open AND person IS NULL) mine CROSS JOIN games w
			WHERE w.id = mine.game AND w.status = 'waiting' AND w.pairing IS NULL
				AND (EXISTS (SELECT 1 FROM seats own WHERE own.game = w.id AND own.person = $1) OR ` + apart("$1") + `)
			ORDER BY w.created DESC, w.id LIMIT $2
	) ORDER BY g.created DESC, g.id, s.seat`
)

// standings returns the ratings of the hosts of games at a moment, in one query.
func standings(ctx context.Context, tx *sql.Tx, list []Game, now time.Time) (map[Standing]rating.Rating, error) {
	wanted, hosts := map[Standing]bool{}, []string{}
	for _, g := range list {
		if standing := g.HostStanding(); standing.Class != "" && !wanted[standing] {
			wanted[standing], hosts = true, append(hosts, g.Host)
		}
	}
	of, args := inList(hosts)
	rows, err := tx.QueryContext(ctx, "SELECT person, game, class, rating, deviation, volatility, at FROM ratings WHERE person IN "+of, args...)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	found := map[Standing]rating.Rating{}
	for rows.Next() {
		var s Standing
		var r rating.Rating
		var at int64
		if err := rows.Scan(&s.Person, &s.Key, &s.Class, &r.Rating, &r.Deviation, &r.Volatility, &at); err != nil {
			return nil, kind(err)
		}
		if wanted[s] {
			found[s] = r.Idle(now.Sub(fromMS(at)).Milliseconds())
		}
	}
	return found, kind(rows.Err())
}

// barred reports whether a person has blocked, or is blocked by, a player of a game.
func barred(ctx context.Context, tx *sql.Tx, game, person string) (yes bool, err error) {
	query := "SELECT EXISTS (SELECT 1 FROM games w WHERE w.id = $1 AND NOT " + apart("$2") + ")"
	return yes, kind(tx.QueryRowContext(ctx, query, game, person).Scan(&yes))
}

// PlayNow seats the host of n in the best listed game of another host: the one that has waited
// longest, of live games the shortest. It has to have the same rules, options, class of clock,
// rating and length of match as n, about the same time (Control.Similar), a seat that is not
// reserved, no bots, and no blocks between the players; the host of a live game must not be away.
// If there is none, PlayNow returns a listed game as n describes it, which waits: the one that the
// host made before, or a new one. It fails as CreateGame does.
func (d *DB) PlayNow(ctx context.Context, n NewGame, now time.Time, away func(string) bool) (Game, error) {
	n.Listed = true
	asked, err := n.game(now)
	if err != nil {
		return Game{}, err
	}
	var got Game
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		got = asked
		if err := mayPlay(ctx, tx, n); err != nil {
			return err
		}
		found, host, err := fitting(ctx, tx, asked, away)
		switch {
		case err != nil:
			return err
		case found == "":
			if err := mayWait(ctx, tx, asked); err != nil {
				return err
			}
			return d.insertGame(ctx, tx, asked)
		case host == n.Host:
			got = Game{ID: found}
			return nil
		}
		got, err = d.meet(ctx, tx, found, Claim{Person: n.Host, Away: away}, now)
		return err
	})
	if err != nil {
		return Game{}, err
	}
	return d.written(ctx, got)
}

// fitting returns the waiting game that fits best, and its host; empty if there is none. Of live
// games the last comes first, because its host is the most likely to be present.
func fitting(ctx context.Context, tx *sql.Tx, asked Game, away func(string) bool) (id, host string, err error) {
	setup, control := asked.Record.Setup(), asked.Record.Control()
	options, err := optionsText(setup)
	if err != nil {
		return "", "", err
	}
	query := `SELECT w.id, w.host, w.control FROM games w
		WHERE w.status = 'waiting' AND w.listed AND w.game = $2 AND w.rules = $3 AND w.options = $4 AND w.position = $5
		AND w.class = $6 AND w.rated = $7 AND w.leg = $8 AND w.explore = $9
		AND EXISTS (SELECT 1 FROM seats f WHERE f.game = w.id AND f.person IS NULL AND f.reserved IS NULL)
		AND NOT EXISTS (SELECT 1 FROM seats b WHERE b.game = w.id AND b.person LIKE ` + botIDs + `)
		AND (w.host = $1 AND w.control = $10
			OR NOT EXISTS (SELECT 1 FROM seats own WHERE own.game = w.id AND own.person = $1))
		AND ` + apart("$1") + ` ORDER BY w.host = $1, CASE WHEN $11 THEN -w.created ELSE w.created END, w.id`
	rows, err := tx.QueryContext(ctx, query, asked.Host, asked.Key, asked.Rules, options, setup.Position, string(asked.Class()),
		asked.Rated, asked.Leg, asked.Explore, control.String(), control.Live())
	if err != nil {
		return "", "", kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var text string
		if err := rows.Scan(&id, &host, &text); err != nil {
			return "", "", kind(err)
		}
		if control.Live() && host != asked.Host && away != nil && away(host) {
			continue
		}
		if other, err := record.ParseControl(text); err == nil && control.Similar(other) {
			return id, host, kind(rows.Close())
		}
	}
	return "", "", kind(rows.Err())
}

// meet seats the person of a claim in a waiting game that anybody may join.
func (d *DB) meet(ctx context.Context, tx *sql.Tx, id string, c Claim, now time.Time) (Game, error) {
	return d.editIn(ctx, tx, id, now, func(g *Game, _ bool) error {
		seat, err := g.seatFor(c)
		if err != nil {
			return err
		}
		return g.seat(c, seat, now)
	})
}
