package static_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

const (
	dark = "screen and (prefers-color-scheme: dark)"
	more = "(prefers-contrast: more), (forced-colors: active)"
)

func readSheet(t testing.TB, name string) string {
	t.Helper()
	css, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(css)
}

// A theme has the tokens of a part of a page in one look.
type theme struct {
	t *testing.T
	sheet
	*element
	strong bool // high contrast
}

// eachLook tests the tokens of every look that a reader can choose.
func eachLook(t *testing.T, test func(th theme)) {
	s := parseSheet(t, readSheet(t, "theme.css")+readSheet(t, "styles.css"))
	for _, style := range []string{"wood", "paper", "slate"} {
		for _, palette := range []string{"standard", "safe", "contrast"} {
			for _, scheme := range []string{"light", "dark"} {
				t.Run(style+" "+palette+" "+scheme, func(t *testing.T) {
					root := s.element(nil, "style-"+style+" palette-"+palette+" theme-"+scheme, "screen")
					test(theme{t, s, root, palette == "contrast"})
				})
			}
		}
	}
}

// A colour is red, green and blue in linear light, from 0 to 1.
type colour [3]float64

var hexColour = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// colour returns the value of a token that is a colour.
func (th theme) colour(token string) colour {
	th.t.Helper()
	text, ok := th.element.colour(token)
	if !ok {
		th.t.Fatalf("--%s is %q, no colour of six digits", token, text)
	}
	return parseColour(text)
}

func (e *element) colour(token string) (text string, ok bool) {
	text, ok = e.value("--" + token)
	return text, ok && hexColour.MatchString(text)
}

