package handlers_test

import (
	"bytes"
	"log/slog"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/handlers"
)

func TestAddressIsConfirmed(t *testing.T) {
	t.Parallel()
	s, log := newMailSite(t), &logBuffer{}
	s.Log = slog.New(slog.NewTextHandler(log, nil))
	anna, elsewhere := s.accounts(t, 1)[0], s.client(t)
	anna.get("/settings").wantCount(t, "form[action^='/settings/mail']", 1).wantText(t, ".mail", "Nobody else sees it")
	p := anna.post("/settings/mail", "password", password, "address", " Anna@Mail.Example ").wantStatus(t, http.StatusOK)
	p.wantText(t, "#notice", "A mail is on its way").wantText(t, ".mail", "A mail is on its way to Anna@mail.example.")
	if p.path != "/settings" {
		t.Errorf("it leads to %s", p.path)
	}

	m := s.sendOne(t, 0) // at once, not with the next look for news
	if m.To != "Anna@mail.example" || m.Subject != "Confirm your address for Hexclub" || !strings.Contains(m.Text, "account Anna at "+strings.TrimPrefix(s.url, "http://")) {
		t.Errorf("the mail is %+v", m)
	}
	if m.Header["List-Unsubscribe"] != nil {
		t.Errorf("it can be switched off: %q", m.Header)
	}
	link := s.path(t, m, "/mail/confirm/")
	before := s.stored(t)
	for range 2 { // programs that look for harm follow links
		elsewhere.get(link).wantStatus(t, http.StatusOK).wantText(t, "main", "May Hexclub write to Anna@mail.example about the games of Anna?")
	}
	s.wantStored(t, before)
	anna.get("/settings").wantCount(t, "form[action='/settings/mail/notices']", 0)
	for range 2 {
		elsewhere.post(link).wantStatus(t, http.StatusOK).wantText(t, "h1", "Confirmed").wantText(t, "main", "From now on Hexclub writes to Anna@mail.example")
	}
	anna.get("/settings").wantText(t, ".mail", "Hexclub writes to Anna@mail.example.").wantCount(t, ".mail input[type=checkbox][checked]", 5)
	s.wantNone(t, time.Hour)

	t.Run("in the reader's language", func(t *testing.T) {
		ben := s.client(t).with("Accept-Language", "fr")
		ben.signUp("Ben")
		ben.post("/settings/mail", "password", password, "address", "ben@mail.example")
		if m := s.sendOne(t, 0); m.Subject != "Confirmez votre adresse pour Hexclub" || !strings.HasPrefix(m.Text, "Bonjour Ben,") {
			t.Errorf("the mail is %+v", m)
		}
	})
	t.Run("another address", func(t *testing.T) {
		anna.post("/settings/mail", "password", password, "address", "new@mail.example").
			wantText(t, ".mail", "Hexclub writes to Anna@mail.example.").wantText(t, ".mail", "on its way to new@mail.example")
		other := s.path(t, s.sendOne(t, 0), "/mail/confirm/")
		anna.post("/settings/mail/remove", "what", "pending").wantStatus(t, http.StatusOK).
			wantText(t, "#notice", "The address is forgotten").wantText(t, ".mail", "Hexclub writes to Anna@mail.example.")
		anna.get(other).wantStatus(t, http.StatusNotFound).wantText(t, "main", "This link has expired or was replaced")
		anna.post("/settings/mail", "password", password, "address", "new@mail.example")
		confirm := s.path(t, s.sendOne(t, 0), "/mail/confirm/")
		anna.post(confirm).wantStatus(t, http.StatusOK)
		m := s.sendOne(t, 0) // to the address before
		if m.To != "Anna@mail.example" || m.Subject != "Your address for Hexclub was changed or removed" || !strings.Contains(m.Text, "tell an admin of the club") ||
			strings.Contains(m.Text, "://") || strings.Contains(m.Text, "new@mail.example") || m.Header["List-Unsubscribe"] != nil {
			t.Errorf("the mail is %+v", m)
		}
		anna.post(confirm).wantStatus(t, http.StatusOK)
		s.wantNone(t, 0)
		anna.get("/settings").wantText(t, ".mail", "Hexclub writes to new@mail.example.")
		anna.post(link).wantStatus(t, http.StatusNotFound)
	})
	t.Run("forgotten", func(t *testing.T) {
		anna.post("/settings/mail/remove", "what", "address", "password", password).wantStatus(t, http.StatusOK).
			wantCount(t, "form[action^='/settings/mail']", 1)
		if strings.Contains(anna.get("/settings").body, "mail.example") {
			t.Error("the settings still know the address")
		}
		s.sendOne(t, 0) // tells of it
	})
	for event, want := range map[string]int{"given": 4, "confirmed": 2, "removed": 1} {
		if got := strings.Count(log.String(), "event=mail-address."+event); got != want || strings.Contains(log.String(), "mail.example") {
			t.Errorf("%s %d times in the log, want %d:\n%s", event, got, want, log)
		}
	}
	t.Run("links that are none", func(t *testing.T) {
		anna.post("/settings/mail", "password", password, "address", "new@mail.example")
		link := s.path(t, s.sendOne(t, 0), "/mail/confirm/")
		for name, path := range map[string]string{
			"empty": "/mail/confirm/", "short": link[:len(link)-1], "long": link + "0", "changed": link[:len(link)-1] + "!",
			"hash of it": "/mail/confirm/%25", "of somebody": "/mail/confirm/" + s.idOf(t, "Anna"), "not a text": "/mail/confirm/%ff%00",
		} {
			for _, p := range []webPage{elsewhere.get(path), elsewhere.post(path)} {
				if p.status != http.StatusNotFound {
					t.Errorf("%s: %s answers %d", name, path, p.status)
				}
			}
		}
		s.clock.advance(48*time.Hour - time.Second)
		anna.get(link).wantStatus(t, http.StatusOK)
		s.clock.advance(time.Second)
		anna.get(link).wantStatus(t, http.StatusNotFound)
		anna.post(link).wantStatus(t, http.StatusNotFound)
	})
}

