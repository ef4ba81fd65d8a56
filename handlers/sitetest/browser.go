package sitetest

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

// A Palette is all ways in which texts were seen to be coloured. What contrast a
// text has hangs on its own colour and size and on what is behind it, so one that
// is coloured like another that was judged is not judged again.
type Palette struct{ seen sync.Map }

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

// unjudged returns how each text of the page is coloured, and the indexes of the texts
// that look like none that axe-core has judged.
func (p *Person) unjudged(known *Palette) (ways []string, texts []int) {
	p.T.Helper()
	if err := json.Unmarshal([]byte(p.Evaluate(paint)), &ways); err != nil {
		p.T.Fatal(err)
	}
	texts = []int{}
	for i, way := range ways {
		if _, judged := known.seen.Load(way); !judged {
			texts = append(texts, i)
		}
	}
	return ways, texts
}

// Violations returns the rules that the open page breaks: of axeAll or axeLooks, or of others
// of axe-core. Of its texts, it judges the contrast of those that are unjudged.
func (p *Person) Violations(by string, known *Palette) []violation {
	p.T.Helper()
	ways, texts := p.unjudged(known)
	return p.violations(by, ways, texts, known)
}

func (p *Person) violations(by string, ways []string, texts []int, known *Palette) []violation {
	p.T.Helper()
	list, err := json.Marshal(texts)
	if err != nil {
		p.T.Fatal(err)
	}
	var report struct {
		Judged []int // of the texts
		Found  []violation
	}
	text := p.Promised(fmt.Sprintf(axeRun, by, list))
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		p.T.Fatalf("%v: %s", err, text)
	}
	for _, i := range report.Judged {
		known.seen.Store(ways[i], true)
	}
	return report.Found
}

// Promised is the text that a page promises.
func (p *Person) Promised(expression string) string {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, Patience)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.T.Fatal(err)
	}
	return text
}

// Accessible checks the open page with axe-core, by axeAll or axeLooks, and that it fits.
func (p *Person) Accessible(name, by string, known *Palette) {
	p.T.Helper()
	p.Fits(name)
	p.noViolations(name, p.Violations(by, known))
}

// HasContrast checks that the texts of the open page have enough contrast. It runs axe-core only
// if some text is coloured as none was before: most pages of a site have the same few colours.
func (p *Person) HasContrast(name string, known *Palette) {
	p.T.Helper()
	if ways, texts := p.unjudged(known); len(texts) > 0 {
		p.noViolations(name, p.violations(`runOnly: {type: "rule", values: ["color-contrast"]}`, ways, texts, known))
	}
}

func (p *Person) noViolations(name string, found []violation) {
	p.T.Helper()
	for _, v := range found {
		p.T.Errorf("%s: %s: %s\n%s", name, v.ID, v.Help, strings.Join(v.Nodes[:min(3, len(v.Nodes))], "\n"))
	}
}

// AwaitsTurn waits until the page shows that it is the person's turn, or that
// the game is over: by itself, or by a link where there is no script. It is the
// game then.
func (p *Person) AwaitsTurn(s *Site, noScript bool) db.Game {
	p.T.Helper()
	g := s.Until(p.T, p.Path(), Answered)
	if noScript && p.Count(".status.thinking") > 0 {
		p.Click("noscript a")
	}
	if g.Status == db.Over {
		p.Has(".status.over")
	} else {
		p.Has(".status.mine")
	}
	return g
}

// HeardSaid is the messages that a page shows, one a line.
const HeardSaid = `Array.from(document.querySelectorAll("#chat-log p > b + span"), (span) => span.textContent).join("\n")`

// WantChat waits for the last of the messages, then compares all.
func (p *Person) WantChat(want ...string) {
	p.T.Helper()
	p.Has(fmt.Sprintf("#chat-log p:nth-of-type(%d)", len(want)))
	if got := p.Evaluate(HeardSaid); got != strings.Join(want, "\n") {
		p.T.Errorf("the page says %q, want %q", got, want)
	}
}

// Types writes into the element that has the focus.
func (p *Person) Types(text string) {
	p.T.Helper()
	p.Do("type "+text, Command(input.InsertText, input.InsertTextParams{Text: text}))
}

