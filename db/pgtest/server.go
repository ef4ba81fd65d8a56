package pgtest

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// superuser is the user of the databases.
const superuser = "hexclub"

// A Server is a running PostgreSQL server.
type Server struct {
	Folder string // with its data, its socket, and its log
	Port   int    // of its socket, and of TCP if it listens there

	bin     string
	process *os.Process
	ended   chan struct{} // closed when the process has ended
}

// quick are settings for data that need not survive a crash.
var quick = []string{
	"fsync=off", "full_page_writes=off", "synchronous_commit=off", "autovacuum=off", "shared_buffers=64MB",
	"max_connections=400", "max_wal_size=256MB", "listen_addresses=",
}

// usualPort is the port that PostgreSQL takes if no setting names one. Each server has its own folder for the socket.
const usualPort = 5432

// Start creates a server in a new temporary folder and starts it, with settings such as "fsync=on" in addition to the quick
// ones. The caller ends it with Remove.
func Start(settings ...string) (*Server, error) {
	s, err := empty()
	if err != nil {
		return nil, err
	}
	err = s.command("initdb", "-D", s.data(), "-U", superuser, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions")
	if err == nil {
		err = s.Run(settings...)
	}
	if err != nil {
		return nil, errors.Join(err, s.Remove())
	}
	return s, nil
}

// empty returns a server in a new temporary folder, without data.
func empty() (*Server, error) {
	bin, err := programs()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "hexclub-pg")
	if err != nil {
		return nil, err
	}
	s := &Server{Folder: folder, Port: usualPort, bin: bin}
	if err := s.give(folder); err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	return s, nil
}

// programs returns the folder with the newest PostgreSQL programs.
func programs() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres") // the pattern is valid
	if len(found) == 0 {
		return "", errors.New("PostgreSQL is not installed: apt-get install postgresql-15")
	}
	return filepath.Dir(slices.Max(found)), nil
}

// command runs a program of PostgreSQL as the user of the server.
func (s *Server) command(name string, args ...string) error {
	attributes, err := unprivileged()
	if err != nil {
		return err
	}
	command := exec.Command(filepath.Join(s.bin, name), args...)
	command.Dir, command.SysProcAttr = s.Folder, &syscall.SysProcAttr{Credential: attributes}
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, output)
	}
	return nil
}

// give makes the user of the server the owner of a file.
func (s *Server) give(path string) error {
	attributes, err := unprivileged()
	if err != nil || attributes == nil {
		return err
	}
	return os.Chown(path, int(attributes.Uid), int(attributes.Gid))
}

// Put writes a file among the data of the server, such as pg_hba.conf.
func (s *Server) Put(name string, content []byte) error {
	path := filepath.Join(s.data(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return err
	}
	return s.give(path)
}

func (s *Server) data() string { return filepath.Join(s.Folder, "data") }

// unprivileged returns the user for the server if the caller is root, which may not run one; else nil.
func unprivileged() (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	account, err := user.Lookup("postgres") // Debian's package creates it
	if err != nil {
		return nil, err
	}
	uid, _ := strconv.ParseUint(account.Uid, 10, 32) // as the system has them
	gid, _ := strconv.ParseUint(account.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

// Run starts the server again after Stop or Kill.
func (s *Server) Run(settings ...string) error {
	for _, setting := range settings {
		if port, is := strings.CutPrefix(setting, "port="); is {
			s.Port, _ = strconv.Atoi(port) // PostgreSQL refuses what is no number
		}
	}
	attributes, err := unprivileged()
	if err != nil {
		return err
	}
	log, err := os.OpenFile(filepath.Join(s.Folder, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	command := exec.Command(filepath.Join(s.bin, "postgres"), "-D", s.data(), "-k", s.Folder)
	for _, setting := range slices.Concat(quick, settings) {
		command.Args = append(command.Args, "-c", setting)
	}
	// The server ends with the test program, however that ends.
	command.Dir, command.SysProcAttr = s.Folder, &syscall.SysProcAttr{Credential: attributes, Pdeathsig: syscall.SIGQUIT}
	command.Stdout, command.Stderr = log, log
	started := make(chan error)
	s.ended = make(chan struct{})
	go func() {
		runtime.LockOSThread()         // the signal comes when the thread ends that started the process
		defer runtime.UnlockOSThread() // the thread may have started others, too
		err := command.Start()
		started <- err
		if err == nil {
			_ = command.Wait() // its log says why it ended
		}
		close(s.ended)
	}()
	if err := <-started; err != nil {
		return err
	}
	s.process = command.Process
	return s.wait()
}

// wait waits until the server accepts connections.
func (s *Server) wait() error {
	pause := time.NewTicker(10 * time.Millisecond)
	defer pause.Stop()
	for range 3000 {
		if conn, err := net.Dial("unix", s.socket()); err == nil { // costs less than the program
			_ = conn.Close()
			if exec.Command(filepath.Join(s.bin, "pg_isready"), "-q", "-h", s.Folder, "-p", strconv.Itoa(s.Port)).Run() == nil {
				return nil
			}
		}
		select {
		case <-s.ended:
			return fmt.Errorf("PostgreSQL has ended: %s", s.Log())
		case <-pause.C:
		}
	}
	return fmt.Errorf("PostgreSQL does not answer: %s", s.Log())
}

// socket returns the path of the server's socket.
func (s *Server) socket() string { return filepath.Join(s.Folder, fmt.Sprintf(".s.PGSQL.%d", s.Port)) }

// Log returns what the server has logged.
func (s *Server) Log() []byte {
	text, _ := os.ReadFile(filepath.Join(s.Folder, "log")) // what is there is for a message
	return bytes.TrimSpace(text)
}

// URL returns the URL of a database on the server.
func (s *Server) URL(database string) string { return URL(database, s) }

// URL returns the URL of a database that is on several servers, of which one takes writes.
func URL(database string, servers ...*Server) string {
	var hosts, ports []string
	for _, s := range servers {
		hosts, ports = append(hosts, s.Folder), append(ports, strconv.Itoa(s.Port))
	}
	query := url.Values{"host": {strings.Join(hosts, ",")}, "port": {strings.Join(ports, ",")}}
	address := url.URL{Scheme: "postgres", User: url.User(superuser), Path: "/" + database, RawQuery: query.Encode()}
	return address.String()
}

// Stop stops the server: it ends all connections at once, but in order.
func (s *Server) Stop() { s.signal(syscall.SIGINT) }

// Kill kills the server as a crash does.
func (s *Server) Kill() { s.signal(syscall.SIGQUIT) }

func (s *Server) signal(signal os.Signal) {
	_ = s.process.Signal(signal) // it may have ended
	<-s.ended
}

// Remove stops the server and deletes its folder.
func (s *Server) Remove() error {
	if s.process != nil {
		s.Kill()
	}
	return os.RemoveAll(s.Folder)
}
