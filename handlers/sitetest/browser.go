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

// axeRun runs axe-core on the page, and checks the contrast of some of its texts.
const axeRun = `((unjudged) => {
	unjudged.forEach((text) => { text.dataset.unjudged = "" });
	return axe.run({%s, reporter: "report", preload: false}).finally(() => unjudged.forEach((text) => { delete text.dataset.unjudged }));
})(%s.map((i) => texts[i]))`

// A violation is a rule of axe-core that a page breaks.
type violation struct {
	ID, Help string
	Nodes    []string // selectors and summaries
}

// A Palette is the set of colourings of texts that have been judged. The contrast of a text
// depends on its own colour and size and on its background, so texts with a known colouring are
// not judged again.
type Palette struct{ seen sync.Map }

// paint lists the colourings of the visible texts of a page, and stores the texts. It leaves out
// texts in drawings, which axe-core does not judge. The background of a text consists of its
// ancestors up to the first opaque one. A positioned element may cover anything, so its colouring
// is unique unless it is opaque.
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

// unjudged returns the colourings of all texts of the page, and the indexes of the texts whose
// colouring has not been judged.
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

// Violations returns the rules of axeAll, axeLooks or other rules of axe-core that the open page
// breaks. It judges the contrast of unjudged texts only.
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
		Judged []int // indexes of the texts
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

// Promised returns the text of a promise that an expression in the page returns.
func (p *Person) Promised(expression string) string {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, StepTimeout)
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
// for new colourings, because most pages have the same few.
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

// AwaitsTurn waits until the page shows that it is the person's turn or that the game is over, and
// returns the game. Without scripts it follows the link that reloads the page.
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

// ChatMessages evaluates to the messages on a page, one per line.
const ChatMessages = `Array.from(document.querySelectorAll("#chat-log p > b + span"), (span) => span.textContent).join("\n")`

// WantChat waits for the last message, then compares all messages.
func (p *Person) WantChat(want ...string) {
	p.T.Helper()
	p.Has(fmt.Sprintf("#chat-log p:nth-of-type(%d)", len(want)))
	if got := p.Evaluate(ChatMessages); got != strings.Join(want, "\n") {
		p.T.Errorf("the page says %q, want %q", got, want)
	}
}

// Types types text into the focused element.
func (p *Person) Types(text string) {
	p.T.Helper()
	p.Do("type "+text, Command(input.InsertText, input.InsertTextParams{Text: text}))
}

// StepTimeout is the maximum duration of one step of a browser.
const StepTimeout = 20 * time.Second

// pollInterval is the interval at which conditions are checked again.
var pollInterval = chromedp.RetryInterval(25 * time.Millisecond)

// All tests share these two browsers. Long texts are more likely to overflow in the wide font,
// short links are more likely to be too small in the narrow one.
var (
	wideChromium   = sharedChromium{fonts: wideFonts}
	narrowChromium = sharedChromium{fonts: narrowFonts}
)

// A sharedChromium is a Chromium with a new profile and only the fonts of the check. It starts when
// a test first needs it. It keeps its tabs for other tests, because starting a browser or a tab
// with its own cookies takes more than a second of CPU time.
type sharedChromium struct {
	fonts  fontSet
	folder string // of the font configuration and its cache

	start sync.Once
	ctx   context.Context // nil before the start
	free  context.CancelFunc
	err   error // of the start

	mu   sync.Mutex
	tabs []context.Context // unused tabs
}

