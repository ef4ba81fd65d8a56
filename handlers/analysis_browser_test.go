package handlers_test

import "testing"

// With JavaScript the board alone is swapped: what is played and changed is in
// the address, the browser goes back along it, and focus stays on the board.
func TestSandboxInPlace(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	p := b.person(s, desktop)
	p.open("/analysis/hexone")
	p.evaluate(`void(document.body.dataset.same = "yes")`)
	p.click("#c-c2")
	p.has("#c-c2.last")
	p.click("#c-d4")
	p.has("#c-d4.last")
	if got := p.path(); got != "/analysis/hexone?line=c2,d4" {
		t.Errorf("the page is at %s", got)
	}
	p.click("#c-d4")
	p.shows(".side .notice.bad")
	p.click("#undo")
	p.has("#c-c2.last")
	if got := p.path(); got != "/analysis/hexone?line=c2,d4&at=1" {
		t.Errorf("taken back it is at %s", got)
	}
	p.click("#replay-next")
	p.has("#c-d4.last")
	p.click(".line button[value='1']")
	p.has("#c-c2.last")
	p.evaluate(`void(document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true })))`)
	p.has("#c-d4.last")

	p.click("#edit")
	p.shows(".brushes")
	p.click("#brush-2token")
	p.has("#brush-2token[aria-current]")
	p.click("#c-a1")
	p.has("#c-a1[aria-label*='Red']")
	if got := p.evaluate(`document.activeElement.id`); got != "c-a1" {
		t.Errorf("the focus is on %q", got)
	}
	p.click("#done")
	p.has("#c-a1[aria-label*='Red']:is(a)")
	p.shows(".write")
	if got := p.evaluate(`document.body.dataset.same`); got != "yes" {
		t.Error("the page was loaded anew")
	}
	p.evaluate(`void(history.back())`)
	p.shows("#done")
	p.evaluate(`void(document.querySelector("#position").value = "../x")`)
	p.click("form.position button")
	p.shows(".side .notice.bad")
	if got := p.evaluate(`document.querySelector("#position").value`); got != "../x" {
		t.Errorf("the field holds %q", got)
	}
}
