package handlers_test

import (
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"slices"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
	"hexclub/views/learn"
)

// Pages look right in Firefox, no script fails there, and a game is played to its end by mouse, and by keyboard.
func TestFirefox(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t).Confirming()
	c.Get("/")
	f := sitetest.NewFirefox(t, s, sitetest.Phone)
	opens := func(name, path string) {
		t.Helper()
		f.Open(path)
		f.Shot(name)
		if serifs := f.Evaluate(serifs); serifs != "" {
			t.Errorf("%s: not in the sans-serif font: %s", name, serifs)
		}
		for _, bad := range illegible(t, f) {
			t.Errorf("%s: %s", name, bad)
		}
		for _, bad := range f.Errors {
			t.Errorf("%s logs: %s", name, bad)
		}
		f.Errors = nil
	}
	opens("home", "/")
	for n, game := range games.All() {
		key := game.Info().Key
		whole := sitetest.PlayAtRandom(t, game, rules.Setup{}, 4, nil).Turns()
		path := c.PlayedGame(t, game, rules.Setup{}, whole[:len(whole)/2])
		f.ComesAs(c)
		opens(key, path)
		if bad := f.Evaluate(misfits + `("` + tableParts + `")`); bad != "" {
			t.Errorf("%s: %s", key, bad)
		}
		for _, other := range rulestest.Part([][2]string{
			{"lesson", learn.LessonHref(sitetest.CourseOf(t, key).Lessons[1])},
			{"sandbox", "/analysis/" + key},
			{"replay", fmt.Sprintf("%s/turns/%d", path, len(whole)/4)},
		}, n, 3) {
			opens(key+" "+other[0], other[1])
		}
		c.Post("/settings/look", "names", "on", "return", "/")
		f.ComesAs(c)
		opens(key+" with names", path)
		c.Post("/settings/look", "names", "off", "return", "/")
	}

	r := short[slices.IndexFunc(short, func(r recipe) bool { return r.setup == "hexone" })].cook(t)
	for name, hand := range map[string]hand{"mouse": mouseIn(t, f), "keyboard": keyboardIn(t, f)} {
		path := s.DeviceGameOf(t, c, "hexone", r.Setup())
		f.ComesAs(c)
		f.Open(path)
		hand.play(r, false, func(turns []record.Turn, moved int) {
			f.Open("/rules")
			c.SendTurns(t, path, turns, moved)
			f.Open(path)
		})
		f.Shows(".status.over")
		opens("over, by "+name, path)
	}
}

// serifs lists elements whose text is not in the sans-serif font of the check: it has another width.
const serifs = `(() => {
	const brush = document.createElement("canvas").getContext("2d");
	const width = (family) => {
		brush.font = "700 40px " + family;
		return brush.measureText("Hamburgefonstiv").width;
	};
	if (width("serif") === width('"DejaVu Sans"')) return "serif is sans-serif";
	return [...document.querySelectorAll(".brand, .here, h1, h2, h3, p, button, .button, .tabs a, .who")]
		.filter((at) => width(getComputedStyle(at).fontFamily) !== width('"DejaVu Sans"')).map((at) => at.textContent).join("; ");
})()`

// labels lists the visible texts of boards with their colours and the corners of their boxes.
const labels = `JSON.stringify([...document.querySelectorAll("svg.board text")].filter((text) => !text.closest(".boards")).map((text) => {
	const { left, top, right, bottom } = text.getBoundingClientRect();
	return { Text: text.textContent, Fill: getComputedStyle(text).fill.match(/[0-9]+/g).map(Number), Box: [left, top, right, bottom] };
}).filter(({ Box: [left, top, right, bottom] }) => right > left && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight - (document.querySelector(".bar")?.offsetHeight ?? 0)))`

// illegible lists labels of boards that cannot be read in a picture of the page, because almost nothing has their
// colour, or almost everything.
func illegible(t *testing.T, f *sitetest.Firefox) (bad []string) {
	t.Helper()
	var texts []struct {
		Text string
		Fill []int
		Box  [4]float64
	}
	if err := json.Unmarshal([]byte(f.Evaluate(labels)), &texts); err != nil {
		t.Fatal(err)
	}
	if len(texts) == 0 {
		return nil
	}
	page := f.Picture(image.Rect(0, 0, int(sitetest.Phone.Width), int(sitetest.Phone.Height)))
	const scale = 2
	for _, text := range texts {
		inked, all := 0, 0
		for y := int(scale * text.Box[1]); y < int(scale*text.Box[3]); y++ {
			for x := int(scale * text.Box[0]); x < int(scale*text.Box[2]); x++ {
				all++
				if near(page.At(x, y), text.Fill) {
					inked++
				}
			}
		}
		if share := float64(inked) / float64(all); share < .05 || share > .5 {
			bad = append(bad, fmt.Sprintf("%q covers %.2f of its box", text.Text, share))
		}
	}
	return bad
}

// near reports whether a colour differs little from red, green and blue from 0 to 255.
func near(c color.Color, rgb []int) bool {
	r, g, b, _ := c.RGBA()
	for i, part := range []uint32{r, g, b} {
		if d := int(part>>8) - rgb[i]; d < -60 || d > 60 {
			return false
		}
	}
	return true
}
