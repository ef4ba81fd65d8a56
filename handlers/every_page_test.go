package handlers_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/rules/games"
	"hexclub/rules/rulestest"
	"hexclub/views/viewstest"
)

// looks are the ways people see the site.
var looks = map[string]sitetest.Look{
	"phone":            {Width: 360, Height: 740},
	"phone-dark":       {Width: 360, Height: 740, Dark: true},
	"phone-noscript":   {Width: 360, Height: 740, NoScript: true},
	"desktop":          {Width: 1280, Height: 900},
	"desktop-dark":     {Width: 1280, Height: 900, Dark: true},
	"desktop-noscript": {Width: 1280, Height: 900, NoScript: true},
	"small":            {Width: 320, Height: 568, NoScript: true},
	"large-text":       {Width: 390, Height: 844, NoScript: true, LargeText: true},
}

// TestEveryPage validates the markup of each page state, looks for texts that are in no catalog, opens the page with
// scripts or without, and checks it there with everything that judges pages. The first state of each route is opened both
// ways; of the others, every fourth with scripts and every fourth without. Of a page that every game has, it opens that of one
// game with scripts and that of the next without. With
// HEXCLUB_FULL, it opens all pages in all looks. With HEXCLUB_SHOTS, it also takes pictures in all looks.
func TestEveryPage(t *testing.T) {
	t.Parallel()
	sitetest.NeedsTools(t)
	s := newStage(t)
	scenes := rulestest.Few(t, s.Scenes, 6)
	t.Run("markup", func(t *testing.T) {
		t.Parallel()
		checkMarkup(t, s, scenes)
	})
	t.Run("pseudo", func(t *testing.T) {
		t.Parallel()
		checkPseudo(t, s, scenes)
	})
	t.Run("scripts", func(t *testing.T) {
		t.Parallel()
		checkWithScripts(t, s, everyFourth(s, oneGameEach(scenes, 0), 0))
	})
	t.Run("noscript", func(t *testing.T) {
		t.Parallel()
		if os.Getenv("HEXCLUB_SHOTS") == "" {
			scenes = everyFourth(s, oneGameEach(scenes, 1), 2)
		}
		checkWithoutScripts(t, s, scenes)
	})
}

// checkWithScripts opens each page in one look, and judges it by all rules of axe-core. Every fourth page then
// changes to the look with the other size and colour scheme, where it has to fit and texts need enough
// contrast; with HEXCLUB_FULL, every page does. Pages begin in four looks, so that each pair of a size, a colour
// scheme and a font occurs on an eighth of them or more.
func checkWithScripts(t *testing.T, s *sitetest.Stage, scenes []sitetest.Scene) {
	axe, known := loadAxe(t), &sitetest.Palette{}
	pairs := [][2]string{{"phone", "desktop-dark"}, {"desktop", "phone-dark"}}
	const judges = 4 // two for each pair: one font has each
	for n := range judges {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			now, other := pairs[n%2][0], pairs[n%2][1]
			p := newFontBrowser(t, n).Person(s.Site, looks[now])
			p.Bring(axe)
			for i := n; i < len(scenes); i += judges {
				scene := scenes[i]
				p.Visits(scene)
				p.OpensAll()
				p.Accessible(now+" "+scene.Name, axeAll, known)
				if scene.Game {
					p.HasUniqueNames(scene.Name)
				}
				if !rulestest.Full() && *state == "" && i/judges%4 > 0 {
					continue
				}
				p.Looks(looks[other])
				if rulestest.Full() {
					p.Accessible(other+" "+scene.Name, axeLooks, known)
				} else {
					p.Fits(other + " " + scene.Name)
					p.HasContrast(other+" "+scene.Name, known)
				}
				now, other = other, now // a change of looks is slow: the next scene begins as this one ends
			}
		})
	}
}

