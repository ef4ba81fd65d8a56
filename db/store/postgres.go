package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"hexclub/rules"
)

// IsURL reports whether a source names a database on a PostgreSQL server, and not a file.
func IsURL(source string) bool {
	return strings.HasPrefix(source, "postgres://") || strings.HasPrefix(source, "postgresql://")
}

// RedactURL returns a source without the password that a URL may have.
func RedactURL(source string) string {
	if !IsURL(source) {
		return source
	}
	address, err := url.Parse(source)
	if err != nil {
		return "PostgreSQL" // what cannot be parsed may have one anywhere
	}
	if address.User != nil {
		address.User = url.User(address.User.Username())
	}
	query := address.Query()
	if query.Del("password"); len(query) == 0 {
		address.RawQuery = ""
	} else {
		address.RawQuery = query.Encode()
	}
	return address.String()
}

// A Postgres is an open database on a PostgreSQL server, which other programs may have open too. Its methods may be
// called from any goroutine.
type Postgres struct {
	Read  *sql.DB // its transactions see the database at one moment, and cannot write
	Write *sql.DB // for [Postgres.InTx] and for preparing statements

	schema   Schema
	config   *pgx.ConnConfig // as the URL has it
	rehearse bool            // see WithRehearsal
	writes   writeCounts
	turn     chan struct{} // holds one token while a transaction takes its turn
}

// Connections of a program to the server, besides the one that listens. A turn holds one for some milliseconds.
const (
	pgWriters = 8
	pgReaders = 8
)

// Limits of waiting for the server.
const (
	pgConnectTimeout = 5 * time.Second  // for a connection, unless the URL has connect_timeout
	pgTxTimeout      = 10 * time.Second // for a whole transaction, with the time until it begins
	pgSilence        = 10 * time.Second // for the next bytes of an answer
	pgIdle           = 5 * time.Minute  // for a connection that nobody uses
	pgStandby        = 2 * time.Minute  // for a connection that reads: it may be to a standby
)

// OpenURL opens the database at a URL of PostgreSQL, and brings its schema up to date. The database must exist; an
// empty one gets its tables. Its errors say what the operator has to change, and never contain a password; those that a
// later attempt cannot mend are of type *ServerError. Unless upgrade is set, a database of an older program is not
// changed, and is an error.
func (s Schema) OpenURL(ctx context.Context, source string, upgrade bool) (*Postgres, error) {
	config, err := parseURL(source)
	if err != nil {
		return nil, err
	}
	d := &Postgres{schema: s, config: config, rehearse: ctx.Value(rehearsalKey{}) != nil, turn: make(chan struct{}, 1)}
	d.Read, d.Write = d.openReaders(ctx), d.openWriters(ctx)
	err = d.prepareSchema(ctx, upgrade)
	if err == nil && upgrade {
		err = d.InTx(ctx, d.Deadline(), s.AfterMigrations)
	}
	if err == nil {
		err = d.Ping(ctx)
	}
	if err != nil {
		return nil, errors.Join(explainServer(config, err), d.Close())
	}
	return d, nil
}

// parseURL returns the configuration of connections to the database at a URL.
func parseURL(source string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(source)
	if err != nil {
		return nil, badURL(source, err)
	}
	if config.ConnectTimeout == 0 || config.ConnectTimeout == defaultConnectTimeout {
		config.ConnectTimeout = pgConnectTimeout
	}
	setParameter(config, "application_name", "hexclub")
	setParameter(config, "jit", "off") // compiling a statement takes longer than running any of ours
	return config, nil
}

// defaultConnectTimeout is what pgx takes if neither the URL nor the environment have a timeout.
const defaultConnectTimeout = 2 * time.Minute

// setParameter sets a parameter of sessions, unless the URL does.
func setParameter(config *pgx.ConnConfig, name, value string) {
	if _, set := config.RuntimeParams[name]; !set {
		config.RuntimeParams[name] = value
	}
}

// openWriters returns the pool whose connections are to a server that takes writes.
func (d *Postgres) openWriters(ctx context.Context) *sql.DB {
	config := d.config.Copy()
	setParameter(config, "default_transaction_isolation", "serializable")
	// A scan of a whole table would conflict with every write to it: SSI locks what a transaction has read.
	setParameter(config, "enable_seqscan", "off")
	setParameter(config, "lock_timeout", milliseconds(busyWait))
	setParameter(config, "statement_timeout", milliseconds(pgTxTimeout))
	setParameter(config, "idle_in_transaction_session_timeout", milliseconds(2*pgTxTimeout))
	config.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	pool := sql.OpenDB(connectorTo(ctx, config))
	limitPool(pool, pgWriters)
	return pool
}

// openReaders returns the pool whose connections are for reading alone. A standby serves them while no server takes
// writes.
func (d *Postgres) openReaders(ctx context.Context) *sql.DB {
	config := d.config.Copy()
	setParameter(config, "default_transaction_isolation", "repeatable read")
	setParameter(config, "default_transaction_read_only", "on")
	setParameter(config, "statement_timeout", milliseconds(2*pgTxTimeout))
	config.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsPrimary
	any := config.Copy()
	any.ValidateConnect = nil
	pool := sql.OpenDB(eitherConnector{connectorTo(ctx, config), connectorTo(ctx, any)})
	limitPool(pool, pgReaders)
	pool.SetConnMaxLifetime(pgStandby)
	return pool
}

