package account_test

import (
	"bytes"
	"log/slog"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/handlers/limit"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

func TestAddressIsConfirmed(t *testing.T) {
	t.Parallel()
	s, log := sitetest.NewMailSite(t), &sitetest.LogBuffer{}
	s.Log = slog.New(slog.NewTextHandler(log, nil))
	anna, elsewhere := s.Accounts(t, 1)[0], s.Client(t)
	anna.Get("/settings").WantCount(t, "form[action^='/settings/mail']", 1).WantText(t, "#mail", "Other members don’t see your address")
	p := anna.Post("/settings/mail", "password", sitetest.Password, "address", " Anna@Mail.Example ").WantStatus(t, http.StatusOK)
	p.WantText(t, "#saved", "E-mail sent").WantText(t, "#mail", "An e-mail is on its way to Anna@mail.example.")
	if p.Path != "/settings" {
		t.Errorf("it leads to %s", p.Path)
	}

	m := s.SendOne(t, 0) // immediately, not with the next search for news
	if m.To != "Anna@mail.example" || m.Subject != "Confirm your address for Hexclub" || !strings.Contains(m.Text, "Anna’s games at "+strings.TrimPrefix(s.Url, "http://")) {
		t.Errorf("the mail is %+v", m)
	}
	if m.Header["List-Unsubscribe"] != nil {
		t.Errorf("it can be switched off: %q", m.Header)
	}
	link := s.Path(t, m, "/mail/confirm/")
	before := s.Stored(t)
	for range 2 { // programs that scan e-mails follow links
		elsewhere.Get(link).WantStatus(t, http.StatusOK).WantText(t, "main", "Should Hexclub send e-mails about Anna’s games to Anna@mail.example?")
	}
	s.WantStored(t, before)
	anna.Get("/settings").WantCount(t, "form[action='/settings/mail/notices']", 0)
	for range 2 {
		elsewhere.Post(link).WantStatus(t, http.StatusOK).WantText(t, "h1", "Address confirmed").WantText(t, "main", "Hexclub now sends e-mails about Anna’s games to Anna@mail.example")
	}
	anna.Get("/settings").WantText(t, "#mail", "Hexclub sends e-mails to Anna@mail.example.").WantCount(t, "#mail input[type=checkbox][checked]", 5)
	s.WantNone(t, time.Hour)

	t.Run("in the reader's language", func(t *testing.T) {
		ben := s.Client(t).With("Accept-Language", "fr")
		ben.SignUp("Ben")
		ben.Post("/settings/mail", "password", sitetest.Password, "address", "ben@mail.example")
		if m := s.SendOne(t, 0); m.Subject != "Confirmez votre adresse pour Hexclub" || !strings.HasPrefix(m.Text, "Bonjour Ben,") {
			t.Errorf("the mail is %+v", m)
		}
	})
	t.Run("another address", func(t *testing.T) {
		anna.Post("/settings/mail", "password", sitetest.Password, "address", "new@mail.example").
			WantText(t, "#mail", "Hexclub sends e-mails to Anna@mail.example.").WantText(t, "#mail", "on its way to new@mail.example")
		other := s.Path(t, s.SendOne(t, 0), "/mail/confirm/")
		anna.Post("/settings/mail/remove", "what", "pending").WantStatus(t, http.StatusOK).
			WantText(t, "#saved", "Address removed").WantText(t, "#mail", "Hexclub sends e-mails to Anna@mail.example.")
		anna.Get(other).WantStatus(t, http.StatusNotFound).WantText(t, "main", "This link has expired or was replaced")
		anna.Post("/settings/mail", "password", sitetest.Password, "address", "new@mail.example")
		confirm := s.Path(t, s.SendOne(t, 0), "/mail/confirm/")
		anna.Post(confirm).WantStatus(t, http.StatusOK)
		m := s.SendOne(t, 0) // to the previous address
		if m.To != "Anna@mail.example" || m.Subject != "Your address for Hexclub was changed or removed" || !strings.Contains(m.Text, "tell a club admin") ||
			strings.Contains(m.Text, "://") || strings.Contains(m.Text, "new@mail.example") || m.Header["List-Unsubscribe"] != nil {
			t.Errorf("the mail is %+v", m)
		}
		anna.Post(confirm).WantStatus(t, http.StatusOK)
		s.WantNone(t, 0)
		anna.Get("/settings").WantText(t, "#mail", "Hexclub sends e-mails to new@mail.example.")
		anna.Post(link).WantStatus(t, http.StatusNotFound)
	})
	t.Run("forgotten", func(t *testing.T) {
		anna.Post("/settings/mail/remove", "what", "address", "password", sitetest.Password).WantStatus(t, http.StatusOK).
			WantCount(t, "form[action^='/settings/mail']", 1)
		if strings.Contains(anna.Get("/settings").Body, "mail.example") {
			t.Error("the settings still show the address")
		}
		s.SendOne(t, 0) // the notification
	})
	for event, want := range map[string]int{"given": 4, "confirmed": 2, "removed": 1} {
		if got := strings.Count(log.String(), "event=mail-address."+event); got != want || strings.Contains(log.String(), "mail.example") {
			t.Errorf("%s %d times in the log, want %d:\n%s", event, got, want, log)
		}
	}
	t.Run("links that are none", func(t *testing.T) {
		anna.Post("/settings/mail", "password", sitetest.Password, "address", "new@mail.example")
		link := s.Path(t, s.SendOne(t, 0), "/mail/confirm/")
		for name, path := range map[string]string{
			"empty": "/mail/confirm/", "short": link[:len(link)-1], "long": link + "0", "changed": link[:len(link)-1] + "!",
			"hash of it": "/mail/confirm/%25", "of somebody": "/mail/confirm/" + s.IdOf(t, "Anna"), "not a text": "/mail/confirm/%ff%00",
		} {
			for _, p := range []sitetest.WebPage{elsewhere.Get(path), elsewhere.Post(path)} {
				if p.Status != http.StatusNotFound {
					t.Errorf("%s: %s answers %d", name, path, p.Status)
				}
			}
		}
		s.Clock.Advance(48*time.Hour - time.Second)
		anna.Get(link).WantStatus(t, http.StatusOK)
		s.Clock.Advance(time.Second)
		anna.Get(link).WantStatus(t, http.StatusNotFound)
		anna.Post(link).WantStatus(t, http.StatusNotFound)
	})
}

// A visitor who finds an open session cannot remove an account's address unnoticed.
func TestRemovalOfAddressIsNotified(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	anna := s.Readers(t, 1)[0]
	give := func(address string) {
		t.Helper()
		anna.Post("/settings/mail", "password", sitetest.Password, "address", address).WantStatus(t, http.StatusOK)
		anna.Post(s.Path(t, s.SendOne(t, 0), "/mail/confirm/")).WantStatus(t, http.StatusOK)
	}
	wantWarned := func(address string) {
		t.Helper()
		m := s.SendOne(t, 0)
		if m.To != address || !strings.Contains(m.Text, "was changed or removed. We no longer send e-mails") || !strings.Contains(m.Text, "tell a club admin") ||
			strings.Contains(m.Text, "://") {
			t.Errorf("the mail is %+v", m)
		}
		s.WantNone(t, time.Hour)
	}
	for _, sent := range []string{"", "wrong horse"} {
		p := anna.Post("/settings/mail/remove", "what", "address", "password", sent).WantStatus(t, http.StatusUnprocessableEntity)
		p.WantText(t, "form[action$='/remove'] #problem", "current password is wrong").WantCount(t, "form[action$='/remove'] [name=password][autofocus]", 1).
			WantCount(t, "#problem", 1).WantCount(t, "[autofocus]", 1).WantText(t, "#mail", "Hexclub sends e-mails to anna@mail.example.")
		if got := p.Attribute("input[name=address]", "value"); got != "" {
			t.Errorf("the other form has %q", got)
		}
	}
	s.WantNone(t, 0)
	for range 2 { // there is none the second time
		anna.Post("/settings/mail/remove", "what", "address", "password", sitetest.Password).WantStatus(t, http.StatusOK).WantText(t, "#saved", "Address removed")
	}
	wantWarned("anna@mail.example")
	give("second@mail.example")
	s.WantNone(t, 0) // there was no previous address
	give("third@mail.example")
	anna.Post("/settings/mail/remove", "what", "address", "password", sitetest.Password).WantStatus(t, http.StatusOK)
	wantWarned("second@mail.example")
}

func TestAddressRefused(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	anna := s.Accounts(t, 1)[0]
	before := s.Stored(t)
	for _, address := range []string{
		"", "anna", "anna@localhost", "a@b.example\r\nBcc: x@y.example", "a@b.example\nX: y", "a@b.example, c@d.example",
		"Anna <a@b.example>", `"><script>alert(1)</script>@b.example`, "a@b.example> NOTIFY=NEVER", "a\x00@b.example", "a@\xff.example",
		strings.Repeat("a", 300) + "@b.example", "a@[127.0.0.1]",
	} {
		form, _, _ := strings.Cut(anna.Get("/settings").Attribute("#mail form:has([name=address])", "action"), "#")
		p := anna.Post(form, "address", address).WantStatus(t, http.StatusUnprocessableEntity)
		p.WantText(t, "#problem", "This isn’t an e-mail address").WantCount(t, "script:not([src])", 0)
		if field := p.Attribute("input[name=address]", "aria-describedby"); field != "problem" {
			t.Errorf("%q: the field does not name its problem", address)
		}
	}
	p := anna.Post("/settings/mail", "password", "wrong horse", "address", "anna@mail.example").WantStatus(t, http.StatusUnprocessableEntity)
	p.WantText(t, "#problem", "current password is wrong").WantCount(t, "input[type=password][value]", 0)
	if got := p.Attribute("input[name=address]", "value"); got != "anna@mail.example" {
		t.Errorf("the address that was typed is %q now", got)
	}
	if p := anna.Post("/settings/mail", "password", sitetest.Password, "address", "anna@b"); p.Attribute("input[name=address]", "value") != "anna@b" {
		t.Error("the field forgets what was typed")
	}
	for path, form := range map[string][]string{
		"/settings/mail/remove": {"what", "everything"}, "/settings/mail/notices": {"turn", "perhaps"},
	} {
		if p := anna.Post(path, form...); p.Status != http.StatusUnprocessableEntity && p.Status != http.StatusNotFound {
			t.Errorf("%s answers %d", path, p.Status)
		}
	}
	s.WantStored(t, before)
	s.WantNone(t, time.Hour)
}

// Guests get no e-mail, and a site without e-mail does not mention it.
func TestMailNeedsAccountAndServer(t *testing.T) {
	t.Parallel()
	s, plain := sitetest.NewMailSite(t), sitetest.New(t)
	guest := s.Client(t)
	guest.DeviceGame("c2")
	for _, c := range []*sitetest.Client{guest, s.Client(t)} {
		c.Get("/settings").WantCount(t, "#mail", 0)
		for _, path := range []string{"/settings/mail", "/settings/mail/remove", "/settings/mail/notices"} {
			c.Post(path, "address", "a@mail.example", "what", "address", "turn", "on").WantStatus(t, http.StatusForbidden)
		}
	}
	if n := s.Count(t, "mail"); n != 0 {
		t.Errorf("%d people are written to", n)
	}
	member := plain.Client(t)
	member.SignUp("Anna")
	p := member.Get("/settings").WantStatus(t, http.StatusOK).WantCount(t, "#mail", 0)
	if strings.Contains(strings.ToLower(p.Body), "mail") {
		t.Error("the settings speak of mail")
	}
	for _, path := range []string{"/settings/mail", "/settings/mail/remove", "/settings/mail/notices", "/mail/confirm/x", "/mail/stop/x/turn"} {
		member.Post(path, "address", "a@mail.example").WantStatus(t, http.StatusNotFound)
		member.Get(path).WantStatus(t, http.StatusNotFound)
	}
	if err := plain.SendMail(t.Context()); err != nil {
		t.Error(err)
	}
}

// Users cannot make the site send many e-mails, to one address or to many. The response does not
// reveal whether another account has an address.
func TestConfirmationsAreLimited(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t, web.Limits{
		Mail: limit.Limit{Burst: 4, Every: 20 * time.Minute}, Mailboxes: limit.Limit{Burst: 3, Every: 30 * time.Minute},
	})
	people := s.Accounts(t, 3)
	anna, ben, chloe := people[0], people[1], people[2]
	for range 3 {
		anna.Post("/settings/mail", "password", sitetest.Password, "address", "anna@mail.example").WantStatus(t, http.StatusOK)
		s.SendOne(t, 0)
	}
	anna.Post("/settings/mail", "password", sitetest.Password, "address", "anna@mail.example").WantStatus(t, http.StatusOK)
	s.WantNone(t, 0) // the mailbox is at its limit
	p := anna.Post("/settings/mail", "password", sitetest.Password, "address", "else@mail.example")
	p.WantTooMany(t)
	p.WantCount(t, "#problem", 1)
	first := ben.Post("/settings/mail", "password", sitetest.Password, "address", "anna+more@MAIL.example").WantStatus(t, http.StatusOK)
	s.WantNone(t, 0)
	second := chloe.Post("/settings/mail", "password", sitetest.Password, "address", "free@mail.example").WantStatus(t, http.StatusOK)
	s.SendOne(t, 0)
	same := strings.NewReplacer("Ben", "Chloe", "anna+more@mail.example", "free@mail.example")
	if same.Replace(first.Text("body")) != second.Text("body") {
		t.Errorf("the response to an address that was requested too often differs:\n%s\n%s", first.Text("#mail"), second.Text("#mail"))
	}
	s.Clock.Advance(time.Hour)
	ben.Post("/settings/mail", "password", sitetest.Password, "address", "anna+more@mail.example").WantStatus(t, http.StatusOK)
	if m := s.SendOne(t, 0); m.To != "anna+more@mail.example" {
		t.Errorf("the mail goes to %s", m.To)
	}
}

