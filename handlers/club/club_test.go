package club_test

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
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/ladder"
	"hexclub/views/club"
	"hexclub/views/club/seasons"
	"hexclub/views/i18n"
)

func TestClubPage(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	stranger := s.Client(t)
	p := stranger.Get("/club").WantStatus(t, http.StatusOK)
	p.WantText(t, "h1", "Hexclub").WantText(t, "title", "Club · Hexclub").WantText(t, "main", "No open season").WantCount(t, ".empty .button", 0).
		WantText(t, "main", "0 members").WantText(t, "main", "Create an account. You can try a game without one").
		WantCount(t, ".welcome", 0)
	if p.Attribute(".top nav a[href='/club']", "href") == "" {
		t.Error("the header does not lead to the club")
	}
	admin, _ := s.WithRole(t, "Anna", db.Admin)
	ben, benIs := s.NewAccount(t, "Ben")
	links := func(c *sitetest.Client) []string { return c.Get("/club").List(".club-links a") }
	if got := links(stranger); !slices.Equal(got, []string{"Club", "Ladders", "Tournaments", "Seasons"}) {
		t.Errorf("a visitor is led to %v", got)
	}
	if got := links(ben); !slices.Equal(got, []string{"Club", "Ladders", "Tournaments", "Members", "Seasons", "Log"}) {
		t.Errorf("a member is led to %v", got)
	}
	if got := links(admin); !slices.Equal(got, []string{"Club", "Ladders", "Tournaments", "Members", "Seasons", "Log", "Manage"}) {
		t.Errorf("an admin is led to %v", got)
	}
	managed := func(c *sitetest.Client) []string { return c.Get("/club/invitations").List(".manage-links a") }
	if got := managed(admin); !slices.Equal(got, []string{"Invitations", "Import members", "Settings", "Site status", "Banned addresses"}) {
		t.Errorf("an admin manages %v", got)
	}
	s.Promote(t, benIs.ID, db.Organiser)
	if got := managed(ben); !slices.Equal(got, []string{"Invitations", "Import members"}) {
		t.Errorf("an organiser manages %v", got)
	}
	ben.Get("/club").WantText(t, "main", "2 members").WantCount(t, "main a[href^='/signup']", 0)
}

