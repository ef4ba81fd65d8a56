package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"modernc.org/sqlite"
)

// A Trace receives the text and the arguments of each statement before it runs. Several
// goroutines may call it at the same time.
type Trace func(query string, args []driver.NamedValue)

type traceKey struct{}

// WithTrace returns a context for Open: the database that it opens calls trace for each of
// its statements. Without it nothing is traced, at no cost. Tests of this package and of others
// use it to check plans and to count statements, so it cannot be in a test file.
func WithTrace(ctx context.Context, trace Trace) context.Context {
	return context.WithValue(ctx, traceKey{}, trace)
}

type rehearsalKey struct{}

// WithRehearsal returns a context for Open and OpenURL: each function that InTx of the database gets runs twice, and what
// it changed the first time is undone. So a test fails if a function may not run again, as it does on a server after a
// conflict.
func WithRehearsal(ctx context.Context) context.Context {
	return context.WithValue(ctx, rehearsalKey{}, true)
}

// rehearsed returns the function for a transaction: f, or one that runs f twice.
func rehearsed(rehearse bool, f func(context.Context, *sql.Tx) error) func(context.Context, *sql.Tx) error {
	if !rehearse {
		return f
	}
	return func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "SAVEPOINT rehearsal"); err != nil {
			return err
		}
		first := f(ctx, tx)
		if _, err := tx.ExecContext(ctx, "ROLLBACK TO rehearsal; RELEASE rehearsal"); err != nil {
			return errors.Join(first, err) // a full disk ends the whole transaction
		}
		return f(ctx, tx)
	}
}

// newConnector returns what makes connections to a data source. They call the trace that ctx
// has, if any.
func newConnector(ctx context.Context, source string) (driver.Connector, error) {
	connector, err := sqlite.NewConnector(source)
	trace, ok := ctx.Value(traceKey{}).(Trace)
	if err != nil || !ok {
		return connector, err
	}
	return tracedConnector{connector.Driver(), source, trace}, nil
}

type tracedConnector struct {
	driver driver.Driver
	source string
	trace  Trace
}

// Connect makes a connection that calls the trace.
func (c tracedConnector) Connect(context.Context) (driver.Conn, error) {
	conn, err := c.driver.Open(c.source)
	if err != nil {
		return nil, err
	}
	known, ok := conn.(fullConn)
	if !ok {
		return nil, fmt.Errorf("connections of type %T cannot be traced", conn)
	}
	return tracedConn{known, c.trace}, nil
}

// Driver returns the driver that makes the connections.
func (c tracedConnector) Driver() driver.Driver { return c.driver }

// A fullConn is what database/sql uses of an SQLite connection.
type fullConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

type tracedConn struct {
	fullConn
	trace Trace
}

// QueryContext calls the trace and runs the query.
func (c tracedConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	c.trace(query, args)
	return c.fullConn.QueryContext(ctx, query, args)
}

// ExecContext calls the trace and runs the statement.
func (c tracedConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	c.trace(query, args)
	return c.fullConn.ExecContext(ctx, query, args)
}

// PrepareContext prepares a statement that calls the trace each time it runs.
func (c tracedConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	stmt, err := c.fullConn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	known, ok := stmt.(fullStmt)
	if !ok {
		return nil, fmt.Errorf("statements of type %T cannot be traced", stmt)
	}
	return tracedStmt{known, query, c.trace}, nil
}

// A fullStmt is what database/sql uses of an SQLite statement.
type fullStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

type tracedStmt struct {
	fullStmt
	query string
	trace Trace
}

// QueryContext calls the trace and runs the query.
func (s tracedStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	s.trace(s.query, args)
	return s.fullStmt.QueryContext(ctx, args)
}

// ExecContext calls the trace and runs the statement.
func (s tracedStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	s.trace(s.query, args)
	return s.fullStmt.ExecContext(ctx, args)
}
