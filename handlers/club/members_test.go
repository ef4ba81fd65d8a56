package club_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/limit"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

func TestMembersPage(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	admin, adminIs := s.WithRole(t, "Anna", db.Admin)
	organiser, _ := s.WithRole(t, "Otto", db.Organiser)
	ben, _ := s.NewAccount(t, "Ben_1")
	var list []db.NewMember
	for i := range 60 {
		list = append(list, db.NewMember{Name: fmt.Sprintf("Member %02d", i), Hash: sitetest.HashOf(fmt.Sprint(i))})
	}
	if err := s.DB.ImportMembers(t.Context(), list, adminIs.ID, s.Now().Add(time.Hour), s.Now()); err != nil {
		t.Fatal(err)
	}
	for who, c := range map[string]*sitetest.Client{"nobody": s.Client(t), "a guest": guestOf(t, s)} {
		c.Get("/club/members").WantStatus(t, http.StatusForbidden).WantText(t, "main", "Log in to continue")
		if p := c.Get("/club/members"); strings.Contains(p.Body, "Otto") {
			t.Errorf("%s reads %s", who, p.Text("main"))
		}
	}

	p := ben.Get("/club/members").WantStatus(t, http.StatusOK).WantText(t, "main", "63 members").WantCount(t, "#members li", 50)
	p.WantText(t, "#members", "Anna Admin").WantCount(t, "a[href^='/club/members/']", 0)
	if strings.Contains(p.Text("main"), "not joined yet") {
		t.Error("members see who has not come")
	}
	next := p.Attribute("nav.do a[rel=next]", "href")
	ben.Get(next).WantCount(t, "#members li", 13).WantText(t, "#members", "Otto Organiser").WantCount(t, "nav.do a[href='/club/members']", 1)
	ben.Get("/club/members?name=MEMBER+0").WantCount(t, "#members li", 10).WantText(t, "main", "10 of 63 members")
	ben.Get("/club/members?name=%25").WantText(t, "main", "No members match")
	ben.Get("/club/members?name="+strings.Repeat("a", 60_000)).WantStatus(t, http.StatusOK).WantText(t, "main", "No members match")
	ben.Get("/club/members?name=n_1").WantCount(t, "#members li", 1).WantText(t, "#members", "Ben_1")
	ben.Get("/club/members?role=organiser").WantCount(t, "#members li", 1).WantText(t, "main", "1 of 63 members")
	ben.Get("/club/members?name=member&after=member+49").WantCount(t, "#members li", 10).WantText(t, "main", "60 of 63 members")
	ben.Get("/club/members?waiting=yes&role=admin").WantCount(t, "#members li", 1) // filters of organisers are ignored
	ben.Get("/club/members?sort=since").WantText(t, "#members li:first-child", "Member 59").WantCount(t, ".orders a", 2)
	later := ben.Get("/club/members?sort=since&role=member")
	ben.Get(later.Attribute("nav.do a[rel=next]", "href")).WantCount(t, "#members li", 11).WantText(t, "#members li:last-child", "Ben_1")
	ben.Get("/club/members?sort=seen").WantText(t, "#members li:first-child", "Anna") // an order of organisers is ignored
	later.WantCount(t, "form.search input[type=hidden]", 2).WantCount(t, ".orders [aria-current]", 1)
	ben.Get("/club/members?sort=age").WantStatus(t, http.StatusUnprocessableEntity)
	ben.Get("/club/members?role=king").WantStatus(t, http.StatusUnprocessableEntity)

	organiser.Get("/club/members").WantText(t, "main", "60 not joined yet").WantCount(t, "a[href^='/club/members/']", 50)
	organiser.Get("/club/members?waiting=yes&name=59").WantCount(t, "#members li", 1).WantText(t, "#members", "invited").WantText(t, "#members", "The link is valid until")

	t.Run("days of visits", func(t *testing.T) {
		if err := s.NoteDays(t.Context()); err != nil {
			t.Fatal(err)
		}
		day := s.Now().UTC().Truncate(24 * time.Hour)
		person, err := s.DB.PersonByName(t.Context(), "Ben_1")
		if err != nil || !person.Seen.Equal(day) {
			t.Errorf("seen %v, %v; want %v", person.Seen, err, day)
		}
		organiser.Get("/club/members?name=ben").WantText(t, "#members", "Last visit: today")
		organiser.Get("/club/members?sort=seen").WantText(t, "#members li:nth-child(-n+3)", "Last visit: today").WantCount(t, ".orders a", 4)
		if p := ben.Get("/club/members"); strings.Contains(p.Text("main"), "Last visit") {
			t.Error("members see who was here when")
		}
	})
	t.Run("a member", func(t *testing.T) {
		organiser.Get("/club/members/ben_1").WantStatus(t, http.StatusOK).WantText(t, "h1", "Ben_1").WantCount(t, "[name=role]", 0).WantText(t, "main", "Only admins can change roles")
		admin.Get("/club/members/ben_1").WantCount(t, "[name=role][value=member][checked]", 1)
		ben.Get("/club/members/Anna").WantStatus(t, http.StatusForbidden)
		admin.Get("/club/members/nobody").WantStatus(t, http.StatusNotFound)
		admin.Post("/club/members/Ben_1/role", "role", "king").WantStatus(t, http.StatusUnprocessableEntity)
		admin.Post("/club/members/Anna/role", "role", "member").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "This is the club’s only admin")
		admin.Post("/club/members/Ben_1/role", "role", "admin").WantStatus(t, http.StatusOK).WantCount(t, "[name=role][value=admin][checked]", 1)
		p := admin.Post("/club/members/Anna/role", "role", "member").WantStatus(t, http.StatusOK)
		if p.Path != "/club/members" {
			t.Errorf("stepping down leads to %s", p.Path)
		}
		admin.Get("/club/settings").WantStatus(t, http.StatusForbidden)
	})
}

