package account_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/chromedp/cdproto/emulation"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/views/page"
)

// lookCookie returns the cookie for the look that a response sets.
func lookCookie(t testing.TB, p sitetest.WebPage) *http.Cookie {
	t.Helper()
	for _, line := range p.Header["Set-Cookie"] {
		if cookie, err := http.ParseSetCookie(line); err != nil {
			t.Fatal(err)
		} else if cookie.Name == "look" {
			return cookie
		}
	}
	return nil
}

func TestLook(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	classes := func(path string) string { return c.Get(path).Attribute("html", "class") }
	if got, want := classes("/"), "style-wood palette-standard"; got != want {
		t.Errorf("without a choice the look is %q, want %q", got, want)
	}
	for _, tt := range []struct{ form, classes string }{
		{"theme dark", "style-wood palette-standard theme-dark"},
		{"style paper turn 2", "style-paper palette-standard theme-dark"},
		{"names off", "style-paper palette-standard theme-dark"},
		{"names off names on", "style-paper palette-standard theme-dark names"},
		{"palette contrast sound on", "style-paper palette-contrast theme-dark names sound"},
		{"", "style-paper palette-contrast theme-dark names sound"},
		{"theme auto", "style-paper palette-contrast names sound"},
	} {
		p := c.NoRedirects().Post("/settings/look", append(strings.Fields(tt.form), "return", "/rules/six?x=1")...)
		if to := p.WantStatus(t, http.StatusSeeOther).Header.Get("Location"); to != "/rules/six?x=1" {
			t.Errorf("%q leads to %s", tt.form, to)
		}
		cookie := lookCookie(t, p)
		if cookie == nil {
			t.Fatalf("%q sets %q", tt.form, p.Header["Set-Cookie"])
		}
		sitetest.WantCookie(t, cookie, false)
		for _, path := range []string{"/", "/settings", "/rules/six", "/nowhere"} {
			if got := classes(path); got != tt.classes {
				t.Errorf("after %q, %s has %q, want %q", tt.form, path, got, tt.classes)
			}
		}
	}
	want := "theme=auto&style=paper&palette=contrast&names=on&turn=2&table=off&sound=on"
	if got := lookCookie(t, c.NoRedirects().Post("/settings/look")).Value; got != want {
		t.Errorf("in the end there is %q, want %q", got, want)
	}
	for _, bad := range []string{"theme pink", "theme", "style Wood", "turn 6", "turn -1", "turn +1", "names yes", "table 1", "sound on sound off sound x"} {
		form := strings.Fields(bad)
		if len(form)%2 == 1 {
			form = append(form, "")
		}
		p := c.NoRedirects().Post("/settings/look", append(form, "palette", "safe")...).WantStatus(t, http.StatusUnprocessableEntity)
		if cookie := lookCookie(t, p); cookie != nil {
			t.Errorf("%q sets %v", bad, cookie)
		}
	}
	if got := lookCookie(t, c.NoRedirects().Post("/settings/look")).Value; got != want {
		t.Errorf("bad values make it %q", got)
	}
	for _, elsewhere := range []string{"", "https://evil.example/", "//evil.example", `/\evil.example`} {
		p := c.NoRedirects().Post("/settings/look", "theme", "dark", "return", elsewhere)
		if to := p.Header.Get("Location"); to != "/" {
			t.Errorf("%q leads to %s", elsewhere, to)
		}
	}
	if people, sessions := s.Count(t, "people"), s.Count(t, "sessions"); people+sessions > 0 {
		t.Errorf("to choose a look makes %d people and %d sessions", people, sessions)
	}
	secure := sitetest.Serve(t, sitetest.OpenSite(t, web.Config{URL: "https://hex.example"}))
	sitetest.WantCookie(t, lookCookie(t, secure.Client(t).NoRedirects().Post("/settings/look", "theme", "dark")), true)
}

// Invalid cookies do not break pages.
func TestInvalidLook(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).Client(t)
	for cookie, want := range map[string]string{
		"":                       "style-wood palette-standard",
		"style=slate&theme=pink": "style-slate palette-standard",
		"%zz&theme=dark":         "style-wood palette-standard theme-dark",
		`"><script>`:             "style-wood palette-standard",
		"style=slate\" onload=x": "style-wood palette-standard",
		strings.Repeat("a=b&", 900) + "style=slate": "style-slate palette-standard",
	} {
		p := c.With("Cookie", "look="+cookie).Get("/settings").WantStatus(t, http.StatusOK)
		if got := p.Attribute("html", "class"); got != want {
			t.Errorf("%.40q is shown as %q, want %q", cookie, got, want)
		}
	}
}

