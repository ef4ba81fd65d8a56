package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"hexclub/db/store"
	"hexclub/rules/record"
)

// replayAtOnce is how many games are in memory at once while all are replayed.
const replayAtOnce = 50

// A keptGame is what is stored of a game that follows from its events.
type keptGame struct {
	id, key string
	status  Status
	toAct   int64
	result  string
	reason  string
}

// verifyGames replays all games, and notes whose end is not what is stored of it. After some
// it rests, for as many times as long as they took.
func verifyGames(ctx context.Context, tx *sql.Tx, r *Report, rest int) error {
	r.Records = map[string]int{}
	last := ""
	for {
		began := time.Now()
		kept, err := keptGames(ctx, tx, last)
		if err != nil || len(kept) == 0 {
			return err
		}
		first := kept[0].id
		last = kept[len(kept)-1].id
		list, err := scanGames(tx.QueryContext(ctx, selectGame+"WHERE g.id BETWEEN $1 AND $2 ORDER BY g.id, s.seat", first, last))
		var broken brokenGames
		if err != nil && !errors.As(err, &broken) {
			return err
		}
		compare(r, kept, list, broken)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Duration(rest) * time.Since(began)):
		}
	}
}

// keptGames returns the stored columns of the next games, by their ids.
func keptGames(ctx context.Context, tx *sql.Tx, after string) (list []keptGame, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT id, game, status, to_act, result, reason FROM games WHERE id > $1 ORDER BY id LIMIT $2", after, replayAtOnce)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var k keptGame
		if err := rows.Scan(&k.id, &k.key, &k.status, &k.toAct, &k.result, &k.reason); err != nil {
			return nil, err
		}
		list = append(list, k)
	}
	return list, errors.Join(rows.Err(), rows.Close())
}

// compare counts the games that could be replayed, and notes what is wrong.
func compare(r *Report, kept []keptGame, list []Game, broken brokenGames) {
	faults := map[string]string{}
	for _, g := range broken {
		faults[g.id] = fmt.Sprintf("cannot be replayed: %v", g.cause)
	}
	replayed := map[string]Game{}
	for _, g := range list {
		replayed[g.ID] = g
	}
	for _, k := range kept {
		g, ok := replayed[k.id]
		fault := faults[k.id]
		switch {
		case ok:
			r.Records[k.key]++
			fault = k.differs(g)
		case fault == "":
			fault = "has no seats"
		}
		if fault != "" && len(r.BadRecords) < store.MaxFaults {
			r.BadRecords = append(r.BadRecords, fmt.Sprintf("game %s of %s %s", k.id, k.key, fault))
		}
	}
}

// differs returns how a replayed game differs from what is stored of it.
func (k keptGame) differs(g Game) string {
	replayed := keptGame{id: k.id, key: k.key, toAct: int64(g.Record.Turn().Seat)}
	result, over := g.Record.Result()
	switch {
	case over:
		replayed.status, replayed.result, replayed.reason = Over, result.String(), string(result.Reason)
	case len(g.SeatsOf("")) > 0:
		replayed.status = Waiting
	default:
		replayed.status = Running
	}
	if k == replayed {
		return ""
	}
	return fmt.Sprintf("is stored as %s, and replayed it is %s", k, replayed)
}

// String returns the status and the result of a game.
func (k keptGame) String() string {
	if k.status == Over {
		return fmt.Sprintf("over (%s, %s)", k.result, k.reason)
	}
	return fmt.Sprintf("%s, seat %d to act", k.status, k.toAct)
}

// ErrBroken is wrapped by the error about a game that cannot be replayed, which is a bug.
var ErrBroken = errors.New("broken game")

// brokenGames is the error about games that cannot be replayed.
type brokenGames []brokenGame

// A brokenGame is the id of a game that cannot be replayed, and the cause.
type brokenGame struct {
	id    string
	cause error
}

// Error lists the games. It hides the kinds of the causes, because the request is not at fault.
func (b brokenGames) Error() string {
	lines := make([]string, len(b))
	for i, g := range b {
		lines[i] = fmt.Sprintf("%v: game %s as stored: %v", ErrBroken, g.id, g.cause)
	}
	return strings.Join(lines, "\n")
}

// Is reports whether target is ErrBroken.
func (b brokenGames) Is(target error) bool { return target == ErrBroken }

// BrokenGame returns a game that cannot be replayed, as it is stored: the game without its Record,
// and its sheet without turns and names, and without options if they cannot be read. It fails with
// kind NotFound.
func (d *DB) BrokenGame(ctx context.Context, id string) (game Game, sheet record.Sheet, err error) {
	tx, err := d.read.BeginTx(ctx, nil)
	if err != nil {
		return game, sheet, kind(err)
	}
	defer func() { _ = tx.Rollback() }()
	list, err := scanStored(tx.StmtContext(ctx, d.readGame).QueryContext(ctx, id, 0))
	if err != nil {
		return game, sheet, err
	}
	if len(list) == 0 {
		return game, sheet, errNoGame()
	}
	g := list[0]
	sheet = record.Sheet{
		Game: g.Key, Rules: g.Rules, Position: g.setup.Position, Control: g.control, Turns: []record.SheetTurn{}, Events: strings.Fields(g.events),
	}
	_ = json.Unmarshal([]byte(g.options), &sheet.Options) // as far as they can be read
	err = tx.QueryRowContext(ctx, "SELECT coalesce(nullif(result, ''), '*'), reason FROM games WHERE id = $1", id).Scan(&sheet.Result, &sheet.Reason)
	return g.Game, sheet, kind(err)
}
