package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"net"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// An eitherConnector connects to another server where the first cannot be reached.
type eitherConnector struct {
	driver.Connector
	other driver.Connector
}

// Connect makes a connection.
func (c eitherConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err == nil {
		return conn, nil
	}
	if conn, other := c.other.Connect(ctx); other == nil {
		return conn, nil
	}
	return nil, err
}

// limitSilence makes connections fail when the server does not answer a statement for that long. Without it, a request waits
// for many minutes when the network loses packets.
func limitSilence(config *pgx.ConnConfig, silence time.Duration) {
	config.AfterNetConnect = func(_ context.Context, _ *pgconn.Config, conn net.Conn) (net.Conn, error) {
		return &limitedConn{Conn: conn, silence: silence}, nil
	}
}

// A limitedConn is a connection on which a read or a write fails after some time without progress.
type limitedConn struct {
	net.Conn
	silence time.Duration

	mu    sync.Mutex
	limit time.Time // set by SetDeadline; zero for none
}

// Read reads bytes, or fails when none has come in time.
func (c *limitedConn) Read(bytes []byte) (int, error) {
	if err := c.hurry(c.Conn.SetReadDeadline); err != nil {
		return 0, err
	}
	return c.Conn.Read(bytes)
}

// Write sends bytes, or fails when they are not sent in time.
func (c *limitedConn) Write(bytes []byte) (int, error) {
	if err := c.hurry(c.Conn.SetWriteDeadline); err != nil {
		return 0, err
	}
	return c.Conn.Write(bytes)
}

// hurry sets the deadline of a read or write, unless SetDeadline has set an earlier one.
func (c *limitedConn) hurry(set func(time.Time) error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	until := time.Now().Add(c.silence)
	if !c.limit.IsZero() && c.limit.Before(until) {
		until = c.limit
	}
	return set(until)
}

// SetDeadline sets the deadline of the whole answer. The driver does so when a context ends.
func (c *limitedConn) SetDeadline(limit time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limit = limit
	return c.Conn.SetDeadline(limit)
}

// writable returns an error unless a connection is to a server that takes writes.
func writable(_ context.Context, conn *pgconn.PgConn) error {
	switch {
	case isStandby(conn):
		return errStandby
	case conn.ParameterStatus("default_transaction_read_only") == "on":
		return errReadOnly
	}
	return nil
}

// isStandby reports whether a connection is to a standby. Since version 14 servers report this parameter, also when they
// become the primary.
func isStandby(conn *pgconn.PgConn) bool { return conn.ParameterStatus("in_hot_standby") == "on" }

// Errors of connections to servers that take no writes.
var (
	errStandby  = errors.New("the server is a standby, which cannot be written")
	errReadOnly = errors.New("the server has default_transaction_read_only on")
)

// A pgTracer calls a trace for each statement.
type pgTracer struct{ trace Trace }

// TraceQueryStart calls the trace.
func (t pgTracer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	var args []driver.NamedValue
	for _, arg := range data.Args {
		if _, format := arg.(pgx.QueryResultFormatsByOID); !format { // which the adapter for database/sql adds
			args = append(args, driver.NamedValue{Ordinal: len(args) + 1, Value: arg})
		}
	}
	t.trace(data.SQL, args)
	return ctx
}

// TraceQueryEnd does nothing.
func (pgTracer) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
