package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
)

// moverName is the application_name of connections that move.
const moverName = "hexclub move"

// moveLock is the key of the advisory lock that a move holds on its target. Its letters are "hexmove".
const moveLock = 0x6865786d6f7665

// A moveEnd is the source or the target of a move.
type moveEnd struct {
	at         string // file or URL
	name       string // at, without a password
	server     bool   // it is on PostgreSQL
	source     bool
	unfinished bool // a target that has a part of the source

	conn     *sql.Conn       // nil for a target in a file before create
	config   *pgx.ConnConfig // of a server
	path     string          // of a file
	releases []func() error  // called in reverse order
}

func newMoveEnd(at string, source bool) *moveEnd {
	return &moveEnd{at: at, name: RedactURL(at), server: IsURL(at), source: source}
}

// dialect returns the name of the engine whose migrations it takes.
func (e *moveEnd) dialect() string {
	if e.server {
		return "postgres"
	}
	return ""
}

// later makes close call release.
func (e *moveEnd) later(release func() error) { e.releases = append(e.releases, release) }

// close closes the database and releases its locks.
func (e *moveEnd) close() (err error) {
	for i := len(e.releases) - 1; i >= 0; i-- {
		err = errors.Join(err, e.releases[i]())
	}
	e.releases = nil
	return err
}

// closeConn closes the connection. After an error, it may be closed.
func (e *moveEnd) closeConn() error {
	if err := e.conn.Close(); !errors.Is(err, sql.ErrConnDone) {
		return err
	}
	return nil
}

// inTx runs f in a transaction that sees the database as it is at one moment.
func (e *moveEnd) inTx(ctx context.Context, f func(*sql.Tx) error) error {
	options := &sql.TxOptions{ReadOnly: e.source}
	if e.server {
		options.Isolation = sql.LevelRepeatableRead
	}
	tx, err := e.conn.BeginTx(ctx, options)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after Commit
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// hold keeps other programs away from the database, and checks that it is one that a move can use. It opens a source.
func (e *moveEnd) hold(ctx context.Context) error {
	if e.server {
		return e.holdServer(ctx)
	}
	path, err := realPath(e.at)
	if err != nil {
		return err
	}
	e.path = path
	if e.source {
		if _, err := os.Stat(path); err != nil { // before there is a lock next to it
			return err
		}
	}
	release, err := lock(path, ".lock", true)
	if err != nil {
		return err
	}
	e.later(release)
	clearAbandoned(path, "", time.Now())
	if err := notReplaced(path); err != nil {
		return err
	}
	if e.source {
		return e.openSource(ctx)
	}
	return e.checkTarget(ctx)
}

// openSource opens a file for reading only.
func (e *moveEnd) openSource(ctx context.Context) error {
	conn, release, err := openToLook(e.path, !inUse(e.path))
	if err != nil {
		return err
	}
	e.conn = conn
	e.later(release)
	return e.inTx(ctx, func(tx *sql.Tx) error {
		_, err := schemaOf(ctx, tx)
		return err
	})
}

// checkTarget checks that a file is missing or empty, or an unfinished target.
func (e *moveEnd) checkTarget(ctx context.Context) error {
	info, err := os.Stat(e.path)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case err != nil && !missing:
		return err
	case missing && inUse(e.path):
		return fmt.Errorf("its write-ahead log exists, %s-wal: put the file back to which it belongs, or delete it", e.path)
	case missing || info.Size() == 0:
		return nil
	}
	return look(e.path, func(on *sql.Conn) error {
		tx, err := on.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }()
		_, err = schemaOf(ctx, tx)
		switch {
		case errors.Is(err, ErrUnfinished):
			e.unfinished = true
			return nil
		case err == nil:
			return errors.New("it has a club in it: choose a file that does not exist")
		}
		var tables int
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master").Scan(&tables); err == nil && tables == 0 {
			return nil // a program was killed as it made the file
		}
		return err
	})
}

// create opens a target. It creates the file if it does not exist.
func (e *moveEnd) create(ctx context.Context, s Schema) error {
	if e.server {
		return nil
	}
	if err := touch(e.path); err != nil {
		return err
	}
	file, err := s.newDB(ctx, e.path)
	if err != nil {
		return err
	}
	e.later(file.closeFolded)
	if err := file.connect(ctx, file.Deadline()); err != nil {
		return err
	}
	if e.conn, err = file.Write.Conn(ctx); err != nil {
		return err
	}
	e.later(e.closeConn)
	return syncFolder(filepath.Dir(e.path))
}

