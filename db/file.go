package db

import (
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"hexclub/db/store"
	"hexclub/rules/record"
)

//go:embed migrations/*.sql
var migrations embed.FS

// schema returns the store's description of the tables.
func schema() store.Schema {
	return store.Schema{Migrations: migrations, AfterMigrations: renewSkeletons, VerifyRows: verifyGames}
}

type (
	// Backups are the backups of one database, in a folder of their own.
	Backups = store.Backups
	// A BackupFile is a backup whose file was valid when it was made.
	BackupFile = store.BackupFile
	// A Report is the result of verifying a file. Its records are games.
	Report = store.Report
	// Sizes are the sizes of the database and the free space on its disk, in bytes.
	Sizes = store.Sizes
	// Writes is the state of writing to the database.
	Writes = store.Writes
	// A ServerError says why the database at a URL cannot be used until the operator changes something.
	ServerError = store.ServerError
	// A Trace receives the text and the arguments of each statement before it runs.
	Trace = store.Trace
)

// OnServer reports whether a source, of Open for example, is a URL of PostgreSQL and not a file.
func OnServer(source string) bool { return store.IsURL(source) }

// OnServer reports whether the database is on a PostgreSQL server and not in a file.
func (d *DB) OnServer() bool { return d.file == nil }

// Redact returns a source without the password that a URL may have.
func Redact(source string) string { return store.RedactURL(source) }

// ErrServer is the error of what only a database in a file has.
var ErrServer = errors.New("the database is on a PostgreSQL server: use its own tools, such as pg_dump or pgBackRest")

// ErrNewer is the error for a database whose schema is newer than the program.
var ErrNewer = store.ErrNewer

// Damaged reports whether an error means that the file is damaged, lost or replaced, so that
// retrying does not help.
func Damaged(err error) bool { return store.Damaged(err) }

// Replaced reports whether an error means that the files of an open database were replaced. Only
// the operator can fix that.
func Replaced(err error) bool { return store.Replaced(err) }

// DefaultBackups returns the backups next to a database in a file. The program makes none of a database on a server.
func DefaultBackups(path string) Backups {
	if store.IsURL(path) {
		return Backups{}
	}
	return store.DefaultBackups(path)
}

// Newest returns the newest of backups that do not have a time in the future; ok is false if there
// is none.
func Newest(list []BackupFile, now time.Time) (newest BackupFile, ok bool) {
	return store.Newest(list, now)
}

// ServeAlone makes the caller the only server of the database in the file at path: see [store.ServeAlone]. At a URL,
// several may serve.
func ServeAlone(path string) (release func() error, err error) {
	if store.IsURL(path) {
		return func() error { return nil }, nil
	}
	return store.ServeAlone(path)
}

// WithTrace returns a context for Open: see [store.WithTrace].
func WithTrace(ctx context.Context, trace Trace) context.Context { return store.WithTrace(ctx, trace) }

// WithRehearsal returns a context for Open: see [store.WithRehearsal].
func WithRehearsal(ctx context.Context) context.Context { return store.WithRehearsal(ctx) }

// Verify verifies the database in a file or at a URL: see [store.Schema.Verify] and [store.Schema.VerifyURL]. It replays each game and
// compares it with the stored status, seat to act, result and reason.
func Verify(ctx context.Context, path string) (Report, error) {
	if store.IsURL(path) {
		return schema().VerifyURL(ctx, path)
	}
	return schema().Verify(ctx, path)
}

// Backup writes the database at path to a new file: see [store.Schema.Backup].
func Backup(ctx context.Context, path, target string) (made string, report Report, err error) {
	if store.IsURL(path) {
		return "", report, ErrServer
	}
	return schema().Backup(ctx, path, target)
}

// MakeBackup adds a backup of the database at path to others: see [store.Schema.MakeBackup].
func MakeBackup(ctx context.Context, b Backups, path string, now time.Time) (BackupFile, Report, error) {
	if store.IsURL(path) {
		return BackupFile{}, Report{}, ErrServer
	}
	return schema().MakeBackup(ctx, b, path, now)
}

// MakeBackup is the package's MakeBackup for an open database. It pauses between steps, so that
// players do not wait.
func (d *DB) MakeBackup(ctx context.Context, b Backups, now time.Time) (BackupFile, Report, error) {
	if d.file == nil {
		return BackupFile{}, Report{}, ErrServer
	}
	return d.file.MakeBackup(ctx, b, now)
}

