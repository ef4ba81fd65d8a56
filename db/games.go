package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
)

// A Status is the phase of a game.
type Status string

// The statuses of a game.
const (
	Waiting Status = "waiting" // a seat is free
	Running Status = "running"
	Over    Status = "over"
)

// A Player is the occupant of a seat.
type Player struct {
	ID       string // of the person, or bot; empty: the seat is free
	Name     string // empty for a guest and for a deleted account
	Deleted  bool
	Reserved string // id of the only person who may take the free seat; empty: any person
}

// Guest reports whether a guest sits in the seat.
func (p Player) Guest() bool { return p.ID != "" && p.Name == "" && !p.Deleted && p.Bot() == 0 }

// A Game is a game with its record.
type Game struct {
	ID       string
	Key      string // of its rules
	Rules    int    // their version when the game began, which applies to its end
	Status   Status
	Host     string   // id of the person who started it
	Explore  bool     // players may explore other positions while the game runs
	Invite   string   // the secret in the invitation's address; empty if there is no invitation
	Players  []Player // by seat - 1
	Revision int      // rises with each change that the game's page shows
	Created  time.Time
	Changed  time.Time      // last turn, act or change of seats
	Since    time.Time      // when the time of the seat to act began to run, possibly in the future; zero if no clock runs
	Record   *record.Record // shared with other readers of the game: never modify it
	Terms
	Leg       int         // 1 or 2 in a match, else 0
	FirstLeg  string      // id of the first game of the match, in the second
	RematchOf string      // id of the game that this is a rematch of
	Pairing   string      // id of its pairing; empty for none
	Nth       int         // game of the pairing, from 1
	Ladder    *LadderNews // the news on a ladder from the end of its pairing; nil for none. Only set for the caller whose act it was
	Withdrawn []Game      // the games that its players left because this one, or the next of its match, began. Only set for the caller whose act it was
}

// Terms are the conditions of a game besides its rules.
type Terms struct {
	Listed bool // listed in the lobby while it waits
	Drawn  bool // seats are drawn when all players have joined
	Rated  bool
}

// written reads a game that was just written. It ignores the end of the request, because other
// players are to be notified anyway.
func (d *DB) written(ctx context.Context, g Game) (Game, error) {
	after, err := d.Game(context.WithoutCancel(ctx), g.ID)
	after.Withdrawn, after.Ladder = g.Withdrawn, g.Ladder
	return after, err
}

// Game returns the game with the id. It fails with kind NotFound.
func (d *DB) Game(ctx context.Context, id string) (Game, error) {
	g, err := d.readOne(ctx, d.readGame, id)
	if err == nil {
		d.records.put(g)
	}
	return g, err
}

// readOne returns the game that a statement of selectUnlessCached reads. It takes the record from
// the cache if it is there.
func (d *DB) readOne(ctx context.Context, stmt *sql.Stmt, id string) (Game, error) {
	cached := d.records.get(id)
	list, err := scanStored(stmt.QueryContext(ctx, id, cached.revision, cached.changed.UnixMilli()))
	switch {
	case err != nil:
		return Game{}, err
	case len(list) == 0:
		return Game{}, errNoGame()
	}
	g := list[0]
	err = d.records.replay(ctx, g, cached)
	switch {
	case err != nil && ctx.Err() != nil:
		return Game{}, kind(ctx.Err())
	case err != nil:
		return Game{}, brokenGames{{g.ID, err}}
	}
	return g.Game, nil
}

// Games returns the games with the ids, by id. Unknown ids and games that cannot be
// replayed are left out.
func (d *DB) Games(ctx context.Context, ids []string) (map[string]Game, error) {
	of, args := inList(ids)
	list, err := sound(d.readGames(ctx, d.read, selectGame+"WHERE g.id IN "+of+" ORDER BY g.id, s.seat", args...))
	games := make(map[string]Game, len(list))
	for _, g := range list {
		games[g.ID] = g
	}
	return games, err
}