func TestClubSettings(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	admin, _ := s.WithRole(t, "Anna", db.Admin)
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
	admin.Get("/club/settings").WantStatus(t, http.StatusOK).WantCount(t, "[name=sign-up][value=open][checked]", 1).WantCount(t, "[name=guests][value=on][checked]", 1)
	p := admin.Post("/club/settings", form()...).WantStatus(t, http.StatusOK)
	p.WantText(t, "#notice", "Settings saved").WantCount(t, "[name=name][value='Six Corners']", 1)
	admin.Get("/club").WantText(t, "h1", "Six Corners").WantText(t, ".brand", "Six Corners").
		WantText(t, "title", "Club · Six Corners").WantText(t, ".welcome h2", "Hello").WantText(t, ".welcome strong", "play")
	stranger := s.Client(t)
	for _, path := range []string{"/", "/games", "/learn/hexone/aim", "/analysis/hexone", "/nowhere", "/login"} {
		stranger.Get(path).WantText(t, ".brand", "Six Corners").WantText(t, "title", "Six Corners")
	}
	stranger.Htmx().Get("/learn/hexone/aim/board").WantText(t, "title", "· Six Corners")
	stranger.Get("/embed/learn/hexone/aim").WantText(t, ".bottom", "Six Corners")

	entries := func() (acts []string) {
		list, _, err := s.DB.AuditLog(t.Context(), db.AuditFilter{}, 50)
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
		"a long name":          {[]string{"name", strings.Repeat("é", 41)}, "up to 40 characters"},
		"a name of signs":      {[]string{"name", "---"}, "a letter or digit"},
		"a name with a line":   {[]string{"name", "Six\nCorners"}, "up to 40 characters"},
		"turned round":         {[]string{"name", "Six\u202eCorners"}, "up to 40 characters"},
		"no UTF-8":             {[]string{"name", "Six\xffCorners"}, "up to 40 characters"},
		"a long welcome":       {[]string{"welcome", strings.Repeat("a", 4001)}, "up to 4000 visible characters"},
		"a welcome with a nul": {[]string{"welcome", "a\x00b"}, "up to 4000 visible characters"},
	} {
		t.Run(name, func(t *testing.T) {
			p := admin.Post("/club/settings", form(append(tt.pairs, "guests", "off")...)...).WantStatus(t, http.StatusUnprocessableEntity)
			p.WantText(t, "#problem", tt.problem).WantCount(t, "[name=guests][value=off][checked]", 1).WantText(t, ".brand", "Six Corners")
		})
	}
	for _, pairs := range [][]string{{"sign-up", "nobody"}, {"guests", "maybe"}} {
		admin.Post("/club/settings", form(pairs...)...).WantStatus(t, http.StatusUnprocessableEntity)
	}
	if got := entries(); len(got) != 3 {
		t.Errorf("refused settings are in the log: %v", got)
	}
	t.Run("what is the same again is no act", func(t *testing.T) {
		admin.Post("/club/settings", form("welcome", "# Hello\r\n\r\nWe **play**.  \n")...).WantStatus(t, http.StatusOK)
		if got := entries(); len(got) != 3 {
			t.Errorf("the log has %v", got)
		}
	})
	t.Run("none of it is needed", func(t *testing.T) {
		admin.Post("/club/settings", form("name", " ", "welcome", "")...).WantStatus(t, http.StatusOK).WantText(t, ".brand", "Hexclub").WantCount(t, ".welcome", 0)
		admin.Get("/club/log").WantText(t, ".log li:first-child", "Anna changed the welcome text")
		admin.Get("/club/log").WantText(t, ".log li:nth-child(2)", "“Six Corners” → “Hexclub”")
	})
}

func TestByInvitationOnly(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	admin, _ := s.WithRole(t, "Anna", db.Admin)
	admin.Post("/club/settings", "name", "", "welcome", "", "sign-up", "invited", "guests", "on").WantStatus(t, http.StatusOK)
	before := s.Stored(t)
	stranger := s.Client(t)
	stranger.Get("/signup").WantStatus(t, http.StatusOK).WantCount(t, "input[name=password]", 0).WantText(t, "main", "Ask an organiser for a link")
	stranger.Post("/signup", "name", "Ben", "password", sitetest.Password).WantStatus(t, http.StatusForbidden).
		WantCount(t, "input[name=password]", 0).WantText(t, "main", "by invitation")
	for _, path := range []string{"/login", "/settings"} {
		stranger.Get(path).WantStatus(t, http.StatusOK).WantCount(t, "main a[href^='/signup']", 0)
	}
	stranger.Get("/club").WantText(t, "main", "Ask an organiser for an invitation link").WantCount(t, "main a[href^='/signup']", 0)
	p := stranger.Get("/club/log").WantStatus(t, http.StatusForbidden).WantText(t, "main", "Log in to continue").WantCount(t, "main a[href^='/signup']", 0)
	if got := p.Attribute("main form", "action"); got != "/login?return=%2Fclub%2Flog" {
		t.Errorf("it leads to %q", got)
	}
	s.WantStored(t, before)
	stranger.NewGame("device", "me") // guests play
}

