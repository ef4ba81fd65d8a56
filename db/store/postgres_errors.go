package store

import (
	"crypto/tls"
	"crypto/x509"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"hexclub/rules"
)

// SQLSTATE codes of PostgreSQL (its manual, appendix A).
const (
	pgForeignKey    = "23503"
	pgUnique        = "23505"
	pgNotText       = "22021" // a zero byte, or bytes that are not UTF-8
	pgReadOnly      = "25006"
	pgNoLogin       = "28000"
	pgPassword      = "28P01"
	pgNoDatabase    = "3D000"
	pgSerialization = "40001"
	pgDeadlock      = "40P01"
	pgNoRight       = "42501"
	pgTooMany       = "53300"
	pgLockTimeout   = "55P03"
	pgCanceled      = "57014"
	pgStarting      = "57P03"
)

// classifyPostgres returns an error of PostgreSQL, or of the connection to it, as one of the kinds of rules.Error.
func classifyPostgres(err error) error {
	var failed *pgconn.PgError
	if !errors.As(err, &failed) {
		if unreachable(err) {
			return failure(rules.Unavailable, "error.storage", err)
		}
		return err
	}
	switch failed.Code {
	case pgUnique:
		return failure(rules.Conflict, "error.conflict", err)
	case pgForeignKey:
		return failure(rules.NotFound, "error.not-found", err) // see Classify
	case pgNotText: // texts are checked before they are stored, so this one was searched for
		return failure(rules.NotFound, "error.not-found", err)
	case pgSerialization, pgDeadlock, pgLockTimeout, pgCanceled, pgTooMany:
		return Busy(err)
	case pgReadOnly, pgNoDatabase, pgNoLogin, pgPassword:
		return failure(rules.Unavailable, "error.storage", err)
	}
	switch failed.Code[:2] {
	// No connection, resources, intervention of an operator, of the system, damage.
	case "08", "53", "57", "58", "XX":
		return failure(rules.Unavailable, "error.storage", err)
	}
	return err
}

// unreachable reports whether an error is that the server could not be reached, or did not answer to the end.
func unreachable(err error) bool {
	var network net.Error
	var connect *pgconn.ConnectError
	return errors.As(err, &network) || errors.As(err, &connect) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, net.ErrClosed) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || pgconn.SafeToRetry(err) || pgconn.Timeout(err)
}

// A ServerError says why the program cannot use a database on a server. Only the operator can fix that.
type ServerError struct {
	what string
	err  error // of the driver; nil for none
}

// Error says what is wrong.
func (e *ServerError) Error() string {
	if e.err != nil {
		return e.what + ": " + e.err.Error()
	}
	return e.what
}

// badURL returns the error about a URL that the driver refuses, or reads as another one. It does not repeat what may be
// a password.
func badURL(source string, err error) error {
	if _, noURL := url.Parse(source); noURL != nil || err == nil {
		return &ServerError{"it cannot be read as a URL like postgres://user:password@host:5432/hexclub. In a password, write / as %2F, @ as %40, : as %3A, # as %23 and % as %25", nil}
	}
	return &ServerError{"it is not like postgres://user:password@host:5432/hexclub", errors.Unwrap(err)}
}

// Unwrap returns the error of the driver.
func (e *ServerError) Unwrap() error { return e.err }

// A oneLine is an error whose text has no line breaks: the driver writes a line for each attempt, with and without TLS, at
// each address. Only lines that say something new are left.
type oneLine struct{ error }

// Error returns the text.
func (e oneLine) Error() string {
	var lines []string
	for line := range strings.Lines(e.error.Error()) {
		line = strings.Join(strings.Fields(line), " ")
		if !slices.ContainsFunc(lines, func(before string) bool { return strings.HasSuffix(before, line) }) {
			lines = append(lines, line)
		}
	}
	attempts := slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return strings.Contains(line, noTLS) })
	if len(attempts) > 1 { // the first line is no attempt
		lines = attempts
	}
	return strings.Join(lines, " ")
}

// noTLS is in the driver's message about a server without TLS; it has no value for it.
const noTLS = "server refused TLS connection"

// Unwrap returns the error.
func (e oneLine) Unwrap() error { return e.error }

// explainServer says what the operator has to do about an error of opening a database.
func explainServer(config *pgx.ConnConfig, err error) error {
	if errors.As(err, new(*ServerError)) || errors.Is(err, ErrNewer) {
		return err
	}
	what := ""
	var failed *pgconn.PgError
	var host x509.HostnameError
	var certificate *tls.CertificateVerificationError
	short := oneLine{err}
	switch {
	case errors.As(err, &failed):
		what = explainCode(config, failed.Code)
		short = oneLine{failed}
	case errors.Is(err, errReadOnly):
		what = fmt.Sprintf("the database %s is read-only", config.Database)
	case errors.As(err, &host):
		what = fmt.Sprintf("the certificate of the server is for another host than %s", host.Host)
	case errors.As(err, &certificate):
		what = "the certificate of the server cannot be trusted: sslrootcert in the URL has to name the file of the authority that signed it"
	case strings.Contains(short.Error(), noTLS):
		what = "the server has no TLS: set ssl to on in its configuration, or sslmode=disable in the URL if no one else can read the network"
	}
	if what == "" { // it may pass
		return oneLine{err}
	}
	return &ServerError{what, short}
}

// explainCode says what the operator has to do about an error with an SQLSTATE code, nothing if the error may pass.
func explainCode(config *pgx.ConnConfig, code string) string {
	switch code {
	case pgNoDatabase:
		return fmt.Sprintf("the server has no database %s. %s", config.Database, howToCreate(config))
	case pgPassword:
		if config.Password == "" {
			return fmt.Sprintf("no password is given for user %s: set PGPASSWORD, or write it into the URL", config.User)
		}
		return fmt.Sprintf("the server rejects the password of user %s, or has no such user", config.User)
	case pgNoLogin:
		return fmt.Sprintf("the server does not let user %s in", config.User)
	case pgNoRight:
		return fmt.Sprintf("user %s may not create or change tables of the database %s: make it the owner of the database, with ALTER DATABASE %s OWNER TO %s, and of the tables that it has",
			config.User, config.Database, quoted(config.Database), quoted(config.User))
	case pgReadOnly:
		return fmt.Sprintf("the database %s is read-only", config.Database)
	}
	return ""
}
