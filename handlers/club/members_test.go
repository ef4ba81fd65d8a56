package club_test

import (
	"encoding/csv"
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
	if strings.Contains(p.Text("main"), "has not come") {
		t.Error("members see who has not come")
	}
	next := p.Attribute("nav.do a[rel=next]", "href")
	ben.Get(next).WantCount(t, "#members li", 13).WantText(t, "#members", "Otto Organiser").WantCount(t, "nav.do a[href='/club/members']", 1)
	ben.Get("/club/members?name=MEMBER+0").WantCount(t, "#members li", 10).WantText(t, "main", "Found: 10 of 63")
	ben.Get("/club/members?name=%25").WantText(t, "main", "No member matches")
	ben.Get("/club/members?name="+strings.Repeat("a", 60_000)).WantStatus(t, http.StatusOK).WantText(t, "main", "No member matches")
	ben.Get("/club/members?name=n_1").WantCount(t, "#members li", 1).WantText(t, "#members", "Ben_1")
	ben.Get("/club/members?role=organiser").WantCount(t, "#members li", 1).WantText(t, "main", "Found: 1 of 63")
	ben.Get("/club/members?name=member&after=member+49").WantCount(t, "#members li", 10).WantText(t, "main", "Found: 60 of 63")
	ben.Get("/club/members?waiting=yes&role=admin").WantCount(t, "#members li", 1) // filters of organisers are ignored
	ben.Get("/club/members?sort=since").WantText(t, "#members li:first-child", "Member 59").WantCount(t, ".orders a", 2)
	later := ben.Get("/club/members?sort=since&role=member")
	ben.Get(later.Attribute("nav.do a[rel=next]", "href")).WantCount(t, "#members li", 11).WantText(t, "#members li:last-child", "Ben_1")
	ben.Get("/club/members?sort=seen").WantText(t, "#members li:first-child", "Anna") // an order of organisers is ignored
	later.WantCount(t, "form.search input[type=hidden]", 2).WantCount(t, ".orders [aria-current]", 1)
	ben.Get("/club/members?sort=age").WantStatus(t, http.StatusUnprocessableEntity)
	ben.Get("/club/members?role=king").WantStatus(t, http.StatusUnprocessableEntity)

	organiser.Get("/club/members").WantText(t, "main", "60 have not come yet").WantCount(t, "a[href^='/club/members/']", 50)
	organiser.Get("/club/members?waiting=yes&name=59").WantCount(t, "#members li", 1).WantText(t, "#members", "invited").WantText(t, "#members", "The link holds until")

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
		organiser.Get("/club/members/ben_1").WantStatus(t, http.StatusOK).WantText(t, "h1", "Ben_1").WantCount(t, "[name=role]", 0).WantText(t, "main", "Admins change roles")
		admin.Get("/club/members/ben_1").WantCount(t, "[name=role][value=member][checked]", 1)
		ben.Get("/club/members/Anna").WantStatus(t, http.StatusForbidden)
		admin.Get("/club/members/nobody").WantStatus(t, http.StatusNotFound)
		admin.Post("/club/members/Ben_1/role", "role", "king").WantStatus(t, http.StatusUnprocessableEntity)
		admin.Post("/club/members/Anna/role", "role", "member").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "The club needs an admin")
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
	p.WantText(t, ".import tbody tr:first-child", "Only admins give this role").WantText(t, ".import tbody tr:last-child", "That is not a role")
	p = admin.Imports(list).WantText(t, "main", "2 members can be imported").WantText(t, ".import tbody tr:first-child", "Pia Organiser").
		WantText(t, "main", "Roles are read from “Role”")
	admin.Post("/club/import", "list", p.Attribute("form:not([enctype]) input[name=list]", "value"), "sure", "good").WantStatus(t, http.StatusOK)
	otto.Get("/club/members?role=organiser&name=pia").WantText(t, "#members", "Organiser invited")

	rosa := strings.TrimPrefix(otto.Post("/club/members/Rosa/invitation").WantStatus(t, http.StatusOK).Text("#link"), s.Url)
	p = admin.Post("/club/members/Rosa/role", "role", "admin").WantStatus(t, http.StatusOK).WantText(t, "#notice", "takes effect when the member joins")
	p.WantText(t, "main", "There is no link that lets them in")
	s.Client(t).Get(rosa).WantStatus(t, http.StatusNotFound)
	otto.Post("/club/members/Rosa/invitation").WantStatus(t, http.StatusForbidden)
	rosa = strings.TrimPrefix(admin.Post("/club/members/Rosa/invitation").WantStatus(t, http.StatusOK).Text("#link"), s.Url)
	joined := s.Client(t)
	joined.Get(rosa).WantText(t, "main", "Your role will be: Admin")
	joined.Get("/club/settings").WantStatus(t, http.StatusForbidden)
	joined.Post(rosa, "password", sitetest.Password).WantStatus(t, http.StatusOK)
	joined.Get("/club/settings").WantStatus(t, http.StatusOK)
	admin.Get("/club/log").WantText(t, ".log li:first-child", "Rosa joined the club. Role: Admin.")

	otto.Get("/club/invitations").WantCount(t, "select[name=role]", 0)
	otto.Post("/club/invitations", "uses", "1", "days", "9", "role", "organiser").WantStatus(t, http.StatusForbidden)
	p = admin.Post("/club/invitations", "uses", "2", "days", "9", "role", "organiser", "note", "Secretary").WantStatus(t, http.StatusUnprocessableEntity)
	p.WantText(t, "#problem", "one person only").WantCount(t, "select[name=role] option[value=organiser][selected]", 1).WantCount(t, "input[name=uses][aria-invalid=true]", 1)
	p = admin.Post("/club/invitations", "uses", "1", "days", "9", "role", "organiser", "note", "Secretary").WantStatus(t, http.StatusOK).WantText(t, "#invitations li", "Organiser")
	cem := s.Client(t)
	link := strings.TrimPrefix(p.Text(".made textarea"), s.Url)
	cem.Get(link).WantText(t, "main", "Your role will be: Organiser")
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
	if err := s.NoteDays(t.Context()); err != nil {
		t.Fatal(err)
	}
	otto.Get("/club/members").WantCount(t, "a[href='/club/members.csv']", 1)
	mona.Get("/club/members").WantCount(t, "a[href='/club/members.csv']", 0)
	mona.Get("/club/members.csv").WantStatus(t, http.StatusForbidden)
	p := otto.Get("/club/members.csv").WantStatus(t, http.StatusOK)
	if p.Header.Get("Cache-Control") != "no-store" || p.Header.Get("Content-Disposition") != `attachment; filename="hexclub-members.csv"` {
		t.Errorf("headers %v", p.Header)
	}
	today := s.Now().UTC().Format(time.DateOnly)
	rows := readCSV(t, p.Body)
	for i, want := range [][]string{
		{"name", "role", "since", "last visit", "status"},
		{"'-Pia", "member", today, "", "invited"},
		{"Mona", "member", today, today, "joined"},
		{"Otto", "organiser", today, today, "joined"},
		{"Rita", "member", today, today, "closed"},
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
	admin.Get("/club/log").WantText(t, ".log li:first-child", "Anna created an invitation for 2, until").WantText(t, ".log li:first-child q", "The chess club").
		WantCount(t, ".log a[href='/club/invitations']", 1)

	ben := s.Client(t)
	ben.Get(link).WantStatus(t, http.StatusOK).WantText(t, "h1", "You are invited to Six Corners")
	ben.Post(link, "name", "B", "password", sitetest.Password).WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "2 to 30 characters")
	ben.Post(link, "name", "Anna", "password", sitetest.Password).WantStatus(t, http.StatusConflict).WantText(t, "#problem", "That name is taken")
	ben.Post(link, "name", "Ben", "password", "short").WantStatus(t, http.StatusUnprocessableEntity)
	if p := ben.Post(link, "name", "Ben", "password", sitetest.Password).WantStatus(t, http.StatusOK); p.Path != "/club" {
		t.Errorf("it leads to %s", p.Path)
	}
	ben.Get("/club").WantText(t, ".top nav", "Ben")
	if p := ben.Get("/club/log").WantText(t, ".log", "Anna created an invitation").WantCount(t, ".log a[href='/club/invitations']", 0); strings.Contains(p.Body, "The chess club") {
		t.Error("members read the note of an invitation")
	}
	ben.Get("/privacy").WantText(t, "main", "Only organisers see the notes of invitations")
	admin.Get("/club/invitations").WantText(t, "#invitations", "The chess club")
	ben.Get(link).WantStatus(t, http.StatusConflict)
	guest := s.Client(t)
	game := guest.NewGame("device", "me")
	guest.Get(link).WantText(t, "main", "Your games as a guest come along")
	guest.Post(link, "name", "Gus", "password", sitetest.Password).WantStatus(t, http.StatusOK)
	guest.NoRedirects().Turn(game, "c2", 0).WantStatus(t, http.StatusSeeOther)

	if text := log.String(); strings.Contains(text, "link.refused") {
		t.Errorf("a link that holds is refused: %s", text)
	}
	late := s.Client(t)
	late.Get(link).WantStatus(t, http.StatusNotFound).WantText(t, "main", "This invitation does not hold any more")
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
		admin.Get("/club/invitations").WantText(t, "#invitations li:first-child", "run out")
	})
	t.Run("it is taken back", func(t *testing.T) {
		link := invite("1", "1")
		revoke := admin.Get("/club/invitations").Attribute("#invitations li:first-child form", "action")
		ben.Post(revoke).WantStatus(t, http.StatusForbidden)
		late.Get(link).WantStatus(t, http.StatusOK)
		admin.Post(revoke).WantStatus(t, http.StatusOK).WantText(t, "#notice", "The invitation is taken back").WantText(t, "#invitations li:first-child", "taken back")
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

func TestImport(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	organiser, _ := s.WithRole(t, "Otto", db.Organiser)
	before := s.Stored(t)
	const bad = "Name;E-Mail\nPia;pia@mail.example\n\nOTTO\nx\npia\nQuinn;nonsense\nRosa;rosa@mail.example\n"
	p := organiser.Imports(bad).WantStatus(t, http.StatusOK)
	want := []string{
		"2Pia pia@mail.exampleis fine", "4OTTO a member already", "5x A name has 2 to 30 characters.",
		"6pia The same name is in line 2.", "7Quinn nonsenseThat is no e-mail address. Leave it out, or put it right.", "8Rosa rosa@mail.exampleis fine",
	}
	if got := p.List(".import tbody tr"); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the preview is\n%s", strings.Join(got, "\n"))
	}
	p.WantText(t, "main", "2 members can be imported. Nothing is stored yet.").WantCount(t, "button[value=all]", 0).WantCount(t, "button[value=good]", 1)
	if got := p.Attribute("form:not([enctype]) input[name=list]", "value"); got != "name,email\nPia,pia@mail.example\nOTTO,\nx,\npia,\nQuinn,nonsense\nRosa,rosa@mail.example\n" {
		t.Errorf("the form to confirm has %q", got)
	}
	p.WantText(t, "main", "Names are read from “Name”, addresses from “E-Mail”.")
	mixed := organiser.Imports("Pia;pia@mail.example\nQuinn, quinn@mail.example\nRosa <rosa@mail.example>\n\"Sam Smith\" <sam@mail.example>\nOtto\n").WantCount(t, "button[value=all]", 1)
	if got := mixed.Attribute("form:not([enctype]) input[name=list]", "value"); got != "name,email\nPia,pia@mail.example\nQuinn,quinn@mail.example\nRosa,rosa@mail.example\nSam Smith,sam@mail.example\nOtto,\n" {
		t.Errorf("a list with several separators is read as %q", got)
	}
	organiser.Imports("Surname,Team\nPia,Red\n").WantText(t, "main", "Names are read from “Surname”").WantCount(t, ".import tbody tr", 1)
	organiser.Imports(bad, "sure", "all").WantStatus(t, http.StatusUnprocessableEntity).WantCount(t, ".import tbody tr", 6)
	organiser.Imports("x\n", "sure", "good").WantStatus(t, http.StatusUnprocessableEntity).WantCount(t, "button[value=good]", 0)
	for name, tt := range map[string]struct{ list, problem string }{
		"nothing":      {"", "The list is empty"},
		"a heading":    {"name,email\n", "The list is empty"},
		"an open mark": {"Pia\n\"Rosa\nQuinn", "Line 2: a quotation mark"},
		"too many":     {strings.Repeat("Pia\n", 501), "At most 500 members"},
		"no text":      {"Pia\x00", "That is not a text file"},
	} {
		t.Run(name, func(t *testing.T) {
			organiser.Imports(tt.list, "sure", "all").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", tt.problem)
		})
	}
	s.WantStored(t, before)

	p = organiser.Imports(bad, "sure", "good").WantStatus(t, http.StatusOK).WantText(t, "h1", "2 members are imported").WantCount(t, ".links li", 2)
	links := map[string]string{}
	for _, row := range readCSV(t, p.Attribute("input[name=csv]", "value"))[1:] {
		links[row[0]] = strings.TrimPrefix(row[2], s.Url)
		if row[1] == "" || !strings.Contains(p.Text(".links"), row[2]) {
			t.Errorf("row %v", row)
		}
	}
	organiser.Get("/club/log").WantText(t, ".log li:first-child", "Otto imported members (2): Pia, Rosa.")
	file := organiser.Post("/club/import/links.csv", "csv", p.Attribute("input[name=csv]", "value")).WantStatus(t, http.StatusOK)
	if !strings.HasPrefix(file.Body, "\ufeff") || file.Header.Get("Cache-Control") != "no-store" || p.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("the file begins with %.9q; %v, %v", file.Body, file.Header, p.Header)
	}
	if got := readCSV(t, file.Body); len(got) != 3 || !strings.Contains(file.Header.Get("Content-Disposition"), "attachment") || got[0][2] != "link" {
		t.Errorf("the file is %q, %v", file.Body, file.Header)
	}

	t.Run("nobody logs in to who has not come", func(t *testing.T) {
		for _, password := range []string{"", "x", sitetest.Password} {
			s.Client(t).Post("/login", "name", "Pia", "password", password).WantStatus(t, http.StatusUnprocessableEntity)
		}
		s.Client(t).Post("/signup", "name", "Pia", "password", sitetest.Password).WantStatus(t, http.StatusConflict)
	})
	t.Run("but they are there to play with", func(t *testing.T) {
		organiser.Get("/people/Pia").WantStatus(t, http.StatusOK)
		if _, err := s.DB.CreateGame(t.Context(), db.NewGame{Key: "hexone", Host: s.IdOf(t, "Otto"), HostSeat: 1, Opponent: s.IdOf(t, "Pia")}, s.Now()); err != nil {
			t.Error(err)
		}
	})
	t.Run("a link lets its member in, once", func(t *testing.T) {
		pia := s.Client(t)
		pia.NewGame("device", "me") // as a guest, who keeps their games
		pia.Get(links["Pia"]).WantStatus(t, http.StatusOK).WantText(t, "h1", "Welcome, Pia!").WantCount(t, "input[name=name]", 0)
		pia.Post(links["Pia"], "password", "short").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "at least 8")
		id := s.IdOf(t, "Pia")
		pia.Post(links["Pia"], "password", sitetest.Password, "name", "Queen").WantStatus(t, http.StatusOK).WantText(t, ".top nav", "Pia")
		if s.IdOf(t, "Pia") != id {
			t.Error("Pia is somebody else now")
		}
		pia.Get("/people/Pia").WantStatus(t, http.StatusOK)
		s.Client(t).Get(links["Pia"]).WantStatus(t, http.StatusNotFound)
		s.Client(t).Post(links["Pia"], "password", "another password").WantStatus(t, http.StatusNotFound)
		s.Client(t).LogIn("Pia")
		organiser.Get("/club/members").WantText(t, "main", "1 has not come yet")
		organiser.Post("/club/members/Pia/invitation").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "has come already")
	})
	t.Run("a lost link is made anew", func(t *testing.T) {
		p := organiser.Post("/club/members/Rosa/invitation").WantStatus(t, http.StatusOK)
		link := strings.TrimPrefix(p.Text("textarea#link"), s.Url)
		s.Client(t).Get(links["Rosa"]).WantStatus(t, http.StatusNotFound)
		s.Client(t).Get(link).WantStatus(t, http.StatusOK).WantText(t, "h1", "Rosa")
		organiser.Get("/club/log").WantText(t, ".log li:first-child", "Otto created a new link for Rosa.")
		p = organiser.Get("/club/members/Rosa").WantText(t, "main", "By Otto")
		p = organiser.Post(p.Attribute("form[action$='/revoke']", "action"), "member", "Rosa").WantStatus(t, http.StatusOK)
		if p.Path != "/club/members/Rosa" {
			t.Errorf("it leads to %s", p.Path)
		}
		p.WantText(t, "main", "There is no link that lets them in").WantCount(t, "form[action$='/revoke']", 0)
		s.Client(t).Get(link).WantStatus(t, http.StatusNotFound)
		organiser.Get("/club/log").WantText(t, ".log li:first-child", "Otto revoked the link of Rosa, created on "+sitetest.Calendar(t, s.Now()).On(s.Now()).Text)
	})
	t.Run("lost links are made anew for all", func(t *testing.T) {
		organiser.Imports("Sue\nTim", "sure", "all").WantStatus(t, http.StatusOK)
		action := organiser.Get("/club/members?waiting=yes").Attribute("main form[action$=links]", "action")
		p := organiser.Post(action).WantStatus(t, http.StatusOK).WantText(t, "h1", "3 new links").WantCount(t, ".links li", 3)
		if p.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("headers %v", p.Header)
		}
		for _, row := range readCSV(t, p.Attribute("input[name=csv]", "value"))[1:] {
			s.Client(t).Get(strings.TrimPrefix(row[2], s.Url)).WantStatus(t, http.StatusOK).WantText(t, "h1", row[0])
		}
		organiser.Get("/club/log").WantText(t, ".log li:first-child", "3 new links").WantText(t, ".log li:nth-child(2)", "Otto imported members")
	})
	t.Run("a role given in advance says whether the link works for it", func(t *testing.T) {
		admin, _ := s.WithRole(t, "Walter", db.Admin)
		admin.Post("/club/members/Sue/role", "role", "organiser").WantText(t, "#notice", "Now make a new link") // Otto made hers
		admin.Post("/club/members/Sue/invitation").WantStatus(t, http.StatusOK)
		admin.Post("/club/members/Sue/role", "role", "admin").WantText(t, "#notice", "The link made before works.")
		admin.Post("/club/members/Sue/role", "role", "member").WantStatus(t, http.StatusOK)
	})
	t.Run("who never came is renamed, and removed", func(t *testing.T) {
		p := organiser.Post("/club/members/Sue/name", "name", "x").WantStatus(t, http.StatusUnprocessableEntity)
		p.WantText(t, "#problem", "2 to 30 characters")
		organiser.Post("/club/members/Sue/name", "name", "pia").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "That name is taken")
		organiser.Post("/club/members/Sue/name", "name", " Susi ").WantStatus(t, http.StatusOK).WantText(t, "h1", "Susi").WantText(t, "#notice", "The name is changed")
		organiser.Post("/club/members/Susi/remove").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "tick the box")
		organiser.Post("/club/members/Susi/remove", "sure", "yes").WantStatus(t, http.StatusOK).WantText(t, "#notice", "The member is removed")
		organiser.Get("/club/members/Susi").WantStatus(t, http.StatusNotFound)
		organiser.Get("/club/log").WantText(t, ".log li:first-child", "Otto removed an imported member who had never come.")
		organiser.Post("/club/members/Pia/remove", "sure", "yes").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "has come already")
		organiser.Get("/club/members/Pia").WantCount(t, "form[action$='/remove']", 0)
	})
}

