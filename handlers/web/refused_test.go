package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/limit"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// A form that is shown again focuses the field with the problem, which is linked to the message. A new form has
// no focus.
func TestRefusedFormLeadsToField(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	admin, _ := s.WithRole(t, "Anna", db.Admin)
	stranger := s.Client(t)
	for _, tt := range []struct {
		page, name string
		who        *sitetest.Client
		path       string
		form       []string
		field      string
	}{
		{"/login", "wrong log-in", stranger, "/login", []string{"name", "Anna", "password", "wrong horse"}, "password"},
		{"/signup", "short name", stranger, "/signup", []string{"name", "A", "password", sitetest.Password}, "name"},
		{"/signup", "name taken", stranger, "/signup", []string{"name", "Anna", "password", sitetest.Password}, "name"},
		{"/signup", "short password", stranger, "/signup", []string{"name", "Ben", "password", "short"}, "password"},
		{"/settings/password", "wrong password", admin, "/settings/password", []string{"old", "wrong horse", "password", "another horse"}, "old"},
		{"/settings/password", "short new one", admin, "/settings/password", []string{"old", sitetest.Password, "password", "short"}, "password"},
		{"/settings/delete", "wrong name", admin, "/settings/delete", []string{"name", "Ann", "password", sitetest.Password}, "name"},
		{"/settings/delete", "wrong password", admin, "/settings/delete", []string{"name", "Anna", "password", "wrong horse"}, "password"},
		{"/admin/bans", "no range", admin, "/admin/bans", []string{"range", "x", "reason", "Spam", "length", "day"}, "range"},
		{"/admin/bans", "no reason", admin, "/admin/bans", []string{"range", "192.0.2.7", "reason", "", "length", "day"}, "reason"},
		{"/club/settings", "long name", admin, "/club/settings", []string{"name", strings.Repeat("W", 41), "sign-up", "open", "guests", "on"}, "name"},
		{"/club/settings", "long welcome", admin, "/club/settings", []string{"welcome", strings.Repeat("W", 9000), "sign-up", "open", "guests", "on"}, "welcome"},
		{"/club/invitations", "no uses", admin, "/club/invitations", []string{"uses", "0", "days", "14"}, "uses"},
		{"/club/invitations", "no days", admin, "/club/invitations", []string{"uses", "1", "days", "0"}, "days"},
		{"/club/import", "no list", admin, "/club/import", []string{"list", "\"open"}, "list"},
		{"/seasons", "no name", admin, "/seasons", []string{"name", "-"}, "name"},
		{"/games/new?game=hexone", "no player", admin, "/games", []string{"game", "tartan", "explore", "no", "opponent", "named", "player", "Nobody", "clock", "live"}, "player"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.who.Get(tt.page).WantStatus(t, http.StatusOK).WantCount(t, "[autofocus]", 0)
			p := tt.who.Post(tt.path, tt.form...)
			if p.Status != http.StatusUnprocessableEntity && p.Status != http.StatusConflict {
				t.Fatalf("it is answered %d", p.Status)
			}
			p.WantCount(t, "[autofocus]", 1).WantCount(t, "[autofocus][aria-invalid=true][name="+tt.field+"]", 1)
			if problem := p.Text("#" + p.Attribute("[autofocus]", "aria-describedby")); problem == "" {
				t.Error("the field is not described by the reason")
			}
		})
	}
	t.Run("sent too often", func(t *testing.T) {
		s, _ := sitetest.LimitedSite(t, web.Limits{SignUps: limit.Limit{Burst: 1, Every: time.Hour}})
		s.Client(t).SignUp("Anna")
		s.Client(t).Post("/signup", "name", "Ben", "password", sitetest.Password).WantStatus(t, http.StatusTooManyRequests).
			WantCount(t, "[name=name][autofocus]", 1).WantCount(t, "[aria-invalid]", 0)
	})
}
