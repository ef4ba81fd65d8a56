package mail

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	gomail "github.com/wneessen/go-mail"

	"hexclub/handlers/mail/mailtest"
)

const club = "Hexclub <club@hex.example>"

var monday = time.Date(2026, 11, 23, 12, 30, 0, 0, time.UTC)

func letter() Message {
	return Message{
		ID: "abc123", To: "anna@mail.example", Subject: "Your turn: Six against Zoé", Date: monday,
		HTML:        "<p>Hello Anna, Zoé has played — it is your turn.</p>\n.\n" + strings.Repeat("<b>long</b>", 400) + "\n",
		Text:        "Hello Anna,\n\nZoé has played — it is your turn.\n.\n\n" + strings.Repeat("long ", 40) + "\n",
		Unsubscribe: "https://hex.example/mail/stop/" + strings.Repeat("x", 26) + "/turn",
	}
}

// newSender returns a sender for a server. start and end are more parts of its address.
func newSender(t *testing.T, server *mailtest.Server, start, end string) *Sender {
	t.Helper()
	s, err := New(start+server.Address+end, club)
	if err != nil {
		t.Fatal(err)
	}
	s.roots = server.Roots
	return s
}

func open(t *testing.T, s *Sender) *Conn {
	t.Helper()
	c, err := s.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func TestNewTakes(t *testing.T) {
	type choice struct {
		host, user, password string
		port                 int
		security             security
	}
	for address, want := range map[string]choice{
		"smtp://mail.example":                           {"mail.example", "", "", 587, starttls},
		"smtp://mail.example:2525/":                     {"mail.example", "", "", 2525, starttls},
		"smtps://anna:p%40ss%3A@mail.example":           {"mail.example", "anna", "p@ss:", 465, implicit},
		"smtp://anna%40mail.example:x@mail.example:587": {"mail.example", "anna@mail.example", "x", 587, starttls},
		"smtp://localhost:25":                           {"localhost", "", "", 25, none},
		"smtp://127.0.0.1":                              {"127.0.0.1", "", "", 587, none},
		"smtp://[::1]:25":                               {"::1", "", "", 25, none},
		"smtp://localhost:25?tls=starttls":              {"localhost", "", "", 25, starttls},
		"smtp://relay:25?tls=none":                      {"relay", "", "", 25, none},
	} {
		s, err := New(address, club)
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		if got := (choice{s.host, s.user, s.password, s.port, s.security}); got != want {
			t.Errorf("%s is %+v, want %+v", address, got, want)
		}
	}
	for from, want := range map[string]string{
		"club@hex.example": "<club@hex.example>", "Le club <club@Hex.example>": `"Le club" <club@hex.example>`,
		"Cluéb <club@hex.example>": "=?utf-8?q?Clu=C3=A9b?= <club@hex.example>",
	} {
		s, err := New("smtp://mail.example", from)
		if err != nil {
			t.Errorf("%s: %v", from, err)
		} else if got := s.from.String(); got != want {
			t.Errorf("%s is %s, want %s", from, got, want)
		}
	}
}

// Errors describe the problem of a configuration and never contain the password.
func TestNewRefuses(t *testing.T) {
	for _, tt := range []struct{ server, from, want string }{
		{"", club, "SMTP server"},
		{"mail.example:587", club, "SMTP server"},
		{"mail.example", club, "SMTP server"},
		{"http://anna:secret@mail.example", club, "SMTP server"},
		{"smtp://", club, "SMTP server"},
		{"smtp://:587", club, "SMTP server"},
		{"smtp://anna:secret@", club, "SMTP server"},
		{"smtp://anna:secret%zz@mail.example", club, "SMTP server"},
		{"smtp://anna:secret@mail.example:no", club, "SMTP server"},
		{"smtp://anna:secret@mail.example:0", club, "SMTP server"},
		{"smtp://anna:secret@mail.example:65536", club, "SMTP server"},
		{"smtp://anna:secret@mail.example/inbox", club, "SMTP server"},
		{"smtp://anna:secret@mail.example#x", club, "SMTP server"},
		{"smtp://anna@mail.example", club, "one of user and password only"},
		{"smtp://:secret@mail.example", club, "one of user and password only"},
		{"smtp://anna:secret@mail.example?tls=no", club, "tls=no"},
		{"smtps://anna:secret@mail.example?tls=none", club, "tls=none"},
		{"smtps://anna:secret@mail.example?tls=starttls", club, "tls=starttls"},
		{"smtp://anna:secret@mail.example?tsl=none", club, "unknown tsl="},
		{"smtp://mail.example", "", "sender"},
		{"smtp://mail.example", "club", "sender"},
		{"smtp://mail.example", "club@localhost", "sender"},
		{"smtp://mail.example", "a@hex.example, b@hex.example", "sender"},
		{"smtp://mail.example", "club@hex.example\r\nBcc: x@y.example", "sender"},
	} {
		_, err := New(tt.server, tt.from)
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q, %q: error %v, want one about %q", tt.server, tt.from, err, tt.want)
		}
	}
}

