package club_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// sure is the form with which an organiser closes an account.
var sure = []string{"reason", "Spam in every chat", "sure", "yes"}

func TestClosingAccounts(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	admin, _ := s.WithRole(t, "Anna", db.Admin)
	otto, _ := s.WithRole(t, "Otto", db.Organiser)
	mona, monaIs := s.NewAccount(t, "Mona")
	rita, ritaIs := s.NewAccount(t, "Rita")
	running := s.Made(t, db.NewGame{Host: monaIs.ID}, ritaIs)
	phone := s.Client(t) // a second session
	phone.LogIn("Mona")
	seek := mona.NewGame("lobby", "me")
	stream := mona.Connect(mona.Get("/games/" + running.ID))
	stream.Want(sitetest.Opening)

	t.Run("refused", func(t *testing.T) {
		mona.Post("/club/members/Rita/close", sure...).WantStatus(t, http.StatusForbidden)
		otto.Post("/club/members/Anna/close", sure...).WantStatus(t, http.StatusForbidden)
		otto.Post("/club/members/Nobody/close", sure...).WantStatus(t, http.StatusNotFound)
		admin.Post("/club/members/Anna/close", sure...).WantStatus(t, http.StatusConflict).WantText(t, "#problem", "your own account")
		p := otto.Post("/club/members/Mona/close", "reason", "Spam").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "tick the box")
		p.WantText(t, "textarea[name=reason]", "Spam").WantCount(t, "form[action$='/close'] #problem", 1)
		p.WantCount(t, "[aria-invalid]", 1).WantCount(t, "form[action$='/close'] input[name=sure][aria-describedby=problem][aria-invalid=true][autofocus]", 1)
		for _, reason := range []string{"", " \n", strings.Repeat("x", 301), "a\u202eb"} {
			otto.Post("/club/members/Mona/close", "reason", reason, "sure", "yes").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "Give a reason").
				WantCount(t, "[aria-invalid]", 1).WantCount(t, "textarea[aria-describedby=problem][aria-invalid=true]", 1)
		}
		otto.Get("/club/members/Anna").WantText(t, "main", "Only admins can close or reopen").WantCount(t, "form[action$='/close']", 0)
		mona.Get("/settings").WantText(t, ".top nav", "Mona")
	})

	otto.Get("/club/members/Mona").WantCount(t, "form[action$='/close']", 1).WantText(t, "main", "with their clocks running")
	otto.Post("/club/members/Mona/close", sure...).WantStatus(t, http.StatusOK).WantText(t, "#notice", "Account closed").
		WantCount(t, "form[action$='/close']", 0).WantCount(t, "form[action$='/open']", 1)
	stream.WantEnd()
	for _, c := range []*sitetest.Client{mona, phone} {
		if p := c.Get("/settings"); strings.Contains(p.Text(".top nav"), "Mona") {
			t.Error("Mona is logged in")
		}
	}
	t.Run("log-in", func(t *testing.T) {
		s.Client(t).Post("/login", "name", "Mona", "password", "wrong wrong").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "password")
		p := s.Client(t).Post("/login", "name", "Mona", "password", sitetest.Password).WantStatus(t, http.StatusForbidden)
		p.WantText(t, "#problem", "This account is closed. Ask an organiser")
		if p.Header["Set-Cookie"] != nil {
			t.Error("a cookie is set")
		}
	})
	t.Run("its games", func(t *testing.T) {
		rita.Get(seek).WantText(t, "main", "Mona cancelled the game")
		if g, err := s.DB.Game(t.Context(), running.ID); err != nil || g.Status != db.Running {
			t.Errorf("%v, %v", g.Status, err)
		}
		rita.Post("/games", "game", "hexone", "opponent", "named", "player", "Mona").WantStatus(t, http.StatusUnprocessableEntity)
	})
	t.Run("the organisers who get a report", func(t *testing.T) {
		for path, c := range map[string]string{"/club/members": "#members", "/people/Mona": "h1", "/club/members/Mona": "h1"} {
			otto.Get(path).WantText(t, c, "closed")
		}
		for _, path := range []string{"/club/members", "/people/Mona"} {
			if text := rita.Get(path).Text("main"); strings.Contains(text, "closed") {
				t.Errorf("%s tells members: %s", path, text)
			}
		}
		admin.Get("/club/members/Mona").WantCount(t, "form[action$='/reset']", 0) // it would be refused
		otto.Get("/club/members?closed=yes").WantCount(t, "#members li", 1)
		rita.Get("/club/members?closed=yes").WantCount(t, "#members li", 4) // filters of organisers are ignored
		otto.Get(otto.Get("/club/members/Mona").Attribute("#closing p a", "href")).WantText(t, ".log", "Otto closed Mona’s account. Spam in every chat")
	})
	t.Run("Account reopened", func(t *testing.T) {
		rita.Post("/club/members/Mona/open").WantStatus(t, http.StatusForbidden)
		otto.Post("/club/members/Mona/open").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Account reopened")
		admin.Get("/club/members/Mona").WantCount(t, "form[action$='/reset']", 1)
		if p := mona.Get("/"); strings.Contains(p.Text(".top nav"), "Mona") {
			t.Error("a session came back")
		}
		s.Client(t).Post("/login", "name", "Mona", "password", sitetest.Password).WantStatus(t, http.StatusOK).WantText(t, ".top nav", "Mona")
	})
}

