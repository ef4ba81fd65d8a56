// Package store keeps an SQLite file: connections, transactions, versions of the schema, locks,
// backups. It does not know what the file is about. Package db, its only user, describes that
// with a [Schema], opens the file with [Schema.Open], and offers the [SQLite] to the rest of the
// program.
//
//   - Open: open.go. Each file is checked before it is opened (corruption.go), and migrated
//     (migrate.go) after a backup.
//   - Write: tx.go. One connection writes, in immediate transactions, so that writers queue
//     instead of failing half-way. Calls that wait share one durable commit.
//   - Read: four connections that cannot write.
//   - Errors: errors.go is the only place that knows the driver's errors. It turns them into
//     kinds of rules.Error. Other errors are internal.
//   - Backups: backups.go lists them, backup.go makes them, verify.go verifies a file, restore.go
//     puts a backup in the place of a database. Copies are made in locked temporary folders
//     (tempdir.go), so that the next program removes those of a killed one.
//   - Locks: lock_unix.go. All programs that have the file open share FILE.lock, and Restore
//     needs it alone. FILE.server.lock is the server's ([ServeAlone]). Neither is ever removed.
//   - Replaced files: replaced.go. When another program moves or overwrites the open file
//     (identity_unix.go), nothing more is written, and the content is saved next to it.
//   - Health: health.go measures the file and the free space. wal.go empties the write-ahead log,
//     which has deleted text until then. Tests trace statements (trace.go).
package store
