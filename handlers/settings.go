package handlers

import (
	"cmp"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"hexclub/rules"
	"hexclub/rules/hexellation"
	"hexclub/rules/hexone"
	"hexclub/views/account"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// lookPosition is what boards are shown with where their look is chosen: a
// Hexone game with tiles and stacks of all kinds.
const lookPosition = "..r2/.b2r1-./xr2b2b1./-.b1r2./.-b1x 2"

func (a *accountArea) showSettings(c echo.Context) error {
	return a.settingsPage(c, http.StatusOK, nil)
}

// settingsPage answers with the settings. After a problem with the address for
// mails its field has what was typed.
func (a *accountArea) settingsPage(c echo.Context, status int, problem error) error {
	f, err := a.frame(c, a.catalog(c).T("settings.title"))
	if err != nil {
		return err
	}
	position, err := hexone.Game{}.New(rules.Setup{Position: lookPosition})
	if err != nil {
		return err
	}
	page := account.NewSettingsPage(f, hexone.Game{}, position, hexellation.Game{}.Info())
	if page.Chat, err = a.chatSettings(c, f.T); err != nil {
		return err
	}
	if page.Mail, err = a.mailSettings(c, f, problem); err != nil {
		return err
	}
	if page.Others, err = a.otherSessions(c, f.T); err != nil {
		return err
	}
	return a.render(c, status, account.Settings(page))
}

// otherSessions tells where else the visitor is logged in, as far as the site knows; empty
// for who has no account.
func (a *accountArea) otherSessions(c echo.Context, t *i18n.Catalog) (string, error) {
	v, err := a.visitor(c)
	if err != nil || !v.signedIn() {
		return "", err
	}
	count, first, err := a.DB.OtherSessions(c.Request().Context(), v.person.ID, hashID(v.session.ID), a.Now())
	return account.OtherSessions(t, count, first), err
}

// setConfirm stores whether the visitor wants to confirm turns.
func (a *accountArea) setConfirm(c echo.Context) error {
	on := c.FormValue("confirm")
	if on != "on" && on != "off" {
		return rules.Errorf(rules.Invalid, "error.form", "confirm=%q", on)
	}
	v, err := a.player(c)
	if err != nil {
		return err
	}
	if err := a.DB.SetConfirmTurns(c.Request().Context(), v.person.ID, on == "on"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, cmp.Or(a.referrer(c), localPath(c.FormValue("return"))))
}

// revokeSessions ends all sessions of the visitor but this one. Streams end all; the
// visitor's own pages open theirs again.
func (a *accountArea) revokeSessions(c echo.Context) error {
	v, err := a.somebody(c)
	if err != nil {
		return err
	}
	if err := a.DB.DeleteSessionsOf(c.Request().Context(), v.person.ID, hashID(v.session.ID)); err != nil {
		return err
	}
	a.Live.End(v.person.ID)
	a.logSecurity(c, "sessions.revoked", "person", v.person.ID)
	if err := a.leaveNotice(c, "settings.revoked"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/settings")
}

func (a *accountArea) setLanguage(c echo.Context) error {
	tag := c.FormValue("lang")
	if !slices.Contains(i18n.Tags, tag) {
		return rules.Errorf(rules.Invalid, "error.form", "lang=%q", tag)
	}
	a.keep(c, languageCookie, tag)
	// The address may have changed since the page was drawn, with the draft in it.
	return c.Redirect(http.StatusSeeOther, cmp.Or(a.referrer(c), localPath(c.FormValue("return"))))
}

// setLook changes the parts of the reader's look that the form has; the
// others stay as they are. Of a part sent twice the last value counts, so that
// a field unseen before a box says what the box means when it is not ticked.
func (a *accountArea) setLook(c echo.Context) error {
	form, err := c.FormParams()
	if err != nil {
		return err
	}
	look := a.look(c)
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
	a.keep(c, lookCookie, look.String())
	return c.Redirect(http.StatusSeeOther, cmp.Or(a.referrer(c), localPath(c.FormValue("return"))))
}

// keep stores on the reader's device what was chosen there.
func (a *accountArea) keep(c echo.Context, cookie, value string) {
	c.SetCookie(&http.Cookie{
		Name: cookie, Value: value, Path: "/", MaxAge: int(choiceLife.Seconds()),
		HttpOnly: true, Secure: a.sessions.secure, SameSite: http.SameSiteLaxMode,
	})
}
