package db

import (
	"context"

	"hexclub/db/store"
)

// ErrUnfinished is the error of opening a database to which another is being moved.
var ErrUnfinished = store.ErrUnfinished

// A Moving says which database to move, and where to.
type Moving struct {
	From, To   string            // each a file or a URL of PostgreSQL; To has no tables, or those of an interrupted move
	WithFaults bool              // also when games in it are bad, but never when a file is damaged
	Print      func(line string) // receives what is done, a line at a time

	batch int // rows in a transaction; 0 for the usual number
}

// A Moved is the result of a move.
type Moved = store.Moved

// localTables returns the tables that are not moved, with the reasons. They say what the servers that run are doing.
func localTables() map[string]string {
	return map[string]string{
		"nodes":      "the servers that run: none does during a move",
		"presence":   "who is present on each of them",
		"bot_claims": "where bots think",
	}
}

// Move copies everything from one database to another, of either engine: see [store.Schema.Move]. It replays all games on both sides
// and compares all rows. The next call after an interrupted one continues it.
func Move(ctx context.Context, m Moving) (Moved, error) {
	return schema().Move(ctx, store.Moving{From: m.From, To: m.To, WithFaults: m.WithFaults, Local: localTables(), Batch: m.batch, Print: m.Print})
}