func readCSV(t *testing.T, text string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff"))).ReadAll()
	if err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	return rows
}

// A list can be in any encoding that spreadsheets write, and as large as a club.
func TestImportFiles(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	organiser, _ := s.WithRole(t, "Otto", db.Organiser)
	for name, content := range map[string]string{
		"UTF-8":          "Name,Email\nZoë,zoe@mail.example\nJosé\n",
		"with a mark":    "\ufeffName,Email\r\nZoë,zoe@mail.example\r\nJosé,\r\n",
		"Latin letters":  "nom;courriel\nZo\xeb;zoe@mail.example\nJos\xe9;\n",
		"tabs":           "Zoë\tzoe@mail.example\nJosé\n",
		"quoted":         "\"Zoë\",\"zoe@mail.example\"\n\"José\"",
		"old line ends":  "Zoë, zoe@mail.example\r\nJosé\r\n",
		"empty lines":    "\n ;\n Name ; E-Mail \n\nZoë;zoe@mail.example\nJosé;\n",
		"other columns":  "Nr.\tE-Mail\tName\n\tzoe@mail.example\tZoë\n2\t\tJosé\n",
		"only addresses": "E-Mail,Who\nzoe@mail.example,Zoë\n,José\n",
		"UTF-16, little": utf16LE("Zoë\tzoe@mail.example\nJosé\n"),
		"decomposed":     "Zoe\u0308,zoe@mail.example\nJose\u0301\n",
	} {
		t.Run(name, func(t *testing.T) {
			p := organiser.Uploads(t, []byte(content)).WantStatus(t, http.StatusOK).WantCount(t, ".import tbody tr", 2)
			if got := strings.Join(p.List(".import tbody th"), "|"); got != "Zoë zoe@mail.example|José" {
				t.Errorf("names %q", got)
			}
			p.WantCount(t, "button[value=all]", 1)
		})
	}
	for name, content := range map[string]string{
		"Vorname + Nachname": "Nachname;Vorname;Ort\nBell;Zoë;Ulm\n",
		"Prénom + Nom":       "Nom;Prénom;Courriel\nBell;Zoë;zoe@mail.example\n",
		"Nombre + Apellidos": "Nombre,Apellidos\nZoë,Bell\n",
	} {
		t.Run(name, func(t *testing.T) {
			p := organiser.Uploads(t, []byte(content)).WantStatus(t, http.StatusOK).WantText(t, ".import tbody th", "Zoë Bell")
			first, second, _ := strings.Cut(name, " + ")
			p.WantText(t, "main", "Names are read from “"+first+"” + “"+second+"”").WantCount(t, "button[value=all]", 1)
		})
	}
	t.Run("a file as large as may be", func(t *testing.T) {
		list := "Name;Note\n" + strings.Repeat("한별;"+strings.Repeat("글", 330)+"\n", 500)
		p := organiser.Uploads(t, []byte(list)).WantStatus(t, http.StatusOK).WantCount(t, ".import tbody tr", 500)
		organiser.Imports(p.Attribute("input[type=hidden][name=list]", "value"), "sure", "good").WantStatus(t, http.StatusOK).WantCount(t, ".links li", 1)
	})
	t.Run("no text", func(t *testing.T) {
		organiser.Uploads(t, []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")).WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "That is not a text file")
	})
	t.Run("500 long names", func(t *testing.T) {
		var list strings.Builder
		for i := range 500 {
			fmt.Fprintf(&list, "%s %03d,%s%d@mail.example\n", strings.Repeat("한", 26), i, strings.Repeat("m", 40), i)
		}
		p := organiser.Uploads(t, []byte(list.String())).WantStatus(t, http.StatusOK).WantCount(t, ".import tbody tr", 500)
		p = organiser.Imports(p.Attribute("input[type=hidden][name=list]", "value"), "sure", "all").WantStatus(t, http.StatusOK).WantCount(t, ".links li", 500)
		organiser.Post("/club/import/links.csv", "csv", p.Attribute("input[name=csv]", "value")).WantStatus(t, http.StatusOK)
		organiser.Get("/club/log").WantText(t, ".log li:first-child", "members (500)")
	})
	t.Run("larger than that", func(t *testing.T) {
		organiser.Imports(strings.Repeat("a", 600<<10)).WantStatus(t, http.StatusRequestEntityTooLarge)
		organiser.Post("/club/settings", "welcome", strings.Repeat("a", 70<<10)).WantStatus(t, http.StatusRequestEntityTooLarge)
	})
}

// utf16LE encodes text as UTF-16 with a byte order mark.
func utf16LE(text string) string {
	b := []byte{0xff, 0xfe}
	for _, r := range text {
		b = append(b, byte(r), byte(r>>8))
	}
	return string(b)
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
	stranger.Get("/seasons").WantStatus(t, http.StatusOK).WantText(t, "main", "There is no season yet").WantCount(t, "main form", 0)
	ben.Get("/seasons").WantCount(t, "main form", 0)
	autumn := organiser.Post("/seasons", "name", " Autumn 2026 ").WantStatus(t, http.StatusOK).WantText(t, "h1", "Autumn 2026").Path
	stranger.Get(autumn).WantText(t, "h1", "Autumn 2026").WantText(t, "main", "Open season").WantCount(t, "main form", 0)
	stranger.Get("/club").WantText(t, ".page-head .up a", "Autumn 2026").WantText(t, "main .empty", "Nothing is held in it yet").
		WantCount(t, "main p a[href='/seasons']", 0)
	for name, want := range map[string]int{"": 422, "...": 422, strings.Repeat("x", 61): 422, "AUTUMN  2026": 409} {
		organiser.Post("/seasons", "name", name).WantStatus(t, want).WantCount(t, "#problem", 1)
		organiser.Post(autumn, "name", name).WantStatus(t, map[bool]int{true: 200, false: want}[want == 409])
	}
	organiser.Post(autumn, "name", "Autumn 2026").WantStatus(t, http.StatusOK)
	id := strings.TrimPrefix(autumn, "/seasons/")
	spring := organiser.Post("/seasons", "name", "Spring 2027", "continues", id).WantStatus(t, http.StatusOK)
	spring.WantText(t, "main", "Continues the season: Autumn 2026").WantCount(t, "main a[href='"+autumn+"']", 1)
	ben.Get("/club/log").WantText(t, ".log li:first-child", "Otto opened the season “Spring 2027”, which continues “Autumn 2026”.")
	organiser.Post("/seasons", "name", "Summer", "continues", "none").WantStatus(t, http.StatusNotFound)

	for _, tt := range []struct {
		status string
		want   int
		shown  string
	}{
		{"archived", 409, "That does not follow"},
		{"open", 409, "That does not follow"},
		{"nonsense", 409, "That does not follow"},
		{"closed", 200, "Closed season"},
		{"archived", 200, "Archived season"},
		{"open", 409, "That does not follow"},
		{"closed", 200, "Closed season"},
		{"open", 200, "Open season since"},
		{"closed", 200, "Closed season"},
	} {
		organiser.Post(autumn+"/status", "status", tt.status).WantStatus(t, tt.want).WantText(t, "main", tt.shown)
	}
	organiser.Post(autumn+"/status", "status", "open").WantStatus(t, http.StatusOK)
	cup := organiser.Post("/tournaments", "season", id, "game", "six", "name", "Cup").WantStatus(t, http.StatusOK).Path
	organiser.Get(autumn).WantCount(t, "form button[value=closed]", 0).WantCount(t, "a[href='"+autumn+"/status?to=closed']", 1)
	asked := organiser.Get(autumn+"/status?to=closed").WantText(t, "h1", "Close the season?").WantCount(t, "h1:contains('·')", 0).WantText(t, "form.panel", "can be finished").WantText(t, "#going-on", "Cup")
	asked.WantCount(t, "#confirm[name=status][value=closed]", 1)
	organiser.Post(autumn+"/status", "status", "closed").WantStatus(t, http.StatusOK).WantText(t, "#going-on a[href='"+cup+"']", "Cup")
	if to := organiser.Get(autumn + "/status?to=closed"); to.Path != autumn { // it was closed meanwhile
		t.Errorf("a question about a closed season is answered with %s", to.Path)
	}
	organiser.Get(autumn+"/status?to=archived").WantText(t, "h1", "Archive the season?").WantText(t, "#problem", "have to be over").WantCount(t, "#confirm", 0)
	organiser.Post(autumn+"/status", "status", "archived").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "still goes on").WantText(t, "#going-on", "Cup")
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
