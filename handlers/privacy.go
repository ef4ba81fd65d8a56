package handlers

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/views"
)

// showPrivacy tells what is kept of people, and for how long: what it says of times
// are those that the site goes by.
func (a *App) showPrivacy(c echo.Context) error {
	f, err := a.frame(c, a.catalog(c).T("privacy.title"))
	if err != nil {
		return err
	}
	club, err := a.club(c)
	if err != nil {
		return err
	}
	return a.render(c, http.StatusOK, views.Privacy(views.PrivacyPage{
		Frame: f, Guests: club.Guests, Mails: a.post != nil,
		Cookies: []views.Cookie{
			{Name: a.sessions.cookieName(), Key: "privacy.cookie-session", Days: inDays(sessionLife)},
			{Name: a.sessions.deviceCookie(), Key: "privacy.cookie-device", Days: inDays(deviceLife)},
			{Name: languageCookie, Key: "privacy.cookie-lang", Days: inDays(choiceLife)},
			{Name: lookCookie, Key: "privacy.cookie-look", Days: inDays(choiceLife)},
		},
		SessionDays: inDays(sessionLife), LettersDays: inDays(db.LettersStay), VoidDays: inDays(db.VoidStays),
	}))
}

func inDays(d time.Duration) int { return int(d / (24 * time.Hour)) }
