package handlers

import (
	"math"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/views/account"
)

// showPrivacy tells what is kept of people, and for how long: what it says of times
// are those that the site goes by.
func (a *accountArea) showPrivacy(c echo.Context) error {
	f, err := a.frame(c, a.catalog(c).T("privacy.title"))
	if err != nil {
		return err
	}
	club, err := a.club(c)
	if err != nil {
		return err
	}
	return a.render(c, http.StatusOK, account.Privacy(account.NewPrivacyPage(f, account.PrivacyInput{
		Guests: club.Guests, Mails: a.post != nil,
		Cookies: []account.Cookie{
			{Name: a.sessions.cookieName(), Key: "privacy.cookie-session", Days: inDays(sessionLife)},
			{Name: a.sessions.deviceCookie(), Key: "privacy.cookie-device", Days: inDays(deviceLife)},
			{Name: languageCookie, Key: "privacy.cookie-lang", Days: inDays(choiceLife)},
			{Name: lookCookie, Key: "privacy.cookie-look", Days: inDays(choiceLife)},
		},
		Session: inDays(sessionLife), Guest: inDays(a.sessions.life(db.Person{ID: "guest"})), Removed: inDays(a.sessions.guests),
		Link: inDays(handedResetLife), Name: inDays(db.NameKept), Former: inDays(db.FormerStays), Void: inDays(db.VoidStays),
		Letters: inDays(db.LettersStay), Ban: inDays(db.LongestBan), Backup: backupDays(a.backups),
	})))
}

func inDays(d time.Duration) int { return int(d / (24 * time.Hour)) }

// backupDays is after how many days a backup is gone; 0 when none are made by the clock.
func backupDays(b db.Backups) int {
	if b.Dir == "" {
		return 0
	}
	return int(math.Ceil(b.Every.Hours() * float64(b.Keep) / 24))
}
