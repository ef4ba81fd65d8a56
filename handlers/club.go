package handlers

import (
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/unicode/norm"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/views/club"
	"hexclub/views/page"
)

// organisers keeps all but the club's organisers and admins from a handler. The
// database asks again, in the transaction of what is done.
func (a *App) organisers(next echo.HandlerFunc) echo.HandlerFunc {
	return a.only(next, db.Role.Organises, "error.organisers-only")
}

// admins keeps all but the club's admins from a handler.
func (a *App) admins(next echo.HandlerFunc) echo.HandlerFunc {
	return a.only(next, func(r db.Role) bool { return r == db.Admin }, "error.admins-only")
}

// members keeps who has no account from a handler.
func (a *App) members(next echo.HandlerFunc) echo.HandlerFunc {
	return a.only(next, func(db.Role) bool { return true }, "error.log-in-first")
}

// only keeps visitors from a handler who have no account, or not a role that may.
func (a *App) only(next echo.HandlerFunc, may func(db.Role) bool, refusal string) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := a.account(c)
		switch {
		case err != nil:
			return err
		case !may(v.person.Role):
			turnAway(c, "page.forbidden")
			return rules.Errorf(rules.Forbidden, refusal, "%s %s at %s", v.person.Role, v.person.ID, c.Path())
		}
		return next(c)
	}
}

// clubKey keeps the club with the request.
const clubKey = "club"

// club is how the club is set, read once a request: an admin's change counts at once
// on every page.
func (a *App) club(c echo.Context) (db.Club, error) {
	if club, ok := c.Get(clubKey).(db.Club); ok {
		return club, nil
	}
	club, err := a.DB.Club(c.Request().Context())
	if err == nil {
		c.Set(clubKey, club)
	}
	return club, err
}

// clubRead is how the club is set, if that was read for the request; else it has no name,
// and takes nobody.
func clubRead(c echo.Context) db.Club {
	club, _ := c.Get(clubKey).(db.Club)
	return club
}

// showClub answers with the page that a club links to.
func (a *App) showClub(c echo.Context) error {
	ctx := c.Request().Context()
	f, err := a.frame(c, a.catalog(c).T("nav.club"))
	if err != nil {
		return err
	}
	own, err := a.club(c)
	if err != nil {
		return err
	}
	members, _, err := a.DB.CountMembers(ctx)
	if err != nil {
		return err
	}
	page := club.NewClubPage(f, members)
	page.Guests = own.Guests
	if page.Welcome, err = a.DB.Welcome(ctx); err != nil {
		return err
	}
	seasons, err := a.DB.Seasons(ctx)
	if err != nil {
		return err
	}
	open := slices.DeleteFunc(slices.Clone(seasons), func(s db.Season) bool { return s.Status != db.SeasonOpen })
	page.Older = len(open) < len(seasons)
	if page.Seasons, err = a.seasonParts(c, f, open...); err != nil {
		return err
	}
	return a.render(c, http.StatusOK, club.Club(page))
}

func (a *App) showClubSettings(c echo.Context) error {
	own, err := a.club(c)
	if err != nil {
		return err
	}
	welcome, err := a.DB.Welcome(c.Request().Context())
	if err != nil {
		return err
	}
	page := club.ClubSettingsPage{Name: own.Name, Welcome: welcome, SignUp: "invited", Guests: "off"}
	if own.Open {
		page.SignUp = "open"
	}
	if own.Guests {
		page.Guests = "on"
	}
	return a.clubSettingsPage(c, http.StatusOK, page, nil)
}

// clubSettingsPage answers with the form of the club's settings, and with what was
// wrong with it.
func (a *App) clubSettingsPage(c echo.Context, status int, p club.ClubSettingsPage, problem error) (err error) {
	if p.Frame, err = a.frame(c, a.catalog(c).T("club.settings")); err != nil {
		return err
	}
	p.Refused = page.NewRefused(p.T, problem, "name")
	return a.render(c, status, club.ClubSettings(p))
}

// setClub stores the club's settings.
func (a *App) setClub(c echo.Context) error {
	page := club.ClubSettingsPage{
		Name: trimTitle(c.FormValue("name")), Welcome: plainText(c.FormValue("welcome")), SignUp: c.FormValue("sign-up"), Guests: c.FormValue("guests"),
	}
	if page.SignUp != "open" && page.SignUp != "invited" {
		return rules.Errorf(rules.Invalid, "error.form", "sign-up=%.20q", page.SignUp)
	}
	guests, err := readSwitch(c, "guests")
	if err != nil {
		return err
	}
	if err := validateClub(page.Name, page.Welcome); err != nil {
		return a.clubSettingsPage(c, statusOf(err), page, err)
	}
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	club := db.Club{Name: page.Name, Open: page.SignUp == "open", Guests: guests}
	changed, err := a.DB.SetClub(c.Request().Context(), club, page.Welcome, v.person.ID, a.Now())
	if err != nil {
		return err
	}
	for _, game := range changed { // which guests had to leave
		a.publishMeeting(game)
	}
	if err := a.leaveNotice(c, "club.saved"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/club")
}

// The limits of what a club says of itself, in characters.
const (
	maxTitle   = 40
	maxSeason  = 60
	maxNote    = 60
	maxWelcome = 4000
)

// plainText is a text of several lines as it is stored. One that shows nothing is empty.
func plainText(text string) string {
	if utf8.ValidString(text) && db.IsBlank(text) {
		return ""
	}
	return norm.NFC.String(strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")))
}

// validateClub says what is wrong with the name of a club and its welcome, as an
// *rules.Error of kind Invalid. Both may be empty.
func validateClub(name, welcome string) error {
	if name != "" {
		if err := validateTitle(name, maxTitle, "error.club-name"); err != nil {
			return err
		}
	}
	if n := utf8.RuneCountInString(welcome); n > maxWelcome || !db.IsText(welcome) {
		return rules.Errorf(rules.Invalid, "error.welcome", "%d characters", n)
	}
	return nil
}
