package db

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"hexclub/rules/record"
)

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
