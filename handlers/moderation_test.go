package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"hexclub/db"
)

// sure is what an organiser sends who closes an account.
var sure = []string{"reason", "Spam in every chat", "sure", "yes"}

func TestClosingAccounts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	admin, _ := s.withRole(t, "Anna", db.Admin)
	otto, _ := s.withRole(t, "Otto", db.Organiser)
	mona, monaIs := s.account(t, "Mona")
	rita, ritaIs := s.account(t, "Rita")
	running := s.made(t, db.NewGame{Host: monaIs.ID}, ritaIs)
	phone := s.client(t) // logged in at a second place
	phone.logIn("Mona")
	seek := mona.newGame("lobby", "me")
	stream := mona.connect(mona.get("/games/" + running.ID))
	stream.want(opening)

	t.Run("refused", func(t *testing.T) {
		mona.post("/club/members/Rita/close", sure...).wantStatus(t, http.StatusForbidden)
		otto.post("/club/members/Anna/close", sure...).wantStatus(t, http.StatusForbidden)
		otto.post("/club/members/Nobody/close", sure...).wantStatus(t, http.StatusNotFound)
		admin.post("/club/members/Anna/close", sure...).wantStatus(t, http.StatusConflict).wantText(t, "#problem", "your own account")
		p := otto.post("/club/members/Mona/close", "reason", "Spam").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "tick the box")
		p.wantText(t, "textarea[name=reason]", "Spam")
		for _, reason := range []string{"", " \n", strings.Repeat("x", 301), "a\u202eb"} {
			otto.post("/club/members/Mona/close", "reason", reason, "sure", "yes").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "Give a reason")
		}
		otto.get("/club/members/Anna").wantText(t, "main", "Admins close and open").wantCount(t, "form[action$='/close']", 0)
		mona.get("/settings").wantText(t, ".top nav", "Mona")
	})

	otto.get("/club/members/Mona").wantCount(t, "form[action$='/close']", 1).wantText(t, "main", "clocks run")
	otto.post("/club/members/Mona/close", sure...).wantStatus(t, http.StatusOK).wantText(t, "#notice", "The account is closed").
		wantCount(t, "form[action$='/close']", 0).wantCount(t, "form[action$='/open']", 1)
	stream.want(ended)
	for _, c := range []*client{mona, phone} {
		if p := c.get("/settings"); strings.Contains(p.text(".top nav"), "Mona") {
			t.Error("Mona is logged in")
		}
	}
	t.Run("log-in", func(t *testing.T) {
		s.client(t).post("/login", "name", "Mona", "password", "wrong wrong").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "password")
		p := s.client(t).post("/login", "name", "Mona", "password", password).wantStatus(t, http.StatusForbidden)
		p.wantText(t, "#problem", "This account is closed. Ask the club’s organisers")
		if p.header["Set-Cookie"] != nil {
			t.Error("a cookie is set")
		}
	})
	t.Run("its games", func(t *testing.T) {
		rita.get(seek).wantText(t, "main", "Mona called the game off")
		if g, err := s.DB.Game(t.Context(), running.ID); err != nil || g.Status != db.Running {
			t.Errorf("%v, %v", g.Status, err)
		}
		rita.post("/games", "game", "hexone", "opponent", "named", "player", "Mona").wantStatus(t, http.StatusUnprocessableEntity)
	})
	t.Run("who is told", func(t *testing.T) {
		for path, c := range map[string]string{"/club/members": ".archive", "/people/Mona": "h1", "/club/members/Mona": "h1"} {
			otto.get(path).wantText(t, c, "closed")
		}
		for _, path := range []string{"/club/members", "/people/Mona"} {
			if text := rita.get(path).text("main"); strings.Contains(text, "closed") {
				t.Errorf("%s tells members: %s", path, text)
			}
		}
		otto.get("/club/members?closed=yes").wantCount(t, ".archive li", 1)
		rita.get("/club/members?closed=yes").wantCount(t, ".archive li", 4) // what is not theirs to ask does not matter
		otto.get(otto.get("/club/members/Mona").attribute("#closing + p a", "href")).wantText(t, ".log", "Otto closed the account of Mona. Spam in every chat")
	})
	t.Run("open again", func(t *testing.T) {
		rita.post("/club/members/Mona/open").wantStatus(t, http.StatusForbidden)
		otto.post("/club/members/Mona/open").wantStatus(t, http.StatusOK).wantText(t, "#notice", "open again")
		if p := mona.get("/"); strings.Contains(p.text(".top nav"), "Mona") {
			t.Error("a session came back")
		}
		s.client(t).post("/login", "name", "Mona", "password", password).wantStatus(t, http.StatusOK).wantText(t, ".top nav", "Mona")
	})
}
