package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	createVersion = "CREATE TABLE IF NOT EXISTS schema_version (version bigint NOT NULL PRIMARY KEY)"
	selectVersion = "SELECT coalesce(max(version), 0) FROM schema_version"
)

// knownMigrations returns the files of all migrations, in order. The first makes version 1 of
// the schema.
func (s Schema) knownMigrations() ([]string, error) {
	names, err := fs.Glob(s.Migrations, "migrations/*.sql")
	return slices.DeleteFunc(names, func(name string) bool { return strings.Contains(name, ".postgres.") }), err
}

// script returns the text of a migration for an engine, empty for SQLite: NNNN_name.postgres.sql is next to
// NNNN_name.sql where the two differ.
func (s Schema) script(name, engine string) (string, error) {
	if engine != "" {
		own, err := fs.ReadFile(s.Migrations, strings.TrimSuffix(name, ".sql")+"."+engine+".sql")
		if !errors.Is(err, fs.ErrNotExist) {
			return string(own), err
		}
	}
	text, err := fs.ReadFile(s.Migrations, name)
	return string(text), err
}

// migrate brings the schema up to date. What is in the file already is backed
// up before: without a backup nothing is changed, and nothing where that may be no upgrade.
func (d *SQLite) migrate(ctx context.Context, backups Backups, upgrade bool) error {
	known, err := d.schema.knownMigrations()
	if err != nil {
		return err
	}
	var was int
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		was, err = madeVersion(ctx, tx, known)
		return err
	})
	if err != nil {
		return err
	}
	old := was > 0 && was < len(known)
	if old && !upgrade {
		return errNotUpgraded(was, len(known))
	}
	if old && backups.Dir != "" {
		made, report, err := d.schema.backUpBeforeMigration(ctx, backups, d.path, was+1, time.Now())
		if err != nil {
			return fmt.Errorf("its schema stays at version %d, because the backup before migration %d failed: %w", was, was+1, err)
		}
		if err := report.Err(); err != nil { // bad games alone, which are no better for waiting
			d.warning = fmt.Errorf("%s, the backup before migration %d, has faults: %w", made.Path, was+1, err)
		}
	}
	if err := d.applyAll(ctx, known); err != nil || !upgrade {
		return err
	}
	return d.inTx(ctx, d.schema.AfterMigrations)
}

// applyAll applies the migrations that the file has not seen, all in one
// transaction. It refuses a file that has seen more than these.
func (d *SQLite) applyAll(ctx context.Context, known []string) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		version, err := madeVersion(ctx, tx, known)
		if err != nil {
			return err
		}
		return d.schema.apply(ctx, tx, version, known, "")
	})
}

// apply applies the known migrations after a version, as they are for an engine.
func (s Schema) apply(ctx context.Context, tx *sql.Tx, version int, known []string, engine string) error {
	for i, name := range known[version:] {
		number := version + i + 1
		if named, _, _ := strings.Cut(strings.TrimPrefix(name, "migrations/"), "_"); named != fmt.Sprintf("%04d", number) {
			return fmt.Errorf("migration %d is named %s", number, name)
		}
		script, err := s.script(name, engine)
		if err != nil {
			return err
		}
		if err := apply(ctx, tx, number, script); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// madeVersion returns the version of the schema, 0 for a new file.
func madeVersion(ctx context.Context, tx *sql.Tx, known []string) (int, error) {
	if _, err := tx.ExecContext(ctx, createVersion); err != nil {
		return 0, err
	}
	version, err := version(ctx, tx)
	if err != nil {
		return 0, err
	}
	return version, checkKnown(version, known)
}

// ErrNewer is that the program does not know the schema of a database.
var ErrNewer = errors.New("written by a newer program")

// errNotUpgraded is the error of a program that may not upgrade an older database.
func errNotUpgraded(was, needs int) error {
	return fmt.Errorf("its schema is version %d, and this program needs version %d: start the new server first, which upgrades it", was, needs)
}

// checkKnown refuses a schema that this program does not know.
func checkKnown(version int, known []string) error {
	if version > len(known) {
		return fmt.Errorf("%w: its schema is version %d, this program knows up to %d", ErrNewer, version, len(known))
	}
	return nil
}

// apply runs a migration.
func apply(ctx context.Context, tx *sql.Tx, number int, script string) error {
	if _, err := tx.ExecContext(ctx, script); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO schema_version (version) VALUES ("+strconv.Itoa(number)+")")
	return err
}

func version(ctx context.Context, tx *sql.Tx) (version int, err error) {
	err = tx.QueryRowContext(ctx, selectVersion).Scan(&version)
	return version, err
}
