package handlers_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/views/club"
	"hexclub/views/i18n"
)

func TestClubPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	stranger := s.client(t)
	p := stranger.get("/club").wantStatus(t, http.StatusOK)
	p.wantText(t, "h1", "Hexclub").wantText(t, "title", "Club · Hexclub").wantText(t, "main", "No season is open now").
		wantText(t, "main", "0 members").wantText(t, "main", "Create an account, and you are a member. To try a game, you need none").
		wantCount(t, ".club-links", 0).wantCount(t, ".welcome", 0)
	if p.attribute(".top nav a[href='/club']", "href") == "" {
		t.Error("the header does not lead to the club")
	}
	admin, _ := s.withRole(t, "Anna", db.Admin)
	ben, benIs := s.newAccount(t, "Ben")
	links := func(c *client) []string { return c.get("/club").list(".club-links a") }
	if got := links(ben); !slices.Equal(got, []string{"Members", "Seasons", "Log"}) {
		t.Errorf("a member is led to %v", got)
	}
	if got := links(admin); !slices.Equal(got, []string{"Members", "Seasons", "Log", "Invitations", "Import members", "Club settings", "State of the site", "Banned addresses"}) {
		t.Errorf("an admin is led to %v", got)
	}
	s.promote(t, benIs.ID, db.Organiser)
	if got := links(ben); !slices.Equal(got, []string{"Members", "Seasons", "Log", "Invitations", "Import members"}) {
		t.Errorf("an organiser is led to %v", got)
	}
	ben.get("/club").wantText(t, "main", "2 members").wantCount(t, "main a[href^='/signup']", 0)
}

func TestClubSettings(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	admin, _ := s.withRole(t, "Anna", db.Admin)
	form := func(pairs ...string) []string {
		fields := map[string]string{"name": "Six Corners", "welcome": "# Hello\n\nWe **play**.", "sign-up": "open", "guests": "on"}
		for i := 1; i < len(pairs); i += 2 {
			fields[pairs[i-1]] = pairs[i]
		}
		var list []string
		for name, value := range fields {
			list = append(list, name, value)
		}
		return list
	}
	admin.get("/club/settings").wantStatus(t, http.StatusOK).wantCount(t, "[name=sign-up][value=open][checked]", 1).wantCount(t, "[name=guests][value=on][checked]", 1)
	p := admin.post("/club/settings", form()...).wantStatus(t, http.StatusOK)
	p.wantText(t, "#notice", "The settings are saved").wantText(t, "h1", "Six Corners").wantText(t, ".brand", "Six Corners").
		wantText(t, "title", "Club · Six Corners").wantText(t, ".welcome h2", "Hello").wantText(t, ".welcome strong", "play")
	stranger := s.client(t)
	for _, path := range []string{"/", "/games", "/learn/hexone/aim", "/analysis/hexone", "/nowhere", "/login"} {
		stranger.get(path).wantText(t, ".brand", "Six Corners").wantText(t, "title", "Six Corners")
	}
	stranger.htmx().get("/learn/hexone/aim/board").wantText(t, "title", "· Six Corners")
	stranger.get("/embed/learn/hexone/aim").wantText(t, ".bottom", "Six Corners")

	entries := func() (acts []string) {
		list, _, err := s.DB.Log(t.Context(), db.LogFilter{}, 50)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			acts = append(acts, e.Act)
		}
		return acts
	}
	if got := entries(); !slices.Equal(got, []string{"club-welcome", "club-name", "role"}) {
		t.Errorf("the log has %v", got)
	}
	for name, tt := range map[string]struct {
		pairs   []string
		problem string
	}{
		"a long name":          {[]string{"name", strings.Repeat("é", 41)}, "at most 40 characters"},
		"a name of signs":      {[]string{"name", "---"}, "a letter or digit"},
		"a name with a line":   {[]string{"name", "Six\nCorners"}, "at most 40 characters"},
		"turned round":         {[]string{"name", "Six\u202eCorners"}, "at most 40 characters"},
		"no UTF-8":             {[]string{"name", "Six\xffCorners"}, "at most 40 characters"},
		"a long welcome":       {[]string{"welcome", strings.Repeat("a", 4001)}, "at most 4000 characters"},
		"a welcome with a nul": {[]string{"welcome", "a\x00b"}, "at most 4000 characters"},
	} {
		t.Run(name, func(t *testing.T) {
			p := admin.post("/club/settings", form(append(tt.pairs, "guests", "off")...)...).wantStatus(t, http.StatusUnprocessableEntity)
			p.wantText(t, "#problem", tt.problem).wantCount(t, "[name=guests][value=off][checked]", 1).wantText(t, ".brand", "Six Corners")
		})
	}
	for _, pairs := range [][]string{{"sign-up", "nobody"}, {"guests", "maybe"}} {
		admin.post("/club/settings", form(pairs...)...).wantStatus(t, http.StatusUnprocessableEntity)
	}
	if got := entries(); len(got) != 3 {
		t.Errorf("refused settings are in the log: %v", got)
	}
	t.Run("what is the same again is no act", func(t *testing.T) {
		admin.post("/club/settings", form("welcome", "# Hello\r\n\r\nWe **play**.  \n")...).wantStatus(t, http.StatusOK)
		if got := entries(); len(got) != 3 {
			t.Errorf("the log has %v", got)
		}
	})
	t.Run("none of it is needed", func(t *testing.T) {
		admin.post("/club/settings", form("name", " ", "welcome", "")...).wantStatus(t, http.StatusOK).wantText(t, ".brand", "Hexclub").wantCount(t, ".welcome", 0)
		admin.get("/club/log").wantText(t, ".log li:first-child", "Anna changed the welcome text")
		admin.get("/club/log").wantText(t, ".log li:nth-child(2)", "was “Six Corners”, is “Hexclub”")
	})
}

