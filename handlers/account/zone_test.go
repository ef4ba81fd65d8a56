package account_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

// Pages show times in the zone of the account's settings, else of the browser's cookie, else of the club, else in UTC. A
// cookie that names no zone is ignored. What is stored for all readers has no zone.
func TestZoneOfTheReader(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	anna, person := s.WithRole(t, "Anna", db.Admin)
	guest := s.Client(t)
	guest.NewGame("invite", "me")
	wants := func(c *sitetest.Client, cookie, zone string) {
		t.Helper()
		if cookie != "" {
			c = c.With("Cookie", "zone="+cookie)
		}
		calendar := sitetest.Calendar(t, s.Now())
		var err error
		if calendar.Zone, err = time.LoadLocation(zone); err != nil {
			t.Fatal(err)
		}
		p := c.Get("/people/Anna").WantStatus(t, http.StatusOK).WantText(t, ".about .exact", calendar.Exact(person.Created))
		if got := p.Attribute(".about time", "datetime"); got != person.Created.In(calendar.Zone).Format(time.RFC3339) {
			t.Errorf("the time is %s", got)
		}
	}
	wants(guest, "", "UTC")
	wants(guest, "Asia/Seoul", "Asia/Seoul")
	wants(guest, "America/New_York", "America/New_York")
	for _, bad := range []string{"Mars", "Local", "../UTC", "undefined", "Asia/Seoul%00", "%F0%9F%8C%8D", strings.Repeat("A", 3000)} {
		wants(guest, bad, "UTC")
	}
	lists := []string{"/games", "/games/boards", "/lobby", "/lobby/list"}
	for _, path := range lists {
		seoul, york := guest.With("Cookie", "zone=Asia/Seoul").Get(path), guest.With("Cookie", "zone=America/New_York").Get(path)
		if seoul.Body != york.Body {
			t.Errorf("%s depends on the zone", path)
		}
	}

	anna.With("Cookie", "zone=Asia/Seoul").Get("/club/settings").WantText(t, "[name=zone] [selected]", "Asia/Seoul") // a first suggestion
	anna.PostForm("/club/settings", anna.Get("/club/settings").Fields("/club/settings")).WantStatus(t, http.StatusOK)
	wants(guest, "", "UTC")
	anna.Post("/club/settings", "name", "", "sign-up", "open", "guests", "on", "zone", "Europe/Paris").WantStatus(t, http.StatusOK)
	anna.Get("/club/settings").WantText(t, "[name=zone] [selected]", "Europe/Paris")
	anna.Get("/club/log").WantText(t, ".log", "Anna changed the club’s time zone to Europe/Paris.")
	anna.With("Cookie", "zone=Asia/Seoul").Get("/club/settings").WantText(t, "[name=zone] [selected]", "Europe/Paris")
	anna.Post("/club/settings", "name", "", "sign-up", "open", "guests", "on", "zone", "Mars").WantStatus(t, http.StatusUnprocessableEntity)
	wants(guest, "", "Europe/Paris")
	wants(guest, "Mars", "Europe/Paris")
	wants(guest, "Asia/Seoul", "Asia/Seoul")
	wants(anna, "Asia/Seoul", "Asia/Seoul")

	anna.With("Cookie", "zone=Asia/Seoul").Get("/settings").WantText(t, "[name=zone] [selected]", "Device time zone (Asia/Seoul)")
	anna.Post("/settings/zone", "zone", "Mars").WantStatus(t, http.StatusUnprocessableEntity)
	anna.Post("/settings/zone", "zone", "America/Sao_Paulo").WantStatus(t, http.StatusOK).WantText(t, "[name=zone] [selected]", "America/Sao Paulo")
	wants(anna, "Asia/Seoul", "America/Sao_Paulo")
	wants(guest, "", "Europe/Paris")
	anna.Post("/settings/zone", "zone", "").WantStatus(t, http.StatusOK)
	wants(anna, "", "Europe/Paris")
	guest.Get("/settings").WantCount(t, "[name=zone]", 0)
	guest.Post("/settings/zone", "zone", "UTC").WantStatus(t, http.StatusForbidden)
}
