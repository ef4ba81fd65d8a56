package db

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

//go:embed migrations/*.sql
var migrations embed.FS

const selectVersion = "SELECT coalesce(max(version), 0) FROM schema_version"

// migrate brings the schema up to date.
func (d *DB) migrate(ctx context.Context) error {
	known, err := fs.Glob(migrations, "migrations/*.sql") // sorted
	if err != nil {
		return err
	}
	return d.applyAll(ctx, known)
}

// applyAll applies the migrations that the file has not seen, each in one
// transaction. It refuses a file that has seen more than these.
func (d *DB) applyAll(ctx context.Context, known []string) error {
	if err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error { return checkVersion(ctx, tx, len(known)) }); err != nil {
		return err
	}
	for i, name := range known {
		if number, _, _ := strings.Cut(strings.TrimPrefix(name, "migrations/"), "_"); number != fmt.Sprintf("%04d", i+1) {
			return fmt.Errorf("migration %d is named %s", i+1, name)
		}
		script, err := fs.ReadFile(migrations, name)
		if err != nil {
			return err
		}
		if err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error { return apply(ctx, tx, i+1, string(script)) }); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func checkVersion(ctx context.Context, tx *sql.Tx, known int) error {
	_, err := tx.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS schema_version (version bigint NOT NULL PRIMARY KEY)")
	if err != nil {
		return err
	}
	version, err := version(ctx, tx)
	if err != nil {
		return err
	}
	if version > known {
		return fmt.Errorf("written by a newer program: its schema is version %d, this program knows up to %d", version, known)
	}
	return nil
}

// apply runs a migration unless the file has seen it.
func apply(ctx context.Context, tx *sql.Tx, number int, script string) error {
	version, err := version(ctx, tx)
	if err != nil || version >= number {
		return err
	}
	if _, err := tx.ExecContext(ctx, script); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO schema_version (version) VALUES ("+strconv.Itoa(number)+")")
	return err
}

func version(ctx context.Context, tx *sql.Tx) (version int, err error) {
	err = tx.QueryRowContext(ctx, selectVersion).Scan(&version)
	return version, err
}
