package club

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/club"
	"hexclub/views/page"
)

// ShowClubSettings serves the form with the club's settings.
func (a *Area) ShowClubSettings(c echo.Context) error {
	if c.QueryParam("saved") != "" {
		web.ShowNotice(c, "club.saved")
	}
	own, err := a.Club(c)
	if err != nil {
		return err
	}
	welcome, err := a.DB.Welcome(c.Request().Context())
	if err != nil {
		return err
	}
	p := club.ClubSettingsPage{Name: own.Name, Welcome: welcome, SignUp: "invited", Guests: "off"}
	if own.Open {
		p.SignUp = "open"
	}
	if own.Guests {
		p.Guests = "on"
	}
	zone := own.Zone
	if own.Name == "" && welcome == "" && zone == "" { // nobody has set anything: most admins are where their club is
		zone = web.DeviceZone(c)
	}
	return a.clubSettingsPage(c, http.StatusOK, p, zone, nil)
}

// clubSettingsPage renders the form of the club's settings, with a problem if there is one.
func (a *Area) clubSettingsPage(c echo.Context, status int, p club.ClubSettingsPage, zone string, problem error) (err error) {
	if p.Frame, err = a.Frame(c, a.Catalog(c).T("club.settings")); err != nil {
		return err
	}
	p.Refused = page.NewRefused(p.T, problem, "name")
	p.Zone = page.NewZoneField(p.T, page.UTC, zone, web.DeviceZone(c))
	p.Zone.Help = p.T.T("club.zone-help")
	return a.Render(c, status, club.ClubSettings(p))
}

// SetClub stores the club's settings.
func (a *Area) SetClub(c echo.Context) error {
	p := club.ClubSettingsPage{
		Name: web.TrimTitle(c.FormValue("name")), Welcome: web.PlainText(c.FormValue("welcome")), SignUp: c.FormValue("sign-up"), Guests: c.FormValue("guests"),
	}
	if p.SignUp != "open" && p.SignUp != "invited" {
		return rules.Errorf(rules.Invalid, "error.form", "sign-up=%.20q", p.SignUp)
	}
	guests, err := web.ReadSwitch(c, "guests")
	if err != nil {
		return err
	}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	own := db.Club{Name: p.Name, Open: p.SignUp == "open", Guests: guests, Zone: c.FormValue("zone")}
	changed, err := a.DB.SetClub(c.Request().Context(), own, p.Welcome, v.Person.ID, a.Now())
	if web.ShowAgain(err) {
		return a.clubSettingsPage(c, web.StatusOf(err), p, own.Zone, err)
	}
	if err != nil {
		return err
	}
	for _, game := range changed { // games that guests had to leave
		a.PublishMeeting(game)
	}
	return c.Redirect(http.StatusSeeOther, "/club/settings?saved=yes")
}
