package sitetest

import (
	"net"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/mail/mailtest"
	"hexclub/handlers/web"
	"hexclub/rules/record"
)

// Named stores a name of the club.
func (s *MailSite) Named(t testing.TB, name string) {
	t.Helper()
	if _, err := s.Raw(t).Exec("UPDATE club SET name = $1", name); err != nil {
		t.Fatal(err)
	}
}

// A MailSite is a site that sends e-mails to a test server, when the test calls Send. Its clock is
// stopped.
type MailSite struct {
	*Site
	Post  *mailtest.Server
	Clock *Clock
}

func NewMailSite(t testing.TB, limits ...web.Limits) *MailSite {
	t.Helper()
	clock, config := NewClock(), web.Config{}
	for _, l := range limits {
		config.Limits = l
	}
	config.Now = clock.Now
	s, post := SiteWithMail(t, config)
	return &MailSite{s, post, clock}
}

// SiteWithMail opens a site that sends e-mails to a test server.
func SiteWithMail(t testing.TB, config web.Config) (*Site, *mailtest.Server) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	post := mailtest.Start(t)
	config.URL = "http://" + listener.Addr().String()
	config.SMTP, config.MailFrom = "smtp://"+post.Address, "Hexclub <club@hex.example>"
	s := OpenSite(t, config)
	s.Url = config.URL
	server := httptest.NewUnstartedServer(s.Router)
	_ = server.Listener.Close() // the server gets the listener whose address the site has
	server.Listener = listener
	server.Start()
	t.Cleanup(server.Close)
	t.Cleanup(s.Live.Close)
	return s, post
}

// mailPaths are the paths of links in e-mails: one to confirm an address, one to stop
// notifications.
type mailPaths struct{ Confirm, Stop string }

// WritesTo gives a person with an account a confirmed address, and another one to confirm.
func (s *Site) WritesTo(t testing.TB, c *Client, name string, post *mailtest.Server) (paths mailPaths) {
	t.Helper()
	for i, address := range []string{"old@mail.example", "new@mail.example"} {
		c.Post("/settings/mail", "password", Password, "address", address).WantStatus(t, 200)
		if err := s.SendMail(t.Context()); err != nil {
			t.Fatal(err)
		}
		paths.Confirm = regexp.MustCompile(`/mail/confirm/\w+`).FindString(post.Next().Text)
		if i == 0 {
			c.Post(paths.Confirm).WantStatus(t, 200)
		}
	}
	m, err := s.DB.Mail(t.Context(), s.IdOf(t, name))
	if err != nil {
		t.Fatal(err)
	}
	paths.Stop = "/mail/stop/" + m.Stop + "/turn"
	return paths
}

// Send advances the clock, sends the e-mails that are due, and returns them. They must be well made.
func (s *MailSite) Send(t testing.TB, after time.Duration) []mailtest.Mail {
	t.Helper()
	s.Clock.Advance(after)
	if err := s.SendMail(t.Context()); err != nil {
		t.Fatal(err)
	}
	mails := s.Post.Mails()
	for _, m := range mails {
		for _, fault := range JudgeLetter(m.Subject, m.Text, m.HTML) {
			t.Errorf("the mail %q: %s", m.Subject, fault)
		}
	}
	return mails
}

// SendOne is like Send, but fails the test unless there is exactly one e-mail.
func (s *MailSite) SendOne(t testing.TB, after time.Duration) mailtest.Mail {
	t.Helper()
	mails := s.Send(t, after)
	if len(mails) != 1 {
		t.Fatalf("%d mails come: %+v", len(mails), mails)
	}
	return mails[0]
}

// WantNone is like Send, but fails the test if there is an e-mail.
func (s *MailSite) WantNone(t testing.TB, after time.Duration) {
	t.Helper()
	for _, m := range s.Send(t, after) {
		t.Errorf("a mail comes to %s: %s", m.To, m.Subject)
	}
}

// Path returns the path of the only link in an e-mail that begins with start.
func (s *MailSite) Path(t testing.TB, m mailtest.Mail, start string) string {
	t.Helper()
	found := regexp.MustCompile(regexp.QuoteMeta(s.Url+start)+`\S*`).FindAllString(m.Text, -1)
	slices.Sort(found)
	if found = slices.Compact(found); len(found) != 1 {
		t.Fatalf("the mail has the links %q:\n%s", found, m.Text)
	}
	return strings.TrimPrefix(found[0], s.Url)
}

// Readers returns people with accounts and confirmed addresses, such as anna@mail.example.
func (s *MailSite) Readers(t testing.TB, n int) []*Client {
	t.Helper()
	people := s.Accounts(t, n)
	for i, c := range people {
		c.Post("/settings/mail", "password", Password, "address", strings.ToLower(Names[i])+"@mail.example").WantStatus(t, 200)
		c.Post(s.Path(t, s.SendOne(t, 0), "/mail/confirm/")).WantStatus(t, 200)
	}
	return people
}

// ControlOf parses a time control.
func ControlOf(t testing.TB, text string) record.Control {
	t.Helper()
	c, err := record.ParseControl(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Awaiting starts a game of Hexone in which Anna is to act, and no page is open.
func (s *MailSite) Awaiting(t testing.TB, people []*Client, clock string) (path string) {
	t.Helper()
	s.Clock.Advance(time.Second)
	return s.Together(t, db.NewGame{Key: "hexone", Control: ControlOf(t, clock)}, people...)
}
