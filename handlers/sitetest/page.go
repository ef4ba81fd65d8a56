package sitetest

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
)

// A WebPage is an answer, with its body.
type WebPage struct {
	Status   int
	Path     string // after redirects
	Header   http.Header
	Body     string
	Document func() *goquery.Document // parses the body at the first call
}

func (p WebPage) Find(selector string) *goquery.Selection { return p.Document().Find(selector) }

// WantStatus fails the test unless the answer has the status.
func (p WebPage) WantStatus(t testing.TB, status int) WebPage {
	t.Helper()
	if p.Status != status {
		t.Fatalf("%s answered %d, want %d:\n%s", p.Path, p.Status, status, p.Text("main"))
	}
	return p
}

// Text returns the text of the selected elements, with collapsed spaces, as it is seen: without the exact moments of times,
// unless these are selected.
func (p WebPage) Text(selector string) string { return seenText(p.Find(selector)) }

// List returns the text of each selected element, as Text does.
func (p WebPage) List(selector string) []string {
	return p.Find(selector).Map(func(_ int, found *goquery.Selection) string { return seenText(found) })
}

// seenText returns the text of a selection without the exact moments of times.
func seenText(found *goquery.Selection) string {
	if found.Find(".exact").Length() > 0 {
		found = found.Clone()
		found.Find(".exact").Remove()
	}
	return strings.Join(strings.Fields(found.Text()), " ")
}

// Attribute returns an attribute of the first selected element, or "".
func (p WebPage) Attribute(selector, name string) string {
	value, _ := p.Find(selector).First().Attr(name)
	return value
}

// WantText fails the test unless the text of the selected elements contains want.
func (p WebPage) WantText(t testing.TB, selector, want string) WebPage {
	t.Helper()
	if got := p.Text(selector); !strings.Contains(got, want) {
		t.Errorf("%s of %s is %q, want it to hold %q", selector, p.Path, got, want)
	}
	return p
}

// WantCount fails the test unless the number of selected elements is want.
func (p WebPage) WantCount(t testing.TB, selector string, want int) WebPage {
	t.Helper()
	if got := p.Find(selector).Length(); got != want {
		t.Errorf("%s has %d of %s, want %d", p.Path, got, selector, want)
	}
	return p
}

// WantNoText fails the test if the text of the selected elements contains part.
func (p WebPage) WantNoText(t testing.TB, selector, part string) WebPage {
	t.Helper()
	if text := p.Text(selector); strings.Contains(text, part) {
		t.Errorf("%s: %s says %q, want nothing about %q", p.Path, selector, text, part)
	}
	return p
}

// Files lists the scripts and other linked files of a page.
func Files(p WebPage) []string {
	return p.Find("link[rel=icon], link[rel=stylesheet], script[src]").Map(func(_ int, file *goquery.Selection) string {
		return file.AttrOr("href", file.AttrOr("src", ""))
	})
}

// Fields returns the initial values of the form on a page that posts to an address.
func (p WebPage) Fields(action string) url.Values {
	form := url.Values{}
	p.Find(`form[method=post][action="` + action + `"]`).First().Find("input, textarea").Each(func(_ int, input *goquery.Selection) {
		_, checked := input.Attr("checked")
		if kind := input.AttrOr("type", ""); kind == "radio" || kind == "checkbox" {
			if !checked {
				return
			}
		}
		form.Add(input.AttrOr("name", ""), input.AttrOr("value", ""))
	})
	return form
}

// Resent returns the address and the fields of the form with which an answer offers to repeat the
// request.
func (p WebPage) Resent() (action string, form url.Values) {
	form = url.Values{}
	p.Find("form.again input:not([name=reader])").Each(func(_ int, input *goquery.Selection) {
		form.Add(input.AttrOr("name", ""), input.AttrOr("value", ""))
	})
	return p.Attribute("form.again", "action"), form
}

// WantTooMany checks that an answer has status 429, and returns its Retry-After.
func (p WebPage) WantTooMany(t *testing.T) time.Duration {
	t.Helper()
	p.WantStatus(t, http.StatusTooManyRequests)
	seconds, err := strconv.Atoi(p.Header.Get("Retry-After"))
	if err != nil || seconds < 1 {
		t.Fatalf("%s says to wait %q", p.Path, p.Header.Get("Retry-After"))
	}
	return time.Duration(seconds) * time.Second
}

func WantCookie(t *testing.T, cookie *http.Cookie, secure bool) {
	t.Helper()
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.Path != "/" || cookie.Domain != "" {
		t.Errorf("the cookie is %v", cookie)
	}
	if cookie.Secure != secure {
		t.Errorf("the cookie is secure: %v, want %v", cookie.Secure, secure)
	}
	if cookie.MaxAge <= 0 {
		t.Errorf("the cookie lives %d s", cookie.MaxAge)
	}
}

// Position returns the position of a sandbox.
func (p WebPage) Position() string { return p.Find("#position").Text() }
