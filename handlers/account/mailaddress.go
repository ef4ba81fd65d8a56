package account

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/mail"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/account"
	"hexclub/views/page"
)

// MailRoutes are the addresses of a site that sends mails.
func (a *Area) MailRoutes(e *echo.Echo, get func(string, echo.HandlerFunc)) {
	if a.Post == nil {
		return
	}
	e.POST("/login/forgotten", a.forgot)
	e.POST("/settings/mail", a.setAddress)
	e.POST("/settings/mail/remove", a.removeAddress)
	e.POST("/settings/mail/notices", a.setNotices)
	get("/mail/confirm/:secret", a.showConfirm)
	e.POST("/mail/confirm/:secret", a.confirmAddress)
	get("/mail/stop/:stop/:kind", a.showStop)
	e.POST("/mail/stop/:stop/:kind", a.stopNotices)
}

// mailSettings is the visitor's part of the settings; nil on a site without
// mail, and for visitors without an account.
func (a *Area) mailSettings(c echo.Context, f page.Frame, problem error) (*account.MailSettings, error) {
	v, err := a.Visitor(c)
	if err != nil || a.Post == nil || !v.SignedIn() {
		return nil, err
	}
	m, err := a.DB.Mail(c.Request().Context(), v.Person.ID)
	if err != nil && !rules.IsKind(err, rules.NotFound) {
		return nil, err
	}
	p := account.MailSettings{T: f.T, Club: f.Club, Address: m.Address, Pending: m.Pending, Bounced: m.Bounced, Refused: m.Refused}
	switch refused := page.NewRefused(f.T, problem, "password"); {
	case problem == nil:
	case c.FormValue("what") == "address":
		p.Removal = refused
	default:
		p.Change, p.Typed = refused, c.FormValue("address")
	}
	for _, n := range db.Notices() {
		p.Kinds = append(p.Kinds, account.NewMailKind(f.T, string(n), slices.Contains(m.Wanted, n)))
	}
	return &p, nil
}

// setAddress sends a link to an address that confirms it, for who knows the password:
// by the address the account is had when the password is forgotten. Whether somebody else
// has the address is not revealed, nor whether the address has been asked for too
// often: then nothing is sent, so that no mailbox is filled from here.
func (a *Area) setAddress(c echo.Context) error {
	v, err := a.Account(c)
	if err != nil {
		return err
	}
	address, ok := mail.ParseAddress(c.FormValue("address"))
	if !ok {
		return a.settingsPage(c, http.StatusUnprocessableEntity,
			rules.Errorf(rules.Invalid, "error.mail-address", "%q", c.FormValue("address")).In("address"))
	}
	if err := web.Allow(c, a.Limits.Mail, v.Person.ID); err != nil {
		return a.settingsPage(c, web.StatusOf(err), err)
	}
	_, err = a.ownPassword(c, v, c.FormValue("password"), "error.wrong-old-password")
	switch {
	case web.ShowAgain(err):
		return a.settingsPage(c, web.StatusOf(err), err)
	case err != nil:
		return err
	}
	_, send := a.Limits.Mailboxes.Take(mail.Mailbox(address))
	if err := a.DB.AskAddress(c.Request().Context(), v.Person.ID, address, a.Catalog(c).Tag, send, a.Now()); err != nil {
		return err
	}
	a.Post.Ask()
	a.LogSecurity(c, "mail-address.given", "person", v.Person.ID)
	return a.afterMailSetting(c, "mail.sent")
}

func (a *Area) afterMailSetting(c echo.Context, notice string) error {
	if err := a.LeaveNotice(c, notice); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/settings")
}

// removeAddress forgets the visitor's address, which a letter tells there, for who knows the
// password: without it the account cannot be had back when the password is forgotten. The one
// not confirmed yet is forgotten for nothing.
func (a *Area) removeAddress(c echo.Context) error {
	v, err := a.Account(c)
	if err != nil {
		return err
	}
	switch what := c.FormValue("what"); what {
	case "pending":
		err = a.DB.ForgetPending(c.Request().Context(), v.Person.ID)
	case "address":
		if _, err = a.ownPassword(c, v, c.FormValue("password"), "error.wrong-old-password"); web.ShowAgain(err) {
			return a.settingsPage(c, web.StatusOf(err), err)
		}
		if err == nil {
			err = a.DB.ForgetAddress(c.Request().Context(), v.Person.ID, a.Now())
		}
		if err == nil {
			a.LogSecurity(c, "mail-address.removed", "person", v.Person.ID)
			a.Post.Ask() // for that letter
		}
	default:
		err = rules.Errorf(rules.Invalid, "error.form", "what=%q", what)
	}
	if err != nil {
		return err
	}
	return a.afterMailSetting(c, "mail.forgotten")
}

