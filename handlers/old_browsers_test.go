package handlers_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/views/learn"
)

// Without :has, dvh, svh and color-mix, as in Safari 15 and Firefox 115, pages show the same elements, the board fits
// the screen and has its colours, tabs open panels, and a game can be set up and played to its end.
func TestOldBrowsers(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	old := *s
	old.Url = serveOld(t, s)
	c := s.Client(t).Confirming()
	c.Get("/")
	p, newer := b.Person(&old, sitetest.Phone), b.Person(s, sitetest.Phone)
	p.Bring(oldScript)
	looks := []sitetest.Look{sitetest.Phone, {Width: 1280, Height: 800}, {Width: 844, Height: 390}}
	opens := func(name, path string, expressions ...string) {
		t.Helper()
		for _, person := range []*sitetest.Person{p, newer} {
			person.ComesAs(c)
			person.Open(path)
		}
		for _, look := range looks {
			p.Looks(look)
			newer.Looks(look)
			at := fmt.Sprintf("%s, %d by %d", name, look.Width, look.Height)
			for _, part := range moreThan(t, p, newer) {
				t.Errorf("%s shows %s", at, part)
			}
			for _, expression := range append(expressions, badlyDrawn) {
				if bad := p.Evaluate(expression); bad != "" {
					t.Errorf("%s: %s", at, bad)
				}
			}
			p.Shot(fmt.Sprintf("old-%s-%d", strings.ReplaceAll(name, " ", "-"), look.Width))
		}
	}
	opens("home", "/")
	for _, game := range games.All() {
		key := game.Info().Key
		whole := sitetest.PlayAtRandom(t, game, rules.Setup{}, 4, nil).Turns()
		path := c.PlayedGame(t, game, rules.Setup{}, whole[:len(whole)/2])
		opens(key, path, misfits+`("`+tableParts+`")`)
		if key != "hexone" && key != "hexellation" {
			continue // the same sheets
		}
		for _, look := range []sitetest.Look{sitetest.Desktop, sitetest.Phone} {
			p.Looks(look)
			for _, panel := range []string{"#moves", "#more"} {
				p.Click(".tabs a[href='" + panel + "']")
				p.Shows(panel + ".open")
				p.Press("Escape")
				p.Has("#play:not([data-open])")
			}
		}
		opens(key+" lesson", learn.LessonHref(sitetest.CourseOf(t, key).Lessons[1]))
		opens(key+" sandbox", "/analysis/"+key)
		opens(key+" replay", fmt.Sprintf("%s/turns/%d", path, len(whole)/4))
	}

	for _, look := range looks[:2] {
		p.Looks(look)
		p.Open("/games/new?game=hexellation&opponent=invite")
		p.Click(`[name="option.seats"][value="2"]`)
		p.Click("[value=device]")
		p.Shot(fmt.Sprint("old-setup-", look.Width))
		p.Click("form.card button")
		p.Shows(".status.mine")
	}

	recipe := short[slices.IndexFunc(short, func(r recipe) bool { return r.setup == "hexone" })]
	r := recipe.cook(t)
	path := s.DeviceGameOf(t, c, "hexone", r.Setup())
	p.ComesAs(c)
	p.Open(path)
	mouse(p).play(r, false, func(turns []record.Turn, moved int) {
		p.Open("/rules")
		c.SendTurns(t, path, turns, moved)
		p.Open(path)
	})
	p.Shows(".status.over")
	p.SeesCells(r.State(), r.Game().Info())
	if failed := p.Evaluate("String(failed)"); failed != "" {
		t.Errorf("a script fails: %s", failed)
	}
}

// oldScript removes what is newer than Safari 15.4 and Firefox 115, as far as it is often used. It records exceptions.
const oldScript = `(() => {
	window.failed = "";
	addEventListener("error", ({ message }) => failed += message);
	addEventListener("unhandledrejection", ({ reason }) => failed += reason);
	for (const type of [Document, DocumentFragment, Element]) for (const name of ["querySelector", "querySelectorAll", "matches", "closest"]) {
		const known = type.prototype[name];
		if (known) type.prototype[name] = function (selector) {
			if (String(selector).includes(":has(")) throw new SyntaxError(selector + " is not a valid selector");
			return known.call(this, selector);
		};
	}
	for (const [type, names] of [
		[Array, "fromAsync"], [Array.prototype, "toSorted toReversed toSpliced with"], [Object, "groupBy"], [Map, "groupBy"], [Promise, "withResolvers try"],
		[Set.prototype, "union intersection difference"], [Element.prototype, "checkVisibility setHTMLUnsafe"], [HTMLElement.prototype, "togglePopover showPopover hidePopover"],
		[Document.prototype, "startViewTransition"], [URL, "canParse parse"], [AbortSignal, "any timeout"], [window, "requestIdleCallback scheduler navigation Iterator"],
	]) for (const name of names.split(" ")) delete type[name];
})()`

