package handlers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/template"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/rules/hexone"
	"hexclub/rules/lesson"
	"hexclub/rules/record"
)

// axeRun has axe-core judge the page, and the contrast of some of its texts.
const axeRun = `((unjudged) => {
	unjudged.forEach((text) => { text.dataset.unjudged = "" });
	return axe.run({%s, reporter: "report", preload: false}).finally(() => unjudged.forEach((text) => { delete text.dataset.unjudged }));
})(%s.map((i) => texts[i]))`

// A violation is a rule of axe-core that a page breaks.
type violation struct {
	ID, Help string
	Nodes    []string // where, and how
}

// A palette is all ways in which texts were seen to be coloured. What contrast a
// text has hangs on its own colour and size and on what is behind it, so one that
// is coloured like another that was judged is not judged again.
type palette struct{ seen sync.Map }

// paint lists how the texts of a page are coloured, and keeps the texts: those that
// are seen, but for texts in drawings, of which axe-core tells nothing. Behind a text
// is what it lies in, up to what nothing shines through. What does not lie in the
// flow of the page may lie over anything: unless it hides that, it is like no other.
const paint = `(() => {
	const behinds = new Map([[null, ""]]), veils = new Map([[null, ""]]), styles = new Map();
	const style = (e) => styles.get(e) ?? styles.set(e, getComputedStyle(e)).get(e);
	const veil = (e) => {
		if (!veils.has(e)) {
			const s = style(e);
			veils.set(e, veil(e.parentElement) + (s.opacity === "1" && s.filter === "none" && s.mixBlendMode === "normal" ? "" : [s.opacity, s.filter, s.mixBlendMode]));
		}
		return veils.get(e);
	};
	const behind = (e) => {
		if (!behinds.has(e)) {
			const s = style(e), own = s.backgroundColor + s.backgroundImage;
			const hides = s.backgroundColor.startsWith("rgb(") && s.backgroundImage === "none" && !veil(e);
			const over = s.position !== "static" && s.position !== "relative";
			behinds.set(e, hides ? own : (over ? Math.random() : "") + behind(e.parentElement) + (own === "rgba(0, 0, 0, 0)none" ? "" : own));
		}
		return behinds.get(e);
	};
	window.texts = [...document.querySelectorAll("body :not(svg *, option, .unseen)")].filter((e) => (e.matches("input, select, textarea") ||
		[...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim())) && e.checkVisibility({visibilityProperty: true}) && !e.closest(".unseen, .skip"));
	return JSON.stringify(texts.map((e) => {
		const s = style(e), off = e.closest("[disabled], [aria-disabled=true]") ?? e.closest("label")?.control?.disabled;
		return [behind(e), veil(e), s.color, s.fontSize, s.fontWeight, s.textShadow, off ? "off" : "", e.localName === "input" ? e.type : ""].join(";");
	}));
})()`

// violations has axe-core judge the page that a person sees, by axeAll or axeLooks,
// and of its texts those that are coloured as none was that it has judged.
func (p *person) violations(by string, known *palette) []violation {
	p.t.Helper()
	var ways []string
	if err := json.Unmarshal([]byte(p.evaluate(paint)), &ways); err != nil {
		p.t.Fatal(err)
	}
	unjudged := []int{}
	for i, way := range ways {
		if _, judged := known.seen.Load(way); !judged {
			unjudged = append(unjudged, i)
		}
	}
	list, err := json.Marshal(unjudged)
	if err != nil {
		p.t.Fatal(err)
	}
	var report struct {
		Judged []int // of the texts
		Found  []violation
	}
	text := p.promised(fmt.Sprintf(axeRun, by, list))
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		p.t.Fatalf("%v: %s", err, text)
	}
	for _, i := range report.Judged {
		known.seen.Store(ways[i], true)
	}
	return report.Found
}

// promised is the text that a page promises.
func (p *person) promised(expression string) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatal(err)
	}
	return text
}

// accessible has axe-core judge the page that a person sees, by axeAll or
// axeLooks and by its contrasts, and checks its sizes.
func (p *person) accessible(name, by string, known *palette) {
	p.t.Helper()
	p.fits(name)
	for _, v := range p.violations(by, known) {
		p.t.Errorf("%s: %s: %s\n%s", name, v.ID, v.Help, strings.Join(v.Nodes[:min(3, len(v.Nodes))], "\n"))
	}
}

