package store

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
	path        string // of the database
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
		return r.story() + ". Stop the server, then restore a backup"
	case r.saved != "":
		return r.story() + ". Stop the server, then restore that file or put the moved one back. " + restoreRescued(r.path, r.saved, "")
	case r.unsaved != nil:
		return r.story() + ". It is lost when the server stops, unless the moved file is put back"
	}
	return r.what
}

// story says what happened.
func (r *replacement) story() string {
	switch text := r.what + ". Nothing more is written to it"; {
	case r.saved != "":
		return text + ". Its content is saved in " + r.saved
	case r.unsaved != nil && !r.overwritten:
		return fmt.Sprintf("%s. Its content could not be saved: %v", text, r.unsaved)
	default:
		return text
	}
}

// restoreRescued returns how to restore a rescued copy. No session was revoked since it was made,
// so guests keep theirs.
func restoreRescued(path, copied, flags string) string {
	return fmt.Sprintf("To restore the rescued copy and keep guests logged in: hexclub restore --keep-guests %s%s --db %s", flags, copied, path)
}

// replacementMark returns the file that a server leaves next to a database that was replaced.
// While it exists the database is not opened, because a write-ahead log next to it may belong to
// another file.
func replacementMark(path string) string { return path + ".replaced" }

// intact returns an error of kind Unavailable when the files of the database were replaced while
// it was open. After that it returns the same error. The caller holds the lead.
func (d *SQLite) intact() error {
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
			d.Read.SetMaxOpenConns(max(1, d.Read.Stats().OpenConnections)) // reads wait for one of these: see guard
		}
	}
	if found := d.replaced.Load(); found != nil {
		return found.failure()
	}
	return nil
}

// failure returns the error of a request that needs the database.
func (r *replacement) failure() error { return failure(rules.Unavailable, "error.replaced", r) }

// Replaced reports whether an error is that the files of an open database were replaced. Only the
// operator can do something about that.
func Replaced(err error) bool { return errors.As(err, new(*replacement)) }

// Replacement returns an error when the files of the database are known to have been replaced while
// it was open. A server that has it open cannot go on: see [Replaced].
func (d *SQLite) Replacement() error {
	if found := d.replaced.Load(); found != nil {
		return found
	}
	return nil
}

// rescue saves the content of a replaced database and marks the file, unless it did so before. The
// caller holds the lead, and no transaction is open on the writing connection.
func (d *SQLite) rescue(now time.Time) {
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
func (d *SQLite) saveContent(now time.Time) (target string, err error) {
	ctx := context.Background() // the request that noticed it may have ended
	conn, err := d.Write.Conn(ctx)
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

const (
	markSaved   = "The rescued copy: " // in a mark, its name follows
	markContent = "The database was: " // in a mark, its last size and header follow
)

// markReplaced writes the mark. It says which file the content was saved in, and has the
// database's last size and header, which identify the database.
func (d *SQLite) markReplaced(found *replacement) error {
	text := fmt.Sprintf(`%s

While this file exists, the database is not opened. hexclub restore removes it.
`, found.story())
	if found.saved != "" {
		text += restoreRescued(d.path, found.saved, "") + "\n" + markSaved + found.saved + "\n"
	}
	text += fmt.Sprintf("To open the file that is at %s now instead, remove this file, %s-wal and %s-shm.\n", d.path, d.path, d.path)
	text += markContent + d.identity.content.print() + "\n"
	return os.WriteFile(replacementMark(d.path), []byte(text), 0o600)
}

// A mark is what the mark next to a replaced database says.
type mark struct {
	what  string // the first line
	saved string // file that the content was saved in; empty for none
	was   string // the content, printed
}

// readMark reads the mark next to a database. The error is fs.ErrNotExist when there is none.
func readMark(path string) (m mark, err error) {
	text, err := os.ReadFile(replacementMark(path))
	if err != nil {
		return m, err
	}
	lines := strings.Split(string(text), "\n")
	m.what = lines[0]
	for _, line := range lines[1:] {
		if saved, ok := strings.CutPrefix(line, markSaved); ok {
			m.saved = saved
		}
		if was, ok := strings.CutPrefix(line, markContent); ok {
			m.was = was
		}
	}
	return m, nil
}

// isAt reports whether the marked database is at a path.
func (m mark) isAt(path string) bool {
	now, err := contentOf(path)
	return err == nil && now.print() == m.was
}

// foreign reports whether the write-ahead log next to a path belongs to a database that is not
// there any more.
func foreign(path string) (bool, error) {
	m, err := readMark(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && !m.isAt(path), err
}

// print returns a text that differs for different contents.
func (c content) print() string { return fmt.Sprintf("%d %s", c.size, hex.EncodeToString(c.header[:])) }

// notReplaced returns an error while a mark is next to a database. If the marked database is back,
// it removes the mark instead.
func notReplaced(path string) error {
	m, err := readMark(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if m.isAt(path) && inUse(path) {
		return os.Remove(replacementMark(path))
	}
	return &damage{what: fmt.Sprintf("%s (see %s)", m.what, replacementMark(path)), rescued: m.saved}
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
	d *SQLite
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
	known, ok := conn.(fullConn)
	if !ok {
		return nil, fmt.Errorf("connections of type %T cannot be guarded", conn)
	}
	return guardedConn{known, g.d}, nil
}

// A guardedConn is a connection that is not used again once its database was overwritten. Then
// the pool asks its guard for another one, whose error says what happened.
type guardedConn struct {
	fullConn
	d *SQLite
}

// ResetSession runs when the connection is taken from its pool.
func (c guardedConn) ResetSession(ctx context.Context) error {
	if found := c.d.replaced.Load(); found != nil && found.overwritten {
		return driver.ErrBadConn
	}
	return c.fullConn.ResetSession(ctx)
}

// Close closes the connection, unless the files were replaced: see [replacement].
func (c guardedConn) Close() error {
	if c.d.replaced.Load() != nil {
		return nil
	}
	return c.fullConn.Close()
}

// there returns an error when the files of an open database are not where they were.
func (d *SQLite) there() error {
	if d.identity == nil {
		return nil // it is being opened
	}
	if found := d.replaced.Load(); found != nil {
		return found.failure()
	}
	err := d.identity.moved()
	var found *replacement
	switch {
	case errors.As(err, &found):
		return found.failure()
	case err != nil:
		return failure(rules.Unavailable, "error.storage", err)
	}
	return nil
}
