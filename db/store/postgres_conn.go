package store

import (
	"context"
	"database/sql/driver"
	"net"
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

// limitSilence makes connections fail when the server leaves a statement without an answer for so long. Without that,
// a network that loses packets keeps a request waiting for many minutes.
func limitSilence(config *pgx.ConnConfig, silence time.Duration) {
	config.AfterNetConnect = func(_ context.Context, _ *pgconn.Config, conn net.Conn) (net.Conn, error) {
		return limitedConn{conn, silence}, nil
	}
}

// A limitedConn is a connection on which reading fails when nothing has come for some time since the last write.
type limitedConn struct {
	net.Conn
	silence time.Duration
}

// Write sends bytes, whose answer has to come in time.
func (c limitedConn) Write(bytes []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.silence)); err != nil {
		return 0, err
	}
	return c.Conn.Write(bytes)
}

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