// awaitsTurn waits until the page shows that it is the person's turn, or that
// the game is over: by itself, or by a link where there is no script. It is the
// game then.
func (p *person) awaitsTurn(s *site, noScript bool) db.Game {
	p.t.Helper()
	g := s.until(p.t, p.path(), answered)
	if noScript && p.count(".status.thinking") > 0 {
		p.click("noscript a")
	}
	if g.Status == db.Over {
		p.has(".status.over")
	} else {
		p.has(".status.mine")
	}
	return g
}

// heardSaid is the messages that a page shows, one a line.
const heardSaid = `Array.from(document.querySelectorAll("#chat-log p > b + span"), (span) => span.textContent).join("\n")`

// wantChat waits for the last of the messages, then compares all.
func (p *person) wantChat(want ...string) {
	p.t.Helper()
	p.has(fmt.Sprintf("#chat-log p:nth-of-type(%d)", len(want)))
	if got := p.evaluate(heardSaid); got != strings.Join(want, "\n") {
		p.t.Errorf("the page says %q, want %q", got, want)
	}
}

// types writes into the element that has the focus.
func (p *person) types(text string) {
	p.t.Helper()
	p.do("type "+text, command(input.InsertText, input.InsertTextParams{Text: text}))
}

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

// A browser opens the tabs of a test.
type browser struct {
	t        *testing.T
	chromium *sharedChromium
}

func newBrowser(t *testing.T) *browser { return &browser{t, &wideChromium} }

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

// seen lists what is seen of the cells of a board: where a cell is, its name,
// its ground and what is worth, the colour of its pieces and how many there are.
const seen = `Array.from(document.querySelectorAll("#board .cell"), (cell) => {
	for (let e = cell; e.id !== "board"; e = e.parentElement) if (getComputedStyle(e).opacity < .5) return "";
	const has = (names) => names.filter((name) => cell.classList.contains(name) || cell.querySelector(".piece." + name)).join();
	const pieces = cell.querySelectorAll(".piece").length;
	const n = cell.querySelector(".count")?.textContent ?? pieces;
	const text = (name) => cell.querySelector(name)?.textContent ?? "";
	return cell.getAttribute("transform") + " " + text(".name") + " " + text(".value") + " " + has(["fixed", "white", "grey", "gone"]) + " " + has(["blue", "red"]) + " " + n;
}).filter(Boolean).sort().join("\n")`

// seenOf is what is to be seen of a position of Hexone.
func seenOf(st rules.State) string {
	var cells []string
	for _, c := range st.Board().Cells {
		x, y := c.Cell.Centre(0)
		colour := ""
		if len(c.Stack) > 0 {
			colour = hexone.Game{}.Info().Colours[c.Stack[0].Seat-1]
		}
		cells = append(cells, fmt.Sprintf("translate(%d %d) %s %d %s %s %d", x, y, c.Name, c.Value, c.Ground, colour, len(c.Stack)))
	}
	slices.Sort(cells)
	return strings.Join(cells, "\n")
}

// seek stops all animations at a time in beats. They begin together; the page
// forgets those that have ended.
func (p *person) seek(beat float64) {
	p.t.Helper()
	const seek = `(window.animations ??= document.getAnimations()).forEach((a) => {
		a.pause();
		a.currentTime = %g * 1000 * parseFloat(getComputedStyle(document.getElementById("board")).getPropertyValue("--beat"));
	})`
	p.evaluate(fmt.Sprintf(seek, beat))
}

func (p *person) sees(what string, st rules.State) {
	p.t.Helper()
	if got, want := p.evaluate(seen), seenOf(st); got != want {
		p.t.Errorf("%s the page shows\n%s\nwant\n%s", what, got, want)
	}
}

// A fontSet is all fonts that a browser finds, whatever else is installed on the
// machine.
type fontSet struct {
	sans  string // the family of system-ui and sans-serif
	files []string
}

