package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// asProgram makes the test binary behave as the program itself.
const asProgram = "HEXCLUB_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if manner := os.Getenv(asEngine); manner != "" {
		badEngine(manner)
		return
	}
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// program is the command with these arguments, not started yet.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	command := exec.Command(os.Args[0], args...)
	command.Env = append(os.Environ(), asProgram+"=1")
	command.Dir = t.TempDir()
	command.Stderr = os.Stderr
	return command
}

// A server is the program serving, as its own process.
type server struct {
	command *exec.Cmd
	url     string
}

// serve starts the program on a free port, with more flags if any are given.
func serve(t *testing.T, database string, flags ...string) *server {
	t.Helper()
	return start(t, program(t, append([]string{"--db", database, "--listen", "localhost:0"}, flags...)...))
}

// start runs the program and waits for the address it prints.
func start(t *testing.T, command *exec.Cmd) *server {
	t.Helper()
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill() })
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatalf("the program printed %q: %v", line, err)
	}
	return &server{command, line[strings.Index(line, "http://") : len(line)-1]}
}

// kill ends the server as a power cut would.
func (s *server) kill(t *testing.T) {
	t.Helper()
	if err := s.command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = s.command.Wait() // says that it was killed
}

// post sends a form and returns the status and the path it led to.
func post(t *testing.T, client *http.Client, address string, form url.Values) (status int, path string) {
	t.Helper()
	response, err := client.PostForm(address, form)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	return response.StatusCode, response.Request.URL.Path
}

func events(t *testing.T, address string) []string {
	t.Helper()
	response, err := http.Get(address + "/record.json")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var sheet struct{ Events []string }
	if err := json.NewDecoder(response.Body).Decode(&sheet); err != nil {
		t.Fatal(err)
	}
	return sheet.Events
}

// browser is a client with one cookie jar for the site on every port.
func browser(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar}
}

// SIGTERM ends the program cleanly, and in time: an open stream, a bot that thinks, and
// who sends or reads so slowly that others would wait for minutes. It would not succeed
// if it had taken too long.
func TestStopsCleanly(t *testing.T) {
	t.Parallel()
	client, s := browser(t), serve(t, filepath.Join(t.TempDir(), "hexclub.db"))
	if status, _ := post(t, client, s.url+"/games", url.Values{"game": {"six"}, "opponent": {"bot"}, "level": {"6"}, "starter": {"other"}}); status != http.StatusOK {
		t.Fatalf("a game with a bot is answered %d", status)
	}
	_, game := post(t, client, s.url+"/games", url.Values{"game": {"hexone"}, "opponent": {"device"}})
	slow := make([]net.Conn, 2)
	for i, request := range []string{"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nname=", "GET / HTTP/1.1\r\nHost:"} {
		var err error
		if slow[i], err = net.Dial("tcp", strings.TrimPrefix(s.url, "http://")); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = slow[i].Close() }()
		if _, err := io.WriteString(slow[i], request); err != nil {
			t.Fatal(err)
		}
	}
	stream, err := client.Get(s.url + game + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stream.Body.Close() }()
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(stream.Body); err != nil {
		t.Errorf("the stream broke off: %v", err)
	}
	if err := s.command.Wait(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
}

func TestBadConfiguration(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"no such folder":    {"--db", "nowhere/at/all/hexclub.db"},
		"not an address":    {"--listen", "localhost:no"},
		"not a site's URL":  {"--url", "hex.example"},
		"no such flag":      {"--no-such-flag"},
		"not a database":    {"--db", "text.db"},
		"no such command":   {"no-such-command"},
		"a URL with a path": {"--url", "https://hex.example/club"},
		"hasty backups":     {"--backup-every", "1s"},
		"no backup kept":    {"--backup-keep", "0"},
		"not a proxy":       {"--proxy", "127.0.0.1,proxy.example"},
		"no such range":     {"--proxy", "10.0.0.0/33"},
		"mail without URL":  {"--smtp", "smtp://anna:secret@mail.example", "--mail-from", "club@hex.example"},
		"mail from nobody":  {"--smtp", "smtp://anna:secret@mail.example", "--url", "https://hex.example"},
		"mail by nobody":    {"--mail-from", "club@hex.example", "--url", "https://hex.example"},
		"not a mail server": {"--smtp", "anna:secret@mail.example", "--mail-from", "club@hex.example", "--url", "https://hex.example"},
		"not a sender":      {"--smtp", "smtp://anna:secret@mail.example", "--mail-from", "club", "--url", "https://hex.example"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			command := program(t, args...)
			command.Stderr = nil
			file := filepath.Join(command.Dir, "text.db")
			if err := os.WriteFile(file, []byte(strings.Repeat("this is no database\n", 100)), 0o600); err != nil {
				t.Fatal(err)
			}
			output, err := command.CombinedOutput()
			if err == nil {
				t.Fatal("the program was content")
			}
			if !strings.Contains(string(output), "hexclub: error: ") {
				t.Errorf("the program said %q, want a line that says what is wrong", output)
			}
			if strings.Contains(string(output), "secret") {
				t.Errorf("the program told the password: %q", output)
			}
		})
	}
}

// The program limits how often things may be done.
func TestLimits(t *testing.T) {
	t.Parallel()
	client, s := browser(t), serve(t, filepath.Join(t.TempDir(), "hexclub.db"))
	want := slices.Repeat([]int{http.StatusUnprocessableEntity}, 10)
	for i, want := range append(want, http.StatusTooManyRequests) {
		form := url.Values{"name": {"Anna"}, "password": {fmt.Sprint("guess guess ", i)}}
		if status, _ := post(t, client, s.url+"/login", form); status != want {
			t.Errorf("attempt %d to log in is answered %d, want %d", i+1, status, want)
		}
	}
}

func TestProxies(t *testing.T) {
	t.Parallel()
	list, err := parseProxies([]string{"127.0.0.1", "10.0.0.0/8", "::1", "2001:db8::/32"})
	want := "[127.0.0.1/32 10.0.0.0/8 ::1/128 2001:db8::/32]"
	if got := fmt.Sprint(list); err != nil || got != want {
		t.Errorf("they are %s, %v; want %s", got, err, want)
	}
	for _, bad := range []string{"", "proxy", "10.0.0.0/33", "10.0.0", "127.0.0.1:80", " 127.0.0.1"} {
		if list, err := parseProxies([]string{bad}); err == nil {
			t.Errorf("%q is %v", bad, list)
		}
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	output, err := program(t, "version").Output()
	if err != nil || string(output) != "hexclub dev\n" {
		t.Errorf("version prints %q, %v", output, err)
	}
}