func TestRemovingMessages(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	otto, _ := s.WithRole(t, "Otto", db.Organiser)
	game, host, guest := s.TwoPlayers(t)
	host.SignUp("Anna")
	if p := otto.Get(game); p.Find("a[href='"+game+"/chat']").Length() > 0 {
		t.Error("organisers are led to an empty chat")
	}
	for _, text := range []string{"hello", "a bad word", "bye"} {
		host.Say(game, text)
	}
	stream := guest.Connect(guest.Get(game))
	stream.Want(sitetest.Opening)
	otto.Get(game).WantCount(t, "main a[href='"+game+"/chat']", 1).WantCount(t, "#chat", 0)
	guest.Get(game).WantText(t, "#chat-tools", "Organisers can read")

	p := otto.Get(game+"/chat").WantStatus(t, http.StatusOK).WantSaid(t, "hello", "a bad word", "bye")
	p.WantText(t, "main", "As an organiser, you can remove messages").WantCount(t, "#chat-text", 0).WantCount(t, "#chat-tools", 0)
	for _, path := range []string{"/chat", "/chat/mute", "/chat/block"} {
		otto.Post(game+path, "text", "hello", "muted", "on", "seat", "1", "blocked", "on").WantStatus(t, http.StatusForbidden)
	}
	otto.Get(game+"/chat/news?after=0").WantStatus(t, http.StatusForbidden)
	for _, c := range []*sitetest.Client{host, guest, s.Client(t)} {
		c.Post(game+"/chat/remove", "number", "2").WantStatus(t, http.StatusForbidden)
	}
	host.Get(game+"/chat").WantSaid(t, "hello", "a bad word", "bye").WantCount(t, "form[action$='/remove']", 0)
	otto.Post(game+"/chat/remove", "number", "9").WantStatus(t, http.StatusNotFound)
	otto.Post(game+"/chat/remove", "number", "x").WantStatus(t, http.StatusUnprocessableEntity)

	number := p.Attribute("#said-2 + details input[name=number]", "value")
	otto.Post(game+"/chat/remove", "number", number).WantStatus(t, http.StatusOK).WantText(t, "#notice", "Message removed").WantSaid(t, "hello", "bye")
	stream.Want(sitetest.Chatted)
	news := guest.News(game, 3).WantText(t, "#said-2", "Removed by an organiser").WantSaid(t)
	if got := news.Attribute("#said-2", "data-hx-swap-oob"); got != "true" {
		t.Errorf("it takes the line's place: %q", got)
	}
	guest.Get(game+"/chat").WantSaid(t, "hello", "bye").WantText(t, "#said-2", "Removed by an organiser")
	guest.Get(game).WantSaid(t, "hello", "bye")
	log := otto.Get("/club/log").WantText(t, ".log", "Otto removed Anna’s chat message")
	if strings.Contains(log.Body, "bad word") {
		t.Error("the log has its text")
	}
}

