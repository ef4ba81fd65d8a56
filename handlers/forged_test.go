package handlers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"hexclub/rules/rulestest"
)

// forged is what somebody in a role might send along to get what is not
// theirs: another person, seat or time, a rating, a result.
func (w *world) forged(state, role string) map[string]string {
	victim, seat := w.ids["host"], "1"
	if role == "host" {
		victim, seat = w.ids["opponent"], "2"
	}
	const past, future = "1000000000000", "4000000000000"
	return map[string]string{
		"person": victim, "person_id": victim, "player": victim, "user": victim, "account": victim, "as": victim, "by": victim,
		"host": w.ids[role], "opponent": victim, "reserved": w.ids[role], "guest": victim, "claim": victim,
		"seat": seat, "to_act": seat, "actor": seat, "winner": seat, "turn": "99", "ply": "0", "moved": "0",
		"clock": "180+180", "control": "180+180", "left": "10800000", "spent": "0", "thought": "0", "elapsed": "0", "lag": "90000",
		"time": future, "now": future, "at": future, "date": future, "timestamp": past, "since": future, "deadline": past, "created": past, "changed": past,
		"rating": "3000", "deviation": "30", "volatility": "0.01", "rated": "yes", "class": "long", "games": "100", "points": "49", "score": "1",
		"status": "over", "result": "win " + seat, "reason": "timeout", "event": "timeout:" + seat, "events": "resign:" + seat, "called": "true",
		"revision": "999", "turns": "99", "listed": "true", "drawn": "true", "explore": "no", "leg": "2", "match": "two",
		"first_leg": w.games["leg"].ID, "rematch_of": w.games["over"].ID, "game": w.games["young"].ID, "id": w.games["young"].ID,
		"deleted": "true", "admin": "true", "role": "admin", "session": "x", "hash": "x", "_method": "DELETE", "number": "1", "kind": "result",
	}
}

// forgedHeaders are those by which servers are told such things elsewhere.
func (w *world) forgedHeaders(role string) http.Header {
	victim := w.ids["host"]
	if role == "host" {
		victim = w.ids["opponent"]
	}
	header := http.Header{}
	for _, name := range []string{"Person", "User", "Remote-User", "Forwarded-User", "Account", "User-Id", "Auth-Request-User"} {
		header.Set("X-"+name, victim)
	}
	for name, value := range map[string]string{
		"Remote-User": victim, "Authorization": "Bearer " + victim, "Date": "Fri, 01 Jan 2100 00:00:00 GMT", "X-Time": "4000000000000",
		"X-Request-Start": "t=1000000000", "X-Seat": "2", "X-Rating": "3000", "X-Revision": "999", "X-Ply": "0", "X-Status": "over", "X-Clock": "180+180",
		"X-HTTP-Method-Override": "DELETE", "X-Forwarded-For": "192.0.2.1", "X-Real-IP": "192.0.2.1", "Forwarded": "for=192.0.2.1",
		"X-Request-Id": "0", "If-Unmodified-Since": "Thu, 01 Jan 1970 00:00:00 GMT",
	} {
		header.Set(name, value)
	}
	for name, value := range w.forged("young", role) {
		header.Add("Cookie", (&http.Cookie{Name: name, Value: url.QueryEscape(value)}).String())
	}
	return header
}

// carriers are the ways to send what is forged, or nothing of it, along with a
// form.
var carriers = map[string]func(w *world, role, address string, form url.Values, forged map[string]string) *http.Request{
	"form": func(_ *world, _, address string, form url.Values, forged map[string]string) *http.Request {
		for name, value := range forged {
			form.Add(name, value)
		}
		return formRequest(address, form)
	},
	"query": func(_ *world, _, address string, form url.Values, forged map[string]string) *http.Request {
		query := url.Values{}
		for name, value := range forged {
			query.Add(name, value)
		}
		return formRequest(address+"?"+query.Encode(), form)
	},
	"headers": func(w *world, role, address string, form url.Values, forged map[string]string) *http.Request {
		request := formRequest(address, form)
		if len(forged) > 0 {
			maps.Copy(request.Header, w.forgedHeaders(role))
		}
		return request
	},
	"multipart": func(_ *world, _, address string, form url.Values, forged map[string]string) *http.Request {
		var body bytes.Buffer
		parts := multipart.NewWriter(&body)
		for name, values := range form {
			_ = parts.WriteField(name, values[0]) // in memory
		}
		for name, value := range forged {
			_ = parts.WriteField(name, value)
		}
		_ = parts.Close()
		return bodyRequest(address, parts.FormDataContentType(), &body)
	},
	"JSON": func(_ *world, _, address string, form url.Values, forged map[string]string) *http.Request {
		all := map[string]string{}
		for name, values := range form {
			all[name] = values[0]
		}
		maps.Copy(all, forged)
		text, _ := json.Marshal(all) // texts alone
		return bodyRequest(address, "application/json", bytes.NewReader(text))
	},
}

func formRequest(address string, form url.Values) *http.Request {
	return bodyRequest(address, "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
}

func bodyRequest(address, kind string, body io.Reader) *http.Request {
	request := httptest.NewRequest(http.MethodPost, address, body)
	request.Host = "hex.example"
	request.Header.Set("Content-Type", kind)
	return request
}

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

// wantForgeriesIgnored checks that a request does the same with forgeries and
// without, however they are sent. It returns how many it tried.
func (w *world) wantForgeriesIgnored(t *testing.T, route, state, role string) (tried int) {
	t.Helper()
	_, address, pairs := w.request(route, state, role)
	forged := w.forged(state, role)
	for _, name := range strings.Fields(askings[route].choices) {
		delete(forged, name)
	}
	for i := 0; i < len(pairs); i += 2 {
		delete(forged, pairs[i])
	}
	send := func(carrier string, more map[string]string) (outcome string, stored []string) {
		form := url.Values{}
		for i := 1; i < len(pairs); i += 2 {
			form.Set(pairs[i-1], pairs[i])
		}
		before := w.version(t)
		answer := w.send(carriers[carrier](w, role, address, form, more), role)
		return w.outcome(state, answer), w.after(t, before)
	}
	asForm, storedByForm := send("form", nil)
	for _, carrier := range slices.Sorted(maps.Keys(carriers)) {
		wantOutcome, wantStored := asForm, storedByForm
		if carrier == "JSON" { // no form is read from it
			wantOutcome, wantStored = send(carrier, nil)
		}
		outcome, stored := send(carrier, forged)
		what := fmt.Sprintf("%s as %s, game %s, forged in %s", route, role, state, carrier)
		if outcome != wantOutcome {
			t.Errorf("%s: %s, without %s", what, outcome, wantOutcome)
		}
		if !slices.Equal(stored, wantStored) {
			t.Errorf("%s: stored is\n%s", what, changes(strings.Join(wantStored, "\n")+"\n", strings.Join(stored, "\n")+"\n"))
		}
		tried++
	}
	return tried
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
