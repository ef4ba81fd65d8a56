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

// ShowForgotten asks who has forgotten the password for the account's name, or on a
// site that sends no mails says whom to ask.
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

// forgot has a letter sent with a link for a new password. Whether there is such an
// account, and whether it has an address, is revealed neither in words nor in time: both
// are looked for when the mail goes out.
func (a *Area) forgot(c echo.Context) error {
	name := web.TrimName(c.FormValue("name"))
	somebodys := utf8.RuneCountInString(name) <= web.MaxName // by its length
	err := web.AllowAddress(c, a.Limits.ResetsAt)
	if err == nil && somebodys {
		err = web.Allow(c, a.Limits.ResetsAs, web.AsRead(name))
	}
	if err != nil {
		return a.forgottenPage(c, web.StatusOf(err), err)
	}
	if somebodys {
		if err := a.Post.Forgot(name); err != nil {
			return err
		}
	}
	a.LogSecurity(c, "reset.asked")
	return c.Redirect(http.StatusSeeOther, "/login/forgotten?sent=yes")
}

// AskResets has letters written about forgotten passwords. When the
// database fails they go on waiting.
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