// Folders of Debian's packages, which the check installs.
const (
	dejavuFolder = "/usr/share/fonts/truetype/dejavu/"                    // fonts-dejavu-core
	robotoFolder = "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/" // fonts-roboto-unhinted
	cjkFolder    = "/usr/share/fonts/opentype/noto/"                      // fonts-noto-cjk
)

// Both sets have Chinese, Japanese and Korean, and the same font for code. The
// headings of the narrow set are in the Latin of its Korean font.
var (
	commonFonts = []string{
		cjkFolder + "NotoSansCJK-Regular.ttc", cjkFolder + "NotoSansCJK-Bold.ttc",
		dejavuFolder + "DejaVuSansMono.ttf", dejavuFolder + "DejaVuSansMono-Bold.ttf",
	}
	wideFonts = fontSet{sans: "DejaVu Sans", files: append([]string{
		dejavuFolder + "DejaVuSans.ttf", dejavuFolder + "DejaVuSans-Bold.ttf",
		dejavuFolder + "DejaVuSerif.ttf", dejavuFolder + "DejaVuSerif-Bold.ttf",
	}, commonFonts...)}
	narrowFonts = fontSet{sans: "Roboto", files: append([]string{
		robotoFolder + "Roboto-Regular.ttf", robotoFolder + "Roboto-Italic.ttf",
		robotoFolder + "Roboto-Medium.ttf", robotoFolder + "Roboto-Bold.ttf",
	}, commonFonts...)}
)

// fontConfig is a configuration of fontconfig. Its fonts are links in the folder,
// since the packages' own folders hold more of them. Chromium calls system-ui
// "sans". DejaVu Serif goes by the name of a font that the pages ask for, and
// that is about as wide.
var fontConfig = template.Must(template.New("fonts.conf").Parse(`<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
	<dir>{{.Folder}}/files</dir>
	<cachedir>{{.Folder}}/cache</cachedir>
	<alias binding="strong"><family>sans</family><prefer><family>{{.Sans}}</family></prefer></alias>
	<alias binding="strong"><family>sans-serif</family><prefer><family>{{.Sans}}</family></prefer></alias>
	<alias binding="strong"><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
	<match target="scan">
		<test name="family"><string>DejaVu Serif</string></test>
		<edit name="family" mode="assign"><string>Georgia</string></edit>
	</match>
</fontconfig>
`))

// write writes the configuration of a set into a folder and returns its path.
func (f fontSet) write(folder string) (string, error) {
	if err := os.Mkdir(filepath.Join(folder, "files"), 0o755); err != nil {
		return "", err
	}
	for _, file := range f.files {
		if _, err := os.Stat(file); err != nil {
			return "", fmt.Errorf("a font is missing; cmd/check.sh installs it, with Debian's fonts-dejavu-core, fonts-roboto-unhinted and fonts-noto-cjk: %w", err)
		}
		if err := os.Symlink(file, filepath.Join(folder, "files", filepath.Base(file))); err != nil {
			return "", err
		}
	}
	path := filepath.Join(folder, "fonts.conf")
	config, err := os.Create(path)
	if err != nil {
		return "", err
	}
	defer config.Close()
	return path, fontConfig.Execute(config, struct{ Folder, Sans string }{folder, f.sans})
}

// fontsOf returns the families that an element's own text is drawn with, sorted.
func (p *person) fontsOf(selector string) (families []string) {
	p.t.Helper()
	p.do("list the fonts of "+selector,
		command(dom.Enable, dom.EnableParams{}),
		command(css.Enable, cdp.Empty{}),
		chromedp.QueryAfter(chromedp.CSS(selector), func(ctx context.Context, t *chromedp.Target, nodes []*chromedp.Node) (chromedp.Void, error) {
			used, err := cdp.Call(ctx, t, css.GetPlatformFontsForNode, css.GetPlatformFontsForNodeParams{NodeID: nodes[0].NodeID})
			for _, font := range used.Fonts {
				families = append(families, font.FamilyName)
			}
			return chromedp.Void{}, err
		}),
	)
	slices.Sort(families)
	return families
}

