package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"hexclub/db"
	"hexclub/rules"
)

// A databaseFlag names the database of a site. Commands that embed it work with or without a
// running server. Only the server migrates the schema.
type databaseFlag struct {
	DB          string `default:"hexclub.db" env:"HEXCLUB_DB" name:"db" type:"database" help:"Database of the site: SQLite file, or URL of PostgreSQL."`
	backupsFlag `embed:""`
}

// databases makes kong read flags and arguments of type database: paths, which become absolute, and URLs of PostgreSQL.
// What is almost such a URL is an error, and not the name of a new file.
func databases() kong.Option {
	return kong.NamedMapper("database", kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		var source string
		if err := ctx.Scan.PopValueInto("file or URL", &source); err != nil {
			return err
		}
		if !db.OnServer(source) {
			if almostURL(source) {
				return errors.New("this is no URL like postgres://user:password@host:5432/hexclub; a file of such a name is written with ./ before it")
			}
			source = kong.ExpandPath(source)
		}
		target.SetString(source)
		return nil
	}))
}

// almostURL reports whether a path is probably meant as a URL of PostgreSQL, such as postgres:hexclub, or as a list of
// settings, such as host=localhost dbname=hexclub.
func almostURL(path string) bool {
	setting, _, found := strings.Cut(path, "=")
	if found && slices.Contains([]string{"host", "hostaddr", "port", "user", "password", "dbname", "service"}, setting) {
		return true
	}
	scheme, rest, found := strings.Cut(path, ":")
	scheme = strings.ToLower(scheme)
	return found && !strings.Contains(scheme, "/") && (strings.HasPrefix(rest, "//") || strings.HasPrefix(scheme, "postgre") || strings.HasPrefix(scheme, "pg"))
}

// checkExists returns an error if the file does not exist.
func (f databaseFlag) checkExists() error {
	if db.OnServer(f.DB) {
		return nil // opening it says so
	}
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
		return openError(err)
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
