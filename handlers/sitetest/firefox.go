package sitetest

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/websocket"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// A Firefox is a tab of a Firefox with a new profile and the fonts of the check. It is driven by WebDriver BiDi:
// https://w3c.github.io/webdriver-bidi/. Its methods are those of a Person.
type Firefox struct {
	T      *testing.T
	url    string
	conn   *websocket.Conn
	last   int // number of the last command
	tab    string
	Errors []string // logged by pages: exceptions of scripts, and what scripts log as errors
}

// firefoxFonts has a serif font too, which is used where a sheet names no font that is installed.
var firefoxFonts = fontSet{sans: wideFonts.sans, files: append([]string{dejavuFolder + "DejaVuSerif.ttf", dejavuFolder + "DejaVuSerif-Bold.ttf"}, wideFonts.files...)}

// firefoxPreferences make pages appear in light colours, without motion, and with the scroll bars of phones, which
// take no room.
const firefoxPreferences = `user_pref("ui.prefersReducedMotion", 1);
user_pref("ui.useOverlayScrollbars", 1);
user_pref("layout.css.prefers-color-scheme.content-override", 1);
user_pref("accessibility.tabfocus", 7);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
`

// NewFirefox starts Firefox with an empty tab. It ends with the test.
func NewFirefox(t *testing.T, s *Site, l Look) *Firefox {
	t.Helper()
	NeedsTools(t)
	f := &Firefox{T: t, url: s.Url}
	address := startFirefox(t)
	config, err := websocket.NewConfig(address+"/session", firefoxOrigin)
	if err != nil {
		t.Fatal(err)
	}
	if f.conn, err = config.DialContext(t.Context()); err != nil {
		t.Fatalf("connect to Firefox: %v", err)
	}
	t.Cleanup(func() {
		if err := f.command("browser.close", map[string]any{}, nil); err != nil && !errors.Is(err, io.EOF) {
			t.Error("Firefox does not end:", err)
		}
		_ = f.conn.Close() // Firefox has closed it
	})
	f.must("session.new", map[string]any{"capabilities": map[string]any{}}, nil)
	f.must("session.subscribe", map[string]any{"events": []string{"log.entryAdded"}}, nil)
	var created struct{ Context string }
	f.must("browsingContext.create", map[string]any{"type": "tab"}, &created)
	f.tab = created.Context
	f.Looks(l)
	return f
}

// firefoxOrigin is the only origin from which Firefox accepts commands.
const firefoxOrigin = "http://localhost"

// startFirefox starts the program and returns the address at which it accepts commands, which it writes to its
// standard error output.
func startFirefox(t *testing.T) (address string) {
	t.Helper()
	folder := t.TempDir()
	profile := filepath.Join(folder, "profile")
	fonts, err := firefoxFonts.write(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Mkdir(profile, 0o700), os.WriteFile(filepath.Join(profile, "user.js"), []byte(firefoxPreferences), 0o600)); err != nil {
		t.Fatal(err)
	}
	program := exec.Command("firefox-esr", "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "--remote-allow-origins", firefoxOrigin)
	program.Env = append(os.Environ(), "HOME="+folder, "FONTCONFIG_FILE="+fonts, "MOZ_CRASHREPORTER_DISABLE=1", "LANG=C.UTF-8")
	output, err := program.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatalf("firefox-esr does not start (the check installs it): %v", err)
	}
	end := time.AfterFunc(5*StepTimeout, func() { _ = program.Process.Kill() }) // it may have ended
	t.Cleanup(func() {
		end.Reset(StepTimeout)
		_, _ = io.Copy(io.Discard, output) // until it ends
		_ = program.Wait()                 // its status says nothing about pages
		end.Stop()
	})
	lines, log := bufio.NewScanner(output), ""
	for lines.Scan() {
		if _, address, found := strings.Cut(lines.Text(), "WebDriver BiDi listening on "); found {
			return address
		}
		log += lines.Text() + "\n"
	}
	t.Fatalf("firefox-esr ends without accepting commands: %s", log)
	return ""
}

