package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"hexclub/db"
	"hexclub/rules"
)

// A databaseFlag names the file of a site, for what the operator does at the machine,
// beside a running server or without one. Only the server changes its schema.
type databaseFlag struct {
	DB          string `default:"hexclub.db" env:"HEXCLUB_DB" name:"db" type:"path" help:"SQLite file of the site."`
	backupsFlag `embed:""`
}

// there fails where there is no file.
func (f databaseFlag) there() error {
	if _, err := os.Stat(f.DB); err != nil {
		return fmt.Errorf("--db (HEXCLUB_DB): %w", err)
	}
	return nil
}

// with does something to the database, and closes it.
func (f databaseFlag) with(ctx context.Context, do func(*db.DB) error) error {
	if err := f.there(); err != nil {
		return err
	}
	return f.withNew(ctx, do)
}

// withNew is with, also where there is no file yet: then it makes one.
func (f databaseFlag) withNew(ctx context.Context, do func(*db.DB) error) (err error) {
	store, err := db.OpenBeside(ctx, f.DB, f.of(f.DB))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return do(store)
}

// withAccount is with, for the account with a name, however it is written.
func (f databaseFlag) withAccount(ctx context.Context, name string, do func(*db.DB, db.Person) error) error {
	return f.with(ctx, func(store *db.DB) error {
		person, err := store.PersonByName(ctx, name)
		if rules.IsKind(err, rules.NotFound) {
			return fmt.Errorf("no account is called %q", name)
		}
		if err != nil {
			return err
		}
		return do(store, person)
	})
}
