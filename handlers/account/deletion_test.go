package account_test

import (
	"net/http"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

func TestDeleteAccount(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	anna, annaIs := s.NewAccount(t, "Anna Łódź")
	ben, benIs := s.NewAccount(t, "Ben")
	over := s.Resigned(t, s.Made(t, db.NewGame{Host: annaIs.ID}, benIs), benIs)
	young := s.Made(t, db.NewGame{Host: annaIs.ID}, benIs)
	open := s.Made(t, db.NewGame{Host: annaIs.ID})
	elsewhere := s.Client(t)
	elsewhere.LogIn("Anna Łódź")

	form := anna.Get("/settings").Attribute("a[href='/settings/delete']", "href")
	p := anna.Get(form).WantStatus(t, http.StatusOK).WantText(t, "h1", "Delete my account").WantText(t, "form.card", "2 unfinished games are cancelled, left or resigned")
	p.WantText(t, "label", "type your name: Anna Łódź").WantCount(t, "form.card input[type=password]", 1)
	for name, c := range map[string]struct{ name, password, problem string }{
		"nothing":            {"", "", "That isn’t your name"},
		"another name":       {"Anna", sitetest.Password, "That isn’t your name"},
		"without a password": {"Anna Łódź", "", "Wrong password"},
		"a wrong password":   {"Anna Łódź", sitetest.Password + "x", "Wrong password"},
		"a long password":    {"Anna Łódź", strings.Repeat("x", 300), "Wrong password"},
	} {
		t.Run(name, func(t *testing.T) {
			before := s.Stored(t)
			p := anna.Post("/settings/delete", "name", c.name, "password", c.password).WantStatus(t, http.StatusUnprocessableEntity)
			p.WantText(t, "#problem", c.problem).WantCount(t, "input[type=password][value]", 0)
			if typed := p.Attribute("input[name=name]", "value"); typed != c.name {
				t.Errorf("of the name %q the form has %q", c.name, typed)
			}
			s.WantStored(t, before)
		})
	}
	events := ben.Connect(ben.Get("/"))
	events.Want(sitetest.Opening)
	p = anna.Post("/settings/delete", "name", "anna  ŁÓDŹ", "password", sitetest.Password).WantStatus(t, http.StatusOK)
	p.WantText(t, "#notice", "Your account is deleted").WantText(t, "nav", "Log in").WantCount(t, "#desk", 0)
	if p.Path != "/" {
		t.Errorf("it leads to %s", p.Path)
	}
	events.Want(sitetest.Changed)

	anna.Get("/").WantCount(t, "#notice p, #desk", 0)
	elsewhere.Get("/").WantText(t, "nav", "Log in")
	anna.Post("/settings/delete", "name", "Anna Łódź", "password", sitetest.Password).WantStatus(t, http.StatusForbidden)
	s.Client(t).Post("/login", "name", "Anna Łódź", "password", sitetest.Password).WantStatus(t, http.StatusUnprocessableEntity)
	s.Client(t).Get("/people/Anna%20%C5%81%C3%B3d%C5%BA").WantStatus(t, http.StatusNotFound)

	for _, path := range []string{"/games/" + over.ID, "/games/" + young.ID, "/", "/people/Ben", "/people/Ben/games", "/games/" + over.ID + "/record.txt"} {
		p := ben.Get(path).WantStatus(t, http.StatusOK)
		if strings.Contains(p.Body, "Anna") || !strings.Contains(p.Body, "deleted player") {
			t.Errorf("%s still shows her name: %s", path, p.Text("main"))
		}
	}
	ben.With("Accept-Language", "fr").Get("/games/"+over.ID).WantText(t, ".players", "joueur supprimé")
	ben.Get("/games/"+young.ID).WantText(t, ".status", "cancelled the game")
	ben.Get("/games/"+open.ID).WantText(t, ".status", "cancelled the game")
	if p := ben.Get("/people/Ben"); p.Find(".archive .opponents a").Length() != 0 {
		t.Error("her name is a link")
	}
	ben.Post("/games", "game", "hexone", "opponent", "named", "player", "Anna Łódź").WantStatus(t, http.StatusUnprocessableEntity)
	ben.Post("/games/"+over.ID+"/rematch").WantStatus(t, http.StatusConflict)
	s.Client(t).SignUp("Anna Łódź") // the name is free
}

func TestDeleteGuest(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)
	s.Client(t).Get("/settings").WantCount(t, "a[href='/settings/delete']", 0)
	s.Client(t).Get("/settings/delete").WantStatus(t, http.StatusForbidden)
	p := guest.Get("/settings").WantCount(t, "a[href='/settings/delete']", 1)
	guest.Get(p.Attribute("a[href='/settings/delete']", "href")).WantText(t, "h1", "Delete my guest data").WantCount(t, "form.card input", 1)
	guest.Post("/settings/delete").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "tick the box")
	guest.Post("/settings/delete", "sure", "yes").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Your guest data is deleted")
	guest.Get(game).WantText(t, ".players", "deleted player").WantCount(t, ".players small", 0)
	host.Get(game).WantText(t, ".players", "deleted player").WantText(t, ".status", "cancelled the game")
	guest.Get("/").WantCount(t, "#desk", 0)
}