// setNotices changes what the visitor is written about, as setLook does: a kind
// that is not sent stays as it is, and of one sent twice the last value counts.
func (a *Area) setNotices(c echo.Context) error {
	v, err := a.Account(c)
	if err != nil {
		return err
	}
	form, err := c.FormParams()
	if err != nil {
		return err
	}
	on := map[db.Notice]bool{}
	for _, n := range db.Notices() {
		if values := form[string(n)]; len(values) > 0 {
			value := values[len(values)-1]
			if on[n] = value == "on"; !on[n] && value != "off" {
				return rules.Errorf(rules.Invalid, "error.form", "%s=%q", n, value)
			}
		}
	}
	if err := a.DB.SetNotices(c.Request().Context(), v.Person.ID, on); err != nil {
		return err
	}
	return a.afterMailSetting(c, "mail.saved")
}

// showConfirm asks the visitor who followed the link in a mail. To follow it changes
// nothing: programs that look for harm in mails do, too.
func (a *Area) showConfirm(c echo.Context) error {
	link, err := a.DB.MailLink(c.Request().Context(), web.HashID(c.Param("secret")), a.Now())
	if err != nil {
		return err
	}
	return a.confirmPage(c, link, false)
}

// confirmAddress makes the address of a link the one that its person is written
// to; a letter tells the one before. Who has the link has the mail, so nobody needs to be
// logged in.
func (a *Area) confirmAddress(c echo.Context) error {
	link, fresh, err := a.DB.ConfirmAddress(c.Request().Context(), web.HashID(c.Param("secret")), a.Now())
	if err != nil {
		return err
	}
	if fresh {
		a.LogSecurity(c, "mail-address.confirmed", "person", link.Person)
		a.Post.Ask() // for the letter to the address before
	}
	return a.confirmPage(c, link, true)
}

func (a *Area) confirmPage(c echo.Context, link db.MailLink, done bool) error {
	person, err := a.DB.Person(c.Request().Context(), link.Person)
	if err != nil {
		return err
	}
	f, err := a.Frame(c, a.Catalog(c).T("mail.confirm-title"))
	if err != nil {
		return err
	}
	return a.Render(c, http.StatusOK, account.Confirm(account.ConfirmPage{
		Frame: f, Name: person.Name, Address: link.Address, Action: web.ConfirmPath(c.Param("secret")), Done: done,
	}))
}

// everyKind stands for all kinds of notices where one can stand.
const everyKind = "all"

// kinds are the notices that an address names.
func kinds(name string) ([]db.Notice, error) {
	if name == everyKind {
		return db.Notices(), nil
	}
	if n := db.Notice(name); slices.Contains(db.Notices(), n) {
		return []db.Notice{n}, nil
	}
	return nil, rules.Errorf(rules.NotFound, "error.not-found", "kind %q", name)
}

// showStop asks the visitor who followed the link in a notice. To follow it changes
// nothing.
func (a *Area) showStop(c echo.Context) error {
	if _, err := kinds(c.Param("kind")); err != nil {
		return err
	}
	if _, err := a.DB.MailByStop(c.Request().Context(), c.Param("stop")); err != nil {
		return err
	}
	return a.stopPage(c, false, false)
}

// stopNotices switches notices off, or on again, by its secret.
// Programs that read mails post here when their reader asks for no more mails
// (RFC 8058): they bring no cookie and follow no redirect.
func (a *Area) stopNotices(c echo.Context) error {
	which, err := kinds(c.Param("kind"))
	if err != nil {
		return err
	}
	on := c.FormValue("notices") == "on"
	if _, err := a.DB.SwitchNotices(c.Request().Context(), c.Param("stop"), which, on); err != nil {
		return err
	}
	return a.stopPage(c, true, on)
}

func (a *Area) stopPage(c echo.Context, done, on bool) error {
	t, kind := a.Catalog(c), c.Param("kind")
	f, err := a.Frame(c, t.T("mail.stop-title"))
	if err != nil {
		return err
	}
	page := account.StopPage{
		Frame: f, What: account.MailWords(t, kind), Action: web.StopPath(c.Param("stop"), kind), Done: done, On: on,
	}
	if kind != everyKind {
		page.All = web.StopPath(c.Param("stop"), everyKind)
	}
	return a.Render(c, http.StatusOK, account.Stop(page))
}