// Who finds a session open does not take an account's address from it unheard.
func TestAddressIsNotRemovedUnheard(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	anna := s.readers(t, 1)[0]
	give := func(address string) {
		t.Helper()
		anna.post("/settings/mail", "password", password, "address", address).wantStatus(t, http.StatusOK)
		anna.post(s.path(t, s.sendOne(t, 0), "/mail/confirm/")).wantStatus(t, http.StatusOK)
	}
	told := func(address string) {
		t.Helper()
		m := s.sendOne(t, 0)
		if m.To != address || !strings.Contains(m.Text, "it was removed, or changed for another") || !strings.Contains(m.Text, "tell an admin of the club") ||
			strings.Contains(m.Text, "://") {
			t.Errorf("the mail is %+v", m)
		}
		s.wantNone(t, time.Hour)
	}
	for _, sent := range []string{"", "wrong horse"} {
		p := anna.post("/settings/mail/remove", "what", "address", "password", sent).wantStatus(t, http.StatusUnprocessableEntity)
		p.wantText(t, "form[action$='/remove'] #problem", "not your current password").wantCount(t, "form[action$='/remove'] [name=password][autofocus]", 1).
			wantCount(t, "#problem", 1).wantCount(t, "[autofocus]", 1).wantText(t, ".mail", "Hexclub writes to anna@mail.example.")
		if got := p.attribute("input[name=address]", "value"); got != "" {
			t.Errorf("the other form has %q", got)
		}
	}
	s.wantNone(t, 0)
	for range 2 { // there is none the second time
		anna.post("/settings/mail/remove", "what", "address", "password", password).wantStatus(t, http.StatusOK).wantText(t, "#notice", "The address is forgotten")
	}
	told("anna@mail.example")
	give("second@mail.example")
	s.wantNone(t, 0) // to nobody before
	give("third@mail.example")
	anna.post("/settings/mail/remove", "what", "address", "password", password).wantStatus(t, http.StatusOK)
	told("second@mail.example")
}

func TestAddressRefused(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	anna := s.accounts(t, 1)[0]
	before := s.stored(t)
	for _, address := range []string{
		"", "anna", "anna@localhost", "a@b.example\r\nBcc: x@y.example", "a@b.example\nX: y", "a@b.example, c@d.example",
		"Anna <a@b.example>", `"><script>alert(1)</script>@b.example`, "a@b.example> NOTIFY=NEVER", "a\x00@b.example", "a@\xff.example",
		strings.Repeat("a", 300) + "@b.example", "a@[127.0.0.1]",
	} {
		form, _, _ := strings.Cut(anna.get("/settings").attribute(".mail form:has([name=address])", "action"), "#")
		p := anna.post(form, "address", address).wantStatus(t, http.StatusUnprocessableEntity)
		p.wantText(t, "#problem", "No mail can go to that address").wantCount(t, "script:not([src])", 0)
		if field := p.attribute("input[name=address]", "aria-describedby"); field != "problem" {
			t.Errorf("%q: the field does not name its problem", address)
		}
	}
	p := anna.post("/settings/mail", "password", "wrong horse", "address", "anna@mail.example").wantStatus(t, http.StatusUnprocessableEntity)
	p.wantText(t, "#problem", "not your current password").wantCount(t, "input[type=password][value]", 0)
	if got := p.attribute("input[name=address]", "value"); got != "anna@mail.example" {
		t.Errorf("the address that was typed is %q now", got)
	}
	if p := anna.post("/settings/mail", "password", password, "address", "anna@b"); p.attribute("input[name=address]", "value") != "anna@b" {
		t.Error("the field forgets what was typed")
	}
	for path, form := range map[string][]string{
		"/settings/mail/remove": {"what", "everything"}, "/settings/mail/notices": {"turn", "perhaps"},
	} {
		if p := anna.post(path, form...); p.status != http.StatusUnprocessableEntity && p.status != http.StatusNotFound {
			t.Errorf("%s answers %d", path, p.status)
		}
	}
	s.wantStored(t, before)
	s.wantNone(t, time.Hour)
}