// The form on the settings page shows the current look and offers all choices. Sent unchanged, it
// changes nothing.
func TestLookForm(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).Client(t)
	const chosen = "theme=dark&style=slate&palette=safe&names=off&turn=4&table=on&sound=off"
	p := c.With("Cookie", "look="+chosen).Get("/settings")
	form := p.Find("form[action='/settings/look']")
	var pairs []string
	form.Find("input").Each(func(_ int, input *goquery.Selection) {
		_, checked := input.Attr("checked")
		if kind := input.AttrOr("type", ""); kind == "hidden" || checked {
			pairs = append(pairs, input.AttrOr("name", ""), input.AttrOr("value", ""))
		}
	})
	answer := c.NoRedirects().With("Cookie", "look="+chosen).Post("/settings/look", pairs...).WantStatus(t, http.StatusSeeOther)
	if got := lookCookie(t, answer).Value; got != chosen {
		t.Errorf("the form makes %q of %q", got, chosen)
	}
	if to := answer.Header.Get("Location"); to != "/settings?saved=look#look" {
		t.Errorf("the form leads to %s", to)
	}
	for part, values := range map[string][]string{
		"theme": page.Themes, "style": page.Styles, "palette": page.Palettes, "turn": {"0", "1", "2", "3", "4", "5"},
	} {
		offered := form.Find("input[name=" + part + "]").Map(func(_ int, input *goquery.Selection) string { return input.AttrOr("value", "") })
		if strings.Join(offered, " ") != strings.Join(values, " ") {
			t.Errorf("of %s there are %q to choose from, want %q", part, offered, values)
		}
	}
	p.WantCount(t, ".style-wood svg.board, .style-paper svg.board, .style-slate svg.board", 3)
	for _, id := range p.Find("[id]").Map(func(_ int, found *goquery.Selection) string { return found.AttrOr("id", "") }) {
		p.WantCount(t, "[id='"+id+"']", 1)
	}
	board := func(look string) string {
		html, err := c.With("Cookie", "look="+look).Get("/settings").Find("svg.board").First().Html()
		if err != nil {
			t.Fatal(err)
		}
		return html
	}
	if board("turn=4") == board("turn=0") {
		t.Error("the boards are not turned")
	}
	if board("names=off") == board("names=on") {
		t.Error("the boards have names though they are off")
	}
}

// A chosen look is visible in a browser, without scripts too.
func TestLookIsSeen(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	for name, l := range map[string]sitetest.Look{
		"light": {Width: 360, Height: 740}, "dark": {Width: 360, Height: 740, Dark: true, NoScript: true},
	} {
		t.Run(name, func(t *testing.T) {
			p := b.Person(s, l)
			p.T = t
			colour := func(selector string) string {
				return p.Evaluate("getComputedStyle(document.querySelector(" + strconv.Quote(selector) + ")).backgroundColor")
			}
			seen := func(when, selector, want string) {
				t.Helper()
				if got := colour(selector); got != want {
					t.Errorf("%s, %s is %s, want %s", when, selector, got, want)
				}
			}
			p.Open("/settings")
			p.Fits("settings")
			p.Shot("settings-" + name)
			seen("as the device is set", "html", map[string]string{"light": "rgb(247, 244, 237)", "dark": "rgb(20, 25, 26)"}[name])
			seen("as the device is set", ".style-paper", map[string]string{"light": "rgb(233, 225, 205)", "dark": "rgb(53, 49, 42)"}[name])
			choose := func(part, value string) {
				p.Click("input[name=" + part + "][value=" + value + "]")
				p.Click("form[action='/settings/look'] button")
				p.Has("html.style-" + value + ", html.theme-" + value + ", html.palette-" + value)
			}
			choose("theme", "light")
			seen("light", "html", "rgb(247, 244, 237)")
			choose("theme", "dark")
			seen("dark", "html", "rgb(20, 25, 26)")
			seen("dark", ".style-slate", "rgb(34, 43, 53)")
			choose("palette", "contrast")
			seen("in high contrast", "html", "rgb(0, 0, 0)")
			choose("style", "slate")
			p.Fits("settings in high contrast")
			p.Shot("settings-contrast-" + name)
			choose("palette", "safe")
			seen("without", "html", "rgb(20, 25, 26)")
			p.Do("ask for contrast", sitetest.Command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{{Name: "prefers-contrast", Value: "more"}},
			}))
			seen("where the device asks for contrast", "html", "rgb(0, 0, 0)")
		})
	}
}

// After each form of the settings, its card says that it was saved. Nothing is stored about strangers for it.
func TestSettingsSayThatTheyAreSaved(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	stranger := s.Client(t)
	before := s.Stored(t)
	stranger.Post("/settings/look", "theme", "dark", "return", "/settings").WantText(t, "#look #saved[role=status]", "Saved.").WantCount(t, "#look[tabindex='-1'][aria-describedby=saved]", 1)
	stranger.Post("/language", "lang", "fr", "return", "/settings").WantText(t, "#language #saved", "Enregistré.")
	stranger.Get("/settings?saved=delete").WantCount(t, "#saved, #notice p", 0) // a card that strangers do not have
	s.WantStored(t, before)
	player := s.Client(t)
	player.SignUp("Anna")
	player.Get("/settings").WantCount(t, "#saved, main [tabindex='-1']", 0)
	for path, tt := range map[string]struct {
		form []string
		card string
	}{
		"/settings/confirm":  {[]string{"live", "on", "return", "/settings"}, "play"},
		"/settings/chat":     {[]string{"chat", "off"}, "play"},
		"/settings/sessions": {nil, "account"},
		"/settings/password": {[]string{"old", sitetest.Password, "password", sitetest.OtherPassword}, "account"},
	} {
		if to, want := player.NoRedirects().Post(path, tt.form...).Header.Get("Location"), "/settings?saved="+tt.card+"#"+tt.card; to != want {
			t.Errorf("%s leads to %s, want %s", path, to, want)
		}
		player.Get("/settings?saved="+tt.card).WantCount(t, "#"+tt.card+" #saved", 1).WantCount(t, "#notice p", 0)
	}
	player.Get("/settings").WantCount(t, "#saved", 0)
}