// moreThan lists the elements that are visible to a person and not to another one with the same page.
func moreThan(t *testing.T, p, other *sitetest.Person) (parts []string) {
	t.Helper()
	const visible = `JSON.stringify([...document.querySelectorAll("body *")].map((part) => {
		const { visibility, opacity } = getComputedStyle(part);
		const seen = part.getClientRects().length && visibility === "visible" && opacity > 0;
		return (seen ? "+" : "-") + part.tagName.toLowerCase() + "#" + part.id + "." + (part.getAttribute("class") ?? "").replaceAll(" ", ".");
	}))`
	var lists [2][]string
	for i, person := range []*sitetest.Person{p, other} {
		if err := json.Unmarshal([]byte(person.Evaluate(visible)), &lists[i]); err != nil {
			t.Fatal(err)
		}
	}
	if len(lists[0]) != len(lists[1]) || len(lists[0]) < 20 {
		t.Fatalf("the pages have %d and %d elements", len(lists[0]), len(lists[1]))
	}
	for i, part := range lists[0] {
		if part[0] == '+' && lists[1][i][0] == '-' {
			parts = append(parts, part[1:])
		}
	}
	return parts
}

// badlyDrawn lists elements that are wider than the page or higher than the window, parts of cells without a colour, which are
// black, and pieces without one.
const badlyDrawn = `(() => {
	const bad = [], html = document.documentElement;
	if (html.scrollWidth > innerWidth) bad.push("the page is " + html.scrollWidth + " wide");
	for (const pan of document.querySelectorAll(".pan")) {
		const { left, right, width, height } = pan.getBoundingClientRect();
		if (left < 0 || right > innerWidth || width < 200 || height < 100 || innerHeight > 600 && height > innerHeight) bad.push("the board has " + width + " by " + height);
	}
	for (const part of document.querySelectorAll(".board :is(.base, .tile, .coin rect)")) {
		const { fill, fillOpacity } = getComputedStyle(part);
		if (fill === "none" || fill === "rgb(0, 0, 0)" && fillOpacity === "1") bad.push("a " + part.getAttribute("class") + " is " + fill);
	}
	for (const piece of document.querySelectorAll(".piece")) for (const name of ["--piece", "--piece-side", "--piece-edge"]) {
		const value = getComputedStyle(piece).getPropertyValue(name).trim();
		if (!/^#[0-9a-f]{6}$/.test(value)) bad.push(piece.getAttribute("class") + " has " + name + ": " + value);
	}
	return [...new Set(bad)].join("; ");
})()`

// serveOld serves a site with style sheets as old browsers read them, and returns its address.
func serveOld(t *testing.T, s *sitetest.Site) (url string) {
	t.Helper()
	dropped := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, ".css") {
			s.Router.ServeHTTP(w, r)
			return
		}
		r.Header.Del("Accept-Encoding")
		answer := httptest.NewRecorder()
		s.Router.ServeHTTP(answer, r)
		sheet, n := oldSheet(answer.Body.String())
		dropped += n
		for name, values := range answer.Header() {
			w.Header()[name] = values
		}
		w.Header().Set("Content-Length", strconv.Itoa(len(sheet)))
		w.WriteHeader(answer.Code)
		_, _ = w.Write([]byte(sheet)) // the browser has left
	}))
	t.Cleanup(server.Close)
	t.Cleanup(s.Live.Close) // before the server, which waits for open streams
	t.Cleanup(func() {
		if dropped < 15 {
			t.Errorf("dropped %d rules and declarations of sheets", dropped)
		}
	})
	return server.URL
}

// newCSS matches what old browsers do not know in selectors, conditions and values.
var newCSS = regexp.MustCompile(`:has\(|color-mix\(|\d[ds]v[hwb]|\d[ds]vm(in|ax)`)

// oldSheet returns a style sheet without the rules and declarations that old browsers drop, and their number.
func oldSheet(css string) (kept string, dropped int) {
	var out strings.Builder
	for {
		head, rest, ok := strings.Cut(css, "{")
		if !ok {
			out.WriteString(css)
			return out.String(), dropped
		}
		end := 0
		for depth := 1; depth > 0; end++ {
			switch rest[end] {
			case '{':
				depth++
			case '}':
				depth--
			}
		}
		body, nested := rest[:end-1], strings.Contains(rest[:end-1], "{")
		css = rest[end:]
		if head == "@supports not selector(:has(*))" {
			head = "@media all"
		}
		if newCSS.MatchString(head) {
			dropped++
			continue
		}
		if nested {
			inner, n := oldSheet(body)
			body, dropped = inner, dropped+n
		} else {
			declarations := strings.Split(body, ";")
			known := slices.DeleteFunc(slices.Clone(declarations), newCSS.MatchString)
			body, dropped = strings.Join(known, ";"), dropped+len(declarations)-len(known)
		}
		fmt.Fprintf(&out, "%s{%s}", head, body)
	}
}