// Revision returns the revision of the game with the id, without replaying the game. It fails with
// kind NotFound.
func (d *DB) Revision(ctx context.Context, id string) (int, error) {
	var revision int
	err := d.readRevision.QueryRowContext(ctx, id).Scan(&revision)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, errNoGame()
	}
	return revision, kind(err)
}

func errNoGame() error { return rules.Errorf(rules.NotFound, "error.no-game", "no such game") }

// GameByInvite returns the game that a secret invites to. It fails with kind NotFound. The secret
// stays valid after joining, so that following the address again leads to the game.
func (d *DB) GameByInvite(ctx context.Context, invite string) (Game, error) {
	return one(d.readGames(ctx, d.read, selectGame+"WHERE g.invite = $1 ORDER BY s.seat", invite))
}

// SitsIn reports whether a person has a seat in the game with the id, without replaying
// the game. It fails with kind NotFound when there is no such game.
func (d *DB) SitsIn(ctx context.Context, id, person string) (sits bool, err error) {
	const query = "SELECT EXISTS (SELECT 1 FROM seats s WHERE s.game = g.id AND s.person = $2) FROM games g WHERE g.id = $1"
	err = d.read.QueryRowContext(ctx, query, id, person).Scan(&sits)
	if errors.Is(err, sql.ErrNoRows) {
		return false, errNoGame()
	}
	return sits, kind(err)
}

// Private reports whether no list of the site shows a game to strangers: it waits for invited players only, one person
// plays all seats, or it was called off. Its page is for readers who know the address.
func (g Game) Private() bool {
	result, over := g.Record.Result()
	alone := !slices.ContainsFunc(g.Players, func(p Player) bool { return p.ID != g.Players[0].ID })
	return alone || g.Status == Waiting && !g.Listed || over && result.Void()
}

// SeatsOf returns the seats of a person, or the free seats for an empty person.
func (g Game) SeatsOf(person string) []rules.Seat {
	var seats []rules.Seat
	for i, player := range g.Players {
		if player.ID == person {
			seats = append(seats, rules.Seat(i+1))
		}
	}
	return seats
}

// selectGame reads games in one statement, so that their rows, seats and events
// agree: a row for each seat, the events with the first.
const selectGame = gameRows + `CASE WHEN s.seat = 1 THEN ` + gameEvents + ` ELSE '' END ` + gameTables

// selectUnlessCached takes the id of a game, and the revision that is cached with the time of its change. It
// leaves out the events of this revision.
const selectUnlessCached = gameRows + `CASE WHEN s.seat = 1 AND (g.revision <> $2 OR g.changed <> $3) THEN ` + gameEvents + ` ELSE '' END ` +
	gameTables + `WHERE g.id = $1 ORDER BY s.seat`

// The parts of both statements.
const (
	gameRows = `SELECT g.id, g.game, g.rules, g.options, g.position, g.control, g.host, g.explore, coalesce(g.invite, ''),
	g.revision, g.created, g.changed, coalesce(g.since, 0), g.status, g.listed, g.drawn, g.rated,
	g.leg, coalesce(g.first_leg, ''), coalesce(g.rematch_of, ''), coalesce(g.pairing, ''), g.nth,
	coalesce(s.person, ''), coalesce(p.name, ''), coalesce(p.deleted, false), coalesce(s.reserved, ''), `
	gameEvents = `(SELECT coalesce(string_agg(e.event, ' ' ORDER BY e.ply), '') FROM events e WHERE e.game = g.id)`
	gameTables = `FROM games g JOIN seats s ON s.game = g.id LEFT JOIN people p ON p.id = s.person `
)

// scanGame reads one game of selectGame. It fails with kind NotFound if there is none.
func scanGame(rows *sql.Rows, err error) (Game, error) { return one(scanGames(rows, err)) }

func one(list []Game, err error) (Game, error) {
	if err != nil {
		return Game{}, err
	}
	if len(list) == 0 {
		return Game{}, errNoGame()
	}
	return list[0], nil
}

