package sitetest

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/PuerkitoBio/goquery"
	"github.com/labstack/echo/v4"
	"golang.org/x/net/html"

	"hexclub/db"
	"hexclub/handlers/limit"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
	"hexclub/views/i18n"
)

// Roles are the roles that requests are sent in. All but "nobody" and "guest" have accounts.
// "organiser" and "admin" run the club.
var Roles = []string{"nobody", "guest", "account", "blocked", "invited", "opponent", "host", "organiser", "admin"}

// States are the states of games in a World, each with its meaning.
var States = []struct{ Name, Meaning string }{
	{"listed", "waits in the lobby for anybody; the host sits in seat 1"},
	{"link", "waits for whoever has the invitation"},
	{"kept", "waits for the opponent alone, who is challenged to a rated game"},
	{"room", "for four: waits for whoever has the invitation; the host and the opponent sit in it"},
	{"sought", "waits in the lobby for anybody, as the guest's: the host has no part in it"},
	{"young", "runs, nobody has played yet; the host is to act"},
	{"running", "runs, both have played; the opponent is to act"},
	{"live", "runs like this on a live clock"},
	{"guest", "runs like this, but the guest is in the host's place"},
	{"offered", "runs like the running one, and the host has offered a draw"},
	{"over", "the opponent has resigned a rated one"},
	{"off", "was called off by the host when it ran"},
	{"leg", "the first of a match, over; the second runs"},
	{"bot", "runs, the host against a bot, which is to act"},
	{"beaten", "over, the host has resigned it to a bot"},
}

// A routeRequest describes the request to a route. By default there is no form, and the address takes
// its parameters from fillings.
type routeRequest struct {
	form    func(w *World, state, role string) []string // names and values
	Choices string                                      // names of optional fields, separated by spaces
}

// fixedForm returns a form that does not depend on the state or the role.
func fixedForm(pairs ...string) func(*World, string, string) []string {
	return func(*World, string, string) []string { return pairs }
}

// RouteRequests contains every route that may change something.
var RouteRequests = map[string]routeRequest{
	"POST /play-now":              {form: fixedForm("game", "tartan", "clock", "10+5", "counts", "no")},
	"POST /play-bot":              {form: fixedForm("game", "six", "level", "4")},
	"POST /games":                 {form: fixedForm("game", "hexone", "opponent", "lobby", "starter", "me"), Choices: "clock rated explore match player seat minutes increment days"},
	"POST /games/:id/turns":       {form: (*World).turn},
	"POST /games/:id/resign":      {},
	"POST /games/:id/draw":        {},
	"POST /games/:id/takeback":    {},
	"POST /games/:id/accept":      {form: (*World).answer},
	"POST /games/:id/decline":     {form: (*World).answer},
	"POST /games/:id/seats":       {form: (*World).claim, Choices: "seat invite"},
	"POST /games/:id/leave":       {},
	"POST /games/:id/abort":       {},
	"POST /games/:id/rematch":     {},
	"POST /games/:id/chat":        {form: fixedForm("text", "Hello")},
	"POST /games/:id/chat/mute":   {form: fixedForm("muted", "on")},
	"POST /games/:id/chat/remove": {form: fixedForm("number", "1")},
	"POST /games/:id/chat/block":  {form: (*World).blockForm},
	"POST /join/:invite":          {Choices: "seat"},
	"POST /signup":                {form: fixedForm("name", "Newcomer", "password", Password)},
	"POST /login":                 {form: fixedForm("name", "Lena", "password", Password)},
	"POST /logout":                {},
	"POST /login/forgotten":       {form: fixedForm("name", "Lena")},
	"POST /reset/:reset":          {form: fixedForm("password", "another horse")},
	"POST /first-admin/:offer":    {form: fixedForm("name", "Newcomer", "password", Password)},
	"POST /settings/password":     {form: fixedForm("old", Password, "password", "another horse")},
	"POST /settings/confirm":      {form: fixedForm("confirm", "off")},
	"POST /settings/chat":         {form: fixedForm("chat", "off")},
	"POST /settings/unblock":      {form: (*World).blocked, Choices: "person"},
	"POST /settings/look":         {form: fixedForm("theme", "dark"), Choices: "turn"},
	"POST /settings/sessions":     {},
	"POST /settings/mail":         {form: fixedForm("address", "new@mail.example", "password", Password)},
	"POST /settings/mail/remove":  {form: fixedForm("what", "address", "password", Password)},
	"POST /settings/mail/notices": {form: fixedForm("turn", "off"), Choices: "turn result time challenge"},
	"POST /mail/confirm/:secret":  {},
	"POST /mail/stop/:stop/:kind": {},
	"POST /settings/delete":       {form: (*World).deletionForm},
	"POST /people/:name/block":    {form: fixedForm("blocked", "on")},
	"POST /learn/:game/:lesson":   {form: fixedForm("line", "c2,c2xW")},
	"POST /language":              {form: fixedForm("lang", "fr")},

	"POST /invited/:link":                       {form: fixedForm("name", "Newcomer", "password", Password)},
	"POST /club/members/:member/role":           {form: fixedForm("role", "organiser")},
	"POST /club/members/:member/invitation":     {},
	"POST /club/members/:member/reset":          {},
	"POST /club/invitations":                    {form: fixedForm("uses", "3", "days", "14"), Choices: "note"},
	"POST /club/invitations/:invitation/revoke": {},
	"POST /club/members/:member/name":           {form: fixedForm("name", "Isis")},
	"POST /club/members/:member/remove":         {form: fixedForm("sure", "yes")},
	"POST /club/members/:member/close":          {form: fixedForm("sure", "yes", "reason", "It was so.")},
	"POST /club/members/:member/open":           {},
	"POST /admin/bans":                          {form: fixedForm("range", "203.0.113.0/24", "reason", "It was so.")},
	"POST /admin/bans/lift":                     {form: fixedForm("range", bannedRange)},
	"POST /club/import/links":                   {},
	"POST /club/import":                         {form: fixedForm("list", "Nils", "sure", "all")},
	"POST /club/import/links.csv":               {form: fixedForm("csv", "name,email,link\n")},
	"POST /club/settings":                       {form: fixedForm("name", "Six Corners", "sign-up", "invited", "guests", "off"), Choices: "welcome"},
	"POST /seasons":                             {form: fixedForm("name", "Winter"), Choices: "continues"},
	"POST /seasons/:season":                     {form: fixedForm("name", "Fall")},
	"POST /seasons/:season/status":              {form: fixedForm("status", "closed")},
	"POST /seasons/:season/ladders":             {form: ladderForm, Choices: "from games"},
	"POST /ladders/:ladder/edit":                {form: ladderForm, Choices: "games"},
	"POST /ladders/:ladder/join":                {},
	"POST /ladders/:ladder/leave":               {},
	"POST /ladders/:ladder/correct":             {form: fixedForm("what", "place", "player", "Lena", "place", "2", "why", "It was so.")},
	"POST /ladders/:ladder/close":               {form: fixedForm("closed", "on")},
	"POST /ladders/:ladder/challenge/:name":     {form: fixedForm("game", "hexone"), Choices: "venue"},
	"POST /challenges/:challenge/accept":        {},
	"POST /challenges/:challenge/refuse":        {},
	"POST /challenges/:challenge/withdraw":      {},
	"POST /challenges/:challenge/decide":        {form: fixedForm("outcome", "draw", "why", "It was so.")},

	"POST /pairings/:pairing/enter":   {form: fixedForm("outcome-1", "first"), Choices: "outcome points"},
	"POST /pairings/:pairing/confirm": {form: fixedForm("revision", "2")},
	"POST /pairings/:pairing/contest": {form: fixedForm("revision", "2", "why", "It was not so.")},
	"POST /pairings/:pairing/decide":  {form: fixedForm("what", "off", "revision", "2", "why", "It never was."), Choices: "winner"},

	"POST /tournaments": {
		form:    fixedForm("season", seasonID, "game", "hexone", "name", "Autumn cup"),
		Choices: "kind rounds late third double at-once unit where clock minutes increment days counts pace within opens every due seeding enters most break-1 about",
	},
	"POST /tournaments/:tournament/edit":     {form: fixedForm("name", "Fall cup"), Choices: "kind rounds late unit where seeding enters most about"},
	"POST /tournaments/:tournament/enter":    {},
	"POST /tournaments/:tournament/leave":    {},
	"POST /tournaments/:tournament/entrants": {form: fixedForm("player", "Lena")},
	"POST /tournaments/:tournament/remove":   {form: (*World).removalForm, Choices: "person"},
	"POST /tournaments/:tournament/numbers":  {form: (*World).numbersForm},
	"POST /tournaments/:tournament/begin":    {},
	"POST /tournaments/:tournament/pair":     {form: (*World).roundForm, Choices: "swap seats"},
	"POST /tournaments/:tournament/finish":   {},
	"POST /tournaments/:tournament/reopen":   {form: fixedForm("reason", "a slip"), Choices: "more"},
	"POST /tournaments/:tournament/off":      {form: fixedForm("reason", "flu")},
}