// Who has no account is not written to, and a site without mail does not speak
// of it.
func TestMailIsForAccountsAndSitesThatHaveIt(t *testing.T) {
	t.Parallel()
	s, plain := newMailSite(t), newSite(t)
	guest := s.client(t)
	guest.deviceGame("c2")
	for _, c := range []*client{guest, s.client(t)} {
		c.get("/settings").wantCount(t, ".mail", 0)
		for _, path := range []string{"/settings/mail", "/settings/mail/remove", "/settings/mail/notices"} {
			c.post(path, "address", "a@mail.example", "what", "address", "turn", "on").wantStatus(t, http.StatusForbidden)
		}
	}
	if n := s.count(t, "mail"); n != 0 {
		t.Errorf("%d people are written to", n)
	}
	member := plain.client(t)
	member.signUp("Anna")
	p := member.get("/settings").wantStatus(t, http.StatusOK).wantCount(t, ".mail", 0)
	if strings.Contains(strings.ToLower(p.body), "mail") {
		t.Error("the settings speak of mail")
	}
	for _, path := range []string{"/settings/mail", "/settings/mail/remove", "/settings/mail/notices", "/mail/confirm/x", "/mail/stop/x/turn"} {
		member.post(path, "address", "a@mail.example").wantStatus(t, http.StatusNotFound)
		member.get(path).wantStatus(t, http.StatusNotFound)
	}
	if err := plain.SendMail(t.Context()); err != nil {
		t.Error(err)
	}
}

// Nobody can have many mails sent, to one address or to many, nor learn from
// the answers who else has an address.
func TestConfirmationsAreLimited(t *testing.T) {
	t.Parallel()
	s := newMailSite(t, handlers.Limits{
		Mail: handlers.Limit{Burst: 4, Every: 20 * time.Minute}, Mailboxes: handlers.Limit{Burst: 3, Every: 30 * time.Minute},
	})
	people := s.accounts(t, 3)
	anna, ben, chloe := people[0], people[1], people[2]
	for range 3 {
		anna.post("/settings/mail", "password", password, "address", "anna@mail.example").wantStatus(t, http.StatusOK)
		s.sendOne(t, 0)
	}
	anna.post("/settings/mail", "password", password, "address", "anna@mail.example").wantStatus(t, http.StatusOK)
	s.wantNone(t, 0) // the mailbox has had enough
	p := anna.post("/settings/mail", "password", password, "address", "else@mail.example")
	p.wantTooMany(t)
	p.wantCount(t, "#problem", 1)
	first := ben.post("/settings/mail", "password", password, "address", "anna+more@MAIL.example").wantStatus(t, http.StatusOK)
	s.wantNone(t, 0)
	second := chloe.post("/settings/mail", "password", password, "address", "free@mail.example").wantStatus(t, http.StatusOK)
	s.sendOne(t, 0)
	same := strings.NewReplacer("Ben", "Chloe", "anna+more@mail.example", "free@mail.example")
	if same.Replace(first.text("body")) != second.text("body") {
		t.Errorf("an address that was asked for too often is told:\n%s\n%s", first.text(".mail"), second.text(".mail"))
	}
	s.clock.advance(time.Hour)
	ben.post("/settings/mail", "password", password, "address", "anna+more@mail.example").wantStatus(t, http.StatusOK)
	if m := s.sendOne(t, 0); m.To != "anna+more@mail.example" {
		t.Errorf("the mail goes to %s", m.To)
	}
}

func TestNoticeSettings(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	anna := s.readers(t, 1)[0]
	chosen := func(p webPage) (kinds []string) {
		for _, kind := range []string{"turn", "challenge", "result", "time", "club"} {
			if p.Find(".mail input[type=checkbox][name="+kind+"][checked]").Length() == 1 {
				kinds = append(kinds, kind)
			}
		}
		return kinds
	}
	for _, tt := range []struct{ form, want []string }{
		{[]string{"turn", "off", "challenge", "off", "challenge", "on", "result", "off", "time", "off", "time", "on", "club", "off"}, []string{"challenge", "time"}},
		{[]string{"result", "on"}, []string{"challenge", "result", "time"}},
		{[]string{"turn", "off", "challenge", "off", "result", "off", "time", "off"}, nil},
		{[]string{"turn", "on", "challenge", "on", "result", "on", "time", "on", "club", "on", "confirm", "off"}, []string{"turn", "challenge", "result", "time", "club"}},
	} {
		p := anna.post("/settings/mail/notices", tt.form...).wantStatus(t, http.StatusOK).wantText(t, "#notice", "Saved")
		if got := chosen(p); !slices.Equal(got, tt.want) {
			t.Errorf("%v makes %v, want %v", tt.form, got, tt.want)
		}
	}
	anna.post("/settings/mail/notices", "turn", "On").wantStatus(t, http.StatusUnprocessableEntity)
	if got := chosen(anna.get("/settings")); len(got) != 5 {
		t.Errorf("a bad value makes %v", got)
	}
}

