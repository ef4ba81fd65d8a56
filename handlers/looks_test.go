package handlers_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/rules/rulestest"
)

// looks are the ways people see the site.
var looks = map[string]look{
	"phone":            {width: 360, height: 740},
	"phone-dark":       {width: 360, height: 740, dark: true},
	"phone-noscript":   {width: 360, height: 740, noScript: true},
	"desktop":          {width: 1280, height: 900},
	"desktop-dark":     {width: 1280, height: 900, dark: true},
	"desktop-noscript": {width: 1280, height: 900, noScript: true},
}

// Pages in looks that are judged nowhere else fit as well, each opened once and
// shown in two sizes. All looks are used only when pictures are taken. The font of a page is
// the one that TestEveryPageIsAccessible does not show it in.
func TestEveryPageFitsEveryLook(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	sizes := map[string][]string{"noscript": {"phone-noscript", "desktop-noscript"}}
	pictures := os.Getenv("HEXCLUB_SHOTS") != ""
	if pictures {
		sizes["light"], sizes["dark"] = []string{"phone", "desktop"}, []string{"phone-dark", "desktop-dark"}
	}
	scenes := rulestest.Few(t, s.scenes, 6)
	for kind, names := range sizes {
		for n := range 2 {
			t.Run(fmt.Sprint(kind, n), func(t *testing.T) {
				p := newFontBrowser(t, n+1).person(s.site, looks[names[0]])
				for i := n; i < len(scenes); i += 2 {
					p.visits(scenes[i])
					for _, name := range names {
						if pictures {
							p.looks(looks[name])
							p.shot(name + "-" + scenes[i].name)
						}
					}
					p.opensAll()
					for _, name := range names {
						p.looks(looks[name])
						p.fits(name + "-" + scenes[i].name)
					}
				}
			})
		}
	}
}

// Names of the maximum length without a space fit every page that shows them.
func TestLongNamesFit(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	organiser, _ := s.withRole(t, "Otto", db.Organiser)
	m, w := strings.Repeat("M", 30), strings.Repeat("W", 30)
	c, host := s.newAccount(t, m)
	_, guest := s.newAccount(t, w)
	s.resigned(t, s.made(t, db.NewGame{Key: "hexone", Host: host.ID}, guest), host)
	p := newBrowser(t).person(s, look{width: 360, height: 740, noScript: true})
	for _, scene := range []scene{
		{name: "games", who: s.client(t), path: "/games"},
		{name: "archive", who: c, path: "/people/" + w + "/games"},
		{name: "profile", who: c, path: "/people/" + m},
		{name: "deletion", who: c, path: "/settings/delete"},
		{name: "member", who: organiser, path: "/club/members/" + m},
	} {
		p.visits(scene)
		p.fits(scene.name)
	}
}