func TestNoGuests(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	admin, _ := s.WithRole(t, "Anna", db.Admin)
	game, host, guest := s.TwoPlayers(t)
	beaten := guest.Post("/play-bot", "game", "hexone", "level", "1").WantStatus(t, http.StatusOK).Path
	guest.Post(beaten+"/resign").WantStatus(t, http.StatusOK)
	seek := guest.NewGame("lobby", "me")
	open := admin.NewGame("lobby", "me")
	admin.Post("/club/settings", "name", "", "welcome", "", "sign-up", "open", "guests", "off").WantStatus(t, http.StatusOK)
	before := s.Count(t, "people")

	forms := map[string][]string{
		"/games": {"game", "hexone", "opponent", "device", "starter", "me"}, "/play-now": {"game", "tartan", "clock", "10+5", "counts", "no"},
		"/play-bot": {"game", "six", "level", "1"}, open + "/seats": nil, "/settings/confirm": {"alone", "off"},
	}
	for path, form := range forms {
		t.Run("nobody at "+path, func(t *testing.T) {
			stranger := s.Client(t).With("Referer", s.Url+"/lobby")
			p := stranger.Post(path, form...).WantStatus(t, http.StatusForbidden).WantText(t, "main", "Only members can play in this club.")
			back := "return=%2Flobby"
			if path == "/games" { // with all values of the form
				back = "return=%2Fgames%2Fnew%3Fgame%3Dhexone%26opponent%3Ddevice%26starter%3Dme"
			}
			if got := p.Attribute("main .do a.primary", "href"); got != "/login?"+back {
				t.Errorf("it leads to %q", got)
			}
			if got := p.Attribute("main .do a:nth-child(2)", "href"); got != "/signup?"+back {
				t.Errorf("it leads to %q", got)
			}
			stranger.Htmx().Post(path, form...).WantStatus(t, http.StatusForbidden).WantText(t, "#refusal", "Only members can play in this club.")
		})
	}
	t.Run("pages offer visitors to log in", func(t *testing.T) {
		for _, who := range []*sitetest.Client{s.Client(t), guest} {
			for _, path := range []string{"/", "/lobby", "/rules/hexone", "/learn/hexone"} {
				who.Get(path).WantStatus(t, http.StatusOK).WantCount(t, "[action='/play-bot'], [formaction='/play-bot'], [action='/play-now'], main [href^='/games/new']", 0).
					WantText(t, "main", "Log in to play").WantNoText(t, "main", "No account needed")
			}
		}
		s.Client(t).Get("/settings").WantText(t, "#account", "Only club members can play")
		guest.Get("/settings").WantText(t, "#account", "Only this browser knows your games")
		s.Client(t).Get("/").WantText(t, ".lead", "Only club members can play").WantCount(t, ".shelf a[href='/login']", 5)
		s.Client(t).Post("/play-bot", "game", "six").WantStatus(t, http.StatusForbidden).WantText(t, "h1", "Members only")
	})
	t.Run("a guest starts nothing", func(t *testing.T) {
		for path, form := range forms {
			if path != "/settings/confirm" && path != "/games" {
				guest.Post(path, form...).WantStatus(t, http.StatusForbidden).WantText(t, "main", "Only members can play in this club.")
			}
		}
		guest.Post("/games", forms["/games"]...).WantStatus(t, http.StatusForbidden).WantText(t, "main", "Only members can play in this club.")
		games := s.Count(t, "games")
		guest.Post(beaten+"/rematch").WantStatus(t, http.StatusForbidden).WantText(t, "main", "Only members can play in this club.")
		admin.Get(seek).WantCount(t, "form[action$='/seats']", 0)
		admin.Post(seek+"/seats").WantStatus(t, http.StatusConflict)
		if after := s.Count(t, "games"); after != games {
			t.Errorf("%d games, were %d", after, games)
		}
	})
	t.Run("and goes on with what was begun", func(t *testing.T) {
		host.NoRedirects().Turn(game, "c2", 0).WantStatus(t, http.StatusSeeOther)
		guest.NoRedirects().Turn(game, "d3", 1).WantStatus(t, http.StatusSeeOther)
	})
	t.Run("lessons are open, and not kept", func(t *testing.T) {
		s.Client(t).NoRedirects().Post("/learn/hexone/aim", "line", "c2xW").WantStatus(t, http.StatusSeeOther)
	})
	if after := s.Count(t, "people"); after != before {
		t.Errorf("%d people, were %d", after, before)
	}
	t.Run("a member plays, a guest who signs up too", func(t *testing.T) {
		ben, _ := s.NewAccount(t, "Ben")
		ben.Get("/").WantText(t, ".lead", "Play in one tap.").WantNoText(t, ".lead", "account").WantCount(t, ".shelf [action='/play-bot']", 5)
		guest.SignUp("Gus")
		guest.NewGame("device", "me")
		s.Client(t).Get("/club").WantText(t, "main", "Create an account").WantCount(t, "main a[href^='/signup']", 1)
		s.Client(t).Get("/club/log").WantStatus(t, http.StatusForbidden).WantCount(t, "main a[href='/signup?return=%2Fclub%2Flog']", 1)
	})
}

