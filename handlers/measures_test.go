package handlers_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/lesson"
	"hexclub/rules/rulestest"
	"hexclub/views/learn"
	"hexclub/views/page"
)

// tableParts are what one sees of a game's page without scrolling, beside its header.
const tableParts = ".above .pan .below .now .tabs"

// misfits is a function of the parts of a page with a board. It lists what of them does not fit the first screen,
// and what is written over something else.
//
// On a phone that is upright the board has at least 92 % of the width. No text of the board, with its coin if it
// lies on one, touches another text, and none is under a piece. (Firefox draws boxes of texts a pixel larger on each
// side.)
const misfits = `((parts) => {
	const bad = [], html = document.documentElement;
	const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
	scrollTo(0, 0);
	if (html.scrollWidth > innerWidth) bad.push("the page is " + html.scrollWidth + " wide");
	if (box(".top")?.height > 48) bad.push("the header is " + box(".top").height + " high");
	for (const part of parts.split(" ")) {
		const at = box(part);
		if (part === ".tabs" && innerWidth >= 1600) { // all panels are visible
			for (const panel of document.querySelectorAll(".panel")) if (!panel.offsetHeight) bad.push(panel.id + " is hidden");
			continue;
		}
		if (!at || !at.height) bad.push(part + " is not there");
		else if (at.top < 0 || at.left < 0 || at.bottom > innerHeight + .5 || at.right > innerWidth + .5) bad.push(part + " ends at " + at.right + "," + at.bottom);
	}
	const now = document.querySelector(".now");
	if (now.scrollHeight > now.clientHeight + 1) bad.push("the prompt has " + now.scrollHeight + " in " + now.clientHeight);
	if (now.scrollWidth > now.clientWidth) bad.push("the prompt is " + now.scrollWidth + " wide in " + now.clientWidth);
	const share = box(".pan").width / innerWidth;
	if (innerHeight > innerWidth && share < .92) bad.push("the board has " + share.toFixed(3) + " of the width");
	const texts = [...document.querySelectorAll("#board text")].map((text) => [text.textContent, (text.closest(".coin") ?? text).getBoundingClientRect(), text.closest(".coin")]);
	const pieces = [...document.querySelectorAll("#board a .piece, #board [role=img] .piece")].map((piece) => piece.getBoundingClientRect());
	const meet = (a, b, slack) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack;
	texts.forEach(([text, at, coin], i) => {
		for (const [other, there] of texts.slice(0, i)) if (meet(at, there, 2)) bad.push(text + " is over " + other);
		if (!coin && pieces.some((piece) => meet(at, piece, 2))) bad.push(text + " is at a piece");
	});
	return [...new Set(bad)].join("; ");
})`

// fits checks that the parts of the open page fit its first screen.
func fits(p *sitetest.Person, parts, name string) {
	p.T.Helper()
	if bad := p.Evaluate(fmt.Sprintf("%s(%q)", misfits, parts)); bad != "" {
		p.T.Errorf("%s: %s", name, bad)
	}
}

// The page of a game fits the screen in all games, early, midway and late, in the middle of a turn and at its end:
// each page a part of the screens, in the check's full mode all.
func TestTableFitsTheScreen(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	c := s.Client(t)
	p := b.Person(s, sitetest.Phone)
	screens := []sitetest.Look{
		{Width: 390, Height: 844},
		{Width: 1280, Height: 800},
		{Width: 390, Height: 664, Dark: true},
		{Width: 360, Height: 640},
		{Width: 844, Height: 390, Dark: true},
		{Width: 1920, Height: 1080, Dark: true},
	}
	for g, game := range games.All() {
		key := game.Info().Key
		whole := sitetest.PlayAtRandom(t, game, rules.Setup{}, 4, nil).Turns()
		paths := map[string]string{}
		for name, turns := range map[string]int{"first": 0, "early": 3, "midway": len(whole) / 2, "late": len(whole) - 1, "over": len(whole)} {
			paths[name] = c.PlayedGame(t, game, rules.Setup{}, whole[:turns])
		}
		if key != "hexellation" { // its turns are single presses
			at := sitetest.FindSpot(t, game, 4, func(st rules.State) bool { return st.Turn().Action > 0 || sitetest.StartsAction(st) != "" })
			paths["in a turn"] = c.PlayedGame(t, game, rules.Setup{}, at.Played) + "?draft=" + strings.Join(at.Draft, ",") + "&pick=" + sitetest.StartsAction(at.State)
		}
		paths["replayed"] = paths["over"] + fmt.Sprintf("/turns/%d", len(whole)/2)
		paths["bot's first"], paths["left"] = c.AgainstBot("game", key), c.AgainstBot("game", key, "level", "3")
		c.Post(paths["left"]+"/resign").WantStatus(t, http.StatusOK)
		p.ComesAs(c)
		for n, name := range slices.Sorted(maps.Keys(paths)) {
			path := paths[name]
			p.Open(path)
			for _, l := range rulestest.Part(screens, g+n, 3) {
				p.Looks(l)
				fits(p, tableParts, fmt.Sprintf("%s, %s, %d by %d", key, name, l.Width, l.Height))
				p.Shot(fmt.Sprintf("fits-%s-%s-%d", key, strings.ReplaceAll(name, " ", "-"), l.Width))
			}
			if name == "midway" { // with the names of the cells
				c.Post("/settings/look", "names", "on", "return", "/")
				p.ComesAs(c)
				p.Open(path)
				fits(p, tableParts, key+", with names")
				p.Shot("fits-" + key + "-names")
				c.Post("/settings/look", "names", "off", "return", "/")
				p.ComesAs(c)
			}
		}
	}
}

