package handlers_test

import (
	"encoding/csv"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers"
)

func TestMembersPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	admin, adminIs := s.withRole(t, "Anna", db.Admin)
	organiser, _ := s.withRole(t, "Otto", db.Organiser)
	ben, _ := s.newAccount(t, "Ben_1")
	var list []db.NewMember
	for i := range 60 {
		list = append(list, db.NewMember{Name: fmt.Sprintf("Member %02d", i), Hash: hashOf(fmt.Sprint(i))})
	}
	if err := s.DB.ImportMembers(t.Context(), list, adminIs.ID, s.Now().Add(time.Hour), s.Now()); err != nil {
		t.Fatal(err)
	}
	for who, c := range map[string]*client{"nobody": s.client(t), "a guest": guestOf(t, s)} {
		c.get("/club/members").wantStatus(t, http.StatusForbidden).wantText(t, "main", "Log in first")
		if p := c.get("/club/members"); strings.Contains(p.body, "Otto") {
			t.Errorf("%s reads %s", who, p.text("main"))
		}
	}

	p := ben.get("/club/members").wantStatus(t, http.StatusOK).wantText(t, "main", "63 members").wantCount(t, ".archive li", 50)
	p.wantText(t, ".archive", "Anna Admin").wantCount(t, "a[href^='/club/members/']", 0)
	if strings.Contains(p.text("main"), "has not come") {
		t.Error("members are told who has not come")
	}
	next := p.attribute("nav.do a[rel=next]", "href")
	ben.get(next).wantCount(t, ".archive li", 13).wantText(t, ".archive", "Otto Organiser").wantCount(t, "nav.do a[href='/club/members']", 1)
	ben.get("/club/members?name=MEMBER+0").wantCount(t, ".archive li", 10).wantText(t, "main", "Found: 10 of 63")
	ben.get("/club/members?name=%25").wantText(t, "main", "No member matches")
	ben.get("/club/members?name="+strings.Repeat("a", 60_000)).wantStatus(t, http.StatusOK).wantText(t, "main", "No member matches")
	ben.get("/club/members?name=n_1").wantCount(t, ".archive li", 1).wantText(t, ".archive", "Ben_1")
	ben.get("/club/members?role=organiser").wantCount(t, ".archive li", 1).wantText(t, "main", "Found: 1 of 63")
	ben.get("/club/members?name=member&after=member+49").wantCount(t, ".archive li", 10).wantText(t, "main", "Found: 60 of 63")
	ben.get("/club/members?waiting=yes&role=admin").wantCount(t, ".archive li", 1) // what is not theirs to ask does not matter
	ben.get("/club/members?role=king").wantStatus(t, http.StatusUnprocessableEntity)

	organiser.get("/club/members").wantText(t, "main", "60 imported members have not come yet").wantCount(t, "a[href^='/club/members/']", 50)
	organiser.get("/club/members?waiting=yes&name=59").wantCount(t, ".archive li", 1).wantText(t, ".archive", "Imported, has not come yet")

	t.Run("days of visits", func(t *testing.T) {
		if err := s.NoteDays(t.Context()); err != nil {
			t.Fatal(err)
		}
		day := s.Now().UTC().Truncate(24 * time.Hour)
		person, err := s.DB.PersonByName(t.Context(), "Ben_1")
		if err != nil || !person.Seen.Equal(day) {
			t.Errorf("seen %v, %v; want %v", person.Seen, err, day)
		}
		organiser.get("/club/members?name=ben").wantText(t, ".archive", "Last visit: "+day.Format(time.DateOnly))
		if p := ben.get("/club/members"); strings.Contains(p.text("main"), "Last visit") {
			t.Error("members are told who was here when")
		}
	})
	t.Run("a member", func(t *testing.T) {
		organiser.get("/club/members/ben_1").wantStatus(t, http.StatusOK).wantText(t, "h1", "Ben_1").wantCount(t, "[name=role]", 0).wantText(t, "main", "Admins change roles")
		admin.get("/club/members/ben_1").wantCount(t, "[name=role][value=member][checked]", 1)
		ben.get("/club/members/Anna").wantStatus(t, http.StatusForbidden)
		admin.get("/club/members/nobody").wantStatus(t, http.StatusNotFound)
		admin.post("/club/members/Ben_1/role", "role", "king").wantStatus(t, http.StatusUnprocessableEntity)
		admin.post("/club/members/Anna/role", "role", "member").wantStatus(t, http.StatusConflict).wantText(t, "#problem", "The club needs an admin")
		admin.post("/club/members/Ben_1/role", "role", "admin").wantStatus(t, http.StatusOK).wantCount(t, "[name=role][value=admin][checked]", 1)
		p := admin.post("/club/members/Anna/role", "role", "member").wantStatus(t, http.StatusOK)
		if p.path != "/club/members" {
			t.Errorf("stepping down leads to %s", p.path)
		}
		admin.get("/club/settings").wantStatus(t, http.StatusForbidden)
	})
}

