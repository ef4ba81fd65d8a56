package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/games"
)

// What Safari 15 and Firefox 115 skip in a sheet: blocks for browsers that support it, rules with :has, also where
// it is one selector of several, and declarations with newer units and functions.
var unsupported = []*regexp.Regexp{
	regexp.MustCompile(`@supports[^{}]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}`),
	regexp.MustCompile(`[^{};]*:has\([^{}]*\{[^{}]*\}`),
	regexp.MustCompile(`[\w-]+:[^{};]*(?:\d[ds]vh|color-mix\()[^{};]*`),
}

// olderSheets serves a site with what older browsers skip taken out of its sheets.
func olderSheets(site http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, ".css") {
			site.ServeHTTP(w, r)
			return
		}
		r.Header.Del("Accept-Encoding")
		answer := httptest.NewRecorder()
		site.ServeHTTP(answer, r)
		sheet := answer.Body.String()
		for _, part := range unsupported {
			sheet = part.ReplaceAllString(sheet, "")
		}
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write([]byte(sheet)) // the browser has left
	})
}

// olderScripts makes what older browsers lack fail, and keeps all errors.
const olderScripts = `
	window.faults = [];
	addEventListener("error", ({ message }) => faults.push(message));
	addEventListener("unhandledrejection", ({ reason }) => faults.push(String(reason)));
	for (const [kind, name] of [[Document, "querySelector"], [Document, "querySelectorAll"], [Element, "querySelector"], [Element, "querySelectorAll"], [Element, "closest"], [Element, "matches"]]) {
		const real = kind.prototype[name];
		kind.prototype[name] = function (selector) {
			if (selector.includes(":has(")) throw new SyntaxError(selector);
			return real.call(this, selector);
		};
	}
	delete Array.prototype.at;
	delete String.prototype.at;
	delete window.structuredClone;
`

// Browsers without :has, dvh and color-mix show and play games: Safari 15, Firefox 115.
func TestOlderBrowsers(t *testing.T) {
	t.Parallel()
	s := sitetest.OpenSite(t, web.Config{})
	server := httptest.NewServer(olderSheets(s.Router))
	t.Cleanup(server.Close)
	t.Cleanup(s.Live.Close) // before the server, which waits for open streams
	s.Url = server.URL
	sheet := s.Client(t).Get(s.Static.Path("site.css")).Body
	for _, part := range []string{":has(", "svh", "dvh", "color-mix"} {
		if strings.Contains(sheet, part) {
			t.Fatalf("%s is still in the sheet", part)
		}
	}
	p := sitetest.NewBrowser(t).Person(s, sitetest.Phone)
	p.Bring(olderScripts)
	noFaults := func() {
		t.Helper()
		if faults := p.Evaluate(`faults.join("; ")`); faults != "" {
			t.Errorf("%s: %s", p.Path(), faults)
		}
	}
	for _, game := range games.All() {
		p.Open("/games/new?game=" + game.Info().Key)
		p.Click(`input[name=opponent][value=device]`)
		p.Click(`main form[action="/games"] button:not([name])`)
		p.Has("#board a.open")
		fits(p, tableParts, game.Info().Key)
		if side := p.Evaluate(`getComputedStyle(document.querySelector(".piece")).getPropertyValue("--piece-side").trim()`); side == "" {
			t.Error("pieces have no sides")
		}
		p.Shot("older-" + game.Info().Key)
		p.Click("#board a.open.free")
		p.Has(".turns li, .steps li, #confirm, .picked")
		p.Click(".tabs a[href='#more']")
		p.Shows("#more.open #turn-board")
		noFaults()
	}
	for _, path := range []string{"/", "/lobby", "/learn/hexone/explosion", "/analysis/six?line=-1,0", "/club"} {
		p.Open(path)
		if wide := p.Evaluate(`String(document.documentElement.scrollWidth)`); wide != "390" {
			t.Errorf("%s is %s wide", path, wide)
		}
		p.Shot("older-at" + strings.Map(func(r rune) rune {
			if strings.ContainsRune("/?=,", r) {
				return '-'
			}
			return r
		}, path))
		noFaults()
	}
}