// The page of a game with the maximum number of seats fits the screen, for one of the players and for all on one
// device.
func TestFullTableFitsTheScreen(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	c := s.Client(t)
	p := b.Person(s, sitetest.Phone)
	for _, game := range games.All() {
		info := game.Info()
		i := slices.IndexFunc(info.Options, func(o rules.Option) bool { return o.Key == rules.SeatsOption })
		if i < 0 {
			continue
		}
		seats := info.Options[i].Values[len(info.Options[i].Values)-1]
		setup := rules.Setup{Options: map[string]string{rules.SeatsOption: seats}}
		whole := sitetest.PlayAtRandom(t, game, setup, 4, nil).Turns()
		bots := c.Post("/games", "game", info.Key, page.OptionName(rules.SeatsOption), seats, "opponent", "bot", "level", "1", "seat", "2").Path
		p.ComesAs(c)
		for name, path := range map[string]string{
			"bots": bots, "first": c.PlayedGame(t, game, setup, nil), "midway": c.PlayedGame(t, game, setup, whole[:len(whole)/2]), "over": c.PlayedGame(t, game, setup, whole),
		} {
			p.Open(path)
			for _, l := range []sitetest.Look{{Width: 390, Height: 844}, {Width: 390, Height: 664}, {Width: 1280, Height: 800}} {
				p.Looks(l)
				fits(p, ".above .pan .now .tabs", fmt.Sprintf("%s for %s, %s, %d by %d", info.Key, seats, name, l.Width, l.Height))
				p.Shot(fmt.Sprintf("full-%s-%s-%d-%d", info.Key, name, l.Width, l.Height))
			}
		}
	}
}

// Lessons, the sandbox and its editor fit the screen too, on the site, on a projector, and in frames of the size
// that the site suggests. Each page is in a part of the windows, in the check's full mode in all.
func TestLessonsAndSandboxFitTheScreen(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p := b.Person(s, sitetest.Phone)
	onSite := []sitetest.Look{
		{Width: 390, Height: 844}, {Width: 390, Height: 664}, {Width: 1024, Height: 768}, {Width: 1280, Height: 800}, {Width: 1920, Height: 1080},
	}
	large := []sitetest.Look{{Width: 1280, Height: 800}, {Width: 1920, Height: 1080}}
	frame := []sitetest.Look{{Width: 400, Height: 680}}
	seen := 0
	see := func(path, parts string, screens []sitetest.Look) {
		t.Helper()
		p.Open(path)
		p.Has("#board")
		seen++
		for _, l := range rulestest.Part(screens, seen, min(2, len(screens))) {
			p.Looks(l)
			fits(p, parts, fmt.Sprintf("%s, %d by %d", path, l.Width, l.Height))
		}
		p.Shot("fits-" + strings.ReplaceAll(strings.Trim(path, "/"), "/", "-"))
	}
	courses := lesson.NewCourses(nil)
	for _, game := range games.All() {
		key := game.Info().Key
		course, err := courses.Of(key)
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range rulestest.Part(course.Lessons, 0, 3) {
			path := learn.LessonHref(l)
			see(path, ".lesson-line .pan .now .tabs", onSite)
			if i%2 > 0 {
				continue // they differ as those on the site do
			}
			see(path+"?line="+url.QueryEscape(sitetest.SolvedLine(l)), ".lesson-line .pan .now .tabs", onSite)
			see("/projector"+path, ".lesson-line .pan .now", large)
			see("/embed"+path, ".lesson-line .pan .now", frame)
		}
		see("/analysis/"+key, ".players .pan .now .tabs", onSite)
		see("/analysis/"+key+"?edit=on", ".pan .now .tabs", onSite)
		see("/projector/analysis/"+key, ".players .pan .now", large)
		see("/embed/analysis/"+key, ".players .pan .now", frame)
	}
}
