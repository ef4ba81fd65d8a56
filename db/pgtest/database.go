package pgtest

import (
	"context"
	"database/sql"
	_ "embed"
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

	mu   sync.Mutex
	free []copied
}

// A copied is a copy of a template.
type copied struct {
	name string
	pool *sql.DB // for resetting it
}

//go:embed reset.sql
var resetting string

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
	if err := t.fill(server.URL(template)); err != nil {
		return err
	}
	return server.Exec(template, resetting)
}

// Database returns the URL of a database with the content of the template, which no other test uses before this one ends. It is
// a new copy, or one that an earlier test has used: resetting one takes a third of the time.
func (t *Templates) Database(tb testing.TB) string {
	tb.Helper()
	if err := t.once(); err != nil {
		tb.Fatal(err)
	}
	c, err := t.take()
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := t.giveBack(c); err != nil {
			tb.Error(err)
		}
	})
	return t.URL(c.name)
}

// Fresh is Database for a test of plans: it returns the URL of a new copy, because the tables of a copy that was used have
// other sizes and statistics. The copy is dropped at the end of the test.
func (t *Templates) Fresh(tb testing.TB) string {
	tb.Helper()
	if err := t.once(); err != nil {
		tb.Fatal(err)
	}
	return passing(tb, fmt.Sprintf("test%d", t.last.Add(1)), template)
}

// passing creates a database as a copy of another, and drops it at the end of the test. It returns its URL.
func passing(tb testing.TB, name, from string) string {
	tb.Helper()
	if err := create(name, from); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := drop(name); err != nil {
			tb.Error(err)
		}
	})
	server, _ := shared() // which has the copy
	return server.URL(name)
}

// take returns a copy that no test uses.
func (t *Templates) take() (copied, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if last := len(t.free) - 1; last >= 0 {
		c := t.free[last]
		t.free = t.free[:last]
		return c, nil
	}
	name := fmt.Sprintf("test%d", t.last.Add(1))
	if err := create(name, template); err != nil {
		return copied{}, err
	}
	pool, err := sql.Open("pgx", t.URL(name))
	return copied{name, pool}, err
}

// giveBack resets a copy for the next test, or drops it if that cannot be done.
func (t *Templates) giveBack(c copied) error {
	var done bool
	if err := c.pool.QueryRow("SELECT pgtest.reset()").Scan(&done); err != nil || !done {
		return errors.Join(c.pool.Close(), drop(c.name))
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free = append(t.free, c)
	return nil
}

// Empty returns the URL of a new database without tables on the shared server, which is dropped at the end of the test.
func Empty(tb testing.TB) string {
	tb.Helper()
	used.Store(true)
	return passing(tb, fmt.Sprintf("empty%d", empties.Add(1)), "template0")
}

// create creates a database as a copy of another.
func create(name, from string) error {
	return run("CREATE DATABASE " + name + " TEMPLATE " + from + " STRATEGY file_copy")
}

// drop drops a database and ends its connections.
func drop(name string) error { return run("DROP DATABASE " + name + " WITH (FORCE)") }

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
