package pgtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"
)

// On reports whether tests are to use databases on a server.
func On() bool { return os.Getenv("HEXCLUB_ENGINE") == "postgres" }

// A Templates has databases that begin as copies of one.
type Templates struct {
	fill func(url string) error // makes the first
	once func() error
	last atomic.Int64
}

// shared is the server of the test program.
var shared = sync.OnceValues(func() (*Server, error) { return Start() })

// used is set once the program has started the shared server.
var used atomic.Bool

// empties counts the databases that Empty has created.
var empties atomic.Int64

// Main runs the tests of a program, such as a *testing.M, and ends the shared server after them. It returns the exit status.
func Main(m interface{ Run() int }) int {
	status := m.Run()
	if !used.Load() {
		return status
	}
	if server, err := shared(); err == nil {
		if err := server.Remove(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return status
}

// New returns a Templates. On its first use it creates a database and calls fill.
func New(fill func(url string) error) *Templates {
	t := &Templates{fill: fill}
	t.once = sync.OnceValue(t.create)
	return t
}

// template is the name of the database that is copied.
const template = "template"

func (t *Templates) create() error {
	used.Store(true)
	server, err := shared()
	if err != nil {
		return err
	}
	if err := run("CREATE DATABASE " + template); err != nil {
		return err
	}
	return t.fill(server.URL(template))
}

// Database returns the URL of a new copy, which is dropped at the end of the test.
func (t *Templates) Database(tb testing.TB) string {
	tb.Helper()
	if err := t.once(); err != nil {
		tb.Fatal(err)
	}
	server, _ := shared() // t.once has started it
	return create(tb, server, fmt.Sprintf("test%d", t.last.Add(1)), template)
}

// Empty returns the URL of a new database without tables on the shared server, which is dropped at the end of the test.
func Empty(tb testing.TB) string {
	tb.Helper()
	used.Store(true)
	server, err := shared()
	if err != nil {
		tb.Fatal(err)
	}
	return create(tb, server, fmt.Sprintf("empty%d", empties.Add(1)), "template0")
}

// create creates a database as a copy of another, and drops it at the end of the test. It returns its URL.
func create(tb testing.TB, server *Server, name, from string) string {
	tb.Helper()
	if err := run("CREATE DATABASE " + name + " TEMPLATE " + from + " STRATEGY file_copy"); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := run("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			tb.Error(err)
		}
	})
	return server.URL(name)
}

// URL returns the URL of a copy with a name.
func (t *Templates) URL(name string) string {
	server, _ := shared() // which has the copy
	return server.URL(name)
}

// admin is the pool of connections to the shared server that create and drop databases.
var admin = sync.OnceValues(func() (*sql.DB, error) {
	server, err := shared()
	if err != nil {
		return nil, err
	}
	return sql.Open("pgx", server.URL("postgres"))
})

// run runs a statement on the shared server.
func run(statement string) error {
	pool, err := admin()
	if err != nil {
		return err
	}
	_, err = pool.ExecContext(context.Background(), statement)
	return err
}

// Exec runs statements in a database of the server.
func (s *Server) Exec(database, statements string) (err error) {
	pool, err := sql.Open("pgx", s.URL(database))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	_, err = pool.ExecContext(context.Background(), statements)
	return err
}
