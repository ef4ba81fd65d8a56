package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Moving says which database to copy, and where to.
type Moving struct {
	From, To   string            // each a file or a URL of PostgreSQL
	WithFaults bool              // also when records are bad, but never when a file is damaged
	Local      map[string]string // tables that are not copied, with the reason
	Batch      int               // rows that are copied in a transaction; 0 for the usual number
	Print      func(line string) // receives each step and table
}

// A Moved is what Move has copied and compared.
type Moved struct {
	Tables int
	Rows   int64
	Report Report // on both sides
}

// ErrUnfinished is the error of opening a database to which another is being moved.
var ErrUnfinished = errors.New("a move to it is not finished: run hexclub move again, with the same --from and --to, or use another database")

// movedAtOnce is the usual number of rows in a transaction.
const movedAtOnce = 1000

// Move copies a database to an empty one, and compares both. Both have the latest schema. No other program may have either
// of them open, and Move never writes to the source.
//
// While Move runs, and after it was interrupted, the target has a table named moving with the sums of the source's tables,
// and opening the target fails with ErrUnfinished. Each transaction copies some rows of a table, in the order of its
// primary key, so the next call for the same databases continues after the last row of each table. Move fails if the
// source has changed since the first call.
//
// At the end Move verifies all records of the target, as it did those of the source, compares the rows of all tables, and
// removes the table moving, in one transaction.
func (s Schema) Move(ctx context.Context, m Moving) (moved Moved, err error) {
	m.Batch = cmp.Or(m.Batch, movedAtOnce)
	source, target := newMoveEnd(m.From, true), newMoveEnd(m.To, false)
	moved, err = mover{s, m, source, target}.run(ctx)
	err = errors.Join(err, source.close(), target.close())
	switch {
	case err == nil || errors.As(err, new(*startOver)):
		return moved, err
	case ctx.Err() != nil:
		err = fmt.Errorf("interrupted: %w", ctx.Err()) // its consequences are of no interest
	}
	if target.unfinished {
		err = fmt.Errorf("%w\nThe move is not finished: the same command continues it", err)
	}
	return moved, err
}

// A mover copies a database.
type mover struct {
	Schema
	Moving
	source, target *moveEnd
}

func (m mover) run(ctx context.Context) (moved Moved, err error) {
	if err := m.target.hold(ctx); err != nil {
		return moved, fmt.Errorf("the target %s: %w", m.target.name, err)
	}
	if err := m.source.hold(ctx); err != nil {
		return moved, fmt.Errorf("the source %s: %w", m.source.name, err)
	}
	m.Print("Checking " + m.source.name)
	var tables []movedTable
	var sums map[string]tableSum
	err = m.source.inTx(ctx, func(tx *sql.Tx) (err error) {
		if moved.Report, err = m.check(ctx, tx); err != nil {
			return err
		}
		if tables, err = tablesOf(ctx, tx, m.source.server, m.Local); err == nil {
			sums, err = m.sumsOf(ctx, tx, tables)
		}
		return err
	})
	if err != nil {
		return moved, fmt.Errorf("the source %s: %w", m.source.name, err)
	}
	moved.Tables = len(tables)
	for _, sum := range sums {
		moved.Rows += sum.rows
	}
	if err := m.begin(ctx, tables, sums, moved.Report.Schema); err != nil {
		return moved, fmt.Errorf("the target %s: %w", m.target.name, err)
	}
	if err := m.copy(ctx, tables, sums); err != nil {
		return moved, err
	}
	return moved, m.finish(ctx, tables, sums, moved.Report)
}

// check verifies the source.
func (m mover) check(ctx context.Context, tx *sql.Tx) (report Report, err error) {
	if report, err = m.verifyMoved(ctx, tx, m.source.server); err != nil {
		return report, err
	}
	m.Print(fmt.Sprintf("  schema %d, games replayed: %d", report.Schema, report.Total()))
	for _, fault := range report.Faults() {
		m.Print("  FAULT: " + fault)
	}
	switch err := report.Err(); {
	case err == nil:
	case len(report.Damage) > 0:
		return report, fmt.Errorf("it is damaged: %w", err)
	case !m.WithFaults:
		return report, fmt.Errorf("it has faults: %w\nThe rest is whole. To move it anyway, add --with-faults", err)
	}
	return report, nil
}

// verifyMoved verifies a database, which has to have the latest schema, as a transaction shows it.
func (s Schema) verifyMoved(ctx context.Context, tx *sql.Tx, server bool) (report Report, err error) {
	if report.Schema, err = s.latestVersion(ctx, tx); err != nil {
		return report, err
	}
	if !server { // which looks after both itself
		if report.Damage, err = integrity(ctx, tx); err != nil || len(report.Damage) > 0 {
			return report, err
		}
		if report.Damage, err = danglers(ctx, tx); err != nil || len(report.Damage) > 0 {
			return report, err
		}
	}
	return report, s.VerifyRows(ctx, tx, &report, 0)
}

// latestVersion returns the version of a database's schema. It fails unless this is the latest one.
func (s Schema) latestVersion(ctx context.Context, tx *sql.Tx) (int, error) {
	known, err := s.knownMigrations()
	if err != nil {
		return 0, err
	}
	is, err := version(ctx, tx)
	switch {
	case err != nil:
		return 0, err
	case is < len(known):
		return is, errNotUpgraded(is, len(known))
	}
	return is, checkKnown(is, known)
}

