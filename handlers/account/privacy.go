package account

import (
	"math"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/views/account"
	"hexclub/views/page"
)

// ShowPrivacy shows what is stored about people and for how long, with the durations that this site
// uses.
func (a *Area) ShowPrivacy(c echo.Context) error {
	f, err := a.Frame(c, a.Catalog(c).T("privacy.title"))
	if err != nil {
		return err
	}
	f.Preview = a.Preview(c, page.Preview{URL: "/privacy", Title: f.T.T("privacy.title"), About: f.T.T("privacy.lead")})
	club, err := a.Club(c)
	if err != nil {
		return err
	}
	return a.Render(c, http.StatusOK, account.Privacy(account.NewPrivacyPage(f, account.PrivacyInput{
		Guests: club.Guests, Mails: a.Post != nil,
		Cookies: []account.Cookie{
			{Name: a.Sessions.CookieName(), Key: "privacy.cookie-session", Days: inDays(web.SessionLife)},
			{Name: a.Sessions.DeviceCookie(), Key: "privacy.cookie-device", Days: inDays(web.DeviceLife)},
			{Name: web.LanguageCookie, Key: "privacy.cookie-lang", Days: inDays(web.ChoiceLife)},
			{Name: web.ZoneCookie, Key: "privacy.cookie-zone", Days: inDays(web.ChoiceLife)},
			{Name: web.LookCookie, Key: "privacy.cookie-look", Days: inDays(web.ChoiceLife)},
		},
		Session: inDays(web.SessionLife), Guest: inDays(a.Sessions.Life(db.Person{ID: "guest"})), Removed: inDays(a.Sessions.Guests),
		Link: inDays(web.HandedResetLife), Name: inDays(db.NameKept), Former: inDays(db.FormerStays), Void: inDays(db.VoidStays),
		Letters: inDays(db.LettersStay), Ban: inDays(db.MaxBan), Backup: backupDays(a.Backups),
	})))
}

func inDays(d time.Duration) int { return int(d / (24 * time.Hour)) }

// backupDays returns the number of days after which a backup is deleted, or 0 if there are no
// scheduled backups.
func backupDays(b db.Backups) int {
	if b.Dir == "" {
		return 0
	}
	return int(math.Ceil(b.Every.Hours() * float64(b.Keep) / 24))
}
