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

// mailSettings returns the e-mail part of the visitor's settings, or nil on a site without e-mail
// and for visitors without an account.
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

// SetAddress sends a confirmation link to an address. It requires the password, because someone who
// controls the address can reset the password. The response does not reveal whether another account
// has the address. Nor does it reveal that an address was requested too often, in which case
// nothing is sent, so that the site cannot be used to flood a mailbox.
func (a *Area) SetAddress(c echo.Context) error {
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
	return saved(c, settingsPath, "mail")
}

// RemoveAddress deletes the visitor's address and notifies it by e-mail. It requires the password,
// because a forgotten password cannot be reset without an address. An unconfirmed address is
// deleted without a password.
func (a *Area) RemoveAddress(c echo.Context) error {
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
			a.Post.Ask() // sends the notification
		}
	default:
		err = rules.Errorf(rules.Invalid, "error.form", "what=%q", what)
	}
	if err != nil {
		return err
	}
	return a.afterMailSetting(c, "mail.forgotten")
}

// SetNotices changes the kinds of notices that the visitor gets, as SetLook changes a look: a kind
// that is not sent stays as it is, and if one is sent twice the last value counts.
func (a *Area) SetNotices(c echo.Context) error {
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
	return saved(c, settingsPath, "mail")
}

// ShowConfirm shows the form to confirm an address. Following the link changes nothing, because
// programs that scan e-mails follow links too.
func (a *Area) ShowConfirm(c echo.Context) error {
	link, err := a.DB.MailLink(c.Request().Context(), web.HashID(c.Param("secret")), a.Now())
	if err != nil {
		return err
	}
	return a.confirmPage(c, link, false)
}

// ConfirmAddress makes the address of a link the address of its person, and notifies the previous
// one by e-mail. It needs no log-in: the secret shows that the e-mail was received.
func (a *Area) ConfirmAddress(c echo.Context) error {
	link, fresh, err := a.DB.ConfirmAddress(c.Request().Context(), web.HashID(c.Param("secret")), a.Now())
	if err != nil {
		return err
	}
	if fresh {
		a.LogSecurity(c, "mail-address.confirmed", "person", link.Person)
		a.Post.Ask() // notifies the previous address
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

// everyKind means all kinds of notices in an address.
const everyKind = "all"

// kinds returns the notices that a path parameter names.
func kinds(name string) ([]db.Notice, error) {
	if name == everyKind {
		return db.Notices(), nil
	}
	if n := db.Notice(name); slices.Contains(db.Notices(), n) {
		return []db.Notice{n}, nil
	}
	return nil, rules.Errorf(rules.NotFound, "error.not-found", "kind %q", name)
}

// ShowStop shows the form to stop notices. Following the link changes nothing.
func (a *Area) ShowStop(c echo.Context) error {
	if _, err := kinds(c.Param("kind")); err != nil {
		return err
	}
	if _, err := a.DB.MailByStop(c.Request().Context(), c.Param("stop")); err != nil {
		return err
	}
	return a.stopPage(c, false, false)
}

// StopNotices switches notices off or on. Mail programs post here when a reader unsubscribes (RFC
// 8058). They send no cookie and follow no redirect.
func (a *Area) StopNotices(c echo.Context) error {
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
	p := account.StopPage{
		Frame: f, What: account.MailWords(t, kind), Action: web.StopPath(c.Param("stop"), kind), Done: done, On: on,
	}
	if kind != everyKind {
		p.All = web.StopPath(c.Param("stop"), everyKind)
	}
	return a.Render(c, http.StatusOK, account.Stop(p))
}