// guestOf is a guest of a site.
func guestOf(t *testing.T, s *site) *client {
	t.Helper()
	c := s.client(t)
	c.newGame("device", "me")
	return c
}

func TestInvitations(t *testing.T) {
	t.Parallel()
	s, clock := limitedSite(t, handlers.Limits{})
	log := &logBuffer{}
	s.Log = slog.New(slog.NewTextHandler(log, nil))
	admin, adminIs := s.withRole(t, "Anna", db.Admin)
	admin.post("/club/settings", "name", "Six Corners", "sign-up", "invited", "guests", "on").wantStatus(t, http.StatusOK)
	invite := func(uses, days string) string {
		t.Helper()
		clock.advance(time.Second) // it is the last of all
		p := admin.post("/club/invitations", "note", "The chess club", "uses", uses, "days", days).wantStatus(t, http.StatusOK)
		return strings.TrimPrefix(p.text(".made textarea"), s.url)
	}
	link := invite("2", "14")
	if p := admin.get("/club/invitations"); strings.Contains(p.body, strings.TrimPrefix(link, "/invited/")) || p.Find(".made").Length() > 0 {
		t.Error("the secret is shown again")
	}
	if stored := s.stored(t); strings.Contains(stored, strings.TrimPrefix(link, "/invited/")) {
		t.Error("the secret is stored")
	}
	admin.get("/club/log").wantText(t, ".log li:first-child", "Anna made an invitation. Uses: 2.").wantText(t, ".log li:first-child q", "The chess club")

	ben := s.client(t)
	ben.get(link).wantStatus(t, http.StatusOK).wantText(t, "h1", "You are invited to Six Corners")
	ben.post(link, "name", "B", "password", password).wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "2 to 30 characters")
	ben.post(link, "name", "Anna", "password", password).wantStatus(t, http.StatusConflict).wantText(t, "#problem", "That name is taken")
	ben.post(link, "name", "Ben", "password", "short").wantStatus(t, http.StatusUnprocessableEntity)
	if p := ben.post(link, "name", "Ben", "password", password).wantStatus(t, http.StatusOK); p.path != "/club" {
		t.Errorf("it leads to %s", p.path)
	}
	ben.get("/club").wantText(t, ".top nav", "Ben")
	ben.get(link).wantStatus(t, http.StatusConflict)
	guest := s.client(t)
	game := guest.newGame("device", "me")
	guest.get(link).wantText(t, "main", "The games you have played as a guest come along")
	guest.post(link, "name", "Gus", "password", password).wantStatus(t, http.StatusOK)
	guest.still().turn(game, "c2", 0).wantStatus(t, http.StatusSeeOther)

	if text := log.String(); strings.Contains(text, "link.refused") {
		t.Errorf("a link that holds is refused: %s", text)
	}
	late := s.client(t)
	late.get(link).wantStatus(t, http.StatusNotFound).wantText(t, "main", "This invitation does not hold any more")
	late.post(link, "name", "Late", "password", password).wantStatus(t, http.StatusNotFound)
	if text := log.String(); strings.Count(text, "event=link.refused") != 2 || strings.Contains(text, strings.TrimPrefix(link, "/invited/")) {
		t.Errorf("a link that holds no more is logged %s", text)
	}
	admin.get("/club/invitations").wantText(t, ".archive li", "2 of 2 used used up").wantCount(t, ".archive form", 0)

	t.Run("its time runs out", func(t *testing.T) {
		link := invite("1", "1")
		clock.advance(24*time.Hour + time.Second)
		late.get(link).wantStatus(t, http.StatusNotFound)
		late.post(link, "name", "Late", "password", password).wantStatus(t, http.StatusNotFound)
		admin.get("/club/invitations").wantText(t, ".archive li:first-child", "run out")
	})
	t.Run("it is taken back", func(t *testing.T) {
		link := invite("1", "1")
		revoke := admin.get("/club/invitations").attribute(".archive li:first-child form", "action")
		ben.post(revoke).wantStatus(t, http.StatusForbidden)
		late.get(link).wantStatus(t, http.StatusOK)
		admin.post(revoke).wantStatus(t, http.StatusOK).wantText(t, "#notice", "The invitation is taken back").wantText(t, ".archive li:first-child", "taken back")
		late.post(link, "name", "Late", "password", password).wantStatus(t, http.StatusNotFound)
		admin.post(revoke).wantStatus(t, http.StatusNotFound)
	})
	for _, form := range [][2]string{{"0", "14"}, {"501", "14"}, {"x", "14"}, {"1", "0"}, {"1", "367"}, {"1", ""}, {"99999999999999999999", "1"}} {
		admin.post("/club/invitations", "uses", form[0], "days", form[1]).wantStatus(t, http.StatusUnprocessableEntity).wantCount(t, "#problem", 1)
	}
	admin.post("/club/invitations", "uses", "1", "days", "1", "note", strings.Repeat("x", 61)).wantStatus(t, http.StatusUnprocessableEntity)
	t.Run("a club's evening", func(t *testing.T) {
		s, _ := limitedSite(t, handlers.Limits{SignUps: handlers.Limit{Burst: 2, Every: time.Hour}})
		otto, _ := s.withRole(t, "Otto", db.Organiser)
		p := otto.imports("Pia\nRosa\nTim", "sure", "all").wantStatus(t, http.StatusOK)
		for _, row := range readCSV(t, p.attribute("input[name=csv]", "value"))[1:] {
			s.client(t).post(strings.TrimPrefix(row[2], s.url), "password", password).wantStatus(t, http.StatusOK).wantText(t, ".top nav", row[0])
		}
	})
	admin.get("/club/invitations?after=none").wantStatus(t, http.StatusOK).wantCount(t, ".archive li", 0)
	s.promote(t, s.idOf(t, "Ben"), db.Admin)
	s.promote(t, adminIs.ID, db.Member)
	admin.post("/club/invitations", "uses", "1", "days", "1").wantStatus(t, http.StatusForbidden) // at once
}

