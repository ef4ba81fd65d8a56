package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
)

// A Status is how far a game is.
type Status string

// The statuses of a game.
const (
	Waiting Status = "waiting" // for somebody to take a free seat
	Running Status = "running"
	Over    Status = "over"
)

// A Player is who sits in a seat.
type Player struct {
	ID   string // of the person; empty: the seat is free
	Name string // empty for a guest
}

// A Game is a game with all that was played.
type Game struct {
	ID       string
	Key      string // of its rules
	Rules    int    // their version when the game began, by which it is played to its end
	Status   Status
	Host     string   // id of the person who started it
	Explore  bool     // players may look at other positions while it goes on
	Invite   string   // the secret in the invitation's address; empty when nobody can be invited
	Players  []Player // by seat - 1
	Revision int      // rises with every change that the game's page shows
	Created  time.Time
	Changed  time.Time      // last turn, resignation or join
	Record   *record.Record // this Game's own
}

// A NewGame is what somebody asks for who starts a game.
type NewGame struct {
	Key       string // of the rules
	Setup     rules.Setup
	Host      string     // the person who starts it
	HostSeat  rules.Seat // where the host sits
	BothSeats bool       // the host plays all seats on one device; HostSeat does not matter
	Explore   bool       // as in Game
}

// CreateGame starts a game. Unless the host plays all seats it waits until the
// other seats are taken. It fails with kind NotFound when there are no such
// rules or no such host, and with kind Invalid when the set-up or the host's
// seat is bad.
func (d *DB) CreateGame(ctx context.Context, n NewGame, now time.Time) (Game, error) {
	rulesOf, err := games.Find(n.Key)
	if err != nil {
		return Game{}, err
	}
	r, err := record.New(rulesOf, n.Setup)
	if err != nil {
		return Game{}, err
	}
	seats := r.State().Seats()
	if !n.BothSeats && (n.HostSeat < 1 || int(n.HostSeat) > seats) {
		return Game{}, rules.Errorf(rules.Invalid, "error.seat", "no seat %d", n.HostSeat)
	}
	n.Setup = r.Setup() // with the defaults written out, whatever they may become
	options := []byte("{}")
	if len(n.Setup.Options) > 0 {
		if options, err = json.Marshal(n.Setup.Options); err != nil {
			return Game{}, err
		}
	}
	g := Game{
		ID: NewID(gameLetters), Key: n.Key, Rules: r.Setup().Version, Host: n.Host, Explore: n.Explore,
		Players: make([]Player, seats), Created: fromMS(now.UnixMilli()), Record: r,
	}
	for i := range g.Players {
		if n.BothSeats || rules.Seat(i+1) == n.HostSeat {
			g.Players[i].ID = n.Host
		}
	}
	if !n.BothSeats {
		g.Invite = NewID(inviteLetters)
	}
	g.touch(now)
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error { return insertGame(ctx, tx, g, n, string(options)) })
	if err != nil {
		return Game{}, err
	}
	return d.Game(ctx, g.ID)
}

// Game is the game with the id, or an error of kind NotFound.
func (d *DB) Game(ctx context.Context, id string) (Game, error) {
	return scanGame(d.readGame.QueryContext(ctx, id))
}

// Revision is the revision of the game with the id, without replaying the
// game, or an error of kind NotFound.
func (d *DB) Revision(ctx context.Context, id string) (int, error) {
	var revision int
	err := d.readRevision.QueryRowContext(ctx, id).Scan(&revision)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, errNoGame()
	}
	return revision, kind(err)
}

func errNoGame() error { return rules.Errorf(rules.NotFound, "error.no-game", "no such game") }

// GameByInvite is the game that the secret invites to, or an error of kind
// NotFound. The secret outlives the joining, so that an address followed twice
// leads to the game.
func (d *DB) GameByInvite(ctx context.Context, invite string) (Game, error) {
	return scanGame(d.read.QueryContext(ctx, selectGame+"WHERE g.invite = $1 ORDER BY s.seat", invite))
}

// JoinGame seats a person in the first free seat of the game that the secret
// invites to. It fails with kind NotFound when there is no such game or
// person, and with kind Conflict when the person sits there already (key
// error.already-in) or no seat is free (error.seat-taken).
func (d *DB) JoinGame(ctx context.Context, invite, person string, now time.Time) (Game, error) {
	if person == "" {
		return Game{}, kind(sql.ErrNoRows)
	}
	var g Game
	err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		g, err = scanGame(tx.QueryContext(ctx, selectGame+"WHERE g.invite = $1 ORDER BY s.seat", invite))
		if err != nil {
			return err
		}
		if len(g.SeatsOf(person)) > 0 {
			return rules.Errorf(rules.Conflict, "error.already-in", "person %s in game %s", person, g.ID)
		}
		free := g.SeatsOf("")
		if len(free) == 0 {
			return rules.Errorf(rules.Conflict, "error.seat-taken", "game %s", g.ID)
		}
		if _, err := exec(ctx, tx, "UPDATE seats SET person = $3 WHERE game = $1 AND seat = $2", g.ID, free[0], person); err != nil {
			return err
		}
		if g, err = scanGame(tx.QueryContext(ctx, selectGame+"WHERE g.invite = $1 ORDER BY s.seat", invite)); err != nil {
			return err
		}
		g.touch(now)
		return d.store(ctx, tx, g)
	})
	if err != nil {
		return Game{}, err
	}
	return g, nil
}