// The last admin cannot delete the account, and the audit log keeps the acts of deleted organisers.
func TestOrganisersDeleteTheirAccounts(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	admin, _ := s.WithRole(t, "Anna", db.Admin)
	otto, _ := s.WithRole(t, "Otto", db.Organiser)
	otto.Post("/settings/delete", "name", "Otto", "password", sitetest.Password).WantStatus(t, http.StatusOK)
	admin.Get("/club/log").WantText(t, ".log li:first-child", "deleted player deleted their own account. Role: Organiser.")
	admin.Post("/settings/delete", "name", "Anna", "password", sitetest.Password).WantStatus(t, http.StatusConflict).WantText(t, "#problem", "This is the club’s only admin")
	admin.Get("/club/settings").WantStatus(t, http.StatusOK)
}

func TestLogPage(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	admin, _ := s.WithRole(t, "Anna", db.Admin)
	ben, benIs := s.NewAccount(t, "Ben")
	for _, role := range []string{"organiser", "admin", "member"} {
		admin.Post("/club/members/Ben/role", "role", role).WantStatus(t, http.StatusOK).WantText(t, "#notice", "Role changed")
	}
	p := ben.Get("/club/log").WantStatus(t, http.StatusOK)
	want := []string{
		"Anna changed Ben’s role: Admin → Member.", "Anna changed Ben’s role: Organiser → Admin.",
		"Anna changed Ben’s role: Member → Organiser.", "The operator changed Anna’s role: Member → Admin.",
	}
	for i, line := range p.List(".log .main > span") {
		if i >= len(want) || line != want[i] {
			t.Errorf("line %d is %q", i, line)
		}
	}
	p.WantCount(t, ".log li", 4).WantCount(t, ".log a[href='/club/members']", 4)
	ben.With("Accept-Language", "fr").Get("/club/log").WantText(t, ".log", "Anna a changé le rôle attribué à Ben : Administrateur → Membre.")
	ben.Get("/club/log?person=anna").WantCount(t, ".log li", 4)
	ben.Get("/club/log?person=ben").WantCount(t, ".log li", 3)
	ben.Get("/club/log?act=members").WantCount(t, ".log li", 4).WantText(t, ".pills [aria-current]:contains('Members')", "Members")
	ben.Get("/club/log?act=ladders").WantCount(t, ".log li", 0)
	ben.Get("/club/log?act=import").WantCount(t, ".log li", 0).WantText(t, "main", "No entries")
	ben.Get("/club/log?before=3").WantCount(t, ".log li", 2).WantCount(t, "main nav.do a[href='/club/log']", 1)
	for _, query := range []string{"act=none", "before=x", "before=-1", "person=Nobody"} {
		ben.Get("/club/log?"+query).WantStatus(t, http.StatusUnprocessableEntity).WantCount(t, "#problem", 1)
	}
	if _, err := s.DB.DeletePerson(t.Context(), benIs.ID, s.Now()); err != nil {
		t.Fatal(err)
	}
	admin.Get("/club/log").WantText(t, ".log", "Anna changed deleted player’s role")

	for range 60 {
		if err := s.DB.RenameSeason(t.Context(), s.Season(t, admin), strconv.FormatInt(time.Now().UnixNano(), 10), s.IdOf(t, "Anna"), s.Now()); err != nil {
			t.Fatal(err)
		}
	}
	p = admin.Get("/club/log").WantCount(t, ".log li", 50)
	older := p.Attribute("main nav a[rel=next]", "href")
	admin.Get(older).WantCount(t, ".log li", 15).WantCount(t, "main nav a[rel=next]", 0)
}

