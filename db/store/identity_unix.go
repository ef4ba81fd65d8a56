//go:build darwin || freebsd || linux

package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// Offsets and lengths in SQLite's file formats (sqlite.org/fileformat2.html and walformat.html).
const (
	headerSize    = 100 // of a database's header
	counterAt     = 24  // change counter in that header, big-endian
	indexSize     = 136 // of the header of the shared memory
	saltAt        = 32  // of the write-ahead log, 8 bytes
	backfilledAt  = 96  // number of frames that were copied into the database
	attemptedAt   = 128 // number of frames that a checkpoint began to copy
	headerMagic   = "SQLite format 3\x00"
	pageSizeAt    = 16
	pageSizeBytes = 2
)

// An identity is what a database's three files are, so that a change that SQLite did not make
// is noticed. Its files stay open as long as SQLite uses them: POSIX drops all locks of a
// process on a file when it closes any descriptor of it.
type identity struct {
	names   [3]string // of the database, its log and its shared memory
	nodes   [3]node
	main    *os.File
	shared  *os.File
	content content
}

// A node is a file on a machine.
type node struct{ device, inode uint64 }

// content is the part of a database and its log that is cheap to read.
type content struct {
	size       int64
	header     [headerSize]byte
	checkpoint [16]byte // salt, frames copied, frames that were to be copied
}

// identify returns the identity of an open database.
func identify(path string) (id *identity, err error) {
	id = &identity{names: [3]string{path, path + "-wal", path + "-shm"}}
	defer func() {
		if err != nil {
			err = errors.Join(err, id.close())
		}
	}()
	for i, name := range id.names {
		if id.nodes[i], err = nodeOf(name); err != nil {
			return id, err
		}
	}
	if id.main, err = os.Open(path); err != nil {
		return id, err
	}
	if id.shared, err = os.Open(id.names[2]); err != nil {
		return id, err
	}
	id.content, err = id.read()
	return id, err
}

func (id *identity) close() error {
	var err error
	for _, file := range []*os.File{id.main, id.shared} {
		if file != nil {
			err = errors.Join(err, file.Close())
		}
	}
	return err
}

func nodeOf(name string) (node, error) {
	var info syscall.Stat_t
	if err := syscall.Stat(name, &info); err != nil {
		return node{}, &fs.PathError{Op: "stat", Path: name, Err: err}
	}
	return node{uint64(info.Dev), uint64(info.Ino)}, nil //nolint:unconvert // types differ by system
}

// moved returns an error when one of the files is no longer at its path. It takes a few microseconds.
func (id *identity) moved() error {
	for i, name := range id.names {
		is, err := nodeOf(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return &replacement{path: id.names[0], what: name + " was removed or moved while it was in use"}
		case err != nil:
			return err
		case is != id.nodes[i]:
			return &replacement{path: id.names[0], what: name + " was replaced while it was in use"}
		}
	}
	return nil
}

// check returns an error when the files were moved, or when the database's content was changed
// by anything but a checkpoint. Every checkpoint changes what the shared memory says of it,
// whichever program makes it. The caller holds the lead.
func (id *identity) check() error {
	if err := id.moved(); err != nil {
		return err
	}
	now, err := id.read()
	if err != nil {
		return err
	}
	was := id.content
	if now.size == was.size && now.header == was.header {
		id.content = now
		return nil
	}
	if now.checkpoint == was.checkpoint && !now.unfinished() || !now.follows(was) {
		return &replacement{path: id.names[0], what: id.names[0] + " was overwritten while it was in use", overwritten: true}
	}
	id.content = now
	return nil
}

// unfinished reports whether a checkpoint is under way, or was interrupted.
func (c content) unfinished() bool { return !bytes.Equal(c.checkpoint[8:12], c.checkpoint[12:]) }

// follows reports whether a database can have become this one by changes.
func (c content) follows(was content) bool {
	counter := func(c content) uint32 { return binary.BigEndian.Uint32(c.header[counterAt:]) }
	return bytes.HasPrefix(c.header[:], []byte(headerMagic)) &&
		bytes.Equal(c.header[pageSizeAt:pageSizeAt+pageSizeBytes], was.header[pageSizeAt:pageSizeAt+pageSizeBytes]) &&
		int32(counter(c)-counter(was)) >= 0 // it may pass its highest number
}

// read returns the content. Another program may make a checkpoint meanwhile: size and header
// are read again then, so that they are of one moment with what is said of the checkpoint.
func (id *identity) read() (c content, err error) {
	for range 3 {
		before, err := id.checkpoint()
		if err != nil {
			return c, err
		}
		info, err := id.main.Stat()
		if err != nil {
			return c, err
		}
		c.size = info.Size()
		if _, err := id.main.ReadAt(c.header[:], 0); err != nil && c.size >= headerSize {
			return c, err
		}
		if c.checkpoint, err = id.checkpoint(); err != nil || c.checkpoint == before {
			return c, err
		}
	}
	c.checkpoint = [16]byte{12: 1} // as while one is under way
	return c, nil
}

// checkpoint reads what the shared memory says of the last checkpoint.
func (id *identity) checkpoint() (c [16]byte, err error) {
	var index [indexSize]byte
	if _, err := id.shared.ReadAt(index[:], 0); err != nil {
		return c, fmt.Errorf("read %s: %w", id.names[2], err)
	}
	copy(c[:8], index[saltAt:])
	copy(c[8:12], index[backfilledAt:])
	copy(c[12:], index[attemptedAt:])
	return c, nil
}
