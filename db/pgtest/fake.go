package pgtest

import (
	"net"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"
)

// Fake serves TCP connections until the end of the test, in place of a server that is not as it should be. It returns its
// address.
func Fake(tb testing.TB, serve func(net.Conn)) (address string) {
	tb.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return // it is closed
			}
			go serve(conn)
		}
	}()
	return listener.Addr().String()
}

// Refuse returns a function for Fake that answers each connection with an error of an SQLSTATE code. It has no TLS.
func Refuse(code, message string) func(net.Conn) {
	return func(conn net.Conn) {
		defer func() { _ = conn.Close() }()
		backend := pgproto3.NewBackend(conn, conn)
		first, err := backend.ReceiveStartupMessage()
		if _, tls := first.(*pgproto3.SSLRequest); tls {
			_, _ = conn.Write([]byte{'N'}) // the client notices if this fails
			_, err = backend.ReceiveStartupMessage()
		}
		if err == nil {
			backend.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: code, Message: message})
			_ = backend.Flush()
		}
	}
}