// Patience bounds what a browser may take for one step.
const Patience = 20 * time.Second

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
			// Pages are open for a second: compiling their scripts well takes longer than it saves.
			chromedp.Flag("js-flags", "--no-opt --no-maglev --min-semi-space-size=32"),
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
	ctx, cancel := context.WithTimeout(tab, Patience)
	defer cancel()
	err := chromedp.Do(ctx,
		chromedp.Navigate("about:blank"),
		Command(cdppage.ResetNavigationHistory, cdp.Empty{}),
		Command(network.ClearBrowserCookies, cdp.Empty{}),
		Command(input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved}),
	)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tabs = append(c.tabs, tab)
	return nil
}

// A Browser opens the tabs of a test.
type Browser struct {
	T        *testing.T
	chromium *sharedChromium
}

// NewBrowser returns a browser with the wide font.
func NewBrowser(t *testing.T) *Browser {
	t.Helper()
	NeedsTools(t)
	return &Browser{t, &wideChromium}
}

// NewNarrowBrowser returns a browser with the narrow font.
func NewNarrowBrowser(t *testing.T) *Browser {
	t.Helper()
	NeedsTools(t)
	return &Browser{t, &narrowChromium}
}

// NeedsTools skips a test that needs a browser or another program that judges pages, if
// HEXCLUB_NO_BROWSER is set, as in the inner loop (cmd/check.sh quick).
func NeedsTools(t *testing.T) {
	t.Helper()
	if os.Getenv("HEXCLUB_NO_BROWSER") != "" {
		t.Skip("HEXCLUB_NO_BROWSER is set")
	}
}

// A Person is a tab with cookies of its own.
type Person struct {
	T      *testing.T
	ctx    context.Context
	url    string
	brings bool // scripts to each page
}

// A Look is how a person sees pages.
type Look struct {
	Width, Height int64
	Dark          bool
	NoScript      bool
}

var Desktop, Phone = Look{Width: 1280, Height: 900}, Look{Width: 390, Height: 844}

func (b *Browser) Person(s *Site, l Look) *Person {
	b.T.Helper()
	tab, err := b.chromium.tab()
	if err != nil {
		b.T.Fatal(err)
	}
	p := &Person{T: b.T, ctx: tab, url: s.Url}
	b.T.Cleanup(func() {
		if !b.T.Failed() && !p.brings && b.chromium.leave(tab) == nil {
			return
		}
		if err := chromedp.Cancel(tab); err != nil { // it may still be on its way to a page, which is no fault
			b.T.Error(err)
		}
	})
	p.Looks(l)
	p.Do("set up scripts", Command(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: l.NoScript}))
	return p
}

// Looks makes a page that is open look another way. Whether its scripts run is
// settled when they come.
func (p *Person) Looks(l Look) {
	p.T.Helper()
	scheme := "light"
	if l.Dark {
		scheme = "dark"
	}
	p.Do("look another way",
		chromedp.EmulateViewport(l.Width, l.Height),
		Command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		}),
	)
}

// Bring has a script run on each page before the page's own.
func (p *Person) Bring(script string) {
	p.T.Helper()
	p.brings = true
	p.Do("bring a script", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	}))
}

// Command is a protocol command as an action.
func Command[P any](c cdp.Command[P, cdp.Empty], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	})
}

// Do runs steps and fails the test when they take too long.
func (p *Person) Do(what string, steps ...chromedp.Action[chromedp.Void]) {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, Patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.T.Fatalf("%s: %v\nthe page says: %s", what, err, p.mainText())
	}
}

func (p *Person) mainText() string {
	ctx, cancel := context.WithTimeout(p.ctx, Patience)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.TextContent(chromedp.CSS("body")))
	if err != nil {
		return err.Error()
	}
	return strings.Join(strings.Fields(text), " ")
}

// ComesAs gives the tab the cookies of a client, and none else.
func (p *Person) ComesAs(c *Client) {
	p.T.Helper()
	var cookies []*network.CookieParam
	for _, cookie := range c.cookies() {
		cookies = append(cookies, &network.CookieParam{Name: cookie.Name, Value: cookie.Value, URL: p.url})
	}
	p.Do("take cookies", Command(network.ClearBrowserCookies, cdp.Empty{}), Command(network.SetCookies, network.SetCookiesParams{Cookies: cookies}))
}