// A storedGame is a game as it is stored.
type storedGame struct {
	Game
	setup                    rules.Setup
	options, control, events string
}

// scanSound is scanGames for lists. It leaves out games that cannot be replayed. A reader of
// such a game gets the error.
func scanSound(rows *sql.Rows, err error) ([]Game, error) { return sound(scanGames(rows, err)) }

func sound(list []Game, err error) ([]Game, error) {
	if errors.Is(err, ErrBroken) {
		err = nil
	}
	return list, err
}

// scanGames reads the games of selectGame. It returns an error about games that cannot be replayed
// together with the others.
func scanGames(rows *sql.Rows, err error) ([]Game, error) {
	return replayAll(rows, err, func(g *storedGame) error { return g.replay(context.Background()) })
}

// A querier runs statements that return rows: a pool or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// readGames is scanGames for a statement that reads committed rows: it uses the cache of records.
// It replays games until ctx is done.
func (d *DB) readGames(ctx context.Context, from querier, query string, args ...any) ([]Game, error) {
	rows, err := from.QueryContext(ctx, query, args...)
	list, err := replayAll(rows, err, func(g *storedGame) error {
		if err := d.records.replay(ctx, g, d.records.get(g.ID)); err != nil {
			return err
		}
		d.records.put(g.Game)
		return nil
	})
	if errors.Is(err, ErrBroken) && ctx.Err() != nil {
		return nil, kind(ctx.Err()) // the reader has left; no game is broken
	}
	return list, err
}

func replayAll(rows *sql.Rows, err error, replay func(*storedGame) error) ([]Game, error) {
	list, err := scanStored(rows, err)
	if err != nil {
		return nil, err
	}
	made := make([]Game, 0, len(list))
	var broken brokenGames
	for _, g := range list {
		if err := replay(g); err != nil {
			broken = append(broken, brokenGame{g.ID, err})
			continue
		}
		made = append(made, g.Game)
	}
	if len(broken) > 0 {
		return made, broken
	}
	return made, nil
}

