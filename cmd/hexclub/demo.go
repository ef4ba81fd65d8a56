package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hexclub/cmd/hexclub/demo"
	"hexclub/db"
)

// demoCommand fills a new database with a demo club.
type demoCommand struct {
	DB string `default:"hexclub.db" env:"HEXCLUB_DB" name:"db" type:"database" help:"SQLite file to create, or URL of an empty PostgreSQL database."`
}

// Run fills the database and prints how to log in as admin.
func (c demoCommand) Run(ctx context.Context) (err error) {
	store, err := db.Open(ctx, c.DB)
	if err != nil {
		return openError(err)
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	untouched, err := store.Untouched(ctx)
	if err != nil {
		return err
	}
	if !untouched {
		return fmt.Errorf("%s already contains a club: the demo needs a new database", db.Redact(c.DB))
	}
	password := db.NewID(16)
	if err := demo.Fill(ctx, store, password, time.Now()); err != nil {
		return fmt.Errorf("%s is incomplete, remove it: %w", db.Redact(c.DB), err)
	}
	fmt.Printf("%s contains a demo club. Log in as its admin, %s, with the password %s\n", db.Redact(c.DB), demo.Admin, password)
	fmt.Printf("Its other accounts have no password. To look at it, run: hexclub serve --db %s\n", db.Redact(c.DB))
	return nil
}
