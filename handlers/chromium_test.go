package handlers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// patience bounds what a browser may take for one step.
const patience = 20 * time.Second

// glance is how long a browser is left alone before it is asked again whether
// what a test waits for is there.
var glance = chromedp.RetryInterval(25 * time.Millisecond)

// All tests share these two. A page with much text is likelier to overflow with
// the wide font, a short link to be too small with the narrow one.
var (
	wideChromium   = sharedChromium{fonts: wideFonts}
	narrowChromium = sharedChromium{fonts: narrowFonts}
)

// A sharedChromium is a chromium with a fresh profile that sees only the fonts
// of the check. It starts when a test first needs it, and keeps its tabs for
// other tests: to start it takes more than a CPU second, and so does a tab with
// cookies of its own.
type sharedChromium struct {
	fonts  fontSet
	folder string // of the fonts' configuration and cache

	start sync.Once
	ctx   context.Context // nil until it is to start
	free  context.CancelFunc
	err   error // why it did not start

	mu   sync.Mutex
	tabs []context.Context // that nobody uses
}

func (c *sharedChromium) open() error {
	c.start.Do(func() {
		config, err := c.configureFonts()
		if err != nil {
			c.err = err
			return
		}
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath("chromium-headless-shell"), // which takes half the time of the whole browser
			chromedp.NoSandbox, chromedp.DisableGPU,
			chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
			chromedp.Env("FONTCONFIG_FILE="+config),
		)
		var allocator context.Context
		allocator, c.free = chromedp.NewExecAllocator(context.Background(), options...)
		c.ctx, _ = chromedp.NewContext(allocator)
		if err := chromedp.Do(c.ctx); err != nil {
			c.err = fmt.Errorf("chromium does not start (the check installs it): %w", err)
		}
	})
	return c.err
}

// configureFonts writes the configuration of its fonts into a folder of its own
// and returns the path of the file.
func (c *sharedChromium) configureFonts() (string, error) {
	folder, err := os.MkdirTemp("", "fonts")
	if err != nil {
		return "", err
	}
	c.folder = folder
	return c.fonts.write(folder)
}

// close ends it, if it was started.
func (c *sharedChromium) close() error {
	defer os.RemoveAll(c.folder)
	if c.ctx == nil || c.err != nil {
		return nil
	}
	defer c.free()
	return chromedp.Cancel(c.ctx)
}

// tab is an empty tab with cookies of its own, of which there are none yet.
func (c *sharedChromium) tab() (context.Context, error) {
	if err := c.open(); err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := len(c.tabs); n > 0 {
		tab := c.tabs[n-1]
		c.tabs = c.tabs[:n-1]
		return tab, nil
	}
	tab, _ := chromedp.NewContext(c.ctx, chromedp.WithNewBrowserContext())
	return tab, chromedp.Do(tab) // it lives as long as the context that opens it
}

// leave empties a tab for others to use. What it is to look like, and whether
// scripts run, is for them to say; other sites have other addresses.
func (c *sharedChromium) leave(tab context.Context) error {
	ctx, cancel := context.WithTimeout(tab, patience)
	defer cancel()
	err := chromedp.Do(ctx,
		chromedp.Navigate("about:blank"),
		command(cdppage.ResetNavigationHistory, cdp.Empty{}),
		command(network.ClearBrowserCookies, cdp.Empty{}),
		command(input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved}),
	)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tabs = append(c.tabs, tab)
	return nil
}

func TestMain(m *testing.M) {
	code := m.Run()
	for _, chromium := range []*sharedChromium{&wideChromium, &narrowChromium} {
		if err := chromium.close(); err != nil {
			fmt.Fprintln(os.Stderr, "chromium does not end:", err)
			code = max(code, 1)
		}
	}
	os.Exit(code)
}

// A browser opens the tabs of a test.
type browser struct {
	t        *testing.T
	chromium *sharedChromium
}

func newBrowser(t *testing.T) *browser { return &browser{t, &wideChromium} }

// newNarrowBrowser returns a browser with the narrow font.
func newNarrowBrowser(t *testing.T) *browser { return &browser{t, &narrowChromium} }

// newFontBrowser returns a browser with the wide font for an odd number, and one
// with the narrow font for an even one.
func newFontBrowser(t *testing.T, n int) *browser {
	if n%2 == 1 {
		return newBrowser(t)
	}
	return newNarrowBrowser(t)
}

// A person is a tab with cookies of its own.
type person struct {
	t      *testing.T
	ctx    context.Context
	url    string
	brings bool // scripts to each page
}

