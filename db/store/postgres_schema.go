package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// minPostgres is the oldest version of PostgreSQL that is tested, as server_version_num has it.
const minPostgres = 150000

// migrationLock is the key of the advisory lock that a program holds while it changes the schema. Its letters are
// "hexclub".
const migrationLock = 0x686578636c7562

// prepareSchema checks that the program can use the database, and brings its schema up to date.
func (d *Postgres) prepareSchema(ctx context.Context, upgrade bool) (err error) {
	conn, err := d.Write.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // back to the pool
	if err := checkServer(ctx, conn, d.config); err != nil {
		return err
	}
	known, err := d.schema.knownMigrations()
	if err != nil {
		return err
	}
	if has, _, err := ownTables(ctx, conn); err != nil {
		return err
	} else if has {
		if err := checkRights(ctx, conn, d.config); err != nil {
			return err
		}
	}
	if version, err := currentVersion(ctx, conn); err != nil || version == len(known) {
		return err
	}
	return d.upgrade(ctx, known, upgrade)
}

// currentVersion returns the version of the schema, 0 for a database without tables of this program. It fails with
// ErrUnfinished.
func currentVersion(ctx context.Context, from querier) (version int, err error) {
	has, moving, err := ownTables(ctx, from)
	switch {
	case err != nil || !has:
		return 0, err
	case moving:
		return 0, ErrUnfinished
	}
	err = from.QueryRowContext(ctx, selectVersion).Scan(&version)
	return version, err
}

// ownTables reports whether a database has tables of this program, and whether it is the target of a move that is not
// finished.
func ownTables(ctx context.Context, from querier) (has, moving bool, err error) {
	const query = "SELECT to_regclass('" + versionTable + "') IS NOT NULL, to_regclass('" + movingTable + "') IS NOT NULL"
	err = from.QueryRowContext(ctx, query).Scan(&has, &moving)
	return has, moving, err
}

// A querier reads: a connection or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// migrationLockWait is how long a migration waits for a table that others use. Their next transactions wait behind it, so it is
// shorter than their deadline, and than the time until PostgreSQL looks for deadlocks (deadlock_timeout, 1 s).
const migrationLockWait = 500 * time.Millisecond