// Admins give roles to members who have not joined yet, in the list that is imported, and by an invitation.
func TestRolesBeforeJoining(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	admin, _ := s.WithRole(t, "Anna", db.Admin)
	otto, _ := s.WithRole(t, "Otto", db.Organiser)
	const list = "Name,E-Mail,Role\nPia,pia@mail.example,Organisateur\nRosa,,\nTim,,king\n"
	p := otto.Imports(list).WantStatus(t, http.StatusOK).WantText(t, "main", "1 member can be imported")
	p.WantText(t, ".import tbody tr:first-child", "Only admins can give this role").WantText(t, ".import tbody tr:last-child", "Unknown role")
	p = admin.Imports(list).WantText(t, "main", "2 members can be imported").WantText(t, ".import tbody tr:first-child", "Pia Organiser").
		WantText(t, "main", "Roles from “Role”")
	admin.Post("/club/import", "list", p.Attribute("form:not([enctype]) input[name=list]", "value"), "sure", "good").WantStatus(t, http.StatusOK)
	otto.Get("/club/members?role=organiser&name=pia").WantText(t, "#members", "Organiser invited")

	rosa := strings.TrimPrefix(otto.Post("/club/members/Rosa/invitation").WantStatus(t, http.StatusOK).Text("#link"), s.Url)
	p = admin.Post("/club/members/Rosa/role", "role", "admin").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Create a new link now")
	p.WantText(t, "main", "No valid link")
	s.Client(t).Get(rosa).WantStatus(t, http.StatusNotFound)
	otto.Post("/club/members/Rosa/invitation").WantStatus(t, http.StatusForbidden)
	rosa = strings.TrimPrefix(admin.Post("/club/members/Rosa/invitation").WantStatus(t, http.StatusOK).Text("#link"), s.Url)
	joined := s.Client(t)
	joined.Get(rosa).WantText(t, "main", "Your role: Admin")
	joined.Get("/club/settings").WantStatus(t, http.StatusForbidden)
	joined.Post(rosa, "password", sitetest.Password).WantStatus(t, http.StatusOK)
	joined.Get("/club/settings").WantStatus(t, http.StatusOK)
	admin.Get("/club/log").WantText(t, ".log li:first-child", "Rosa joined the club. Role: Admin.")

	otto.Get("/club/invitations").WantCount(t, "select[name=role]", 0)
	otto.Post("/club/invitations", "uses", "1", "days", "9", "role", "organiser").WantStatus(t, http.StatusForbidden)
	p = admin.Post("/club/invitations", "uses", "2", "days", "9", "role", "organiser", "note", "Secretary").WantStatus(t, http.StatusUnprocessableEntity)
	p.WantText(t, "#problem", "for one person").WantCount(t, "select[name=role] option[value=organiser][selected]", 1).WantCount(t, "input[name=uses][aria-invalid=true]", 1)
	p = admin.Post("/club/invitations", "uses", "1", "days", "9", "role", "organiser", "note", "Secretary").WantStatus(t, http.StatusOK).WantText(t, "#invitations li", "Organiser")
	cem := s.Client(t)
	link := strings.TrimPrefix(p.Text(".made textarea"), s.Url)
	cem.Get(link).WantText(t, "main", "Your role: Organiser")
	cem.Post(link, "name", "Cem", "password", sitetest.Password).WantStatus(t, http.StatusOK)
	cem.Get("/club/invitations").WantStatus(t, http.StatusOK)
}

