package handlers_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/rulestest"
	"hexclub/views/i18n"
)

// outOfReach reports the share of the window that sticky elements take if that is more than half, or two fifths
// with choices, and that of the board's width in portrait if it is less than 92 %. It lists the playable cells
// that are covered at every scroll position.
const outOfReach = `(() => {
	const bad = [], now = document.querySelector(".now");
	const part = getComputedStyle(now).position === "sticky" ? now.offsetHeight / innerHeight : 0;
	const share = document.querySelector(".pan").offsetWidth / innerWidth;
	if (innerHeight > innerWidth && share < .92) bad.push("the board takes " + share.toFixed(3) + " of the width");
	if (part > (now.querySelector(".choice") ? .41 : .51)) bad.push("the panel takes " + part.toFixed(2) + " of the window");
	for (const cell of document.querySelectorAll("#board a")) {
		const tile = cell.querySelector(".tile");
		tile.scrollIntoView({ block: "start" });
		const { x, y, width, height } = tile.getBoundingClientRect();
		if (!cell.contains(document.elementFromPoint(x + width / 2, y + height / 2))) bad.push(cell.id);
	}
	return bad.join(" ");
})()`

// On a phone in any orientation, sticky elements leave enough room for the board, with choices, a draft and a
// refusal. Each kind of phone shows every second page, in the check's full mode all.
func TestPhonesShowTheBoard(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	c := s.Client(t)
	paths := map[string]string{}
	for _, game := range games.All() {
		key := game.Info().Key
		for name, suits := range map[string]func(rules.State) bool{
			"pick": func(st rules.State) bool { return sitetest.StartsAction(st) != "" },
			"long": func(st rules.State) bool { return st.Turn().Action > 1 },
		} {
			if key == "hexellation" && name == "pick" || key == "six" && name == "long" {
				continue // there is none
			}
			at := sitetest.FindSpot(t, game, 1, suits)
			path := c.PlayedGame(t, game, rules.Setup{}, at.Played) + "?draft=" + strings.Join(at.Draft, ",")
			if name == "pick" {
				path += "&pick=" + sitetest.StartsAction(at.State)
			}
			paths[key+"-"+name], paths[key+"-"+name+"-nonsense"] = path, path+"&more=nonsense"
		}
	}
	for i, l := range []sitetest.Look{{Width: 390, Height: 844}, {Width: 320, Height: 640}, {Width: 740, Height: 360}} {
		p := b.Person(s, l)
		p.ComesAs(c)
		for _, name := range rulestest.Part(slices.Sorted(maps.Keys(paths)), i, 2) {
			p.Open(paths[name])
			if bad := p.Evaluate(outOfReach); bad != "" {
				t.Errorf("%s on %d by %d: %s", name, l.Width, l.Height, bad)
			}
			p.Shot(fmt.Sprint("phone-", name, "-", l.Width))
		}
	}
}

// On a small phone a tapped cell stays visible, however much the panel for the confirmation grows.
func TestTappedCellStaysInSight(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	c := s.Client(t).Confirming()
	path := c.NewGame("device", "me")
	p := b.Person(s, sitetest.Look{Width: 390, Height: 600})
	p.ComesAs(c)
	p.Open(path)
	const tapLowest = `(() => {
		const cells = [...document.querySelectorAll("#board a.open, #board .open a")];
		const y = (cell) => cell.getBoundingClientRect().y;
		const cell = cells.sort((a, b) => y(b) - y(a))[0];
		cell.scrollIntoView({ block: "end" });
		const to = cell.getBoundingClientRect().bottom - document.querySelector(".now").getBoundingClientRect().y;
		scrollBy({ top: to, behavior: "instant" });
		cell.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
		return cell.id;
	})()`
	cell := p.Evaluate(tapLowest)
	p.Shows("#confirm")
	if over := p.Evaluate(`(() => {
		const { x, y, width, height } = document.querySelector("#` + cell + ` .tile").getBoundingClientRect();
		const top = document.elementFromPoint(x + width / 2, y + height - 4);
		return top.closest(".now") ? "covered" : "";
	})()`); over != "" {
		t.Errorf("the panel covers %s", cell)
	}
}

// The header is one line, of at most 48 px on phones, where four of the five main links are at the bottom of the screen and
// one is in the menu. The menu opens over the page, without scripts too. Each language is in the smallest window and in some
// others, in the check's full mode in all.
func TestHeaderIsOneLine(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	c, _ := s.WithRole(t, "A name of thirty letters in it", db.Admin)
	c.Post("/club/settings", "name", "The Board Game Society of Wolverhampton", "sign-up", "open", "guests", "on").WantStatus(t, http.StatusOK)
	const header = `(() => {
		const top = document.querySelector(".top"), main = document.querySelector("main").getBoundingClientRect().y;
		const visible = (links) => [...top.querySelectorAll(links)].filter((link) => link.checkVisibility());
		const bar = visible(".bar a").map((link) => link.getBoundingClientRect());
		const low = bar.every((box) => box.bottom > innerHeight - 8), lines = new Set(bar.map((box) => box.y)).size;
		const limit = innerWidth < 720 ? 48 : 57;
		return [top.offsetHeight <= limit, main <= limit, bar.length, lines, low, visible(".menu a").length, document.documentElement.scrollWidth <= innerWidth].join(" ");
	})()`
	screens := []sitetest.Look{
		{Width: 320, Height: 568}, {Width: 390, Height: 844, NoScript: true}, {Width: 844, Height: 390}, {Width: 1280, Height: 800},
	}
	for i, tag := range i18n.Tags {
		c.Post("/language", "lang", tag)
		for _, l := range append(rulestest.Part(screens[1:], i, 2), screens[0]) { // the smallest in all languages
			p := b.Person(s, l)
			p.ComesAs(c)
			p.Open("/club")
			phone, bar, menu := l.Width < 720, 5, 5
			if phone {
				bar, menu = 4, 6
			}
			if got, want := p.Evaluate(header), fmt.Sprint("true true ", bar, " 1 ", phone, " 0 true"); got != want {
				t.Errorf("in %s, %d px wide, the header is %s, want %s", tag, l.Width, got, want)
			}
			p.Click(".menu summary")
			p.Shows(".menu nav a")
			if got, want := p.Evaluate(header), fmt.Sprint("true true ", bar, " 1 ", phone, " ", menu, " true"); got != want {
				t.Errorf("in %s, %d px wide, the open menu is %s, want %s", tag, l.Width, got, want)
			}
		}
	}
}