func TestSend(t *testing.T) {
	t.Parallel()
	server := mailtest.Start(t)
	c := open(t, newSender(t, server, "smtp://", ""))
	if err := c.Send(letter()); err != nil {
		t.Fatal(err)
	}
	second := letter()
	second.ID, second.To, second.Unsubscribe = "def456", "ben@mail.example", ""
	if err := c.Send(second); err != nil {
		t.Fatal(err)
	}
	mails := server.Mails()
	if len(mails) != 2 || server.Connections() != 1 {
		t.Fatalf("%d mails over %d connections", len(mails), server.Connections())
	}
	m := mails[0]
	if m.From != "club@hex.example" || m.To != "anna@mail.example" || m.Subject != letter().Subject || m.Text != letter().Text || m.HTML != letter().HTML {
		t.Errorf("the mail is %+v", m)
	}
	for name, want := range map[string]string{
		"From": `"Hexclub" <club@hex.example>`, "To": "<anna@mail.example>", "Message-Id": "<abc123@hex.example>",
		"Date": "Mon, 23 Nov 2026 12:30:00 +0000", "Auto-Submitted": "auto-generated", "Mime-Version": "1.0",
		"List-Unsubscribe":      "<" + letter().Unsubscribe + ">",
		"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
	} {
		if got := m.Header[name]; !slices.Equal(got, []string{want}) {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if kind := m.Header.Get("Content-Type"); !strings.HasPrefix(kind, "multipart/alternative;") {
		t.Errorf("the type is %s", kind)
	}
	if m = mails[1]; m.To != "ben@mail.example" || m.Header["List-Unsubscribe"] != nil || m.Header["List-Unsubscribe-Post"] != nil {
		t.Errorf("the second mail is %+v", m)
	}
	third := letter()
	third.Unsubscribe = "http://hex.example/stop"
	if err := c.Send(third); err != nil {
		t.Fatal(err)
	}
	if m = server.Mails()[0]; m.Header.Get("List-Unsubscribe") != "<http://hex.example/stop>" || m.Header["List-Unsubscribe-Post"] != nil {
		t.Errorf("without https, the headers are %v", m.Header)
	}
}

// No part of a message can become a header, another recipient, or the end of the message.
func TestNothingIsInjected(t *testing.T) {
	t.Parallel()
	server := mailtest.Start(t)
	c := open(t, newSender(t, server, "smtp://", ""))
	for _, text := range []string{
		"x\r\nBcc: eve@mail.example", "x\nBcc: eve@mail.example", "x\rBcc: eve@mail.example", "\r\n\r\nWin!", "x\r\n.\r\nMAIL FROM:<x@y.example>",
		"é\r\nBcc: eve@mail.example", "x\u2028Bcc: eve@mail.example", "x\x00y",
	} {
		m := letter()
		m.Subject, m.Text, m.HTML = text, text, text
		if err := c.Send(m); err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		mails := server.Mails()
		if len(mails) != 1 || mails[0].To != m.To || mails[0].Header["Bcc"] != nil || len(mails[0].Header) != 10 {
			t.Fatalf("%q makes %+v", text, mails)
		}
		if strings.ContainsAny(mails[0].Subject, "\r\n\x00\u2028") {
			t.Errorf("%q makes the subject %q", text, mails[0].Subject)
		}
	}
	for _, to := range []string{"a@b.example\r\nRCPT TO:<eve@mail.example>", "a@b.example> NOTIFY=NEVER", "", "a@b.example,c@d.example", " a@b.example"} {
		m := letter()
		m.To = to
		wantFailure(t, c.Send(m), true, false)
	}
	if mails := server.Mails(); len(mails) > 0 {
		t.Errorf("the server took %+v", mails)
	}
}

func wantFailure(t *testing.T, err error, address, broken bool) {
	t.Helper()
	var failure *Failure
	if !errors.As(err, &failure) || failure.Address != address || failure.Broken != broken {
		t.Errorf("error %+v, want address %v, broken %v", err, address, broken)
	}
}

func TestSendFails(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name            string
		command         string
		answer          error
		address, broken bool
	}{
		{"no such person", "RCPT", mailtest.Code(550, 5, 1, 1), true, false},
		{"mailbox switched off", "RCPT", mailtest.Code(550, 5, 2, 1), true, false},
		{"no such person, without enhanced code", "RCPT", mailtest.Code(550), true, false},
		{"no such person, said late", "DATA", mailtest.Code(550, 5, 1, 1), true, false},
		{"domain that takes no mail", "RCPT", mailtest.Code(556, 5, 1, 10), true, false},
		{"mailbox full", "RCPT", mailtest.Code(452, 4, 2, 2), false, false},
		{"come back later", "RCPT", mailtest.Code(450), false, false},
		{"not to be relayed", "RCPT", mailtest.Code(554, 5, 7, 1), false, false},
		{"not to be relayed, as one that looks like an address", "RCPT", mailtest.Code(550, 5, 7, 1), false, false},
		{"spam, it says", "DATA", mailtest.Code(554, 5, 7, 1), false, false},
		{"refused late, without enhanced code", "DATA", mailtest.Code(550), false, false},
		{"sender refused", "MAIL", mailtest.Code(550, 5, 1, 8), false, false},
		{"too many", "MAIL", mailtest.Code(451, 4, 7, 1), false, false},
		{"going down", "RCPT", mailtest.Code(421, 4, 3, 2), false, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			server := mailtest.Start(t)
			c := open(t, newSender(t, server, "smtp://", ""))
			server.Answer(func(command, to string) error {
				if command == tt.command && (command == "MAIL" || to == "anna@mail.example") {
					return tt.answer
				}
				return nil
			})
			err := c.Send(letter())
			wantFailure(t, err, tt.address, tt.broken)
			if strings.Contains(err.Error(), "@") {
				t.Errorf("the error contains the address: %v", err)
			}
			if mails := server.Mails(); len(mails) > 0 {
				t.Errorf("the server took %+v", mails)
			}
			if tt.broken || tt.command == "MAIL" {
				return
			}
			other := letter()
			other.To = "ben@mail.example"
			if err := c.Send(other); err != nil {
				t.Errorf("the next mail: %v", err)
			}
		})
	}
}