// press presses keys one after the other, each by its name: as a place of the
// keyboard ("KeyW", "Numpad7") or as what it does ("Enter", "ArrowLeft"). "Shift+"
// or "Control+" before it holds that down.
func (p *person) press(names ...string) {
	p.t.Helper()
	var steps []chromedp.Action[chromedp.Void]
	for _, name := range names {
		down := keyEvent(name)
		up := down
		up.Type, up.Text = input.DispatchKeyEventTypeKeyUp, ""
		steps = append(steps, command(input.DispatchKeyEvent, down), command(input.DispatchKeyEvent, up))
	}
	p.do("press "+strings.Join(names, " "), steps...)
}

// keyEvent is what a key sends when it goes down.
func keyEvent(name string) input.DispatchKeyEventParams {
	event := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown}
	for modifier, bit := range map[string]int64{"Control+": 2, "Shift+": 8} {
		if plain, ok := strings.CutPrefix(name, modifier); ok {
			name, event.Modifiers = plain, bit
		}
	}
	event.Code, event.Key = name, name
	codes := map[string]int64{
		"Tab": 9, "Enter": 13, "Escape": 27, "Space": 32, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36,
		"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
	}
	event.WindowsVirtualKeyCode = codes[name]
	switch {
	case name == "Enter":
		event.Text = "\r"
	case name == "Space":
		event.Key, event.Text = " ", " "
	case strings.HasPrefix(name, "Key"):
		event.Text = strings.ToLower(name[3:])
		event.Key, event.WindowsVirtualKeyCode = event.Text, int64(name[3])
	case strings.HasPrefix(name, "Numpad"):
		event.Text = name[6:]
		event.Key, event.WindowsVirtualKeyCode = event.Text, int64(name[6])-'0'+96
	}
	return event
}

// focus is the id of what has the focus.
func (p *person) focus() string {
	p.t.Helper()
	return p.evaluate("document.activeElement.id")
}

// wantFocus fails the test unless something has the focus.
func (p *person) wantFocus(id, when string) {
	p.t.Helper()
	if focus := p.focus(); focus != id {
		p.t.Errorf("%s the focus is on %q, want %q", when, focus, id)
	}
}

// focusOn puts the focus on something, as only tests do.
func (p *person) focusOn(id string) {
	p.t.Helper()
	p.evaluate("document.getElementById('" + id + "').focus()")
	p.wantFocus(id, "put there,")
}

// tabTo goes on by Tab until something that a selector finds has the focus.
func (p *person) tabTo(selector string) {
	p.t.Helper()
	const most = 100 // presses
	for range most {
		if p.evaluate("String(document.activeElement.matches(`"+selector+"`))") == "true" {
			return
		}
		p.press("Tab")
	}
	p.t.Fatalf("Tab does not lead to %s", selector)
}

// walk goes by keys from the cell that has the focus to another.
func (p *person) walk(st rules.State, to hex.Cell) {
	p.t.Helper()
	cells := map[string]hex.Cell{}
	for _, on := range st.Board().Cells {
		cells[cellID(on.Name)] = on.Cell
	}
	from, ok := cells[p.focus()]
	if !ok {
		p.t.Fatalf("the focus is on %q, not on a cell", p.focus())
	}
	p.press(route(cells, from, to)...)
	if focus := p.focus(); cells[focus] != to {
		p.t.Fatalf("keys lead to %s, want %s", focus, cellName(st, to))
	}
}

// route is the keys of a shortest way between two cells, over holes too.
func route(named map[string]hex.Cell, from, to hex.Cell) []string {
	cells := map[hex.Cell]bool{}
	for _, cell := range named {
		cells[cell] = true
	}
	keys := [6]string{"KeyD", "KeyE", "KeyW", "KeyA", "KeyZ", "KeyX"} // of hex.Directions
	way := map[hex.Cell][]string{from: {}}
	for queue := []hex.Cell{from}; len(queue) > 0 && way[to] == nil; queue = queue[1:] {
		for i, direction := range hex.Directions {
			const widest = 20 // hole
			next := queue[0].Step(direction)
			for n := 0; !cells[next] && n < widest; n++ {
				next = next.Step(direction)
			}
			if _, seen := way[next]; cells[next] && !seen {
				way[next] = append(slices.Clone(way[queue[0]]), keys[i])
				queue = append(queue, next)
			}
		}
	}
	return way[to]
}

