package db

import (
	"context"
	"database/sql"
	"embed"
	"time"

	"hexclub/db/store"
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
	// A Trace receives the text and the arguments of each statement before it runs.
	Trace = store.Trace
)

// ErrNewer is the error for a database whose schema is newer than the program.
var ErrNewer = store.ErrNewer

// Damaged reports whether an error means that the file is damaged, lost or replaced, so that
// retrying does not help.
func Damaged(err error) bool { return store.Damaged(err) }

// Replaced reports whether an error means that the files of an open database were replaced. Only
// the operator can fix that.
func Replaced(err error) bool { return store.Replaced(err) }

// DefaultBackups returns the backups next to a database.
func DefaultBackups(path string) Backups { return store.DefaultBackups(path) }

// Newest returns the newest of backups that do not have a time in the future; ok is false if there
// is none.
func Newest(list []BackupFile, now time.Time) (newest BackupFile, ok bool) {
	return store.Newest(list, now)
}

// ServeAlone makes the caller the only server of the database at path: see [store.ServeAlone].
func ServeAlone(path string) (release func() error, err error) { return store.ServeAlone(path) }

// WithTrace returns a context for Open: see [store.WithTrace].
func WithTrace(ctx context.Context, trace Trace) context.Context { return store.WithTrace(ctx, trace) }

// Verify verifies the database in a file: see [store.Schema.Verify]. It replays each game and
// compares it with the stored status, seat to act, result and reason.
func Verify(ctx context.Context, path string) (Report, error) { return schema().Verify(ctx, path) }

// Backup writes the database at path to a new file: see [store.Schema.Backup].
func Backup(ctx context.Context, path, target string) (made string, report Report, err error) {
	return schema().Backup(ctx, path, target)
}

// MakeBackup adds a backup of the database at path to others: see [store.Schema.MakeBackup].
func MakeBackup(ctx context.Context, b Backups, path string, now time.Time) (BackupFile, Report, error) {
	return schema().MakeBackup(ctx, b, path, now)
}

// MakeBackup is the package's MakeBackup for an open database. It pauses between steps, so that
// players do not wait.
func (d *DB) MakeBackup(ctx context.Context, b Backups, now time.Time) (BackupFile, Report, error) {
	return d.file.MakeBackup(ctx, b, now)
}

// Close closes the database after the current write: see [store.DB.Close].
func (d *DB) Close() error { return d.file.Close() }

// Warning returns a warning for the caller of Open: see [store.DB.Warning].
func (d *DB) Warning() error { return d.file.Warning() }

// CheckWhole checks what Open had no time for: see [store.DB.CheckWhole].
func (d *DB) CheckWhole(ctx context.Context) error { return d.file.CheckWhole(ctx) }

// Ping reads one row. It fails when the database cannot be read.
func (d *DB) Ping(ctx context.Context) error { return d.file.Ping(ctx) }

// Schema returns the version of the file's schema and the last one that this program knows: see
// [store.DB.Schema].
func (d *DB) Schema(ctx context.Context) (version, known int, err error) { return d.file.Schema(ctx) }

// Sizes measures the database and its disk.
func (d *DB) Sizes() (Sizes, error) { return d.file.Sizes() }

// Writes returns the current state of writing, without writing.
func (d *DB) Writes() Writes { return d.file.Writes() }

// Replacement returns an error when the database was replaced while it was open: see
// [store.DB.Replacement].
func (d *DB) Replacement() error { return d.file.Replacement() }

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

// TruncateLog empties the write-ahead log: see [store.DB.TruncateLog].
func (d *DB) TruncateLog(ctx context.Context) (empty bool, err error) {
	return d.file.TruncateLog(ctx)
}