// The list of members as a file can be imported again, and holds no formula.
func TestMembersFile(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	otto, ottoIs := s.WithRole(t, "Otto", db.Organiser)
	mona, _ := s.NewAccount(t, "Mona")
	_, rita := s.NewAccount(t, "Rita")
	if _, err := s.DB.CloseAccount(t.Context(), rita.ID, "Spam", ottoIs.ID, s.Now()); err != nil {
		t.Fatal(err)
	}
	if err := s.DB.ImportMembers(t.Context(), []db.NewMember{{Name: "-Pia", Hash: sitetest.HashOf("pia")}}, ottoIs.ID, s.Now().Add(time.Hour), s.Now()); err != nil {
		t.Fatal(err)
	}
	_, zoe := s.WithRole(t, "Zoe", db.Admin)
	if _, err := s.DB.SetClub(t.Context(), db.Club{Name: "The Dice", Open: true, Zone: "Pacific/Kiritimati"}, "", zoe.ID, s.Now()); err != nil {
		t.Fatal(err)
	}
	if err := s.NoteDays(t.Context()); err != nil {
		t.Fatal(err)
	}
	otto.Get("/club/members").WantCount(t, "a[href='/club/members.csv']", 1)
	mona.Get("/club/members").WantCount(t, "a[href='/club/members.csv']", 0)
	mona.Get("/club/members.csv").WantStatus(t, http.StatusForbidden)
	p := otto.Get("/club/members.csv").WantStatus(t, http.StatusOK)
	if p.Header.Get("Cache-Control") != "no-store" || p.Header.Get("Content-Disposition") != `attachment; filename="The-Dice-members.csv"` {
		t.Errorf("headers %v", p.Header)
	}
	zone, err := time.LoadLocation("Pacific/Kiritimati")
	if err != nil {
		t.Fatal(err)
	}
	today, visit := s.Now().In(zone).Format(time.DateOnly), s.Now().UTC().Format(time.DateOnly)
	rows := readCSV(t, p.Body)
	for i, want := range [][]string{
		{"name", "role", "since (Pacific/Kiritimati)", "last visit (UTC)", "status"},
		{"'-Pia", "member", today, "", "invited"},
		{"Mona", "member", today, visit, "joined"},
		{"Otto", "organiser", today, visit, "joined"},
		{"Rita", "member", today, visit, "closed"},
	} {
		if i >= len(rows) || strings.Join(rows[i], ",") != strings.Join(want, ",") {
			t.Fatalf("row %d is not %v in %v", i, want, rows)
		}
	}
	other := sitetest.New(t)
	olga, _ := other.WithRole(t, "Olga", db.Organiser)
	olga.Imports("name,role\n'-Pia,member\nMona,member\n", "sure", "all").WantStatus(t, http.StatusOK).WantText(t, ".links", "-Pia")
	other.IdOf(t, "-Pia")
}

// guestOf returns a guest of a site.
func guestOf(t *testing.T, s *sitetest.Site) *sitetest.Client {
	t.Helper()
	c := s.Client(t)
	c.NewGame("device", "me")
	return c
}