func (c *sharedChromium) open() error {
	c.start.Do(func() {
		config, err := c.configureFonts()
		if err != nil {
			c.err = err
			return
		}
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath("chromium-headless-shell"), // takes half the time of the full browser
			chromedp.NoSandbox, chromedp.DisableGPU,
			// Pages are open for a second, so optimising their scripts takes longer than it saves.
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

// configureFonts writes the font configuration and returns its path.
func (c *sharedChromium) configureFonts() (string, error) {
	folder, err := os.MkdirTemp("", "fonts")
	if err != nil {
		return "", err
	}
	c.folder = folder
	return c.fonts.write(folder)
}

// close stops the browser if it has started.
func (c *sharedChromium) close() error {
	defer os.RemoveAll(c.folder)
	if c.ctx == nil || c.err != nil {
		return nil
	}
	defer c.free()
	return chromedp.Cancel(c.ctx)
}

// tab returns an empty tab with its own, empty cookie store.
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
	return tab, chromedp.Do(tab) // the tab lives as long as the context that opens it
}

// leave resets a tab so that another test can use it, which sets its look and whether scripts run.
func (c *sharedChromium) leave(tab context.Context) error {
	ctx, cancel := context.WithTimeout(tab, StepTimeout)
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

// NewBrowser returns the browser with the wide font.
func NewBrowser(t *testing.T) *Browser {
	t.Helper()
	NeedsTools(t)
	return &Browser{t, &wideChromium}
}

// NewNarrowBrowser returns the browser with the narrow font.
func NewNarrowBrowser(t *testing.T) *Browser {
	t.Helper()
	NeedsTools(t)
	return &Browser{t, &narrowChromium}
}

// NeedsTools skips a test that needs a browser or another external program if HEXCLUB_NO_BROWSER
// is set, as in cmd/check.sh quick.
func NeedsTools(t *testing.T) {
	t.Helper()
	if os.Getenv("HEXCLUB_NO_BROWSER") != "" {
		t.Skip("HEXCLUB_NO_BROWSER is set")
	}
}

// A Person is a tab with its own cookies.
type Person struct {
	T      *testing.T
	ctx    context.Context
	url    string
	brings bool // whether a script is added to each page
}

// A Look is the set of preferences and screen properties with which a person sees pages.
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
		if err := chromedp.Cancel(tab); err != nil { // cancelling a pending navigation is no error
			b.T.Error(err)
		}
	})
	p.Looks(l)
	p.Do("set up scripts", Command(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: l.NoScript}))
	return p
}

// Looks changes the look of the open page. Whether scripts run only changes when the next page
// loads.
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

// Bring runs a script on each page before the page's own scripts.
func (p *Person) Bring(script string) {
	p.T.Helper()
	p.brings = true
	p.Do("bring a script", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	}))
}

// Command wraps a protocol command as an action.
func Command[P any](c cdp.Command[P, cdp.Empty], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	})
}

// Do runs steps, and fails the test if they take too long.
func (p *Person) Do(what string, steps ...chromedp.Action[chromedp.Void]) {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, StepTimeout)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.T.Fatalf("%s: %v\nthe page says: %s", what, err, p.mainText())
	}
}

func (p *Person) mainText() string {
	ctx, cancel := context.WithTimeout(p.ctx, StepTimeout)
	defer cancel()
	text, err := onElement(ctx, chromedp.TextContent(chromedp.CSS("body")))
	if err != nil {
		return err.Error()
	}
	return strings.Join(strings.Fields(text), " ")
}

// ComesAs replaces the tab's cookies by those of a client.
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

// Visits opens the page of a scene with the cookies of the scene's client.
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
	ctx, cancel := context.WithTimeout(p.ctx, StepTimeout)
	defer cancel()
	if _, err := chromedp.RunResponse(ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(submit, s.Path, fields))); err != nil {
		p.T.Fatalf("post to %s: %v", s.Path, err)
	}
}

// submit posts a form to an address. Fields are pairs of names and values.
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

// OpensAll opens all details elements on the page.
func (p *Person) OpensAll() {
	p.T.Helper()
	p.Evaluate(`document.querySelectorAll("details").forEach((details) => { details.open = true })`)
}

// onElement runs an action on an element. While a page is being replaced, the element may be found
// on the old page and disappear before the action. It is then searched for again.
func onElement[T any](ctx context.Context, action chromedp.Action[T]) (T, error) {
	const gone = "node with given id" // "Could not find …" or "No … found"
	for {
		value, err := chromedp.Run(ctx, action)
		if err == nil || !strings.Contains(err.Error(), gone) {
			return value, err
		}
	}
}

// Click clicks an element.
func (p *Person) Click(selector string) {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, StepTimeout)
	defer cancel()
	if _, err := onElement(ctx, chromedp.Click(chromedp.CSS(selector), pollInterval)); err != nil {
		p.T.Fatalf("click %s: %v\nthe page says: %s", selector, err, p.mainText())
	}
}