// Waiting for a server that is silent, or stops in the middle, is limited.
func TestSlowMailServer(t *testing.T) {
	t.Parallel()
	t.Run("no greeting", func(t *testing.T) {
		t.Parallel()
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = listener.Close() })
		s, err := New("smtp://"+listener.Addr().String(), club)
		if err != nil {
			t.Fatal(err)
		}
		s.Timeout = 50 * time.Millisecond
		if _, err := s.Open(t.Context()); err == nil {
			t.Error("it connects")
		}
	})
	for _, stage := range []string{"MAIL", "RCPT", "DATA"} {
		t.Run(stage, func(t *testing.T) {
			t.Parallel()
			server := mailtest.Start(t)
			c := open(t, newSender(t, server, "smtp://", ""))
			server.Answer(func(command, _ string) error {
				if command == stage {
					<-t.Context().Done()
				}
				return nil
			})
			if err := gomail.WithTimeout(50 * time.Millisecond)(c.client); err != nil {
				t.Fatal(err)
			}
			wantFailure(t, c.Send(letter()), false, true)
			wantFailure(t, c.Send(letter()), false, true)
		})
	}
}

// Stopping waits for a message being sent only for a moment.
func TestStop(t *testing.T) {
	t.Parallel()
	server := mailtest.Start(t)
	s := newSender(t, server, "smtp://", "")
	s.Timeout, s.StopTimeout = time.Hour, 10*time.Millisecond
	ctx, cancel := context.WithCancel(t.Context())
	c, err := s.Open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	server.Answer(func(string, string) error {
		cancel()
		<-t.Context().Done()
		return nil
	})
	wantFailure(t, c.Send(letter()), false, true)
	if _, err := s.Open(ctx); err == nil {
		t.Error("it connects although it was stopped")
	}
}

