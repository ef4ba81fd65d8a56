package main

import (
	"bufio"
	"bytes"
	"errors"
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
	"time"

	"hexclub/db/pgtest"
)

// asProgram makes the test binary run the program. Its prefix differs from that of the variables
// that set flags.
const asProgram = "TEST_AS_HEXCLUB"

func TestMain(m *testing.M) {
	if manner := os.Getenv(asEngine); manner != "" {
		badEngine(manner)
		return
	}
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	code := pgtest.Main(m)
	if build.folder != "" {
		_ = os.RemoveAll(build.folder)
	}
	os.Exit(code)
}

// program returns a command that runs the program in its own folder, with none of its variables in
// the environment.
func program(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	command := exec.Command(shipped(t), args...)
	command.Dir = t.TempDir()
	command.Env = slices.DeleteFunc(os.Environ(), func(set string) bool { return strings.HasPrefix(set, "HEXCLUB_") })
	return command
}

// instrumented is like program, but runs the test binary, so that the race detector watches the program
// if it watches the tests. The command fails if there were races.
func instrumented(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	command := program(t, args...)
	command.Path, command.Env = os.Args[0], append(command.Env, asProgram+"=1")
	return command
}

// run runs the program. It returns its output and whether it succeeded.
func run(t testing.TB, args ...string) (output string, ok bool) {
	t.Helper()
	return printed(t, program(t, args...))
}

// runOf is run for the program of a version.
func runOf(t testing.TB, binary string, args ...string) (output string, ok bool) {
	t.Helper()
	command := program(t, args...)
	command.Path = binary
	return printed(t, command)
}

// printed runs a command. It returns its output and whether it succeeded. A command that runs
// longer than a minute fails the test.
func printed(t testing.TB, command *exec.Cmd) (output string, ok bool) {
	t.Helper()
	var text bytes.Buffer
	command.Stdout, command.Stderr = &text, &text
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	bound := time.AfterFunc(time.Minute, func() { _ = command.Process.Kill() })
	err := command.Wait()
	if !bound.Stop() {
		t.Fatalf("%q is still running; it printed %s", command.Args, text.String())
	}
	return text.String(), err == nil
}

// says runs the program and checks whether it succeeds, and that its output contains a text.
func says(t testing.TB, succeeds bool, want string, args ...string) (output string) {
	t.Helper()
	output, ok := run(t, args...)
	if ok != succeeds || ok == strings.Contains(output, "hexclub: error: ") || !strings.Contains(output, want) {
		t.Errorf("%q: ok %v, want %v and %q: %s", args, ok, succeeds, want, output)
	}
	return output
}

// A server is a running server process.
type server struct {
	command *exec.Cmd
	url     string
	printed *bufio.Reader // its output after the address
}

// serve starts the server on a free port, with additional flags.
func serve(t testing.TB, database string, flags ...string) *server {
	t.Helper()
	return start(t, program(t, append([]string{"--db", database, "--listen", "localhost:0"}, flags...)...))
}

// start starts the program and waits until it prints its address. Its log goes to standard error
// unless it has a destination.
func start(t testing.TB, command *exec.Cmd) *server {
	t.Helper()
	if command.Stderr == nil {
		command.Stderr = os.Stderr
	}
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill() })
	s := &server{command: command, printed: bufio.NewReader(output)}
	line, err := s.printed.ReadString('\n')
	_, address, found := strings.Cut(strings.TrimSpace(line), "open at ")
	if err != nil || !found {
		t.Fatalf("the program printed %q: %v", line, err)
	}
	s.url = address
	return s
}

// kill ends the server with SIGKILL.
func (s *server) kill(t testing.TB) {
	t.Helper()
	if err := s.command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = s.command.Wait() // always an error: it was killed
}

// stop ends the server with SIGTERM, and returns the rest of its output.
func (s *server) stop(t testing.TB) (rest string) {
	t.Helper()
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(s.printed)
	if err := errors.Join(err, s.command.Wait()); err != nil {
		t.Errorf("the program ended with %v", err)
	}
	return string(text)
}

