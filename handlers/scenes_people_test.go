package handlers_test

import (
	"testing"
	"time"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/games"
)

// addPeople adds what there is about one person: the front page of who plays,
// profiles, archives, and how to be forgotten.
func (s *stage) addPeople(t *testing.T) {
	t.Helper()
	yves, yvesIs := s.newAccount(t, "Yves of the long and winding")
	zoe, zoeIs := s.newAccount(t, "Zoé")
	_, gone := s.newAccount(t, "Gone")
	rated := db.Terms{Rated: true}
	for i, control := range []db.NewGame{{Control: fiveMinutes}, {Control: threeDays}, {Control: fiveMinutes}, {Control: threeDays}} {
		control.Host, control.Terms = yvesIs.ID, rated
		s.resigned(t, s.made(t, control, zoeIs), []db.Person{zoeIs, zoeIs, yvesIs, zoeIs}[i])
	}
	s.resigned(t, s.made(t, db.NewGame{Host: gone.ID}, yvesIs), yvesIs)
	s.resigned(t, s.made(t, db.NewGame{Host: yvesIs.ID, BothSeats: true}), yvesIs)
	for _, game := range games.All() {
		for range 2 {
			s.made(t, db.NewGame{Key: game.Info().Key, Host: yvesIs.ID, Control: threeDays, Terms: rated}, zoeIs)
		}
	}
	four := rules.Setup{Options: map[string]string{"seats": "4"}}
	s.made(t, db.NewGame{Key: "six", Host: yvesIs.ID, Setup: four}, zoeIs)
	s.made(t, db.NewGame{Key: "six", Host: zoeIs.ID, Setup: four, HostSeat: 1}, yvesIs)
	s.made(t, db.NewGame{Host: yvesIs.ID, HostSeat: 2, Control: threeDays}, zoeIs)
	s.made(t, db.NewGame{Host: yvesIs.ID, BothSeats: true})
	old := s.made(t, db.NewGame{Host: yvesIs.ID, BothSeats: true})
	if _, err := s.raw(t).Exec("UPDATE games SET changed = $1 WHERE id = $2", s.Now().Add(-20*24*time.Hour).UnixMilli(), old.ID); err != nil {
		t.Fatal(err)
	}
	s.made(t, db.NewGame{Key: "tartan", Host: zoeIs.ID, Opponent: yvesIs.ID, Control: fiveMinutes, Terms: rated})
	if _, err := s.DB.DeletePerson(t.Context(), gone.ID, s.Now()); err != nil {
		t.Fatal(err)
	}

	const path = "/people/Yves%20of%20the%20long%20and%20winding"
	s.add("home-player", yves, "/")
	s.add("profile", zoe, path)
	s.add("profile-own", yves, path)
	s.add("profile-new", s.stranger, "/people/Am%C3%A9lie")
	s.add("archive", s.stranger, path+"/games")
	s.add("archive-own", yves, path+"/games")
	s.add("archive-problem", yves, path+"/games?from=yesterday&opponent=Nobody")
	s.add("archive-none", s.stranger, path+"/games?game=six")
	s.add("archive-guest", s.guest, "/archive")
	s.add("forgotten", s.stranger, "/login/forgotten")
	s.add("forgotten-sent", s.stranger, "/login/forgotten?sent=yes")
	s.add("password", yves, "/settings/password")
	s.post("password-problem", yves, "/settings/password", "old", "wrong horse", "password", "another horse")
	s.add("delete", yves, "/settings/delete")
	s.post("delete-problem", yves, "/settings/delete", "name", "Yves")
	s.add("delete-guest", s.guest, "/settings/delete")
}
