package handlers_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"hexclub/rules/rulestest"
)

// TestForgedFields sends along with every form what is the site's to say: who
// acts, in which seat, when, with how much time and rating, and how it ends. The
// answer, and all that is stored, is as without. Of every route an answer that
// does something is tried and each that does not, by role.
func TestForgedFields(t *testing.T) {
	t.Parallel()
	w := buildWorld(t).copyOf(t)
	tried := 0
	for _, route := range rulestest.Few(t, w.routes(t), 60) {
		if strings.HasPrefix(route, "GET ") {
			continue
		}
		done := map[string]bool{}
		for _, state := range states {
			for _, role := range []string{"opponent", "host", "account", "nobody", "organiser", "admin"} {
				outcome := w.try(t, route, state.name, role)
				kind := "done"
				if outcome >= "4" && outcome < "5" {
					kind = role + outcome
				}
				if done[kind] {
					continue
				}
				done[kind] = true
				tried += w.wantForgeriesIgnored(t, route, state.name, role)
			}
			if !ofGames(route) {
				break
			}
		}
		if !done["done"] && route != "POST /first-admin/:offer" { // which the world has already
			t.Errorf("%s does nothing for anybody", route)
		}
	}
	if tried < rulestest.Some(t, 300) {
		t.Errorf("%d forgeries were tried", tried)
	}
}

// An invitation is the secret of its own game, and no other text is: whoever is
// kept out of a game of the lobby stays out with a wrong one.
func TestForgedInvitation(t *testing.T) {
	t.Parallel()
	w := buildWorld(t).copyOf(t)
	for _, invite := range []string{"", "x", w.games["link"].Invite, w.games["young"].Invite, w.games["listed"].ID} {
		for _, role := range []string{"blocked", "account"} {
			before := w.rows(t)
			answer := w.ask(http.MethodPost, "/games/"+w.games["listed"].ID+"/seats", role, formOf("invite", invite))
			if role == "blocked" && (answer.Code != http.StatusForbidden || !slices.Equal(w.rows(t), before)) {
				t.Errorf("%s with the invitation %q: %d", role, invite, answer.Code)
			}
			if role == "account" && w.outcome("listed", answer) != "→game" {
				t.Errorf("%s with the invitation %q: %d", role, invite, answer.Code)
			}
			w.restore(t)
			answer = w.ask(http.MethodPost, "/games/"+w.games["kept"].ID+"/seats", role, formOf("invite", invite))
			if answer.Code != http.StatusForbidden {
				t.Errorf("%s with the invitation %q to a game that is kept for another: %d", role, invite, answer.Code)
			}
		}
	}
}
