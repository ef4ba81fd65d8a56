package handlers_test

import (
	"fmt"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
)

// outOfReach says how much of the window what stays in sight takes, if that is
// more than half, or than two fifths where there are choices, and lists the
// cells to play that something lies on, however the page is scrolled.
const outOfReach = `(() => {
	const bad = [], now = document.querySelector(".now");
	const part = getComputedStyle(now).position === "sticky" ? now.offsetHeight / innerHeight : 0;
	if (part > (now.querySelector(".choice") ? .41 : .51)) bad.push("the panel takes " + part.toFixed(2) + " of the window");
	for (const cell of document.querySelectorAll("#board a")) {
		const tile = cell.querySelector(".tile");
		tile.scrollIntoView({ block: "start" });
		const { x, y, width, height } = tile.getBoundingClientRect();
		if (!cell.contains(document.elementFromPoint(x + width / 2, y + height / 2))) bad.push(cell.id);
	}
	return bad.join(" ");
})()`

// On a phone, however it is held, what stays in sight leaves the board its
// room, with all there can be in it: choices, a turn in the making, a refusal.
func TestPhonesShowTheBoard(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	c := s.client(t)
	paths := map[string]string{}
	for _, game := range games.All() {
		key := game.Info().Key
		for name, suits := range map[string]func(rules.State) bool{
			"pick": func(st rules.State) bool { return startsAction(st) != "" },
			"long": func(st rules.State) bool { return st.Turn().Action > 1 },
		} {
			if key == "hexellation" && name == "pick" || key == "six" && name == "long" {
				continue // there is none
			}
			at := findSpot(t, game, 1, suits)
			path := c.playedGame(t, game, rules.Setup{}, at.played) + "?draft=" + strings.Join(at.draft, ",")
			if name == "pick" {
				path += "&pick=" + startsAction(at.state)
			}
			paths[key+"-"+name], paths[key+"-"+name+"-nonsense"] = path, path+"&more=nonsense"
		}
	}
	for _, l := range []look{{width: 390, height: 844}, {width: 320, height: 640}, {width: 740, height: 360}} {
		p := b.person(s, l)
		p.comesAs(c)
		for name, path := range paths {
			p.open(path)
			if bad := p.evaluate(outOfReach); bad != "" {
				t.Errorf("%s on %d by %d: %s", name, l.width, l.height, bad)
			}
			p.shot(fmt.Sprint("phone-", name, "-", l.width))
		}
	}
}

// On a small phone what is tapped stays in sight, however much the panel grows
// that asks for a confirmation.
func TestTappedCellStaysInSight(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	c := s.client(t)
	path := c.newGame("device", "me")
	p := b.person(s, look{width: 390, height: 600})
	p.comesAs(c)
	p.open(path)
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
	cell := p.evaluate(tapLowest)
	p.shows("#confirm")
	if over := p.evaluate(`(() => {
		const { x, y, width, height } = document.querySelector("#` + cell + ` .tile").getBoundingClientRect();
		const top = document.elementFromPoint(x + width / 2, y + height - 4);
		return top.closest(".now") ? "covered" : "";
	})()`); over != "" {
		t.Errorf("the panel covers %s", cell)
	}
}
