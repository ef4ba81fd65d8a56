package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// Whoever opens the link first is the admin: by a new account, by the one that a guest
// makes, or by the one that somebody has.
func TestFirstAdmin(t *testing.T) {
	t.Parallel()
	for name, come := range map[string]func(*site, *client){
		"a stranger": func(*site, *client) {},
		"a guest":    func(_ *site, c *client) { c.newGame("device", "me") },
		"a member":   func(_ *site, c *client) { c.signUp("Anna") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, log := loggedSite(t)
			old, link := s.offer(t), s.offer(t)
			c := s.client(t)
			come(s, c)
			before := c.session()
			s.client(t).get(old).wantStatus(t, http.StatusNotFound).wantText(t, "main", "This link does not hold any more")
			s.at(t, time.Now().Add(25*time.Hour)).client(t).get(link).wantStatus(t, http.StatusNotFound)
			if name != "a member" {
				c.post(link, "name", "A", "password", password).wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "2 to 30")
				s.client(t).post(old, "name", "Eve", "password", password).wantStatus(t, http.StatusNotFound)
			}
			c.get(link).wantStatus(t, http.StatusOK).wantText(t, "h1", "Become the admin")
			p := c.post(link, "name", "Anna", "password", password).wantStatus(t, http.StatusOK).wantText(t, "#notice", "You are the admin")
			if p.path != "/club/settings" || c.session() == before || before != "" && s.carry(t, before).name() != "" {
				t.Errorf("it leads to %s, from %q to %q", p.path, before, c.session())
			}
			c.get("/club/log").wantText(t, "main", "Anna became the first admin")
			s.client(t).get(link).wantStatus(t, http.StatusNotFound)
			s.client(t).post(link, "name", "Eve", "password", password).wantStatus(t, http.StatusNotFound)
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
		s := newSite(t)
		link := s.offer(t)
		s.client(t).signUp("Anna")
		c := s.client(t)
		address := c.get(link).attribute("form.card a[href^='/login']", "href")
		p := c.post(address, "name", "Anna", "password", password).wantStatus(t, http.StatusOK)
		if p.path != link {
			t.Fatalf("the log-in leads to %s", p.path)
		}
		p.wantText(t, "main", "You are logged in as Anna").wantCount(t, "input[name=password]", 0)
	})
}
