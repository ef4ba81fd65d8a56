package handlers

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"hexclub/db"
	"hexclub/handlers/mail"
	"hexclub/rules"
)

const (
	// noticesEvery is the time between two looks at what people are to be told.
	noticesEvery = time.Minute
	// mailsAtOnce is how many mails go out in that time at most.
	mailsAtOnce = 60
	// tryFor is how long a letter is tried that does not go out.
	tryFor = 48 * time.Hour
	// linkLife is how long the link works that confirms an address.
	linkLife = 48 * time.Hour
	// longestPause is the longest time between two tries.
	longestPause = 6 * time.Hour
)

// A postOffice sends letters.
type postOffice struct {
	sender *mail.Sender

	mu        sync.Mutex
	asked     bool                // somebody waits for a mail
	forgotten []string            // names of accounts whose passwords were forgotten
	visits    map[string]db.Visit // by person, since they were last stored

	// What follows is the business of SendMail alone, one call at a time.
	looked   time.Time // when people's news were last looked for
	tidied   time.Time
	sent     int       // mails since then
	failures int       // to reach the server, in a row
	closed   time.Time // until when it is not tried
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
	return &postOffice{sender: sender, visits: map[string]db.Visit{}, looked: now, tidied: now}, nil
}

// ask says that somebody waits for a mail.
func (p *postOffice) ask() {
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

// takeVisits are those since it was last called.
func (p *postOffice) takeVisits() map[string]db.Visit {
	p.mu.Lock()
	defer p.mu.Unlock()
	visits := p.visits
	p.visits = map[string]db.Visit{}
	return visits
}

// putBack keeps visits that could not be stored, but for people who came again.
func (p *postOffice) putBack(visits map[string]db.Visit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.Copy(visits, p.visits)
	p.visits = visits
}

// takeAsked tells whether somebody waits for a mail, once.
func (p *postOffice) takeAsked() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	asked := p.asked
	p.asked = false
	return asked
}

// SendMail sends the mails that are due. Once a minute it looks for what people
// are to be told; mails that somebody has just asked for go out at once. It is
// to be called every few seconds, and never by two at the same time; it does
// nothing on a site without mail.
func (a *App) SendMail(ctx context.Context) error {
	p := a.post
	if p == nil {
		return nil
	}
	now := a.Now()
	if err := a.askResets(ctx, now); err != nil {
		return fmt.Errorf("forgotten passwords: %w", err)
	}
	look := !now.Before(p.looked.Add(noticesEvery))
	if look {
		p.looked, p.sent = now, 0
		if err := a.lookForNews(ctx, now); err != nil {
			return err
		}
	}
	if asked := p.takeAsked(); !asked && !look {
		return nil
	}
	return a.sendLetters(ctx, now)
}

// lookForNews derives from the games what people are to be told, and to whom
// it is no news because they were here.
func (a *App) lookForNews(ctx context.Context, now time.Time) error {
	visits := a.post.takeVisits()
	if err := a.DB.NoteVisits(ctx, visits); err != nil {
		a.post.putBack(visits)
		return fmt.Errorf("visits: %w", err)
	}
	if _, err := a.DB.PlanNotices(ctx, now); err != nil {
		return fmt.Errorf("notices: %w", err)
	}
	if now.Before(a.post.tidied.Add(time.Hour)) {
		return nil
	}
	a.post.tidied = now
	return a.DB.DeleteOldMail(ctx, now)
}

// sendLetters sends the letters that are due, over one connection, as many as
// may go out now.
func (a *App) sendLetters(ctx context.Context, now time.Time) error {
	p := a.post
	if now.Before(p.closed) {
		return nil
	}
	letters, err := a.DB.DueLetters(ctx, now, mailsAtOnce-p.sent)
	if err != nil {
		return err
	}
	var conn *mail.Conn
	defer func() {
		if conn != nil {
			conn.Close()
		}
	}()
	var unwritten error
	for _, letter := range letters {
		if ctx.Err() != nil {
			break // the others wait for the next start
		}
		written, err := a.writeLetter(ctx, letter, now)
		if err != nil || written == nil {
			unwritten = errors.Join(unwritten, err, a.putAside(ctx, letter, err, now))
			continue
		}
		if conn == nil {
			if conn, err = p.sender.Open(ctx); err != nil {
				return errors.Join(unwritten, fmt.Errorf("SMTP server: %w", err), p.fail(now))
			}
		}
		if broken, err := a.sendLetter(ctx, conn, letter, *written, now); err != nil || broken {
			return errors.Join(unwritten, err)
		}
	}
	return unwritten
}

// putAside keeps a letter that there is nothing to write in, or that could not
// be written, from being tried again at once.
func (a *App) putAside(ctx context.Context, letter db.Letter, problem error, now time.Time) error {
	if problem == nil || now.Sub(letter.Created) > tryFor {
		return a.DB.EndLetter(ctx, letter.ID)
	}
	again := now.Add(pause(letter.Tries + 1))
	if err := a.DB.BeginLetter(ctx, letter.ID, nil, again); err != nil {
		return err
	}
	return a.DB.DelayLetter(ctx, letter.ID, again)
}

// fail leaves the server alone for a while, each time longer, and says so.
func (p *postOffice) fail(now time.Time) error {
	p.failures++
	p.closed = now.Add(pause(p.failures))
	return fmt.Errorf("mails wait for %v", pause(p.failures))
}

// pause is how long to wait after so many failures: a minute, then twice as
// long each time.
func pause(failures int) time.Duration {
	return min(time.Minute<<min(failures-1, 10), longestPause)
}

// sendLetter sends one letter. That it is on its way is noted before, and what
// became of it after; broken says that no more can be sent over the connection.
func (a *App) sendLetter(ctx context.Context, conn *mail.Conn, letter db.Letter, written writtenLetter, now time.Time) (broken bool, err error) {
	again := now.Add(pause(letter.Tries + 1))
	if err := a.DB.BeginLetter(ctx, letter.ID, written.link, again); err != nil {
		if rules.IsKind(err, rules.NotFound) {
			return false, nil // its person has just thought better of it
		}
		return false, err
	}
	ctx = context.WithoutCancel(ctx) // what happened is noted, even when the site stops
	a.post.sent++
	err = conn.Send(written.Message)
	var failure *mail.Failure
	switch {
	case err == nil:
		a.post.failures = 0
		return false, a.DB.EndLetter(ctx, letter.ID)
	case !errors.As(err, &failure):
		return true, err
	}
	a.Log.Warn("a mail was not sent", "letter", letter.ID, "person", letter.Person, "tries", letter.Tries+1, "error", err)
	switch {
	case failure.Address:
		err = a.DB.BounceLetter(ctx, letter, written.To)
	case now.Sub(letter.Created) > tryFor:
		err = a.DB.EndLetter(ctx, letter.ID)
	default:
		err = a.DB.DelayLetter(ctx, letter.ID, again)
	}
	if failure.Broken {
		err = errors.Join(err, a.post.fail(now))
	}
	return failure.Broken, err
}