func (p *Person) Open(path string) {
	p.T.Helper()
	p.Do("open "+path, chromedp.Navigate(p.url+path))
}

// Visits opens the page of a scene as whoever sees it, on whichever site.
func (p *Person) Visits(s Scene) {
	p.T.Helper()
	p.url = s.Who.Url
	p.ComesAs(s.Who)
	if len(s.form) == 0 {
		p.Open(s.Path)
		return
	}
	p.Open("/")
	fields, err := json.Marshal(s.form)
	if err != nil {
		p.T.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(p.ctx, Patience)
	defer cancel()
	if _, err := chromedp.RunResponse(ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(submit, s.Path, fields))); err != nil {
		p.T.Fatalf("post to %s: %v", s.Path, err)
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

// OpensAll opens whatever can be opened on the page.
func (p *Person) OpensAll() {
	p.T.Helper()
	p.Evaluate(`document.querySelectorAll("details").forEach((details) => { details.open = true })`)
}

// Click clicks an element. Where a page without scripts is just being replaced,
// the element may be found on the old page and be gone when it is looked for
// to be clicked; then it is searched for again.
func (p *Person) Click(selector string) {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, Patience)
	defer cancel()
	const gone = "Could not find node with given id"
	err := chromedp.Do(ctx, chromedp.Click(chromedp.CSS(selector), glance))
	for err != nil && strings.Contains(err.Error(), gone) {
		err = chromedp.Do(ctx, chromedp.Click(chromedp.CSS(selector), glance))
	}
	if err != nil {
		p.T.Fatalf("click %s: %v\nthe page says: %s", selector, err, p.mainText())
	}
}

// Has waits until the page has an element.
func (p *Person) Has(selector string) {
	p.T.Helper()
	p.Do("wait for "+selector, chromedp.WaitReady(chromedp.CSS(selector), glance))
}

// Shows waits until an element is seen.
func (p *Person) Shows(selector string) {
	p.T.Helper()
	p.Do("wait to see "+selector, chromedp.WaitVisible(chromedp.CSS(selector), glance))
}

// Text is the text of an element.
func (p *Person) Text(selector string) string {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, Patience)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.TextContent(chromedp.CSS(selector), glance))
	if err != nil {
		p.T.Fatalf("text of %s: %v", selector, err)
	}
	return strings.Join(strings.Fields(text), " ")
}

// Attribute is an attribute of an element.
func (p *Person) Attribute(selector, name string) string {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, Patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.AttributeValue(chromedp.CSS(selector), name, glance))
	if err != nil {
		p.T.Fatalf("attribute %s of %s: %v", name, selector, err)
	}
	return value.Value
}

// Count is how many elements a selector finds at this moment.
func (p *Person) Count(selector string) int {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, Patience)
	defer cancel()
	nodes, err := chromedp.Run(ctx, chromedp.Nodes(chromedp.CSSAll(selector), chromedp.AtLeast(0)))
	if err != nil {
		p.T.Fatalf("count %s: %v", selector, err)
	}
	return len(nodes)
}

func (p *Person) Title() string {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, Patience)
	defer cancel()
	title, err := chromedp.Run(ctx, chromedp.Title())
	if err != nil {
		p.T.Fatal(err)
	}
	return title
}

func (p *Person) Path() string {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, Patience)
	defer cancel()
	address, err := chromedp.Run(ctx, chromedp.Location())
	if err != nil {
		p.T.Fatal(err)
	}
	return strings.TrimPrefix(address, p.url)
}

// Evaluate is the value of an expression in the page, a string or nothing.
func (p *Person) Evaluate(expression string) string {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, Patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[any](expression))
	if err != nil {
		p.T.Fatalf("%s: %v", expression, err)
	}
	text, _ := value.(string)
	return text
}