// played is the pairing of the challenge that has a page.
func (c *climb) played(page string) db.Pairing {
	c.t.Helper()
	p, err := c.DB.Pairing(c.t.Context(), c.made(page).Pairing)
	c.try(err)
	return p
}

// made is the challenge that has a page.
func (c *climb) made(page string) db.Challenge {
	c.t.Helper()
	made, err := c.DB.Challenge(c.t.Context(), strings.TrimPrefix(page, "/challenges/"))
	c.try(err)
	return made
}

// courses are read once for all tests.
var courses = lesson.NewCourses(nil)

// courseOf is the course of a game.
func courseOf(t testing.TB, game string) *lesson.Course {
	t.Helper()
	course, err := courses.Of(game)
	if err != nil {
		t.Fatal(err)
	}
	return course
}

// misfits lists what is wrong with the sizes on a page: something that is shown though it
// is hidden, content wider than the window, or something to click smaller than 24 CSS
// pixels (WCAG 2.2, 2.5.8). Links in the running text of a paragraph are exempt; a link
// that stands alone in a paragraph is not. Of a cell the tile counts, without what sticks
// out of it.
const misfits = `(() => {
	const targets = "a[href], button, summary, input:not([type=hidden]), select, textarea";
	const running = (e) => {
		if (!e.closest("p") || getComputedStyle(e).display !== "inline") return false;
		let block = e.parentElement;
		while (getComputedStyle(block).display === "inline") block = block.parentElement;
		const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
		while (texts.nextNode()) if (/\p{L}/u.test(texts.currentNode.data) && !texts.currentNode.parentElement.closest(targets + ", .unseen")) return true;
		return false;
	};
	const bad = [];
	for (const e of document.querySelectorAll("[hidden]")) if (e.getClientRects().length > 0) bad.push("hidden, but shown: " + e.outerHTML.slice(0, 120));
	if (document.documentElement.scrollWidth > innerWidth) bad.push("page is " + document.documentElement.scrollWidth + " px wide");
	for (const e of document.querySelectorAll(targets)) {
		const r = (e.querySelector(".tile") ?? e).getBoundingClientRect();
		if (r.width === 0 || e.closest(".unseen, .skip") || running(e)) continue;
		const label = e.closest("label");
		if (Math.min(r.width, r.height) < 23.99 && !(label && label.getBoundingClientRect().height >= 24))
			bad.push((e.id || e.textContent.trim()) + " is " + r.width.toFixed(1) + " by " + r.height.toFixed(1));
	}
	return bad.join("; ");
})()`

// fits checks the page that a person sees.
func (p *person) fits(name string) {
	p.t.Helper()
	if bad := p.evaluate(misfits); bad != "" {
		p.t.Errorf("%s: %s", name, bad)
	}
}

// unmoved marks the page, and checks later that it was not loaded anew.
func (p *person) unmoved() (check func()) {
	p.t.Helper()
	p.evaluate("window.sameDocument = true")
	return func() {
		p.t.Helper()
		if same := p.evaluate("String(window.sameDocument)"); same != "true" {
			p.t.Error("a page was loaded where a fragment would do")
		}
	}
}

// controls is the roles of what can be used, as the accessibility tree calls
// them.
var controls = []string{
	"button", "link", "textbox", "searchbox", "spinbutton", "checkbox", "radio", "switch", "slider", "combobox", "listbox",
	"menuitem", "tab", "DisclosureTriangle",
}

// A heard is something on a page as a screen reader meets it.
type heard struct {
	element    cdp.BackendNodeID
	role, name string
}

// hears lists what there is in the accessibility tree of the page.
func (p *person) hears() []heard {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	tree, err := chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) (accessibility.GetFullAXTreeResult, error) {
		return cdp.Call(ctx, t, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	})
	if err != nil {
		p.t.Fatal(err)
	}
	var list []heard
	for _, node := range tree.Nodes {
		if !node.Ignored {
			list = append(list, heard{node.BackendDOMNodeID, p.textOf(node.Role), p.textOf(node.Name)})
		}
	}
	return list
}