// fillings contains the parameters of addresses, except those of games and files.
var fillings = map[string]string{
	":game": "hexone", ":name": "Lena", ":turn": "5", ":step": "1", "*": "", ":lesson": "aim", ":rule": "1", ":secret": hostSecret, ":stop": hostStop, ":kind": "turn",
	":member": "Iris", ":link": linkSecret, ":reset": resetSecret, ":offer": "offeroffer", ":invitation": invitationID, ":season": seasonID,
	":round": "1",
}

// Routes lists the routes of the router, without HEAD routes.
func (w *World) Routes(t *testing.T) (list []string) {
	t.Helper()
	for _, r := range w.Router.Routes() {
		if r.Method != echo.RouteNotFound && r.Method != http.MethodHead {
			list = append(list, r.Method+" "+r.Path)
		}
	}
	slices.SortFunc(list, func(a, b string) int {
		methodA, pathA, _ := strings.Cut(a, " ")
		methodB, pathB, _ := strings.Cut(b, " ")
		return cmp.Or(cmp.Compare(pathA, pathB), cmp.Compare(methodA, methodB))
	})
	for route := range RouteRequests {
		if !slices.Contains(list, route) {
			t.Errorf("RouteRequests has %s, which is no route any more", route)
		}
	}
	for _, route := range list {
		if _, known := RouteRequests[route]; !known && !strings.HasPrefix(route, "GET ") {
			t.Errorf("%s is new: say in RouteRequests what is sent there", route)
		}
		for part := range strings.SplitSeq(route, "/") {
			_, known := fillings[part]
			if (strings.HasPrefix(part, ":") || part == "*") && !known && part != ":id" && part != ":invite" && part != ":pairing" && part != ":ladder" && part != ":challenge" && part != ":tournament" {
				t.Errorf("%s is new: say in fillings what %s may be", route, part)
			}
		}
	}
	if t.Failed() {
		t.FailNow()
	}
	return list
}

// OfGames reports whether a route is about a game.
func OfGames(route string) bool {
	return strings.Contains(route, "/:id") || strings.Contains(route, "/:invite")
}

// Request returns the request that a role sends to a route, about the game in a state.
func (w *World) Request(route, state, role string) (method, address string, form []string) {
	method, path, _ := strings.Cut(route, " ")
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if value, ok := fillings[part]; ok {
			parts[i] = value
		}
		switch part {
		case "*":
			parts[i] = w.style
		case ":id":
			parts[i] = w.Games[state].ID
		case ":invite":
			parts[i] = w.invite(state, role)
		case ":pairing":
			parts[i] = w.Pairing
		case ":tournament":
			parts[i] = w.tournamentFor(route)
		case ":ladder":
			parts[i] = w.Ladder
		case ":challenge":
			parts[i] = w.Challenge
		case ":member":
			if strings.HasSuffix(route, "/role") || strings.HasSuffix(route, "/reset") { // both need a member who has joined
				parts[i] = fillings[":name"]
			}
		}
	}
	if fill := RouteRequests[route].form; fill != nil {
		form = fill(w, state, role)
	}
	return method, strings.Join(parts, "/"), form
}

// Outcome returns the status of an answer, or the target of its redirect: a page of the same game
// ("→game"), of a new one ("→new"), or another page.
func (w *World) Outcome(state string, answer *httptest.ResponseRecorder) string {
	location := answer.Header().Get("Location")
	if location == "" {
		return strconv.Itoa(answer.Code)
	}
	if answer.Code != http.StatusSeeOther {
		return fmt.Sprint(answer.Code, location)
	}
	path, _, _ := strings.Cut(location, "#")
	if ladder := w.ladderOutcome(path); ladder != "" {
		return ladder
	}
	switch id, rest, _ := strings.Cut(strings.TrimPrefix(path, "/games/"), "/"); {
	case path == "/":
		return "→home"
	case path == "/login/forgotten?sent=yes":
		return "→sent"
	case path == "/pairings/"+w.Pairing:
		return "→pairing"
	case strings.HasPrefix(path, "/tournaments/"):
		id, rest, _ := strings.Cut(strings.TrimPrefix(path, "/tournaments/"), "/")
		if !slices.Contains(slices.Collect(maps.Values(w.Tournaments)), id) {
			return "→new"
		}
		return "→" + cmp.Or(rest, "tourney")
	case strings.HasSuffix(path, url.PathEscape(clubName)+"/games"):
		return "→own"
	case strings.HasPrefix(path, "/seasons/") && path != "/seasons/"+seasonID:
		return "→seasons/new"
	case !strings.HasPrefix(path, "/games/"):
		return "→" + path[1:]
	case id == w.second:
		return "→second" + rest
	case id != w.Games[state].ID:
		return "→new" + rest
	case rest != "":
		return "→" + rest
	}
	return "→game"
}

// Try sends a request to a route, checks the answer, and undoes the changes.
func (w *World) Try(t *testing.T, route, state, role string) (outcome string) {
	t.Helper()
	method, address, form := w.Request(route, state, role)
	before := w.Version(t)
	answer := w.Ask(method, address, role, FormOf(form...))
	told := func(answer *httptest.ResponseRecorder) string {
		if outcome := w.Outcome(state, answer); route != "GET /next" || outcome != "→new" && outcome != "→second" {
			return outcome
		}
		return "→one" // one of several equally urgent games
	}
	outcome = told(answer)
	what := fmt.Sprintf("%s as %s, game %s: %s", route, role, state, outcome)
	if answer.Code >= http.StatusInternalServerError {
		t.Errorf("%s, logged is %s", what, w.Log)
	}
	if w.Version(t) != before {
		if method == http.MethodGet || answer.Code >= http.StatusBadRequest {
			t.Errorf("%s, and something is stored", what)
		}
		w.Restore(t)
	}
	if method == http.MethodGet && w.answersHead(route) {
		if head := told(w.Ask(http.MethodHead, address, role, "")); head != outcome {
			t.Errorf("%s, to HEAD %s", what, head)
		}
	}
	return outcome
}

// answersHead reports whether the route also accepts HEAD. Only streams do not.
func (w *World) answersHead(route string) bool {
	_, path, _ := strings.Cut(route, " ")
	return slices.ContainsFunc(w.Router.Routes(), func(r *echo.Route) bool { return r.Method == http.MethodHead && r.Path == path })
}

// Changes lists the lines that are in only one of two tables, each with its route.
func Changes(want, got string) string {
	lines := func(text string) map[string]bool {
		set, route := map[string]bool{}, ""
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(line, " ") {
				route = strings.TrimSpace(line)
			}
			set[route+": "+strings.TrimSpace(line)] = true
		}
		return set
	}
	before, after := lines(want), lines(got)
	var b strings.Builder
	for _, line := range slices.Sorted(maps.Keys(before)) {
		if !after[line] {
			fmt.Fprintln(&b, "-", line)
		}
	}
	for _, line := range slices.Sorted(maps.Keys(after)) {
		if !before[line] {
			fmt.Fprintln(&b, "+", line)
		}
	}
	return b.String()
}

