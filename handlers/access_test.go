package handlers_test

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/labstack/echo/v4"

	"hexclub/rules/rulestest"
)

var update = flag.Bool("update", false, "renew testdata/access.txt")

// Who asks. All but nobody and the guest have accounts; the last two run the club.
var roles = []string{"nobody", "guest", "account", "blocked", "invited", "opponent", "host", "organiser", "admin"}

// What a game is like, and what that means.
var states = []struct{ name, meaning string }{
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

// An asking is how a route is asked for something. What is not said here is
// asked for without a form, by an address whose parameters fillings has.
type asking struct {
	form    func(w *world, state, role string) []string // names and values
	choices string                                      // other fields that are the sender's to choose, with spaces between
}

// just is a form that is the same for everybody.
func just(pairs ...string) func(*world, string, string) []string {
	return func(*world, string, string) []string { return pairs }
}

// askings are the routes that a form is sent to. Every route that may change
// something is here.
var askings = map[string]asking{
	"POST /play-now":              {form: just("game", "tartan", "clock", "10+5", "counts", "no")},
	"POST /play-bot":              {form: just("game", "six", "level", "4")},
	"POST /games":                 {form: just("game", "hexone", "opponent", "lobby", "starter", "me"), choices: "clock rated explore match player seat minutes increment days"},
	"POST /games/:id/turns":       {form: (*world).turn},
	"POST /games/:id/resign":      {},
	"POST /games/:id/draw":        {},
	"POST /games/:id/takeback":    {},
	"POST /games/:id/accept":      {form: (*world).answer},
	"POST /games/:id/decline":     {form: (*world).answer},
	"POST /games/:id/seats":       {form: (*world).claim, choices: "seat invite"},
	"POST /games/:id/leave":       {},
	"POST /games/:id/abort":       {},
	"POST /games/:id/rematch":     {},
	"POST /games/:id/chat":        {form: just("text", "Hello")},
	"POST /games/:id/chat/mute":   {form: just("muted", "on")},
	"POST /games/:id/chat/remove": {form: just("number", "1")},
	"POST /games/:id/chat/block":  {form: (*world).other},
	"POST /join/:invite":          {choices: "seat"},
	"POST /signup":                {form: just("name", "Newcomer", "password", password)},
	"POST /login":                 {form: just("name", "Lena", "password", password)},
	"POST /logout":                {},
	"POST /login/forgotten":       {form: just("name", "Lena")},
	"POST /reset/:reset":          {form: just("password", "another horse")},
	"POST /first-admin/:offer":    {form: just("name", "Newcomer", "password", password)},
	"POST /settings/password":     {form: just("old", password, "password", "another horse")},
	"POST /settings/confirm":      {form: just("confirm", "off")},
	"POST /settings/chat":         {form: just("chat", "off")},
	"POST /settings/unblock":      {form: (*world).blocked, choices: "person"},
	"POST /settings/look":         {form: just("theme", "dark"), choices: "turn"},
	"POST /settings/sessions":     {},
	"POST /settings/mail":         {form: just("address", "new@mail.example", "password", password)},
	"POST /settings/mail/remove":  {form: just("what", "address", "password", password)},
	"POST /settings/mail/notices": {form: just("turn", "off"), choices: "turn result time challenge"},
	"POST /mail/confirm/:secret":  {},
	"POST /mail/stop/:stop/:kind": {},
	"POST /settings/delete":       {form: (*world).farewell},
	"POST /people/:name/block":    {form: just("blocked", "on")},
	"POST /learn/:game/:lesson":   {form: just("line", "c2,c2xW")},
	"POST /language":              {form: just("lang", "fr")},

	"POST /invited/:link":                       {form: just("name", "Newcomer", "password", password)},
	"POST /club/members/:member/role":           {form: just("role", "organiser")},
	"POST /club/members/:member/invitation":     {},
	"POST /club/members/:member/reset":          {},
	"POST /club/invitations":                    {form: just("uses", "3", "days", "14"), choices: "note"},
	"POST /club/invitations/:invitation/revoke": {},
	"POST /club/members/:member/name":           {form: just("name", "Isis")},
	"POST /club/members/:member/remove":         {form: just("sure", "yes")},
	"POST /club/members/:member/close":          {form: just("sure", "yes", "reason", "It was so.")},
	"POST /club/members/:member/open":           {},
	"POST /admin/bans":                          {form: just("range", "203.0.113.0/24", "reason", "It was so.")},
	"POST /admin/bans/lift":                     {form: just("range", bannedRange)},
	"POST /club/import/links":                   {},
	"POST /club/import":                         {form: just("list", "Nils", "sure", "all")},
	"POST /club/import/links.csv":               {form: just("csv", "name,email,link\n")},
	"POST /club/settings":                       {form: just("name", "Six Corners", "sign-up", "invited", "guests", "off"), choices: "welcome"},
	"POST /seasons":                             {form: just("name", "Winter"), choices: "continues"},
	"POST /seasons/:season":                     {form: just("name", "Fall")},
	"POST /seasons/:season/status":              {form: just("status", "closed")},
	"POST /seasons/:season/ladders":             {form: aLadder, choices: "from games"},
	"POST /ladders/:ladder/edit":                {form: aLadder, choices: "games"},
	"POST /ladders/:ladder/join":                {},
	"POST /ladders/:ladder/leave":               {},
	"POST /ladders/:ladder/correct":             {form: just("what", "place", "player", "Lena", "place", "2", "why", "It was so.")},
	"POST /ladders/:ladder/close":               {form: just("closed", "on")},
	"POST /ladders/:ladder/challenge/:name":     {form: just("game", "hexone"), choices: "venue"},
	"POST /challenges/:challenge/accept":        {},
	"POST /challenges/:challenge/refuse":        {},
	"POST /challenges/:challenge/withdraw":      {},
	"POST /challenges/:challenge/decide":        {form: just("outcome", "draw", "why", "It was so.")},

	"POST /pairings/:pairing/enter":   {form: just("outcome-1", "first"), choices: "outcome points"},
	"POST /pairings/:pairing/confirm": {form: just("revision", "2")},
	"POST /pairings/:pairing/contest": {form: just("revision", "2", "why", "It was not so.")},
	"POST /pairings/:pairing/decide":  {form: just("what", "off", "revision", "2", "why", "It never was."), choices: "winner"},

	"POST /tournaments": {
		form:    just("season", seasonID, "game", "hexone", "name", "Autumn cup"),
		choices: "kind rounds late third double at-once unit where clock minutes increment days counts pace within opens every due seeding enters most break-1 about",
	},
	"POST /tournaments/:tournament/edit":     {form: just("name", "Fall cup"), choices: "kind rounds late unit where seeding enters most about"},
	"POST /tournaments/:tournament/enter":    {},
	"POST /tournaments/:tournament/leave":    {},
	"POST /tournaments/:tournament/entrants": {form: just("player", "Lena")},
	"POST /tournaments/:tournament/remove":   {form: (*world).takenOut, choices: "person"},
	"POST /tournaments/:tournament/numbers":  {form: (*world).ranked},
	"POST /tournaments/:tournament/begin":    {},
	"POST /tournaments/:tournament/pair":     {form: (*world).marked, choices: "swap seats"},
	"POST /tournaments/:tournament/finish":   {},
	"POST /tournaments/:tournament/reopen":   {form: just("reason", "a slip"), choices: "more"},
	"POST /tournaments/:tournament/off":      {form: just("reason", "flu")},
}

// fillings are the parameters of addresses, beside those that name games and
// files.
var fillings = map[string]string{
	":game": "hexone", ":name": "Lena", ":turn": "5", ":step": "1", "*": "", ":lesson": "aim", ":rule": "1", ":secret": hostSecret, ":stop": hostStop, ":kind": "turn",
	":member": "Iris", ":link": linkSecret, ":reset": resetSecret, ":offer": "offeroffer", ":invitation": invitationID, ":season": seasonID,
	":round": "1",
}

// routes are the router's, without those that are answered by HEAD as by GET.
func (w *world) routes(t *testing.T) (list []string) {
	t.Helper()
	for _, r := range w.router.Routes() {
		if r.Method != echo.RouteNotFound && r.Method != http.MethodHead {
			list = append(list, r.Method+" "+r.Path)
		}
	}
	slices.SortFunc(list, func(a, b string) int {
		methodA, pathA, _ := strings.Cut(a, " ")
		methodB, pathB, _ := strings.Cut(b, " ")
		return cmp.Or(cmp.Compare(pathA, pathB), cmp.Compare(methodA, methodB))
	})
	for route := range askings {
		if !slices.Contains(list, route) {
			t.Errorf("askings has %s, which is no route any more", route)
		}
	}
	for _, route := range list {
		if _, known := askings[route]; !known && !strings.HasPrefix(route, "GET ") {
			t.Errorf("%s is new: say in askings what is sent there", route)
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

// ofGames tells whether a route is about a game.
func ofGames(route string) bool {
	return strings.Contains(route, "/:id") || strings.Contains(route, "/:invite")
}

// request is the address and the form by which a role asks a route for
// something about the game in a state.
func (w *world) request(route, state, role string) (method, address string, form []string) {
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
			parts[i] = w.games[state].ID
		case ":invite":
			parts[i] = w.invite(state, role)
		case ":pairing":
			parts[i] = w.pairing
		case ":tournament":
			parts[i] = w.tournamentFor(route)
		case ":ladder":
			parts[i] = w.ladder
		case ":challenge":
			parts[i] = w.challenge
		case ":member":
			if strings.HasSuffix(route, "/role") || strings.HasSuffix(route, "/reset") { // both are for who has come
				parts[i] = fillings[":name"]
			}
		}
	}
	if fill := askings[route].form; fill != nil {
		form = fill(w, state, role)
	}
	return method, strings.Join(parts, "/"), form
}

// outcome is the status of an answer, or where it leads: to a page of the same
// game ("→game"), of one that was just made ("→new"), or another.
func (w *world) outcome(state string, answer *httptest.ResponseRecorder) string {
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
	case path == "/pairings/"+w.pairing:
		return "→pairing"
	case strings.HasPrefix(path, "/tournaments/"):
		id, rest, _ := strings.Cut(strings.TrimPrefix(path, "/tournaments/"), "/")
		if !slices.Contains(slices.Collect(maps.Values(w.tournaments)), id) {
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
	case id != w.games[state].ID:
		return "→new" + rest
	case rest != "":
		return "→" + rest
	}
	return "→game"
}

// TestAccess holds who may do what, of every route, in every state of a game, to
// testdata/access.txt; -update renews it. Each answer is that of the world as it
// was before.
func TestAccess(t *testing.T) {
	t.Parallel()
	w := buildWorld(t)
	routes := rulestest.Few(t, w.routes(t), 60)
	got := map[string]string{} // by cell
	var mu sync.Mutex
	t.Run("roles", func(t *testing.T) {
		for _, role := range rulestest.Few(t, roles, 2) {
			t.Run(role, func(t *testing.T) {
				t.Parallel()
				w := w.copyOf(t)
				for _, route := range routes {
					for _, state := range states {
						outcome := w.try(t, route, state.name, role)
						mu.Lock()
						got[cell(route, state.name, role)] = outcome
						mu.Unlock()
						if !ofGames(route) {
							break // no game matters
						}
					}
				}
			})
		}
	})
	if t.Failed() || rulestest.Short(t) {
		return // the table is of all routes and roles
	}
	text, file := accessTable(routes, got), filepath.Join("testdata", "access.txt")
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("who may do what is not what %s says. If it should be, run this test with -update.\n%s", file, changes(string(want), text))
	}
}

// cell names one answer.
func cell(route, state, role string) string { return route + "\n" + state + "\n" + role }

// try asks a route for something, and undoes it.
func (w *world) try(t *testing.T, route, state, role string) (outcome string) {
	t.Helper()
	method, address, form := w.request(route, state, role)
	before := w.version(t)
	answer := w.ask(method, address, role, formOf(form...))
	told := func(answer *httptest.ResponseRecorder) string {
		if outcome := w.outcome(state, answer); route != "GET /next" || outcome != "→new" && outcome != "→second" {
			return outcome
		}
		return "→one" // of several that are equally urgent
	}
	outcome = told(answer)
	what := fmt.Sprintf("%s as %s, game %s: %s", route, role, state, outcome)
	if answer.Code >= http.StatusInternalServerError {
		t.Errorf("%s, logged is %s", what, w.log)
	}
	if w.version(t) != before {
		if method == http.MethodGet || answer.Code >= http.StatusBadRequest {
			t.Errorf("%s, and something is stored", what)
		}
		w.restore(t)
	}
	if method == http.MethodGet && w.answersHead(route) {
		if head := told(w.ask(http.MethodHead, address, role, "")); head != outcome {
			t.Errorf("%s, to HEAD %s", what, head)
		}
	}
	return outcome
}

// answersHead tells whether HEAD is a route where GET is: everywhere but where
// an answer never ends.
func (w *world) answersHead(route string) bool {
	_, path, _ := strings.Cut(route, " ")
	return slices.ContainsFunc(w.router.Routes(), func(r *echo.Route) bool { return r.Method == http.MethodHead && r.Path == path })
}

// accessTable writes all answers: of each route, a row for the states in which
// everybody gets the same.
func accessTable(routes []string, got map[string]string) string {
	var b strings.Builder
	b.WriteString("Who may do what. Written by TestAccess, run with -update; every route of the site is here.\n\n" +
		"An answer is its status, or → and the page to which it leads. \"new\" is a game that was just made.\n" +
		"Of the roles, \"blocked\" is an account that the host has blocked, \"invited\" one that knows the secret of\n" +
		"the game's invitation, as host and opponent do; other accounts play elsewhere, the guest where it is said.\n" +
		"\"organiser\" and \"admin\" are what they are called in the club, and in no game.\n\nA game is\n")
	for _, state := range states {
		fmt.Fprintf(&b, "  %-8s %s\n", state.name, state.meaning)
	}
	const nameWidth = 48
	line := func(name string, cells []string) {
		b.WriteString(strings.TrimRight(fmt.Sprintf("  %-*s%s", nameWidth, name, strings.Join(cells, "")), " ") + "\n")
	}
	for _, route := range routes {
		b.WriteString("\n" + route + "\n")
		header := make([]string, len(roles))
		for i, role := range roles {
			header[i] = fmt.Sprintf("%-10s", role)
		}
		line("", header)
		rows, order := map[string][]string{}, []string{}
		for _, state := range states {
			cells := make([]string, len(roles))
			for i, role := range roles {
				cells[i] = fmt.Sprintf("%-10s", got[cell(route, state.name, role)])
			}
			row := strings.Join(cells, "")
			if rows[row] == nil {
				order = append(order, row)
			}
			rows[row] = append(rows[row], state.name)
			if !ofGames(route) {
				break
			}
		}
		for _, row := range order {
			name := strings.Join(rows[row], " ")
			if len(rows[row]) == len(states) || !ofGames(route) {
				name = "always"
			}
			for len(name) > nameWidth-1 {
				end := strings.LastIndex(name[:nameWidth], " ")
				line(name[:end], nil)
				name = name[end+1:]
			}
			line(name, []string{row})
		}
	}
	return b.String()
}

// changes are the lines that two texts do not share, with the route of each.
func changes(want, got string) string {
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
