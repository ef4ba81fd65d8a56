package handlers_test

import (
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// Escape closes what is open over a page, and the focus returns to what opened it. The menu closes too when the focus
// leaves it.
func TestEscapeCloses(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben")
	ladder := web.Href(c.Ladder.Ref())
	p, _, game := keyed(t, c.Site, sitetest.NewBrowser(t), sitetest.Phone, "c2", "d3")
	o := sitetest.NewBrowser(t).Person(c.Site, sitetest.Phone)
	o.ComesAs(c.Organiser)
	for _, popup := range []struct {
		*sitetest.Person
		path, button, open string
	}{
		{p, game, ".tabs [href='#more']", "#more.open"},
		{p, game, ".menu summary", ".menu[open]"},
		{p, ladder, ".menu summary", ".menu[open]"},
		{p, ladder, "#sharing summary", "#sharing[open]"},
		{o, ladder, "#manage summary", "#manage[open]"},
		{o, "/seasons", ".page-head summary", ".page-head [open]"},
	} {
		p := popup.Person
		p.Open(popup.path)
		p.TabTo(popup.button)
		p.Press("Enter")
		p.Has(popup.open)
		p.Press("Tab", "Escape")
		p.Gone(popup.open)
		p.Has(popup.button + ":focus")
	}
	p.TabTo(".menu summary")
	p.Press("Enter")
	p.Has(".menu[open]")
	p.TabTo("main *")
	p.Gone(".menu[open]")
}

// The exact moment of a time is within the window while the time has the pointer or the focus, or the pointer is on it,
// until Escape hides it (WCAG 1.4.13).
func TestExactMoments(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	s.NewAccount(t, "Anna")
	const shown = `(() => {
		const exact = document.querySelector(".exact"), { left, top, right, bottom, width } = exact.getBoundingClientRect();
		if (width < 2 || getComputedStyle(exact).visibility === "hidden") return "hidden";
		return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight ? "shown" : [left, top, right, bottom].join();
	})()`
	for _, look := range []sitetest.Look{sitetest.Desktop, {Width: 320, Height: 568}, {Width: 390, Height: 844, LargeText: true}, {Width: 390, Height: 844, NoScript: true}} {
		p := b.Person(s, look)
		p.Open("/people/Anna")
		want := func(state, when string) {
			t.Helper()
			if got := p.Evaluate(shown); got != state {
				t.Errorf("%d px wide, %s, the exact moment is %s, want %s", look.Width, when, got, state)
			}
		}
		want("hidden", "at first")
		p.Points(".moment")
		want("shown", "at the pointer")
		if look.NoScript {
			continue
		}
		p.Points(".exact")
		want("shown", "at the pointer on it")
		p.Press("Escape")
		want("hidden", "after Escape")
		p.Points("h1")
		p.Points(".moment")
		want("shown", "at the pointer again")
		p.Points("h1")
		want("hidden", "without the pointer")
		p.TabTo(".moment")
		want("shown", "with the focus")
		p.Press("Escape")
		want("hidden", "after Escape with the focus")
	}
}