// command sends a command and reads its result. Events that arrive before are kept.
func (f *Firefox) command(method string, params map[string]any, result any) error {
	f.last++
	if err := f.conn.SetDeadline(time.Now().Add(StepTimeout)); err != nil {
		return err
	}
	if err := websocket.JSON.Send(f.conn, map[string]any{"id": f.last, "method": method, "params": params}); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	for {
		var message struct {
			Type, Method, Error, Message string
			ID                           int
			Params                       struct{ Level, Text string }
			Result                       json.RawMessage
		}
		if err := websocket.JSON.Receive(f.conn, &message); err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		switch {
		case message.Method == "log.entryAdded":
			if message.Params.Level == "error" {
				f.Errors = append(f.Errors, message.Params.Text)
			}
		case message.ID != f.last: // the answer to a command that took too long
		case message.Type == "error":
			return fmt.Errorf("%s: %s: %s", method, message.Error, message.Message)
		case result == nil:
			return nil
		default:
			return json.Unmarshal(message.Result, result)
		}
	}
}

func (f *Firefox) must(method string, params map[string]any, result any) {
	f.T.Helper()
	if err := f.command(method, params, result); err != nil {
		f.T.Fatal(err)
	}
}

// Looks changes the size of the window.
func (f *Firefox) Looks(l Look) {
	f.T.Helper()
	f.must("browsingContext.setViewport", map[string]any{
		"context": f.tab, "viewport": map[string]any{"width": l.Width, "height": l.Height}, "devicePixelRatio": 2,
	}, nil)
}

// ComesAs takes the cookies of a client.
func (f *Firefox) ComesAs(c *Client) {
	f.T.Helper()
	site, err := url.Parse(f.url)
	if err != nil {
		f.T.Fatal(err)
	}
	for _, cookie := range c.cookies() {
		f.must("storage.setCookie", map[string]any{"cookie": map[string]any{
			"name": cookie.Name, "value": map[string]any{"type": "string", "value": cookie.Value}, "domain": site.Hostname(),
		}}, nil)
	}
}

func (f *Firefox) Open(path string) {
	f.T.Helper()
	f.must("browsingContext.navigate", map[string]any{"context": f.tab, "url": f.url + path, "wait": "complete"}, nil)
}

// evaluated is the value of an expression: a string, a number, a boolean, or an element.
type evaluated struct {
	Result struct {
		SharedID string
		Value    any
	}
	ExceptionDetails struct{ Text string }
}

func (f *Firefox) evaluate(expression string) (evaluated, error) {
	var got evaluated
	err := f.command("script.evaluate", map[string]any{"expression": expression, "target": map[string]any{"context": f.tab}, "awaitPromise": true}, &got)
	if err == nil && got.ExceptionDetails.Text != "" {
		err = errors.New(got.ExceptionDetails.Text)
	}
	return got, err
}

// Evaluate returns the value of an expression in the page: a string or nothing.
func (f *Firefox) Evaluate(expression string) string {
	f.T.Helper()
	got, err := f.evaluate(expression)
	if err != nil {
		f.T.Fatalf("%s: %v", expression, err)
	}
	text, _ := got.Result.Value.(string)
	return text
}

// Until waits until an expression is true, also while one page replaces another.
func (f *Firefox) Until(expression string) {
	f.T.Helper()
	const poll = `new Promise((done) => {
		let tries = 0;
		const look = () => (%s) ? done(true) : ++tries > 100 ? done(false) : setTimeout(look, 25);
		look();
	})`
	var err error
	for start := time.Now(); time.Since(start) < StepTimeout; {
		var got evaluated
		if got, err = f.evaluate(fmt.Sprintf(poll, expression)); err == nil && got.Result.Value == true {
			return
		}
	}
	f.T.Fatalf("wait until %s: %v\nthe page says: %s", expression, err, f.Evaluate(`document.body.innerText`))
}

// Has waits until the page has a selected element.
func (f *Firefox) Has(selector string) {
	f.T.Helper()
	f.Until(fmt.Sprintf("document.querySelector(%q)", selector))
}

// Shows waits until a selected element is visible.
func (f *Firefox) Shows(selector string) {
	f.T.Helper()
	f.Until(fmt.Sprintf("document.querySelector(%q)?.getClientRects().length", selector))
}

