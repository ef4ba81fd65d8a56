package sitetest

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
)

// Forged returns fields by which a role might try to claim another person, seat or time, or a
// rating or a result.
func (w *World) Forged(state, role string) map[string]string {
	victim, seat := w.Ids["host"], "1"
	if role == "host" {
		victim, seat = w.Ids["opponent"], "2"
	}
	const past, future = "1000000000000", "4000000000000"
	return map[string]string{
		"person": victim, "person_id": victim, "player": victim, "user": victim, "account": victim, "as": victim, "by": victim,
		"host": w.Ids[role], "opponent": victim, "reserved": w.Ids[role], "guest": victim, "claim": victim,
		"seat": seat, "to_act": seat, "actor": seat, "winner": seat, "turn": "99", "ply": "0", "moved": "0",
		"clock": "180+180", "control": "180+180", "left": "10800000", "spent": "0", "thought": "0", "elapsed": "0", "lag": "90000",
		"time": future, "now": future, "at": future, "date": future, "timestamp": past, "since": future, "deadline": past, "created": past, "changed": past,
		"rating": "3000", "deviation": "30", "volatility": "0.01", "rated": "yes", "class": "long", "games": "100", "points": "49", "score": "1",
		"status": "over", "result": "win " + seat, "reason": "timeout", "event": "timeout:" + seat, "events": "resign:" + seat, "called": "true",
		"revision": "999", "turns": "99", "listed": "true", "drawn": "true", "explore": "no", "leg": "2", "match": "two",
		"first_leg": w.Games["leg"].ID, "rematch_of": w.Games["over"].ID, "game": w.Games["young"].ID, "id": w.Games["young"].ID,
		"deleted": "true", "admin": "true", "role": "admin", "session": "x", "hash": "x", "_method": "DELETE", "number": "1", "kind": "result",
	}
}

// forgedHeaders returns headers and cookies by which some servers identify users, addresses and
// times.
func (w *World) forgedHeaders(role string) http.Header {
	victim := w.Ids["host"]
	if role == "host" {
		victim = w.Ids["opponent"]
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
	for name, value := range w.Forged("young", role) {
		header.Add("Cookie", (&http.Cookie{Name: name, Value: url.QueryEscape(value)}).String())
	}
	return header
}

// carriers contains the ways to send forged fields along with a form. Each also works without
// forged fields.
var carriers = map[string]func(w *World, role, address string, form url.Values, forged map[string]string) *http.Request{
	"form": func(_ *World, _, address string, form url.Values, forged map[string]string) *http.Request {
		for name, value := range forged {
			form.Add(name, value)
		}
		return FormRequest(address, form)
	},
	"query": func(_ *World, _, address string, form url.Values, forged map[string]string) *http.Request {
		query := url.Values{}
		for name, value := range forged {
			query.Add(name, value)
		}
		return FormRequest(address+"?"+query.Encode(), form)
	},
	"headers": func(w *World, role, address string, form url.Values, forged map[string]string) *http.Request {
		request := FormRequest(address, form)
		if len(forged) > 0 {
			maps.Copy(request.Header, w.forgedHeaders(role))
		}
		return request
	},
	"multipart": func(_ *World, _, address string, form url.Values, forged map[string]string) *http.Request {
		var body bytes.Buffer
		parts := multipart.NewWriter(&body)
		for name, values := range form {
			_ = parts.WriteField(name, values[0]) // writing to memory does not fail
		}
		for name, value := range forged {
			_ = parts.WriteField(name, value)
		}
		_ = parts.Close()
		return bodyRequest(address, parts.FormDataContentType(), &body)
	},
	"JSON": func(_ *World, _, address string, form url.Values, forged map[string]string) *http.Request {
		all := map[string]string{}
		for name, values := range form {
			all[name] = values[0]
		}
		maps.Copy(all, forged)
		text, _ := json.Marshal(all) // maps of strings can always be marshalled
		return bodyRequest(address, "application/json", bytes.NewReader(text))
	},
}

func FormRequest(address string, form url.Values) *http.Request {
	return bodyRequest(address, "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
}

func bodyRequest(address, kind string, body io.Reader) *http.Request {
	request := httptest.NewRequest(http.MethodPost, address, body)
	request.Host = "hex.example"
	request.Header.Set("Content-Type", kind)
	return request
}

// WantForgeriesIgnored checks that forged fields do not change what a request does, in every
// carrier. It returns the number of requests with forged fields.
func (w *World) WantForgeriesIgnored(t *testing.T, route, state, role string) (tried int) {
	t.Helper()
	_, address, pairs := w.Request(route, state, role)
	forged := w.Forged(state, role)
	for _, name := range strings.Fields(RouteRequests[route].Choices) {
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
		before := w.Version(t)
		answer := w.Send(carriers[carrier](w, role, address, form, more), role)
		return w.Outcome(state, answer), w.after(t, before)
	}
	asForm, storedByForm := send("form", nil)
	for _, carrier := range slices.Sorted(maps.Keys(carriers)) {
		wantOutcome, wantStored := asForm, storedByForm
		if carrier == "JSON" { // the server reads no form from it
			wantOutcome, wantStored = send(carrier, nil)
		}
		outcome, stored := send(carrier, forged)
		what := fmt.Sprintf("%s as %s, game %s, forged in %s", route, role, state, carrier)
		if outcome != wantOutcome {
			t.Errorf("%s: %s, without %s", what, outcome, wantOutcome)
		}
		if !slices.Equal(stored, wantStored) {
			t.Errorf("%s: stored is\n%s", what, Changes(strings.Join(wantStored, "\n")+"\n", strings.Join(stored, "\n")+"\n"))
		}
		tried++
	}
	return tried
}
