// Package mailtest is an SMTP server for tests. It listens on this machine, keeps received e-mails,
// and fails when a test wants it to.
package mailtest

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"log"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/http/httptest"
	netmail "net/mail"
	"net/textproto"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// A Mail is one that the server took.
type Mail struct {
	From, To  string // as in the envelope
	User      string // the logged-in user, or empty
	Encrypted bool
	Header    netmail.Header
	Subject   string
	Text      string // with line feeds only
	HTML      string // likewise
}

// A Server is an SMTP server on this machine.
type Server struct {
	Address  string         // host and port
	Roots    *x509.CertPool // of its certificate
	User     string         // the only accepted user, with the password "secret"; empty for any
	t        testing.TB
	server   *smtp.Server
	implicit bool // encrypted from the first byte

	mu     sync.Mutex
	came   *sync.Cond // signals a new e-mail
	mails  []Mail
	met    int // connections
	answer func(command, to string) error
}

// Start starts a server that stops at the end of the test.
func Start(t testing.TB) *Server { return start(t, &Server{t: t}) }

// StartFor starts a server that accepts only one user, and that encrypts: from the first byte, or
// with STARTTLS.
func StartFor(t testing.TB, user string, implicit bool) *Server {
	return start(t, &Server{t: t, User: user, implicit: implicit})
}

func start(t testing.TB, s *Server) *Server {
	t.Helper()
	s.came = sync.NewCond(&s.mu)
	pages := httptest.NewTLSServer(nil) // it has a certificate for this machine
	s.Roots = x509.NewCertPool()
	s.Roots.AddCert(pages.Certificate())
	config := &tls.Config{Certificates: pages.TLS.Certificates}
	pages.Close()
	s.listen("127.0.0.1:0", config)
	t.Cleanup(s.Stop)
	return s
}

func (s *Server) listen(address string, config *tls.Config) {
	s.t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		s.t.Fatal(err)
	}
	s.Address = listener.Addr().String()
	s.server = smtp.NewServer(s)
	s.server.Domain = "localhost"
	s.server.MaxLineLength = 1000     // with the line break, as RFC 5322 has it
	s.server.AllowInsecureAuth = true // the sender decides
	s.server.ErrorLog = log.New(io.Discard, "", 0)
	if s.implicit {
		listener = tls.NewListener(listener, config)
	} else if s.User != "" {
		s.server.TLSConfig = config
	}
	go func(server *smtp.Server) { _ = server.Serve(listener) }(s.server)
}

// Stop stops the server.
func (s *Server) Stop() { _ = s.server.Close() }

// Again starts a stopped server at the same address, without encryption.
func (s *Server) Again() {
	s.t.Helper()
	s.listen(s.Address, nil)
}

// Answer sets a function that answers the commands MAIL, RCPT and DATA, the last after the whole
// e-mail. Nil means yes.
func (s *Server) Answer(answer func(command, to string) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = answer
}

// Code returns an error answer of a server: 550, optionally with an enhanced code such as 5, 1, 1.
func Code(code int, enhanced ...int) error {
	failed := &smtp.SMTPError{Code: code, EnhancedCode: smtp.NoEnhancedCode, Message: "the test says so"}
	if len(enhanced) == 3 {
		failed.EnhancedCode = smtp.EnhancedCode(enhanced)
	}
	return failed
}

// Mails returns the accepted e-mails that neither Mails nor Next has returned yet.
func (s *Server) Mails() []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	mails := s.mails
	s.mails = nil
	return mails
}

// Next returns the next e-mail, and waits for it if needed.
func (s *Server) Next() Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.mails) == 0 {
		s.came.Wait()
	}
	m := s.mails[0]
	s.mails = s.mails[1:]
	return m
}

// Connections returns the number of connections so far.
func (s *Server) Connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.met
}

// NewSession is called by the SMTP library for each connection.
func (s *Server) NewSession(c *smtp.Conn) (smtp.Session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.met++
	return &session{server: s, conn: c}, nil
}

// A session is one connection.
type session struct {
	server *Server
	conn   *smtp.Conn
	user   string
	mail   Mail
}

func (c *session) ask(command, to string) error {
	c.server.mu.Lock()
	answer := c.server.answer
	c.server.mu.Unlock()
	if answer == nil {
		return nil
	}
	err := answer(command, to)
	if refused, ok := err.(*smtp.SMTPError); ok && to != "" {
		named := *refused
		named.Message = "<" + to + ">: " + named.Message // as real servers do
		return &named
	}
	return err
}

func (c *session) AuthMechanisms() []string {
	if c.server.User == "" {
		return nil
	}
	return []string{sasl.Plain}
}

func (c *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != c.server.User || password != "secret" {
			return smtp.ErrAuthFailed
		}
		c.user = user
		return nil
	}), nil
}

// A Mail is an accepted e-mail.
func (c *session) Mail(from string, _ *smtp.MailOptions) error {
	if c.user != c.server.User {
		return smtp.ErrAuthRequired
	}
	_, encrypted := c.conn.TLSConnectionState()
	c.mail = Mail{From: from, User: c.user, Encrypted: encrypted}
	return c.ask("MAIL", "")
}

func (c *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	c.mail.To = strings.Join(slices.DeleteFunc([]string{c.mail.To, to}, func(s string) bool { return s == "" }), " ")
	return c.ask("RCPT", to)
}

func (c *session) Data(r io.Reader) error {
	message, err := netmail.ReadMessage(r)
	if err != nil {
		return err
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject"))
	if err != nil {
		return err
	}
	c.mail.Header, c.mail.Subject = message.Header, subject
	if c.mail.Text, c.mail.HTML, err = readBody(message); err != nil {
		return err
	}
	if err := c.ask("DATA", c.mail.To); err != nil {
		return err
	}
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.server.mails = append(c.server.mails, c.mail)
	c.server.came.Broadcast()
	return nil
}

// readBody returns the two forms of an e-mail, text and HTML.
func readBody(message *netmail.Message) (text, html string, err error) {
	kind, parameters, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil {
		return "", "", err
	}
	if kind != "multipart/alternative" {
		return "", "", fmt.Errorf("the e-mail is %s", kind)
	}
	parts := multipart.NewReader(message.Body, parameters["boundary"])
	var bodies []string
	for _, want := range []string{"text/plain", "text/html"} {
		part, err := parts.NextRawPart()
		if err != nil {
			return "", "", err
		}
		body, err := readPart(part, part.Header, want)
		if err != nil {
			return "", "", err
		}
		bodies = append(bodies, body)
	}
	if _, err := parts.NextRawPart(); err != io.EOF {
		return "", "", fmt.Errorf("after text and HTML: %v", err)
	}
	return bodies[0], bodies[1], nil
}

// readPart returns a part of an e-mail, with line feeds only. It must be of a type, in UTF-8, and quoted-printable.
func readPart(r io.Reader, header textproto.MIMEHeader, want string) (string, error) {
	kind, parameters, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		return "", err
	}
	encoding := header.Get("Content-Transfer-Encoding")
	if kind != want || !strings.EqualFold(parameters["charset"], "utf-8") || encoding != "quoted-printable" {
		return "", fmt.Errorf("a part has the type %q and the encoding %q, want %s", header.Get("Content-Type"), encoding, want)
	}
	body, err := io.ReadAll(quotedprintable.NewReader(r))
	return strings.ReplaceAll(string(body), "\r\n", "\n"), err
}

func (c *session) Reset()        { c.mail = Mail{} }
func (c *session) Logout() error { return nil }