// Count returns the current number of selected elements.
func (f *Firefox) Count(selector string) int {
	f.T.Helper()
	got, err := f.evaluate(fmt.Sprintf("document.querySelectorAll(%q).length", selector))
	if err != nil {
		f.T.Fatal(err)
	}
	n, _ := got.Result.Value.(float64)
	return int(n)
}

// Click clicks the middle of an element, which must not be covered.
func (f *Firefox) Click(selector string) {
	f.T.Helper()
	f.Shows(selector)
	target, err := f.evaluate(fmt.Sprintf(`(() => {
		const target = document.querySelector(%q);
		target.scrollIntoView({ block: "nearest" });
		const { x, y, width, height } = target.getBoundingClientRect();
		return target.contains(document.elementFromPoint(x + width / 2, y + height / 2)) && target;
	})()`, selector))
	if err != nil || target.Result.SharedID == "" {
		f.T.Fatalf("click %s: covered, or %v", selector, err)
	}
	f.act("pointer", map[string]any{
		"type": "pointerMove", "x": 0, "y": 0, "origin": map[string]any{"type": "element", "element": map[string]any{"sharedId": target.Result.SharedID}},
	}, map[string]any{"type": "pointerDown", "button": 0}, map[string]any{"type": "pointerUp", "button": 0})
}

// firefoxKeys are the codes of keys without a letter.
var firefoxKeys = map[string]string{"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "Space": " "}

// Press presses keys in order. Names are those of Person.Press, without other keys held down.
func (f *Firefox) Press(names ...string) {
	f.T.Helper()
	for _, name := range names {
		key := firefoxKeys[name]
		if letter, ok := strings.CutPrefix(name, "Key"); ok {
			key = strings.ToLower(letter)
		}
		f.act("key", map[string]any{"type": "keyDown", "value": key}, map[string]any{"type": "keyUp", "value": key})
	}
}

// act performs the actions of an input device.
func (f *Firefox) act(device string, actions ...map[string]any) {
	f.T.Helper()
	f.must("input.performActions", map[string]any{"context": f.tab, "actions": []any{map[string]any{"type": device, "id": device, "actions": actions}}}, nil)
}

// Focus returns the id of the focused element.
func (f *Firefox) Focus() string {
	f.T.Helper()
	return f.Evaluate("document.activeElement.id")
}

// TabTo presses Tab until a selected element is focused.
func (f *Firefox) TabTo(selector string) {
	f.T.Helper()
	const most = 100 // presses
	for range most {
		if f.Evaluate(fmt.Sprintf("String(document.activeElement.matches(%q))", selector)) == "true" {
			return
		}
		f.Press("Tab")
	}
	f.T.Fatalf("Tab does not lead to %s", selector)
}

// Walk moves the focus from the focused cell to another by keys.
func (f *Firefox) Walk(st rules.State, to hex.Cell) { walk(f.T, f, st, to) }

// Picture returns a picture of a part of the window, in pixels of the page. The picture has twice as many.
func (f *Firefox) Picture(part image.Rectangle) image.Image {
	f.T.Helper()
	picture, err := png.Decode(bytes.NewReader(f.shot(map[string]any{"clip": map[string]any{
		"type": "box", "x": part.Min.X, "y": part.Min.Y, "width": part.Dx(), "height": part.Dy(),
	}})))
	if err != nil {
		f.T.Fatal(err)
	}
	return picture
}

// Shot saves a picture of the window in the folder HEXCLUB_SHOTS, if it is set.
func (f *Firefox) Shot(name string) {
	f.T.Helper()
	folder := os.Getenv("HEXCLUB_SHOTS")
	if folder == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(folder, "firefox-"+plain.ReplaceAllString(name, "-")+".png"), f.shot(map[string]any{}), 0o644); err != nil {
		f.T.Fatal(err)
	}
}

// plain matches characters that file names should not have.
var plain = regexp.MustCompile(`[^0-9A-Za-z]+`)

func (f *Firefox) shot(params map[string]any) []byte {
	f.T.Helper()
	var got struct{ Data string }
	params["context"] = f.tab
	f.must("browsingContext.captureScreenshot", params, &got)
	picture, err := base64.StdEncoding.DecodeString(got.Data)
	if err != nil {
		f.T.Fatal(err)
	}
	return picture
}