// begin makes the tables of an empty target, or checks that what is in it comes from the source.
func (m mover) begin(ctx context.Context, tables []movedTable, sums map[string]tableSum, latest int) error {
	if err := m.target.create(ctx, m.Schema); err != nil {
		return err
	}
	if !m.target.unfinished {
		if err := m.target.inTx(ctx, func(tx *sql.Tx) error { return m.createTables(ctx, tx, tables, sums) }); err != nil {
			return err
		}
	}
	continued := m.target.unfinished
	m.target.unfinished = true
	return m.target.inTx(ctx, func(tx *sql.Tx) error {
		if continued {
			m.Print("Continuing the move to " + m.target.name)
		}
		began, err := version(ctx, tx)
		switch {
		case err != nil:
			return err
		case began != latest:
			return m.target.startOver(fmt.Sprintf("another version of the program began the move to it, with version %d of the schema", began))
		}
		has, err := tablesOf(ctx, tx, m.target.server, m.Local)
		if err != nil {
			return err
		}
		if err := sameTables(tables, has); err != nil {
			return err
		}
		stored, err := storedSums(ctx, tx)
		if err != nil {
			return err
		}
		if changed := differing(tables, sums, stored); len(changed) > 0 {
			return m.target.startOver(fmt.Sprintf("the move to it began with another source, or the source has changed since (tables: %s)", named(changed)))
		}
		return nil
	})
}

// createTables makes the tables of a target, without the rows that migrations store in them.
func (m mover) createTables(ctx context.Context, tx *sql.Tx, tables []movedTable, sums map[string]tableSum) error {
	known, err := m.knownMigrations()
	if err != nil {
		return err
	}
	if err := m.target.claim(ctx, tx); err != nil {
		return err
	}
	if err := m.apply(ctx, tx, 0, known, m.target.dialect()); err != nil {
		return err
	}
	for _, table := range slices.Backward(tables) { // those that refer to others before these
		if table.name == versionTable {
			continue
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM "+quoted(table.name)); err != nil {
			return err
		}
	}
	return storeSums(ctx, tx, sums)
}

// copy copies the rows that the target does not have yet.
func (m mover) copy(ctx context.Context, tables []movedTable, sums map[string]tableSum) error {
	m.Print(fmt.Sprintf("Copying to %s", m.target.name))
	return m.source.inTx(ctx, func(from *sql.Tx) error {
		for _, table := range tables {
			if table.name == versionTable { // the migrations have filled it
				continue
			}
			if err := m.copyTable(ctx, from, table); err != nil {
				return fmt.Errorf("table %s: %w", table.name, err)
			}
			m.Print(fmt.Sprintf("  %-20s %d", table.name, sums[table.name].rows))
		}
		for _, table := range tables {
			if err := m.copyReferences(ctx, from, table); err != nil {
				return fmt.Errorf("table %s: %w", table.name, err)
			}
		}
		return nil
	})
}

// copyTable copies the rows after the last that the target has. References to rows of the same table follow later,
// because these rows may come later.
func (m mover) copyTable(ctx context.Context, from *sql.Tx, table movedTable) error {
	var last []any
	err := m.target.inTx(ctx, func(tx *sql.Tx) (err error) {
		last, err = table.lastKey(ctx, tx)
		return err
	})
	if err != nil {
		return err
	}
	return table.each(ctx, from, "", last, m.Batch, func(rows [][]any) error {
		return m.target.inTx(ctx, func(tx *sql.Tx) error { return table.insert(ctx, tx, rows) })
	})
}

// copyReferences copies the references of rows to others of the same table, when all of them are there.
func (m mover) copyReferences(ctx context.Context, from *sql.Tx, table movedTable) error {
	if len(table.selfRefs) == 0 {
		return nil
	}
	return table.each(ctx, from, table.refers(), nil, m.Batch, func(rows [][]any) error {
		return m.target.inTx(ctx, func(tx *sql.Tx) error { return table.setReferences(ctx, tx, rows) })
	})
}

// finish compares both sides, and declares the target whole if they are equal.
func (m mover) finish(ctx context.Context, tables []movedTable, sums map[string]tableSum, report Report) error {
	m.Print("Comparing both, and replaying all games of " + m.target.name)
	var now map[string]tableSum
	err := m.source.inTx(ctx, func(tx *sql.Tx) (err error) {
		now, err = m.sumsOf(ctx, tx, tables)
		return err
	})
	if err != nil {
		return err
	}
	if changed := differing(tables, sums, now); len(changed) > 0 {
		return m.target.startOver(fmt.Sprintf("the source has changed while it was copied (tables: %s)", named(changed)))
	}
	if err := m.target.analyze(ctx); err != nil {
		return err
	}
	return m.target.inTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "DROP TABLE "+movingTable); err != nil {
			return err
		}
		copied, err := m.sumsOf(ctx, tx, tables)
		if err != nil {
			return err
		}
		if wrong := differing(tables, sums, copied); len(wrong) > 0 {
			return m.target.startOver(fmt.Sprintf("the copies of these tables differ from the source: %s", named(wrong)))
		}
		replayed, err := m.verifyMoved(ctx, tx, m.target.server)
		if err == nil && !slices.Equal(replayed.Faults(), report.Faults()) {
			err = m.target.startOver(fmt.Sprintf("the copy has other faults than the source: %q", replayed.Faults()))
		}
		return err
	})
}

// named returns the names of tables as a text.
func named(tables []string) string { return strings.Join(tables, ", ") }
