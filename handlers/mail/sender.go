package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// Defaults of Timeout and StopTimeout.
const (
	defaultTimeout     = 30 * time.Second
	defaultStopTimeout = 3 * time.Second
)

// A Sender sends e-mails through one SMTP server.
type Sender struct {
	Timeout     time.Duration // for connecting, and for each message
	StopTimeout time.Duration // for the message being sent when the sender has to stop, and for closing connections

	host           string
	port           int
	user, password string // empty if the server requires none
	security       security
	roots          *x509.CertPool // of the server's certificate; nil for the system's
	from           netmail.Address
	dial           func(ctx context.Context, network, address string) (net.Conn, error)
}

// security is the encryption of the connection.
type security int

const (
	starttls security = iota // after the server's greeting
	implicit                 // from the first byte
	none
)

// ErrSender means that the sender's address is invalid.
var ErrSender = errors.New("the sender of mails is not like club@mail.example")

// New returns a sender. The server's address is like smtp://user:password@mail.example:587, with
// default port 587, or smtps://… with default port 465, encrypted from the first byte. Connections
// over smtp are encrypted too, and fail if they cannot be, unless the server is this machine or the
// address ends in ?tls=none; ?tls=starttls requires encryption even there. from is the sender of
// all messages: an address, optionally with a name, "Hexclub <club@mail.example>". Errors describe
// the problem and never contain the password.
func New(server, from string) (*Sender, error) {
	s, err := parseServer(server)
	if err != nil {
		return nil, err
	}
	sender, err := netmail.ParseAddress(from)
	if err != nil {
		return nil, ErrSender
	}
	address, ok := ParseAddress(sender.Address)
	if !ok {
		return nil, ErrSender
	}
	s.from = netmail.Address{Name: sender.Name, Address: address}
	return s, nil
}

func parseServer(server string) (*Sender, error) {
	wrong := errors.New("address of the SMTP server is not like smtp://user:password@mail.example:587")
	u, err := url.Parse(server)
	if err != nil || u.Hostname() == "" || (u.Path != "" && u.Path != "/") || u.Fragment != "" {
		return nil, wrong
	}
	s := &Sender{
		Timeout: defaultTimeout, StopTimeout: defaultStopTimeout, dial: new(net.Dialer).DialContext,
		host: u.Hostname(), user: u.User.Username(),
	}
	s.password, _ = u.User.Password()
	if (s.user == "") != (s.password == "") {
		return nil, errors.New("address of the SMTP server has one of user and password only")
	}
	defaultPort := 0
	switch u.Scheme {
	case "smtp":
		defaultPort = 587
		if isThisMachine(s.host) {
			s.security = none
		}
	case "smtps":
		defaultPort, s.security = 465, implicit
	default:
		return nil, wrong
	}
	if s.port, err = parsePort(u.Port(), defaultPort); err != nil {
		return nil, wrong
	}
	return s, s.parseTLS(u.Query())
}

func parsePort(text string, otherwise int) (int, error) {
	if text == "" {
		return otherwise, nil
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil || port == 0 {
		return 0, fmt.Errorf("port %q", text)
	}
	return int(port), nil
}

// parseTLS parses the encryption in the query of the address.
func (s *Sender) parseTLS(query url.Values) error {
	for key := range query {
		if key != "tls" {
			return fmt.Errorf("address of the SMTP server has an unknown %s=", key)
		}
	}
	switch value := query.Get("tls"); {
	case !query.Has("tls"):
	case value == "none" && s.security != implicit:
		s.security = none
	case value == "starttls" && s.security != implicit:
		s.security = starttls
	default:
		return fmt.Errorf("address of the SMTP server has tls=%s; with smtp:// it can be none or starttls", value)
	}
	return nil
}

func isThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// domain returns the domain of the sender's address. Greetings and message ids use it.
func (s *Sender) domain() string {
	_, domain, _ := strings.Cut(s.from.Address, "@")
	return domain
}

// options returns the options of every connection.
func (s *Sender) options() []gomail.Option {
	options := []gomail.Option{
		gomail.WithPort(s.port), gomail.WithTimeout(s.Timeout), gomail.WithHELO(s.domain()), gomail.WithTLSConfig(s.tls()),
		// All addresses are ASCII. Requiring SMTPUTF8 would exclude older servers.
		gomail.WithoutSMTPUTF8(),
		// NOOP before and RSET after each message are omitted: their errors say nothing about the
		// message.
		gomail.WithoutNoop(), gomail.WithoutRset(),
	}
	switch s.security {
	case starttls:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	case implicit:
		options = append(options, gomail.WithSSL())
	case none:
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	}
	if s.user != "" {
		// PLAIN and LOGIN are only used on an encrypted connection or on this machine.
		options = append(options, gomail.WithUsername(s.user), gomail.WithPassword(s.password), gomail.WithOpportunisticSMTPAuth(
			gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthSCRAMSHA1, gomail.SMTPAuthPlain, gomail.SMTPAuthLogin))
	}
	return options
}

func (s *Sender) tls() *tls.Config {
	return &tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12, RootCAs: s.roots}
}
