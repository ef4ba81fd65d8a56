package handlers_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/rules/rulestest"
)

// TestForgedFields sends, with every form, fields for values that the server determines: the person, the seat,
// the time, the clock, the rating and the result. The answer, and everything stored, is the same as without
// them. For each route and role it tries an answer that changes something and each that does not.
func TestForgedFields(t *testing.T) {
	t.Parallel()
	w := sitetest.BuildWorld(t).CopyOf(t)
	tried := 0
	for _, route := range rulestest.Few(t, w.Routes(t), 60) {
		if strings.HasPrefix(route, "GET ") {
			continue
		}
		done := map[string]bool{}
		for _, state := range sitetest.States {
			for _, role := range []string{"opponent", "host", "account", "nobody", "organiser", "admin"} {
				outcome := w.Try(t, route, state.Name, role)
				kind := "done"
				if outcome >= "4" && outcome < "5" {
					kind = role + outcome
				}
				if done[kind] {
					continue
				}
				done[kind] = true
				tried += w.WantForgeriesIgnored(t, route, state.Name, role)
			}
			if !sitetest.OfGames(route) {
				break
			}
		}
		if !done["done"] && route != "POST /first-admin/:offer" { // the world has an admin already
			t.Errorf("%s does nothing for anybody", route)
		}
	}
	if tried < rulestest.Some(t, 300) {
		t.Errorf("%d forgeries were tried", tried)
	}
}

// An invitation only accepts its own secret. A person who may not join a game of the lobby cannot join with a
// wrong secret.
func TestForgedInvitation(t *testing.T) {
	t.Parallel()
	w := sitetest.BuildWorld(t).CopyOf(t)
	for _, invite := range []string{"", "x", w.Games["link"].Invite, w.Games["young"].Invite, w.Games["listed"].ID} {
		for _, role := range []string{"blocked", "account"} {
			before := w.Rows(t)
			answer := w.Ask(http.MethodPost, "/games/"+w.Games["listed"].ID+"/seats", role, sitetest.FormOf("invite", invite))
			if role == "blocked" && (answer.Code != http.StatusForbidden || !slices.Equal(w.Rows(t), before)) {
				t.Errorf("%s with the invitation %q: %d", role, invite, answer.Code)
			}
			if role == "account" && w.Outcome("listed", answer) != "→game" {
				t.Errorf("%s with the invitation %q: %d", role, invite, answer.Code)
			}
			w.Restore(t)
			answer = w.Ask(http.MethodPost, "/games/"+w.Games["kept"].ID+"/seats", role, sitetest.FormOf("invite", invite))
			if answer.Code != http.StatusForbidden {
				t.Errorf("%s with the invitation %q to a game that is kept for another: %d", role, invite, answer.Code)
			}
		}
	}
}