func TestByInvitationOnly(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	admin, _ := s.withRole(t, "Anna", db.Admin)
	admin.post("/club/settings", "name", "", "welcome", "", "sign-up", "invited", "guests", "on").wantStatus(t, http.StatusOK)
	before := s.stored(t)
	stranger := s.client(t)
	stranger.get("/signup").wantStatus(t, http.StatusOK).wantCount(t, "input[name=password]", 0).wantText(t, "main", "Ask one of its organisers for a link")
	stranger.post("/signup", "name", "Ben", "password", password).wantStatus(t, http.StatusForbidden).
		wantCount(t, "input[name=password]", 0).wantText(t, "main", "by invitation")
	stranger.get("/club").wantText(t, "main", "ask one of the organisers for a link").wantCount(t, "main a[href^='/signup']", 0)
	p := stranger.get("/club/log").wantStatus(t, http.StatusForbidden).wantText(t, "main", "Log in first").wantCount(t, "main a[href^='/signup']", 0)
	if got := p.attribute("main .do a.primary", "href"); got != "/login?return=%2Fclub%2Flog" {
		t.Errorf("it leads to %q", got)
	}
	s.wantStored(t, before)
	stranger.newGame("device", "me") // guests play
}

func TestNoGuests(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	admin, _ := s.withRole(t, "Anna", db.Admin)
	game, host, guest := s.twoPlayers(t)
	beaten := guest.post("/play-bot", "game", "hexone", "level", "1").wantStatus(t, http.StatusOK).path
	guest.post(beaten+"/resign").wantStatus(t, http.StatusOK)
	seek := guest.newGame("lobby", "me")
	open := admin.newGame("lobby", "me")
	admin.post("/club/settings", "name", "", "welcome", "", "sign-up", "open", "guests", "off").wantStatus(t, http.StatusOK)
	before := s.count(t, "people")

	forms := map[string][]string{
		"/games": {"game", "hexone", "opponent", "device", "starter", "me"}, "/play-now": {"game", "tartan", "clock", "10+5", "counts", "no"},
		"/play-bot": {"game", "six", "level", "1"}, open + "/seats": nil, "/settings/confirm": {"confirm", "off"},
	}
	for path, form := range forms {
		t.Run("nobody at "+path, func(t *testing.T) {
			stranger := s.client(t).with("Referer", s.url+"/lobby")
			p := stranger.post(path, form...).wantStatus(t, http.StatusForbidden).wantText(t, "main", "In this club members play")
			back := "return=%2Flobby"
			if path == "/games" { // with all that was chosen
				back = "return=%2Fgames%2Fnew%3Fgame%3Dhexone%26opponent%3Ddevice%26starter%3Dme"
			}
			if got := p.attribute("main .do a.primary", "href"); got != "/login?"+back {
				t.Errorf("it leads to %q", got)
			}
			if got := p.attribute("main .do a:nth-child(2)", "href"); got != "/signup?"+back {
				t.Errorf("it leads to %q", got)
			}
			stranger.htmx().post(path, form...).wantStatus(t, http.StatusForbidden).wantText(t, "#refusal", "In this club members play")
		})
	}
	t.Run("a guest starts nothing", func(t *testing.T) {
		for path, form := range forms {
			if path != "/settings/confirm" && path != "/games" {
				guest.post(path, form...).wantStatus(t, http.StatusForbidden).wantText(t, "main", "In this club members play")
			}
		}
		guest.post("/games", forms["/games"]...).wantStatus(t, http.StatusForbidden).wantText(t, "main", "In this club members play")
		games := s.count(t, "games")
		guest.post(beaten+"/rematch").wantStatus(t, http.StatusForbidden).wantText(t, "main", "In this club members play")
		admin.get(seek).wantCount(t, "form[action$='/seats']", 0)
		admin.post(seek+"/seats").wantStatus(t, http.StatusConflict)
		if after := s.count(t, "games"); after != games {
			t.Errorf("%d games, were %d", after, games)
		}
	})
	t.Run("and goes on with what was begun", func(t *testing.T) {
		host.still().turn(game, "c2", 0).wantStatus(t, http.StatusSeeOther)
		guest.still().turn(game, "d3", 1).wantStatus(t, http.StatusSeeOther)
	})
	t.Run("lessons are open, and not kept", func(t *testing.T) {
		s.client(t).still().post("/learn/hexone/aim", "line", "c2,c2xW").wantStatus(t, http.StatusSeeOther)
	})
	if after := s.count(t, "people"); after != before {
		t.Errorf("%d people, were %d", after, before)
	}
	t.Run("a member plays, a guest who signs up too", func(t *testing.T) {
		guest.signUp("Gus")
		guest.newGame("device", "me")
		s.client(t).get("/club").wantText(t, "main", "Create an account, and you are a member").wantCount(t, "main a[href^='/signup']", 1)
		s.client(t).get("/club/log").wantStatus(t, http.StatusForbidden).wantCount(t, "main a[href='/signup?return=%2Fclub%2Flog']", 1)
	})
}