// Close closes the database after the current write: see [store.SQLite.Close].
func (d *DB) Close() error { return d.engine.Close() }

// Warning returns a warning for the caller of Open: see [store.SQLite.Warning].
func (d *DB) Warning() error {
	if d.file == nil {
		return nil
	}
	return d.file.Warning()
}

// CheckWhole checks what Open had no time for: see [store.SQLite.CheckWhole].
func (d *DB) CheckWhole(ctx context.Context) error {
	if d.file == nil {
		return nil // PostgreSQL checks its pages as it reads them
	}
	return d.file.CheckWhole(ctx)
}

// Ping reads one row. It fails when the database cannot be read.
func (d *DB) Ping(ctx context.Context) error { return d.engine.Ping(ctx) }

// Schema returns the version of the file's schema and the last one that this program knows: see
// [store.SQLite.Schema].
func (d *DB) Schema(ctx context.Context) (version, known int, err error) { return d.engine.Schema(ctx) }

// Sizes measures the database and its disk.
func (d *DB) Sizes(ctx context.Context) (Sizes, error) { return d.engine.Sizes(ctx) }

// Writes returns the current state of writing, without writing.
func (d *DB) Writes() Writes { return d.engine.Writes() }

// Replacement returns an error when the database was replaced while it was open: see
// [store.SQLite.Replacement].
func (d *DB) Replacement() error {
	if d.file == nil {
		return nil
	}
	return d.file.Replacement()
}

// Explain returns an error of reading; if it is that the file is damaged, and it was replaced while it was open, it returns that
// as an error of kind Unavailable (error.replaced). Only writing looks whether a file was replaced.
func (d *DB) Explain(ctx context.Context, err error) error {
	if !Damaged(err) || Replaced(err) {
		return err
	}
	if replaced := d.inTx(ctx, func(context.Context, *sql.Tx) error { return nil }); Replaced(replaced) {
		return replaced
	}
	return err
}

// TruncateLog empties the write-ahead log: see [store.SQLite.TruncateLog].
func (d *DB) TruncateLog(ctx context.Context) (empty bool, err error) {
	if d.file == nil {
		return true, nil
	}
	return d.file.TruncateLog(ctx)
}

// replayAtOnce is how many games are in memory at once while all are replayed.
const replayAtOnce = 50

// A keptGame is what is stored of a game that follows from its events.
type keptGame struct {
	id, key string
	status  Status
	toAct   int64
	result  string
	reason  string
}

// verifyGames replays all games, and notes whose end is not what is stored of it. After some
// it rests, for as many times as long as they took.
func verifyGames(ctx context.Context, tx *sql.Tx, r *Report, rest int) error {
	r.Records = map[string]int{}
	last := ""
	for {
		began := time.Now()
		kept, err := keptGames(ctx, tx, last)
		if err != nil || len(kept) == 0 {
			return err
		}
		first := kept[0].id
		last = kept[len(kept)-1].id
		list, err := scanGames(tx.QueryContext(ctx, selectGame+"WHERE g.id BETWEEN $1 AND $2 ORDER BY g.id, s.seat", first, last))
		var broken brokenGames
		if err != nil && !errors.As(err, &broken) {
			return err
		}
		compare(r, kept, list, broken)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Duration(rest) * time.Since(began)):
		}
	}
}

// keptGames returns the stored columns of the next games, by their ids.
func keptGames(ctx context.Context, tx *sql.Tx, after string) (list []keptGame, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT id, game, status, to_act, result, reason FROM games WHERE id > $1 ORDER BY id LIMIT $2", after, replayAtOnce)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var k keptGame
		if err := rows.Scan(&k.id, &k.key, &k.status, &k.toAct, &k.result, &k.reason); err != nil {
			return nil, err
		}
		list = append(list, k)
	}
	return list, errors.Join(rows.Err(), rows.Close())
}

// compare counts the games that could be replayed, and notes what is wrong.
func compare(r *Report, kept []keptGame, list []Game, broken brokenGames) {
	faults := map[string]string{}
	for _, g := range broken {
		faults[g.id] = fmt.Sprintf("cannot be replayed: %v", g.cause)
	}
	replayed := map[string]Game{}
	for _, g := range list {
		replayed[g.ID] = g
	}
	for _, k := range kept {
		g, ok := replayed[k.id]
		fault := faults[k.id]
		switch {
		case ok:
			r.Records[k.key]++
			fault = k.differs(g)
		case fault == "":
			fault = "has no seats"
		}
		if fault != "" && len(r.BadRecords) < store.MaxFaults {
			r.BadRecords = append(r.BadRecords, fmt.Sprintf("game %s of %s %s", k.id, k.key, fault))
		}
	}
}