func TestRenamingMembers(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	otto, _ := s.WithRole(t, "Otto", db.Organiser)
	mona, monaIs := s.NewAccount(t, "Mona")
	rita, ritaIs := s.NewAccount(t, "Rita")
	game := "/games/" + s.Made(t, db.NewGame{Host: monaIs.ID}, ritaIs).ID
	stream := rita.Connect(rita.Get(game))
	stream.Want(sitetest.Opening)
	rita.Post("/club/members/Mona/name", "name", "Lisa").WantStatus(t, http.StatusForbidden)
	otto.Post("/club/members/Otto/name", "name", "Lisa").WantStatus(t, http.StatusForbidden)
	otto.Get("/club/members/Otto").WantCount(t, "form[action$='/name']", 0)
	otto.Get("/club/members/Mona").WantText(t, "main", "For 90 days, the member can still log in with the old name")
	for taken, want := range map[string]int{"rita": http.StatusConflict, "x": http.StatusUnprocessableEntity} {
		p := otto.Post("/club/members/Mona/name", "name", taken).WantStatus(t, want)
		p.WantCount(t, "form[action$='/name'] #problem", 1).WantCount(t, "#problem", 1).WantCount(t, "[aria-describedby], [aria-invalid], [autofocus]", 1)
		p.WantCount(t, "input[name=name][value="+taken+"][aria-describedby=problem][aria-invalid=true][autofocus]", 1)
	}
	otto.Post("/club/members/Mona/name", "name", "Lisa").WantStatus(t, http.StatusOK).WantText(t, "h1", "Lisa").WantText(t, "#notice", "Name changed")
	stream.Want(sitetest.Changed)
	mona.Get("/").WantText(t, ".top nav", "Lisa")
	rita.Get(game).WantText(t, "main", "Lisa")
	for from, to := range map[string]string{"/people/mona": "/people/Lisa", "/people/Mona/games": "/people/Lisa/games", "/club/members/Mona": "/club/members/Lisa"} {
		if p := otto.Get(from).WantStatus(t, http.StatusOK); p.Path != to {
			t.Errorf("%s leads to %s, want %s", from, p.Path, to)
		}
	}
	if to := otto.NoRedirects().Get("/people/Mona/games?game=hexone").Header.Get("Location"); to != "/people/Lisa/games?game=hexone" {
		t.Errorf("a page of the archive leads to %s", to)
	}
	rita.Get("/club/members/Mona").WantStatus(t, http.StatusForbidden).WantText(t, "h1", "No access")
	s.Client(t).Get("/club/members").WantStatus(t, http.StatusForbidden).WantText(t, "h1", "Members only")
	s.Client(t).Get("/people/Mona").WantStatus(t, http.StatusNotFound) // strangers do not learn the new name
	later := s.At(t, s.Now().Add(db.NameKept+time.Hour)).Client(t)
	later.LogIn("Rita")
	later.Get("/people/Mona").WantStatus(t, http.StatusNotFound)
	rita.Get("/club/log").WantText(t, ".log", "Otto renamed Mona to Lisa.")
	s.Client(t).Post("/signup", "name", "mona", "password", sitetest.Password).WantStatus(t, http.StatusConflict).WantText(t, "#problem", "This name is taken")
	s.Client(t).Post("/login", "name", "Lisa", "password", sitetest.Password).WantStatus(t, http.StatusOK).WantCount(t, "#notice:not(:empty)", 0)
	phone := s.Client(t)
	phone.Post("/login", "name", "Mona", "password", sitetest.Password).WantStatus(t, http.StatusOK).WantText(t, "#notice", "An organiser changed your name").WantText(t, ".top nav", "Lisa")
	if _, err := s.DB.DeletePerson(t.Context(), monaIs.ID, s.Now()); err != nil {
		t.Fatal(err)
	}
	if p := rita.Get("/club/log"); strings.Contains(p.Body, "Mona") || strings.Contains(p.Body, "Lisa") {
		t.Errorf("the log names who was deleted: %s", p.Text(".log"))
	}
}