func TestNoticeSettings(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	anna := s.Readers(t, 1)[0]
	chosen := func(p sitetest.WebPage) (kinds []string) {
		for _, kind := range []string{"turn", "challenge", "result", "time", "club"} {
			if p.Find("#mail input[type=checkbox][name="+kind+"][checked]").Length() == 1 {
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
		p := anna.Post("/settings/mail/notices", tt.form...).WantStatus(t, http.StatusOK).WantText(t, "#saved", "Saved")
		if got := chosen(p); !slices.Equal(got, tt.want) {
			t.Errorf("%v makes %v, want %v", tt.form, got, tt.want)
		}
	}
	anna.Post("/settings/mail/notices", "turn", "On").WantStatus(t, http.StatusUnprocessableEntity)
	if got := chosen(anna.Get("/settings")); len(got) != 5 {
		t.Errorf("a bad value makes %v", got)
	}
}

// Users and mail programs can stop notices from an e-mail without a log-in.
func TestUnsubscribe(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	people := s.Readers(t, 2)
	anna, stranger := people[0], s.Client(t)
	s.Awaiting(t, people, "")
	stop := s.Path(t, s.SendOne(t, time.Hour), "/mail/stop/")
	if !strings.HasSuffix(stop, "/turn") {
		t.Fatalf("the link is %s", stop)
	}
	on := func(kinds ...string) {
		t.Helper()
		p := anna.Get("/settings")
		for _, kind := range []string{"turn", "challenge", "result", "time", "club"} {
			if got := p.Find("#mail input[name="+kind+"][checked]").Length() == 1; got != slices.Contains(kinds, kind) {
				t.Errorf("%s is on: %v", kind, got)
			}
		}
	}
	stranger.Get(stop).WantStatus(t, http.StatusOK).WantText(t, "main", "Switch off e-mails about your turn?")
	on("turn", "challenge", "result", "time", "club") // following the link changes nothing

	var parts bytes.Buffer
	form := multipart.NewWriter(&parts)
	if err := form.WriteField("List-Unsubscribe", "One-Click"); err != nil {
		t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	for name, post := range map[string]func() sitetest.WebPage{
		"as a form": func() sitetest.WebPage {
			return s.Client(t).NoRedirects().Post(stop, "List-Unsubscribe", "One-Click")
		},
		"in parts": func() sitetest.WebPage {
			return s.Client(t).NoRedirects().Do(http.MethodPost, stop, bytes.NewReader(parts.Bytes()), http.Header{"Content-Type": {form.FormDataContentType()}})
		},
		"with nothing": func() sitetest.WebPage { return s.Client(t).NoRedirects().Do(http.MethodPost, stop, nil, nil) },
	} {
		p := post().WantStatus(t, http.StatusOK).WantText(t, "[role=status]", "Switched off: e-mails about your turn.")
		if p.Header["Set-Cookie"] != nil {
			t.Errorf("%s: it sets %q", name, p.Header["Set-Cookie"])
		}
		on("challenge", "result", "time", "club")
		back := p.Find("form[action='" + stop + "'] input[name=notices]")
		stranger.Post(stop, "notices", back.AttrOr("value", "")).WantStatus(t, http.StatusOK).WantText(t, "main", "Switched on: e-mails about your turn.")
		on("turn", "challenge", "result", "time", "club")
	}
	all := stranger.Post(stop).Attribute("form[action$='/all']", "action")
	stranger.Post(all).WantStatus(t, http.StatusOK).WantText(t, "main", "Switched off: all e-mails about games.").WantCount(t, "form[action$='/all']", 1)
	on()
	s.WantNone(t, 48*time.Hour)

	for name, path := range map[string]string{
		"forged": "/mail/stop/" + strings.Repeat("0", 26) + "/turn", "short": strings.Replace(stop, "/turn", "", 1)[:20] + "/turn",
		"other kind": strings.Replace(stop, "/turn", "/confirm", 1), "no kind": strings.Replace(stop, "/turn", "/x", 1),
		"the person's id": "/mail/stop/" + s.IdOf(t, "Anna") + "/turn", "wildcard": "/mail/stop/%25/turn",
	} {
		for _, p := range []sitetest.WebPage{stranger.Get(path), stranger.Post(path, "notices", "on")} {
			if p.Status != http.StatusNotFound {
				t.Errorf("%s: %s answers %d", name, path, p.Status)
			}
		}
	}
	on()
	s.Client(t).With("Sec-Fetch-Site", "cross-site").Post(stop, "notices", "on").WantStatus(t, http.StatusForbidden)
	on()

	t.Run("the link outlives a change of the address", func(t *testing.T) {
		anna.Post("/settings/mail/remove", "what", "address", "password", sitetest.Password)
		stranger.Get(stop).WantStatus(t, http.StatusOK)
	})
	t.Run("but not the account", func(t *testing.T) {
		if _, err := s.Raw(t).Exec("DELETE FROM mail"); err != nil {
			t.Fatal(err)
		}
		stranger.Get(stop).WantStatus(t, http.StatusNotFound).WantText(t, "main", "This account no longer exists")
	})
}
