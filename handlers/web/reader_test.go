package web_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/url"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

// A form on a page from before a log-out does nothing in the name of a new guest. The answer says so, and has
// the values of the form, which can be sent after a log-in.
func TestFormsDrawnBeforeALogOut(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c, _ := s.NewAccount(t, "Anna")
	page := c.Get("/games/new?game=hexone").WantStatus(t, http.StatusOK)
	form := page.Fields("/games")
	for name, value := range map[string]string{"game": "hexone", "opponent": "device", "starter": "me"} {
		form.Set(name, value)
	}
	c.Post("/logout").WantStatus(t, http.StatusOK)
	before := s.Stored(t)
	for tag, want := range map[string]string{
		"en": "You’ve logged out.", "fr": "Vous vous êtes déconnecté.", "es": "Tu sesión se ha cerrado", "ko": "로그아웃됐어요",
	} {
		c.With("Accept-Language", tag).PostForm("/games", form).WantStatus(t, http.StatusForbidden).WantText(t, "main", want).WantCount(t, `main a[href^="/login"]`, 1).
			WantCount(t, `.do:has(a[href^="/login"][target=_blank][rel=noopener]) + form.again`, 1)
	}
	s.WantStored(t, before)
	if c.Cookie("hexclub") != "" {
		t.Error("the browser belongs to a new guest")
	}
	p := c.PostForm("/games", form)
	action, kept := p.Resent()
	kept.Set("reader", p.Attribute("form.again input[name=reader]", "value"))
	if action != "/games" || kept.Get("game") != "hexone" || kept.Get("opponent") != "device" {
		t.Errorf("given back is %v to %q", kept, action)
	}
	c.PostForm(action, kept).WantStatus(t, http.StatusForbidden) // no account is logged in yet
	c.PostForm("/language", url.Values{"lang": {"en"}, "reader": form["reader"]}).WantStatus(t, http.StatusOK)
	c.Htmx().PostForm("/games", form).WantStatus(t, http.StatusForbidden).WantText(t, "body", "You’ve logged out.")
	c.PostForm("/logout", c.LogIn("Anna").Fields("/logout")).WantStatus(t, http.StatusOK)
	c.LogIn("Anna")
	c.PostForm(action, kept).WantStatus(t, http.StatusOK)
	if c.Name() != "Anna" {
		t.Errorf("who sends it again is %q", c.Name())
	}
	if guests := s.Count(t, "people WHERE name IS NULL AND id NOT LIKE 'bot-%'"); guests != 0 {
		t.Errorf("%d guests were made", guests)
	}
}

// A form on a page of one account is not accepted from another that has logged in since.
func TestFormsDrawnForAnotherAccount(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, _ := s.TwoPlayers(t)
	c := s.Client(t)
	host.SignUp("Anna")
	chat := game + "/chat"
	form := host.Get(chat).Fields(chat)
	form.Set("text", "In Anna’s name")
	host.Post("/logout")
	host.SignUp("Ben")
	p := host.PostForm(chat, form).WantStatus(t, http.StatusConflict).WantText(t, "main", "This browser is now logged in to another account")
	if _, kept := p.Resent(); kept.Get("text") != "In Anna’s name" {
		t.Errorf("given back is %v", kept)
	}
	host.PostForm("/logout", form).WantStatus(t, http.StatusConflict)
	if n := s.Count(t, "messages"); n != 0 {
		t.Errorf("%d messages were sent", n)
	}
	// A password is not shown again.
	form = host.Get("/settings/password").Fields("/settings/password")
	form.Set("old", sitetest.Password)
	form.Set("password", sitetest.OtherPassword)
	host.Post("/logout")
	host.PostForm("/settings/password", form).WantStatus(t, http.StatusForbidden).WantText(t, "main", "You’ve logged out.").WantCount(t, "form.again", 0)
	host.PostForm("/logout", form).WantStatus(t, http.StatusOK)
	// A guest who signs up or logs in stays the same person.
	c.Post("/games", "game", "hexone", "opponent", "device", "starter", "me")
	form = c.Get("/games/new?game=hexone").Fields("/games")
	c.SignUp("Cleo")
	for name, value := range map[string]string{"game": "hexone", "opponent": "device", "starter": "me"} {
		form.Set(name, value)
	}
	c.PostForm("/games", form).WantStatus(t, http.StatusOK)
}

// Every form on a page for an account names that account. Forms on other pages name none.
func TestFormsSayForWhomTheyAreDrawn(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	admin, _ := s.WithRole(t, "Alma", db.Admin)
	game := admin.NewGame("device", "me")
	for _, path := range []string{"/", "/games/new?game=hexone", "/settings", "/club/settings", "/club/members/Alma", "/admin/bans", "/club/import", game} {
		p := admin.Get(path).WantStatus(t, http.StatusOK)
		forms := p.Find("form[method=post]").Length()
		if forms == 0 || p.Find("form[method=post] > input[type=hidden][name=reader]").Length() != forms {
			t.Errorf("%s: of %d forms not all name the account", path, forms)
		}
		p.WantCount(t, "form:not([method=post]) input[name=reader]", 0)
	}
	s.Client(t).Get("/login").WantCount(t, "input[name=reader]", 0)
}

// The same holds for a list of members, as a form or as a file.
func TestListsDrawnForAnotherAccount(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	olga, _ := s.WithRole(t, "Olga", db.Organiser)
	otto, _ := s.WithRole(t, "Otto", db.Organiser)
	form := olga.Get("/club/import").WantStatus(t, http.StatusOK).Fields("/club/import")
	form.Set("list", "Nils")
	form.Set("sure", "all")
	var body bytes.Buffer
	parts := multipart.NewWriter(&body)
	for name, values := range form {
		_ = parts.WriteField(name, values[0]) // in memory
	}
	_ = parts.Close()
	file := http.Header{"Content-Type": {parts.FormDataContentType()}}

	before := s.Stored(t)
	otto.PostForm("/club/import", form).WantStatus(t, http.StatusConflict).WantText(t, "main", "This browser is now logged in to another account")
	otto.Do(http.MethodPost, "/club/import", bytes.NewReader(body.Bytes()), file).WantStatus(t, http.StatusConflict)
	for _, path := range []string{"/club/import/links", "/club/import/links.csv"} {
		otto.PostForm(path, form).WantStatus(t, http.StatusConflict)
	}
	s.WantStored(t, before)
	olga.Do(http.MethodPost, "/club/import", bytes.NewReader(body.Bytes()), file).WantStatus(t, http.StatusOK)
	if n := s.Count(t, "people WHERE name = 'Nils'"); n != 1 {
		t.Errorf("%d members were imported", n)
	}
}