// dial opens a connection to a server for the duration of the test.
func (s *server) dial(t testing.TB, dialer net.Dialer) net.Conn {
	t.Helper()
	conn, err := dialer.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// post sends a form. It returns the status and path of the final answer.
func post(t testing.TB, client *http.Client, address string, form url.Values) (status int, path string) {
	t.Helper()
	response, err := client.PostForm(address, form)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	return response.StatusCode, response.Request.URL.Path
}

// get requests a page and returns the status.
func get(t testing.TB, client *http.Client, address string) (status int) {
	t.Helper()
	response, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	return response.StatusCode
}

// browser returns a client with a cookie jar for all ports of the site.
func browser(t testing.TB) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar}
}

// SIGTERM ends the program cleanly and in time, despite an open stream, a bot that is thinking, and
// clients that send or read so slowly that others would wait for minutes.
func TestStopsCleanly(t *testing.T) {
	t.Parallel()
	client, s := browser(t), start(t, instrumented(t, "--listen", "localhost:0"))
	if status, _ := post(t, client, s.url+"/games", url.Values{"game": {"six"}, "opponent": {"bot"}, "level": {"6"}, "starter": {"other"}}); status != http.StatusOK {
		t.Fatalf("a game with a bot is answered %d", status)
	}
	_, game := post(t, client, s.url+"/games", url.Values{"game": {"hexone"}, "opponent": {"device"}})
	for _, request := range []string{"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nname=", "GET / HTTP/1.1\r\nHost:"} {
		if _, err := io.WriteString(s.dial(t, net.Dialer{}), request); err != nil {
			t.Fatal(err)
		}
	}
	stream, err := client.Get(s.url + game + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stream.Body.Close() }()
	s.stop(t)
	if _, err := io.ReadAll(stream.Body); err != nil {
		t.Errorf("the stream broke off: %v", err)
	}
}

