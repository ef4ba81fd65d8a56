package handlers_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/rules"
)

// The focus stays on its cell when another player moves. If the cell is gone it moves to the next one.
func TestFocusSurvivesSwaps(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	t.Run("the opponent's turn", func(t *testing.T) {
		game, host, guest := s.TwoPlayers(t)
		host.Turn(game, "c2", 0)
		for _, id := range []string{"c-a1", "skip-to-board"} {
			p := b.Person(s, sitetest.Desktop)
			p.T = t
			p.ComesAs(host)
			p.Open(game)
			p.Has("#board")
			p.FocusOn(id)
			guest.Turn(game, "d3", 1)
			p.Has(".status.mine")
			p.WantFocus(id, "after the opponent's turn")
		}
	})
	t.Run("a click", func(t *testing.T) {
		p, _, _ := keyed(t, s, b, sitetest.Desktop)
		p.Click("#c-c2")
		p.Has("#confirm")
		p.WantFocus("c-c2", "after a click")
		p.Click("#confirm")
		p.Has(".turns li")
		p.WantFocus("c-c2", "after the turn")
	})
	t.Run("news take the button away", func(t *testing.T) {
		p, c, game := keyed(t, s, b, sitetest.Desktop)
		p.FocusOn("c-c2")
		p.Press("Enter")
		p.Has("#confirm")
		c.Turn(game, "d3", 0)
		p.Has(".turns li")
		p.WantFocus("c-c2", "when somebody else has played")
	})
	t.Run("a cell that is gone", func(t *testing.T) {
		p, c, _ := keyed(t, s, b, sitetest.Desktop)
		p.Open(s.DeviceGameOf(t, c, "six", rules.Setup{}))
		p.Has("#board")
		p.FocusOn(sitetest.CellID("-1,0"))
		p.Press("Enter")
		p.Has("#confirm")
		p.FocusOn(sitetest.CellID("-2,0"))
		p.Press("Escape")
		p.Has(cellNamed("-1,0") + ".open")
		p.WantFocus(sitetest.CellID("-1,0"), "when the board has shrunk")
	})
}

// The visible part of a board that is wider than the screen moves by less than a cell while the board grows, by
// the reader's turn or by another's.
func TestBoardStaysInPlace(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p, c, _ := keyed(t, s, b, sitetest.Phone)
	game := s.DeviceGameOf(t, c, "six", rules.Setup{})
	next := 0
	place := func() string { next--; return fmt.Sprintf("%d,0", next) } // to the west of all others
	for n := range 10 {
		c.Turn(game, place(), n)
	}
	p.Open(game)
	p.Has("#board")
	where := func(cell string) [3]float64 {
		t.Helper()
		var at [3]float64
		text := p.Evaluate(fmt.Sprintf("(({x, y, width}) => JSON.stringify([x, y, width]))(document.querySelector('%s .tile').getBoundingClientRect())", cellNamed(cell)))
		if err := json.Unmarshal([]byte(text), &at); err != nil {
			t.Fatal(err)
		}
		return at
	}
	stays := func(cell, what string, act func()) {
		t.Helper()
		before := where(cell)
		act()
		if after := where(cell); math.Hypot(before[0]-after[0], before[1]-after[1]) > before[2] {
			t.Errorf("%s moves %s from %v to %v", what, cell, before, after)
		}
	}
	show := func(selector string) {
		t.Helper()
		p.Evaluate(`document.querySelector('` + selector + `').scrollIntoView({ block: "center" })`)
	}
	first := p.Attribute("#board", "viewBox")
	for n := 10; n < 18; n += 2 {
		cell := place()
		show(cellNamed(cell))
		stays(cell, "choosing it", func() { p.Click(cellNamed(cell)); p.Has("#confirm") })
		show("#confirm")
		stays(cell, "playing it", func() { p.Click("#confirm"); p.Has(sitetest.Listed(n + 1)) })
		show(cellNamed("-5,0"))
		stays("-5,0", "news", func() { c.Turn(game, place(), n+1); p.Has(sitetest.Listed(n + 2)) })
	}
	for n := range 6 {
		show(cellNamed("-5,0"))
		stays("-5,0", "growth to the north", func() { c.Turn(game, fmt.Sprintf("0,%d", -n-1), 18+n); p.Has(sitetest.Listed(19 + n)) })
	}
	if p.Attribute("#board", "viewBox") == first {
		t.Error("the board has not grown")
	}
	for key, cell := range map[string]string{"End": "1,1", "Home": "0,-7"} {
		p.FocusOn(sitetest.CellID("-5,0"))
		p.Press(key)
		p.WantFocus(sitetest.CellID(cell), "after "+key)
		if seen := p.Evaluate(`String((([pan, cell]) => cell.left >= pan.left && cell.right <= pan.right)(
			[document.querySelector(".pan"), document.activeElement].map((e) => e.getBoundingClientRect())))`); seen != "true" {
			t.Errorf("%s, which has the focus, is not seen", cell)
		}
	}
}

