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

// A Lobby is the games that wait, as one person sees them; the last that
// somebody asked for come first.
type Lobby struct {
	Challenges []Game // a free seat is reserved for the person
	Own        []Game // the person sits in
	Seeks      []Game // others, which the person may join
	Standings  map[Standing]rating.Rating
}

// A Standing is whose rating it is, in which game and class of clock.
type Standing struct {
	Person string
	Key    string // of the game's rules
	Class  rating.Class
}

// HostStanding is the Standing of who started the game, in such games.
func (g Game) HostStanding() Standing { return Standing{g.Host, g.Key, g.Class()} }

// Lobby is the games that wait, as a person sees them, or somebody unknown
// (empty): of seeks the last, limit at most, and of one game when its key is
// given; of the person's own and of challenges as many. Seeks and challenges
// between people of whom one has blocked the other are left out. Standings are
// those of hosts who have one, as they are now.
func (d *DB) Lobby(ctx context.Context, person, key string, limit int, now time.Time) (Lobby, error) {
	tx, err := d.read.BeginTx(ctx, nil)
	if err != nil {
		return Lobby{}, kind(err)
	}
	defer func() { _ = tx.Rollback() }() // there is nothing to keep
	var l Lobby
	list, err := sound(d.readGames(ctx, tx, selectLobby, person, key, limit))
	if err != nil {
		return Lobby{}, err
	}
	for _, g := range list {
		switch {
		case len(g.SeatsOf(person)) > 0 && person != "":
			l.Own = append(l.Own, g)
		case g.ReservedFor(person) != 0:
			l.Challenges = append(l.Challenges, g)
		default:
			l.Seeks = append(l.Seeks, g)
		}
	}
	l.Standings, err = standings(ctx, tx, list, now)
	return l, err
}

// ReservedFor is the free seat that is reserved for a person, 0 for none.
func (g Game) ReservedFor(person string) rules.Seat {
	i := slices.IndexFunc(g.Players, func(p Player) bool { return person != "" && p.ID == "" && p.Reserved == person })
	return rules.Seat(i + 1)
}

// OpenTo lists the seats that a claim for any seat would get, if nothing but the
// game itself is in the way.
func (g Game) OpenTo(c Claim) []rules.Seat {
	c.Person = cmp.Or(c.Person, "-") // nobody, who is none of the players
	var open []rules.Seat
	for _, seat := range g.SeatsOf("") {
		c.Seat = seat
		if _, err := g.seatFor(c); err == nil {
			open = append(open, seat)
		}
	}
	return open
}

// CheckStranger says what TakeSeat would find wrong with a claim if somebody made
// it who is not known yet, as far as the game itself tells. The claim's Person
// does not matter.
func (g Game) CheckStranger(c Claim) error {
	c.Person = "-" // nobody, who is none of the players
	seat, err := g.seatFor(c)
	switch {
	case err != nil:
		return err
	case g.Rated:
		return ErrRatedGuest(c.Person)
	}
	return g.seat(c, seat, g.Changed) // of a copy
}

// apart holds that nobody who sits in the game w and the person $1 have
// blocked one another.
const apart = `NOT EXISTS (SELECT 1 FROM seats o JOIN blocks b
	ON b.blocker = $1 AND b.blocked = o.person OR b.blocker = o.person AND b.blocked = $1 WHERE o.game = w.id)`

// selectLobby takes a person, a game's key or nothing, and how many seeks.
const selectLobby = selectGame + `WHERE g.id IN (
		SELECT * FROM (
			SELECT w.id FROM games w JOIN seats own ON own.game = w.id
			WHERE w.status = 'waiting' AND w.pairing IS NULL AND (own.person = $1 OR own.person IS NULL AND own.reserved = $1 AND ` + apart + `)
			ORDER BY w.created DESC, w.id LIMIT $3) mine
		UNION SELECT * FROM (
			SELECT w.id FROM games w WHERE w.status = 'waiting' AND w.listed AND ($2 = '' OR w.game = $2)
			AND EXISTS (SELECT 1 FROM seats f WHERE f.game = w.id AND f.person IS NULL AND f.reserved IS NULL)
			AND NOT EXISTS (SELECT 1 FROM seats own WHERE own.game = w.id AND own.person = $1) AND ` + apart + `
			ORDER BY w.created DESC, w.id LIMIT $3) seeks
	) ORDER BY g.created DESC, g.id, s.seat`

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

// barred tells whether somebody who sits in a game and a person have blocked
// one another.
func barred(ctx context.Context, tx *sql.Tx, game, person string) (yes bool, err error) {
	const query = "SELECT EXISTS (SELECT 1 FROM games w WHERE w.id = $2 AND NOT " + apart + ")"
	return yes, kind(tx.QueryRowContext(ctx, query, person, game).Scan(&yes))
}

// PlayNow seats the host of n in a listed game of others, the one that has
// waited longest, of live games the shortest, among those that fit: of the same
// game, options and class of clock, with about as much time (Control.Similar),
// rated or not and of one game or two as n is, without bots, of people whom the
// host has not blocked nor they the host, with a seat that is not reserved, and of live games
// whose host is not away, as a Claim has it. When there is none it is a listed
// game as n has it, which waits: the one that the host has asked for before, or a
// new one. It fails as CreateGame does.
func (d *DB) PlayNow(ctx context.Context, n NewGame, now time.Time, away func(string) bool) (Game, error) {
	n.Listed = true
	asked, err := n.game(now)
	if err != nil {
		return Game{}, err
	}
	got := asked
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
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

// fitting finds the game that waits and fits best one that is asked for, and
// its host; empty when there is none. Of live games the last comes first: its
// host is the likeliest to be there still.
func fitting(ctx context.Context, tx *sql.Tx, asked Game, away func(string) bool) (id, host string, err error) {
	setup, control := asked.Record.Setup(), asked.Record.Control()
	options, err := optionsText(setup)
	if err != nil {
		return "", "", err
	}
	const query = `SELECT w.id, w.host, w.control FROM games w
		WHERE w.status = 'waiting' AND w.listed AND w.game = $2 AND w.rules = $3 AND w.options = $4 AND w.position = $5
		AND w.class = $6 AND w.rated = $7 AND w.leg = $8 AND w.explore = $9
		AND EXISTS (SELECT 1 FROM seats f WHERE f.game = w.id AND f.person IS NULL AND f.reserved IS NULL)
		AND NOT EXISTS (SELECT 1 FROM seats b WHERE b.game = w.id AND b.person LIKE ` + botIDs + `)
		AND (w.host = $1 AND w.control = $10
			OR NOT EXISTS (SELECT 1 FROM seats own WHERE own.game = w.id AND own.person = $1))
		AND ` + apart + ` ORDER BY w.host = $1, CASE WHEN $11 THEN -w.created ELSE w.created END, w.id`
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
			return id, host, nil
		}
	}
	return "", "", kind(rows.Err())
}

// meet seats the person of a claim in a game that waits and is open to everybody.
func (d *DB) meet(ctx context.Context, tx *sql.Tx, id string, c Claim, now time.Time) (Game, error) {
	return d.editIn(ctx, tx, id, now, func(g *Game, _ bool) error {
		seat, err := g.seatFor(c)
		if err != nil {
			return err
		}
		return g.seat(c, seat, now)
	})
}
