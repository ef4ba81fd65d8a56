package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers"
)

// sure is what an organiser sends who closes an account.
var sure = []string{"reason", "Spam in every chat", "sure", "yes"}

func TestClosingAccounts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	admin, _ := s.withRole(t, "Anna", db.Admin)
	otto, _ := s.withRole(t, "Otto", db.Organiser)
	mona, monaIs := s.newAccount(t, "Mona")
	rita, ritaIs := s.newAccount(t, "Rita")
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
		p.wantText(t, "textarea[name=reason]", "Spam").wantCount(t, "form[action$='/close'] #problem", 1)
		p.wantCount(t, "[aria-invalid]", 1).wantCount(t, "form[action$='/close'] input[name=sure][aria-describedby=problem][aria-invalid=true][autofocus]", 1)
		for _, reason := range []string{"", " \n", strings.Repeat("x", 301), "a\u202eb"} {
			otto.post("/club/members/Mona/close", "reason", reason, "sure", "yes").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "Give a reason").
				wantCount(t, "[aria-invalid]", 1).wantCount(t, "textarea[aria-describedby=problem][aria-invalid=true]", 1)
		}
		otto.get("/club/members/Anna").wantText(t, "main", "Admins close and open").wantCount(t, "form[action$='/close']", 0)
		mona.get("/settings").wantText(t, ".top nav", "Mona")
	})

	otto.get("/club/members/Mona").wantCount(t, "form[action$='/close']", 1).wantText(t, "main", "clocks run")
	otto.post("/club/members/Mona/close", sure...).wantStatus(t, http.StatusOK).wantText(t, "#notice", "The account is closed").
		wantCount(t, "form[action$='/close']", 0).wantCount(t, "form[action$='/open']", 1)
	stream.wantEnd()
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
		admin.get("/club/members/Mona").wantCount(t, "form[action$='/reset']", 0) // which would be refused
		otto.get("/club/members?closed=yes").wantCount(t, ".archive li", 1)
		rita.get("/club/members?closed=yes").wantCount(t, ".archive li", 4) // what is not theirs to ask does not matter
		otto.get(otto.get("/club/members/Mona").attribute("#closing + p a", "href")).wantText(t, ".log", "Otto closed the account of Mona. Spam in every chat")
	})
	t.Run("open again", func(t *testing.T) {
		rita.post("/club/members/Mona/open").wantStatus(t, http.StatusForbidden)
		otto.post("/club/members/Mona/open").wantStatus(t, http.StatusOK).wantText(t, "#notice", "open again")
		admin.get("/club/members/Mona").wantCount(t, "form[action$='/reset']", 1)
		if p := mona.get("/"); strings.Contains(p.text(".top nav"), "Mona") {
			t.Error("a session came back")
		}
		s.client(t).post("/login", "name", "Mona", "password", password).wantStatus(t, http.StatusOK).wantText(t, ".top nav", "Mona")
	})
}

func TestRemovingMessages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	otto, _ := s.withRole(t, "Otto", db.Organiser)
	game, host, guest := s.twoPlayers(t)
	host.signUp("Anna")
	if p := otto.get(game); p.Find("a[href='"+game+"/chat']").Length() > 0 {
		t.Error("organisers are led to an empty chat")
	}
	for _, text := range []string{"hello", "a bad word", "bye"} {
		host.say(game, text)
	}
	stream := guest.connect(guest.get(game))
	stream.want(opening)
	otto.get(game).wantCount(t, "main a[href='"+game+"/chat']", 1).wantCount(t, "#chat", 0)
	guest.get(game).wantText(t, "#chat-tools", "organisers can read")

	p := otto.get(game+"/chat").wantStatus(t, http.StatusOK).wantSaid(t, "hello", "a bad word", "bye")
	p.wantText(t, "main", "You read this as an organiser").wantCount(t, "#chat-text", 0).wantCount(t, "#chat-tools", 0)
	for _, path := range []string{"/chat", "/chat/mute", "/chat/block"} {
		otto.post(game+path, "text", "hello", "muted", "on", "seat", "1", "blocked", "on").wantStatus(t, http.StatusForbidden)
	}
	otto.get(game+"/chat/news?after=0").wantStatus(t, http.StatusForbidden)
	for _, c := range []*client{host, guest, s.client(t)} {
		c.post(game+"/chat/remove", "number", "2").wantStatus(t, http.StatusForbidden)
	}
	host.get(game+"/chat").wantSaid(t, "hello", "a bad word", "bye").wantCount(t, "form[action$='/remove']", 0)
	otto.post(game+"/chat/remove", "number", "9").wantStatus(t, http.StatusNotFound)
	otto.post(game+"/chat/remove", "number", "x").wantStatus(t, http.StatusUnprocessableEntity)

	number := p.attribute("#said-2 + details input[name=number]", "value")
	otto.post(game+"/chat/remove", "number", number).wantStatus(t, http.StatusOK).wantText(t, "#notice", "The message is removed").wantSaid(t, "hello", "bye")
	stream.want(chatted)
	news := guest.news(game, 3).wantText(t, "#said-2", "An organiser removed this message").wantSaid(t)
	if got := news.attribute("#said-2", "data-hx-swap-oob"); got != "true" {
		t.Errorf("it takes the line's place: %q", got)
	}
	guest.get(game+"/chat").wantSaid(t, "hello", "bye").wantText(t, "#said-2", "An organiser removed this message")
	guest.get(game).wantSaid(t, "hello", "bye")
	log := otto.get("/club/log").wantText(t, ".log", "Otto removed a message of Anna from a chat")
	if strings.Contains(log.body, "bad word") {
		t.Error("the log has its text")
	}
}

