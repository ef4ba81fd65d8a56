package sitetest

import (
	"cmp"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"hexclub/rules/ladder"
)

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
	"POST /settings/confirm":      {form: fixedForm("alone", "off")},
	"POST /settings/zone":         {form: fixedForm("zone", "Europe/Paris")},
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
	"POST /learn/:game/:lesson":   {form: fixedForm("line", "c2xW")},
	"POST /language":              {form: fixedForm("lang", "fr")},

	"POST /invited/:link":                       {form: fixedForm("name", "Newcomer", "password", Password)},
	"POST /club/log/:number/undo":               {},
	"POST /club/members/:member/role":           {form: fixedForm("role", "organiser")},
	"POST /club/members/:member/invitation":     {},
	"POST /club/members/:member/reset":          {},
	"POST /club/invitations":                    {form: fixedForm("uses", "3", "days", "14"), Choices: "note role"},
	"POST /club/invitations/:invitation/revoke": {},
	"POST /club/members/:member/name":           {form: fixedForm("name", "Isis")},
	"POST /club/members/:member/remove":         {form: fixedForm("sure", "yes")},
	"POST /club/members/:member/delete":         {form: fixedForm("sure", "yes", "reason", "It was so.")},
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
	"POST /seasons/:season/ladders/preview":     {form: ladderForm, Choices: "from games"},
	"POST /ladders/:ladder/edit/preview":        {form: ladderForm, Choices: "games"},
	"POST /ladders/:ladder/join":                {},
	"POST /ladders/:ladder/leave":               {},
	"POST /ladders/:ladder/record":              {form: recordForm, Choices: "starts outcome-1 points-1-2"},
	"POST /ladders/:ladder/order":               {form: fixedForm("by", "draw"), Choices: "order up down remove keep removed why seen seed"},
	"POST /ladders/:ladder/add":                 {form: fixedForm("everybody", "yes"), Choices: "member names find"},
	"POST /ladders/:ladder/correct":             {form: fixedForm("what", "place", "player", "Lena", "place", "2", "why", "It was so.")},
	"POST /ladders/:ladder/close":               {form: fixedForm("closed", "on")},
	"POST /ladders/:ladder/challenge/:name":     {form: fixedForm("game", "hexone"), Choices: "venue"},
	"POST /decisions/:number/away":              {},
	"POST /challenges/:challenge/accept":        {},
	"POST /challenges/:challenge/refuse":        {},
	"POST /challenges/:challenge/withdraw":      {},
	"POST /challenges/:challenge/correct":       {form: (*World).correctionForm, Choices: "again"},
	"POST /challenges/:challenge/decide":        {form: fixedForm("outcome", "draw", "why", "It was so.")},

	"POST /pairings/:pairing/enter":   {form: fixedForm("outcome-1", "first"), Choices: "outcome points"},
	"POST /pairings/:pairing/confirm": {form: fixedForm("revision", "2")},
	"POST /pairings/:pairing/contest": {form: fixedForm("revision", "2", "why", "It was not so.")},
	"POST /pairings/:pairing/decide":  {form: fixedForm("what", "off", "revision", "2", "why", "It never was."), Choices: "winner"},

	"POST /pairings/:pairing/confirm-decision":                 {form: fixedForm("revision", "2")},
	"POST /tournaments/:tournament/rounds/:round/results":      {form: fixedForm("note", "Table 3 started late.", "note-seen", ""), Choices: "why"},
	"POST /tournaments/:tournament/rounds/:round/results/undo": {},
	"POST /tournaments/:tournament/rounds/:round/deadline":     {form: fixedForm("day", "2099-12-31", "time", "20:00", "seen", "0")},

	"POST /tournaments": {
		form:    fixedForm("season", seasonID, "game", "hexone", "name", "Autumn cup"),
		Choices: "kind rounds late third double at-once unit where clock minutes increment days counts pace within opens every due seeding enters most break-1 about",
	},
	"POST /tournaments/:tournament/edit":     {form: fixedForm("name", "Fall cup"), Choices: "kind rounds late missed byes unit where seeding enters most about"},
	"POST /tournaments/:tournament/describe": {form: fixedForm("name", "Fall cup"), Choices: "about"},
	"POST /tournaments/:tournament/enter":    {},
	"POST /tournaments/:tournament/leave":    {},
	"POST /tournaments/:tournament/pause":    {form: fixedForm("round", "2"), Choices: "person"},
	"POST /tournaments/:tournament/resume":   {form: fixedForm("round", "2"), Choices: "person"},
	"POST /tournaments/:tournament/entrants": {form: fixedForm("names", "Lena"), Choices: "member unknown as.0 missed"},
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
			if (strings.HasPrefix(part, ":") || part == "*") && !known && part != ":id" && part != ":invite" && part != ":pairing" && part != ":ladder" && part != ":number" && part != ":challenge" && part != ":tournament" {
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
			if parts[i] = w.Pairing; strings.HasSuffix(route, "/confirm-decision") {
				parts[i] = w.Own
			}
		case ":tournament":
			parts[i] = w.tournamentFor(route)
		case ":number":
			parts[i] = strconv.Itoa(w.Act)
		case ":ladder":
			parts[i] = w.Ladder
		case ":challenge":
			if parts[i] = w.Challenge; strings.HasSuffix(route, "/correct") {
				parts[i] = w.Decided
			}
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

// recordForm returns the form by which an organiser records a game, or a player reports one.
func recordForm(*World, string, string) []string {
	return []string{"first", nameOf("host"), "second", nameOf("opponent"), "game", "hexone", "points-1-1", "20"}
}

// correctionForm returns the form by which an organiser makes a decided challenge a draw.
func (w *World) correctionForm(string, string) []string {
	return []string{"outcome", "draw", "why", "It was so.", "mark", w.correction}
}

// tournamentFor returns the id of a tournament in the state that a route needs.
func (w *World) tournamentFor(route string) string {
	state := map[string]string{
		"/begin": "entry", "/edit": "entry", "/numbers": "entry", "/pair": "complete", "/finish": "complete", "/reopen": "over", "/undo": "saved",
	}[route[strings.LastIndex(route, "/"):]]
	return w.Tournaments[cmp.Or(state, "running")]
}

// numbersForm returns the form by which an organiser numbers two entrants.
func (w *World) numbersForm(string, string) []string {
	return []string{"number." + w.Ids["host"], "2", "number." + w.Ids["opponent"], "1"}
}

// roundForm returns the form that publishes the proposed round.
func (w *World) roundForm(string, string) []string { return []string{"mark", w.mark} }

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
