package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"slices"
	"strings"
	"time"
	"unicode"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

// A Conn is a connection to the server, for one goroutine. The caller must close it.
type Conn struct {
	sender *Sender
	client *gomail.Client
	smtp   *smtp.Client
	raw    net.Conn
	unhook func() bool // stops watching the context
	broken bool
}

// Open connects to the server and logs in. When ctx ends, the connection is closed after
// StopTimeout, so that a message being sent can arrive.
func (s *Sender) Open(ctx context.Context) (*Conn, error) {
	c := &Conn{sender: s, unhook: func() bool { return true }}
	dial := gomail.WithDialContextFunc(func(dialing context.Context, network, address string) (net.Conn, error) {
		var err error
		if c.raw, err = s.dial(dialing, network, address); err != nil {
			return nil, err
		}
		c.unhook = context.AfterFunc(ctx, func() { time.AfterFunc(s.StopTimeout, func() { _ = c.raw.Close() }) })
		if s.security == implicit {
			return tls.Client(c.raw, s.tls()), nil
		}
		return c.raw, nil
	})
	var err error
	if c.client, err = gomail.NewClient(s.host, append(s.options(), dial)...); err != nil {
		return nil, err
	}
	if c.smtp, err = c.client.DialToSMTPClientWithContext(ctx); err != nil {
		c.end()
		return nil, err
	}
	return c, nil
}

// Close ends the connection.
func (c *Conn) Close() {
	if !c.broken {
		_ = c.smtp.UpdateDeadline(c.sender.StopTimeout) // the message is sent, whatever the answer
		_ = c.client.CloseWithSMTPClient(c.smtp)
	}
	c.end()
}

func (c *Conn) end() {
	c.unhook()
	if c.raw != nil {
		_ = c.raw.Close()
	}
}

// A Message is an e-mail to one person.
type Message struct {
	ID          string // unique; letters and digits
	To          string // an address returned by ParseAddress
	Subject     string // line breaks and other control characters become spaces
	Text        string
	HTML        string // the same as a page
	Date        time.Time
	Unsubscribe string // URL that stops such messages when it is sent a POST; empty for none
}

// A Failure is the reason why a message was not sent.
type Failure struct {
	Address bool // the server rejects the recipient's address permanently
	Broken  bool // the connection cannot be used any more
	Err     error
}

func (f *Failure) Error() string { return f.Err.Error() }
func (f *Failure) Unwrap() error { return f.Err }

// Send sends a message. Its error is a *Failure.
func (c *Conn) Send(m Message) error {
	if address, ok := ParseAddress(m.To); !ok || address != m.To {
		return &Failure{Address: true, Err: errors.New("no address to send to")}
	}
	err := c.client.SendWithSMTPClient(c.smtp, c.sender.compose(m))
	if err == nil {
		return nil
	}
	var failed *gomail.SendError
	if !errors.As(err, &failed) {
		c.broken = true
		return &Failure{Broken: true, Err: err}
	}
	// Its own text names the recipient, which is confidential.
	err = fmt.Errorf("%s: code %d %s", failed.Reason, failed.ErrorCode(), failed.EnhancedStatusCode())
	if failed.ErrorCode() == 0 || failed.ErrorCode() == 421 {
		c.broken = true
		return &Failure{Broken: true, Err: err}
	}
	return &Failure{Address: rejectsAddress(failed), Err: err}
}

// rejectsAddress reports whether a server's answer rejects the address permanently: by its enhanced
// code if it has one (RFC 3463: addressing and mailbox), otherwise by its code (RFC 5321, RFC
// 7504). Other rejections concern the sender or the message, so the operator has to fix them.
func rejectsAddress(failed *gomail.SendError) bool {
	aboutMail := failed.Reason == gomail.ErrSMTPRcptTo || failed.Reason == gomail.ErrSMTPDataClose
	if enhanced := failed.EnhancedStatusCode(); enhanced != "" {
		return aboutMail && (strings.HasPrefix(enhanced, "5.1.") || strings.HasPrefix(enhanced, "5.2."))
	}
	return failed.Reason == gomail.ErrSMTPRcptTo && slices.Contains([]int{550, 551, 553, 556}, failed.ErrorCode())
}

// compose builds a message with its headers.
func (s *Sender) compose(m Message) *gomail.Msg {
	message := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	message.FromMailAddress(&s.from)
	message.ToMailAddress(&netmail.Address{Address: m.To})
	message.Subject(oneLine(m.Subject))
	message.SetDateWithValue(m.Date)
	message.SetMessageIDWithValue(m.ID + "@" + s.domain())
	message.SetGenHeader("Auto-Submitted", "auto-generated") // prevents automatic replies
	if strings.HasPrefix(m.Unsubscribe, "https://") {
		_ = message.SetListUnsubscribeOneClick(m.Unsubscribe) // only fails for other schemes
	} else if m.Unsubscribe != "" {
		message.SetListUnsubscribe(m.Unsubscribe) // RFC 8058 requires https
	}
	message.SetBodyString(gomail.TypeTextPlain, m.Text)
	message.AddAlternativeString(gomail.TypeTextHTML, m.HTML) // last, so that mail programs prefer it
	return message
}

// oneLine replaces line breaks and other control characters by spaces.
func oneLine(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, text))
}
