package handlers_test

import (
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/rules"
)

// A press shows at once what it will do, before the server has answered: the piece that it puts on a free cell, or
// the piece that it picks, lifted.
func TestPressIsShownAtOnce(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p, c, _ := keyed(t, s, b, sitetest.Phone)
	const put, lifted = `getComputedStyle(document.querySelector("a.htmx-request .ghost")).display`, `getComputedStyle(document.querySelector("a.htmx-request .stack")).transform`
	for _, test := range []struct{ game, position, cell, shown, want string }{
		{"hexone", "", ".open.free", put, "inline"},
		{"hexit", "", ".open.free", put, "inline"},
		{"six", "", ".open.free", put, "inline"},
		{"six", "0,0:rbrbrb/brbrbr 1 41", ".open:not(.free)", lifted, "matrix(1, 0, 0, 1, 0, -6)"},
		{"tartan", "", ".open.free", put, "inline"},
		{"hexellation", "", ".open.free", put, "inline"},
	} {
		p.Open(s.DeviceGameOf(t, c, test.game, rules.Setup{Position: test.position}))
		p.Has("#board")
		p.Evaluate(`XMLHttpRequest.prototype.send = () => {}; ""`) // no answer comes
		p.Click("#board " + test.cell)
		if got := p.Evaluate(test.shown); got != test.want {
			t.Errorf("%s %s: a press makes it %q, want %q", test.game, test.position, got, test.want)
		}
	}
}
