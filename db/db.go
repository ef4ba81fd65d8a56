package db

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"hexclub/db/store"
)

// A DB is an open database. Its methods may be called from any goroutine.
type DB struct {
	engine engine
	file   *store.SQLite   // the engine; nil for a server
	server *store.Postgres // the engine; nil for a file

	node        string                     // id of this program
	clock       atomic.Pointer[clockState] // of the server; nil for a file
	read, write *sql.DB                    // its pools

	resumed gameIDs
	records recordCache

	// Prepared statements of the most frequent requests.
	readGame     *sql.Stmt
	readRevision *sql.Stmt
	readPerson   *sql.Stmt
	readSession  *sql.Stmt
	readAwaiting *sql.Stmt
	readDesk     *sql.Stmt
	readClub     *sql.Stmt
	turnGame     *sql.Stmt // readGame's text, on the writing connection
	addEvent     *sql.Stmt
	updateGame   *sql.Stmt
}

// An engine keeps the tables: [store.SQLite] or [store.Postgres].
type engine interface {
	InTx(ctx context.Context, until time.Time, f func(context.Context, *sql.Tx) error) error
	Deadline() time.Time
	Close() error

	Ping(ctx context.Context) error
	Schema(ctx context.Context) (version, known int, err error)
	Sizes(ctx context.Context) (Sizes, error)
	Writes() Writes
}

// Open opens the database in the file at path, creates it if there is none, and migrates its
// schema. A file that is no database, is damaged or was written by a newer program is an error. The
// backups are next to the file. If path is a URL such as postgres://user:password@host/hexclub, Open
// opens that database, which must exist.
func Open(ctx context.Context, path string) (*DB, error) {
	return OpenWith(ctx, path, DefaultBackups(path))
}

// OpenWith is Open for a database with the given backups. It makes a backup before it migrates the
// schema. An error about a damaged file, or a missing one that has backups, names the newest backup
// that can be restored. If ctx ends during a migration, which may take long, the file is unchanged.
func OpenWith(ctx context.Context, path string, b Backups) (*DB, error) {
	return open(ctx, path, b, true)
}

// OpenBeside is OpenWith for a program that runs next to a server, which may be an older program:
// it fails instead of migrating the schema.
func OpenBeside(ctx context.Context, path string, b Backups) (*DB, error) {
	return open(ctx, path, b, false)
}

func open(ctx context.Context, path string, b Backups, upgrade bool) (*DB, error) {
	d := &DB{node: NewID(gameLetters)}
	if store.IsURL(path) {
		server, err := schema().OpenURL(ctx, path, upgrade)
		if err != nil {
			return nil, err
		}
		d.engine, d.server, d.read, d.write = server, server, server.Read, server.Write
		if err := d.MeasureClock(ctx); err != nil {
			return nil, errors.Join(err, d.Close())
		}
	} else {
		file, err := schema().Open(ctx, path, b, upgrade)
		if err != nil {
			return nil, err
		}
		d.engine, d.file, d.read, d.write = file, file, file.Read, file.Write
	}
	if err := d.prepare(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open database: %w", err), d.Close())
	}
	return d, nil
}

// prepare prepares the statements of the most frequent requests.
func (d *DB) prepare(ctx context.Context) error {
	for _, hot := range []struct {
		stmt **sql.Stmt
		pool *sql.DB
		text string
	}{
		{&d.readGame, d.read, selectUnlessCached},
		{&d.readRevision, d.read, "SELECT revision FROM games WHERE id = $1"},
		{&d.readPerson, d.read, selectPerson + "WHERE id = $1"},
		{&d.readSession, d.read, selectSession},
		{&d.readAwaiting, d.read, countAwaiting},
		{&d.readDesk, d.read, selectDesk},
		{&d.readClub, d.read, selectClub},
		{&d.turnGame, d.write, selectUnlessCached},
		{&d.addEvent, d.write, insertEvent},
		{&d.updateGame, d.write, updateGame},
	} {
		stmt, err := hot.pool.PrepareContext(ctx, hot.text)
		if err != nil {
			return err
		}
		*hot.stmt = stmt
	}
	return nil
}

// inTx runs f in a transaction that has to begin by the usual deadline: see [store.SQLite.InTx].
func (d *DB) inTx(ctx context.Context, f func(context.Context, *sql.Tx) error) error {
	return d.inTxUntil(ctx, d.engine.Deadline(), f)
}