func (p *person) textOf(value *accessibility.Value) (text string) {
	p.t.Helper()
	if value == nil || value.Value == nil {
		return ""
	}
	if err := json.Unmarshal(value.Value, &text); err != nil {
		p.t.Fatalf("%s is no text: %v", value.Value, err)
	}
	return text
}

// elements is what a selector finds: of links the address, of others nothing.
func (p *person) elements(selector string) map[cdp.BackendNodeID]string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	nodes, err := chromedp.Run(ctx, chromedp.Nodes(chromedp.CSSAll(selector), chromedp.AtLeast(0)))
	if err != nil {
		p.t.Fatal(err)
	}
	found := map[cdp.BackendNodeID]string{}
	for _, node := range nodes {
		found[node.BackendNodeID] = node.AttributeValue("href")
	}
	return found
}

// tellsApart checks that on the page of a game every cell and every control has
// a name, and that no other cell or control has the same, unless both are links
// to the same address.
func (p *person) tellsApart(page string) {
	p.t.Helper()
	// In a table a cell that holds a link is known by the link.
	cells, links := p.elements(".cell:not(:has(a), [aria-hidden] *), .cell a"), p.elements("a[href]")
	targets := map[string]string{} // by name
	var clashes []string
	met := 0
	for _, h := range p.hears() {
		_, cell := cells[h.element]
		if cell {
			met++
		} else if !slices.Contains(controls, h.role) {
			continue
		}
		if h.name == "" {
			p.t.Errorf("%s: %s %d has no name", page, h.role, h.element)
		}
		target := links[h.element]
		if target == "" {
			target = fmt.Sprint(h.role, " ", h.element)
		}
		if other, taken := targets[h.name]; taken && other != target {
			clashes = append(clashes, fmt.Sprintf("%q is %s and %s", h.name, other, target))
		}
		targets[h.name] = target
	}
	if n := len(clashes); n > 0 {
		p.t.Errorf("%s: %d names are there twice: %s", page, n, strings.Join(clashes[:min(3, n)], "; "))
	}
	if met == 0 || met != len(cells) {
		p.t.Errorf("%s: %d cells are in the accessibility tree, %d on the page", page, met, len(cells))
	}
}

// agrees clicks twice to agree to the offer that is open.
func (p *person) agrees() {
	p.t.Helper()
	p.click("#agree-summary")
	p.click("#offer-accept")
}

// boxOf is where an element is on the screen.
func (p *person) boxOf(selector string) string {
	p.t.Helper()
	p.has(selector)
	return p.evaluate(fmt.Sprintf(`(({x, y, width, height}) => [x, y, width, height].map(Math.round).join())(document.querySelector(%q).getBoundingClientRect())`, selector))
}

// A wonGame is who has won a game of Hexone over the board, and with how many points.
type wonGame struct{ winner, points string }

// takesUp comes as somebody whose front page has a pairing, and opens its page from there.
func (p *person) takesUp(pairing db.Pairing, who *client) {
	p.t.Helper()
	p.comesAs(who)
	p.open("/")
	p.click("#pairing-" + pairing.ID)
	p.shows(".pairing")
}

// enters says as a player what came of the games of a pairing.
func (p *person) enters(pairing db.Pairing, who *client, games ...wonGame) {
	p.t.Helper()
	p.takesUp(pairing, who)
	p.says("#enter", pairing, games)
	p.click("#enter button")
	p.shows("#notice p")
}

// confirms agrees as a player to what the other has entered.
func (p *person) confirms(pairing db.Pairing, who *client) {
	p.t.Helper()
	p.takesUp(pairing, who)
	p.click("#confirm")
	p.shows("#status.over")
}

// contests denies as a player what the other has entered.
func (p *person) contests(pairing db.Pairing, who *client, words string) {
	p.t.Helper()
	p.takesUp(pairing, who)
	p.fills("#entered textarea", words)
	p.click("#contest")
	p.shows("#notice p")
}

// decides settles a pairing as an organiser who is asked to.
func (p *person) decides(pairing db.Pairing, who *client, why string, games ...wonGame) {
	p.t.Helper()
	p.takesUp(pairing, who)
	p.says("#decide", pairing, games)
	p.fills("#decide textarea", why)
	p.click("#decide button")
	p.shows("#status.over")
}

