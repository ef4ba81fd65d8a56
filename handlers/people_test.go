package handlers_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"hexclub/db"
)

func TestProfile(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	anna, annaIs := s.newAccount(t, "Anna Łódź")
	ben, benIs := s.newAccount(t, "Ben")
	rated := db.NewGame{Host: annaIs.ID, Control: fiveMinutes, Terms: db.Terms{Rated: true}}
	s.resigned(t, s.made(t, rated, benIs), benIs)
	s.resigned(t, s.made(t, rated, benIs), benIs)
	s.resigned(t, s.made(t, rated, benIs), annaIs)
	s.resigned(t, s.made(t, db.NewGame{Key: "tartan", Host: annaIs.ID}, benIs), benIs)
	s.resigned(t, s.made(t, db.NewGame{Host: annaIs.ID, BothSeats: true}), annaIs)
	s.made(t, rated, benIs)

	const path = "/people/Anna%20%C5%81%C3%B3d%C5%BA"
	p := ben.get(path).wantStatus(t, http.StatusOK).wantText(t, "h1", "Anna Łódź").wantText(t, "main", "Here since 20")
	tables := p.list(".tally tbody tr")
	if len(tables) != 4 || !strings.HasPrefix(tables[0], "Hexone Quick games") || !strings.HasSuffix(tables[0], "provisional 3 games") ||
		!slices.Equal(tables[1:], []string{"Hexone3201", "Tartan1100", "Ben4301"}) {
		t.Errorf("tables %q", tables)
	}
	p.wantCount(t, ".graph", 1).wantCount(t, ".ratings tbody tr", 3).wantCount(t, ".archive li", 4).wantText(t, ".ratings", "Won against Ben")
	p.wantText(t, ".archive", "Won by resignation").wantText(t, ".archive", "Lost by resignation, 0 to 49")
	if href := p.attribute(".archive .opponents a", "href"); href != "/people/Ben" {
		t.Errorf("the opponent's name leads to %s", href)
	}
	challenge := ben.get(p.attribute(".do a.primary", "href")).wantStatus(t, http.StatusOK)
	challenge.wantText(t, "main", "Anna Łódź")
	if href := p.attribute(".tally a", "href"); href != path+"/games?game=hexone" {
		t.Errorf("the games are at %s", href)
	}
	ben.get(p.attribute(".tally a", "href")).wantStatus(t, http.StatusOK).wantCount(t, ".archive li", 3)

	t.Run("as its name is compared", func(t *testing.T) {
		s.client(t).get("/people/ANNA%20%20%C5%81%C3%93d%C5%BA").wantStatus(t, http.StatusOK).wantText(t, "h1", "Anna Łódź")
	})
	t.Run("one's own", func(t *testing.T) {
		p := anna.get("/").attribute("header nav a[href^='/people/']", "href")
		anna.get(p).wantStatus(t, http.StatusOK).wantText(t, "h1", "Anna Łódź").wantCount(t, ".do a.primary, .do form:not([action='/logout'])", 0).wantCount(t, ".do a[href='/settings']", 1)
		anna.get(p).wantText(t, ".do form[action='/logout'] button", "Log out").wantText(t, "h2", "Rating history").wantText(t, ".history h3", "Hexone")
		ben.get(p).wantCount(t, ".do a[href='/settings'], .do form[action='/logout']", 0).wantCount(t, "footer a[href='/settings']", 1)
	})
	t.Run("a stranger can challenge, not block", func(t *testing.T) {
		s.client(t).get(path).wantCount(t, ".do a.primary", 1).wantCount(t, ".do form", 0)
		s.client(t).post(path+"/block", "blocked", "on").wantStatus(t, http.StatusForbidden)
	})
	t.Run("in French", func(t *testing.T) {
		p := ben.with("Accept-Language", "fr").get(path)
		p.wantText(t, "main", "Membre depuis le ").wantText(t, ".archive", "Perdue par abandon, 0 à 49").wantText(t, "h2", "Adversaires les plus fréquents")
	})
	t.Run("nobody's", func(t *testing.T) {
		for _, name := range []string{"Nobody", "guest", annaIs.ID, "%20", "..%2f"} {
			s.client(t).get("/people/"+name).wantStatus(t, http.StatusNotFound)
			s.client(t).get("/people/"+name+"/games").wantStatus(t, http.StatusNotFound)
		}
	})
	t.Run("of who has not played", func(t *testing.T) {
		s.newAccount(t, "Cem")
		s.client(t).get("/people/Cem").wantStatus(t, http.StatusOK).wantText(t, "main", "No game has ended yet").wantCount(t, "table, .archive, .graph", 0)
	})
}

func TestBlockOnProfile(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, annaIs := s.newAccount(t, "Anna")
	ben, benIs := s.newAccount(t, "Ben")
	wantBlocked := func(want bool) {
		t.Helper()
		blocked, err := s.DB.Blocks(t.Context(), benIs.ID)
		if err != nil || slices.ContainsFunc(blocked, func(p db.Player) bool { return p.ID == annaIs.ID }) != want {
			t.Errorf("blocked: %v, %v", blocked, err)
		}
	}
	p := ben.get("/people/Anna").wantText(t, ".do form", "Block Anna")
	action := p.attribute(".do form", "action")
	if p := ben.post(action, "blocked", "on").wantText(t, ".do form", "Unblock").wantCount(t, ".do a.primary", 0); p.path != "/people/Anna" {
		t.Errorf("blocking leads to %s", p.path)
	}
	wantBlocked(true)
	ben.post(action, "blocked", "off").wantText(t, ".do form", "Block Anna").wantCount(t, ".do a.primary", 1)
	wantBlocked(false)
	ben.post(action, "blocked", "maybe").wantStatus(t, http.StatusUnprocessableEntity)
	ben.post("/people/Ben/block", "blocked", "on").wantStatus(t, http.StatusUnprocessableEntity)
	ben.post("/people/nobody/block", "blocked", "on").wantStatus(t, http.StatusNotFound)
}
