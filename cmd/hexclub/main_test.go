package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
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

	"hexclub/rules"
	"hexclub/rules/hexone"
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

// A game goes on after kill -9, again and again, with every turn that was
// acknowledged and the same people logged in.
func TestKilledInMidGame(t *testing.T) {
	t.Parallel()
	database := filepath.Join(t.TempDir(), "hexclub.db")
	client, s := browser(t), serve(t, database)
	status, game := post(t, client, s.url+"/games", url.Values{"game": {"hexone"}, "opponent": {"device"}})
	if status != http.StatusOK {
		t.Fatalf("a new game answers %d", status)
	}
	st, err := hexone.Game{}.New(rules.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	var played []string
	for turn := 1; st.Turn().Seat != 0; turn++ {
		draft := nextTurn(st, turn)
		status, _ := post(t, client, s.url+game+"/turns", url.Values{"draft": {strings.Join(draft, " ")}, "ply": {fmt.Sprint(len(played))}})
		if status != http.StatusOK {
			t.Fatalf("turn %d, %v, answers %d", turn, draft, status)
		}
		played = append(played, draft...)
		if turn%4 == 0 {
			s.kill(t)
			s = serve(t, database)
			if got := events(t, s.url+game); !slices.Equal(got, played) {
				t.Fatalf("after the kill the record is %v, want %v", got, played)
			}
		}
	}
	if got := events(t, s.url+game); !slices.Equal(got, played) {
		t.Errorf("at the end the record is %v, want %v", got, played)
	}
}

// nextTurn plays a turn that varies with its number and returns its actions.
func nextTurn(st rules.State, number int) []string {
	var texts []string
	for turn := st.Turn().Number; st.Turn().Seat != 0 && st.Turn().Number == turn; {
		actions := st.Actions(nil)
		action := actions[(number*7+len(texts))%len(actions)]
		texts = append(texts, st.Text(action))
		st.Play(action)
	}
	return texts
}

// SIGTERM ends the program cleanly, an open stream and all.
func TestStopsCleanly(t *testing.T) {
	t.Parallel()
	client, s := browser(t), serve(t, filepath.Join(t.TempDir(), "hexclub.db"))
	_, game := post(t, client, s.url+"/games", url.Values{"game": {"hexone"}, "opponent": {"device"}})
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
		"not a proxy":       {"--proxy", "127.0.0.1,proxy.example"},
		"no such range":     {"--proxy", "10.0.0.0/33"},
		"mail without URL":  {"--smtp", "smtp://anna:secret@mail.example", "--mail-from", "club@hex.example"},
		"mail from nobody":  {"--smtp", "smtp://anna:secret@mail.example", "--url", "https://hex.example"},
		"mail by nobody":    {"--mail-from", "club@hex.example", "--url", "https://hex.example"},
		"not a mail server": {"--smtp", "anna:secret@mail.example", "--mail-from", "club@hex.example", "--url", "https://hex.example"},
		"no such log":       {"--log", "xml"},
		"no such level":     {"--log-level", "loud"},
		"no such metrics":   {"--listen", "localhost:0", "--metrics", "localhost:no"},
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
