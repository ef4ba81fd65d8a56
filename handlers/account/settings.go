package account

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/hexellation"
	"hexclub/rules/hexone"
	"hexclub/rules/record"
	"hexclub/views/account"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// lookPosition is the position on the boards that preview looks: a Hexone game with tiles and
// stacks of all kinds.
const lookPosition = "..r2/.b2r1-./xr2b2b1./-.b1r2./.-b1x 2"

// settingsPath is the path of the settings.
const settingsPath = "/settings"

// ShowSettings serves the visitor's settings.
func (a *Area) ShowSettings(c echo.Context) error { return a.settingsPage(c, http.StatusOK, nil) }

// settingsPage shows the settings. After a problem with the e-mail address, its field has what was
// typed.
func (a *Area) settingsPage(c echo.Context, status int, problem error) error {
	f, err := a.Frame(c, a.Catalog(c).T("settings.title"))
	if err != nil {
		return err
	}
	position, err := hexone.Game{}.New(rules.Setup{Position: lookPosition})
	if err != nil {
		return err
	}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	p := account.NewSettingsPage(f, hexone.Game{}, position, hexellation.Game{}.Info())
	for _, pace := range record.Paces() {
		p.Confirms = append(p.Confirms, account.ConfirmChoice{Pace: pace, On: v.Confirms().In(pace)})
	}
	if v.SignedIn() {
		p.Zone = account.NewZoneField(f.T, v.Person.Zone, web.DeviceZone(c))
	}
	if p.Chat, err = a.chatSettings(c, f.T); err != nil {
		return err
	}
	if p.Mail, err = a.mailSettings(c, f, problem); err != nil {
		return err
	}
	if p.Others, err = a.otherSessions(c, f.Calendar()); err != nil {
		return err
	}
	p.ShowSaved(c.QueryParam("saved"))
	return a.Render(c, status, account.Settings(p))
}

// otherSessions describes the visitor's other sessions. It is empty without an account.
func (a *Area) otherSessions(c echo.Context, calendar page.Calendar) (page.Phrase, error) {
	v, err := a.Visitor(c)
	if err != nil || !v.SignedIn() {
		return nil, err
	}
	count, first, err := a.DB.OtherSessions(c.Request().Context(), v.Person.ID, web.HashID(v.Session.ID), a.Now())
	return account.OtherSessions(calendar, count, first), err
}

// SetConfirm stores in which games the visitor confirms turns. It changes the paces that the form contains. If a
// pace is sent twice, the last value counts, as in SetLook.
func (a *Area) SetConfirm(c echo.Context) error {
	form, err := c.FormParams()
	if err != nil {
		return err
	}
	chosen := map[record.Pace]bool{}
	for _, pace := range record.Paces() {
		values := form[string(pace)]
		if len(values) == 0 {
			continue
		}
		value := values[len(values)-1]
		if value != "on" && value != "off" {
			return rules.Errorf(rules.Invalid, "error.form", "%s=%.30q", pace, value)
		}
		chosen[pace] = value == "on"
	}
	if len(chosen) == 0 {
		return rules.Errorf(rules.Invalid, "error.form", "no pace")
	}
	v, err := a.Player(c)
	if err != nil {
		return err
	}
	confirms := v.Confirms()
	for pace, on := range chosen {
		confirms = confirms.With(pace, on)
	}
	if err := a.DB.SetConfirms(c.Request().Context(), v.Person.ID, confirms); err != nil {
		return err
	}
	return saved(c, cmp.Or(a.Referrer(c), web.LocalPath(c.FormValue("return"))), "play")
}

// SetZone stores the time zone of the visitor's account.
func (a *Area) SetZone(c echo.Context) error {
	v, err := a.Account(c)
	if err != nil {
		return err
	}
	if err := a.DB.SetZone(c.Request().Context(), v.Person.ID, c.FormValue("zone")); err != nil {
		return err
	}
	return saved(c, settingsPath, "language")
}

// RevokeSessions ends all other sessions of the visitor. It closes all streams; the visitor's own
// pages reconnect.
func (a *Area) RevokeSessions(c echo.Context) error {
	v, err := a.KnownVisitor(c)
	if err != nil {
		return err
	}
	if err := a.DB.DeleteSessionsOf(c.Request().Context(), v.Person.ID, web.HashID(v.Session.ID)); err != nil {
		return err
	}
	a.Live.End(v.Person.ID)
	a.LogSecurity(c, "sessions.revoked", "person", v.Person.ID)
	if err := a.LeaveNotice(c, "settings.revoked"); err != nil {
		return err
	}
	return saved(c, settingsPath, "account")
}

// SetLanguage stores the reader's language, and redirects to the page that sent the form.
func (a *Area) SetLanguage(c echo.Context) error {
	tag := c.FormValue("lang")
	if !slices.Contains(i18n.Tags, tag) {
		return rules.Errorf(rules.Invalid, "error.form", "lang=%q", tag)
	}
	a.keep(c, web.LanguageCookie, tag)
	// The draft may have changed the address since the page was rendered.
	return saved(c, cmp.Or(a.Referrer(c), web.LocalPath(c.FormValue("return"))), "language")
}

// SetLook changes the parts of the visitor's look that the form contains; others stay as they are.
// If a part is sent twice the last value counts, so that a hidden field before a checkbox can give
// the value of an unticked box.
func (a *Area) SetLook(c echo.Context) error {
	form, err := c.FormParams()
	if err != nil {
		return err
	}
	look := a.Look(c)
	for _, part := range page.LookParts {
		values := form[part]
		if len(values) == 0 {
			continue
		}
		value := values[len(values)-1]
		with, ok := look.With(part, value)
		if !ok {
			return rules.Errorf(rules.Invalid, "error.form", "%s=%q", part, value)
		}
		look = with
	}
	a.keep(c, web.LookCookie, look.String())
	return saved(c, cmp.Or(a.Referrer(c), web.LocalPath(c.FormValue("return"))), "look")
}

// saved redirects to the page with a form of settings. The settings page shows that they were saved, at the card of the
// form. Its address has that, because the site stores nothing about an unknown visitor.
func saved(c echo.Context, to, card string) error {
	if path, _, _ := strings.Cut(to, "?"); path == settingsPath {
		to = settingsPath + "?saved=" + card + "#" + card
	}
	return c.Redirect(http.StatusSeeOther, to)
}

// keep stores a choice in a cookie.
func (a *Area) keep(c echo.Context, cookie, value string) {
	c.SetCookie(&http.Cookie{
		Name: cookie, Value: value, Path: "/", MaxAge: int(web.ChoiceLife.Seconds()),
		HttpOnly: true, Secure: a.Sessions.Secure, SameSite: http.SameSiteLaxMode,
	})
}
