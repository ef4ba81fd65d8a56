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

// A Conn is a connection to the server. It is for one goroutine, and is to be
// closed.
type Conn struct {
	sender *Sender
	client *gomail.Client
	smtp   *smtp.Client
	raw    net.Conn
	unhook func() bool // from the context
	broken bool
}

// Open connects to the server and logs in. When ctx is done the connection
// ends; a message under way gets a moment to arrive.
func (s *Sender) Open(ctx context.Context) (*Conn, error) {
	c := &Conn{sender: s, unhook: func() bool { return true }}
	dial := gomail.WithDialContextFunc(func(dialing context.Context, network, address string) (net.Conn, error) {
		var err error
		if c.raw, err = s.dial(dialing, network, address); err != nil {
			return nil, err
		}
		c.unhook = context.AfterFunc(ctx, func() { time.AfterFunc(s.Patience, func() { _ = c.raw.Close() }) })
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

// Close says goodbye and ends the connection.
func (c *Conn) Close() {
	if !c.broken {
		_ = c.smtp.UpdateDeadline(c.sender.Patience) // what was sent is sent, whatever the answer
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

// A Message is a mail to one person.
type Message struct {
	ID          string // one that no other message has: letters and digits
	To          string // an address as ParseAddress gives it
	Subject     string // line breaks and other controls in it become spaces
	Text        string
	Date        time.Time
	Unsubscribe string // web address that takes a POST to send no more like it; empty for none
}

// A Failure is why a message was not sent.
type Failure struct {
	Address bool // the server refuses the recipient's address, and always will
	Broken  bool // nothing more can be sent over the connection
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
	return &Failure{Address: refusesAddress(failed), Err: err}
}

// refusesAddress reports whether a server's answer is about the address, and for
// good: by its enhanced code where it has one (RFC 3463: addressing and
// mailbox), else by its code (RFC 5321, RFC 7504). Other refusals are about the
// sender or the message, and are the site's to mend.
func refusesAddress(failed *gomail.SendError) bool {
	aboutMail := failed.Reason == gomail.ErrSMTPRcptTo || failed.Reason == gomail.ErrSMTPDataClose
	if enhanced := failed.EnhancedStatusCode(); enhanced != "" {
		return aboutMail && (strings.HasPrefix(enhanced, "5.1.") || strings.HasPrefix(enhanced, "5.2."))
	}
	return failed.Reason == gomail.ErrSMTPRcptTo && slices.Contains([]int{550, 551, 553, 556}, failed.ErrorCode())
}

// compose writes a message with its headers.
func (s *Sender) compose(m Message) *gomail.Msg {
	message := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	message.FromMailAddress(&s.from)
	message.ToMailAddress(&netmail.Address{Address: m.To})
	message.Subject(oneLine(m.Subject))
	message.SetDateWithValue(m.Date)
	message.SetMessageIDWithValue(m.ID + "@" + s.domain())
	message.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: answering machines keep still
	if strings.HasPrefix(m.Unsubscribe, "https://") {
		_ = message.SetListUnsubscribeOneClick(m.Unsubscribe) // fails for other schemes alone
	} else if m.Unsubscribe != "" {
		message.SetListUnsubscribe(m.Unsubscribe) // RFC 8058 asks for https
	}
	message.SetBodyString(gomail.TypeTextPlain, m.Text)
	return message
}

// oneLine is a text without line breaks and other controls.
func oneLine(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, text))
}
