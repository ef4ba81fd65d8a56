package handlers

import (
	"context"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"hexclub/views/account"
	"hexclub/views/page"
)

// showForgotten asks who has forgotten the password for the account's name, or on a
// site that sends no mails tells whom to ask.
func (a *accountArea) showForgotten(c echo.Context) error {
	return a.forgottenPage(c, http.StatusOK, nil)
}

func (a *accountArea) forgottenPage(c echo.Context, status int, problem error) error {
	f, err := a.frame(c, a.catalog(c).T("forgotten.title"))
	if err != nil {
		return err
	}
	p := account.ForgottenPage{Frame: f, Name: c.FormValue("name"), Mails: a.post != nil, Sent: c.QueryParam("sent") == "yes"}
	p.Refused = page.NewRefused(f.T, problem, "name")
	return a.render(c, status, account.Forgotten(p))
}

// forgot has a letter sent with a link for a new password. Whether there is such an
// account, and whether it has an address, is told neither in words nor in time: both
// are looked for when the mail goes out.
func (a *accountArea) forgot(c echo.Context) error {
	name := trimName(c.FormValue("name"))
	somebodys := utf8.RuneCountInString(name) <= maxName // by its length
	err := allowAddress(c, a.limits.resetsAt)
	if err == nil && somebodys {
		err = allow(c, a.limits.resetsAs, asRead(name))
	}
	if err != nil {
		return a.forgottenPage(c, statusOf(err), err)
	}
	if somebodys {
		if err := a.post.forgot(name); err != nil {
			return err
		}
	}
	a.logSecurity(c, "reset.asked")
	return c.Redirect(http.StatusSeeOther, "/login/forgotten?sent=yes")
}

// askResets has letters written to those who have forgotten their passwords. When the
// database fails they go on waiting.
func (a *accountArea) askResets(ctx context.Context, now time.Time) error {
	p := a.post
	p.mu.Lock()
	names := p.forgotten
	p.forgotten = nil
	p.mu.Unlock()
	for i, name := range names {
		asked, err := a.DB.AskReset(ctx, name, now)
		if err != nil {
			p.mu.Lock()
			p.forgotten = append(names[i:], p.forgotten...)
			p.mu.Unlock()
			return err
		}
		if asked {
			p.ask()
		}
	}
	return nil
}
