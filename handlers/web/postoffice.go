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

// A postOffice is the queue of outgoing e-mails.
type postOffice struct {
	Sender *mail.Sender
	Tally  mailTally

	mu        sync.Mutex
	asked     bool                // an e-mail was requested
	forgotten []string            // names of accounts with a forgotten password
	visits    map[string]db.Visit // by person, since they were last stored

	// The fields below belong to SendMail alone, one call at a time.
	Looked   time.Time // time of the last look for news
	Tidied   time.Time
	Sent     int       // e-mails since then
	Failures int       // to reach the server, in a row
	Closed   time.Time // until when the server is not tried
}

// A mailTally counts the results of e-mails since the start.
type mailTally struct {
	Sent    atomic.Int64
	Failed  atomic.Int64 // to be retried, or given up
	Bounced atomic.Int64 // because of the address
}

// newPostOffice returns nil for a site without e-mail. E-mails have links, so they need the site's public
// address.
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

// Ask notes that an e-mail was requested.
func (p *postOffice) Ask() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = true
}

// saw notes a visit of a person.
func (p *postOffice) saw(person string, visit db.Visit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if visit.Language == "" {
		visit.Language = p.visits[person].Language
	}
	p.visits[person] = visit
}

// TakeVisits returns the visits since the last call.
func (p *postOffice) TakeVisits() map[string]db.Visit {
	p.mu.Lock()
	defer p.mu.Unlock()
	visits := p.visits
	p.visits = map[string]db.Visit{}
	return visits
}

// PutBack keeps visits that could not be stored, unless there is a later one.
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

// Fail stops using the server for a while, longer each time, and returns the error.
func (p *postOffice) Fail(now time.Time) error {
	p.Failures++
	p.Closed = now.Add(Pause(p.Failures))
	return fmt.Errorf("mails wait for %v", Pause(p.Failures))
}

// Pause returns how long to wait after so many failures: a minute, then twice as long each time.
func Pause(failures int) time.Duration {
	return min(time.Minute<<min(failures-1, 10), longestPause)
}

// maxForgotten is the maximum number of forgotten passwords that wait for an e-mail. They wait for seconds.
const maxForgotten = 100

// Forgot stores the name of an account with a forgotten password. It fails with an *rules.Error of kind
// Unavailable if too many wait.
func (p *postOffice) Forgot(name string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.forgotten) >= maxForgotten {
		return rules.Errorf(rules.Unavailable, "error.busy", "%d have forgotten their passwords", len(p.forgotten))
	}
	p.forgotten = append(p.forgotten, name)
	return nil
}

// TakeForgotten returns the names of accounts with forgotten passwords since the last call.
func (p *postOffice) TakeForgotten() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	names := p.forgotten
	p.forgotten = nil
	return names
}

// PutBackForgotten keeps names whose e-mails failed for the next call of TakeForgotten.
func (p *postOffice) PutBackForgotten(names []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.forgotten = append(names, p.forgotten...)
}

// longestPause is the longest time between two tries.
const longestPause = 6 * time.Hour
