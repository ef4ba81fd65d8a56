package handlers_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/url"
	"testing"

	"hexclub/db"
)

// A form on a page that was drawn before a log-out does nothing in the name of a new guest: the
// answer says so, and has what was typed, which can be sent after a log-in.
func TestFormsDrawnBeforeALogOut(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, _ := s.newAccount(t, "Anna")
	page := c.get("/games/new?game=hexone").wantStatus(t, http.StatusOK)
	form := page.fields("/games")
	for name, value := range map[string]string{"game": "hexone", "opponent": "device", "starter": "me"} {
		form.Set(name, value)
	}
	c.post("/logout").wantStatus(t, http.StatusOK)
	before := s.stored(t)
	for tag, want := range map[string]string{
		"en": "You have been logged out in this browser", "fr": "Vous n’êtes plus connecté dans ce navigateur", "es": "La sesión con la que abriste esta página ya está cerrada", "ko": "이 브라우저에서 로그아웃되었어요",
	} {
		c.with("Accept-Language", tag).postForm("/games", form).wantStatus(t, http.StatusForbidden).wantText(t, "main", want).wantCount(t, `main a[href^="/login"]`, 1).
			wantCount(t, `.do:has(a[href^="/login"][target=_blank][rel=noopener]) + form.again`, 1)
	}
	s.wantStored(t, before)
	if c.cookie("hexclub") != "" {
		t.Error("the browser belongs to a new guest")
	}
	p := c.postForm("/games", form)
	action, kept := p.resent()
	kept.Set("reader", p.attribute("form.again input[name=reader]", "value"))
	if action != "/games" || kept.Get("game") != "hexone" || kept.Get("opponent") != "device" {
		t.Errorf("given back is %v to %q", kept, action)
	}
	c.postForm(action, kept).wantStatus(t, http.StatusForbidden) // nobody has logged in yet
	c.postForm("/language", url.Values{"lang": {"en"}, "reader": form["reader"]}).wantStatus(t, http.StatusOK)
	c.htmx().postForm("/games", form).wantStatus(t, http.StatusForbidden).wantText(t, "body", "You have been logged out in this browser")
	c.postForm("/logout", c.logIn("Anna").fields("/logout")).wantStatus(t, http.StatusOK)
	c.logIn("Anna")
	c.postForm(action, kept).wantStatus(t, http.StatusOK)
	if c.name() != "Anna" {
		t.Errorf("who sends it again is %q", c.name())
	}
	if guests := s.count(t, "people WHERE name IS NULL AND id NOT LIKE 'bot-%'"); guests != 0 {
		t.Errorf("%d guests were made", guests)
	}
}

// A form on a page of one account is not sent as another that has logged in since.
func TestFormsDrawnForAnotherAccount(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, _ := s.twoPlayers(t)
	c := s.client(t)
	host.signUp("Anna")
	chat := game + "/chat"
	form := host.get(chat).fields(chat)
	form.Set("text", "In Anna’s name")
	host.post("/logout")
	host.signUp("Ben")
	p := host.postForm(chat, form).wantStatus(t, http.StatusConflict).wantText(t, "main", "Another account is logged in in this browser now")
	if _, kept := p.resent(); kept.Get("text") != "In Anna’s name" {
		t.Errorf("given back is %v", kept)
	}
	host.postForm("/logout", form).wantStatus(t, http.StatusConflict)
	if n := s.count(t, "messages"); n != 0 {
		t.Errorf("%d messages were sent", n)
	}
	// A password is not given back.
	form = host.get("/settings/password").fields("/settings/password")
	form.Set("old", password)
	form.Set("password", otherPassword)
	host.post("/logout")
	host.postForm("/settings/password", form).wantStatus(t, http.StatusForbidden).wantText(t, "main", "You have been logged out in this browser").wantCount(t, "form.again", 0)
	host.postForm("/logout", form).wantStatus(t, http.StatusOK)
	// A guest who signs up stays who they are, and so does one who logs in.
	c.post("/games", "game", "hexone", "opponent", "device", "starter", "me")
	form = c.get("/games/new?game=hexone").fields("/games")
	c.signUp("Cleo")
	for name, value := range map[string]string{"game": "hexone", "opponent": "device", "starter": "me"} {
		form.Set(name, value)
	}
	c.postForm("/games", form).wantStatus(t, http.StatusOK)
}

// Every form on a page for an account names that account. Forms on other pages name none.
func TestFormsSayForWhomTheyAreDrawn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	admin, _ := s.withRole(t, "Alma", db.Admin)
	game := admin.newGame("device", "me")
	for _, path := range []string{"/", "/games/new?game=hexone", "/settings", "/club/settings", "/club/members/Alma", "/admin/bans", "/club/import", game} {
		p := admin.get(path).wantStatus(t, http.StatusOK)
		forms := p.Find("form[method=post]").Length()
		if forms == 0 || p.Find("form[method=post] > input[type=hidden][name=reader]").Length() != forms {
			t.Errorf("%s: of %d forms not all name the account", path, forms)
		}
		p.wantCount(t, "form:not([method=post]) input[name=reader]", 0)
	}
	s.client(t).get("/login").wantCount(t, "input[name=reader]", 0)
}

// Neither is a list of members, as a form or as a file.
func TestListsDrawnForAnotherAccount(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	olga, _ := s.withRole(t, "Olga", db.Organiser)
	otto, _ := s.withRole(t, "Otto", db.Organiser)
	form := olga.get("/club/import").wantStatus(t, http.StatusOK).fields("/club/import")
	form.Set("list", "Nils")
	form.Set("sure", "all")
	var body bytes.Buffer
	parts := multipart.NewWriter(&body)
	for name, values := range form {
		_ = parts.WriteField(name, values[0]) // in memory
	}
	_ = parts.Close()
	file := http.Header{"Content-Type": {parts.FormDataContentType()}}

	before := s.stored(t)
	otto.postForm("/club/import", form).wantStatus(t, http.StatusConflict).wantText(t, "main", "Another account is logged in in this browser now")
	otto.do(http.MethodPost, "/club/import", bytes.NewReader(body.Bytes()), file).wantStatus(t, http.StatusConflict)
	for _, path := range []string{"/club/import/links", "/club/import/links.csv"} {
		otto.postForm(path, form).wantStatus(t, http.StatusConflict)
	}
	s.wantStored(t, before)
	olga.do(http.MethodPost, "/club/import", bytes.NewReader(body.Bytes()), file).wantStatus(t, http.StatusOK)
	if n := s.count(t, "people WHERE name = 'Nils'"); n != 1 {
		t.Errorf("%d members were imported", n)
	}
}
