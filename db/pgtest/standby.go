package pgtest

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
)

// Standby creates a server that follows s, and starts it with settings in addition to the quick ones. Both may become the
// primary. The caller ends it with Remove.
func (s *Server) Standby(settings ...string) (*Server, error) {
	standby, err := empty()
	if err != nil {
		return nil, err
	}
	if err := standby.Follow(s, settings...); err != nil {
		return nil, errors.Join(err, standby.Remove())
	}
	return standby, nil
}

// Follow replaces the data of a server that does not run with a copy of those of a primary, and starts it as a standby.
// While both run, it gets all changes of the primary.
func (s *Server) Follow(primary *Server, settings ...string) error {
	if err := os.RemoveAll(s.data()); err != nil {
		return err
	}
	err := s.command("pg_basebackup", "-D", s.data(), "-h", primary.Folder, "-p", strconv.Itoa(primary.Port), "-U", superuser,
		"--checkpoint=fast", "--no-sync", "--write-recovery-conf")
	if err != nil {
		return err
	}
	return s.Run(settings...)
}

// Promote makes a standby the primary. It returns when the server takes writes.
func (s *Server) Promote() error {
	if err := s.Exec("postgres", "SELECT pg_promote()"); err != nil {
		return fmt.Errorf("promote: %w: %s", err, s.Log())
	}
	return nil
}

// FreePort returns a TCP port of 127.0.0.1 on which nothing listens.
func FreePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return listener.Addr().(*net.TCPAddr).Port, listener.Close()
}