// Crawl visits every page that a role can reach by links, and checks that nothing is stored.
func (w *World) Crawl(t *testing.T, role string) (pages int) {
	t.Helper()
	queue := []string{"/"}
	for _, route := range w.Routes(t) {
		if !strings.HasPrefix(route, "GET ") || strings.HasSuffix(route, "/events") {
			continue
		}
		for _, state := range States {
			_, address, _ := w.Request(route, state.Name, role)
			queue = append(queue, address)
			if !OfGames(route) {
				break
			}
		}
	}
	version, before := w.Version(t), w.Rows(t)
	seen, alike := map[string]bool{}, map[string]int{}
	for len(queue) > 0 {
		address := queue[0]
		queue = queue[1:]
		if seen[address] {
			continue
		}
		seen[address] = true
		get := w.Ask(http.MethodGet, address, role, "")
		head := w.Ask(http.MethodHead, address, role, "")
		if get.Code >= http.StatusInternalServerError || head.Code != get.Code && get.Code != http.StatusMethodNotAllowed && !strings.HasPrefix(address, "/next") {
			t.Errorf("%s: GET answers %d, HEAD %d", address, get.Code, head.Code)
		}
		for _, answer := range []http.Header{get.Header(), head.Header()} {
			if cookies := answer["Set-Cookie"]; cookies != nil {
				t.Errorf("%s sets %q", address, cookies)
			}
		}
		if now := w.Version(t); now != version {
			t.Errorf("%s: stored is\n%s", address, Changes(strings.Join(before, "\n")+"\n", strings.Join(w.Rows(t), "\n")+"\n"))
			version = now
		}
		links := []string{get.Header().Get("Location")}
		if strings.HasPrefix(get.Header().Get("Content-Type"), "text/html") {
			links = append(links, LinksOf(t, get.Body.String())...)
		}
		for _, to := range links {
			to, _, _ = strings.Cut(to, "#")
			if strings.HasPrefix(to, "?") {
				page, _, _ := strings.Cut(address, "?")
				to = page + to
			}
			// Of drafts and the like, only two of each kind are followed. Rendering PNG files is
			// slow.
			if kind := w.kindOf(t, to); strings.HasPrefix(to, "/") && !strings.Contains(kind, ".png") && !strings.HasSuffix(to, "/events") && alike[kind] < 2 {
				alike[kind]++
				queue = append(queue, to)
			}
		}
	}
	if after := w.Rows(t); !slices.Equal(after, before) {
		t.Errorf("stored is\n%s", Changes(strings.Join(before, "\n")+"\n", strings.Join(after, "\n")+"\n"))
	}
	return len(seen)
}

// LinksOf lists the addresses of a page's links and of the files that it loads, with and without
// JavaScript.
func LinksOf(t *testing.T, page string) (links []string) {
	t.Helper()
	document, err := goquery.NewDocumentFromReader(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	document.Find("[href], [src], [data-hx-get], [data-get], form[method=get], form:not([method])").Each(func(_ int, found *goquery.Selection) {
		for _, attribute := range found.Get(0).Attr {
			if slices.Contains([]string{"href", "src", "data-hx-get", "data-get", "action"}, attribute.Key) {
				links = append(links, attribute.Val)
			}
		}
	})
	return links
}

// kindOf returns the route of an address and the names of its query parameters.
func (w *World) kindOf(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Errorf("a page leads to %q", address)
		return ""
	}
	c := w.Router.NewContext(nil, nil)
	w.Router.Router().Find(http.MethodGet, u.Path, c)
	names := []string{}
	for name := range u.Query() {
		names = append(names, name)
	}
	slices.Sort(names)
	return fmt.Sprint(c.Path(), names)
}

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

// JudgeBody lists the faults of the body of an answer.
func JudgeBody(request *http.Request, status int, header http.Header, body []byte) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if len(body) == 0 {
		if status == http.StatusOK && request.Method == http.MethodGet && promised(request.URL.Path) == "text/html" && header.Get("HX-Refresh") == "" {
			fault("the answer is empty")
		}
		return faults
	}
	kind, _, _ := mime.ParseMediaType(header.Get("Content-Type"))
	if want := promised(request.URL.Path); status >= http.StatusBadRequest && !strings.HasPrefix(request.URL.Path, "/static/") {
		if kind != "text/html" {
			fault("an error comes as %q", kind)
		}
	} else if status < http.StatusMultipleChoices && kind != want && !strings.HasPrefix(request.URL.Path, "/static/") {
		fault("it comes as %q, want %q", kind, want)
	}
	if kind == "image/png" || strings.HasPrefix(request.URL.Path, "/static/") {
		return faults
	}
	if !utf8.Valid(body) || bytes.ContainsRune(body, 0) {
		fault("the body is no text")
	}
	if kind == "text/html" {
		faults = append(faults, ForeignMarkup(body)...)
	}
	return faults
}

// promised returns the media type that the extension of an address implies.
func promised(address string) string {
	switch path.Ext(address) {
	case ".csv":
		return "text/csv"
	case ".json":
		return "application/json"
	case ".txt":
		return "text/plain"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	}
	if strings.HasSuffix(address, "/events") {
		return "text/event-stream"
	}
	if address == "/readyz" {
		return "application/json"
	}
	if address == "/healthz" {
		return "text/plain"
	}
	return "text/html"
}

// StaysHere reports whether an address in an answer leads to this site. Like browsers, it reads
// backslashes as slashes, and ignores tabs and line breaks.
func StaysHere(address string) bool {
	return strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") && !strings.ContainsAny(address, "\\\t\r\n")
}

// ForeignMarkup lists markup that pages of this site must not contain: inline scripts and styles,
// resources of other sites, links that run scripts, and unknown languages.
func ForeignMarkup(body []byte) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	tokens := html.NewTokenizer(bytes.NewReader(body))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			if !errors.Is(tokens.Err(), io.EOF) {
				fault("%v", tokens.Err())
			}
			return faults
		case html.StartTagToken, html.SelfClosingTagToken:
			token := tokens.Token()
			of := map[string]string{}
			for _, attribute := range token.Attr {
				of[attribute.Key] = attribute.Val
			}
			for name, value := range of {
				switch {
				case strings.HasPrefix(name, "on"), strings.HasPrefix(name, "hx-"), name == "style", name == "srcdoc":
					fault("<%s %s=%q>", token.Data, name, value)
				case name == "src", name == "action", name == "formaction", name == "data", name == "data-hx-get", name == "data-hx-post", name == "href" && token.Data != "a":
					if !StaysHere(value) && !strings.HasPrefix(value, "#") && !strings.HasPrefix(value, "data:image/") && value != "" {
						fault("<%s %s=%q>", token.Data, name, value)
					}
				case name == "href":
					if !StaysHere(value) && !slices.ContainsFunc([]string{"#", "?", "http://", "https://", "mailto:"}, func(start string) bool { return strings.HasPrefix(value, start) }) {
						fault("<a href=%q>", value)
					}
				}
			}
			switch token.Data {
			case "script":
				if !strings.HasPrefix(of["src"], "/static/") {
					fault("a script in the page")
				}
			case "style", "base", "iframe", "object", "embed":
				fault("<%s>", token.Data)
			case "html":
				if !slices.Contains(i18n.Tags, of["lang"]) {
					fault("the page's language is %q", of["lang"])
				}
			}
		}
	}
}

