package main

import (
	"context"
	"errors"
	"fmt"

	"hexclub/db"
)

// moveCommand copies a database from a file to PostgreSQL, or back.
type moveCommand struct {
	From       string `required:"" type:"database" help:"Database to move: SQLite file, or URL of PostgreSQL. It is only read. Give the password in PGPASSWORD: all users of the machine can read flags."`
	To         string `required:"" type:"database" help:"Where to: a file that does not exist, or the URL of an empty database."`
	WithFaults bool   `help:"Move a database even if some games can't be replayed. A damaged file is never moved."`
}

// Run moves the database. No server may use either of them. If it is interrupted, the same command continues.
func (m moveCommand) Run(ctx context.Context) error {
	moved, err := db.Move(ctx, db.Moving{From: m.From, To: m.To, WithFaults: m.WithFaults, Print: func(line string) { fmt.Println(line) }})
	if err != nil {
		return moveError(err)
	}
	from, to := db.Redact(m.From), db.Redact(m.To)
	fmt.Printf("%s has all of %s: %d tables, %d rows, and %d games, replayed on both sides\n", to, from, moved.Tables, moved.Rows, moved.Report.Total())
	fmt.Printf("Start the server with --db or HEXCLUB_DB set to %s. Start none on %s any more, and keep that until you are satisfied.\n", to, from)
	return nil
}

// moveError explains that a database cannot be moved.
func moveError(err error) error {
	err = fmt.Errorf("move: %w", err)
	if isPathError(err) || errors.Is(err, db.ErrNewer) || errors.Is(err, db.ErrUnfinished) || errors.As(err, new(*db.ServerError)) {
		return configError(err)
	}
	return err
}
