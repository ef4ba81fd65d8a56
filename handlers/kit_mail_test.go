package handlers_test

import (
	"net"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers"
	"hexclub/handlers/mail/mailtest"
	"hexclub/rules/record"
)

// named gives the club a name, as it is stored.
func (s *mailSite) named(t testing.TB, name string) {
	t.Helper()
	if _, err := s.raw(t).Exec("UPDATE club SET name = $1", name); err != nil {
		t.Fatal(err)
	}
}

// A mailSite is a site that sends mails, by a server of the test's, when the
// test says so. Its clock stands still.
type mailSite struct {
	*site
	post  *mailtest.Server
	clock *clock
}

func newMailSite(t testing.TB, limits ...handlers.Limits) *mailSite {
	t.Helper()
	clock, config := newClock(), handlers.Config{}
	for _, l := range limits {
		config.Limits = l
	}
	config.Now = clock.now
	s, post := siteWithMail(t, config)
	return &mailSite{s, post, clock}
}

// siteWithMail is a site that sends mails by a server of the test's.
func siteWithMail(t testing.TB, config handlers.Config) (*site, *mailtest.Server) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	post := mailtest.Start(t)
	config.URL = "http://" + listener.Addr().String()
	config.SMTP, config.MailFrom = "smtp://"+post.Address, "Hexclub <club@hex.example>"
	s := openSite(t, config)
	s.url = config.URL
	server := httptest.NewUnstartedServer(s.router)
	_ = server.Listener.Close() // of the server's own
	server.Listener = listener
	server.Start()
	t.Cleanup(server.Close)
	t.Cleanup(s.Live.Close)
	return s, post
}

// mailPaths are the paths that mails bring: that confirms an address, and that
// stops notices.
type mailPaths struct{ confirm, stop string }

// writesTo lets a person with an account confirm an address, and give another
// that is not confirmed yet.
func (s *site) writesTo(t testing.TB, c *client, name string, post *mailtest.Server) (paths mailPaths) {
	t.Helper()
	for i, address := range []string{"old@mail.example", "new@mail.example"} {
		c.post("/settings/mail", "password", password, "address", address).wantStatus(t, 200)
		if err := s.SendMail(t.Context()); err != nil {
			t.Fatal(err)
		}
		paths.confirm = regexp.MustCompile(`/mail/confirm/\w+`).FindString(post.Next().Text)
		if i == 0 {
			c.post(paths.confirm).wantStatus(t, 200)
		}
	}
	m, err := s.DB.Mail(t.Context(), s.idOf(t, name))
	if err != nil {
		t.Fatal(err)
	}
	paths.stop = "/mail/stop/" + m.Stop + "/turn"
	return paths
}

// send lets time pass and the site send what is due, and returns what came.
func (s *mailSite) send(t testing.TB, after time.Duration) []mailtest.Mail {
	t.Helper()
	s.clock.advance(after)
	if err := s.SendMail(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s.post.Mails()
}

// sendOne is send where one mail is to come.
func (s *mailSite) sendOne(t testing.TB, after time.Duration) mailtest.Mail {
	t.Helper()
	mails := s.send(t, after)
	if len(mails) != 1 {
		t.Fatalf("%d mails come: %+v", len(mails), mails)
	}
	return mails[0]
}

// wantNone fails the test when a mail comes.
func (s *mailSite) wantNone(t testing.TB, after time.Duration) {
	t.Helper()
	for _, m := range s.send(t, after) {
		t.Errorf("a mail comes to %s: %s", m.To, m.Subject)
	}
}

// path finds the one address of the site in a mail that begins like that, and
// returns its path.
func (s *mailSite) path(t testing.TB, m mailtest.Mail, start string) string {
	t.Helper()
	found := regexp.MustCompile(regexp.QuoteMeta(s.url+start)+`\S*`).FindAllString(m.Text, -1)
	slices.Sort(found)
	if found = slices.Compact(found); len(found) != 1 {
		t.Fatalf("the mail has the links %q:\n%s", found, m.Text)
	}
	return strings.TrimPrefix(found[0], s.url)
}

// readers are people with accounts and confirmed addresses, like
// anna@mail.example.
func (s *mailSite) readers(t testing.TB, n int) []*client {
	t.Helper()
	people := s.accounts(t, n)
	for i, c := range people {
		c.post("/settings/mail", "password", password, "address", strings.ToLower(names[i])+"@mail.example").wantStatus(t, 200)
		c.post(s.path(t, s.sendOne(t, 0), "/mail/confirm/")).wantStatus(t, 200)
	}
	return people
}

// controlOf is a time control as it is stored.
func controlOf(t testing.TB, text string) record.Control {
	t.Helper()
	c, err := record.ParseControl(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// awaiting starts a game of Hexone in which Anna is awaited, and nobody is
// there any more.
func (s *mailSite) awaiting(t testing.TB, people []*client, clock string) (path string) {
	t.Helper()
	s.clock.advance(time.Second)
	return s.together(t, db.NewGame{Key: "hexone", Control: controlOf(t, clock)}, people...)
}