func TestRenamingMembers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	otto, _ := s.withRole(t, "Otto", db.Organiser)
	mona, monaIs := s.newAccount(t, "Mona")
	rita, ritaIs := s.newAccount(t, "Rita")
	game := "/games/" + s.made(t, db.NewGame{Host: monaIs.ID}, ritaIs).ID
	stream := rita.connect(rita.get(game))
	stream.want(opening)
	rita.post("/club/members/Mona/name", "name", "Lisa").wantStatus(t, http.StatusForbidden)
	otto.post("/club/members/Otto/name", "name", "Lisa").wantStatus(t, http.StatusForbidden)
	otto.get("/club/members/Otto").wantCount(t, "form[action$='/name']", 0)
	otto.get("/club/members/Mona").wantText(t, "main", "For 90 days the name before lets its owner in")
	for taken, want := range map[string]int{"rita": http.StatusConflict, "x": http.StatusUnprocessableEntity} {
		p := otto.post("/club/members/Mona/name", "name", taken).wantStatus(t, want)
		p.wantCount(t, "form[action$='/name'] #problem", 1).wantCount(t, "#problem", 1).wantCount(t, "[aria-describedby], [aria-invalid], [autofocus]", 1)
		p.wantCount(t, "input[name=name][value="+taken+"][aria-describedby=problem][aria-invalid=true][autofocus]", 1)
	}
	otto.post("/club/members/Mona/name", "name", "Lisa").wantStatus(t, http.StatusOK).wantText(t, "h1", "Lisa").wantText(t, "#notice", "The name is changed")
	stream.want(changed)
	mona.get("/").wantText(t, ".top nav", "Lisa")
	rita.get(game).wantText(t, "main", "Lisa")
	for from, to := range map[string]string{"/people/mona": "/people/Lisa", "/people/Mona/games": "/people/Lisa/games", "/club/members/Mona": "/club/members/Lisa"} {
		if p := otto.get(from).wantStatus(t, http.StatusOK); p.path != to {
			t.Errorf("%s leads to %s, want %s", from, p.path, to)
		}
	}
	if to := otto.still().get("/people/Mona/games?game=hexone").header.Get("Location"); to != "/people/Lisa/games?game=hexone" {
		t.Errorf("a page of the archive leads to %s", to)
	}
	rita.get("/club/members/Mona").wantStatus(t, http.StatusForbidden).wantText(t, "h1", "Not for you")
	s.client(t).get("/club/members").wantStatus(t, http.StatusForbidden).wantText(t, "h1", "Log in")
	s.client(t).get("/people/Mona").wantStatus(t, http.StatusNotFound) // strangers do not learn who that is now
	later := s.at(t, s.Now().Add(db.NameKept+time.Hour)).client(t)
	later.logIn("Rita")
	later.get("/people/Mona").wantStatus(t, http.StatusNotFound)
	rita.get("/club/log").wantText(t, ".log", "Otto renamed Mona: Lisa.")
	s.client(t).post("/signup", "name", "mona", "password", password).wantStatus(t, http.StatusConflict).wantText(t, "#problem", "That name is taken")
	s.client(t).post("/login", "name", "Lisa", "password", password).wantStatus(t, http.StatusOK).wantCount(t, "#notice:not(:empty)", 0)
	phone := s.client(t)
	phone.post("/login", "name", "Mona", "password", password).wantStatus(t, http.StatusOK).wantText(t, "#notice", "An organiser has changed your name").wantText(t, ".top nav", "Lisa")
	if _, err := s.DB.DeletePerson(t.Context(), monaIs.ID, s.Now()); err != nil {
		t.Fatal(err)
	}
	if p := rita.get("/club/log"); strings.Contains(p.body, "Mona") || strings.Contains(p.body, "Lisa") {
		t.Errorf("the log names who was deleted: %s", p.text(".log"))
	}
}

// So many pages of one person follow what happens, and no more, wherever they are.
func TestStreamsOfOnePerson(t *testing.T) {
	t.Parallel()
	s, _ := limitedSite(t, handlers.Limits{StreamsAs: 2})
	c := s.client(t)
	game := c.newGame("device", "me")
	for range 2 {
		c.listen(game+"/events", "").want(opening)
	}
	c.still().get(game + "/events").wantTooMany(t)
	s.client(t).listen(game+"/events", "").want(opening)
	for range 3 { // of nobody there may be more
		s.client(t).listen("/lobby/events", "").want(opening)
	}
}