// A member whom finished games show is renamed only once that is confirmed.
func TestRenamingIsConfirmed(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	otto, _ := s.WithRole(t, "Otto", db.Organiser)
	_, mona := s.NewAccount(t, "Mona")
	_, rita := s.NewAccount(t, "Rita")
	otto.Get("/club/members/Mona").WantCount(t, "#shown", 0)
	s.Resigned(t, s.Made(t, db.NewGame{Host: mona.ID}, rita), rita)
	otto.Get("/club/members/Mona").WantText(t, "#shown", "1 finished game").WantCount(t, "form[action$='/name'] input[name=sure]", 1)
	p := otto.Post("/club/members/Mona/name", "name", "Lisa").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "form[action$='/name'] #problem", "tick the box")
	p.WantCount(t, "input[name=name][value=Lisa]", 1).WantCount(t, "[aria-invalid]", 1).WantCount(t, "input[name=sure][aria-invalid=true]", 1)
	otto.Post("/club/members/Mona/name", "name", "Lisa", "sure", "yes").WantStatus(t, http.StatusOK).WantText(t, "h1", "Lisa")
}

// An admin deletes the account of a member who has played, after a preview.
func TestDeletingMembers(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	admin, adminIs := s.WithRole(t, "Anna", db.Admin)
	otto, _ := s.WithRole(t, "Otto", db.Organiser)
	mona, monaIs := s.NewAccount(t, "Mona")
	rita, ritaIs := s.NewAccount(t, "Rita")
	over := s.Made(t, db.NewGame{Host: monaIs.ID}, ritaIs)
	s.Resigned(t, over, ritaIs)
	running := s.Made(t, db.NewGame{Host: monaIs.ID}, ritaIs)

	otto.Get("/club/members/Mona").WantCount(t, "a[href$='/delete']", 0)
	preview := admin.Get("/club/members/Mona").Attribute("#closing a[href$='/delete']", "href")
	otto.Get(preview).WantStatus(t, http.StatusForbidden)
	otto.Post(preview, "reason", "By e-mail", "sure", "yes").WantStatus(t, http.StatusForbidden)
	p := admin.Get(preview).WantStatus(t, http.StatusOK).WantText(t, "#stays", "1 finished game").WantText(t, "#goes", "1 unfinished game")
	p.WantText(t, "main", "“deleted player” replaces the name")
	before := s.Stored(t)
	admin.Post(preview, "sure", "yes").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "Give a reason").WantCount(t, "textarea[aria-invalid=true]", 1)
	admin.Post(preview, "reason", "By e-mail").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "tick the box").
		WantText(t, "textarea[name=reason]", "By e-mail").WantCount(t, "input[name=sure][aria-invalid=true]", 1)
	admin.Post("/club/members/Anna/delete", "reason", "By e-mail", "sure", "yes").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "go to Settings")
	s.WantStored(t, before)
	if to := admin.Get("/club/members/Anna/delete").Path; to != "/settings/delete" {
		t.Errorf("the own deletion is at %s", to)
	}

	if p := admin.Post(preview, "reason", "By e-mail", "sure", "yes").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Account deleted"); p.Path != "/club/members" {
		t.Errorf("it leads to %s", p.Path)
	}
	if p := mona.Get("/settings"); strings.Contains(p.Text(".top nav"), "Mona") {
		t.Error("Mona is logged in")
	}
	rita.Get("/games/"+over.ID).WantText(t, "main", "deleted player")
	if g, err := s.DB.Game(t.Context(), running.ID); err != nil || g.Status != db.Over {
		t.Errorf("the game is %v, %v", g.Status, err)
	}
	otto.Get("/club/log").WantText(t, ".log li:first-child", "Anna deleted a member’s account. By e-mail")
	if p := rita.Get("/club/log").WantText(t, ".log li:first-child", "Anna deleted a member’s account"); strings.Contains(p.Body, "By e-mail") {
		t.Error("members read why an account was deleted")
	}
	admin.Get(preview).WantStatus(t, http.StatusNotFound)
	otto.Get("/club/members/"+adminIs.Name).WantCount(t, "a[href$='/delete']", 0)
}

// One person can have so many streams open and no more, across all addresses.
func TestStreamsOfOnePerson(t *testing.T) {
	t.Parallel()
	s, _ := sitetest.LimitedSite(t, web.Limits{StreamsAs: 2})
	c := s.Client(t)
	game := c.NewGame("device", "me")
	for range 2 {
		c.Listen(game+"/events", "").Want(sitetest.Opening)
	}
	c.NoRedirects().Get(game + "/events").WantTooMany(t)
	s.Client(t).Listen(game+"/events", "").Want(sitetest.Opening)
	for range 3 { // visitors without an account have no such limit
		s.Client(t).Listen("/lobby/events", "").Want(sitetest.Opening)
	}
}