// The only admin is not lost, and what organisers were stands in the log.
func TestOrganisersDeleteTheirAccounts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	admin, _ := s.withRole(t, "Anna", db.Admin)
	otto, _ := s.withRole(t, "Otto", db.Organiser)
	otto.post("/settings/delete", "name", "Otto", "password", password).wantStatus(t, http.StatusOK)
	admin.get("/club/log").wantText(t, ".log li:first-child", "deleted player deleted their own account. Role: Organiser.")
	admin.post("/settings/delete", "name", "Anna", "password", password).wantStatus(t, http.StatusConflict).wantText(t, "#problem", "The club needs an admin")
	admin.get("/club/settings").wantStatus(t, http.StatusOK)
}

func TestLogPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	admin, _ := s.withRole(t, "Anna", db.Admin)
	ben, benIs := s.newAccount(t, "Ben")
	for _, role := range []string{"organiser", "admin", "member"} {
		admin.post("/club/members/Ben/role", "role", role).wantStatus(t, http.StatusOK).wantText(t, "#notice", "The role is changed")
	}
	p := ben.get("/club/log").wantStatus(t, http.StatusOK)
	want := []string{
		"Anna changed the role of Ben: was Admin, is Member.", "Anna changed the role of Ben: was Organiser, is Admin.",
		"Anna changed the role of Ben: was Member, is Organiser.", "The operator changed the role of Anna: was Member, is Admin.",
	}
	for i, line := range p.list(".log li span") {
		if i >= len(want) || line != want[i]+" Have a look" {
			t.Errorf("line %d is %q", i, line)
		}
	}
	p.wantCount(t, ".log li", 4).wantCount(t, ".log a[href='/club/members']", 4)
	ben.with("Accept-Language", "fr").get("/club/log").wantText(t, ".log", "Anna a changé le rôle de Ben : avant Administrateur, maintenant Membre.")
	ben.get("/club/log?person=anna").wantCount(t, ".log li", 4)
	ben.get("/club/log?person=ben").wantCount(t, ".log li", 3)
	ben.get("/club/log?act=import").wantCount(t, ".log li", 0).wantText(t, "main", "Nothing is written here")
	ben.get("/club/log?before=3").wantCount(t, ".log li", 2).wantCount(t, "main nav.do a[href='/club/log']", 1)
	for _, query := range []string{"act=none", "before=x", "before=-1", "person=Nobody"} {
		ben.get("/club/log?"+query).wantStatus(t, http.StatusUnprocessableEntity).wantCount(t, "#problem", 1)
	}
	if _, err := s.DB.DeletePerson(t.Context(), benIs.ID, s.Now()); err != nil {
		t.Fatal(err)
	}
	admin.get("/club/log").wantText(t, ".log", "Anna changed the role of deleted player")

	for range 60 {
		if err := s.DB.RenameSeason(t.Context(), s.season(t, admin), strconv.FormatInt(time.Now().UnixNano(), 10), s.idOf(t, "Anna"), s.Now()); err != nil {
			t.Fatal(err)
		}
	}
	p = admin.get("/club/log").wantCount(t, ".log li", 50)
	older := p.attribute("main nav a[rel=next]", "href")
	admin.get(older).wantCount(t, ".log li", 15).wantCount(t, "main nav a[rel=next]", 0)
}

