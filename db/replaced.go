package db

import (
	"context"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"hexclub/rules"
)

// A replacement is an error: something other than SQLite moved, removed or overwrote a file of
// an open database. Nothing is written to the files from then on, and their connections are
// never closed: the last one to close would copy the write-ahead log into a file that it does
// not belong to.
type replacement struct {
	what        string
	overwritten bool   // the content is lost; otherwise the open connections still have it
	saved       string // file that the content was copied to; empty for none
	unsaved     error  // why it could not be copied
	tried       time.Time
}

// rescueAgain is the time between two attempts to save the content of a replaced database.
const rescueAgain = time.Minute

// Error says what happened and what the operator has to do.
func (r *replacement) Error() string {
	switch {
	case r.overwritten:
		return r.what + ". Nothing more is written to it. Stop the server, then restore a backup"
	case r.saved != "":
		return fmt.Sprintf("%s. Nothing more is written to it. All that was in it is saved in %s. Stop the server, then restore that with hexclub restore, or put back what was moved", r.what, r.saved)
	case r.unsaved != nil:
		return fmt.Sprintf("%s. Nothing more is written to it. What was in it could not be saved: %v. It is lost when the server stops, unless what was moved is put back", r.what, r.unsaved)
	}
	return r.what
}

// replacementMark is the file that a server leaves next to a database that was replaced. While
// it is there the database is not opened, since a write-ahead log next to it may not be its own.
func replacementMark(path string) string { return path + ".replaced" }

// intact returns an error of kind Unavailable when the files of the database were replaced while
// it was open. After that it returns the same error. The caller holds the lead.
func (d *DB) intact() error {
	if d.identity == nil || d.closed {
		return nil
	}
	if d.replaced.Load() == nil {
		err := d.identity.check()
		var found *replacement
		if err != nil && !errors.As(err, &found) {
			return failure(rules.Unavailable, "error.storage", err) // the disk does not answer
		}
		if found != nil {
			d.replaced.Store(found)
		}
	}
	if found := d.replaced.Load(); found != nil {
		return failure(rules.Unavailable, "error.storage", found)
	}
	return nil
}

// rescue saves the content of a replaced database and marks the file, unless it did so before. The
// caller holds the lead, and no transaction is open on the writing connection.
func (d *DB) rescue(now time.Time) {
	found := d.replaced.Load()
	if found == nil || found.saved != "" || found.overwritten && !found.tried.IsZero() || now.Sub(found.tried) < rescueAgain {
		return
	}
	next := *found
	next.tried = now
	if !next.overwritten {
		next.saved, next.unsaved = d.saveContent(now)
	}
	if err := d.markReplaced(&next); err != nil {
		next.unsaved = errors.Join(next.unsaved, err)
	}
	d.replaced.Store(&next)
}

// saveContent copies what the open connections see to a new file next to the database.
func (d *DB) saveContent(now time.Time) (target string, err error) {
	ctx := context.Background() // the request that noticed it may have ended
	conn, err := d.write.Conn(ctx)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	target = d.path + ".rescued-" + now.UTC().Format(backupTime)
	work, err := newWorkFolder(filepath.Dir(target), backupPrefix)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, work.remove()) }()
	part := filepath.Join(work.path, "copy.part")
	if err := touch(part); err != nil {
		return "", err
	}
	if err := copyTo(ctx, conn, part, 1); err != nil {
		return "", err
	}
	if err := handOver(part, part); err != nil {
		return "", err
	}
	return target, os.Rename(part, target)
}

// markReplaced writes the mark. It holds the database's last size and header, which identify the
// database.
func (d *DB) markReplaced(found *replacement) error {
	text := fmt.Sprintf(`%s

While this file is there, the database is not opened. hexclub restore removes it.
To open the file that is at %s now, remove this file, %s-wal and %s-shm.
The database was: %s
`, found, d.path, d.path, d.path, d.identity.content.print())
	return os.WriteFile(replacementMark(d.path), []byte(text), 0o600)
}

// print returns a text that differs for different contents.
func (c content) print() string { return fmt.Sprintf("%d %s", c.size, hex.EncodeToString(c.header[:])) }

// notReplaced returns an error while a mark is next to a database. If the marked database is back,
// it removes the mark instead.
func notReplaced(path string) error {
	text, err := os.ReadFile(replacementMark(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	what, rest, _ := strings.Cut(string(text), "\n")
	_, was, _ := strings.Cut(rest, "The database was: ")
	if now, err := contentOf(path); err == nil && now.print() == strings.TrimSpace(was) && inUse(path) {
		return os.Remove(replacementMark(path))
	}
	return &damage{fmt.Sprintf("%s (%s says more)", what, replacementMark(path)), false}
}

// contentOf reads the size and the header of a file that this program does not have open.
func contentOf(path string) (c content, err error) {
	file, err := os.Open(path)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return c, err
	}
	c.size = info.Size()
	_, err = file.ReadAt(c.header[:], 0)
	return c, err
}

// A guard opens the connections of a database. Once the files were replaced it opens none, because
// a new connection would use the new files.
type guard struct {
	driver.Connector
	d *DB
}

// Connect opens a connection.
func (g guard) Connect(ctx context.Context) (driver.Conn, error) {
	if err := g.d.there(); err != nil {
		return nil, err
	}
	conn, err := g.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	if err := g.d.there(); err != nil {
		return nil, err // the connection stays open: closing it might write to the new file
	}
	return conn, nil
}

// there returns an error when the files of an open database are not where they were.
func (d *DB) there() error {
	if d.identity == nil {
		return nil // it is being opened
	}
	if found := d.replaced.Load(); found != nil {
		return failure(rules.Unavailable, "error.storage", found)
	}
	if err := d.identity.moved(); err != nil {
		return failure(rules.Unavailable, "error.storage", err)
	}
	return nil
}