// says fills in the games of a form, over whatever it says already.
func (p *person) says(form string, pairing db.Pairing, games []wonGame) {
	p.t.Helper()
	for i, g := range games {
		outcome := fmt.Sprintf("%s [name=outcome-%d]", form, i+1)
		keys := kb.Home
		for j, player := range pairing.Players {
			points := "0"
			if player.Name == g.winner {
				points = g.points
				keys += strings.Repeat(kb.ArrowDown, j+1) // below "not played"
			}
			p.fills(fmt.Sprintf("%s [name=points-%d-%d]", form, i+1, j+1), kb.End+kb.Backspace+kb.Backspace+points)
		}
		p.fills(outcome, keys)
		if got := p.evaluate(fmt.Sprintf("document.querySelector(%q).selectedOptions[0].text", outcome)); got != g.winner+" won" {
			p.t.Fatalf("game %d is entered as %q, want that %s won", i+1, got, g.winner)
		}
	}
}

// fills types into a field.
func (p *person) fills(selector, text string) {
	p.t.Helper()
	p.do("type into "+selector, chromedp.SendKeys(chromedp.CSS(selector), text, glance))
}

// names are people's, by seat - 1.
var names = []string{"Anna", "Ben", "Chloe", "Dan"}

// together starts a game between people with accounts, each in the seat of
// their place in names, and returns its path.
func (s *site) together(t testing.TB, n db.NewGame, people ...*client) (path string) {
	t.Helper()
	ids := make([]string, len(people))
	for i := range people {
		ids[i] = s.idOf(t, names[i])
	}
	n.Host, n.HostSeat, n.Explore = ids[0], 1, true
	game, err := s.DB.CreateGame(t.Context(), n, s.Now())
	if err != nil {
		t.Fatal(err)
	}
	for i, id := range ids[1:] {
		claim := db.Claim{Person: id, Invite: game.Invite, Seat: rules.Seat(i + 2)}
		if _, err := s.DB.TakeSeat(t.Context(), game.ID, claim, s.Now()); err != nil {
			t.Fatal(err)
		}
	}
	return "/games/" + game.ID
}

// accounts are people with the first of names.
func (s *site) accounts(t testing.TB, n int) []*client {
	t.Helper()
	people := make([]*client, n)
	for i := range people {
		people[i] = s.client(t)
		people[i].signUp(names[i]).wantStatus(t, 200)
	}
	return people
}

// tabs are the people of a game in a browser, each on its page, the first two
// on a desktop and a phone.
func (s *site) tabs(b *browser, path string, people []*client) []*person {
	tabs := make([]*person, len(people))
	for i, c := range people {
		tabs[i] = b.person(s, []look{desktop, phone}[i%2])
		tabs[i].comesAs(c)
		tabs[i].open(path)
		tabs[i].shows("svg.board")
	}
	return tabs
}

// gone waits until the page has no such element.
func (p *person) gone(selector string) {
	p.t.Helper()
	p.has("body:not(:has(" + selector + "))")
}

// until waits until an expression is true.
func (p *person) until(expression string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool](expression)); err != nil {
		p.t.Fatalf("wait until %s: %v\nthe page says: %s", expression, err, p.mainText())
	}
}

func (p *person) resigns() {
	p.t.Helper()
	p.click("#resign-summary")
	p.click("#resign button")
}

// asksAgain asks for a rematch of the game that is over, which another takes up
// on their page of it; the page of who asked follows by itself.
func (p *person) asksAgain(other *person) {
	p.t.Helper()
	p.click(`form[action$="/rematch"] button`)
	p.shows(".waiting")
	other.click("#rematch") // its page says so by itself
	other.click("#join")
	for _, tab := range []*person{p, other} {
		tab.gone(".waiting")
		tab.shows(".players .act")
	}
}