// Pages is how many sheets of A4 the page takes when it is printed.
func (p *Person) Pages() (n int) {
	p.T.Helper()
	p.Do("print", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		printed, err := cdp.Call(ctx, t, cdppage.PrintToPDF, cdppage.PrintToPDFParams{PaperWidth: 8.27, PaperHeight: 11.69})
		n = len(sheet.FindAll(printed.Data, -1))
		return err
	}))
	return n
}

// sheet is where a page begins in a PDF file.
var sheet = regexp.MustCompile(`/Type\s*/Page\b`)

// DeviceGame starts a game with both seats here and returns its path.
func (p *Person) DeviceGame() string {
	p.T.Helper()
	p.Open("/games/new?game=hexone")
	p.Click("input[value=device]")
	p.Click("form.card button")
	p.Shows("svg.board")
	return p.Path()
}

// Shot keeps a picture of the whole page where HEXCLUB_SHOTS says, if it does.
func (p *Person) Shot(name string) {
	p.T.Helper()
	folder := os.Getenv("HEXCLUB_SHOTS")
	if folder == "" {
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, Patience)
	defer cancel()
	picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err != nil {
		p.T.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644); err != nil {
		p.T.Fatal(err)
	}
}

// SeesBoard compares the board on the page with a position of Hexone, by what
// the cells are called.
func (p *Person) SeesBoard(st rules.State) {
	p.T.Helper()
	labels := strings.Split(p.Evaluate(`Array.from(document.querySelectorAll(".cell"), (c) => c.getAttribute("aria-label")).join("\n")`), "\n")
	cells := st.Board().Cells
	if len(labels) != len(cells) {
		p.T.Fatalf("the page has %d cells, want %d", len(labels), len(cells))
	}
	for i, cell := range cells {
		if want := Lies(cell); !strings.HasPrefix(labels[i], want) {
			p.T.Errorf("a cell is called %q, want %q", labels[i], want)
		}
	}
}

// act chooses an action by clicking the board: the cells of its picks one
// after the other, but for those that the page has picked already.
func (p *Person) act(st rules.State, action rules.Action, steps int) {
	p.T.Helper()
	names := map[hex.Cell]string{}
	for _, c := range st.Board().Cells {
		names[c.Cell] = c.Name
	}
	picks := st.Picks(action)
	if len(picks) > 1 && p.Count("#c-"+names[picks[0][0]]+".picked") > 0 {
		picks = picks[1:]
	}
	for i, cells := range picks {
		p.Click("#c-" + names[cells[0]])
		if i < len(picks)-1 {
			p.Has("#c-" + names[cells[0]] + ".picked")
		}
	}
	if len(picks) == 0 {
		p.Click("a.choice")
	}
	p.Has(fmt.Sprintf(".steps li:nth-child(%d)", steps))
}