func milliseconds(d time.Duration) string { return fmt.Sprint(d.Milliseconds()) }

// connectorTo returns what makes connections to the servers of a config. They call the trace that ctx has, if any.
func connectorTo(ctx context.Context, config *pgx.ConnConfig) driver.Connector {
	if trace, ok := ctx.Value(traceKey{}).(Trace); ok {
		config.Tracer = pgTracer{trace}
	}
	limitSilence(config, pgSilence)
	return stdlib.GetConnector(*config)
}

func limitPool(pool *sql.DB, size int) {
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size)
	pool.SetConnMaxIdleTime(pgIdle)
}

// Close ends all use of the database.
func (d *Postgres) Close() error { return errors.Join(d.Read.Close(), d.Write.Close()) }

// Ping reads one row. It fails when the database cannot be read.
func (d *Postgres) Ping(ctx context.Context) error {
	var version int
	return Classify(d.Read.QueryRowContext(ctx, selectVersion).Scan(&version))
}

// Deadline returns the moment until which a call of InTx that comes now waits.
func (d *Postgres) Deadline() time.Time { return time.Now().Add(waitAtMost) }

// pgFree is how many times a transaction is tried at the same time as others. Then it takes its turn.
const pgFree = 2

// turnLock is the key of the advisory lock of transactions that take their turn. Its letters are "hexturn".
const turnLock = 0x6865787475726e

// InTx runs f in a serializable transaction. When InTx returns nil, the changes of f are durable, as the server is
// configured. When it returns an error, none of them remains, except when the connection was lost during the commit:
// then nobody knows. If others keep the transaction from committing, it is undone and f runs again; so f may change
// nothing outside of it but what it sets anew each time.
//
// Transactions that conflict again and again take turns: of the program's, one at a time waits for the lock that those of
// all programs take. A call stops waiting when ctx is done, unless f runs. If f has not begun before the
// deadline until, or conflicted with others up to then, InTx returns an error of kind Unavailable (error.busy).
func (d *Postgres) InTx(ctx context.Context, until time.Time, f func(context.Context, *sql.Tx) error) error {
	waiting, stop := context.WithDeadline(ctx, until)
	defer stop()
	f = rehearsed(d.rehearse, f)
	for try := 0; ; try++ {
		if try == pgFree {
			select {
			case d.turn <- struct{}{}:
				defer func() { <-d.turn }()
			case <-waiting.Done():
				return d.refused(waiting.Err())
			}
		}
		begun, err := d.try(waiting, try >= pgFree, f)
		if !begun {
			return d.refused(err)
		}
		d.writes.began()
		if !repeatable(err, try) {
			return Classify(err)
		}
		if waiting.Err() != nil {
			return busy(err)
		}
	}
}

// refused notes that a transaction could not begin.
func (d *Postgres) refused(err error) error {
	err = Classify(err)
	d.writes.refused(1, err)
	return err
}

// try runs f in a transaction once, in its turn if that is asked for. It reports whether the transaction began.
func (d *Postgres) try(waiting context.Context, inTurn bool, f func(context.Context, *sql.Tx) error) (begun bool, err error) {
	defer rules.RecoverPanic(&err) // last, when the connection is back
	conn, err := d.Write.Conn(waiting)
	if err != nil {
		return false, err
	}
	defer func() { _ = conn.Close() }() // back to the pool
	ctx, cancel := context.WithTimeout(context.WithoutCancel(waiting), pgTxTimeout)
	defer cancel()
	if inTurn { // before the transaction, which sees the database as it is when it begins
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", int64(turnLock)); err != nil {
			return false, err
		}
		defer func() {
			if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", int64(turnLock)); err != nil {
				discard(conn) // the lock goes with it
			}
		}()
	}
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after Commit
	if err := f(ctx, tx); err != nil {
		return true, err
	}
	return true, tx.Commit()
}

// repeatable reports whether a transaction that failed is to run again: others kept it from committing. A key that is
// there already may be the work of a transaction that this one could not see, and would refuse, the next time.
func repeatable(err error, try int) bool {
	var failed *pgconn.PgError
	if errors.Is(err, pgx.ErrTxCommitRollback) { // f went on after a statement had failed
		return true
	}
	if !errors.As(err, &failed) {
		return false
	}
	switch failed.Code {
	case pgSerialization, pgDeadlock:
		return true
	case pgUnique:
		return try < pgFree
	}
	return false
}

// Writes returns how writing goes at this moment, without writing.
func (d *Postgres) Writes() Writes { return d.writes.now() }

// Schema returns the version of the schema, and the last one that this program knows. They differ when another program
// has migrated the database.
func (d *Postgres) Schema(ctx context.Context) (version, known int, err error) {
	return d.schema.versions(ctx, d.Read)
}

// Sizes measures the database.
func (d *Postgres) Sizes(ctx context.Context) (Sizes, error) {
	s := Sizes{Free: -1}
	err := d.Read.QueryRowContext(ctx, "SELECT pg_database_size(current_database())").Scan(&s.File)
	return s, Classify(err)
}
