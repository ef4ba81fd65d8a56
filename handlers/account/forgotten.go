package account

import (
	"context"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/web"
	"hexclub/views/account"
	"hexclub/views/page"
)

// ShowForgotten shows a form for the account's name. A site without e-mail shows whom to ask
// instead.
func (a *Area) ShowForgotten(c echo.Context) error {
	return a.forgottenPage(c, http.StatusOK, nil)
}

func (a *Area) forgottenPage(c echo.Context, status int, problem error) error {
	f, err := a.Frame(c, a.Catalog(c).T("forgotten.title"))
	if err != nil {
		return err
	}
	p := account.ForgottenPage{Frame: f, Name: c.FormValue("name"), Mails: a.Post != nil, Sent: c.QueryParam("sent") == "yes"}
	p.Refused = page.NewRefused(f.T, problem, "name")
	return a.Render(c, status, account.Forgotten(p))
}

// AskReset requests an e-mail with a link for a new password. Neither the response nor its time
// reveals whether the account exists or has an address: both are looked up when the e-mail is sent.
func (a *Area) AskReset(c echo.Context) error {
	name := web.TrimName(c.FormValue("name"))
	possible := utf8.RuneCountInString(name) <= web.MaxName
	err := web.AllowAddress(c, a.Limits.ResetsAt)
	if err == nil && possible {
		err = web.Allow(c, a.Limits.ResetsAs, web.AsRead(name))
	}
	if err != nil {
		return a.forgottenPage(c, web.StatusOf(err), err)
	}
	if possible {
		if err := a.Post.Forgot(name); err != nil {
			return err
		}
	}
	a.LogSecurity(c, "reset.asked")
	return c.Redirect(http.StatusSeeOther, "/login/forgotten?sent=yes")
}

// AskResets queues e-mails for forgotten passwords. If the database fails, the remaining names stay
// in the queue.
func (a *Area) AskResets(ctx context.Context, now time.Time) error {
	p := a.Post
	names := p.TakeForgotten()
	for i, name := range names {
		asked, err := a.DB.AskReset(ctx, name, now)
		if err != nil {
			p.PutBackForgotten(names[i:])
			return err
		}
		if asked {
			p.Ask()
		}
	}
	return nil
}