// upgrade applies the new migrations. Other programs may use the database at the same time. While they use a table that
// changes, for example for a dump, upgrade tries again, up to the limit.
func (d *Postgres) upgrade(ctx context.Context, known []string, allowed bool) (err error) {
	config := unlimited(d.config)
	config.ValidateConnect = writable
	pool := stdlib.OpenDB(*config)
	defer func() { err = errors.Join(err, pool.Close()) }()
	begun := time.Now()
	for pause := migrationLockWait / 5; ; pause = min(2*pause, 10*migrationLockWait) {
		err := d.upgradeOnce(ctx, pool, known, allowed)
		if !tablesInUse(err) {
			return err
		}
		if time.Since(begun) > d.limits.upgrade {
			return fmt.Errorf("the schema is not upgraded while another program, such as pg_dump, uses its tables: %w", err)
		}
		select {
		case <-time.After(pause/2 + rand.N(pause)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// tablesInUse reports whether a migration failed because of what others do at the same time.
func tablesInUse(err error) bool {
	var failed *pgconn.PgError
	return errors.As(err, &failed) && (failed.Code == pgLockTimeout || failed.Code == pgDeadlock)
}

// upgradeOnce applies the migrations in one transaction that may take long. Of programs that start at the same time, one does so, and
// the others wait for it.
func (d *Postgres) upgradeOnce(ctx context.Context, pool *sql.DB, known []string, allowed bool) error {
	tx, err := pool.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelReadCommitted}) // to see what others did while it waited
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after Commit
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", int64(migrationLock)); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "SET LOCAL lock_timeout = "+milliseconds(migrationLockWait)); err != nil {
		return err
	}
	was, err := currentVersion(ctx, tx)
	if err != nil {
		return err
	}
	if err := checkKnown(was, known); err != nil {
		return err
	}
	switch {
	case was == 0:
		if err := createFirst(ctx, tx, d.config); err != nil {
			return err
		}
	case was < len(known) && !allowed:
		return errNotUpgraded(was, len(known))
	}
	if err := d.schema.apply(ctx, tx, was, known, "postgres"); err != nil {
		return err
	}
	return tx.Commit()
}

// A server is what has to be right about a server, and about the database on it.
type server struct {
	version             int    // as server_version_num has it
	name                string // of the version
	encoding, collation string
	schema              bool // where tables are created
}

// checkServer returns a *ServerError if the server or the database cannot be used.
func checkServer(ctx context.Context, conn *sql.Conn, config *pgx.ConnConfig) error {
	var s server
	// The column with the ICU locale has two names, and the built-in provider is new in version 17.
	err := conn.QueryRowContext(ctx, `SELECT CAST(current_setting('server_version_num') AS integer), current_setting('server_version'),
		pg_encoding_to_char(encoding), CASE to_jsonb(d)->>'datlocprovider' WHEN 'b' THEN 'C'
		WHEN 'i' THEN 'ICU ' || coalesce(to_jsonb(d)->>'datlocale', to_jsonb(d)->>'daticulocale') ELSE datcollate END,
		current_schema() IS NOT NULL FROM pg_database d WHERE datname = current_database()`).
		Scan(&s.version, &s.name, &s.encoding, &s.collation, &s.schema)
	if err != nil {
		return err
	}
	return s.check(config)
}

// check returns a *ServerError if the server or the database cannot be used.
func (s server) check(config *pgx.ConnConfig) error {
	switch {
	case s.version < minPostgres:
		return &ServerError{fmt.Sprintf("the server has PostgreSQL %s: Hexclub needs version %d or newer", s.name, minPostgres/10000), nil}
	case s.encoding != "UTF8":
		return &ServerError{fmt.Sprintf("the database %s has the encoding %s: Hexclub needs UTF8. %s", config.Database, s.encoding, howToReplace(config)), nil}
	case s.collation != "C" && s.collation != "C.UTF-8" && s.collation != "C.utf8":
		return &ServerError{fmt.Sprintf("the database %s sorts texts as %s does: Hexclub needs C.UTF-8, so that names have the same order on all servers. %s",
			config.Database, s.collation, howToReplace(config)), nil}
	case !s.schema:
		return &ServerError{fmt.Sprintf("the search_path of user %s names no schema of the database %s that the user may use", config.User, config.Database), nil}
	}
	return nil
}

// ownSchema is the schema in which tables are created.
const ownSchema = "(SELECT oid FROM pg_namespace WHERE nspname = current_schema())"

// checkRights returns a *ServerError if the user may not read and write all tables.
func checkRights(ctx context.Context, conn *sql.Conn, config *pgx.ConnConfig) error {
	var schema string
	var may bool
	err := conn.QueryRowContext(ctx, `SELECT current_schema(), NOT EXISTS (SELECT 1 FROM pg_class c, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) privilege
		WHERE c.relnamespace = `+ownSchema+` AND c.relkind IN ('r', 'p') AND NOT has_table_privilege(c.oid, privilege))`).Scan(&schema, &may)
	if err == nil && !may {
		err = &ServerError{fmt.Sprintf("user %s may not write the tables of the database %s: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %s TO %s",
			config.User, config.Database, quoted(schema), quoted(config.User)), nil}
	}
	return err
}

// howToCreate returns the command that creates the database as it should be.
func howToCreate(config *pgx.ConnConfig) string {
	return fmt.Sprintf("To create it: createdb --owner %s --encoding UTF8 --locale C.UTF-8 --template template0 %s", config.User, config.Database)
}

// howToReplace says how to create the database again.
func howToReplace(config *pgx.ConnConfig) string {
	return fmt.Sprintf("If nothing in it is needed, remove it first: dropdb %s. %s", config.Database, howToCreate(config))
}

// createFirst makes the table with the version of the schema in an empty database.
func createFirst(ctx context.Context, tx *sql.Tx, config *pgx.ConnConfig) error {
	err := checkEmpty(ctx, tx, config)
	if err == nil {
		_, err = tx.ExecContext(ctx, createVersion)
	}
	return err
}

// checkEmpty returns a *ServerError if a database has tables.
func checkEmpty(ctx context.Context, from querier, config *pgx.ConnConfig) error {
	var others bool
	err := from.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM pg_class
		WHERE relnamespace = `+ownSchema+` AND relkind IN ('r', 'p', 'v', 'm'))`).Scan(&others)
	if err == nil && others {
		err = &ServerError{fmt.Sprintf("the database %s has the tables of another program: use a database of its own", config.Database), nil}
	}
	return err
}

// VerifyURL reads the whole database at a URL, as it is at one moment: what VerifyRows goes over. PostgreSQL itself keeps
// rows from referring to others that do not exist. The schema must be this program's.
func (s Schema) VerifyURL(ctx context.Context, source string) (report Report, err error) {
	config, err := parseURL(source)
	if err != nil {
		return report, err
	}
	pool := stdlib.OpenDB(*unlimited(config))
	defer func() { err = errors.Join(err, pool.Close()) }()
	tx, err := pool.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return report, explainServer(config, err)
	}
	defer func() { _ = tx.Rollback() }() // it has only read
	known, err := s.knownMigrations()
	if err != nil {
		return report, err
	}
	if report.Schema, err = currentVersion(ctx, tx); err != nil {
		return report, err
	}
	if report.Schema == 0 {
		return report, errors.New("it is another program's database")
	}
	if err := checkKnown(report.Schema, known); err != nil {
		return report, err
	}
	if report.Schema < len(known) {
		return report, errNotUpgraded(report.Schema, len(known))
	}
	return report, s.VerifyRows(ctx, tx, &report, 0)
}