// Every act that the program writes has its sentence and a name in the filter, and no
// other has.
func TestEveryActHasItsSentence(t *testing.T) {
	t.Parallel()
	written, files := map[string]bool{}, token.NewFileSet()
	sources, err := filepath.Glob("../db/*.go")
	if err != nil || len(sources) == 0 {
		t.Fatalf("sources %v, %v", sources, err)
	}
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, source, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if assign, ok := n.(*ast.AssignStmt); ok && slices.ContainsFunc(assign.Lhs, setsAct) {
				t.Errorf("%s: an act is changed, where no test sees which", files.Position(n.Pos()))
			}
			if value, found := actOf(n); found {
				act, err := strconv.Unquote(value)
				if err != nil {
					t.Errorf("%s: an act is not written out", files.Position(n.Pos()))
				}
				written[act] = true
			}
			return true
		})
	}
	catalogs, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range i18n.Tags {
		catalog := catalogs.Match(tag, "")
		for act := range written {
			for _, key := range []string{"log." + act, "act." + act} {
				if catalog.T(key) == key {
					t.Errorf("%s lacks %s", tag, key)
				}
			}
		}
	}
	for _, act := range club.LoggedActs() {
		if !written[act] {
			t.Errorf("nothing writes the act %s", act)
		}
		delete(written, act)
	}
	if len(written) > 0 {
		t.Errorf("views.LoggedActs lacks %v", written)
	}
}

// setsAct tells whether something that is assigned to is called Act.
func setsAct(e ast.Expr) bool {
	selector, ok := e.(*ast.SelectorExpr)
	return ok && selector.Sel.Name == "Act"
}

// actOf is what a db.Act that is written in the source is called there.
func actOf(n ast.Node) (value string, found bool) {
	literal, ok := n.(*ast.CompositeLit)
	if !ok {
		return "", false
	}
	if name, ok := literal.Type.(*ast.Ident); ok && name.Name != "Act" {
		return "", false
	}
	for _, element := range literal.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if key, ok := pair.Key.(*ast.Ident); ok && key.Name == "Act" {
			text, _ := pair.Value.(*ast.BasicLit)
			if text == nil {
				return "", true
			}
			return text.Value, true
		}
	}
	return "", false
}