// Every act that the program logs has a text and a name in the filter, and no other act has.
func TestEveryActHasItsSentence(t *testing.T) {
	t.Parallel()
	written, files := map[string]bool{}, token.NewFileSet()
	sources, err := filepath.Glob("../../db/*.go")
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

// setsAct reports whether an expression assigns to a field Act.
func setsAct(e ast.Expr) bool {
	selector, ok := e.(*ast.SelectorExpr)
	return ok && selector.Sel.Name == "Act"
}

// actOf returns the act of a db.Act literal in the source.
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

// The groups of the log have all acts, each once.
func TestLogGroups(t *testing.T) {
	t.Parallel()
	var grouped []string
	for _, group := range []string{"members", "ladders", "tournaments", "pairings", "seasons", "club"} {
		grouped = append(grouped, club.ActsOf(group)...)
	}
	if got, want := slices.Sorted(slices.Values(grouped)), slices.Sorted(slices.Values(club.LoggedActs())); !slices.Equal(got, want) {
		t.Errorf("the groups have %q, want %q", got, want)
	}
}

// The page of the club shows the top of the ladder with the reader's place, the rounds of tournaments, and what awaits
// the reader.
func TestClubGoingOn(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben", "Carl", "Dora", "Emil", "Fay", "Gus")
	c.Client(t).Get("/club").WantCount(t, ".places li", club.LadderTop).WantText(t, ".panel header a", "All 7 places").WantCount(t, "#own-challenges", 0).
		WantText(t, ".page-head .primary", "Create an account").WantText(t, ".happened", "Gus joins at place 7.")
	c.Clients["Gus"].Get("/club").WantCount(t, ".places li", club.LadderTop+1).WantText(t, ".places .mine .place", "7").WantText(t, ".page-head .primary", "Challenge Dora")
	c.Member("Hal")
	c.Clients["Hal"].Get("/club").WantText(t, ".page-head .primary", "Join ladder")
	made := c.Challenges("Carl", "Anna")
	c.Clients["Anna"].Get("/club").WantText(t, "#own-challenges .mine", "Carl challenges you").WantText(t, "#own-challenges button", "Accept")
	c.Accepts(made)
	c.Clients["Anna"].Get("/club").WantText(t, "#own-challenges a[href^='/pairings/']", "You play Carl").WantText(t, "#place-1 .state", "plays Carl")
}

// The proposed opponent is one who has joined the site. Those who have not are marked where they can be challenged, but
// not elsewhere.
func TestProposedOpponent(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, func(l *db.LadderTerms) { l.Settings.Reach, l.Settings.Free = 3, 0 }, "Anna", "Ben")
	olive := c.IdOf(t, "Olive")
	c.Try(c.DB.ImportMembers(t.Context(), []db.NewMember{{Name: "Pia", Hash: "pia"}, {Name: "Rosa", Hash: "rosa"}}, olive, c.Now().Add(time.Hour), c.Now()))
	_, _, err := c.DB.AddAllToLadder(t.Context(), c.Ladder.ID, []string{c.IdOf(t, "Pia"), c.IdOf(t, "Rosa")}, olive, c.Now())
	c.Try(err)
	path := web.Href(c.Ladder.Ref())
	for _, name := range []string{"Carl", "Dora"} {
		c.Member(name)
		c.Try(c.Joins(name))
	}
	// Anna, Ben, Pia, Rosa, Carl, Dora
	c.Clients["Carl"].Get("/club").WantText(t, ".page-head .primary", "Challenge Ben")
	c.Clients["Carl"].Get(path).WantText(t, "#place-3", "not joined yet").WantCount(t, "#place-3 .screen-only:contains('not joined yet')", 1)
	for _, who := range []*sitetest.Client{c.Clients["Anna"], c.Organiser, c.Client(t)} {
		who.Get(path).WantNoText(t, ".places", "not joined yet")
	}
	c.Clients["Carl"].Get("/club").WantNoText(t, ".places", "not joined yet")
	for _, name := range []string{"Anna", "Ben"} { // Pia, Rosa, Carl, Dora
		c.Clients[name].Post(path+"/leave").WantStatus(t, http.StatusOK)
	}
	c.Clients["Carl"].Get("/club").WantCount(t, ".page-head .primary", 0)
}

