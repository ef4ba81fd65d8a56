package handlers_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/rules/rulestest"
)

// looks are the ways people see the site.
var looks = map[string]sitetest.Look{
	"phone":            {Width: 360, Height: 740},
	"phone-dark":       {Width: 360, Height: 740, Dark: true},
	"phone-noscript":   {Width: 360, Height: 740, NoScript: true},
	"desktop":          {Width: 1280, Height: 900},
	"desktop-dark":     {Width: 1280, Height: 900, Dark: true},
	"desktop-noscript": {Width: 1280, Height: 900, NoScript: true},
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
	scenes := rulestest.Few(t, s.Scenes, 6)
	for kind, names := range sizes {
		for n := range 2 {
			t.Run(fmt.Sprint(kind, n), func(t *testing.T) {
				p := newFontBrowser(t, n+1).Person(s.Site, looks[names[0]])
				for i := n; i < len(scenes); i += 2 {
					p.Visits(scenes[i])
					for _, name := range names {
						if pictures {
							p.Looks(looks[name])
							p.Shot(name + "-" + scenes[i].Name)
						}
					}
					p.OpensAll()
					for _, name := range names {
						p.Looks(looks[name])
						p.Fits(name + "-" + scenes[i].Name)
					}
				}
			})
		}
	}
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
