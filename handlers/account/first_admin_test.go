package account_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

// The first user of the link becomes the admin: with a new account, with a guest's new account, or
// with an existing one.
func TestFirstAdmin(t *testing.T) {
	t.Parallel()
	for name, come := range map[string]func(*sitetest.Site, *sitetest.Client){
		"a stranger": func(*sitetest.Site, *sitetest.Client) {},
		"a guest":    func(_ *sitetest.Site, c *sitetest.Client) { c.NewGame("device", "me") },
		"a member":   func(_ *sitetest.Site, c *sitetest.Client) { c.SignUp("Anna") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, log := sitetest.LoggedSite(t)
			old, link := s.Offer(t), s.Offer(t)
			c := s.Client(t)
			come(s, c)
			before := c.Session()
			if db.OnServer(s.File) {
				old = "/first-admin/none" // each node has a link of its own
			}
			s.Client(t).Get(old).WantStatus(t, http.StatusNotFound).WantText(t, "main", "This link ")
			s.At(t, time.Now().Add(25*time.Hour)).Client(t).Get(link).WantStatus(t, http.StatusNotFound)
			if name != "a member" {
				c.Post(link, "name", "A", "password", sitetest.Password).WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "2 to 30")
				s.Client(t).Post(old, "name", "Eve", "password", sitetest.Password).WantStatus(t, http.StatusNotFound)
			}
			c.Get(link).WantStatus(t, http.StatusOK).WantText(t, "h1", "Become admin")
			p := c.Post(link, "name", "Anna", "password", sitetest.Password).WantStatus(t, http.StatusOK).WantText(t, "#notice", "You’re now the club’s admin")
			if p.Path != "/club/settings" || c.Session() == before || before != "" && s.Carry(t, before).Name() != "" {
				t.Errorf("it leads to %s, from %q to %q", p.Path, before, c.Session())
			}
			c.Get("/club/log").WantText(t, "main", "Anna became the first admin")
			s.Client(t).Get(link).WantStatus(t, http.StatusNotFound)
			s.Client(t).Post(link, "name", "Eve", "password", sitetest.Password).WantStatus(t, http.StatusNotFound)
			if path, err := s.Account.OfferAdmin(t.Context()); err != nil || path != "" {
				t.Errorf("there is another link: %q, %v", path, err)
			}
			text := log.String()
			if refused := strings.Count(text, "event=link.refused"); refused < 3 || strings.Contains(text, strings.TrimPrefix(old, "/first-admin/")) {
				t.Errorf("%d times a link is refused: %s", refused, text)
			}
			if !strings.Contains(text, "event=admin.first") || strings.Contains(text, strings.TrimPrefix(link, "/first-admin/")) {
				t.Errorf("the log is %s", text)
			}
		})
	}
	t.Run("who logs in comes back", func(t *testing.T) {
		t.Parallel()
		s := sitetest.New(t)
		link := s.Offer(t)
		s.Client(t).SignUp("Anna")
		c := s.Client(t)
		address := c.Get(link).Attribute("form.card a[href^='/login']", "href")
		p := c.Post(address, "name", "Anna", "password", sitetest.Password).WantStatus(t, http.StatusOK)
		if p.Path != link {
			t.Fatalf("the log-in leads to %s", p.Path)
		}
		p.WantText(t, "form.card .person", "Anna").WantCount(t, "input[name=password]", 0)
	})
}