func TestImport(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	organiser, _ := s.withRole(t, "Otto", db.Organiser)
	before := s.stored(t)
	const bad = "Name;E-Mail\nPia;pia@mail.example\n\nOTTO\nx\npia\nQuinn;nonsense\nRosa;rosa@mail.example\n"
	p := organiser.imports(bad).wantStatus(t, http.StatusOK)
	want := []string{
		"2Pia pia@mail.exampleis fine", "4OTTO That name is taken. Choose another.", "5x A name has 2 to 30 characters.",
		"6pia The same name is in line 2.", "7Quinn nonsenseThat is no e-mail address. Leave it out, or put it right.", "8Rosa rosa@mail.exampleis fine",
	}
	if got := p.list(".import tbody tr"); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the preview is\n%s", strings.Join(got, "\n"))
	}
	p.wantText(t, "main", "2 members can be imported. Nothing is stored yet.").wantCount(t, "button[value=all]", 0).wantCount(t, "button[value=good]", 1)
	if got := p.attribute("form:not([enctype]) input[name=list]", "value"); got != "name,email\nPia,pia@mail.example\nOTTO,\nx,\npia,\nQuinn,nonsense\nRosa,rosa@mail.example\n" {
		t.Errorf("the form to confirm has %q", got)
	}
	p.wantText(t, "main", "Names are read from “Name”, addresses from “E-Mail”.")
	organiser.imports(bad, "sure", "all").wantStatus(t, http.StatusUnprocessableEntity).wantCount(t, ".import tbody tr", 6)
	organiser.imports("x\n", "sure", "good").wantStatus(t, http.StatusUnprocessableEntity).wantCount(t, "button[value=good]", 0)
	for name, tt := range map[string]struct{ list, problem string }{
		"nothing":      {"", "The list is empty"},
		"a heading":    {"name,email\n", "The list is empty"},
		"an open mark": {"Pia\n\"Rosa\nQuinn", "Line 2: a quotation mark"},
		"too many":     {strings.Repeat("Pia\n", 501), "At most 500 members"},
		"no text":      {"Pia\x00", "That is not a text file"},
	} {
		t.Run(name, func(t *testing.T) {
			organiser.imports(tt.list, "sure", "all").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", tt.problem)
		})
	}
	s.wantStored(t, before)

	p = organiser.imports(bad, "sure", "good").wantStatus(t, http.StatusOK).wantText(t, "h1", "2 members are imported").wantCount(t, ".links li", 2)
	links := map[string]string{}
	for _, row := range readCSV(t, p.attribute("input[name=csv]", "value"))[1:] {
		links[row[0]] = strings.TrimPrefix(row[2], s.url)
		if row[1] == "" || !strings.Contains(p.text(".links"), row[2]) {
			t.Errorf("row %v", row)
		}
	}
	organiser.get("/club/log").wantText(t, ".log li:first-child", "Otto imported members. How many: 2. Names: Pia, Rosa.")
	file := organiser.post("/club/import/links.csv", "csv", p.attribute("input[name=csv]", "value")).wantStatus(t, http.StatusOK)
	if !strings.HasPrefix(file.body, "\ufeff") || file.header.Get("Cache-Control") != "no-store" || p.header.Get("Cache-Control") != "no-store" {
		t.Errorf("the file begins with %.9q; %v, %v", file.body, file.header, p.header)
	}
	if got := readCSV(t, file.body); len(got) != 3 || !strings.Contains(file.header.Get("Content-Disposition"), "attachment") || got[0][2] != "link" {
		t.Errorf("the file is %q, %v", file.body, file.header)
	}

	t.Run("nobody logs in to who has not come", func(t *testing.T) {
		for _, password := range []string{"", "x", password} {
			s.client(t).post("/login", "name", "Pia", "password", password).wantStatus(t, http.StatusUnprocessableEntity)
		}
		s.client(t).post("/signup", "name", "Pia", "password", password).wantStatus(t, http.StatusConflict)
	})
	t.Run("but they are there to play with", func(t *testing.T) {
		organiser.get("/people/Pia").wantStatus(t, http.StatusOK)
		if _, err := s.DB.CreateGame(t.Context(), db.NewGame{Key: "hexone", Host: s.idOf(t, "Otto"), HostSeat: 1, Opponent: s.idOf(t, "Pia")}, s.Now()); err != nil {
			t.Error(err)
		}
	})
	t.Run("a link lets its member in, once", func(t *testing.T) {
		pia := s.client(t)
		pia.newGame("device", "me") // as a guest, whose games come along
		pia.get(links["Pia"]).wantStatus(t, http.StatusOK).wantText(t, "h1", "Welcome, Pia!").wantCount(t, "input[name=name]", 0)
		pia.post(links["Pia"], "password", "short").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "at least 8")
		id := s.idOf(t, "Pia")
		pia.post(links["Pia"], "password", password, "name", "Queen").wantStatus(t, http.StatusOK).wantText(t, ".top nav", "Pia")
		if s.idOf(t, "Pia") != id {
			t.Error("Pia is somebody else now")
		}
		pia.get("/people/Pia").wantStatus(t, http.StatusOK)
		s.client(t).get(links["Pia"]).wantStatus(t, http.StatusNotFound)
		s.client(t).post(links["Pia"], "password", "another password").wantStatus(t, http.StatusNotFound)
		s.client(t).logIn("Pia")
		organiser.get("/club/members").wantText(t, "main", "1 imported member has not come yet")
		organiser.post("/club/members/Pia/invitation").wantStatus(t, http.StatusConflict).wantText(t, "#problem", "has come already")
	})
	t.Run("a lost link is made anew", func(t *testing.T) {
		p := organiser.post("/club/members/Rosa/invitation").wantStatus(t, http.StatusOK)
		link := strings.TrimPrefix(p.text("textarea#link"), s.url)
		s.client(t).get(links["Rosa"]).wantStatus(t, http.StatusNotFound)
		s.client(t).get(link).wantStatus(t, http.StatusOK).wantText(t, "h1", "Rosa")
		organiser.get("/club/log").wantText(t, ".log li:first-child", "Otto made a new link for Rosa.")
		p = organiser.get("/club/members/Rosa").wantText(t, "main", "By Otto")
		p = organiser.post(p.attribute("form[action$='/revoke']", "action"), "member", "Rosa").wantStatus(t, http.StatusOK)
		if p.path != "/club/members/Rosa" {
			t.Errorf("it leads to %s", p.path)
		}
		p.wantText(t, "main", "There is no link that lets them in").wantCount(t, "form[action$='/revoke']", 0)
		s.client(t).get(link).wantStatus(t, http.StatusNotFound)
		organiser.get("/club/log").wantText(t, ".log li:first-child", "Otto took back the link of Rosa, made on "+s.Now().UTC().Format(time.DateOnly))
	})
	t.Run("lost links are made anew for all", func(t *testing.T) {
		organiser.imports("Sue\nTim", "sure", "all").wantStatus(t, http.StatusOK)
		action := organiser.get("/club/members?waiting=yes").attribute("main form.card", "action")
		p := organiser.post(action).wantStatus(t, http.StatusOK).wantText(t, "h1", "3 new links").wantCount(t, ".links li", 3)
		if p.header.Get("Cache-Control") != "no-store" {
			t.Errorf("headers %v", p.header)
		}
		for _, row := range readCSV(t, p.attribute("input[name=csv]", "value"))[1:] {
			s.client(t).get(strings.TrimPrefix(row[2], s.url)).wantStatus(t, http.StatusOK).wantText(t, "h1", row[0])
		}
		organiser.get("/club/log").wantText(t, ".log li:first-child", "How many: 3.").wantText(t, ".log li:nth-child(2)", "Otto imported members")
	})
	t.Run("who never came is renamed, and removed", func(t *testing.T) {
		p := organiser.post("/club/members/Sue/name", "name", "x").wantStatus(t, http.StatusUnprocessableEntity)
		p.wantText(t, "#problem", "2 to 30 characters")
		organiser.post("/club/members/Sue/name", "name", "pia").wantStatus(t, http.StatusConflict).wantText(t, "#problem", "That name is taken")
		organiser.post("/club/members/Sue/name", "name", " Susi ").wantStatus(t, http.StatusOK).wantText(t, "h1", "Susi").wantText(t, "#notice", "The name is changed")
		organiser.post("/club/members/Susi/remove").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "tick the box")
		organiser.post("/club/members/Susi/remove", "sure", "yes").wantStatus(t, http.StatusOK).wantText(t, "#notice", "The member is removed")
		organiser.get("/club/members/Susi").wantStatus(t, http.StatusNotFound)
		organiser.get("/club/log").wantText(t, ".log li:first-child", "Otto removed an imported member who had never come.")
		organiser.post("/club/members/Pia/remove", "sure", "yes").wantStatus(t, http.StatusConflict).wantText(t, "#problem", "has come already")
		organiser.get("/club/members/Pia").wantCount(t, "form[action$='/remove']", 0)
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

// A list comes as spreadsheets write it, and as large as a club is.
func TestImportFiles(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	organiser, _ := s.withRole(t, "Otto", db.Organiser)
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
			p := organiser.uploads(t, []byte(content)).wantStatus(t, http.StatusOK).wantCount(t, ".import tbody tr", 2)
			if got := strings.Join(p.list(".import tbody th"), "|"); got != "Zoë zoe@mail.example|José" {
				t.Errorf("names %q", got)
			}
			p.wantCount(t, "button[value=all]", 1)
		})
	}
	for name, content := range map[string]string{
		"Vorname + Nachname": "Nachname;Vorname;Ort\nBell;Zoë;Ulm\n",
		"Prénom + Nom":       "Nom;Prénom;Courriel\nBell;Zoë;zoe@mail.example\n",
		"Nombre + Apellidos": "Nombre,Apellidos\nZoë,Bell\n",
	} {
		t.Run(name, func(t *testing.T) {
			p := organiser.uploads(t, []byte(content)).wantStatus(t, http.StatusOK).wantText(t, ".import tbody th", "Zoë Bell")
			first, second, _ := strings.Cut(name, " + ")
			p.wantText(t, "main", "Names are read from “"+first+"” + “"+second+"”").wantCount(t, "button[value=all]", 1)
		})
	}
	t.Run("a file as large as may be", func(t *testing.T) {
		list := "Name;Note\n" + strings.Repeat("한별;"+strings.Repeat("글", 330)+"\n", 500)
		p := organiser.uploads(t, []byte(list)).wantStatus(t, http.StatusOK).wantCount(t, ".import tbody tr", 500)
		organiser.imports(p.attribute("input[type=hidden][name=list]", "value"), "sure", "good").wantStatus(t, http.StatusOK).wantCount(t, ".links li", 1)
	})
	t.Run("no text", func(t *testing.T) {
		organiser.uploads(t, []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")).wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "That is not a text file")
	})
	t.Run("500 long names", func(t *testing.T) {
		var list strings.Builder
		for i := range 500 {
			fmt.Fprintf(&list, "%s %03d,%s%d@mail.example\n", strings.Repeat("한", 26), i, strings.Repeat("m", 40), i)
		}
		p := organiser.uploads(t, []byte(list.String())).wantStatus(t, http.StatusOK).wantCount(t, ".import tbody tr", 500)
		p = organiser.imports(p.attribute("input[type=hidden][name=list]", "value"), "sure", "all").wantStatus(t, http.StatusOK).wantCount(t, ".links li", 500)
		organiser.post("/club/import/links.csv", "csv", p.attribute("input[name=csv]", "value")).wantStatus(t, http.StatusOK)
		organiser.get("/club/log").wantText(t, ".log li:first-child", "How many: 500.")
	})
	t.Run("larger than that", func(t *testing.T) {
		organiser.imports(strings.Repeat("a", 600<<10)).wantStatus(t, http.StatusRequestEntityTooLarge)
		organiser.post("/club/settings", "welcome", strings.Repeat("a", 70<<10)).wantStatus(t, http.StatusRequestEntityTooLarge)
	})
}

