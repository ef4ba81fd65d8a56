// Package store keeps a database in an SQLite file or on a PostgreSQL server: connections, transactions, versions of the
// schema, and for a file also locks and backups. It does not know what the database is about. Package db, its only user,
// describes that with a [Schema], opens the database with [Schema.Open] or [Schema.OpenURL], and offers the [SQLite] or
// the [Postgres] to the rest of the program. Both have InTx, which runs a function in a transaction, and a pool that cannot
// write. Only errors.go and postgres_errors.go know the drivers' errors. They turn them into kinds of rules.Error. Other
// errors are internal. Migrations are one list, with a second text, NNNN_name.postgres.sql, where the two dialects differ
// (migrate.go).
//
// A file (SQLite):
//
//   - Open: open.go. Each file is checked before it is opened (corruption.go), and migrated
//     (migrate.go) after a backup.
//   - Write: tx.go. One connection writes, in immediate transactions, so that writers queue
//     instead of failing half-way. Calls that wait share one durable commit.
//   - Read: four connections that cannot write.
//   - Backups: backups.go lists them, backup.go makes them, verify.go verifies a file, restore.go
//     puts a backup in the place of a database. Copies are made in locked temporary folders
//     (tempdir.go), so that the next program removes those of a killed one.
//   - Locks: lock_unix.go. All programs that have the file open share FILE.lock, and Restore
//     needs it alone. FILE.server.lock is the server's ([ServeAlone]). Neither is ever removed.
//   - Replaced files: replaced.go. When another program moves or overwrites the open file
//     (identity_unix.go), nothing more is written, and the content is saved next to it.
//   - Moves: move.go copies a database to one of either engine and compares both. move_ends.go opens
//     them, move_tables.go reads which tables and columns they have, move_rows.go copies rows.
//   - Health: health.go measures the file and the free space. wal.go empties the write-ahead log,
//     which has deleted text until then.
//
// A server (Postgres):
//
//   - Open: postgres.go and postgres_schema.go. Its errors say what the operator has to change ([ServerError]).
//   - Write: postgres_tx.go. Transactions are serializable, each on a connection of its own. After a conflict the function
//     of a transaction runs again; after a few conflicts it queues. PostgreSQL groups commits.
//   - Read: connections that cannot write. They are to a standby while the primary cannot be reached.
//   - Lost connections: postgres_conn.go. A connection ends when an answer does not come in time. Of several servers, the
//     pools connect to the primary.
//   - Other programs: postgres_listen.go. They notify each other, and at most one of them leads.
//
// Tests trace statements, and run each function twice (trace.go).
package store
