package handlers_test

import (
	"fmt"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

// The front page updates without loading a page: acts of others move games between its lists, and the title
// counts the games that await the player. The focus stays in place.
func TestFrontPageFollows(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	anna, annaIs := s.NewAccount(t, "Anna")
	ben, benIs := s.NewAccount(t, "Ben")
	game := s.Made(t, db.NewGame{Host: annaIs.ID, HostSeat: 2}, benIs)
	p := b.Person(s, sitetest.Phone)
	p.ComesAs(anna)
	p.Open("/")
	p.Shows(".games")
	stays := p.Unmoved()
	if title := p.Title(); strings.HasPrefix(title, "(") {
		t.Errorf("the title is %q", title)
	}
	link := "#game-" + game.ID
	p.Evaluate(fmt.Sprintf("document.querySelector(%q).focus()", link))
	ben.NoRedirects().Turn("/games/"+game.ID, "c2", 0)
	p.Shows(".turns-due svg.board")
	if title := p.Title(); !strings.HasPrefix(title, "(1) ") {
		t.Errorf("the title is %q", title)
	}
	if focused := p.Evaluate("'#' + document.activeElement.id"); focused != link {
		t.Errorf("focus is on %s", focused)
	}
	ben.Post("/games", "game", "tartan", "opponent", "named", "player", "Anna")
	p.Shows(".seeks button.primary")
	ben.NoRedirects().Post("/games/" + game.ID + "/abort")
	p.Gone(".turns-due")
	stays()
	p.Click(".seeks button.primary")
	p.Shows("svg.board")
}

// Pages without scripts do not offer what needs scripts.
func TestScriptedTextsNeedScripts(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	c := s.Client(t)
	game := c.NewGame("device", "me")
	for want, noScript := range map[string]bool{"1": false, "0": true} {
		p := b.Person(s, sitetest.Look{Width: 390, Height: 844, NoScript: noScript})
		p.ComesAs(c)
		p.Open(game)
		if got := p.Evaluate(`String([...document.querySelectorAll("#confirm-switch")].filter((e) => e.getClientRects().length > 0).length)`); got != want {
			t.Errorf("without scripts %v: %s shows %s switches, want %s", noScript, game, got, want)
		}
	}
}

// Tables with French words and the longest names fit the smallest phones.
func TestTablesFitSmallPhones(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	anna, annaIs := s.NewAccount(t, "Anna")
	_, benIs := s.NewAccount(t, "Ben of the long and winding")
	for _, control := range []db.NewGame{{Control: sitetest.FiveMinutes}, {Control: sitetest.ThreeDays}} {
		control.Host, control.Terms = annaIs.ID, db.Terms{Rated: true}
		s.Resigned(t, s.Made(t, control, benIs), benIs)
	}
	match := s.Resigned(t, s.Made(t, db.NewGame{Host: annaIs.ID, Match: true}, benIs), benIs)
	anna.NoRedirects().Post("/language", "lang", "fr")
	p := b.Person(s, sitetest.Look{Width: 320, Height: 640})
	p.ComesAs(anna)
	for _, path := range []string{"/people/Anna", "/people/Anna/games", "/matches/" + match.ID, "/lobby", "/"} {
		p.Open(path)
		p.OpensAll()
		p.Fits(path)
	}
}