// utf16LE is ASCII and Latin letters as some spreadsheets write them.
func utf16LE(text string) string {
	b := []byte{0xff, 0xfe}
	for _, r := range text {
		b = append(b, byte(r), byte(r>>8))
	}
	return string(b)
}

// No cell of a table that is downloaded is a formula.
func TestHarmlessCells(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	organiser, _ := s.withRole(t, "Otto", db.Organiser)
	sent := "name,email,link\n-Pia,=1+1,\"@SUM(A1)\"\n+Rosa,\"\tx\",http://x/\n"
	got := readCSV(t, organiser.post("/club/import/links.csv", "csv", sent).wantStatus(t, http.StatusOK).body)
	for i, want := range []string{"name|email|link", "'-Pia|'=1+1|'@SUM(A1)", "'+Rosa|'\tx|http://x/"} {
		if strings.Join(got[i], "|") != want {
			t.Errorf("row %d is %q", i, got[i])
		}
	}
	for _, junk := range []string{"", "a,b\n", "\"", "a,b,c\nd\n"} {
		organiser.post("/club/import/links.csv", "csv", junk).wantStatus(t, http.StatusUnprocessableEntity)
	}
}

func TestSeasons(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	organiser, _ := s.withRole(t, "Otto", db.Organiser)
	ben, _ := s.newAccount(t, "Ben")
	stranger := s.client(t)
	stranger.get("/seasons").wantStatus(t, http.StatusOK).wantText(t, "main", "There is no season yet").wantCount(t, "main form", 0)
	ben.get("/seasons").wantCount(t, "main form", 0)
	autumn := organiser.post("/seasons", "name", " Autumn 2026 ").wantStatus(t, http.StatusOK).wantText(t, "h1", "Autumn 2026").path
	stranger.get(autumn).wantText(t, "h1", "Autumn 2026").wantText(t, "main", "Open season").wantCount(t, "main form", 0)
	stranger.get("/club").wantText(t, "main section h2", "Autumn 2026").wantText(t, "main section", "Nothing is held in it yet")
	for name, want := range map[string]int{"": 422, "...": 422, strings.Repeat("x", 61): 422, "AUTUMN  2026": 409} {
		organiser.post("/seasons", "name", name).wantStatus(t, want).wantCount(t, "#problem", 1)
		organiser.post(autumn, "name", name).wantStatus(t, map[bool]int{true: 200, false: want}[want == 409])
	}
	organiser.post(autumn, "name", "Autumn 2026").wantStatus(t, http.StatusOK)
	id := strings.TrimPrefix(autumn, "/seasons/")
	spring := organiser.post("/seasons", "name", "Spring 2027", "continues", id).wantStatus(t, http.StatusOK)
	spring.wantText(t, "main", "Continues the season: Autumn 2026").wantCount(t, "main a[href='"+autumn+"']", 1)
	ben.get("/club/log").wantText(t, ".log li:first-child", "Otto opened the season “Spring 2027”, which continues “Autumn 2026”.")
	organiser.post("/seasons", "name", "Summer", "continues", "none").wantStatus(t, http.StatusNotFound)

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
		organiser.post(autumn+"/status", "status", tt.status).wantStatus(t, tt.want).wantText(t, "main", tt.shown)
	}
	organiser.post(autumn+"/status", "status", "open").wantStatus(t, http.StatusOK)
	cup := organiser.post("/tournaments", "season", id, "game", "six", "name", "Cup").wantStatus(t, http.StatusOK).path
	organiser.post(autumn+"/status", "status", "closed").wantStatus(t, http.StatusOK).wantText(t, "#going-on a[href='"+cup+"']", "Cup")
	organiser.post(autumn+"/status", "status", "archived").wantStatus(t, http.StatusConflict).wantText(t, "#problem", "still goes on").wantText(t, "#going-on", "Cup")
	organiser.post(cup+"/off", "reason", "Nobody came.").wantStatus(t, http.StatusOK)
	organiser.post(autumn+"/status", "status", "archived").wantStatus(t, http.StatusOK).wantCount(t, "main [name=name]", 0)
	organiser.post(autumn, "name", "Fall").wantStatus(t, http.StatusConflict).wantText(t, "#problem", "This season is archived")
	p := stranger.get("/seasons").wantText(t, "h2:nth-of-type(1)", "Open season").wantText(t, "h2:nth-of-type(2)", "Archived season")
	if got := strings.Join(p.list(".archive a"), ","); got != "Spring 2027,Autumn 2026" {
		t.Errorf("seasons %s", got)
	}
	stranger.get("/club").wantCount(t, "main section", 1).wantCount(t, "main p a[href='/seasons']", 1)
	ben.get("/club/log").wantText(t, ".log li:first-child", "Otto changed the season “Autumn 2026”. Was: Closed season. Is: Archived season.")
	stranger.get("/seasons/none").wantStatus(t, http.StatusNotFound)
	organiser.post("/seasons/none", "name", "Fall").wantStatus(t, http.StatusNotFound)
	ben.post(autumn, "name", "Fall").wantStatus(t, http.StatusForbidden)
}