// Limited restarts the app with a single limit of one request an hour, and returns its log. Most is
// the name of a field of web.Limits.
func (w *World) Limited(t *testing.T, most string) *LogBuffer {
	t.Helper()
	limits, log := web.Limits{}, &LogBuffer{}
	field := reflect.ValueOf(&limits).Elem().FieldByName(most)
	if !field.IsValid() {
		t.Fatalf("there is no limit %s", most)
	}
	field.Set(reflect.ValueOf(limit.Limit{Burst: 1, Every: time.Hour}))
	app := NewApp(t, web.Config{
		DB: w.DB, Log: slog.New(slog.NewJSONHandler(log, nil)), Now: w.Now, Limits: limits,
		URL: "http://hex.example", SMTP: "smtp://127.0.0.1:1", MailFrom: "club@hex.example",
	})
	w.App, w.Router = app, app.Router()
	return log
}

// A Place is a route with an existing address.
type Place struct {
	Method, Route, Address string
}

func (p Place) Stream() bool { return strings.HasSuffix(p.Route, "/events") }

// Places lists the routes of the router, each with an existing address. Game and invitation are
// paths. An unknown parameter of a route fails the test.
func (s *Site) Places(t testing.TB, game, invitation string) []Place {
	t.Helper()
	values := map[string]string{
		":game": "hexone", ":id": strings.TrimPrefix(game, "/games/"), ":turn": "7", ":step": "1",
		":lesson": "aim", ":rule": "1",
		":invite": strings.TrimPrefix(invitation, "/join/"), ":name": "Nora", "*": "",
		":secret": path.Base(s.mail.Confirm), ":stop": path.Base(path.Dir(s.mail.Stop)), ":kind": path.Base(s.mail.Stop),
	}
	if name := ""; s.Raw(t).QueryRow("SELECT name FROM people WHERE name IS NOT NULL ORDER BY created").Scan(&name) == nil {
		values[":name"] = url.PathEscape(name)
	} else {
		s.NewAccount(t, "Nora")
	}
	values[":pairing"] = s.somePairing(t)
	values[":member"] = values[":name"]
	values[":link"], values[":invitation"], values[":season"] = s.ClubPlaces(t)
	values[":reset"], values[":offer"] = values[":link"], values[":link"]
	values[":tournament"], values[":round"] = s.runningTournament(t, values[":season"]), "1"
	values[":ladder"], values[":challenge"] = s.ladderPlaces(t)
	style := strings.TrimPrefix(s.Client(t).Get("/").Attribute("link[rel=stylesheet]", "href"), "/static/")
	var places []Place
	for _, route := range s.Router.Routes() {
		if route.Method == echo.RouteNotFound {
			continue
		}
		parts := strings.Split(route.Path, "/")
		for i, part := range parts {
			if !strings.HasPrefix(part, ":") && part != "*" {
				continue
			}
			value, ok := values[part]
			if !ok {
				t.Fatalf("%s: say here what %s may be", route.Path, part)
			}
			if part == "*" {
				value = style
			}
			parts[i] = value
		}
		places = append(places, Place{route.Method, route.Path, strings.Join(parts, "/")})
	}
	slices.SortFunc(places, func(a, b Place) int {
		return strings.Compare(a.Address+a.Method, b.Address+b.Method)
	})
	if len(places) < 20 {
		t.Fatalf("the router has %d routes only", len(places))
	}
	return places
}

// somePairing returns the id of a pairing. It creates one if there is none.
func (s *Site) somePairing(t testing.TB) (id string) {
	t.Helper()
	if s.Raw(t).QueryRow("SELECT id FROM pairings").Scan(&id) == nil {
		return id
	}
	s.NewAccount(t, "Paul")
	s.NewAccount(t, "Pia")
	return s.Paired(t, db.NewPairing{Key: "six"}, "Paul", "Pia").ID
}

// ClubPlaces creates an invitation, a link to reset a password, a link for the first admin, and a
// season, unless they exist. It returns the secret of all links, and the ids of the invitation and
// the season.
func (s *Site) ClubPlaces(t testing.TB) (link, invitation, season string) {
	t.Helper()
	link, invitation, season = "linklinklinklinklinklinkli", "invitation", "season"
	for _, query := range []string{
		`INSERT INTO invitations (id, hash, maker, note, made, expires, uses, used)
			SELECT '` + invitation + `', '` + HashOf(link) + `', min(id), '', 0, 4000000000000, 9, 0 FROM people WHERE name IS NOT NULL ON CONFLICT DO NOTHING`,
		`INSERT INTO resets (hash, person, expires) SELECT '` + HashOf(link) + `', min(id), 4000000000000 FROM people WHERE name IS NOT NULL ON CONFLICT DO NOTHING`,
		`INSERT INTO first_admin (hash, expires) VALUES ('` + HashOf(link) + `', 4000000000000) ON CONFLICT DO NOTHING`,
		`INSERT INTO seasons (id, name, folded, status, made) VALUES ('` + season + `', 'Autumn', 'autumn', 'open', 0) ON CONFLICT DO NOTHING`,
	} {
		if _, err := s.Raw(t).Exec(query); err != nil {
			t.Fatal(err)
		}
	}
	return link, invitation, season
}

// ladderPlaces returns the ids of a ladder and of a challenge on it. It creates them if there are
// none.
func (s *Site) ladderPlaces(t testing.TB) (ladder, challenge string) {
	t.Helper()
	if s.Raw(t).QueryRow("SELECT ladder, id FROM challenges").Scan(&ladder, &challenge) == nil {
		return ladder, challenge
	}
	c := s.NewLadder(t, nil, "Pedro", "Petra")
	return c.Ladder.ID, c.Challenges("Petra", "Pedro").ID
}

// Gets returns the places that are read by GET, without streams.
func Gets(places []Place) (list []Place) {
	for _, p := range places {
		if p.Method == http.MethodGet && !p.Stream() {
			list = append(list, p)
		}
	}
	return list
}

// Settled returns a site with mail, a running game, and the invitation to a game with an open seat.
func Settled(t testing.TB) (s *Site, player *Client, game, invitation string) {
	t.Helper()
	s, post := SiteWithMail(t, web.Config{})
	player = s.Client(t)
	player.SignUp("Anna")
	s.mail = s.WritesTo(t, player, "Anna", post)
	game, _ = Replayed(player)
	_, _, season := s.ClubPlaces(t)
	s.runningTournament(t, season)
	s.ladderPlaces(t)
	return s, player, game, player.Invitation(player.NewGame("invite", "me"))
}

func WantCookie(t *testing.T, cookie *http.Cookie, secure bool) {
	t.Helper()
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.Path != "/" || cookie.Domain != "" {
		t.Errorf("the cookie is %v", cookie)
	}
	if cookie.Secure != secure {
		t.Errorf("the cookie is secure: %v, want %v", cookie.Secure, secure)
	}
	if cookie.MaxAge <= 0 {
		t.Errorf("the cookie lives %d s", cookie.MaxAge)
	}
}

// A countedWorld is a world that counts the statements it runs.
type countedWorld struct {
	*World
	ran *atomic.Int64
}

// Counted returns a copy of the world with many more rows in its tables.
func (w *World) Counted(t *testing.T, rows int) countedWorld {
	t.Helper()
	text, err := os.ReadFile(w.snapshot)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "counted.db")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	ran := &atomic.Int64{}
	store, err := db.Open(db.WithTrace(t.Context(), func(string, []driver.NamedValue) { ran.Add(1) }), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	app := NewApp(t, web.Config{DB: store, Now: w.Now, URL: "http://hex.example", SMTP: "smtp://127.0.0.1:1", MailFrom: "club@hex.example"})
	other := *w
	other.Site = &Site{App: app, File: file, Router: app.Router()}
	other.File = other.Raw(t)
	other.File.SetMaxOpenConns(1)
	if _, err := other.File.Exec("ATTACH $1 AS snapshot", w.snapshot); err != nil {
		t.Fatal(err)
	}
	other.dropTriggers(t)
	other.fill(t, rows)
	return countedWorld{&other, ran}
}

