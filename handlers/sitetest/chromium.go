package sitetest

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"hexclub/db/pgtest"
)

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
			chromedp.Flag("in-process-gpu", true), // one process less paints without a graphics card
			// No process waits for a page of another site.
			chromedp.Flag("disable-features", "Translate,BlinkGenPropertyTrees,SpareRendererForSitePerProcess"),
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
	T        testing.TB
	chromium *sharedChromium
}

// NewBrowser returns the browser with the wide font.
func NewBrowser(t testing.TB) *Browser {
	t.Helper()
	NeedsTools(t)
	return &Browser{t, &wideChromium}
}

// NewNarrowBrowser returns the browser with the narrow font.
func NewNarrowBrowser(t testing.TB) *Browser {
	t.Helper()
	NeedsTools(t)
	return &Browser{t, &narrowChromium}
}

// NeedsTools skips a test that needs a browser or another external program if HEXCLUB_NO_BROWSER
// is set, as in cmd/check.sh quick.
func NeedsTools(t testing.TB) {
	t.Helper()
	if os.Getenv("HEXCLUB_NO_BROWSER") != "" {
		t.Skip("HEXCLUB_NO_BROWSER is set")
	}
}

func RunTests(m *testing.M) {
	code := pgtest.Main(m)
	for _, chromium := range []*sharedChromium{&wideChromium, &narrowChromium} {
		if err := chromium.close(); err != nil {
			fmt.Fprintln(os.Stderr, "chromium does not end:", err)
			code = max(code, 1)
		}
	}
	os.Exit(code)
}

// pollInterval is the interval at which conditions are checked again.
var pollInterval = chromedp.RetryInterval(25 * time.Millisecond)
