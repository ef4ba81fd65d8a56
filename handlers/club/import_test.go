package club_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

func TestImport(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	organiser, _ := s.WithRole(t, "Otto", db.Organiser)
	before := s.Stored(t)
	const bad = "Name;E-Mail\nPia;pia@mail.example\n\nOTTO\nx\npia\nQuinn;nonsense\nRosa;rosa@mail.example\n"
	p := organiser.Imports(bad).WantStatus(t, http.StatusOK)
	want := []string{
		"2Pia pia@mail.exampleOK", "4OTTO Already a member.", "5x A name needs 2 to 30 characters.",
		"6pia Same name as in line 2.", "7Quinn nonsenseThis isn’t an e-mail address.", "8Rosa rosa@mail.exampleOK",
	}
	if got := p.List(".import tbody tr"); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the preview is\n%s", strings.Join(got, "\n"))
	}
	p.WantText(t, "main", "2 members can be imported. Nothing is stored yet.").WantCount(t, "button[value=all]", 0).WantCount(t, "button[value=good]", 1)
	if got := p.Attribute("form:not([enctype]) input[name=list]", "value"); got != "name,email\nPia,pia@mail.example\nOTTO,\nx,\npia,\nQuinn,nonsense\nRosa,rosa@mail.example\n" {
		t.Errorf("the form to confirm has %q", got)
	}
	p.WantText(t, "main", "Names from “Name”, addresses from “E-Mail”.")
	mixed := organiser.Imports("Pia;pia@mail.example\nQuinn, quinn@mail.example\nRosa <rosa@mail.example>\n\"Sam Smith\" <sam@mail.example>\nOtto\n").WantCount(t, "button[value=all]", 1)
	if got := mixed.Attribute("form:not([enctype]) input[name=list]", "value"); got != "name,email\nPia,pia@mail.example\nQuinn,quinn@mail.example\nRosa,rosa@mail.example\nSam Smith,sam@mail.example\nOtto,\n" {
		t.Errorf("a list with several separators is read as %q", got)
	}
	for list, want := range map[string]string{
		"1. Peter Parker\n 2) Rosa\r\nQuinn;quinn@mail.example\n": "name,email\nPeter Parker,\nRosa,\nQuinn,quinn@mail.example\n",
		"1. Peter Parker\nRosa\nQuinn\n2. Tom Berg\n":             "name,email\nPeter Parker,\nRosa,\nQuinn,\nTom Berg,\n",
		"Peter Parker\nRosa\nQuinn\n4. Ida\n":                     "name,email\nPeter Parker,\nRosa,\nQuinn,\n4. Ida,\n",
	} {
		p := organiser.Imports(list).WantStatus(t, http.StatusOK)
		if got := p.Attribute("form:not([enctype]) input[name=list]", "value"); got != want {
			t.Errorf("a list with numbers is read as %q", got)
		}
	}
	organiser.Imports("Surname,Team\nPia,Red\n").WantText(t, "main", "Names from “Surname”").WantCount(t, ".import tbody tr", 1)
	organiser.Imports(bad, "sure", "all").WantStatus(t, http.StatusUnprocessableEntity).WantCount(t, ".import tbody tr", 6)
	organiser.Imports("x\n", "sure", "good").WantStatus(t, http.StatusUnprocessableEntity).WantCount(t, "button[value=good]", 0)
	for name, tt := range map[string]struct{ list, problem string }{
		"nothing":      {"", "The list is empty"},
		"a heading":    {"name,email\n", "The list is empty"},
		"an open mark": {"Pia\n\"Rosa\nQuinn", "Line 2 has an open or misplaced quotation mark"},
		"too many":     {strings.Repeat("Pia\n", 501), "500 members at a time"},
		"no text":      {"Pia\x00", "This isn’t a text file"},
	} {
		t.Run(name, func(t *testing.T) {
			organiser.Imports(tt.list, "sure", "all").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", tt.problem)
		})
	}
	s.WantStored(t, before)

	p = organiser.Imports(bad, "sure", "good").WantStatus(t, http.StatusOK).WantText(t, "h1", "2 members imported").WantCount(t, ".links li", 2)
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

	t.Run("nobody logs in to an account before its member joins", func(t *testing.T) {
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
		organiser.Get("/club/members").WantText(t, "main", "1 not joined yet")
		organiser.Post("/club/members/Pia/invitation").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "has already joined")
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
		p.WantText(t, "main", "No valid link").WantCount(t, "form[action$='/revoke']", 0)
		s.Client(t).Get(link).WantStatus(t, http.StatusNotFound)
		organiser.Get("/club/log").WantText(t, ".log li:first-child", "Otto revoked Rosa’s link, created on "+sitetest.Calendar(t, s.Now()).On(s.Now()).Text)
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
		admin.Post("/club/members/Sue/role", "role", "organiser").WantText(t, "#notice", "Create a new link now") // Otto made hers
		admin.Post("/club/members/Sue/invitation").WantStatus(t, http.StatusOK)
		admin.Post("/club/members/Sue/role", "role", "admin").WantText(t, "#notice", "The role takes effect when the member joins.")
		admin.Post("/club/members/Sue/role", "role", "member").WantStatus(t, http.StatusOK)
	})
	t.Run("a member who never joined is renamed, and removed", func(t *testing.T) {
		p := organiser.Post("/club/members/Sue/name", "name", "x").WantStatus(t, http.StatusUnprocessableEntity)
		p.WantText(t, "#problem", "2 to 30 characters")
		organiser.Post("/club/members/Sue/name", "name", "pia").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "This name is taken")
		organiser.Post("/club/members/Sue/name", "name", " Susi ").WantStatus(t, http.StatusOK).WantText(t, "h1", "Susi").WantText(t, "#notice", "Name changed")
		organiser.Post("/club/members/Susi/remove").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "tick the box")
		organiser.Post("/club/members/Susi/remove", "sure", "yes").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Member removed")
		organiser.Get("/club/members/Susi").WantStatus(t, http.StatusNotFound)
		organiser.Get("/club/log").WantText(t, ".log li:first-child", "Otto removed an imported member.")
		organiser.Post("/club/members/Pia/remove", "sure", "yes").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "has already joined")
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
			p.WantText(t, "main", "Names from “"+first+"” + “"+second+"”").WantCount(t, "button[value=all]", 1)
		})
	}
	t.Run("a file as large as may be", func(t *testing.T) {
		list := "Name;Note\n" + strings.Repeat("한별;"+strings.Repeat("글", 330)+"\n", 500)
		p := organiser.Uploads(t, []byte(list)).WantStatus(t, http.StatusOK).WantCount(t, ".import tbody tr", 500)
		organiser.Imports(p.Attribute("input[type=hidden][name=list]", "value"), "sure", "good").WantStatus(t, http.StatusOK).WantCount(t, ".links li", 1)
	})
	t.Run("no text", func(t *testing.T) {
		organiser.Uploads(t, []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")).WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "This isn’t a text file")
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
