package handlers_test

import (
	"fmt"
	"strings"
	"testing"

	"hexclub/db"
)

// The front page follows: what others do moves games from shelf to shelf, and
// the title counts those that wait, without loading a page; focus stays.
func TestFrontPageFollows(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	anna, annaIs := s.newAccount(t, "Anna")
	ben, benIs := s.newAccount(t, "Ben")
	game := s.made(t, db.NewGame{Host: annaIs.ID, HostSeat: 2}, benIs)
	p := b.person(s, phone)
	p.comesAs(anna)
	p.open("/")
	p.shows(".games")
	stays := p.unmoved()
	if title := p.title(); strings.HasPrefix(title, "(") {
		t.Errorf("the title is %q", title)
	}
	link := "#game-" + game.ID
	p.evaluate(fmt.Sprintf("document.querySelector(%q).focus()", link))
	ben.still().turn("/games/"+game.ID, "c2", 0)
	p.shows(".turns-due svg.board")
	if title := p.title(); !strings.HasPrefix(title, "(1) ") {
		t.Errorf("the title is %q", title)
	}
	if focused := p.evaluate("'#' + document.activeElement.id"); focused != link {
		t.Errorf("focus is on %s", focused)
	}
	ben.post("/games", "game", "tartan", "opponent", "named", "player", "Anna")
	p.shows(".seeks button.primary")
	ben.still().post("/games/" + game.ID + "/abort")
	p.gone(".turns-due")
	stays()
	p.click(".seeks button.primary")
	p.shows("svg.board")
}

// Pages without scripts do not offer what only scripts do.
func TestScriptedTextsNeedScripts(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	c := s.client(t)
	game := c.newGame("device", "me")
	for want, noScript := range map[string]bool{"1": false, "0": true} {
		p := b.person(s, look{width: 390, height: 844, noScript: noScript})
		p.comesAs(c)
		for path, selector := range map[string]string{"/games": ".lead .scripted", game: "#confirm-switch"} {
			p.open(path)
			if got := p.evaluate(`String(Array.from(document.querySelectorAll("` + selector + `")).filter((e) => e.getClientRects().length > 0).length)`); got != want {
				t.Errorf("without scripts %v: %s shows %s of %s, want %s", noScript, path, got, selector, want)
			}
		}
	}
}

// Tables of French words fit the smallest phones, the longest names among them.
func TestTablesFitSmallPhones(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	anna, annaIs := s.newAccount(t, "Anna")
	_, benIs := s.newAccount(t, "Ben of the long and winding")
	for _, control := range []db.NewGame{{Control: fiveMinutes}, {Control: threeDays}} {
		control.Host, control.Terms = annaIs.ID, db.Terms{Rated: true}
		s.resigned(t, s.made(t, control, benIs), benIs)
	}
	match := s.resigned(t, s.made(t, db.NewGame{Host: annaIs.ID, Match: true}, benIs), benIs)
	anna.still().post("/language", "lang", "fr")
	p := b.person(s, look{width: 320, height: 640})
	p.comesAs(anna)
	for _, path := range []string{"/people/Anna", "/people/Anna/games", "/matches/" + match.ID, "/lobby", "/"} {
		p.open(path)
		p.opensAll()
		p.fits(path)
	}
}