// Without an open season the page of the club still shows the reader's next games, tournaments that run, the ladder, and
// what has ended. Organisers can open a season.
func TestClubBetweenSeasons(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4, "rounds", "1", "name", "Autumn cup")
	m.Begin(t)
	m.Settle(t)
	season := m.Full(t).Season
	for _, name := range []string{"Town ladder", "River ladder"} {
		l, err := s.DB.CreateLadder(t.Context(), season, "", db.LadderTerms{Name: name, Settings: ladder.Default("hexone"), Venue: db.OverBoard}, s.IdOf(t, "Otto"), s.Now())
		if err != nil {
			t.Fatal(err)
		}
		if name == "River ladder" {
			m.Organiser.Post(web.Href(l.Ref())+"/add", "names", "Alma\nBea").WantStatus(t, http.StatusOK)
			made := m.Players[1].Post(web.Href(l.Ref())+"/challenge/Alma", "game", "hexone").WantStatus(t, http.StatusOK)
			m.Players[0].Post(made.Path+"/accept").WantStatus(t, http.StatusOK)
		}
	}
	running, err := s.DB.CreateTournament(t.Context(), db.NewTournament{Season: season, Name: "Winter cup", TournamentSettings: m.Full(t).TournamentSettings}, s.IdOf(t, "Otto"), s.Now())
	if err != nil {
		t.Fatal(err)
	}
	winter := *m
	winter.Path = web.Href(running.Ref())
	for i := range m.Players {
		m.Players[i].Post(winter.Path+"/enter").WantStatus(t, http.StatusOK)
	}
	winter.Begin(t)
	for _, status := range []string{"open", "closed"} {
		if status == "closed" {
			m.Organiser.Post(seasons.Href(season)+"/status", "status", "closed", "sure", "yes").WantStatus(t, http.StatusOK)
		}
		m.Players[0].Get("/club").WantText(t, "#own-challenges .mine", "You play").WantText(t, ".cup h2", "Winter cup").WantText(t, "main", "Autumn cup").
			WantText(t, "main", "Town ladder").WantCount(t, ".empty .button[href^='/seasons']", 0)
	}
	m.Players[0].Get("/club").WantText(t, "main", "No open season").WantText(t, "main h2", "Last season")
	m.Organiser.Get("/club").WantCount(t, ".empty .button[href^='/seasons']", 1)

	// What still runs of a season before the open one is shown too, but not what has ended.
	m.Organiser.Post("/seasons", "name", "Winter").WantStatus(t, http.StatusOK)
	m.Players[0].Get("/club").WantText(t, "#own-challenges .mine", "You play").WantText(t, ".cup h2", "Winter cup").WantCount(t, ".list a:contains('Autumn cup')", 0).
		WantText(t, "main", "River ladder").WantNoText(t, "main", "Town ladder").WantNoText(t, "main", "No open season")
}