// Has waits until the page has a selected element.
func (p *Person) Has(selector string) {
	p.T.Helper()
	p.Do("wait for "+selector, chromedp.WaitReady(chromedp.CSS(selector), pollInterval))
}

// Shows waits until a selected element is visible.
func (p *Person) Shows(selector string) {
	p.T.Helper()
	p.Do("wait to see "+selector, chromedp.WaitVisible(chromedp.CSS(selector), pollInterval))
}

// Text returns the text of an element.
func (p *Person) Text(selector string) string {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, StepTimeout)
	defer cancel()
	text, err := onElement(ctx, chromedp.TextContent(chromedp.CSS(selector), pollInterval))
	if err != nil {
		p.T.Fatalf("text of %s: %v", selector, err)
	}
	return strings.Join(strings.Fields(text), " ")
}

// Attribute returns an attribute of an element.
func (p *Person) Attribute(selector, name string) string {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, StepTimeout)
	defer cancel()
	value, err := onElement(ctx, chromedp.AttributeValue(chromedp.CSS(selector), name, pollInterval))
	if err != nil {
		p.T.Fatalf("attribute %s of %s: %v", name, selector, err)
	}
	return value.Value
}

// Count returns the current number of selected elements.
func (p *Person) Count(selector string) int {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, StepTimeout)
	defer cancel()
	nodes, err := chromedp.Run(ctx, chromedp.Nodes(chromedp.CSSAll(selector), chromedp.AtLeast(0)))
	if err != nil {
		p.T.Fatalf("count %s: %v", selector, err)
	}
	return len(nodes)
}

func (p *Person) Title() string {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, StepTimeout)
	defer cancel()
	title, err := chromedp.Run(ctx, chromedp.Title())
	if err != nil {
		p.T.Fatal(err)
	}
	return title
}

func (p *Person) Path() string {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, StepTimeout)
	defer cancel()
	address, err := chromedp.Run(ctx, chromedp.Location())
	if err != nil {
		p.T.Fatal(err)
	}
	return strings.TrimPrefix(address, p.url)
}

// Evaluate returns the value of an expression in the page: a string or nothing.
func (p *Person) Evaluate(expression string) string {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, StepTimeout)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[any](expression))
	if err != nil {
		p.T.Fatalf("%s: %v", expression, err)
	}
	text, _ := value.(string)
	return text
}

// Pages returns the number of A4 pages of the printed page.
func (p *Person) Pages() (n int) {
	p.T.Helper()
	p.Do("print", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		printed, err := cdp.Call(ctx, t, cdppage.PrintToPDF, cdppage.PrintToPDFParams{PaperWidth: 8.27, PaperHeight: 11.69})
		n = len(sheet.FindAll(printed.Data, -1))
		return err
	}))
	return n
}

// sheet matches the start of a page in a PDF file.
var sheet = regexp.MustCompile(`/Type\s*/Page\b`)

// DeviceGame starts a game of both seats on one device, and returns its path.
func (p *Person) DeviceGame() string {
	p.T.Helper()
	p.Open("/games/new?game=hexone")
	p.Click("input[value=device]")
	p.Click("form.card button")
	p.Shows("svg.board")
	return p.Path()
}

// Shot saves a picture of the whole page in the folder HEXCLUB_SHOTS, if it is set.
func (p *Person) Shot(name string) {
	p.T.Helper()
	folder := os.Getenv("HEXCLUB_SHOTS")
	if folder == "" {
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, StepTimeout)
	defer cancel()
	picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err != nil {
		p.T.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644); err != nil {
		p.T.Fatal(err)
	}
}

// SeesBoard compares the cell labels of the board with a position of Hexone.
func (p *Person) SeesBoard(st rules.State) {
	p.T.Helper()
	labels := strings.Split(p.Evaluate(`Array.from(document.querySelectorAll(".cell"), (c) => c.getAttribute("aria-label")).join("\n")`), "\n")
	cells := st.Board().Cells
	if len(labels) != len(cells) {
		p.T.Fatalf("the page has %d cells, want %d", len(labels), len(cells))
	}
	for i, cell := range cells {
		if want := LabelStart(cell); !strings.HasPrefix(labels[i], want) {
			p.T.Errorf("a cell is called %q, want %q", labels[i], want)
		}
	}
}