// A look is how a person sees pages.
type look struct {
	width, height int64
	dark          bool
	noScript      bool
}

var desktop, phone = look{width: 1280, height: 900}, look{width: 390, height: 844}

func (b *browser) person(s *site, l look) *person {
	b.t.Helper()
	tab, err := b.chromium.tab()
	if err != nil {
		b.t.Fatal(err)
	}
	p := &person{t: b.t, ctx: tab, url: s.url}
	b.t.Cleanup(func() {
		if !b.t.Failed() && !p.brings && b.chromium.leave(tab) == nil {
			return
		}
		if err := chromedp.Cancel(tab); err != nil { // it may still be on its way to a page, which is no fault
			b.t.Error(err)
		}
	})
	p.looks(l)
	p.do("set up scripts", command(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: l.noScript}))
	return p
}

// looks makes a page that is open look another way. Whether its scripts run is
// settled when they come.
func (p *person) looks(l look) {
	p.t.Helper()
	scheme := "light"
	if l.dark {
		scheme = "dark"
	}
	p.do("look another way",
		chromedp.EmulateViewport(l.width, l.height),
		command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		}),
	)
}

// bring has a script run on each page before the page's own.
func (p *person) bring(script string) {
	p.t.Helper()
	p.brings = true
	p.do("bring a script", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	}))
}

// command is a protocol command as an action.
func command[P any](c cdp.Command[P, cdp.Empty], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	})
}

// do runs steps and fails the test when they take too long.
func (p *person) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatalf("%s: %v\nthe page says: %s", what, err, p.mainText())
	}
}

func (p *person) mainText() string {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.TextContent(chromedp.CSS("body")))
	if err != nil {
		return err.Error()
	}
	return strings.Join(strings.Fields(text), " ")
}

// comesAs gives the tab the cookies of a client, and none else.
func (p *person) comesAs(c *client) {
	p.t.Helper()
	var cookies []*network.CookieParam
	for _, cookie := range c.cookies() {
		cookies = append(cookies, &network.CookieParam{Name: cookie.Name, Value: cookie.Value, URL: p.url})
	}
	p.do("take cookies", command(network.ClearBrowserCookies, cdp.Empty{}), command(network.SetCookies, network.SetCookiesParams{Cookies: cookies}))
}

func (p *person) open(path string) {
	p.t.Helper()
	p.do("open "+path, chromedp.Navigate(p.url+path))
}

// visits opens the page of a scene as whoever sees it, on whichever site.
func (p *person) visits(s scene) {
	p.t.Helper()
	p.url = s.who.url
	p.comesAs(s.who)
	if len(s.form) == 0 {
		p.open(s.path)
		return
	}
	p.open("/")
	fields, err := json.Marshal(s.form)
	if err != nil {
		p.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if _, err := chromedp.RunResponse(ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(submit, s.path, fields))); err != nil {
		p.t.Fatalf("post to %s: %v", s.path, err)
	}
}

// submit posts a form to an address: pairs of name and value.
const submit = `((address, fields) => {
	const form = document.createElement("form");
	form.method = "post";
	form.action = address;
	for (let i = 0; i < fields.length; i += 2) {
		const field = document.createElement("textarea");
		[field.name, field.value] = [fields[i], fields[i + 1]];
		form.append(field);
	}
	document.body.append(form);
	form.submit();
})(%q, %s)`

// opensAll opens whatever can be opened on the page.
func (p *person) opensAll() {
	p.t.Helper()
	p.evaluate(`document.querySelectorAll("details").forEach((details) => { details.open = true })`)
}

// click clicks an element. Where a page without scripts is just being replaced,
// the element may be found on the old page and be gone when it is looked for
// to be clicked; then it is searched for again.
func (p *person) click(selector string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	const gone = "Could not find node with given id"
	err := chromedp.Do(ctx, chromedp.Click(chromedp.CSS(selector), glance))
	for err != nil && strings.Contains(err.Error(), gone) {
		err = chromedp.Do(ctx, chromedp.Click(chromedp.CSS(selector), glance))
	}
	if err != nil {
		p.t.Fatalf("click %s: %v\nthe page says: %s", selector, err, p.mainText())
	}
}

// has waits until the page has an element.
func (p *person) has(selector string) {
	p.t.Helper()
	p.do("wait for "+selector, chromedp.WaitReady(chromedp.CSS(selector), glance))
}