func parseColour(text string) (c colour) {
	for i := range c {
		n, _ := strconv.ParseUint(text[1+2*i:3+2*i], 16, 8)
		v := float64(n) / 255
		if v <= 0.04045 {
			c[i] = v / 12.92
		} else {
			c[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return c
}

// contrast returns the ratio of two colours' luminances as WCAG 2.2 defines it.
func contrast(a, b colour) float64 {
	light := func(c colour) float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] + 0.05 }
	return max(light(a)/light(b), light(b)/light(a))
}

// contrast fails the test if two tokens have less contrast than wanted.
func (th theme) contrast(a, b string, want float64) {
	th.t.Helper()
	if got := contrast(th.colour(a), th.colour(b)); got < want {
		th.t.Errorf("--%s on --%s has a contrast of %.2f, want %.1f", a, b, got, want)
	}
}

// either fails the test unless one of two adjacent tokens has the contrast with the ground.
func (th theme) either(a, b, ground string, want float64) {
	th.t.Helper()
	on := th.colour(ground)
	if got := max(contrast(th.colour(a), on), contrast(th.colour(b), on)); got < want {
		th.t.Errorf("neither --%s nor --%s has a contrast of %.1f on --%s: %.2f", a, b, want, ground, got)
	}
}

// text returns the contrast that texts need.
func (th theme) text() float64 {
	if th.strong {
		return 7
	}
	return 4.5
}

// seen is the contrast that controls need (WCAG 2.2, 1.4.11).
const seen = 3

var (
	colours = []string{"blue", "red", "white", "black", "green", "yellow", "purple", "orange"}
	tiles   = []string{"fixed", "white", "grey", "black", "dark", "sky", "model", "avoid"}
	flowers = []string{"flower-1", "flower-2", "flower-3"}
	marks   = []string{
		"mark-last", "mark-draft", "mark-picked", "mark-open", "mark-must", "mark-decisive", "mark-doomed",
		"mark-choice", "mark-focus", "flight", "planet",
	}
)

// grounds returns the grounds under pieces and marks.
func grounds() []string {
	list := append([]string{"felt", "sunk", "way-a", "way-b"}, flowers...)
	for _, tile := range tiles {
		list = append(list, "tile-"+tile)
	}
	return list
}

// on returns the tokens for pieces on a ground.
func (th theme) on(ground string) theme {
	classes := map[string]string{"felt": "cell bare", "sunk": "players", "tile-black": "cell black"}
	th.element = th.sheet.element(th.element, classes[ground])
	return th
}

func TestPagesCanBeRead(t *testing.T) {
	eachLook(t, func(th theme) {
		for _, paper := range []string{"paper", "card", "mine-paper"} {
			for _, ink := range []string{"ink", "quiet", "accent", "bad"} {
				th.contrast(ink, paper, th.text())
			}
			for _, colour := range colours {
				th.contrast(colour+"-line", paper, th.text())
			}
			th.contrast("focus", paper, seen)
			th.contrast("field-line", paper, seen)
		}
		th.contrast("ink", "bad-paper", th.text())
		th.contrast("bad", "bad-paper", th.text())
		th.contrast("on-accent", "accent", th.text())
		th.contrast("on-felt", "felt", th.text())
	})
}

func TestTilesAreSeenAndRead(t *testing.T) {
	eachLook(t, func(th theme) {
		for _, tile := range tiles {
			th.contrast("tile-"+tile+"-edge", "tile-"+tile, seen)
			th.contrast("tile-"+tile+"-ink", "tile-"+tile, th.text())
		}
		for _, flower := range flowers {
			th.contrast("flower-edge", flower, seen)
			th.contrast("flower-ink", flower, th.text())
		}
		th.contrast("table-line", "felt", seen)
		th.contrast("tile-gone-line", "felt", seen)
		for _, way := range []string{"way-a", "way-b"} {
			th.contrast("on-way", way, 7)
		}
		th.contrast("coin-ink", "coin", 7)
	})
}

func TestPiecesAndMarksAreSeenOnAllGrounds(t *testing.T) {
	eachLook(t, func(th theme) {
		for _, ground := range grounds() {
			on := th.on(ground)
			for _, colour := range colours {
				on.either(colour, colour+"-edge", ground, seen)
				on.contrast(colour, colour+"-edge", seen) // pieces lie on each other
			}
			for _, mark := range marks {
				on.either(mark, "mark-case", ground, seen)
			}
		}
		for _, ground := range []string{"tile-sky", "tile-model", "tile-avoid"} {
			th.either("star", "star-edge", ground, seen)
		}
		th.contrast("star", "star-edge", seen)
		for _, mark := range marks {
			th.contrast(mark, "mark-case", seen)
		}
	})
}

// In high contrast the edge of a piece is visible on all of its grounds.
func TestEdgesInHighContrast(t *testing.T) {
	lies := map[string][]string{
		"tile-fixed": {"blue", "red"}, "tile-grey": {"blue", "red"}, "tile-dark": {"blue", "red"},
		"flower-1": {"blue", "red"}, "flower-2": {"blue", "red"}, "flower-3": {"blue", "red"},
		"tile-white": {"blue", "red", "white", "black"}, "tile-black": {"white", "black"}, "felt": {"white", "black", "red"},
		"tile-sky": {"star"}, "tile-model": {"star"}, "tile-avoid": {"star"},
	}
	eachLook(t, func(th theme) {
		if !th.strong {
			return
		}
		for ground, pieces := range lies {
			for _, piece := range pieces {
				th.on(ground).contrast(piece+"-edge", ground, seen)
			}
		}
	})
}

// All readers can distinguish the pieces of the players of one game with the palette for their
// vision. Most can with the standard palette.
func TestPlayersAreDistinguishable(t *testing.T) {
	const apart = 25 // a clearly visible difference in CIELAB
	games := [][]string{
		{"blue", "red"}, {"white", "black"}, {"black", "red"}, {"blue", "red", "green", "yellow", "purple", "orange"},
	}
	eachLook(t, func(th theme) {
		safe := !strings.Contains(th.t.Name(), "standard")
		for sight, seenAs := range sights {
			if sight != "all" && !safe {
				continue
			}
			least, which := math.Inf(1), ""
			for _, players := range games {
				for i, a := range players {
					for _, b := range players[:i] {
						if d := difference(seenAs.see(th.colour(a)), seenAs.see(th.colour(b))); d < least {
							least, which = d, a+" and "+b
						}
					}
				}
			}
			th.t.Logf("%s: the closest are %s, %.0f apart", sight, which, least)
			if least < apart {
				th.t.Errorf("%s: %s are %.0f apart, want %d", sight, which, least, apart)
			}
		}
	})
}

// Without a choice the device's preference applies. A part of a page can have another look.
func TestWhichLook(t *testing.T) {
	s := parseSheet(t, readSheet(t, "theme.css")+readSheet(t, "styles.css"))
	papers := func(root *element) string {
		text, _ := root.colour("paper")
		return text
	}
	const light, night, bright, deep = "#f7f4ed", "#14191a", "#ffffff", "#000000"
	for _, tt := range []struct {
		classes string
		media   []string
		want    string
	}{
		{"", []string{"screen"}, light},
		{"", []string{"screen", dark}, night},
		{"", []string{"screen", more}, bright},
		{"", []string{"screen", dark, more}, deep},
		{"theme-light", []string{"screen", dark}, light},
		{"theme-dark", []string{"screen"}, night},
		{"theme-dark palette-contrast", []string{"screen"}, deep},
		{"palette-safe", []string{"screen", more}, bright},
		{"palette-contrast", []string{"screen"}, bright},
		{"theme-dark", nil, light}, // on paper
	} {
		t.Run(fmt.Sprint(tt.classes, " ", tt.media), func(t *testing.T) {
			if got := papers(s.element(nil, tt.classes, tt.media...)); got != tt.want {
				t.Errorf("the paper is %s, want %s", got, tt.want)
			}
		})
	}
	root := s.element(nil, "style-slate palette-contrast theme-dark", "screen")
	for _, part := range []struct{ class, alone, token string }{
		{"style-wood", "style-wood palette-contrast", "tile-fixed"},
		{"style-paper", "style-paper palette-contrast", "tile-fixed"},
		{"style-slate", "style-slate palette-contrast", "tile-fixed"},
		{"palette-standard", "palette-standard", "blue"},
		{"palette-safe", "palette-safe", "blue"},
		{"palette-contrast", "palette-contrast", "blue"},
	} {
		want, _ := s.element(nil, part.alone+" theme-dark", "screen").colour(part.token)
		if got, _ := s.element(root, part.class, "screen").colour(part.token); got != want || got == "" {
			t.Errorf("within slate in high contrast, %s has --%s %s, want %s", part.class, part.token, got, want)
		}
	}
}

var used = regexp.MustCompile(`var\((--[a-z0-9-]+)`)

// Style sheets use only tokens and properties that they set themselves, and cells.css those of board.css, with which it
// is always loaded. Each token is used and has a value in every look.
func TestTokensExist(t *testing.T) {
	files, err := filepath.Glob("*.css")
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	sheets, all := map[string]string{}, ""
	for _, file := range files {
		sheets[file] = comment.ReplaceAllString(readSheet(t, file), "")
		all += sheets[file]
	}
	uses := func(css string) map[string]bool {
		names := map[string]bool{}
		for _, found := range used.FindAllStringSubmatch(css, -1) {
			names[found[1]] = true
		}
		return names
	}
	usedAnywhere := uses(all)
	const switches = "--day --night --soft --standard --safe --contrast --light --dark --bright --deep"
	eachLook(t, func(th theme) {
		for name := range th.declared {
			if value, ok := th.value(name); (!ok || value == "") && !strings.Contains(switches, name) {
				th.t.Errorf("%s has no value", name)
			}
			if !usedAnywhere[name] {
				th.t.Errorf("nothing uses %s", name)
			}
		}
		for file, css := range sheets {
			for name := range uses(css) {
				if _, ok := th.declared[name]; !ok && !strings.Contains(css, name+":") && (file != "cells.css" || !strings.Contains(sheets["board.css"], name+":")) {
					th.t.Errorf("%s uses %s, which is no token", file, name)
				}
			}
		}
	})
}

// Sizes of letters and corners are tokens, but for those of boards, in their own unit, and headings that grow with
// the screen.
func TestMeasuresAreTokens(t *testing.T) {
	sheets, err := filepath.Glob("*.css")
	if err != nil || len(sheets) == 0 {
		t.Fatal(sheets, err)
	}
	literal := regexp.MustCompile(`(?:font(?:-size)?:(?: \d+)? (?:[\d.]*\drem)|border-radius: [^;]*\drem)[^;]*;`)
	for _, name := range sheets {
		for _, found := range literal.FindAllString(readSheet(t, name), -1) {
			if !strings.HasPrefix(found, "font-size: 1rem") {
				t.Errorf("%s: %s", name, found)
			}
		}
	}
}