func TestInvitations(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{})
	log := &sitetest.LogBuffer{}
	s.Log = slog.New(slog.NewTextHandler(log, nil))
	admin, adminIs := s.WithRole(t, "Anna", db.Admin)
	admin.Post("/club/settings", "name", "Six Corners", "sign-up", "invited", "guests", "on").WantStatus(t, http.StatusOK)
	invite := func(uses, days string) string {
		t.Helper()
		clock.Advance(time.Second) // so that it is the last
		p := admin.Post("/club/invitations", "note", "The chess club", "uses", uses, "days", days).WantStatus(t, http.StatusOK)
		return strings.TrimPrefix(p.Text(".made textarea"), s.Url)
	}
	link := invite("2", "14")
	if p := admin.Get("/club/invitations"); strings.Contains(p.Body, strings.TrimPrefix(link, "/invited/")) || p.Find(".made").Length() > 0 {
		t.Error("the secret is shown again")
	}
	if stored := s.Stored(t); strings.Contains(stored, strings.TrimPrefix(link, "/invited/")) {
		t.Error("the secret is stored")
	}
	admin.Get("/club/log").WantText(t, ".log li:first-child", "Anna created an invitation for 2, valid until").WantText(t, ".log li:first-child q", "The chess club").
		WantCount(t, ".log a[href='/club/invitations']", 1)

	ben := s.Client(t)
	ben.Get(link).WantStatus(t, http.StatusOK).WantText(t, "h1", "You’re invited to Six Corners")
	ben.Post(link, "name", "B", "password", sitetest.Password).WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "2 to 30 characters")
	ben.Post(link, "name", "Anna", "password", sitetest.Password).WantStatus(t, http.StatusConflict).WantText(t, "#problem", "This name is taken")
	ben.Post(link, "name", "Ben", "password", "short").WantStatus(t, http.StatusUnprocessableEntity)
	if p := ben.Post(link, "name", "Ben", "password", sitetest.Password).WantStatus(t, http.StatusOK); p.Path != "/club" {
		t.Errorf("it leads to %s", p.Path)
	}
	ben.Get("/club").WantText(t, ".top nav", "Ben")
	if p := ben.Get("/club/log").WantText(t, ".log", "Anna created an invitation").WantCount(t, ".log a[href='/club/invitations']", 0); strings.Contains(p.Body, "The chess club") {
		t.Error("members read the note of an invitation")
	}
	ben.Get("/privacy").WantText(t, "main", "Only organisers see notes of invitations")
	admin.Get("/club/invitations").WantText(t, "#invitations", "The chess club")
	ben.Get(link).WantStatus(t, http.StatusConflict)
	guest := s.Client(t)
	game := guest.NewGame("device", "me")
	guest.Get(link).WantText(t, "main", "You keep your guest games")
	guest.Post(link, "name", "Gus", "password", sitetest.Password).WantStatus(t, http.StatusOK)
	guest.NoRedirects().Turn(game, "c2", 0).WantStatus(t, http.StatusSeeOther)

	if text := log.String(); strings.Contains(text, "link.refused") {
		t.Errorf("a link that holds is refused: %s", text)
	}
	late := s.Client(t)
	late.Get(link).WantStatus(t, http.StatusNotFound).WantText(t, "main", "This invitation is no longer valid")
	late.Post(link, "name", "Late", "password", sitetest.Password).WantStatus(t, http.StatusNotFound)
	if text := log.String(); strings.Count(text, "event=link.refused") != 2 || strings.Contains(text, strings.TrimPrefix(link, "/invited/")) {
		t.Errorf("a link that holds no more is logged %s", text)
	}
	admin.Get("/club/invitations").WantText(t, "#invitations li", "2 of 2 used used up").WantCount(t, "#invitations form", 0)

	t.Run("its time runs out", func(t *testing.T) {
		link := invite("1", "1")
		clock.Advance(24*time.Hour + time.Second)
		late.Get(link).WantStatus(t, http.StatusNotFound)
		late.Post(link, "name", "Late", "password", sitetest.Password).WantStatus(t, http.StatusNotFound)
		admin.Get("/club/invitations").WantText(t, "#invitations li:first-child", "expired")
	})
	t.Run("it is taken back", func(t *testing.T) {
		link := invite("1", "1")
		revoke := admin.Get("/club/invitations").Attribute("#invitations li:first-child form", "action")
		ben.Post(revoke).WantStatus(t, http.StatusForbidden)
		late.Get(link).WantStatus(t, http.StatusOK)
		admin.Post(revoke).WantStatus(t, http.StatusOK).WantText(t, "#notice", "Invitation revoked").WantText(t, "#invitations li:first-child", "revoked")
		admin.Get("/club/log").WantText(t, ".log li:first-child", "revoked an invitation").WantText(t, ".log li:first-child q", "The chess club")
		ben.Get("/club/log").WantText(t, ".log li:first-child", "revoked an invitation").WantCount(t, ".log q", 0)
		late.Post(link, "name", "Late", "password", sitetest.Password).WantStatus(t, http.StatusNotFound)
		admin.Post(revoke).WantStatus(t, http.StatusNotFound)
	})
	for _, form := range [][2]string{{"0", "14"}, {"501", "14"}, {"x", "14"}, {"1", "0"}, {"1", "367"}, {"1", ""}, {"99999999999999999999", "1"}} {
		admin.Post("/club/invitations", "uses", form[0], "days", form[1]).WantStatus(t, http.StatusUnprocessableEntity).WantCount(t, "#problem", 1)
	}
	admin.Post("/club/invitations", "uses", "1", "days", "1", "note", strings.Repeat("x", 61)).WantStatus(t, http.StatusUnprocessableEntity)
	t.Run("a club's evening", func(t *testing.T) {
		s, _ := sitetest.LimitedSite(t, web.Limits{SignUps: limit.Limit{Burst: 2, Every: time.Hour}})
		otto, _ := s.WithRole(t, "Otto", db.Organiser)
		p := otto.Imports("Pia\nRosa\nTim", "sure", "all").WantStatus(t, http.StatusOK)
		for _, row := range readCSV(t, p.Attribute("input[name=csv]", "value"))[1:] {
			s.Client(t).Post(strings.TrimPrefix(row[2], s.Url), "password", sitetest.Password).WantStatus(t, http.StatusOK).WantText(t, ".top nav", row[0])
		}
	})
	admin.Get("/club/invitations?after=none").WantStatus(t, http.StatusOK).WantCount(t, "#invitations li", 0)
	s.Promote(t, s.IdOf(t, "Ben"), db.Admin)
	s.Promote(t, adminIs.ID, db.Member)
	admin.Post("/club/invitations", "uses", "1", "days", "1").WantStatus(t, http.StatusForbidden) // without delay
}