// Each event is announced once, in one place, and nothing else is.
func TestAnnouncements(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	game, host, guest := s.TwoPlayers(t)
	for name, c := range map[string]*sitetest.Client{"Anna": host, "Ben": guest} {
		c.SignUp(name)
	}
	p := b.Person(s, sitetest.Desktop)
	p.ComesAs(host)
	p.Open(game)
	p.Has("#board")
	// A live region announces its text, if it has any, when something in it has changed; an alert when it
	// appears.
	p.Evaluate(`window.said = [];
		const say = (region) => said.push(region.textContent.trim().replace(/\s+/g, " "));
		new MutationObserver((changes) => {
			const alerts = changes.flatMap((change) => Array.from(change.addedNodes)).flatMap((node) => Array.from(node.querySelectorAll?.("[role=alert]") ?? []));
			const regions = changes.map(({ target }) => (target.closest ? target : target.parentNode)?.closest("[role=status], [role=log], [aria-live]"));
			new Set(regions.filter((region) => region?.checkVisibility()).concat(alerts)).forEach(say);
		}).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true }); ""`)
	said := func(when string, want ...string) {
		t.Helper()
		got := p.Evaluate("said.splice(0).filter(Boolean).join('|')")
		if got != strings.Join(want, "|") {
			t.Errorf("%s it says %q, want %q", when, got, want)
		}
	}
	p.Click("#c-c2")
	p.Has("#confirm")
	said("after a pick", "Your turn is complete.")
	p.Click("#confirm")
	p.Has(".turns li:nth-child(1)")
	said("after one's own turn", "You placed a token on c2. Ben (Red) to play.")
	guest.Turn(game, "d3", 1)
	p.Has(".turns li:nth-child(2)")
	said("after the opponent's turn", "Ben (Red) placed a token on d3. Your turn (Blue): place a token.")
	regions := map[string]int{}
	for _, h := range p.AccessibilityNodes() {
		if slices.Contains([]string{"status", "alert", "log", "timer", "marquee"}, h.Role) {
			regions[h.Role]++
		}
	}
	// Notices of the site, events of the game, and the chat.
	if want := map[string]int{"status": 2, "log": 1}; !maps.Equal(regions, want) {
		t.Errorf("the accessibility tree has live regions %v, want %v", regions, want)
	}
	p.Click("#c-d3")
	p.Has(".now .notice.bad")
	said("after a refusal", "Your turn (Blue): place a token.", "d3: your opponent holds that cell. Rule 2")
	guest.Post(game + "/resign")
	p.Has(".status.over")
	said("at the end", "Ben (Red) placed a token on d3. You win! 49–0 Anna (Blue) wins with 49 points: Ben (Red) resigned.")
}

// audible keeps the frequencies that a page plays.
const audible = `window.heard = [];
	window.AudioContext = class {
		state = "running"; currentTime = 0;
		resume() {}
		createOscillator() { return { frequency: { set value(hertz) { heard.push(hertz); } }, connect: (to) => to, start() {}, stop() {} }; }
		createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (to) => to }; }
	}; ""`

// A reader with sound hears each time that pieces fly in a film.
func TestSoundOfFlights(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	game, turns := sitetest.Replayed(c)
	c.Post("/settings/look", "sound", "on", "return", "/")
	p := sitetest.NewBrowser(t).Person(s, sitetest.Look{Width: 1280, Height: 900, Motion: true})
	p.ComesAs(c)
	p.Bring(audible)
	p.Open(game + "/turns/" + strconv.Itoa(len(turns)) + "?play=2")
	p.Press("Tab") // browsers allow no sound before
	p.Until(`heard.join(" ").includes("440 440")`)
}

// A reader with sound hears the opponent's turn and the end of the game, and nothing else.
func TestSound(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	for name, sound := range map[string]string{"on": "on", "off": "off"} {
		t.Run(name, func(t *testing.T) {
			game, host, guest := s.TwoPlayers(t)
			host.Post("/settings/look", "sound", sound, "return", "/")
			p := b.Person(s, sitetest.Desktop)
			p.T = t
			p.ComesAs(host)
			p.Open(game)
			p.Has("#board")
			p.Evaluate(audible)
			heard := func(when, want string) {
				t.Helper()
				if sound == "off" {
					want = ""
				}
				if got := p.Evaluate("heard.join(' ')"); got != want {
					t.Errorf("%s one hears %q, want %q", when, got, want)
				}
			}
			p.Click("#c-c2")
			p.Has("#confirm")
			p.Click("#confirm")
			p.Has(".turns li:nth-child(1)")
			heard("after one's own turn", "")
			guest.Turn(game, "d3", 1)
			p.Has(".turns li:nth-child(2)")
			heard("after the opponent's turn", "659")
			guest.Post(game + "/resign")
			p.Has(".status.over")
			heard("at the end", "659 523 659 784")
		})
	}
}