// holdServer connects to a database on a server and locks a target. Sources are not locked, because servers do not look
// for a lock; but none may be connected.
func (e *moveEnd) holdServer(ctx context.Context) error {
	config, err := parseURL(e.at)
	if err != nil {
		return err
	}
	if err := e.connect(ctx, config); err != nil {
		return explainServer(config, err)
	}
	return nil
}

// connect connects to a database on a server, and checks that a move can use it.
func (e *moveEnd) connect(ctx context.Context, config *pgx.ConnConfig) (err error) {
	config = unlimited(config)
	e.config = config
	config.RuntimeParams["application_name"] = moverName
	setParameter(config, "enable_seqscan", "off") // each batch of rows follows the primary key: there are no statistics yet
	setParameter(config, "enable_bitmapscan", "off")
	if !e.source {
		config.ValidateConnect = writable
	}
	pool := sql.OpenDB(connectorWithin(ctx, config, moveSilence))
	e.later(pool.Close)
	if e.conn, err = pool.Conn(ctx); err != nil {
		return err
	}
	e.later(e.closeConn)
	if err := checkServer(ctx, e.conn, config); err != nil {
		return err
	}
	if err := e.wait(ctx); err != nil {
		return err
	}
	has, unfinished, err := ownTables(ctx, e.conn)
	e.unfinished = unfinished
	switch {
	case err != nil:
		return err
	case e.source && unfinished:
		return ErrUnfinished
	case e.source && !has:
		return errors.New("it has no tables of Hexclub")
	case e.source:
		return nil
	case !has:
		return checkEmpty(ctx, e.conn, config)
	case !unfinished:
		return fmt.Errorf("it has a club in it: use an empty database. %s", howToReplace(config))
	}
	return nil
}

// moveSilence limits the time for the next bytes of an answer: of statements that read or write some rows, and of those
// that check constraints or collect statistics of whole tables.
const moveSilence = 5 * time.Minute

// moveWait is how long a move waits for others to leave a database on a server: connections end some time after the
// program that had them.
const moveWait = 2 * time.Second

// wait waits until no other program uses a database on a server, and locks a target.
func (e *moveEnd) wait(ctx context.Context) error {
	until := time.After(moveWait)
	pause := time.NewTicker(moveWait / 20)
	defer pause.Stop()
	for {
		used, err := e.used(ctx)
		if err != nil || used == "" {
			return err
		}
		select {
		case <-pause.C:
		case <-until:
			return errors.New(used)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// used returns which other program uses a database on a server, empty for none. Then a target is locked.
func (e *moveEnd) used(ctx context.Context) (by string, err error) {
	var others, alone bool
	err = e.conn.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM pg_stat_activity
		WHERE datname = current_database() AND application_name LIKE 'hexclub%' AND application_name <> $1 AND pid <> pg_backend_pid())`,
		moverName).Scan(&others)
	if err != nil || others {
		return "servers or commands of Hexclub are connected to it: stop the servers first", err
	}
	if e.source {
		return "", nil
	}
	err = e.conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", int64(moveLock)).Scan(&alone)
	if err != nil || !alone {
		return "another program is moving a database to it", err
	}
	return "", nil
}

// claim marks an empty target as unfinished, and makes the table with the version of the schema.
func (e *moveEnd) claim(ctx context.Context, tx *sql.Tx) error {
	if !e.server {
		_, err := tx.ExecContext(ctx, createVersion)
		return errors.Join(err, makeMoving(ctx, tx))
	}
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", int64(migrationLock)); err != nil {
		return err
	}
	err := createFirst(ctx, tx, e.config)
	if err == nil {
		err = makeMoving(ctx, tx)
	}
	if err != nil {
		return explainServer(e.config, err)
	}
	return nil
}

// analyze collects statistics on PostgreSQL, which otherwise plans badly until it does so itself.
func (e *moveEnd) analyze(ctx context.Context) error {
	if !e.server {
		return nil
	}
	_, err := e.conn.ExecContext(ctx, "ANALYZE")
	return err
}

// A startOver is the error of a target that has to be emptied first.
type startOver struct{ what, how string }

// Error says what is wrong and how to start over.
func (e *startOver) Error() string { return e.what + "\nTo start over: " + e.how }

// startOver returns an error that says how to empty a target.
func (e *moveEnd) startOver(what string) error {
	if e.server {
		return &startOver{what, "drop the database " + e.config.Database + ", and create it again"}
	}
	return &startOver{what, "delete " + e.path}
}