// act chooses an action by clicking the cells of its picks in order. It skips the cells that the
// page has already picked.
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

// seen evaluates to the visible properties of a board's cells: position, name, ground and value,
// the colour of the pieces and their number.
const seen = `Array.from(document.querySelectorAll("#board .cell"), (cell) => {
	for (let e = cell; e.id !== "board"; e = e.parentElement) if (getComputedStyle(e).opacity < .5) return "";
	const has = (names) => names.filter((name) => cell.classList.contains(name) || cell.querySelector(".piece." + name)).join();
	const pieces = cell.querySelectorAll(".piece").length;
	const n = cell.querySelector(".count")?.textContent ?? pieces;
	const text = (name) => cell.querySelector(name)?.textContent ?? "";
	return cell.getAttribute("transform") + " " + text(".name") + " " + text(".value") + " " + has(["fixed", "white", "grey", "gone"]) + " " + has(["blue", "red"]) + " " + n;
}).filter(Boolean).sort().join("\n")`

// seenOf returns the visible properties of the cells of a position of Hexone.
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

// Seek stops all animations at a time in beats. They begin together, and must be stopped before
// the first ends, because the page no longer lists finished ones.
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

// A fontSet is the set of fonts that a browser finds, independent of those installed on the
// machine.
type fontSet struct {
	sans  string // for system-ui and sans-serif
	files []string
}

// Folders of Debian packages that the check installs.
const (
	dejavuFolder = "/usr/share/fonts/truetype/dejavu/"                    // fonts-dejavu-core
	robotoFolder = "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/" // fonts-roboto-unhinted
	cjkFolder    = "/usr/share/fonts/opentype/noto/"                      // fonts-noto-cjk
)

// Both sets have Chinese, Japanese and Korean fonts, and the same monospaced font. The narrow set
// takes its Latin headings from its Korean font.
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

// fontConfig is a fontconfig file. Its folder contains links to fonts, because the folders of
// packages contain other fonts too. Chromium calls system-ui "sans". DejaVu Serif replaces a font
// of similar width that the pages ask for.
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

// write writes the font configuration into a folder and returns its path.
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

// FontsOf returns the sorted font families in which an element's own text is rendered.
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

// Press presses keys in order. A name is a position of the keyboard ("KeyW", "Numpad7") or a
// function ("Enter", "ArrowLeft"). The prefixes "Shift+" and "Control+" hold that key down.
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

// KeyEvent returns the event of pressing a key.
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

// Focus returns the id of the focused element.
func (p *Person) Focus() string {
	p.T.Helper()
	return p.Evaluate("document.activeElement.id")
}

// WantFocus fails the test unless the element with the id is focused.
func (p *Person) WantFocus(id, when string) {
	p.T.Helper()
	if focus := p.Focus(); focus != id {
		p.T.Errorf("%s the focus is on %q, want %q", when, focus, id)
	}
}

// FocusOn focuses an element by script.
func (p *Person) FocusOn(id string) {
	p.T.Helper()
	p.Evaluate("document.getElementById('" + id + "').focus()")
	p.WantFocus(id, "put there,")
}

// TabTo presses Tab until a selected element is focused.
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

// Walk moves the focus from the focused cell to another by keys.
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