// A configuration error is reported at the start in one line, which names the flag and the
// variable, and contains no secret.
func TestBadConfiguration(t *testing.T) {
	t.Parallel()
	mails := []string{"--mail-from", "club@hex.example", "--url", "https://hex.example"}
	const server = "smtp://anna:secret@mail.example"
	for name, tt := range map[string]struct {
		args  []string
		env   []string
		want  string
		lines int // 0 means 1
	}{
		"no such folder":    {args: []string{"--listen", "localhost:0", "--db", "nowhere/at/all/hexclub.db"}, want: "--db (HEXCLUB_DB)"},
		"not an address":    {args: []string{"--listen", "localhost:no"}, want: "--listen (HEXCLUB_LISTEN)"},
		"not a site's URL":  {args: []string{"--url", "hex.example"}, want: "--url (HEXCLUB_URL)"},
		"a URL with a user": {args: []string{"--url", "https://anna:secret@hex.example"}, want: "--url (HEXCLUB_URL)"},
		"no such flag":      {args: []string{"--no-such-flag"}, want: "--no-such-flag"},
		"not a database":    {args: []string{"--listen", "localhost:0", "--db", "text.db"}, want: "--db (HEXCLUB_DB)", lines: 2}, // the folder of backups is checked as well
		"no such command":   {args: []string{"no-such-command"}, want: "no-such-command"},
		"a URL with a path": {args: []string{"--url", "https://hex.example/club"}, want: "--url (HEXCLUB_URL)"},
		"hasty backups":     {args: []string{"--backup-every", "1s"}, want: "--backup-every (HEXCLUB_BACKUP_EVERY)"},
		"no backup kept":    {args: []string{"--backup-keep", "0"}, want: "--backup-keep (HEXCLUB_BACKUP_KEEP)"},
		"hasty expiry":      {args: []string{"--guest-expiry", "23h"}, want: "--guest-expiry (HEXCLUB_GUEST_EXPIRY)"},
		"not a proxy":       {args: []string{"--proxy", "127.0.0.1,proxy.example"}, want: "--proxy (HEXCLUB_PROXY)"},
		"no such range":     {args: []string{"--proxy", "10.0.0.0/33"}, want: "--proxy (HEXCLUB_PROXY)"},
		"mail without URL":  {args: []string{"--smtp", server, "--mail-from", "club@hex.example"}, want: "--url (HEXCLUB_URL)"},
		"mail from nobody":  {args: []string{"--smtp", server, "--url", "https://hex.example"}, want: "--mail-from (HEXCLUB_MAIL_FROM)"},
		"mail by nobody":    {args: mails, want: "--smtp (HEXCLUB_SMTP"},
		"not a mail server": {args: append([]string{"--smtp", "anna:secret@mail.example"}, mails...), want: "--smtp (HEXCLUB_SMTP"},
		"not a sender":      {args: []string{"--smtp", server, "--mail-from", "club", "--url", "https://hex.example"}, want: "--mail-from (HEXCLUB_MAIL_FROM)"},
		"no such log":       {args: []string{"--log", "xml"}, want: "--log"},
		"no such level":     {args: []string{"--log-level", "loud"}, want: "--log-level"},
		"no port to check":  {args: []string{"healthcheck", "--listen", "8080"}, want: "--listen (HEXCLUB_LISTEN): \"8080\" is not like"},
		"no such metrics":   {args: []string{"--listen", "localhost:0", "--metrics", "localhost:no"}, want: "--metrics (HEXCLUB_METRICS)"},

		"in the environment":    {env: []string{"HEXCLUB_URL=hex.example"}, want: "--url (HEXCLUB_URL)"},
		"no such file":          {env: []string{"HEXCLUB_SMTP_FILE=nowhere"}, want: "--smtp: HEXCLUB_SMTP_FILE: "},
		"an empty file":         {env: []string{"HEXCLUB_SMTP_FILE=empty"}, want: "--smtp: HEXCLUB_SMTP_FILE: it is empty"},
		"a file of many lines":  {env: []string{"HEXCLUB_SMTP_FILE=lines"}, want: "--smtp: HEXCLUB_SMTP_FILE: it has more than one line"},
		"a file and a value":    {env: []string{"HEXCLUB_SMTP_FILE=file", "HEXCLUB_SMTP=" + server}, want: "HEXCLUB_SMTP and HEXCLUB_SMTP_FILE are both set"},
		"a file, and no sender": {env: []string{"HEXCLUB_SMTP_FILE=file", "HEXCLUB_URL=https://hex.example"}, want: "--mail-from (HEXCLUB_MAIL_FROM)"},
		"a variable mistyped":   {env: []string{"HEXCLUB_SMPT=" + server}, want: "unknown variable HEXCLUB_SMPT: did you mean HEXCLUB_SMTP?"},
		"a file mistyped":       {env: []string{"HEXCLUB_SMTP_FIEL=file"}, want: "did you mean HEXCLUB_SMTP_FILE?"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			command := program(t, tt.args...)
			command.Env = append(command.Env, tt.env...)
			for name, content := range map[string]string{
				"text.db": strings.Repeat("this is no database\n", 100), "file": server + "\n", "empty": "\n", "lines": "secret\nsecret\n",
			} {
				if err := os.WriteFile(filepath.Join(command.Dir, name), []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			text, ok := printed(t, command)
			if ok {
				t.Fatal("the program reported no error")
			}
			if !strings.HasPrefix(text, "hexclub: error: ") || strings.Count(text, "\n") != max(tt.lines, 1) || !strings.Contains(text, tt.want) {
				t.Errorf("the program said %q, want %d lines about %q", text, max(tt.lines, 1), tt.want)
			}
			if strings.Contains(text, "secret") {
				t.Errorf("the program printed the password: %q", text)
			}
			if _, err := os.Stat(filepath.Join(command.Dir, "hexclub.db")); err == nil {
				t.Error("the program created a database")
			}
		})
	}
}

// The command help shows the help of the program and of each command.
func TestHelpCommand(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{"": "Usage: hexclub <command>", "admin create": "Usage: hexclub admin create <name>", "nonsense": "hexclub: error: "} {
		output, ok := run(t, append([]string{"help"}, strings.Fields(words)...)...)
		if ok == (words == "nonsense") || !strings.HasPrefix(output, want) {
			t.Errorf("help %s: %v, %s", words, ok, output)
		}
	}
}

// The help does not show values of the environment.
func TestHelp(t *testing.T) {
	t.Parallel()
	command := program(t, "serve", "--help")
	command.Env = append(command.Env, "HEXCLUB_SMTP=smtp://anna:secret@mail.example")
	output, err := command.CombinedOutput()
	text := string(output)
	if err != nil || strings.Contains(text, "secret") || !strings.Contains(text, "$HEXCLUB_SMTP") {
		t.Errorf("the help is %v, %s", err, text)
	}
}

// The program limits failed log-ins.
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