// Pages returns the addresses of all pages and files, with tournaments in every state, and for the
// host with games in every state. It leaves out streams.
func (w *World) Pages(t *testing.T, role string) (list []string) {
	t.Helper()
	for _, route := range w.Routes(t) {
		if !strings.HasPrefix(route, "GET ") || strings.HasSuffix(route, "/events") {
			continue
		}
		for _, state := range States {
			_, address, _ := w.Request(route, state.Name, role)
			list = append(list, address)
			if !OfGames(route) || role != "host" {
				break
			}
		}
		for _, tournament := range w.Tournaments {
			_, address, _ := w.Request(route, "", role)
			list = append(list, strings.Replace(address, w.tournamentFor(route), tournament, 1))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// An askedPage is the status of a page, and the number of statements that its request ran.
type askedPage struct{ status, Statements int64 }

func (p askedPage) String() string {
	return fmt.Sprintf("%d after %d statements", p.status, p.Statements)
}

// Statements requests a page and counts the statements.
func (w countedWorld) Statements(t *testing.T, role, address string) askedPage {
	t.Helper()
	before := w.ran.Load()
	answer := w.Ask(http.MethodGet, address, role, "")
	if answer.Code >= http.StatusInternalServerError {
		t.Errorf("%s answers %d", address, answer.Code)
	}
	return askedPage{int64(answer.Code), w.ran.Load() - before}
}

// A copied describes copies of rows of a table. The columns give SQL expressions for the values
// that differ. They may use n.n, the number of the copy. The condition where selects rows r and
// copies n.
type copied struct {
	table   string
	where   string
	columns map[string]string
}

// fill adds copies of the world's rows: the given number of each row. Of games, it adds a tenth of
// that number in each of ten states.
func (w *World) fill(t *testing.T, rows int) {
	t.Helper()
	const own, member = "r.id || '-' || n.n", "'member-' || n.n"
	game := func(state string) string { return "'" + w.Games[state].ID + "'" }
	var list []copied
	add := func(table, where string, columns map[string]string) {
		list = append(list, copied{table, where, columns})
	}

	add("people", "r.name = 'Lena'", map[string]string{"id": member, "name": "'Member ' || n.n", "folded": "'member' || n.n"})
	add("ratings", "r.person = '"+w.Ids["host"]+"'", map[string]string{"person": member})
	add("blocks", "true", map[string]string{"blocked": member})
	add("bans", "true", map[string]string{"prefix": "'10.' || (n.n / 256) || '.' || (n.n % 256) || '.0/24'"})
	add("invitations", "true", map[string]string{"id": own, "hash": "r.hash || n.n"})
	add("sessions", "true", map[string]string{"hash": "r.hash || n.n"})
	add("audit_log", "true", map[string]string{"number": "(SELECT max(number) FROM snapshot.audit_log) * n.n + r.number"})
	add("messages", "true", map[string]string{"number": "r.number + n.n"})

	for state, columns := range map[string]map[string]string{
		"sought": {}, "listed": {}, "running": {}, "live": {}, "over": {}, "bot": {}, "beaten": {}, "room": {},
		// One in ten is reserved for the opponent, whose list also needs room for other games.
		"kept":   {"reserved": "CASE WHEN r.reserved IS NULL OR n.n % 10 = 1 THEN r.reserved ELSE " + member + " END"},
		"asking": {"reserved": "CASE WHEN r.person IS NULL THEN " + member + " END"},
	} {
		of := game(cmp.Or(map[string]string{"asking": "sought"}[state], state))
		suffix := " || '-" + state + "-' || n.n"
		some := fmt.Sprintf(" AND n.n <= %d", rows/10)
		add("games", "r.id = "+of+some, map[string]string{"id": "r.id" + suffix, "invite": "r.invite" + suffix, "created": "r.created + n.n"})
		columns["game"] = "r.game" + suffix
		add("seats", "r.game = "+of+some, columns)
		for _, table := range []string{"events", "finished", "rating_changes", "messages"} {
			add(table, "r.game = "+of+some, map[string]string{"game": "r.game" + suffix})
		}
	}

	season := map[string]string{"id": own, "name": "r.name || n.n", "folded": "r.folded || n.n"}
	add("seasons", "true", season)
	add("ladders", "true", map[string]string{"id": own})
	add("ladders", "true", map[string]string{"id": own + " || '-apart'", "season": "r.season || '-' || n.n"})
	add("ladder_players", "r.place = 5", map[string]string{"person": member, "place": "r.place + n.n"})
	add("ladder_events", "r.number = 1", map[string]string{"number": "r.number + 100 + n.n", "person": member})
	add("challenges", "true", map[string]string{"id": own})
	add("challenges", "true", map[string]string{"id": own + " || '-other'", "challenger": member})
	add("pairings", "r.status = 'open'", map[string]string{"id": own})
	add("pairings", "r.status = 'open'", map[string]string{"id": own + " || '-contested'", "contested_by": "r.first", "contested_at": "r.made"})

	add("tournaments", "true", map[string]string{"id": own})
	add("tournaments", "true", map[string]string{"id": own + " || '-apart'", "season": "r.season || '-' || n.n"})
	of := map[string]string{"tournament": "r.tournament || '-' || n.n"}
	add("entrants", "true", of)
	add("tournament_rounds", "true", of)
	add("tournament_pairings", "r.pairing IN (SELECT id FROM pairings WHERE status = 'open')",
		map[string]string{"tournament": "r.tournament || '-' || n.n", "pairing": "r.pairing || '-' || n.n"})
	for _, state := range []string{"entry", "over"} {
		add("entrants", "r.number = 1 AND r.tournament = '"+w.Tournaments[state]+"'", map[string]string{"person": member, "number": "r.number + 100 + n.n"})
	}

	script := []string{
		"PRAGMA foreign_keys = 0", "PRAGMA synchronous = 0", "BEGIN IMMEDIATE",
		fmt.Sprintf("CREATE TEMP TABLE copies AS WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < %d) SELECT n FROM n", rows),
	}
	for _, c := range list {
		script = append(script, w.copies(t, c))
	}
	for _, statement := range append(script, "COMMIT") {
		if _, err := w.File.Exec(statement); err != nil {
			t.Errorf("%v in %s", err, statement)
		}
	}
}

// copies returns the statement that adds copies of rows of the snapshot.
func (w *World) copies(t *testing.T, c copied) string {
	t.Helper()
	rows, err := w.File.Query("SELECT name FROM pragma_table_info($1)", c.table)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var names, values []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names, values = append(names, name), append(values, cmp.Or(c.columns[name], "r."+name))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM snapshot.%[1]s r, copies n WHERE %[4]s", c.table, strings.Join(names, ", "), strings.Join(values, ", "), c.where)
}

// missingSpace finds French punctuation without its narrow no-break space: after a word or after another
// space. It ignores numbers, because notation contains marks such as "1500?".
var missingSpace = regexp.MustCompile(`\S*[\pL)”’ \x{a0}][:;?!»]+([\s).,…]|$)|«[^\x{202f}]`)

// CheckTypeset reports punctuation without its space on a French page, and returns the number of
// texts with punctuation.
func CheckTypeset(t *testing.T, address string, document *goquery.Document) (texts int) {
	t.Helper()
	document.Find("code, pre, textarea, script, style, kbd, [lang]:not(html):not([lang=fr])").Remove()
	check := func(text string) {
		if strings.ContainsAny(text, ":;?!«»") {
			texts++
		}
		if found := missingSpace.FindString(text); found != "" {
			t.Errorf("%s has %q: %.120s", address, found, text)
		}
	}
	for node := range document.Nodes[0].Descendants() {
		if node.Type == html.TextNode {
			check(strings.TrimSpace(node.Data))
		}
		for _, attribute := range node.Attr {
			switch attribute.Key {
			case "aria-label", "title", "alt", "placeholder", "data-lost", "data-unsent":
				check(attribute.Val)
			}
		}
	}
	return texts
}

// knowsInvitation reports whether a role knows the secret of the game in a state.
func knowsInvitation(state, role string) bool {
	return role == "invited" || role == "opponent" || role == "host" || role == hostOf(state)
}

// invite returns the secret of the game in a state, or a wrong one if the role does not know it.
func (w *World) invite(state, role string) string {
	if knowsInvitation(state, role) {
		return cmp.Or(w.Games[state].Invite, "none")
	}
	return "abcdefghjkmnpqrstvwxyz0123"
}

// turn returns the form of a legal turn.
func (w *World) turn(state, _ string) []string {
	r := w.Games[state].Record
	turn := "c2"
	if r.Turn().Seat != 0 {
		turn = ATurn(r, rand.New(rand.NewPCG(1, 1)))
	}
	return []string{"draft", turn, "moved", strconv.Itoa(r.Moved())}
}

// answer returns the form that answers the open offer, if there is one.
func (w *World) answer(state, _ string) []string {
	return []string{"events", strconv.Itoa(w.Games[state].Record.EventCount())}
}

// claim returns the form that asks for a seat, with the invitation if the role knows it.
func (w *World) claim(state, role string) []string {
	if !knowsInvitation(state, role) {
		return nil
	}
	return []string{"invite", w.invite(state, role)}
}

// blockForm returns the form that blocks the player of the other seat.
func (w *World) blockForm(state, role string) []string {
	return []string{"blocked", "on", "seat", map[bool]string{true: "2", false: "1"}[role == hostOf(state)]}
}

// deletionForm returns the form that deletes an account.
func (w *World) deletionForm(_, role string) []string {
	return []string{"sure", "yes", "name", nameOf(role), "password", Password}
}

func (w *World) blocked(string, string) []string { return []string{"person", w.Ids["blocked"]} }

// removalForm returns the form by which an organiser removes the host from a tournament.
func (w *World) removalForm(string, string) []string {
	return []string{"person", w.Ids["host"], "reason", "ill"}
}

// tournamentFor returns the id of a tournament in the state that a route needs.
func (w *World) tournamentFor(route string) string {
	state := map[string]string{
		"/begin": "entry", "/edit": "entry", "/numbers": "entry", "/pair": "complete", "/finish": "complete", "/reopen": "over",
	}[route[strings.LastIndex(route, "/"):]]
	return w.Tournaments[cmp.Or(state, "running")]
}

// numbersForm returns the form by which an organiser numbers two entrants.
func (w *World) numbersForm(string, string) []string {
	return []string{"number." + w.Ids["host"], "2", "number." + w.Ids["opponent"], "1"}
}

// roundForm returns the form that publishes the proposed round.
func (w *World) roundForm(string, string) []string { return []string{"mark", w.mark} }

// addLadder adds a ladder to the world. Its players, from the top, are Lena, the opponent, the host,
// the account and the invited. The host has challenged the opponent.
func (w *World) addLadder(t *testing.T) {
	t.Helper()
	terms := db.LadderTerms{Name: "Ladder", Settings: ladder.Default("hexone"), Venue: db.OverBoard}
	l, err := w.DB.CreateLadder(t.Context(), seasonID, "", terms, w.Ids["organiser"], w.Now())
	if err != nil {
		t.Fatal(err)
	}
	w.Ladder = l.ID
	for _, id := range []string{w.IdOf(t, "Lena"), w.Ids["opponent"], w.Ids["host"], w.Ids["account"], w.Ids["invited"]} {
		if _, err := w.DB.JoinLadder(t.Context(), l.ID, id, w.Now()); err != nil {
			t.Fatal(err)
		}
	}
	c, _, err := w.DB.MakeChallenge(t.Context(), l.ID, w.Ids["host"], w.Ids["opponent"], "hexone", false, w.Now())
	if err != nil {
		t.Fatal(err)
	}
	w.Challenge = c.ID
}

// ladderOutcome returns the target of a redirect to ladders and challenges: the world's ladder
// ("→ladder"), a page of it, the world's challenge ("→itself"), or a new ladder or challenge
// ("→new"). It returns "" for other targets.
func (w *World) ladderOutcome(path string) string {
	switch {
	case path == "/ladders/"+w.Ladder:
		return "→ladder"
	case strings.HasPrefix(path, "/ladders/"+w.Ladder+"/"):
		return "→" + strings.TrimPrefix(path, "/ladders/"+w.Ladder+"/")
	case path == "/challenges/"+w.Challenge:
		return "→itself"
	case strings.HasPrefix(path, "/ladders/"), strings.HasPrefix(path, "/challenges/"):
		return "→new"
	}
	return ""
}

// ladderForm returns the form by which an organiser sets up a ladder.
func ladderForm(*World, string, string) []string {
	form := []string{
		"name", "Other", "about", "", "games", "hexone", "unit", "game", "venue", "site", "control", "3d", "rated", "yes", "downwards", "no",
		"refuse", "challenged", "unanswered", "lost", "unplayed", "lapses", "win", "insert", "loss", "stay", "entry", "bottom", "leaving", "lost",
	}
	settings := ladder.Default("hexone")
	for _, bound := range ladder.Bounds() {
		form = append(form, bound.Name, strconv.Itoa(*bound.Value(&settings)))
	}
	return form
}

// The secrets of the links in e-mails to the host.
const (
	hostSecret = "hostsecrethostsecrethostse"
	hostStop   = "hoststophoststophoststopho"
)

// The games of a world begin at worldBegan. Requests are sent later, at worldAsked, so that clocks
// have run.
var (
	worldBegan = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	worldAsked = worldBegan.Add(90 * time.Second)
)

// A World is a site with games in every state and people in every role. Its clock is stopped. The
// changes of a request can be undone.
type World struct {
	*Site
	Log               *LogBuffer
	File              *sql.DB // a connection that the site does not use
	Tables            []string
	Games             map[string]db.Game // by state
	second            string             // id of the second game of the match whose first is "leg"
	Pairing           string             // of the host and the opponent, awaiting the opponent's confirmation
	Ladder, Challenge string             // the world's ladder, and the host's challenge to the opponent on it
	Tournaments       map[string]string  // by state: ids of Swiss tournaments of the host, the opponent and the account
	mark              string             // of the proposed round of the tournament in the state "complete"
	Ids               map[string]string  // of people, by role
	Cookies           map[string]string  // by role
	style             string             // file name of a style sheet
	snapshot          string             // path of the database file to restore
	clean             []string           // rows of the snapshot
	known             map[string]bool    // ids, secrets and hashes in the snapshot
}

// BuildWorld creates a world and its snapshot, from which CopyOf makes copies.
func BuildWorld(t *testing.T) *World {
	t.Helper()
	w := OpenWorld(t, filepath.Join(t.TempDir(), "world.db"), worldBegan)
	w.Games, w.Ids, w.Cookies = map[string]db.Game{}, map[string]string{}, map[string]string{}
	for _, role := range Roles[1:] {
		person, err := w.DB.CreateGuest(t.Context(), w.Now())
		if err == nil && role != "guest" {
			person, err = w.DB.SignUp(t.Context(), person.ID, nameOf(role), "replaced below", w.Now())
		}
		if err != nil {
			t.Fatal(err)
		}
		w.Ids[role], w.Cookies[role] = person.ID, w.Session(t, person)
	}
	if answer := w.Ask(http.MethodPost, "/signup", "nobody", FormOf("name", "Lena", "password", Password)); answer.Code != http.StatusSeeOther {
		t.Fatalf("signing up: %d", answer.Code)
	}
	const same = "UPDATE people SET hash = (SELECT hash FROM people WHERE name = 'Lena') WHERE name IS NOT NULL"
	if _, err := w.File.Exec(same); err != nil {
		t.Fatal(err)
	}
	w.Games["listed"] = w.start(t, db.NewGame{Terms: db.Terms{Listed: true}}, false)
	w.Games["link"] = w.start(t, db.NewGame{Control: ControlOf(t, "2d")}, false)
	w.Games["kept"] = w.start(t, db.NewGame{Opponent: w.Ids["opponent"], Control: ControlOf(t, "5+3"), Terms: db.Terms{Rated: true}}, false)
	w.Games["room"] = w.start(t, db.NewGame{Key: "six", Setup: rules.Setup{Options: map[string]string{"seats": "4"}}}, true)
	w.Games["sought"] = w.start(t, db.NewGame{Host: w.Ids["guest"], Terms: db.Terms{Listed: true}}, false)
	w.Games["young"] = w.start(t, db.NewGame{Control: ControlOf(t, "5+3")}, true)
	for state, end := range map[string]func(context.Context, string, string, time.Time) (db.Game, error){
		"running": nil, "live": nil, "guest": nil, "offered": w.DB.OfferDraw, "over": w.DB.Resign, "off": w.DB.Abort, "leg": w.DB.Resign,
	} {
		g := w.start(t, db.NewGame{
			Host: w.Ids[hostOf(state)], Control: ControlOf(t, cmp.Or(map[string]string{"live": "10+5"}[state], "3d")),
			Match: state == "leg", Terms: db.Terms{Rated: state == "over"},
		}, true)
		if state != "off" {
			for _, turn := range []string{"c2", "d3", "c2", "d2", "c2,c2xW"} {
				g = w.plays(t, g, turn)
			}
		}
		if end != nil {
			who := "opponent"
			if state == "offered" || state == "off" {
				who = "host"
			}
			var err error
			if g, err = end(t.Context(), g.ID, w.Ids[who], w.Now()); err != nil {
				t.Fatal(err)
			}
		}
		w.Games[state] = g
	}
	var err error
	if w.second, err = w.DB.SecondLeg(t.Context(), w.Games["leg"].ID); err != nil || w.second == "" {
		t.Fatalf("no second game: %v", err)
	}
	w.Games["bot"] = w.plays(t, w.start(t, db.NewGame{Bots: map[rules.Seat]bot.Level{2: 3}}, false), "c2")
	w.Games["beaten"] = w.start(t, db.NewGame{Bots: map[rules.Seat]bot.Level{2: 3}}, false)
	if w.Games["beaten"], err = w.DB.Resign(t.Context(), w.Games["beaten"].ID, w.Ids["host"], w.Now()); err != nil {
		t.Fatal(err)
	}
	if err := w.DB.Block(t.Context(), w.Ids["host"], w.Ids["blocked"], w.Now()); err != nil {
		t.Fatal(err)
	}
	w.writeToHost(t)
	w.runClub(t)
	w.Pairing = w.Paired(t, db.NewPairing{Key: "six"}, nameOf("host"), nameOf("opponent")).ID
	if _, err := w.DB.EnterResult(t.Context(), w.Pairing, w.Ids["host"], []pairing.Game{{Halves: [2]int{2, 0}}}, w.Now()); err != nil {
		t.Fatal(err)
	}
	w.addLadder(t)
	w.Tournaments = map[string]string{}
	for _, state := range []string{"entry", "running", "complete", "over"} {
		w.Tournaments[state] = w.someTournament(t, state, seasonID, w.Ids["organiser"], w.Ids["host"], w.Ids["opponent"], w.Ids["account"])
	}
	w.mark = w.Site.mark(t, w.Tournaments["complete"])
	w.ran(t, worldAsked)
	w.snapshot = filepath.Join(t.TempDir(), "snapshot.db")
	if _, err := w.File.Exec("VACUUM INTO $1", w.snapshot); err != nil {
		t.Fatal(err)
	}
	return w
}

// nameOf returns the account name of a role.
func nameOf(role string) string { return strings.ToUpper(role[:1]) + role[1:] + clubName }

const clubName = " of the club"

// writeToHost gives the host a confirmed e-mail address, and another one to confirm.
func (w *World) writeToHost(t *testing.T) {
	t.Helper()
	if err := w.DB.AskAddress(t.Context(), w.Ids["host"], "host@mail.example", "en", true, w.Now()); err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{
		"UPDATE mail SET address = 'host@mail.example', pending = 'other@mail.example', stop = '" + hostStop + "'",
		"INSERT INTO mail_links (hash, person, address, expires) SELECT '" + HashOf(hostSecret) + "', person, pending, 4000000000000 FROM mail",
	} {
		if _, err := w.File.Exec(query); err != nil {
			t.Fatal(err)
		}
	}
}

// Secrets, ids and addresses of the club: the guest has the link linkSecret.
const (
	bannedRange  = "198.51.100.0/24"
	linkSecret   = "linksecretlinksecretlinkse"
	resetSecret  = "resetsecretresetsecretrese" // of a link to reset Lena's password
	invitationID = "invitation01"
	seasonID     = "season000001"
)

// runClub adds an organiser, an admin, an invitation, a season, and an imported member who has not
// joined.
func (w *World) runClub(t *testing.T) {
	t.Helper()
	for _, role := range []db.Role{db.Admin, db.Organiser} {
		w.Promote(t, w.Ids[string(role)], role)
	}
	imported := []db.NewMember{{Name: "Iris", Hash: HashOf("iris")}}
	later := w.Now().Add(24 * time.Hour)
	if err := w.DB.ImportMembers(t.Context(), imported, w.Ids["organiser"], later, w.Now()); err != nil {
		t.Fatal(err)
	}
	lena, err := w.DB.PersonByName(t.Context(), "Lena")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.DB.MakeReset(t.Context(), db.Reset{Hash: HashOf(resetSecret), Person: lena, Expires: later}, db.Operator, w.Now()); err != nil {
		t.Fatal(err)
	}
	ban := db.Ban{Prefix: netip.MustParsePrefix(bannedRange), Reason: "spam", Until: later}
	if err := w.DB.AddBan(t.Context(), ban, w.Ids["admin"], w.Now()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.DB.Say(t.Context(), w.Games["running"].ID, w.Ids["host"], "Hello", w.Now()); err != nil {
		t.Fatal(err)
	}
	invitation := db.NewInvitation{Hash: HashOf(linkSecret), Uses: 9, Expires: later}
	if err := w.DB.Invite(t.Context(), invitation, w.Ids["organiser"], w.Now()); err != nil {
		t.Fatal(err)
	}
	season, err := w.DB.NewSeason(t.Context(), "Autumn", "", w.Ids["organiser"], w.Now())
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{
		"UPDATE invitations SET id = '" + invitationID + "' WHERE person IS NULL",
		"UPDATE seasons SET id = '" + seasonID + "' WHERE id = '" + season.ID + "'",
	} {
		if _, err := w.File.Exec(query); err != nil {
			t.Fatal(err)
		}
	}
}

// CopyOf returns a copy of the world with a file of its own.
func (w *World) CopyOf(t *testing.T) *World {
	t.Helper()
	text, err := os.ReadFile(w.snapshot)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	other := OpenWorld(t, file, worldAsked)
	other.Games, other.second, other.Ids, other.Cookies, other.snapshot = w.Games, w.second, w.Ids, w.Cookies, w.snapshot
	other.Pairing, other.Ladder, other.Challenge = w.Pairing, w.Ladder, w.Challenge
	other.Tournaments, other.mark = w.Tournaments, w.mark
	if _, err := other.File.Exec("ATTACH $1 AS snapshot", w.snapshot); err != nil {
		t.Fatal(err)
	}
	other.dropTriggers(t)
	Serve(t, other.Site)
	other.Restore(t) // starting the site moves clocks
	other.known, other.clean = map[string]bool{}, other.Rows(t)
	for _, line := range other.clean {
		for _, id := range generatedIDs.FindAllString(line, -1) {
			other.known[id] = true
		}
	}
	return other
}

// OpenWorld opens a site with mail over a file, with its clock stopped.
func OpenWorld(t *testing.T, file string, now time.Time) *World {
	t.Helper()
	w := &World{Log: &LogBuffer{}}
	w.Site = OpenFile(t, file, web.Config{
		Log: slog.New(slog.NewTextHandler(w.Log, nil)), Now: func() time.Time { return now },
		URL: "http://hex.example", SMTP: "smtp://127.0.0.1:1", MailFrom: "club@hex.example",
	})
	page := w.Ask(http.MethodGet, "/", "nobody", "").Body.String()
	if found := regexp.MustCompile(`href="/static/([^"]+\.css)"`).FindStringSubmatch(page); found != nil {
		w.style = found[1]
	}
	w.File = w.Raw(t)
	w.File.SetMaxOpenConns(1) // attached databases and data_version belong to one connection
	rows, err := w.File.Query("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		w.Tables = append(w.Tables, name)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		t.Fatal(err)
	}
	return w
}

// hostOf returns the role of the host of the game in a state.
func hostOf(state string) string {
	if state == "sought" || state == "guest" {
		return "guest"
	}
	return "host"
}

// start creates a game. By default it is a game of Hexone, hosted by the host. If both is set, the
// opponent joins it.
func (w *World) start(t *testing.T, n db.NewGame, both bool) db.Game {
	t.Helper()
	n.Key, n.Host, n.HostSeat, n.Explore = cmp.Or(n.Key, "hexone"), cmp.Or(n.Host, w.Ids["host"]), 1, true
	g, err := w.DB.CreateGame(t.Context(), n, w.Now())
	if err == nil && both {
		g, err = w.DB.TakeSeat(t.Context(), g.ID, db.Claim{Person: w.Ids["opponent"], Invite: g.Invite}, w.Now())
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// plays commits a turn of the seat to act.
func (w *World) plays(t *testing.T, g db.Game, turn string) db.Game {
	t.Helper()
	g, err := w.DB.PlayTurn(t.Context(), g.ID, g.Players[g.Record.Turn().Seat-1].ID, g.Record.Moved(), turn, w.Now())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Restore undoes all changes since the snapshot.
func (w *World) Restore(t *testing.T) {
	t.Helper()
	script := "PRAGMA foreign_keys = 0; PRAGMA synchronous = 0; BEGIN IMMEDIATE; "
	for _, table := range w.Tables {
		script += fmt.Sprintf("DELETE FROM main.%s; INSERT INTO main.%[1]s SELECT * FROM snapshot.%[1]s; ", table)
	}
	if _, err := w.File.Exec(script + "COMMIT"); err != nil {
		t.Fatal(err)
	}
}

// dropTriggers drops all triggers, so that the append-only audit log can be restored too.
func (w *World) dropTriggers(t *testing.T) {
	t.Helper()
	rows, err := w.File.Query("SELECT name FROM main.sqlite_master WHERE type = 'trigger'")
	if err != nil {
		t.Fatal(err)
	}
	var script strings.Builder
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		script.WriteString("DROP TRIGGER main." + name + "; ")
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.File.Exec(script.String()); err != nil {
		t.Fatal(err)
	}
}

// Rows returns all stored rows as text. Ids, secrets and hashes that the snapshot does not have are
// replaced by "new".
func (w *World) Rows(t *testing.T) (lines []string) {
	t.Helper()
	for _, table := range w.Tables {
		rows, err := w.File.Query("SELECT * FROM main." + table)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		values, targets := make([]sql.NullString, len(columns)), make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		for rows.Next() {
			if err := rows.Scan(targets...); err != nil {
				t.Fatal(err)
			}
			line := table
			for i, value := range values {
				line += fmt.Sprintf(" %s=%s", columns[i], value.String)
			}
			lines = append(lines, generatedIDs.ReplaceAllStringFunc(line, func(id string) string {
				if w.known[id] || len(w.known) == 0 {
					return id
				}
				return "new"
			}))
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(lines)
	return lines
}

// after returns the rows after a request, and undoes its changes. Before is the version before the
// request.
func (w *World) after(t *testing.T, before int) (lines []string) {
	t.Helper()
	if w.Version(t) == before {
		return w.clean
	}
	lines = w.Rows(t)
	w.Restore(t)
	return lines
}

// generatedIDs matches ids, secrets and hashes.
var generatedIDs = regexp.MustCompile(`\$argon2id\S+|\b[0-9a-z]{12,64}\b`)

// Version returns a number that changes when another connection stores something.
func (w *World) Version(t *testing.T) (n int) {
	t.Helper()
	if err := w.File.QueryRow("PRAGMA data_version").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// Ask sends a request in a role directly to the router.
func (w *World) Ask(method, address, role, form string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, address, strings.NewReader(form))
	request.Host = "hex.example"
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return w.Send(request, role)
}

func (w *World) Send(request *http.Request, role string) *httptest.ResponseRecorder {
	if cookie := w.Cookies[role]; cookie != "" {
		request.Header.Add("Cookie", cookie)
	}
	answer := &hijackRecorder{ResponseRecorder: httptest.NewRecorder()}
	w.Router.ServeHTTP(answer, request)
	if answer.head != nil {
		if response := <-answer.head; response != nil {
			maps.Copy(answer.Header(), response.Header)
			answer.Code = response.StatusCode
		}
	}
	return answer.ResponseRecorder
}

// A hijackRecorder records an answer without a network. It also supports streams, which hijack the
// connection: it reads their head, and closes the connection.
type hijackRecorder struct {
	*httptest.ResponseRecorder
	head chan *http.Response // nil until a stream hijacks the connection; receives nil if the head is malformed
}

// Hijack implements http.Hijacker.
func (h *hijackRecorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	ours, theirs := net.Pipe()
	h.head = make(chan *http.Response, 1)
	go func() {
		response, _ := http.ReadResponse(bufio.NewReader(theirs), nil) // nil if malformed
		_ = theirs.Close()
		h.head <- response
	}()
	return ours, nil, nil
}

// ReadAll reads the addresses of all routes and the given ones in a role, and checks the answers
// for markup and formulas that user input may have injected. It returns the bodies by address.
func (w *World) ReadAll(t *testing.T, role string, addresses ...string) map[string]string {
	t.Helper()
	answers := map[string]string{}
	for _, route := range w.Routes(t) {
		if !strings.HasPrefix(route, "GET ") || strings.HasSuffix(route, "/events") || strings.HasSuffix(route, ".png") {
			continue
		}
		for _, state := range States {
			_, address, _ := w.Request(route, state.Name, role)
			addresses = append(addresses, address)
			if !OfGames(route) {
				break
			}
		}
	}
	for _, address := range addresses {
		for _, ask := range []http.Header{{}, {"Hx-Request": {"true"}}} {
			request := FormRequest(address, nil)
			request.Method = http.MethodGet
			maps.Copy(request.Header, ask)
			answer := w.Send(request, role)
			body := answer.Body.String()
			answers[address] += body
			if answer.Code >= http.StatusInternalServerError {
				t.Errorf("%s answers %d: %.400s", address, answer.Code, w.Log)
			}
			for _, fault := range append(JudgeBody(request, answer.Code, answer.Header(), []byte(body)), InjectedContent(address, answer.Header(), body)...) {
				t.Errorf("%s as %s: %s", address, role, fault)
			}
		}
	}
	return answers
}

// InjectedContent lists injected content in an answer that is not HTML: formulas in spreadsheets, malformed
// JSON, and unsafe file names.
func InjectedContent(address string, header http.Header, body string) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	u, _ := url.Parse(address) // the router has parsed it
	kind := path.Ext(u.Path)
	if disposition := header.Get("Content-Disposition"); disposition != "" {
		_, parameters, err := mime.ParseMediaType(disposition)
		if name := parameters["filename"]; err != nil || path.Ext(name) != kind || strings.ContainsAny(name, "/\\\"<>:\r\n") {
			fault("the file is called %q", disposition)
		}
	} else if kind == ".csv" && header.Get("Content-Type") == csvType {
		fault("the file has no name")
	}
	switch header.Get("Content-Type") {
	case csvType:
		table, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(body, "\ufeff"))).ReadAll()
		if err != nil {
			fault("%v", err)
		}
		for _, row := range table {
			for _, cell := range row {
				if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r") {
					fault("a cell is %q", cell)
				}
			}
		}
	case "application/json":
		if !json.Valid([]byte(body)) {
			fault("it is no JSON: %.200s", body)
		}
	}
	return faults
}

const csvType = "text/csv; charset=utf-8"
