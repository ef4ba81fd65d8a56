package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"hexclub/db"
	"hexclub/rules"
)

// A databaseFlag names the file of a site that there is, for what the operator does at
// the machine, beside a running server or without one.
type databaseFlag struct {
	DB          string `default:"hexclub.db" env:"HEXCLUB_DB" name:"db" type:"existingfile" help:"SQLite file of the site."`
	backupsFlag `embed:""`
}

// with does something to the database, and closes it.
func (f databaseFlag) with(do func(*db.DB) error) (err error) {
	store, err := f.of(f.DB).Open(f.DB)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if warning := store.Warning(); warning != nil {
		_, _ = fmt.Fprintln(os.Stderr, "hexclub: warning:", warning)
	}
	return do(store)
}

// account is the one with a name, however it is written.
func account(ctx context.Context, store *db.DB, name string) (db.Person, error) {
	person, err := store.PersonByName(ctx, name)
	if rules.IsKind(err, rules.NotFound) {
		return db.Person{}, fmt.Errorf("no account is called %q", name)
	}
	return person, err
}