// differs returns how a replayed game differs from what is stored of it.
func (k keptGame) differs(g Game) string {
	replayed := keptGame{id: k.id, key: k.key, toAct: int64(g.Record.Turn().Seat)}
	result, over := g.Record.Result()
	switch {
	case over:
		replayed.status, replayed.result, replayed.reason = Over, result.String(), string(result.Reason)
	case len(g.SeatsOf("")) > 0:
		replayed.status = Waiting
	default:
		replayed.status = Running
	}
	if k == replayed {
		return ""
	}
	return fmt.Sprintf("is stored as %s, and replayed it is %s", k, replayed)
}

// String returns the status and the result of a game.
func (k keptGame) String() string {
	if k.status == Over {
		return fmt.Sprintf("over (%s, %s)", k.result, k.reason)
	}
	return fmt.Sprintf("%s, seat %d to act", k.status, k.toAct)
}

// ErrBroken is wrapped by the error about a game that cannot be replayed, which is a bug.
var ErrBroken = errors.New("broken game")

// brokenGames is the error about games that cannot be replayed.
type brokenGames []brokenGame

// A brokenGame is the id of a game that cannot be replayed, and the cause.
type brokenGame struct {
	id    string
	cause error
}

// Error lists the games. It hides the kinds of the causes, because the request is not at fault.
func (b brokenGames) Error() string {
	lines := make([]string, len(b))
	for i, g := range b {
		lines[i] = fmt.Sprintf("%v: game %s as stored: %v", ErrBroken, g.id, g.cause)
	}
	return strings.Join(lines, "\n")
}

// Is reports whether target is ErrBroken.
func (b brokenGames) Is(target error) bool { return target == ErrBroken }

// BrokenGame returns a game that cannot be replayed, as it is stored: the game without its Record,
// and its sheet without turns and names, and without options if they cannot be read. It fails with
// kind NotFound.
func (d *DB) BrokenGame(ctx context.Context, id string) (game Game, sheet record.Sheet, err error) {
	tx, err := d.read.BeginTx(ctx, nil)
	if err != nil {
		return game, sheet, kind(err)
	}
	defer func() { _ = tx.Rollback() }()
	list, err := scanStored(tx.StmtContext(ctx, d.readGame).QueryContext(ctx, id, 0, 0))
	if err != nil {
		return game, sheet, err
	}
	if len(list) == 0 {
		return game, sheet, errNoGame()
	}
	g := list[0]
	sheet = record.Sheet{
		Game: g.Key, Rules: g.Rules, Position: g.setup.Position, Control: g.control, Turns: []record.SheetTurn{}, Events: strings.Fields(g.events),
	}
	_ = json.Unmarshal([]byte(g.options), &sheet.Options) // as far as they can be read
	err = tx.QueryRowContext(ctx, "SELECT coalesce(nullif(result, ''), '*'), reason FROM games WHERE id = $1", id).Scan(&sheet.Result, &sheet.Reason)
	return g.Game, sheet, kind(err)
}

// ErrUnfinished is the error of opening a database to which another is being moved.
var ErrUnfinished = store.ErrUnfinished

// A Moving says which database to move, and where to.
type Moving struct {
	From, To   string            // each a file or a URL of PostgreSQL; To has no tables, or those of an interrupted move
	WithFaults bool              // also when games in it are bad, but never when a file is damaged
	Print      func(line string) // receives what is done, a line at a time

	batch int // rows in a transaction; 0 for the usual number
}

// A Moved is the result of a move.
type Moved = store.Moved

// localTables returns the tables that are not moved, with the reasons. They say what the servers that run are doing.
func localTables() map[string]string {
	return map[string]string{
		"nodes":      "the servers that run: none does during a move",
		"presence":   "who is present on each of them",
		"bot_claims": "where bots think",
	}
}

// Move copies everything from one database to another, of either engine: see [store.Schema.Move]. It replays all games on both sides
// and compares all rows. The next call after an interrupted one continues it.
func Move(ctx context.Context, m Moving) (Moved, error) {
	return schema().Move(ctx, store.Moving{From: m.From, To: m.To, WithFaults: m.WithFaults, Local: localTables(), Batch: m.batch, Print: m.Print})
}