// SeatsOf lists the seats a person holds, and those that are free when person
// is empty.
func (g Game) SeatsOf(person string) []rules.Seat {
	var seats []rules.Seat
	for i, player := range g.Players {
		if player.ID == person {
			seats = append(seats, rules.Seat(i+1))
		}
	}
	return seats
}

// selectGame reads a game in one statement, so that its row, seats and events
// agree: a row for each seat, the events with the first.
const selectGame = `SELECT g.id, g.game, g.rules, g.options, g.position, g.host, g.explore, coalesce(g.invite, ''),
	g.revision, g.created, g.changed, g.status, coalesce(s.person, ''), coalesce(p.name, ''),
	CASE WHEN s.seat = 1 THEN (SELECT coalesce(string_agg(e.event, ' ' ORDER BY e.ply), '') FROM events e WHERE e.game = g.id)
		ELSE '' END
	FROM games g JOIN seats s ON s.game = g.id LEFT JOIN people p ON p.id = s.person `

// scanGame reads what selectGame gives. It fails with kind NotFound when that
// is nothing.
func scanGame(rows *sql.Rows, err error) (Game, error) {
	if err != nil {
		return Game{}, kind(err)
	}
	defer func() { _ = rows.Close() }()
	var g Game
	var setup rules.Setup
	var options, events string
	for rows.Next() {
		var created, changed int64
		var player Player
		var some string
		if err := rows.Scan(&g.ID, &g.Key, &g.Rules, &options, &setup.Position, &g.Host, &g.Explore, &g.Invite,
			&g.Revision, &created, &changed, &g.Status, &player.ID, &player.Name, &some); err != nil {
			return Game{}, kind(err)
		}
		g.Created, g.Changed = fromMS(created), fromMS(changed)
		g.Players = append(g.Players, player)
		events += some
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return Game{}, kind(err)
	}
	if len(g.Players) == 0 {
		return Game{}, errNoGame()
	}
	if err := g.replay(setup, options, events); err != nil {
		// Hide the cause's kind: it is nobody's mistake who asks for the game.
		return Game{}, fmt.Errorf("game %s as stored: %s", g.ID, err.Error())
	}
	return g, nil
}

func (g *Game) replay(setup rules.Setup, options, events string) error {
	if err := json.Unmarshal([]byte(options), &setup.Options); err != nil {
		return err
	}
	rulesOf, err := games.Find(g.Key)
	if err != nil {
		return err
	}
	if setup.Version = g.Rules; setup.Version < 1 {
		return fmt.Errorf("version %d of the rules", setup.Version)
	}
	g.Record, err = record.Replay(rulesOf, setup, strings.Fields(events))
	return err
}

// touch notes a change of the seats or the record.
func (g *Game) touch(now time.Time) {
	g.Revision++
	g.Changed = fromMS(now.UnixMilli())
	g.Status = Running
	if len(g.SeatsOf("")) > 0 {
		g.Status = Waiting
	}
	if _, over := g.Record.Result(); over {
		g.Status = Over
	}
}

const updateGame = `UPDATE games SET revision = $2, changed = $3, status = $4, to_act = $5, turn = $6, result = $7, reason = $8
	WHERE id = $1`

// store writes what a change leaves in the game's row.
func (d *DB) store(ctx context.Context, tx *sql.Tx, g Game) error {
	_, err := tx.StmtContext(ctx, d.updateGame).ExecContext(ctx, append([]any{g.ID}, g.listed()...)...)
	return kind(err)
}

// listed is the part of a game's row that changes, as lists show it.
func (g Game) listed() []any {
	turn := g.Record.State().Turn()
	var text, reason string
	if result, over := g.Record.Result(); over {
		text, reason = result.String(), string(result.Reason)
	}
	return []any{g.Revision, g.Changed.UnixMilli(), g.Status, turn.Seat, turn.Number, text, reason}
}

func insertGame(ctx context.Context, tx *sql.Tx, g Game, n NewGame, options string) error {
	const insert = `INSERT INTO games (id, game, rules, options, position, host, explore, invite, created,
		revision, changed, status, to_act, turn, result, reason)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`
	args := []any{g.ID, g.Key, g.Rules, options, n.Setup.Position, g.Host, g.Explore, null(g.Invite), g.Created.UnixMilli()}
	if _, err := exec(ctx, tx, insert, append(args, g.listed()...)...); err != nil {
		return err
	}
	for i, player := range g.Players {
		_, err := exec(ctx, tx, "INSERT INTO seats (game, seat, person) VALUES ($1, $2, $3)", g.ID, i+1, null(player.ID))
		if err != nil {
			return err
		}
	}
	return nil
}