// route returns the keys of a shortest path between two cells, which may cross holes.
func route(named map[string]hex.Cell, from, to hex.Cell) []string {
	cells := map[hex.Cell]bool{}
	for _, cell := range named {
		cells[cell] = true
	}
	keys := [6]string{"KeyD", "KeyE", "KeyW", "KeyA", "KeyZ", "KeyX"} // in the order of hex.Directions
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

// Played returns the pairing of the challenge on a page.
func (c *testLadder) Played(page string) db.Pairing {
	c.t.Helper()
	p, err := c.DB.Pairing(c.t.Context(), c.Made(page).Pairing)
	c.Try(err)
	return p
}

// Made returns the challenge on a page.
func (c *testLadder) Made(page string) db.Challenge {
	c.t.Helper()
	made, err := c.DB.Challenge(c.t.Context(), strings.TrimPrefix(page, "/challenges/"))
	c.Try(err)
	return made
}

// courses are read once for all tests.
var courses = lesson.NewCourses(nil)

// CourseOf returns the course of a game.
func CourseOf(t testing.TB, game string) *lesson.Course {
	t.Helper()
	course, err := courses.Of(game)
	if err != nil {
		t.Fatal(err)
	}
	return course
}

// sizeFaults lists faults in sizes on a page: hidden elements that are shown, content wider than
// the window, and targets smaller than 24 CSS pixels (WCAG 2.2, 2.5.8), including links in running
// text. Of a cell it measures the tile, without what extends beyond it.
const sizeFaults = `(() => {
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

// Fits checks the sizes on the open page.
func (p *Person) Fits(name string) {
	p.T.Helper()
	if bad := p.Evaluate(sizeFaults); bad != "" {
		p.T.Errorf("%s: %s", name, bad)
	}
}

// Unmoved marks the page. The returned function checks that the page has not been reloaded.
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

// controls are the roles of interactive elements in the accessibility tree.
var controls = []string{
	"button", "link", "textbox", "searchbox", "spinbutton", "checkbox", "radio", "switch", "slider", "combobox", "listbox",
	"menuitem", "tab", "DisclosureTriangle",
}

// An accessibilityNode is a node of the accessibility tree, as a screen reader reads it.
type accessibilityNode struct {
	element    cdp.BackendNodeID
	Role, Name string
}

// AccessibilityNodes returns the nodes of the page's accessibility tree.
func (p *Person) AccessibilityNodes() []accessibilityNode {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, StepTimeout)
	defer cancel()
	tree, err := chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) (accessibility.GetFullAXTreeResult, error) {
		return cdp.Call(ctx, t, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	})
	if err != nil {
		p.T.Fatal(err)
	}
	var list []accessibilityNode
	for _, node := range tree.Nodes {
		if !node.Ignored {
			list = append(list, accessibilityNode{node.BackendDOMNodeID, p.textOf(node.Role), p.textOf(node.Name)})
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

// elements returns the selected elements, links with their addresses.
func (p *Person) elements(selector string) map[cdp.BackendNodeID]string {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, StepTimeout)
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

// HasUniqueNames checks that every cell and every control on the page of a game has a unique name. Only
// links to the same address may share one.
func (p *Person) HasUniqueNames(page string) {
	p.T.Helper()
	// In a table, the name of a cell with a link is that of the link.
	cells, links := p.elements(".cell:not(:has(a), [aria-hidden] *), .cell a"), p.elements("a[href]")
	targets := map[string]string{} // by name
	var clashes []string
	met := 0
	for _, h := range p.AccessibilityNodes() {
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

// Agrees accepts the open offer with two clicks.
func (p *Person) Agrees() {
	p.T.Helper()
	p.Click("#agree-summary")
	p.Click("#offer-accept")
}

// BoxOf returns the rounded position and size of an element in the window.
func (p *Person) BoxOf(selector string) string {
	p.T.Helper()
	p.Has(selector)
	return p.Evaluate(fmt.Sprintf(`(({x, y, width, height}) => [x, y, width, height].map(Math.round).join())(document.querySelector(%q).getBoundingClientRect())`, selector))
}

// A WonGame is the result of a game of Hexone over the board: the winner and the winner's points.
type WonGame struct{ Winner, Points string }

// opensPairing opens a pairing from its player's home page.
func (p *Person) opensPairing(pairing db.Pairing, who *Client) {
	p.T.Helper()
	p.ComesAs(who)
	p.Open("/")
	p.Click("#pairing-" + pairing.ID)
	p.Shows(".pairing")
}

// Enters enters the results of a pairing as a player.
func (p *Person) Enters(pairing db.Pairing, who *Client, games ...WonGame) {
	p.T.Helper()
	p.opensPairing(pairing, who)
	p.fillsResults("#enter", pairing, games)
	p.Click("#enter button")
	p.Shows("#notice p")
}

// Confirms confirms the entered results as the other player.
func (p *Person) Confirms(pairing db.Pairing, who *Client) {
	p.T.Helper()
	p.opensPairing(pairing, who)
	p.Click("#confirm")
	p.Shows("#status.over")
}

// Contests contests the entered results as the other player.
func (p *Person) Contests(pairing db.Pairing, who *Client, words string) {
	p.T.Helper()
	p.opensPairing(pairing, who)
	p.Fills("#entered textarea", words)
	p.Click("#contest")
	p.Shows("#notice p")
}

// Decides decides a pairing as an organiser.
func (p *Person) Decides(pairing db.Pairing, who *Client, why string, games ...WonGame) {
	p.T.Helper()
	p.opensPairing(pairing, who)
	p.fillsResults("#decide", pairing, games)
	p.Fills("#decide textarea", why)
	p.Click("#decide button")
	p.Shows("#status.over")
}

// fillsResults fills in the results of games in a form, replacing previous input.
func (p *Person) fillsResults(form string, pairing db.Pairing, games []WonGame) {
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

// Fills types a value into a field.
func (p *Person) Fills(selector, text string) {
	p.T.Helper()
	p.Do("type into "+selector, chromedp.SendKeys(chromedp.CSS(selector), text, pollInterval))
}

// Names are the names of people, by seat - 1.
var Names = []string{"Anna", "Ben", "Chloe", "Dan"}

// Together starts a game of people with accounts, each in the seat of their position in the list,
// and returns its path.
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

// Accounts signs up people with the first of Names.
func (s *Site) Accounts(t testing.TB, n int) []*Client {
	t.Helper()
	people := make([]*Client, n)
	for i := range people {
		people[i] = s.Client(t)
		people[i].SignUp(Names[i]).WantStatus(t, 200)
	}
	return people
}

// Tabs opens the page of a game for each player, by turns on a desktop and on a phone.
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

// Gone waits until the page has no selected element.
func (p *Person) Gone(selector string) {
	p.T.Helper()
	p.Has("body:not(:has(" + selector + "))")
}

// Until waits until an expression is true.
func (p *Person) Until(expression string) {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, StepTimeout)
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

// AsksRematch asks for a rematch of a finished game, which another player accepts on their page. The
// asking player's page then opens the new game by itself.
func (p *Person) AsksRematch(other *Person) {
	p.T.Helper()
	p.Click(`form[action$="/rematch"] button`)
	p.Shows(".waiting")
	other.Click("#rematch") // the page shows it without a reload
	other.Click("#join")
	for _, tab := range []*Person{p, other} {
		tab.Gone(".waiting")
		tab.Shows(".players .act")
	}
}

// PlayRound plays all open boards of the last round. The player with the lower number wins, or the
// player named in winners.
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

// DeviceGameOf starts a game with all seats on one device, and returns its path.
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

// SendTurns plays turns by sending forms. Moved is the number of actions before the first.
func (c *Client) SendTurns(t *testing.T, path string, turns []record.Turn, moved int) {
	t.Helper()
	for _, turn := range turns {
		c.NoRedirects().Turn(path, strings.Join(turn.Actions, ","), moved).WantStatus(t, http.StatusSeeOther)
		moved += len(turn.Actions)
	}
}

// CellID returns the element id of the cell with a name.
func CellID(name string) string { return "c-" + strings.NewReplacer(",", "_", ":", "_").Replace(name) }

// CellName returns the name of a cell of the board.
func CellName(st rules.State, cell hex.Cell) string {
	for _, on := range st.Board().Cells {
		if on.Cell == cell {
			return on.Name
		}
	}
	return cell.String()
}

// SeesCells compares the cell labels of the board with a position.
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

// holds returns the beginning of a cell's label in any game: its name and its pieces.
func holds(cell rules.BoardCell, info rules.Info) string {
	if len(cell.Stack) == 0 {
		return cell.Name + ", empty,"
	}
	var runs []string
	tall := 0 // hats are not counted
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
