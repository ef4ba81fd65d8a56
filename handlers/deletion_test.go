package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"hexclub/db"
)

func TestDeleteAccount(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	anna, annaIs := s.newAccount(t, "Anna Łódź")
	ben, benIs := s.newAccount(t, "Ben")
	over := s.resigned(t, s.made(t, db.NewGame{Host: annaIs.ID}, benIs), benIs)
	young := s.made(t, db.NewGame{Host: annaIs.ID}, benIs)
	open := s.made(t, db.NewGame{Host: annaIs.ID})
	elsewhere := s.client(t)
	elsewhere.logIn("Anna Łódź")

	form := anna.get("/settings").attribute("a[href='/settings/delete']", "href")
	p := anna.get(form).wantStatus(t, http.StatusOK).wantText(t, "h1", "Delete my account").wantText(t, "form.card", "You are still in 2 games")
	p.wantText(t, "label", "type your name: Anna Łódź").wantCount(t, "form.card input[type=password]", 1)
	for name, c := range map[string]struct{ name, password, problem string }{
		"nothing":            {"", "", "That is not your name"},
		"another name":       {"Anna", password, "That is not your name"},
		"without a password": {"Anna Łódź", "", "The password is wrong"},
		"a wrong password":   {"Anna Łódź", password + "x", "The password is wrong"},
		"a long password":    {"Anna Łódź", strings.Repeat("x", 300), "The password is wrong"},
	} {
		t.Run(name, func(t *testing.T) {
			before := s.stored(t)
			p := anna.post("/settings/delete", "name", c.name, "password", c.password).wantStatus(t, http.StatusUnprocessableEntity)
			p.wantText(t, "#problem", c.problem).wantCount(t, "input[type=password][value]", 0)
			if typed := p.attribute("input[name=name]", "value"); typed != c.name {
				t.Errorf("of the name %q the form has %q", c.name, typed)
			}
			s.wantStored(t, before)
		})
	}
	events := ben.connect(ben.get("/"))
	events.want(opening)
	p = anna.post("/settings/delete", "name", "anna  ŁÓDŹ", "password", password).wantStatus(t, http.StatusOK)
	p.wantText(t, "#notice", "It is all deleted").wantText(t, "nav", "Log in").wantCount(t, "#desk", 0)
	if p.path != "/" {
		t.Errorf("it leads to %s", p.path)
	}
	events.want(changed)

	anna.get("/").wantCount(t, "#notice p, #desk", 0)
	elsewhere.get("/").wantText(t, "nav", "Log in")
	anna.post("/settings/delete", "name", "Anna Łódź", "password", password).wantStatus(t, http.StatusForbidden)
	s.client(t).post("/login", "name", "Anna Łódź", "password", password).wantStatus(t, http.StatusUnprocessableEntity)
	s.client(t).get("/people/Anna%20%C5%81%C3%B3d%C5%BA").wantStatus(t, http.StatusNotFound)

	for _, path := range []string{"/games/" + over.ID, "/games/" + young.ID, "/", "/people/Ben", "/people/Ben/games", "/games/" + over.ID + "/record.txt"} {
		p := ben.get(path).wantStatus(t, http.StatusOK)
		if strings.Contains(p.body, "Anna") || !strings.Contains(p.body, "deleted player") {
			t.Errorf("%s tells of her: %s", path, p.text("main"))
		}
	}
	ben.with("Accept-Language", "fr").get("/games/"+over.ID).wantText(t, ".players", "joueur supprimé")
	ben.get("/games/"+young.ID).wantText(t, ".status", "called the game off")
	ben.get("/games/"+open.ID).wantText(t, ".status", "called the game off")
	if p := ben.get("/people/Ben"); p.Find(".archive .opponents a").Length() != 0 {
		t.Error("her name leads somewhere")
	}
	ben.post("/games", "game", "hexone", "opponent", "named", "player", "Anna Łódź").wantStatus(t, http.StatusUnprocessableEntity)
	ben.post("/games/"+over.ID+"/rematch").wantStatus(t, http.StatusConflict)
	s.client(t).signUp("Anna Łódź") // the name is free
}

func TestDeleteGuest(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	s.client(t).get("/settings").wantCount(t, "a[href='/settings/delete']", 0)
	s.client(t).get("/settings/delete").wantStatus(t, http.StatusForbidden)
	p := guest.get("/settings").wantCount(t, "a[href='/settings/delete']", 1)
	guest.get(p.attribute("a[href='/settings/delete']", "href")).wantText(t, "h1", "Delete what is known of me").wantCount(t, "form.card input", 1)
	guest.post("/settings/delete").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "tick the box")
	guest.post("/settings/delete", "sure", "yes").wantStatus(t, http.StatusOK).wantText(t, "#notice", "It is all deleted")
	guest.get(game).wantText(t, ".players", "deleted player").wantCount(t, ".players small", 0)
	host.get(game).wantText(t, ".players", "deleted player").wantText(t, ".status", "called the game off")
	guest.get("/").wantCount(t, "#desk", 0)
}