// Notices are switched off from a mail without logging in, by people and by
// programs that read mails for them.
func TestUnsubscribe(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	people := s.readers(t, 2)
	anna, stranger := people[0], s.client(t)
	s.awaiting(t, people, "")
	stop := s.path(t, s.sendOne(t, time.Hour), "/mail/stop/")
	if !strings.HasSuffix(stop, "/turn") {
		t.Fatalf("the link is %s", stop)
	}
	on := func(kinds ...string) {
		t.Helper()
		p := anna.get("/settings")
		for _, kind := range []string{"turn", "challenge", "result", "time", "club"} {
			if got := p.Find(".mail input[name="+kind+"][checked]").Length() == 1; got != slices.Contains(kinds, kind) {
				t.Errorf("%s is on: %v", kind, got)
			}
		}
	}
	stranger.get(stop).wantStatus(t, http.StatusOK).wantText(t, "main", "To be switched off: mails that say it is your turn.")
	on("turn", "challenge", "result", "time", "club") // to follow the link does nothing

	var parts bytes.Buffer
	form := multipart.NewWriter(&parts)
	if err := form.WriteField("List-Unsubscribe", "One-Click"); err != nil {
		t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	for name, post := range map[string]func() webPage{
		"as a form": func() webPage {
			return s.client(t).still().post(stop, "List-Unsubscribe", "One-Click")
		},
		"in parts": func() webPage {
			return s.client(t).still().do(http.MethodPost, stop, bytes.NewReader(parts.Bytes()), http.Header{"Content-Type": {form.FormDataContentType()}})
		},
		"with nothing": func() webPage { return s.client(t).still().do(http.MethodPost, stop, nil, nil) },
	} {
		p := post().wantStatus(t, http.StatusOK).wantText(t, "[role=status]", "Switched off: mails that say it is your turn.")
		if p.header["Set-Cookie"] != nil {
			t.Errorf("%s: it sets %q", name, p.header["Set-Cookie"])
		}
		on("challenge", "result", "time", "club")
		back := p.Find("form[action='" + stop + "'] input[name=notices]")
		stranger.post(stop, "notices", back.AttrOr("value", "")).wantStatus(t, http.StatusOK).wantText(t, "main", "Switched on again: mails that say it is your turn.")
		on("turn", "challenge", "result", "time", "club")
	}
	all := stranger.post(stop).attribute("form[action$='/all']", "action")
	stranger.post(all).wantStatus(t, http.StatusOK).wantText(t, "main", "Switched off: all mails about games.").wantCount(t, "form[action$='/all']", 1)
	on()
	s.wantNone(t, 48*time.Hour)

	for name, path := range map[string]string{
		"forged": "/mail/stop/" + strings.Repeat("0", 26) + "/turn", "short": strings.Replace(stop, "/turn", "", 1)[:20] + "/turn",
		"other kind": strings.Replace(stop, "/turn", "/confirm", 1), "no kind": strings.Replace(stop, "/turn", "/x", 1),
		"the person's id": "/mail/stop/" + s.idOf(t, "Anna") + "/turn", "wildcard": "/mail/stop/%25/turn",
	} {
		for _, p := range []webPage{stranger.get(path), stranger.post(path, "notices", "on")} {
			if p.status != http.StatusNotFound {
				t.Errorf("%s: %s answers %d", name, path, p.status)
			}
		}
	}
	on()
	s.client(t).with("Sec-Fetch-Site", "cross-site").post(stop, "notices", "on").wantStatus(t, http.StatusForbidden)
	on()

	t.Run("the link outlives a change of the address", func(t *testing.T) {
		anna.post("/settings/mail/remove", "what", "address", "password", password)
		stranger.get(stop).wantStatus(t, http.StatusOK)
	})
	t.Run("but not the account", func(t *testing.T) {
		if _, err := s.raw(t).Exec("DELETE FROM mail"); err != nil {
			t.Fatal(err)
		}
		stranger.get(stop).wantStatus(t, http.StatusNotFound).wantText(t, "main", "Nothing is sent to you from here")
	})
}