func TestNoServer(t *testing.T) {
	t.Parallel()
	server := mailtest.Start(t)
	s := newSender(t, server, "smtp://", "")
	c := open(t, s)
	server.Stop()
	wantFailure(t, c.Send(letter()), false, true)
	if _, err := s.Open(t.Context()); err == nil {
		t.Error("it connects without a server")
	}
	server.Again()
	if err := open(t, s).Send(letter()); err != nil {
		t.Errorf("when the server is back: %v", err)
	}
}

func TestEncryptionAndLogIn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, start, end string
		implicit, works  bool
	}{
		{"asked for", "smtp://anna:secret@", "?tls=starttls", false, true},
		{"from the first byte", "smtps://anna:secret@", "", true, true},
		{"wrong password", "smtp://anna:wrong@", "?tls=starttls", false, false},
		{"nobody logs in", "smtps://", "", true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			server := mailtest.StartFor(t, "anna", tt.implicit)
			c, err := newSender(t, server, tt.start, tt.end).Open(t.Context())
			if err == nil {
				defer c.Close()
				err = c.Send(letter())
			}
			if (err == nil) != tt.works {
				t.Fatalf("error %v", err)
			}
			mails := server.Mails()
			if !tt.works && len(mails) == 0 {
				return
			}
			if len(mails) != 1 || !mails[0].Encrypted || mails[0].User != "anna" {
				t.Errorf("the server took %+v", mails)
			}
		})
	}
	t.Run("a certificate of nobody's", func(t *testing.T) {
		t.Parallel()
		for start, end := range map[string]string{"smtp://anna:secret@": "?tls=starttls", "smtps://anna:secret@": ""} {
			server := mailtest.StartFor(t, "anna", strings.HasPrefix(start, "smtps"))
			s := newSender(t, server, start, end)
			s.roots = nil
			if _, err := s.Open(t.Context()); err == nil || !strings.Contains(err.Error(), "certificate") {
				t.Errorf("error %v", err)
			}
		}
	})
	t.Run("a server that cannot encrypt", func(t *testing.T) {
		t.Parallel()
		server := mailtest.Start(t)
		if _, err := newSender(t, server, "smtp://", "?tls=starttls").Open(t.Context()); err == nil {
			t.Error("it continues without encryption")
		}
	})
	t.Run("no password goes through the clear to elsewhere", func(t *testing.T) {
		t.Parallel()
		server := mailtest.StartFor(t, "anna", false)
		s := newSender(t, server, "smtp://anna:secret@", "?tls=none")
		if _, err := s.Open(t.Context()); err != nil {
			t.Errorf("to this machine: %v", err)
		}
		_, port, err := net.SplitHostPort(server.Address)
		if err != nil {
			t.Fatal(err)
		}
		if s, err = New("smtp://anna:secret@mail.example:"+port+"?tls=none", club); err != nil {
			t.Fatal(err)
		}
		s.dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, server.Address)
		}
		if _, err := s.Open(t.Context()); err == nil || !strings.Contains(err.Error(), "unencrypted") {
			t.Errorf("error %v", err)
		}
	})
}
