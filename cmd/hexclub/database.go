package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"hexclub/db"
	"hexclub/rules"
)

// A databaseFlag names the database of a site. Commands that embed it work with or without a
// running server. Only the server migrates the schema.
type databaseFlag struct {
	DB          string `default:"hexclub.db" env:"HEXCLUB_DB" name:"db" type:"path" help:"SQLite file of the site."`
	backupsFlag `embed:""`
}

// checkExists returns an error if the file does not exist.
func (f databaseFlag) checkExists() error {
	if _, err := os.Stat(f.DB); err != nil {
		return fmt.Errorf("--db (HEXCLUB_DB): %w", err)
	}
	return nil
}

// with opens the database, calls do, and closes it.
func (f databaseFlag) with(ctx context.Context, do func(*db.DB) error) error {
	if err := f.checkExists(); err != nil {
		return err
	}
	return f.withNew(ctx, do)
}

// withNew is like with, but creates the file if it does not exist.
func (f databaseFlag) withNew(ctx context.Context, do func(*db.DB) error) (err error) {
	store, err := db.OpenBeside(ctx, f.DB, f.of(f.DB))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return do(store)
}

// withAccount is like with, for the account with a name. The comparison ignores case and spelling
// variants.
func (f databaseFlag) withAccount(ctx context.Context, name string, do func(*db.DB, db.Person) error) error {
	return f.with(ctx, func(store *db.DB) error {
		person, err := store.PersonByName(ctx, name)
		if rules.IsKind(err, rules.NotFound) {
			return fmt.Errorf("there is no account named %q", name)
		}
		if err != nil {
			return err
		}
		return do(store, person)
	})
}
