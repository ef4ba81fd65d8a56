package handlers_test

import (
	"net/url"
	"strconv"
	"testing"

	"hexclub/handlers/sitetest"
)

// A mixed stack opens when it has the focus and when it is tapped, so that the order of its pieces is visible. A
// stack of one colour has no order.
func TestStacksOpen(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p := b.Person(s, sitetest.Phone)
	p.Open("/analysis/hexit?position=" + url.QueryEscape("1,-1:BWwbw/0,0:WWbbw.bb/0,1:B 1 9"))
	apart := func(cell string) int {
		t.Helper()
		n, err := strconv.ParseFloat(p.Evaluate(`(() => {
			const pieces = document.querySelectorAll("#`+cell+` .stack > *");
			const top = (piece) => piece.getBoundingClientRect().top;
			return String(top(pieces[0]) - top(pieces[pieces.length - 1]));
		})()`), 64)
		if err != nil {
			t.Fatal(err)
		}
		return int(n)
	}
	closed := apart("c-1_0")
	p.FocusOn("c-1_0")
	if open := apart("c-1_0"); open <= closed+10 {
		t.Errorf("with the focus the pieces are %d px apart, %d without", open, closed)
	}
	p.FocusOn("c-0_0")
	if again := apart("c-1_0"); again != closed {
		t.Errorf("without the focus the pieces are %d px apart, %d before", again, closed)
	}
	p.Click("#c-1_0")
	p.Has(".now .notice, #c-1_0.picked")
	if open := apart("c-1_0"); open <= closed+10 {
		t.Errorf("tapped, the pieces are %d px apart, %d before", open, closed)
	}
	p.FocusOn("c-2_0")
	if open := apart("c-2_0"); open > 10 {
		t.Errorf("the pieces of one colour are %d px apart", open)
	}
}
