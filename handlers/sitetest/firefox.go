package sitetest

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// firefoxPrefs are the preferences of a new profile: any free port, and no requests of the browser's own.
const firefoxPrefs = `
user_pref("marionette.port", 0);
user_pref("app.normandy.enabled", false);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,none");
user_pref("toolkit.telemetry.enabled", false);
user_pref("ui.prefersReducedMotion", 1);
`

// A Firefox is a Firefox with a new profile and the fonts of the check. It is driven over Marionette, its own
// remote protocol: arrays of a type, an id, a command and its parameters in JSON, each after its length and a colon.
type Firefox struct {
	T       *testing.T
	url     string
	process *os.Process
	conn    net.Conn
	in      *bufio.Reader
	id      int
}

// NewFirefox starts a Firefox for a site, with a window of the size of a look. It ends with the test.
func NewFirefox(t *testing.T, s *Site, l Look) *Firefox {
	t.Helper()
	profile := t.TempDir()
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(firefoxPrefs), 0o600); err != nil {
		t.Fatal(err)
	}
	fonts, err := wideFonts.write(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	browser := exec.CommandContext(t.Context(), "firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", profile, "about:blank")
	browser.Env = append(os.Environ(), "FONTCONFIG_FILE="+fonts, "HOME="+profile,
		"MOZ_HEADLESS_WIDTH="+strconv.FormatInt(l.Width, 10), "MOZ_HEADLESS_HEIGHT="+strconv.FormatInt(l.Height, 10))
	said, err := browser.StdoutPipe()
	if err == nil {
		err = browser.Start()
	}
	if err != nil {
		t.Fatal("firefox does not start (the check installs it):", err)
	}
	f := &Firefox{T: t, url: s.Url, process: browser.Process}
	t.Cleanup(func() {
		if f.conn != nil {
			_, _ = f.call("Marionette:Quit", map[string]any{"flags": []string{"eForceQuit"}}) // it may leave without an answer
			_ = f.conn.Close()
		}
		_ = f.process.Kill() // it has ended, if all is well
		_ = browser.Wait()
	})
	f.connect(said)
	f.Do("WebDriver:NewSession", map[string]any{})
	f.Do("WebDriver:SetWindowRect", map[string]any{"width": l.Width, "height": l.Height})
	return f
}

// connect waits until the browser names its port, and reads its greeting.
func (f *Firefox) connect(said io.Reader) {
	f.T.Helper()
	tooLate := time.AfterFunc(StepTimeout, func() { _ = f.process.Kill() }) // ends what it says
	defer tooLate.Stop()
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		_, port, found := strings.Cut(lines.Text(), "Listening on port ")
		if !found {
			continue
		}
		go func() { _, _ = io.Copy(io.Discard, said) }() // so that it can go on writing
		conn, err := net.Dial("tcp", "localhost:"+strings.TrimSpace(port))
		if err != nil {
			f.T.Fatal(err)
		}
		f.conn, f.in = conn, bufio.NewReader(conn)
		if _, err := f.receive(); err != nil {
			f.T.Fatal(err)
		}
		return
	}
	f.T.Fatal("firefox ended without a port: ", lines.Err())
}

// receive reads a message.
func (f *Firefox) receive() (json.RawMessage, error) {
	if err := f.conn.SetReadDeadline(time.Now().Add(StepTimeout)); err != nil {
		return nil, err
	}
	length, err := f.in.ReadString(':')
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(strings.TrimSuffix(length, ":"))
	if err != nil {
		return nil, err
	}
	message := make(json.RawMessage, n)
	_, err = io.ReadFull(f.in, message)
	return message, err
}

// call runs a command and returns its result.
func (f *Firefox) call(command string, params any) (json.RawMessage, error) {
	f.id++
	message, err := json.Marshal([]any{0, f.id, command, params})
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(f.conn, "%d:%s", len(message), message); err != nil {
		return nil, err
	}
	answer, err := f.receive()
	if err != nil {
		return nil, err
	}
	var parts [4]json.RawMessage // the type, the id, an error and the result
	if err := json.Unmarshal(answer, &parts); err != nil {
		return nil, err
	}
	if string(parts[2]) != "null" {
		return nil, fmt.Errorf("%s: %.500s", command, parts[2])
	}
	return parts[3], nil
}

// Do runs a command of the protocol, and returns its value if it has one.
func (f *Firefox) Do(command string, params any) json.RawMessage {
	f.T.Helper()
	result, err := f.call(command, params)
	if err != nil {
		f.T.Fatal(err)
	}
	var valued struct{ Value json.RawMessage }
	if err := json.Unmarshal(result, &valued); err != nil || valued.Value == nil {
		return result
	}
	return valued.Value
}

// Open opens a path of the site.
func (f *Firefox) Open(path string) {
	f.T.Helper()
	f.Do("WebDriver:Navigate", map[string]any{"url": f.url + path})
}

// Evaluate returns the value of an expression as text.
func (f *Firefox) Evaluate(expression string) string {
	f.T.Helper()
	var text string
	value := f.Do("WebDriver:ExecuteScript", map[string]any{"script": "return String(" + expression + ")", "args": []any{}, "sandbox": nil})
	if err := json.Unmarshal(value, &text); err != nil {
		f.T.Fatal(err)
	}
	return text
}

// Has waits until the page has a selected element.
func (f *Firefox) Has(selector string) {
	f.T.Helper()
	f.Do("WebDriver:SetTimeouts", map[string]any{"implicit": StepTimeout.Milliseconds() / 2})
	f.find(selector)
}

// find returns the reference of the first selected element.
func (f *Firefox) find(selector string) string {
	f.T.Helper()
	var references map[string]string
	if err := json.Unmarshal(f.Do("WebDriver:FindElement", map[string]any{"using": "css selector", "value": selector}), &references); err != nil {
		f.T.Fatal(err)
	}
	for _, reference := range references {
		return reference
	}
	f.T.Fatalf("%s has no reference", selector)
	return ""
}

// Click clicks an element with the mouse.
func (f *Firefox) Click(selector string) {
	f.T.Helper()
	f.Do("WebDriver:ElementClick", map[string]any{"id": f.find(selector)})
}

// Press presses keys, one after the other, where the focus is.
func (f *Firefox) Press(keys ...string) {
	f.T.Helper()
	var strokes []map[string]any
	for _, key := range keys {
		strokes = append(strokes, map[string]any{"type": "keyDown", "value": key}, map[string]any{"type": "keyUp", "value": key})
	}
	f.Do("WebDriver:PerformActions", map[string]any{"actions": []any{map[string]any{"type": "key", "id": "keyboard", "actions": strokes}}})
}

// Shot saves a picture of the window where Person.Shot does.
func (f *Firefox) Shot(name string) {
	f.T.Helper()
	folder := os.Getenv("HEXCLUB_SHOTS")
	if folder == "" {
		return
	}
	var encoded string
	if err := json.Unmarshal(f.Do("WebDriver:TakeScreenshot", map[string]any{"full": false}), &encoded); err != nil {
		f.T.Fatal(err)
	}
	picture, err := base64.StdEncoding.DecodeString(encoded)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644)
	}
	if err != nil {
		f.T.Fatal(err)
	}
}