// scanStored reads the rows of selectGame, the seats of each game in order, without replaying
// games.
func scanStored(rows *sql.Rows, err error) ([]*storedGame, error) {
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	var list []*storedGame
	for rows.Next() {
		var g storedGame
		var created, changed, since int64
		var player Player
		if err := rows.Scan(&g.ID, &g.Key, &g.Rules, &g.options, &g.setup.Position, &g.control, &g.Host, &g.Explore, &g.Invite,
			&g.Revision, &created, &changed, &since, &g.Status, &g.Listed, &g.Drawn, &g.Rated,
			&g.Leg, &g.FirstLeg, &g.RematchOf, &g.Pairing, &g.Nth,
			&player.ID, &player.Name, &player.Deleted, &player.Reserved, &g.events); err != nil {
			return nil, kind(err)
		}
		if len(list) == 0 || list[len(list)-1].ID != g.ID {
			g.Created, g.Changed = fromMS(created), fromMS(changed)
			if since != 0 {
				g.Since = fromMS(since)
			}
			list = append(list, &g)
		}
		last := list[len(list)-1]
		last.Players = append(last.Players, player)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

func (g *storedGame) replay(ctx context.Context) error {
	rulesOf, err := games.Find(g.Key)
	if err != nil {
		return err
	}
	return g.replayBy(ctx, rulesOf)
}

// replayBy replays the game by its rules, until ctx is done. A panic becomes an error about this
// game.
func (g *storedGame) replayBy(ctx context.Context, rulesOf rules.Game) (err error) {
	defer rules.RecoverPanic(&err)
	if err := json.Unmarshal([]byte(g.options), &g.setup.Options); err != nil {
		return err
	}
	if g.setup.Version = g.Rules; g.setup.Version < 1 {
		return fmt.Errorf("version %d of the rules", g.setup.Version)
	}
	control, err := record.ParseControl(g.control)
	if err != nil {
		return err
	}
	g.Record, err = record.ReplayContext(ctx, rulesOf, g.setup, control, strings.Fields(g.events))
	return err
}

// touch records a change of the seats or the record.
func (g *Game) touch(now time.Time) {
	g.Revision++
	g.Changed = fromMS(now.UnixMilli())
	before := g.Status
	g.Status = Running
	if len(g.SeatsOf("")) > 0 {
		g.Status = Waiting
	}
	if _, over := g.Record.Result(); over {
		g.Status = Over
	}
	if g.Status != before {
		g.setClock(now)
	}
}

const updateGame = `UPDATE games SET revision = $2, changed = $3, status = $4, to_act = $5, turn = $6, result = $7, reason = $8,
	since = $9, deadline = $10, awaits_bot = $11 WHERE id = $1`

// store writes the changed columns of the game's row.
func (d *DB) store(ctx context.Context, tx *sql.Tx, g Game) error {
	_, err := tx.StmtContext(ctx, d.updateGame).ExecContext(ctx, append([]any{g.ID}, g.listed()...)...)
	return kind(err)
}

// listed returns the columns of a game's row that change.
func (g Game) listed() []any {
	turn := g.Record.Turn()
	var text, reason string
	if result, over := g.Record.Result(); over {
		text, reason = result.String(), string(result.Reason)
		turn.Number = len(g.Record.Turns())
	}
	var since, deadline sql.NullInt64
	if !g.Since.IsZero() {
		since = sql.NullInt64{Int64: g.Since.UnixMilli(), Valid: true}
	}
	if at, ok := g.Deadline(); ok {
		deadline = sql.NullInt64{Int64: at.UnixMilli(), Valid: true}
	}
	return []any{g.Revision, g.Changed.UnixMilli(), g.Status, turn.Seat, turn.Number, text, reason, since, deadline, g.BotToAct() != 0}
}

// optionsText returns the stored form of a complete set-up's options: JSON, equal for equal
// options.
func optionsText(setup rules.Setup) (string, error) {
	if len(setup.Options) == 0 {
		return "{}", nil
	}
	text, err := json.Marshal(setup.Options)
	return string(text), err
}

func (d *DB) insertGame(ctx context.Context, tx *sql.Tx, g Game) error {
	setup := g.Record.Setup() // with the defaults written out, because they may change
	options, err := optionsText(setup)
	if err != nil {
		return err
	}
	const insert = `INSERT INTO games (id, game, rules, options, position, control, class, host, explore, invite, created,
		listed, drawn, rated, leg, first_leg, rematch_of, pairing, nth,
		revision, changed, status, to_act, turn, result, reason, since, deadline, awaits_bot)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29)`
	args := []any{
		g.ID, g.Key, g.Rules, options, setup.Position, g.Record.Control().String(), string(g.Class()), g.Host, g.Explore, null(g.Invite),
		g.Created.UnixMilli(), g.Listed, g.Drawn, g.Rated, g.Leg, null(g.FirstLeg), null(g.RematchOf),
		null(g.Pairing), g.Nth,
	}
	if _, err := exec(ctx, tx, insert, append(args, g.listed()...)...); err != nil {
		return err
	}
	for i, player := range g.Players {
		_, err := exec(ctx, tx, "INSERT INTO seats (game, seat, person, reserved) VALUES ($1, $2, $3, $4)",
			g.ID, i+1, null(player.ID), null(player.Reserved))
		if err != nil {
			return err
		}
	}
	return noteOpponents(ctx, tx, "id = $1", g.ID)
}

// PaceFor returns the pace of a game for one of its players. The clock of a game against bots alone hurries no
// person.
func (g Game) PaceFor(person string) record.Pace {
	for _, p := range g.Players {
		if p.ID != person && p.Bot() == 0 {
			return record.PaceOf(g.Record.Control())
		}
	}
	return record.Alone
}