// No cell of a downloaded table is a formula.
func TestCellsAreNoFormulas(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	organiser, _ := s.WithRole(t, "Otto", db.Organiser)
	sent := "name,email,link\n-Pia,=1+1,\"@SUM(A1)\"\n+Rosa,\"\tx\",http://x/\n"
	got := readCSV(t, organiser.Post("/club/import/links.csv", "csv", sent).WantStatus(t, http.StatusOK).Body)
	for i, want := range []string{"name|email|link", "'-Pia|'=1+1|'@SUM(A1)", "'+Rosa|'\tx|http://x/"} {
		if strings.Join(got[i], "|") != want {
			t.Errorf("row %d is %q", i, got[i])
		}
	}
	for _, junk := range []string{"", "a,b\n", "\"", "a,b,c\nd\n"} {
		organiser.Post("/club/import/links.csv", "csv", junk).WantStatus(t, http.StatusUnprocessableEntity)
	}
}

func TestSeasons(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	organiser, _ := s.WithRole(t, "Otto", db.Organiser)
	ben, _ := s.NewAccount(t, "Ben")
	stranger := s.Client(t)
	stranger.Get("/seasons").WantStatus(t, http.StatusOK).WantText(t, "main", "No seasons yet").WantCount(t, "main form", 0)
	ben.Get("/seasons").WantCount(t, "main form", 0)
	autumn := organiser.Post("/seasons", "name", " Autumn 2026 ").WantStatus(t, http.StatusOK).WantText(t, "h1", "Autumn 2026").Path
	stranger.Get(autumn).WantText(t, "h1", "Autumn 2026").WantText(t, "main", "Open season").WantCount(t, "main form", 0)
	stranger.Get("/club").WantText(t, ".page-head .up a", "Autumn 2026").WantText(t, "main .empty", "No ladders or tournaments yet").
		WantCount(t, "main p a[href='/seasons']", 0)
	for name, want := range map[string]int{"": 422, "...": 422, strings.Repeat("x", 61): 422, "AUTUMN  2026": 409} {
		organiser.Post("/seasons", "name", name).WantStatus(t, want).WantCount(t, "#problem", 1)
		organiser.Post(autumn, "name", name).WantStatus(t, map[bool]int{true: 200, false: want}[want == 409])
	}
	organiser.Post(autumn, "name", "Autumn 2026").WantStatus(t, http.StatusOK)
	id := strings.TrimPrefix(autumn, "/seasons/")
	spring := organiser.Post("/seasons", "name", "Spring 2027", "continues", id).WantStatus(t, http.StatusOK)
	spring.WantText(t, "main", "Previous season: Autumn 2026").WantCount(t, "main a[href='"+autumn+"']", 1)
	ben.Get("/club/log").WantText(t, ".log li:first-child", "Otto created the season “Spring 2027”, continuing “Autumn 2026”.")
	organiser.Post("/seasons", "name", "Summer", "continues", "none").WantStatus(t, http.StatusNotFound)

	for _, tt := range []struct {
		status string
		want   int
		shown  string
	}{
		{"archived", 409, "The season’s state has changed"},
		{"open", 409, "The season’s state has changed"},
		{"nonsense", 409, "The season’s state has changed"},
		{"closed", 200, "Closed season"},
		{"archived", 200, "Archived season"},
		{"open", 409, "The season’s state has changed"},
		{"closed", 200, "Closed season"},
		{"open", 200, "Open season since"},
		{"closed", 200, "Closed season"},
	} {
		organiser.Post(autumn+"/status", "status", tt.status).WantStatus(t, tt.want).WantText(t, "main", tt.shown)
	}
	organiser.Post(autumn+"/status", "status", "open").WantStatus(t, http.StatusOK)
	cup := organiser.Post("/tournaments", "season", id, "game", "six", "name", "Cup").WantStatus(t, http.StatusOK).Path
	organiser.Get(autumn).WantCount(t, "form button[value=closed]", 0).WantCount(t, "a[href='"+autumn+"/status?to=closed']", 1)
	asked := organiser.Get(autumn+"/status?to=closed").WantText(t, "h1", "Close the season?").WantCount(t, "h1:contains('·')", 0).WantText(t, "form.panel", "Started challenges and tournaments continue").WantText(t, "#going-on", "Cup")
	asked.WantCount(t, "#confirm[name=status][value=closed]", 1)
	organiser.Post(autumn+"/status", "status", "closed").WantStatus(t, http.StatusOK).WantText(t, "#going-on a[href='"+cup+"']", "Cup")
	if to := organiser.Get(autumn + "/status?to=closed"); to.Path != autumn { // it was closed meanwhile
		t.Errorf("a question about a closed season is answered with %s", to.Path)
	}
	organiser.Get(autumn+"/status?to=archived").WantText(t, "h1", "Archive the season?").WantText(t, "#problem", "These must finish").WantCount(t, "#confirm", 0)
	organiser.Post(autumn+"/status", "status", "archived").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "End or cancel the items").WantText(t, "#going-on", "Cup")
	organiser.Post(cup+"/off", "reason", "Nobody came.").WantStatus(t, http.StatusOK)
	organiser.Get(autumn+"/status?to=archived").WantCount(t, "#problem", 0).WantCount(t, "#confirm[value=archived]", 1)
	organiser.Post(autumn+"/status", "status", "archived").WantStatus(t, http.StatusOK).WantCount(t, "main [name=name]", 0)
	organiser.Post(autumn, "name", "Fall").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "This season is archived")
	p := stranger.Get("/seasons").WantText(t, "h2:nth-of-type(1)", "Open season").WantText(t, "h2:nth-of-type(2)", "Archived season")
	if got := strings.Join(p.List(".list .main a"), ","); got != "Spring 2027,Autumn 2026" {
		t.Errorf("seasons %s", got)
	}
	stranger.Get("/club").WantText(t, ".page-head .up", "Spring 2027").WantCount(t, ".club-links a[href='/seasons']", 1)
	ben.Get("/club/log").WantText(t, ".log li:first-child", "Otto changed the season “Autumn 2026”: Closed season → Archived season.")
	stranger.Get("/seasons/none").WantStatus(t, http.StatusNotFound)
	organiser.Post("/seasons/none", "name", "Fall").WantStatus(t, http.StatusNotFound)
	ben.Post(autumn, "name", "Fall").WantStatus(t, http.StatusForbidden)
}