// inTxUntil is inTx with another deadline. If f finds the last pulse too old, its changes are
// undone and it is called again after a pulse.
func (d *DB) inTxUntil(ctx context.Context, until time.Time, f func(context.Context, *sql.Tx) error) error {
	err := d.engine.InTx(ctx, until, f)
	var found stall
	if errors.As(err, &found) {
		if err = d.pulse(ctx, found.now, stalling, until); err == nil {
			err = d.engine.InTx(ctx, until, f)
		}
	}
	if errors.As(err, &found) {
		return store.Busy(err) // once more, right after the pulse
	}
	return err
}

// exec runs one statement in a transaction and counts the rows it changed.
func (d *DB) exec(ctx context.Context, query string, args ...any) (n int64, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		n, err = exec(ctx, tx, query, args...)
		return err
	})
	return n, err
}

// kind returns an error of the driver as one of the kinds of rules.Error.
func kind(err error) error { return store.Classify(err) }

// scanTexts reads rows of one text each.
func scanTexts(rows *sql.Rows, err error) ([]string, error) { return store.ScanTexts(rows, err) }

// An asker reads: a pool or a transaction.
type asker interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// An execer runs statements: a pool or a transaction.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// exec runs a statement and counts the rows it changed.
func exec(ctx context.Context, on execer, query string, args ...any) (int64, error) {
	result, err := on.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, kind(err)
	}
	n, err := result.RowsAffected()
	return n, kind(err)
}

// inList returns the right side of IN for values, and the values as arguments. The statement
// must not have others.
func inList(values []string) (list string, args []any) {
	if len(values) == 0 {
		return "(NULL)", nil // PostgreSQL has no empty lists
	}
	marks := make([]string, len(values))
	for i, value := range values {
		marks[i], args = "$"+strconv.Itoa(i+1), append(args, value)
	}
	return "(" + strings.Join(marks, ", ") + ")", args
}

// null returns a text as an optional column, NULL if empty.
func null(text string) sql.NullString { return sql.NullString{String: text, Valid: text != ""} }

// fromMS returns a stored time.
func fromMS(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// sinceMS returns a stored optional time, the zero Time if missing.
func sinceMS(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return fromMS(ms)
}

// alphabet has 32 letters, so that one takes exactly five random bits, and
// none that is easily read as another.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

// Lengths of ids in letters of five bits. The id of a person or a game names
// it and need only be unique; an invitation must not be guessed.
const (
	personLetters = 16
	gameLetters   = 12
	inviteLetters = 26
)

// NewID returns n random letters, in lower case and safe in addresses. It is as hard to guess as
// 5n bits.
func NewID(n int) string {
	id := make([]byte, n)
	_, _ = rand.Read(id) // never fails: the program ends when there is no randomness
	for i, b := range id {
		id[i] = alphabet[b&31]
	}
	return string(id)
}

// A Ref refers to something in the club that has a page. Package db knows no addresses: views
// builds them from refs.
type Ref struct {
	Kind RefKind
	ID   string // empty for what the club has one of
}

// A RefKind is a kind of thing that a [Ref] refers to. It is stored.
type RefKind string

// The kinds of refs.
const (
	RefNothing     RefKind = ""
	RefClub        RefKind = "club"        // its settings; without id, like the next two
	RefMembers     RefKind = "members"     // the list of members
	RefInvitations RefKind = "invitations" // the list of invitations
	RefSeason      RefKind = "season"
	RefLadder      RefKind = "ladder"
	RefChallenge   RefKind = "challenge"
	RefTournament  RefKind = "tournament"
	RefPairing     RefKind = "pairing"
	RefGame        RefKind = "game"
)

// RefKinds returns all kinds of refs, without RefNothing.
func RefKinds() []RefKind {
	return []RefKind{
		RefClub, RefMembers, RefInvitations, RefSeason, RefLadder, RefChallenge, RefTournament, RefPairing, RefGame,
	}
}

// Ref refers to the season.
func (s Season) Ref() Ref { return Ref{RefSeason, s.ID} }

// Ref refers to the ladder.
func (l Ladder) Ref() Ref { return Ref{RefLadder, l.ID} }

// Ref refers to the challenge.
func (c Challenge) Ref() Ref { return Ref{RefChallenge, c.ID} }

// Ref refers to the tournament.
func (t Tournament) Ref() Ref { return Ref{RefTournament, t.ID} }

// Ref refers to the pairing.
func (p Pairing) Ref() Ref { return Ref{RefPairing, p.ID} }
