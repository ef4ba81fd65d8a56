package handlers

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/views/club"
	"hexclub/views/page"
)

// showClub answers with the page that a club links to.
func (a *clubArea) showClub(c echo.Context) error {
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

func (a *clubArea) showClubSettings(c echo.Context) error {
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
func (a *clubArea) clubSettingsPage(c echo.Context, status int, p club.ClubSettingsPage, problem error) (err error) {
	if p.Frame, err = a.frame(c, a.catalog(c).T("club.settings")); err != nil {
		return err
	}
	p.Refused = page.NewRefused(p.T, problem, "name")
	return a.render(c, status, club.ClubSettings(p))
}

// setClub stores the club's settings.
func (a *clubArea) setClub(c echo.Context) error {
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