// checkWithoutScripts checks that each page fits without scripts, on a phone or a desktop. One state of each
// route has to fit the smallest phone too (WCAG 1.4.10), where the focus has to be visible (2.4.7 and 2.4.11), and texts of
// twice the size (1.4.4). Texts are in the pseudo-language, which is longer than any other. With HEXCLUB_SHOTS, it takes
// pictures, in English.
func checkWithoutScripts(t *testing.T, s *sitetest.Stage, scenes []sitetest.Scene) {
	sizes := map[string][]string{"noscript": {"phone-noscript", "desktop-noscript"}}
	pictures := os.Getenv("HEXCLUB_SHOTS") != ""
	complete := pictures || rulestest.Full()
	if pictures {
		sizes["light"], sizes["dark"] = []string{"phone", "desktop"}, []string{"phone-dark", "desktop-dark"}
	}
	narrow := oneEachRoute(s, scenes)
	for kind, names := range sizes {
		for n := range 2 {
			t.Run(fmt.Sprint(kind, n), func(t *testing.T) {
				t.Parallel()
				p := newFontBrowser(t, n+1).Person(s.Site, looks[names[0]])
				for i := n; i < len(scenes); i += 2 {
					here := names
					if !complete {
						here = names[i/2%2:][:1]
					}
					p.Looks(looks[here[0]])
					if scene := scenes[i]; pictures {
						p.Visits(scene)
					} else {
						p.Visits(scene.In(viewstest.PseudoTag))
					}
					if pictures {
						for _, name := range here {
							p.Looks(looks[name])
							p.Shot(name + "-" + scenes[i].Name)
						}
					}
					if narrow[scenes[i].Name] {
						p.Looks(looks["small"])
						p.ShowsFocus(scenes[i].Name)
						here = append(here[:len(here):len(here)], "small", "large-text")
					}
					p.OpensAll()
					for _, name := range here {
						p.Looks(looks[name])
						p.Fits(name + " " + scenes[i].Name)
					}
				}
			})
		}
	}
}

// oneEachRoute returns the names of the first scenes of all routes; of all scenes with HEXCLUB_FULL.
func oneEachRoute(s *sitetest.Stage, scenes []sitetest.Scene) map[string]bool {
	met, names := map[string]bool{}, map[string]bool{}
	for _, scene := range scenes {
		if route := routeOf(s, scene); !met[route] || rulestest.Full() {
			met[route], names[scene.Name] = true, true
		}
	}
	return names
}

// everyFourth returns every fourth scene, and the first scene of each route. It returns all scenes with
// HEXCLUB_FULL, or if a flag chose among them.
func everyFourth(s *sitetest.Stage, scenes []sitetest.Scene, first int) (few []sitetest.Scene) {
	if rulestest.Full() || *state != "" {
		return scenes
	}
	met := oneEachRoute(s, scenes)
	for i, scene := range scenes {
		if i%4 == first || met[scene.Name] {
			few = append(few, scene)
		}
	}
	return few
}

// oneGameEach returns the scenes, but of scenes whose names differ only in the game, one:
// of the first such group that at first, of the next group the next, and so on. With HEXCLUB_FULL, it
// returns all scenes, and so it does if a flag chose among them.
func oneGameEach(scenes []sitetest.Scene, first int) (few []sitetest.Scene) {
	if rulestest.Full() || *state != "" {
		return scenes
	}
	var keys []string
	for _, game := range games.All() {
		keys = append(keys, game.Info().Key, "*")
	}
	kind := strings.NewReplacer(keys...).Replace
	groups := map[string][]sitetest.Scene{}
	var kinds []string
	for _, scene := range scenes {
		k := kind(scene.Name)
		if groups[k] == nil {
			kinds = append(kinds, k)
		}
		groups[k] = append(groups[k], scene)
	}
	for i, k := range kinds {
		few = append(few, groups[k][(first+i)%len(groups[k])])
	}
	return few
}

// Names of the maximum length without a space fit every page that shows them.
func TestLongNamesFit(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	organiser, _ := s.WithRole(t, "Otto", db.Organiser)
	m, w := strings.Repeat("M", 30), strings.Repeat("W", 30)
	c, host := s.NewAccount(t, m)
	_, guest := s.NewAccount(t, w)
	s.Resigned(t, s.Made(t, db.NewGame{Key: "hexone", Host: host.ID}, guest), host)
	p := sitetest.NewBrowser(t).Person(s, sitetest.Look{Width: 360, Height: 740, NoScript: true})
	for _, scene := range []sitetest.Scene{
		{Name: "games", Who: s.Client(t), Path: "/games"},
		{Name: "archive", Who: c, Path: "/people/" + w + "/games"},
		{Name: "profile", Who: c, Path: "/people/" + m},
		{Name: "deletion", Who: c, Path: "/settings/delete"},
		{Name: "member", Who: organiser, Path: "/club/members/" + m},
	} {
		p.Visits(scene)
		p.Fits(scene.Name)
	}
}
