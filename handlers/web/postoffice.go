package web

import (
	"errors"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"hexclub/db"
	"hexclub/handlers/mail"
	"hexclub/rules"
)

// A postOffice sends mails.
type postOffice struct {
	Sender *mail.Sender
	Tally  mailTally

	mu        sync.Mutex
	asked     bool                // somebody waits for a mail
	forgotten []string            // names of accounts whose passwords were forgotten
	visits    map[string]db.Visit // by person, since they were last stored

	// What follows is the business of SendMail alone, one call at a time.
	Looked   time.Time // when people's news were last looked for
	Tidied   time.Time
	Sent     int       // mails since then
	Failures int       // to reach the server, in a row
	Closed   time.Time // until when it is not tried
}

// A mailTally counts what became of mails since the start.
type mailTally struct {
	Sent    atomic.Int64
	Failed  atomic.Int64 // to be tried again, or given up
	Bounced atomic.Int64 // for their address
}

// newPostOffice is nil when the site is to send no mails. Mails are full of
// links, so they need the site's public address.
func newPostOffice(config Config) (*postOffice, error) {
	switch {
	case config.SMTP == "" && config.MailFrom == "":
		return nil, nil
	case config.SMTP == "":
		return nil, &ConfigError{"SMTP", errors.New("to send mails, the address of an SMTP server is needed too, like smtp://user:password@mail.example:587")}
	case config.MailFrom == "":
		return nil, &ConfigError{"MailFrom", errors.New("to send mails, an address to send them from is needed too, like club@mail.example")}
	case config.URL == "":
		return nil, &ConfigError{"URL", errors.New("to send mails, the site's public address is needed too, like https://hex.example: they are full of links")}
	}
	sender, err := mail.New(config.SMTP, config.MailFrom)
	switch {
	case errors.Is(err, mail.ErrSender):
		return nil, &ConfigError{"MailFrom", err}
	case err != nil:
		return nil, &ConfigError{"SMTP", err}
	}
	now := config.Now()
	return &postOffice{Sender: sender, visits: map[string]db.Visit{}, Looked: now, Tidied: now}, nil
}

// Ask notes that a mail was asked for.
func (p *postOffice) Ask() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = true
}

// saw keeps that a person is here.
func (p *postOffice) saw(person string, visit db.Visit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if visit.Language == "" {
		visit.Language = p.visits[person].Language
	}
	p.visits[person] = visit
}

// TakeVisits are those since it was last called.
func (p *postOffice) TakeVisits() map[string]db.Visit {
	p.mu.Lock()
	defer p.mu.Unlock()
	visits := p.visits
	p.visits = map[string]db.Visit{}
	return visits
}

// PutBack keeps visits that could not be stored, but for people who came again.
func (p *postOffice) PutBack(visits map[string]db.Visit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.Copy(visits, p.visits)
	p.visits = visits
}

// TakeAsked reports whether a mail was asked for since the last call.
func (p *postOffice) TakeAsked() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	asked := p.asked
	p.asked = false
	return asked
}

// Fail leaves the server alone for a while, each time longer, and says so.
func (p *postOffice) Fail(now time.Time) error {
	p.Failures++
	p.Closed = now.Add(Pause(p.Failures))
	return fmt.Errorf("mails wait for %v", Pause(p.Failures))
}

// Pause is how long to wait after so many failures: a minute, then twice as
// long each time.
func Pause(failures int) time.Duration {
	return min(time.Minute<<min(failures-1, 10), longestPause)
}

// maxForgotten is the maximum number of forgotten passwords that wait for a mail. They wait for
// seconds.
const maxForgotten = 100

// Forgot keeps the name of an account whose password was forgotten. It is an
// *rules.Error of kind Unavailable when too many wait.
func (p *postOffice) Forgot(name string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.forgotten) >= maxForgotten {
		return rules.Errorf(rules.Unavailable, "error.busy", "%d have forgotten their passwords", len(p.forgotten))
	}
	p.forgotten = append(p.forgotten, name)
	return nil
}

// TakeForgotten returns the names of accounts whose passwords were forgotten since the last call.
func (p *postOffice) TakeForgotten() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	names := p.forgotten
	p.forgotten = nil
	return names
}

// PutBackForgotten keeps names that could not be dealt with for the next call of TakeForgotten.
func (p *postOffice) PutBackForgotten(names []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.forgotten = append(names, p.forgotten...)
}

// longestPause is the longest time between two tries.
const longestPause = 6 * time.Hour