// Turn plays a whole turn by clicking, and confirms it.
func (p *Person) Turn(st rules.State, actions []string) {
	p.T.Helper()
	for i, text := range actions {
		action, err := st.Parse(text)
		if err != nil {
			p.T.Fatal(err)
		}
		p.act(st, action, i+1)
		st.Play(action)
	}
	p.Click("#confirm")
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

// Seek stops all animations at a time in beats. They begin together, and have to be
// stopped before the first ends: the page no longer lists those that have ended.
func (p *Person) Seek(beat float64) {
	p.T.Helper()
	const seek = `(window.animations ??= document.getAnimations()).forEach((a) => {
		a.pause();
		a.currentTime = %g * 1000 * parseFloat(getComputedStyle(document.getElementById("board")).getPropertyValue("--beat"));
	})`
	p.Evaluate(fmt.Sprintf(seek, beat))
}

func (p *Person) Sees(what string, st rules.State) {
	p.T.Helper()
	if got, want := p.Evaluate(seen), seenOf(st); got != want {
		p.T.Errorf("%s the page shows\n%s\nwant\n%s", what, got, want)
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

// FontsOf returns the families that an element's own text is drawn with, sorted.
func (p *Person) FontsOf(selector string) (families []string) {
	p.T.Helper()
	p.Do("list the fonts of "+selector,
		Command(dom.Enable, dom.EnableParams{}),
		Command(css.Enable, cdp.Empty{}),
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

// Press presses keys one after the other, each by its name: as a place of the
// keyboard ("KeyW", "Numpad7") or as what it does ("Enter", "ArrowLeft"). "Shift+"
// or "Control+" before it holds that down.
func (p *Person) Press(names ...string) {
	p.T.Helper()
	var steps []chromedp.Action[chromedp.Void]
	for _, name := range names {
		down := KeyEvent(name)
		up := down
		up.Type, up.Text = input.DispatchKeyEventTypeKeyUp, ""
		steps = append(steps, Command(input.DispatchKeyEvent, down), Command(input.DispatchKeyEvent, up))
	}
	p.Do("press "+strings.Join(names, " "), steps...)
}

// KeyEvent is what a key sends when it goes down.
func KeyEvent(name string) input.DispatchKeyEventParams {
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

// Focus is the id of what has the focus.
func (p *Person) Focus() string {
	p.T.Helper()
	return p.Evaluate("document.activeElement.id")
}

// WantFocus fails the test unless something has the focus.
func (p *Person) WantFocus(id, when string) {
	p.T.Helper()
	if focus := p.Focus(); focus != id {
		p.T.Errorf("%s the focus is on %q, want %q", when, focus, id)
	}
}

// FocusOn puts the focus on something, as only tests do.
func (p *Person) FocusOn(id string) {
	p.T.Helper()
	p.Evaluate("document.getElementById('" + id + "').focus()")
	p.WantFocus(id, "put there,")
}

// TabTo goes on by Tab until something that a selector finds has the focus.
func (p *Person) TabTo(selector string) {
	p.T.Helper()
	const most = 100 // presses
	for range most {
		if p.Evaluate("String(document.activeElement.matches(`"+selector+"`))") == "true" {
			return
		}
		p.Press("Tab")
	}
	p.T.Fatalf("Tab does not lead to %s", selector)
}

// Walk goes by keys from the cell that has the focus to another.
func (p *Person) Walk(st rules.State, to hex.Cell) {
	p.T.Helper()
	cells := map[string]hex.Cell{}
	for _, on := range st.Board().Cells {
		cells[CellID(on.Name)] = on.Cell
	}
	from, ok := cells[p.Focus()]
	if !ok {
		p.T.Fatalf("the focus is on %q, not on a cell", p.Focus())
	}
	p.Press(route(cells, from, to)...)
	if focus := p.Focus(); cells[focus] != to {
		p.T.Fatalf("keys lead to %s, want %s", focus, CellName(st, to))
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

// Played is the pairing of the challenge that has a page.
func (c *climb) Played(page string) db.Pairing {
	c.t.Helper()
	p, err := c.DB.Pairing(c.t.Context(), c.Made(page).Pairing)
	c.Try(err)
	return p
}

// Made is the challenge that has a page.
func (c *climb) Made(page string) db.Challenge {
	c.t.Helper()
	made, err := c.DB.Challenge(c.t.Context(), strings.TrimPrefix(page, "/challenges/"))
	c.Try(err)
	return made
}

// courses are read once for all tests.
var courses = lesson.NewCourses(nil)

// CourseOf is the course of a game.
func CourseOf(t testing.TB, game string) *lesson.Course {
	t.Helper()
	course, err := courses.Of(game)
	if err != nil {
		t.Fatal(err)
	}
	return course
}

// misfits lists what is wrong with the sizes on a page: something that is shown though it
// is hidden, content wider than the window, or something to click smaller than 24 CSS
// pixels (WCAG 2.2, 2.5.8), links in running text among them. Of a cell the tile counts,
// without what sticks out of it.
const misfits = `(() => {
	const targets = "a[href], button, summary, input:not([type=hidden]), select, textarea";
	const bad = [];
	for (const e of document.querySelectorAll("[hidden]")) if (e.getClientRects().length > 0) bad.push("hidden, but shown: " + e.outerHTML.slice(0, 120));
	if (document.documentElement.scrollWidth > innerWidth) bad.push("page is " + document.documentElement.scrollWidth + " px wide");
	for (const e of document.querySelectorAll(targets)) {
		const r = (e.querySelector(".tile") ?? e).getBoundingClientRect();
		if (r.width === 0 || e.closest(".unseen, .skip")) continue;
		const label = e.closest("label");
		if (Math.min(r.width, r.height) < 23.99 && !(label && label.getBoundingClientRect().height >= 24))
			bad.push((e.id || e.textContent.trim()) + " is " + r.width.toFixed(1) + " by " + r.height.toFixed(1));
	}
	return bad.join("; ");
})()`

// Fits checks the page that a person sees.
func (p *Person) Fits(name string) {
	p.T.Helper()
	if bad := p.Evaluate(misfits); bad != "" {
		p.T.Errorf("%s: %s", name, bad)
	}
}

// Unmoved marks the page, and checks later that it was not loaded anew.
func (p *Person) Unmoved() (check func()) {
	p.T.Helper()
	p.Evaluate("window.sameDocument = true")
	return func() {
		p.T.Helper()
		if same := p.Evaluate("String(window.sameDocument)"); same != "true" {
			p.T.Error("a page was loaded where a fragment would do")
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
	Role, Name string
}

// Hears lists what there is in the accessibility tree of the page.
func (p *Person) Hears() []heard {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, Patience)
	defer cancel()
	tree, err := chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) (accessibility.GetFullAXTreeResult, error) {
		return cdp.Call(ctx, t, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	})
	if err != nil {
		p.T.Fatal(err)
	}
	var list []heard
	for _, node := range tree.Nodes {
		if !node.Ignored {
			list = append(list, heard{node.BackendDOMNodeID, p.textOf(node.Role), p.textOf(node.Name)})
		}
	}
	return list
}

func (p *Person) textOf(value *accessibility.Value) (text string) {
	p.T.Helper()
	if value == nil || value.Value == nil {
		return ""
	}
	if err := json.Unmarshal(value.Value, &text); err != nil {
		p.T.Fatalf("%s is no text: %v", value.Value, err)
	}
	return text
}

// elements is what a selector finds: of links the address, of others nothing.
func (p *Person) elements(selector string) map[cdp.BackendNodeID]string {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, Patience)
	defer cancel()
	nodes, err := chromedp.Run(ctx, chromedp.Nodes(chromedp.CSSAll(selector), chromedp.AtLeast(0)))
	if err != nil {
		p.T.Fatal(err)
	}
	found := map[cdp.BackendNodeID]string{}
	for _, node := range nodes {
		found[node.BackendNodeID] = node.AttributeValue("href")
	}
	return found
}

// TellsApart checks that on the page of a game every cell and every control has
// a name, and that no other cell or control has the same, unless both are links
// to the same address.
func (p *Person) TellsApart(page string) {
	p.T.Helper()
	// In a table a cell that holds a link is known by the link.
	cells, links := p.elements(".cell:not(:has(a), [aria-hidden] *), .cell a"), p.elements("a[href]")
	targets := map[string]string{} // by name
	var clashes []string
	met := 0
	for _, h := range p.Hears() {
		_, cell := cells[h.element]
		if cell {
			met++
		} else if !slices.Contains(controls, h.Role) {
			continue
		}
		if h.Name == "" {
			p.T.Errorf("%s: %s %d has no name", page, h.Role, h.element)
		}
		target := links[h.element]
		if target == "" {
			target = fmt.Sprint(h.Role, " ", h.element)
		}
		if other, taken := targets[h.Name]; taken && other != target {
			clashes = append(clashes, fmt.Sprintf("%q is %s and %s", h.Name, other, target))
		}
		targets[h.Name] = target
	}
	if n := len(clashes); n > 0 {
		p.T.Errorf("%s: %d names are there twice: %s", page, n, strings.Join(clashes[:min(3, n)], "; "))
	}
	if met == 0 || met != len(cells) {
		p.T.Errorf("%s: %d cells are in the accessibility tree, %d on the page", page, met, len(cells))
	}
}

// Agrees clicks twice to agree to the offer that is open.
func (p *Person) Agrees() {
	p.T.Helper()
	p.Click("#agree-summary")
	p.Click("#offer-accept")
}

// BoxOf is where an element is on the screen.
func (p *Person) BoxOf(selector string) string {
	p.T.Helper()
	p.Has(selector)
	return p.Evaluate(fmt.Sprintf(`(({x, y, width, height}) => [x, y, width, height].map(Math.round).join())(document.querySelector(%q).getBoundingClientRect())`, selector))
}

// A WonGame is who has won a game of Hexone over the board, and with how many points.
type WonGame struct{ Winner, Points string }

// takesUp comes as somebody whose front page has a pairing, and opens its page from there.
func (p *Person) takesUp(pairing db.Pairing, who *Client) {
	p.T.Helper()
	p.ComesAs(who)
	p.Open("/")
	p.Click("#pairing-" + pairing.ID)
	p.Shows(".pairing")
}

// Enters says as a player what came of the games of a pairing.
func (p *Person) Enters(pairing db.Pairing, who *Client, games ...WonGame) {
	p.T.Helper()
	p.takesUp(pairing, who)
	p.says("#enter", pairing, games)
	p.Click("#enter button")
	p.Shows("#notice p")
}

// Confirms agrees as a player to what the other has entered.
func (p *Person) Confirms(pairing db.Pairing, who *Client) {
	p.T.Helper()
	p.takesUp(pairing, who)
	p.Click("#confirm")
	p.Shows("#status.over")
}

// Contests denies as a player what the other has entered.
func (p *Person) Contests(pairing db.Pairing, who *Client, words string) {
	p.T.Helper()
	p.takesUp(pairing, who)
	p.Fills("#entered textarea", words)
	p.Click("#contest")
	p.Shows("#notice p")
}

// Decides settles a pairing as an organiser who is asked to.
func (p *Person) Decides(pairing db.Pairing, who *Client, why string, games ...WonGame) {
	p.T.Helper()
	p.takesUp(pairing, who)
	p.says("#decide", pairing, games)
	p.Fills("#decide textarea", why)
	p.Click("#decide button")
	p.Shows("#status.over")
}

// says fills in the games of a form, over whatever it says already.
func (p *Person) says(form string, pairing db.Pairing, games []WonGame) {
	p.T.Helper()
	for i, g := range games {
		outcome := fmt.Sprintf("%s [name=outcome-%d]", form, i+1)
		keys := kb.Home
		for j, player := range pairing.Players {
			points := "0"
			if player.Name == g.Winner {
				points = g.Points
				keys += strings.Repeat(kb.ArrowDown, j+1) // below "not played"
			}
			p.Fills(fmt.Sprintf("%s [name=points-%d-%d]", form, i+1, j+1), kb.End+kb.Backspace+kb.Backspace+points)
		}
		p.Fills(outcome, keys)
		if got := p.Evaluate(fmt.Sprintf("document.querySelector(%q).selectedOptions[0].text", outcome)); got != g.Winner+" won" {
			p.T.Fatalf("game %d is entered as %q, want that %s won", i+1, got, g.Winner)
		}
	}
}

// Fills types into a field.
func (p *Person) Fills(selector, text string) {
	p.T.Helper()
	p.Do("type into "+selector, chromedp.SendKeys(chromedp.CSS(selector), text, glance))
}

// Names are people's, by seat - 1.
var Names = []string{"Anna", "Ben", "Chloe", "Dan"}

// Together starts a game between people with accounts, each in the seat of
// their place in names, and returns its path.
func (s *Site) Together(t testing.TB, n db.NewGame, people ...*Client) (path string) {
	t.Helper()
	ids := make([]string, len(people))
	for i := range people {
		ids[i] = s.IdOf(t, Names[i])
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

// Accounts are people with the first of names.
func (s *Site) Accounts(t testing.TB, n int) []*Client {
	t.Helper()
	people := make([]*Client, n)
	for i := range people {
		people[i] = s.Client(t)
		people[i].SignUp(Names[i]).WantStatus(t, 200)
	}
	return people
}

// Tabs are the people of a game in a browser, each on its page, the first two
// on a desktop and a phone.
func (s *Site) Tabs(b *Browser, path string, people []*Client) []*Person {
	tabs := make([]*Person, len(people))
	for i, c := range people {
		tabs[i] = b.Person(s, []Look{Desktop, Phone}[i%2])
		tabs[i].ComesAs(c)
		tabs[i].Open(path)
		tabs[i].Shows("svg.board")
	}
	return tabs
}

// Gone waits until the page has no such element.
func (p *Person) Gone(selector string) {
	p.T.Helper()
	p.Has("body:not(:has(" + selector + "))")
}

// Until waits until an expression is true.
func (p *Person) Until(expression string) {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, Patience)
	defer cancel()
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool](expression)); err != nil {
		p.T.Fatalf("wait until %s: %v\nthe page says: %s", expression, err, p.mainText())
	}
}

func (p *Person) Resigns() {
	p.T.Helper()
	p.Click("#resign-summary")
	p.Click("#resign button")
}

// AsksAgain asks for a rematch of the game that is over, which another takes up
// on their page of it; the page of who asked follows by itself.
func (p *Person) AsksAgain(other *Person) {
	p.T.Helper()
	p.Click(`form[action$="/rematch"] button`)
	p.Shows(".waiting")
	other.Click("#rematch") // its page says so by itself
	other.Click("#join")
	for _, tab := range []*Person{p, other} {
		tab.Gone(".waiting")
		tab.Shows(".players .act")
	}
}

// PlayRound has each open board of the last round played: the lower number wins, or who is
// named.
func (m *cup) PlayRound(t *testing.T, play func(p db.Pairing, winner, loser string), winners ...string) {
	t.Helper()
	full := m.Full(t)
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
		play(m.Pairing(t, b), winner, loser)
	}
}

func (m *cup) Pairing(t *testing.T, b db.Board) db.Pairing {
	t.Helper()
	p, err := m.DB.Pairing(t.Context(), b.Pairing)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// DeviceGameOf starts a game with all seats a client's, and returns its path.
func (s *Site) DeviceGameOf(t *testing.T, c *Client, key string, setup rules.Setup) string {
	t.Helper()
	some, err := s.DB.Game(t.Context(), strings.TrimPrefix(c.DeviceGame(), "/games/"))
	if err != nil {
		t.Fatal(err)
	}
	game, err := s.DB.CreateGame(t.Context(), db.NewGame{Key: key, Setup: setup, Host: some.Host, BothSeats: true}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return "/games/" + game.ID
}

// SendTurns plays turns as forms send them; moved is the number of the first.
func (c *Client) SendTurns(t *testing.T, path string, turns []record.Turn, moved int) {
	t.Helper()
	for _, turn := range turns {
		c.Still().Turn(path, strings.Join(turn.Actions, ","), moved).WantStatus(t, http.StatusSeeOther)
		moved += len(turn.Actions)
	}
}

// CellID is the id of a cell by its name.
func CellID(name string) string { return "c-" + strings.NewReplacer(",", "_", ":", "_").Replace(name) }

// CellName is what a cell of the board is called.
func CellName(st rules.State, cell hex.Cell) string {
	for _, on := range st.Board().Cells {
		if on.Cell == cell {
			return on.Name
		}
	}
	return cell.String()
}

// SeesCells compares the board on the page with a position, by what the cells
// are called.
func (p *Person) SeesCells(st rules.State, info rules.Info) {
	p.T.Helper()
	var labels []string
	text := p.Evaluate(`JSON.stringify(Array.from(document.querySelectorAll("#board .cell"), (c) => c.getAttribute("aria-label")))`)
	if err := json.Unmarshal([]byte(text), &labels); err != nil {
		p.T.Fatal(err)
	}
	cells := st.Board().Cells
	if len(labels) != len(cells) {
		p.T.Fatalf("the page has %d cells, want %d", len(labels), len(cells))
	}
	for i, cell := range cells {
		if want := holds(cell, info); !strings.HasPrefix(labels[i], want) {
			p.T.Errorf("a cell is called %q, want %q", labels[i], want)
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

func RunTests(m *testing.M) {
	code := m.Run()
	for _, chromium := range []*sharedChromium{&wideChromium, &narrowChromium} {
		if err := chromium.close(); err != nil {
			fmt.Fprintln(os.Stderr, "chromium does not end:", err)
			code = max(code, 1)
		}
	}
	os.Exit(code)
}
