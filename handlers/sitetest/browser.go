package sitetest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// StepTimeout is the maximum duration of one step of a browser.
const StepTimeout = 20 * time.Second

// A Person is a tab with its own cookies.
type Person struct {
	T      testing.TB
	ctx    context.Context
	url    string
	brings bool  // whether a script is added to each page
	look   *Look // nil if it is unknown
}

// A Look is the set of preferences and screen properties with which a person sees pages.
type Look struct {
	Width, Height int64
	Dark          bool
	NoScript      bool
	Motion        bool // false for a person who prefers reduced motion
	LargeText     bool // texts of twice the usual size, as set in the browser
	Forced        bool // the colours of the device, as in high contrast modes
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
		if err := chromedp.Cancel(tab); err != nil { // a busy browser may take too long; it ends after all tests
			b.T.Log("close a tab:", err)
		}
	})
	p.Looks(l)
	p.Do("set up scripts", Command(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: l.NoScript}))
	return p
}

// Looks changes the look of the open page. Whether scripts run only changes when the next page
// loads. It leaves what stays the same, because each change makes the browser lay out the page again.
func (p *Person) Looks(l Look) {
	p.T.Helper()
	before := p.look
	if before == nil || before.Width != l.Width || before.Height != l.Height {
		p.Do("change the size of the window", chromedp.EmulateViewport(l.Width, l.Height))
	}
	if before == nil || before.Dark != l.Dark || before.Motion != l.Motion || before.Forced != l.Forced {
		p.Do("change what the person prefers", preferences(l))
	}
	if before == nil || before.LargeText != l.LargeText {
		p.Do("change the size of texts", textSize(l))
	}
	p.look = &l
}

// preferences sets the media features of a look.
func preferences(l Look) chromedp.Action[chromedp.Void] {
	scheme := "light"
	if l.Dark {
		scheme = "dark"
	}
	motion := "reduce"
	if l.Motion {
		motion = "no-preference"
	}
	forced := "none"
	if l.Forced {
		forced = "active"
	}
	return Command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: motion}, {Name: "forced-colors", Value: forced},
		},
	})
}

// textSize sets the size of texts of a look.
func textSize(l Look) chromedp.Action[chromedp.Void] {
	size := int64(16)
	if l.LargeText {
		size *= 2
	}
	return Command(cdppage.SetFontSizes, cdppage.SetFontSizesParams{FontSizes: &cdppage.FontSizes{Standard: size, Fixed: size * 13 / 16}})
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
	p.Open("/healthz") // any page of the site; this one is small
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

// OpensAll opens all details elements on the page. The menu of the header covers what is below it, so it is opened on
// the home page only.
func (p *Person) OpensAll() {
	p.T.Helper()
	p.Evaluate(`document.querySelectorAll(location.pathname === "/" ? "details" : "details:not(.top .menu)").forEach((details) => { details.open = true })`)
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

// A PaperSize is a format of paper, upright.
type PaperSize struct {
	Name          string
	Width, Height float64 // inches
}

// A4 and Letter are the formats on which pages are printed.
var A4, Letter = PaperSize{"A4", 8.27, 11.69}, PaperSize{"Letter", 8.5, 11}

// pageMargin is the margin of printed pages in inches, as in static/print.css.
const pageMargin = 1.2 / 2.54

// Pages returns the number of A4 pages of the printed page.
func (p *Person) Pages() int { return p.Prints(A4, "") }

// Prints prints the page and returns its number of pages. With a name, it saves the file in the folder HEXCLUB_SHOTS, if
// that is set.
func (p *Person) Prints(paper PaperSize, name string) (n int) {
	p.T.Helper()
	p.Do("print", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		params := cdppage.PrintToPDFParams{PaperWidth: paper.Width, PaperHeight: paper.Height}
		printed, err := cdp.Call(ctx, t, cdppage.PrintToPDF, params)
		if err != nil {
			return err
		}
		n = len(sheet.FindAll(printed.Data, -1))
		if folder := os.Getenv("HEXCLUB_SHOTS"); folder != "" && name != "" {
			return os.WriteFile(filepath.Join(folder, name+"-"+paper.Name+".pdf"), printed.Data, 0o644)
		}
		return nil
	}))
	return n
}

// sheet matches the start of a page in a PDF file.
var sheet = regexp.MustCompile(`/Type\s*/Page\b`)

// SeesPaper shows pages as they are printed, in a window as wide as the text on the paper.
func (p *Person) SeesPaper(paper PaperSize) {
	p.T.Helper()
	width := int64((paper.Width - 2*pageMargin) * 96)
	p.look = nil
	p.Do("see paper",
		chromedp.EmulateViewport(width, 1000),
		Command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}),
	)
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

// Fills types a value into a field.
func (p *Person) Fills(selector, text string) {
	p.T.Helper()
	p.Do("type into "+selector, chromedp.SendKeys(chromedp.CSS(selector), text, pollInterval))
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

// Types types text into the focused element.
func (p *Person) Types(text string) {
	p.T.Helper()
	p.Do("type "+text, Command(input.InsertText, input.InsertTextParams{Text: text}))
}

// Points moves the pointer to the centre of an element.
func (p *Person) Points(selector string) {
	p.T.Helper()
	var x, y float64
	at := p.Evaluate(fmt.Sprintf(`(({x, y, width, height}) => (x + width / 2) + " " + (y + height / 2))(document.querySelector(%q).getBoundingClientRect())`, selector))
	if _, err := fmt.Sscan(at, &x, &y); err != nil {
		p.T.Fatalf("%s is at %q: %v", selector, at, err)
	}
	p.Do("point at "+selector, Command(input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x, Y: y}))
}
