package handlers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hexclub/db"
	"hexclub/handlers/mail"
	"hexclub/handlers/web"
	"hexclub/rules"
)

const (
	// noticesEvery is the time between two searches for news.
	noticesEvery = time.Minute
	// mailBatch limits the e-mails in that time.
	mailBatch = 60
	// retryFor is how long an e-mail is retried.
	retryFor = 48 * time.Hour
	// linkLife is how long the link works that confirms an address.
	linkLife = 48 * time.Hour
)

// SendMail sends the e-mails that are due. Once a minute it looks for news; requested e-mails are sent at once.
// It has to be called every few seconds, one call at a time. It does nothing on a site without e-mail.
func (a *App) SendMail(ctx context.Context) error {
	p := a.Post
	if p == nil {
		return nil
	}
	now := a.Now()
	if err := a.Account.AskResets(ctx, now); err != nil {
		return fmt.Errorf("forgotten passwords: %w", err)
	}
	leads, look := a.Peers.Leads(), !now.Before(p.Looked.Add(noticesEvery))
	if look {
		p.Looked, p.Sent = now, 0
		if err := a.lookForNews(ctx, now, leads); err != nil {
			return err
		}
	}
	if asked := p.TakeAsked() || a.DB.OnServer(); !leads || !asked && !look { // on a server, another node may be asked
		return nil
	}
	return a.sendLetters(ctx, now)
}

// lookForNews stores who has visited the site. If this node leads, it then finds the news in games that people get by
// e-mail.
func (a *App) lookForNews(ctx context.Context, now time.Time, leads bool) error {
	visits := a.Post.TakeVisits()
	if err := a.DB.NoteVisits(ctx, visits); err != nil {
		a.Post.PutBack(visits)
		return fmt.Errorf("visits: %w", err)
	}
	if !leads {
		return nil
	}
	if _, err := a.DB.PlanNotices(ctx, now); err != nil {
		return fmt.Errorf("notices: %w", err)
	}
	if now.Before(a.Post.Tidied.Add(time.Hour)) {
		return nil
	}
	a.Post.Tidied = now
	return a.DB.DeleteOldMail(ctx, now)
}

// sendLetters sends the e-mails that are due over one connection, within the limit.
func (a *App) sendLetters(ctx context.Context, now time.Time) error {
	p := a.Post
	if now.Before(p.Closed) {
		return nil
	}
	letters, err := a.DB.DueLetters(ctx, now, mailBatch-p.Sent)
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
			if conn, err = p.Sender.Open(ctx); err != nil {
				return errors.Join(unwritten, fmt.Errorf("SMTP server: %w", err), p.Fail(now))
			}
		}
		if broken, err := a.sendLetter(ctx, conn, letter, *written, now); err != nil || broken {
			return errors.Join(unwritten, err)
		}
	}
	return unwritten
}

// putAside delays an e-mail without content, or with an error, so that it is not retried at once.
func (a *App) putAside(ctx context.Context, letter db.Letter, problem error, now time.Time) error {
	if problem == nil || now.Sub(letter.Created) > retryFor {
		return a.DB.EndLetter(ctx, letter.ID)
	}
	again := now.Add(web.Pause(letter.Tries + 1))
	if err := a.DB.BeginLetter(ctx, letter.ID, nil, again); err != nil {
		return err
	}
	return a.DB.DelayLetter(ctx, letter.ID, again)
}

// sendLetter sends one e-mail. It stores before that the e-mail is being sent, and afterwards the result. If
// broken is true, the connection can send no more.
func (a *App) sendLetter(ctx context.Context, conn *mail.Conn, letter db.Letter, written writtenLetter, now time.Time) (broken bool, err error) {
	again := now.Add(web.Pause(letter.Tries + 1))
	if err := a.DB.BeginLetter(ctx, letter.ID, written.link, again); err != nil {
		if rules.IsKind(err, rules.NotFound) {
			return false, nil // cancelled by its person in the meantime
		}
		return false, err
	}
	ctx = context.WithoutCancel(ctx) // the result is stored even if the site stops
	a.Post.Sent++
	err = conn.Send(written.Message)
	var failure *mail.Failure
	switch {
	case err == nil:
		a.Post.Failures = 0
		a.Post.Tally.Sent.Add(1)
		return false, a.DB.EndLetter(ctx, letter.ID)
	case !errors.As(err, &failure):
		a.Post.Tally.Failed.Add(1)
		return true, err
	case failure.Address:
		a.Post.Tally.Bounced.Add(1)
	default:
		a.Post.Tally.Failed.Add(1)
	}
	a.Log.Warn("e-mail not sent", "letter", letter.ID, "person", letter.Person, "tries", letter.Tries+1, "error", err)
	switch {
	case failure.Address:
		err = a.DB.BounceLetter(ctx, letter, written.To)
	case now.Sub(letter.Created) > retryFor:
		err = a.DB.EndLetter(ctx, letter.ID)
	default:
		err = a.DB.DelayLetter(ctx, letter.ID, again)
	}
	if failure.Broken {
		err = errors.Join(err, a.Post.Fail(now))
	}
	return failure.Broken, err
}