// shows waits until an element is seen.
func (p *person) shows(selector string) {
	p.t.Helper()
	p.do("wait to see "+selector, chromedp.WaitVisible(chromedp.CSS(selector), glance))
}

// text is the text of an element.
func (p *person) text(selector string) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.TextContent(chromedp.CSS(selector), glance))
	if err != nil {
		p.t.Fatalf("text of %s: %v", selector, err)
	}
	return strings.Join(strings.Fields(text), " ")
}

// attribute is an attribute of an element.
func (p *person) attribute(selector, name string) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.AttributeValue(chromedp.CSS(selector), name, glance))
	if err != nil {
		p.t.Fatalf("attribute %s of %s: %v", name, selector, err)
	}
	return value.Value
}

// count is how many elements a selector finds at this moment.
func (p *person) count(selector string) int {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	nodes, err := chromedp.Run(ctx, chromedp.Nodes(chromedp.CSSAll(selector), chromedp.AtLeast(0)))
	if err != nil {
		p.t.Fatalf("count %s: %v", selector, err)
	}
	return len(nodes)
}

func (p *person) title() string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	title, err := chromedp.Run(ctx, chromedp.Title())
	if err != nil {
		p.t.Fatal(err)
	}
	return title
}

func (p *person) path() string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	address, err := chromedp.Run(ctx, chromedp.Location())
	if err != nil {
		p.t.Fatal(err)
	}
	return strings.TrimPrefix(address, p.url)
}

// evaluate is the value of an expression in the page, a string or nothing.
func (p *person) evaluate(expression string) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[any](expression))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	text, _ := value.(string)
	return text
}

// pages is how many sheets of A4 the page takes when it is printed.
func (p *person) pages() (n int) {
	p.t.Helper()
	p.do("print", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		printed, err := cdp.Call(ctx, t, cdppage.PrintToPDF, cdppage.PrintToPDFParams{PaperWidth: 8.27, PaperHeight: 11.69})
		n = len(sheet.FindAll(printed.Data, -1))
		return err
	}))
	return n
}

// sheet is where a page begins in a PDF file.
var sheet = regexp.MustCompile(`/Type\s*/Page\b`)

// deviceGame starts a game with both seats here and returns its path.
func (p *person) deviceGame() string {
	p.t.Helper()
	p.open("/games/new?game=hexone")
	p.click("input[value=device]")
	p.click("form.card button")
	p.shows("svg.board")
	return p.path()
}

// shot keeps a picture of the whole page where HEXCLUB_SHOTS says, if it does.
func (p *person) shot(name string) {
	p.t.Helper()
	folder := os.Getenv("HEXCLUB_SHOTS")
	if folder == "" {
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// seesBoard compares the board on the page with a position of Hexone, by what
// the cells are called.
func (p *person) seesBoard(st rules.State) {
	p.t.Helper()
	labels := strings.Split(p.evaluate(`Array.from(document.querySelectorAll(".cell"), (c) => c.getAttribute("aria-label")).join("\n")`), "\n")
	cells := st.Board().Cells
	if len(labels) != len(cells) {
		p.t.Fatalf("the page has %d cells, want %d", len(labels), len(cells))
	}
	for i, cell := range cells {
		if want := lies(cell); !strings.HasPrefix(labels[i], want) {
			p.t.Errorf("a cell is called %q, want %q", labels[i], want)
		}
	}
}

// act chooses an action by clicking the board: the cells of its picks one
// after the other, but for those that the page has picked already.
func (p *person) act(st rules.State, action rules.Action, steps int) {
	p.t.Helper()
	names := map[hex.Cell]string{}
	for _, c := range st.Board().Cells {
		names[c.Cell] = c.Name
	}
	picks := st.Picks(action)
	if len(picks) > 1 && p.count("#c-"+names[picks[0][0]]+".picked") > 0 {
		picks = picks[1:]
	}
	for i, cells := range picks {
		p.click("#c-" + names[cells[0]])
		if i < len(picks)-1 {
			p.has("#c-" + names[cells[0]] + ".picked")
		}
	}
	if len(picks) == 0 {
		p.click("a.choice")
	}
	p.has(fmt.Sprintf(".steps li:nth-child(%d)", steps))
}

// turn plays a whole turn by clicking, and confirms it.
func (p *person) turn(st rules.State, actions []string) {
	p.t.Helper()
	for i, text := range actions {
		action, err := st.Parse(text)
		if err != nil {
			p.t.Fatal(err)
		}
		p.act(st, action, i+1)
		st.Play(action)
	}
	p.click("#confirm")
}