// playRound has each open board of the last round played: the lower number wins, or who is
// named.
func (m *cup) playRound(t *testing.T, play func(p db.Pairing, winner, loser string), winners ...string) {
	t.Helper()
	full := m.full(t)
	for _, b := range full.RoundBoards(full.Round) {
		if !b.Open() {
			continue
		}
		first, _ := full.Entrant(b.First)
		second, _ := full.Entrant(b.Second)
		winner, loser := first.Name, second.Name
		if slices.Contains(winners, loser) || !slices.Contains(winners, winner) && second.Number < first.Number {
			winner, loser = loser, winner
		}
		play(m.pairing(t, b), winner, loser)
	}
}

func (m *cup) pairing(t *testing.T, b db.Board) db.Pairing {
	t.Helper()
	p, err := m.DB.Pairing(t.Context(), b.Pairing)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// deviceGameOf starts a game with all seats a client's, and returns its path.
func (s *site) deviceGameOf(t *testing.T, c *client, key string, setup rules.Setup) string {
	t.Helper()
	some, err := s.DB.Game(t.Context(), strings.TrimPrefix(c.deviceGame(), "/games/"))
	if err != nil {
		t.Fatal(err)
	}
	game, err := s.DB.CreateGame(t.Context(), db.NewGame{Key: key, Setup: setup, Host: some.Host, BothSeats: true}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return "/games/" + game.ID
}

// sendTurns plays turns as forms send them, from a ply on.
func (c *client) sendTurns(t *testing.T, path string, turns []record.Turn, ply int) {
	t.Helper()
	for _, turn := range turns {
		c.still().turn(path, strings.Join(turn.Actions, ","), ply).wantStatus(t, http.StatusSeeOther)
		ply += len(turn.Actions)
	}
}

// cellID is the id of a cell by its name.
func cellID(name string) string { return "c-" + strings.NewReplacer(",", "_", ":", "_").Replace(name) }

// cellName is what a cell of the board is called.
func cellName(st rules.State, cell hex.Cell) string {
	for _, on := range st.Board().Cells {
		if on.Cell == cell {
			return on.Name
		}
	}
	return cell.String()
}

// seesCells compares the board on the page with a position, by what the cells
// are called.
func (p *person) seesCells(st rules.State, info rules.Info) {
	p.t.Helper()
	var labels []string
	text := p.evaluate(`JSON.stringify(Array.from(document.querySelectorAll("#board .cell"), (c) => c.getAttribute("aria-label")))`)
	if err := json.Unmarshal([]byte(text), &labels); err != nil {
		p.t.Fatal(err)
	}
	cells := st.Board().Cells
	if len(labels) != len(cells) {
		p.t.Fatalf("the page has %d cells, want %d", len(labels), len(cells))
	}
	for i, cell := range cells {
		if want := holds(cell, info); !strings.HasPrefix(labels[i], want) {
			p.t.Errorf("a cell is called %q, want %q", labels[i], want)
		}
	}
}

// holds is what a cell of any game is called, without what it is itself.
func holds(cell rules.BoardCell, info rules.Info) string {
	if len(cell.Stack) == 0 {
		return cell.Name + ", empty,"
	}
	var runs []string
	tall := 0 // hats do not count
	for i, n := 0, 0; i < len(cell.Stack); i += n {
		piece := cell.Stack[i]
		for n = 1; i+n < len(cell.Stack) && cell.Stack[i+n] == piece; n++ {
		}
		run := fmt.Sprintf("%d %s", n, piece.Shape)
		if n > 1 {
			run += "s"
		}
		if piece.Seat > 0 {
			colour := info.Colours[piece.Seat-1]
			run = strings.ToUpper(colour[:1]) + colour[1:] + ", " + run
		}
		if piece.Shape != rules.Hat {
			tall += n
		}
		runs = append(runs, run)
	}
	high := ""
	if len(runs) > 1 && tall > 1 {
		high = fmt.Sprintf("%d high, from the bottom: ", tall)
	}
	return cell.Name + ", " + high + strings.Join(runs, "; ") + ","
}

func runTests(m *testing.M) {
	code := m.Run()
	for _, chromium := range []*sharedChromium{&wideChromium, &narrowChromium} {
		if err := chromium.close(); err != nil {
			fmt.Fprintln(os.Stderr, "chromium does not end:", err)
			code = max(code, 1)
		}
	}
	os.Exit(code)
}
