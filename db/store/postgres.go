package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// IsURL reports whether a source names a database on a PostgreSQL server, and not a file.
func IsURL(source string) bool {
	return strings.HasPrefix(source, "postgres://") || strings.HasPrefix(source, "postgresql://")
}

// RedactURL returns a source without the passwords that a URL may have.
func RedactURL(source string) string {
	if !IsURL(source) {
		return source
	}
	scheme, rest, _ := strings.Cut(source, "://")
	user := ""
	if i := strings.IndexAny(rest, "@/"); i >= 0 && rest[i] == '@' { // as the driver finds it
		user, _, _ = strings.Cut(rest[:i], ":")
		user, rest = user+"@", rest[i+1:]
	}
	place, text, _ := strings.Cut(rest, "?")
	query, err := url.ParseQuery(text)
	if err != nil || strings.ContainsAny(place, "@#") {
		return unreadableURL
	}
	query.Del("password")
	query.Del("sslpassword")
	if len(query) > 0 {
		place += "?" + query.Encode()
	}
	return scheme + "://" + user + place
}

// unreadableURL stands for a URL in which a password may be anywhere, because a character of it is not encoded.
const unreadableURL = "PostgreSQL"

// A Postgres is an open database on a PostgreSQL server, which other programs may have open too. Its methods may be
// called from any goroutine.
type Postgres struct {
	Read  *sql.DB // its transactions see the database at one moment, and cannot write
	Write *sql.DB // for [Postgres.InTx] and for preparing statements

	schema   Schema
	config   *pgx.ConnConfig // as the URL has it
	limits   pgLimits
	begun    atomic.Int64 // transactions of InTx
	rehearse bool         // see WithRehearsal
	writes   writeCounts
	queue    chan struct{} // holds one token while a transaction queues
}

// Connections of a program to the server, in addition to the one that listens. A turn of a game holds one for some
// milliseconds.
const (
	pgWriters = 8
	pgReaders = 8
)

// Limits of waiting for the server.
const (
	pgConnectTimeout = 5 * time.Second // for a connection, unless the URL has connect_timeout
	pgIdle           = 5 * time.Minute // for an unused connection
	pgStandby        = 2 * time.Minute // for a connection that reads: it may be to a standby, while another works
)

// pgLimits are limits of waiting that tests shorten.
type pgLimits struct {
	begin   time.Duration // until a transaction begins
	tx      time.Duration // for a whole transaction after that
	silence time.Duration // for the next bytes of an answer
	upgrade time.Duration // for tables that a migration changes, and others use
}

// usualLimits returns the limits of waiting of the program.
func usualLimits() pgLimits {
	return pgLimits{begin: waitAtMost, tx: 10 * time.Second, silence: 10 * time.Second, upgrade: time.Minute}
}

// OpenURL opens the database at a URL of PostgreSQL, and brings its schema up to date. The database must exist; an
// empty one gets its tables. Its errors say what the operator has to change, and never contain a password. If only the
// operator can fix an error, it is a *ServerError. Unless upgrade is set, a database of an older program is not changed, and
// is an error.
func (s Schema) OpenURL(ctx context.Context, source string, upgrade bool) (*Postgres, error) {
	return s.openURL(ctx, source, upgrade, usualLimits())
}

func (s Schema) openURL(ctx context.Context, source string, upgrade bool, limits pgLimits) (*Postgres, error) {
	config, err := parseURL(source)
	if err != nil {
		return nil, err
	}
	d := &Postgres{schema: s, config: config, limits: limits, rehearse: ctx.Value(rehearsalKey{}) != nil, queue: make(chan struct{}, 1)}
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
	if err != nil || RedactURL(source) == unreadableURL {
		return nil, badURL(source, err)
	}
	if config.ConnectTimeout == 0 || config.ConnectTimeout == defaultConnectTimeout {
		config.ConnectTimeout = pgConnectTimeout
	}
	if config.Database == "" {
		config.Database = config.User // as the server does
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

// unlimited returns a configuration for transactions that may take long, whatever limits the role has.
func unlimited(config *pgx.ConnConfig) *pgx.ConnConfig {
	config = config.Copy()
	for _, name := range []string{"statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"} {
		setParameter(config, name, "0")
	}
	return config
}

// openWriters returns the pool whose connections are to a server that takes writes.
func (d *Postgres) openWriters(ctx context.Context) *sql.DB {
	config := d.config.Copy()
	config.RuntimeParams["default_transaction_isolation"] = "serializable" // whatever the URL has
	// A scan of a whole table would conflict with every write to it: SSI locks what a transaction has read.
	setParameter(config, "enable_seqscan", "off")
	setParameter(config, "lock_timeout", milliseconds(busyWait))
	setParameter(config, "statement_timeout", milliseconds(d.limits.tx))
	// No transaction of ours lives so long: a network that was cut keeps the server from noticing that it is over.
	setParameter(config, "idle_in_transaction_session_timeout", milliseconds(d.limits.tx))
	config.ValidateConnect = writable
	config.RuntimeParams["client_min_messages"] = "warning"
	config.OnNotice = noteUnreplicated
	pool := sql.OpenDB(d.connectorTo(ctx, config))
	limitPool(pool, pgWriters)
	return pool
}

// openReaders returns the pool whose connections are for reading only. They are to a standby if the primary cannot be
// reached. Such a connection ends when a transaction has begun since: a standby may lag behind, and people want to see
// what they did.
func (d *Postgres) openReaders(ctx context.Context) *sql.DB {
	config := d.config.Copy()
	config.RuntimeParams["default_transaction_isolation"] = "repeatable read"
	config.RuntimeParams["default_transaction_read_only"] = "on"
	setParameter(config, "statement_timeout", milliseconds(2*d.limits.tx))
	config.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsPrimary
	standby := config.Copy()
	standby.ValidateConnect = nil
	standby.AfterConnect = d.noteBegun
	pool := sql.OpenDB(eitherConnector{d.connectorTo(ctx, config), d.connectorTo(ctx, standby, stdlib.OptionResetSession(d.checkStandby))})
	limitPool(pool, pgReaders)
	pool.SetConnMaxLifetime(pgStandby)
	return pool
}

func milliseconds(d time.Duration) string { return fmt.Sprint(d.Milliseconds()) }

// connectorTo returns what makes connections to the servers of a config. They call the trace that ctx has, if any.
func (d *Postgres) connectorTo(ctx context.Context, config *pgx.ConnConfig, options ...stdlib.OptionOpenDB) driver.Connector {
	return connectorWithin(ctx, config, d.limits.silence, options...)
}

// connectorWithin is connectorTo for connections that fail when an answer pauses for so long.
func connectorWithin(ctx context.Context, config *pgx.ConnConfig, silence time.Duration, options ...stdlib.OptionOpenDB) driver.Connector {
	if trace, ok := ctx.Value(traceKey{}).(Trace); ok {
		config.Tracer = pgTracer{trace}
	}
	limitSilence(config, silence)
	return stdlib.GetConnector(*config, options...)
}

// noteBegun notes on a new connection how many transactions have begun.
func (d *Postgres) noteBegun(_ context.Context, conn *pgconn.PgConn) error {
	conn.CustomData()["begun"] = d.begun.Load()
	return nil
}

// checkStandby ends a connection to a standby, before it is used again, if a transaction has begun since it was opened.
func (d *Postgres) checkStandby(_ context.Context, conn *pgx.Conn) error {
	if isStandby(conn.PgConn()) && conn.PgConn().CustomData()["begun"] != d.begun.Load() {
		return driver.ErrBadConn
	}
	return nil
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
