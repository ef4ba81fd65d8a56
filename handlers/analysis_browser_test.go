package handlers_test

import (
	"testing"

	"hexclub/handlers/sitetest"
)

// With JavaScript only the board is swapped. The address has the position, the browser's back button works, and
// the focus stays on the board.
func TestSandboxInPlace(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p := b.Person(s, sitetest.Desktop)
	p.Open("/analysis/hexone")
	p.Evaluate(`void(document.body.dataset.same = "yes")`)
	p.Click("#c-c2")
	p.Has("#c-c2.last")
	p.Click("#c-d4")
	p.Has("#c-d4.last")
	if got := p.Path(); got != "/analysis/hexone?line=c2,d4" {
		t.Errorf("the page is at %s", got)
	}
	p.Click("#c-d4")
	p.Shows(".now .notice.bad")
	p.Click("#undo")
	p.Has("#c-c2.last")
	if got := p.Path(); got != "/analysis/hexone?line=c2,d4&at=1" {
		t.Errorf("taken back it is at %s", got)
	}
	p.Click("#replay-next")
	p.Has("#c-d4.last")
	p.Click(".line button[value='1']")
	p.Has("#c-c2.last")
	p.Evaluate(`void(document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true })))`)
	p.Has("#c-d4.last")

	p.Click("#edit")
	p.Shows(".brushes")
	p.Click("#brush-2token")
	p.Has("#brush-2token[aria-current]")
	p.Click("#c-a1")
	p.Has("#c-a1[aria-label*='Red']")
	if got := p.Evaluate(`document.activeElement.id`); got != "c-a1" {
		t.Errorf("the focus is on %q", got)
	}
	p.Click("#done")
	p.Has("#c-a1[aria-label*='Red']:is(a)")
	p.Shows(".write")
	if got := p.Evaluate(`document.body.dataset.same`); got != "yes" {
		t.Error("the page was loaded anew")
	}
	p.Evaluate(`void(history.back())`)
	p.Shows("#done")
	p.Evaluate(`void(document.querySelector("#position").value = "../x")`)
	p.Click("form.position button")
	p.Shows(".now .notice.bad")
	if got := p.Evaluate(`document.querySelector("#position").value`); got != "../x" {
		t.Errorf("the field holds %q", got)
	}
}
