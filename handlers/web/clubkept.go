package web

import (
	"github.com/labstack/echo/v4"

	"hexclub/db"
)

// ClubKey keeps the club with the request.
const ClubKey = "club"

// Club is how the club is set, read once a request: an admin's change counts at once
// on every page.
func (s *Site) Club(c echo.Context) (db.Club, error) {
	if club, ok := c.Get(ClubKey).(db.Club); ok {
		return club, nil
	}
	club, err := s.DB.Club(c.Request().Context())
	if err == nil {
		c.Set(ClubKey, club)
	}
	return club, err
}

// clubRead is how the club is set, if that was read for the request; else it has no name,
// and takes nobody.
func clubRead(c echo.Context) db.Club {
	club, _ := c.Get(ClubKey).(db.Club)
	return club
}
