package account_test

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
)

func TestSignUp(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)

	host.Get("/signup").WantText(t, "main", "You keep your guest games")
	s.Client(t).Get("/signup").WantNoText(t, "main", "as a guest") // no such promise to a stranger
	p := host.Post("/signup", "name", "  Anna Łódź ", "password", sitetest.Password, "return", game).WantStatus(t, http.StatusOK)
	if p.Path != game {
		t.Errorf("signing up leads to %s, not to %s", p.Path, game)
	}
	p.WantText(t, "#notice", "Welcome!").WantText(t, "nav", "Anna Łódź").WantText(t, ".players", "Anna Łódź you")
	p.WantText(t, "title", "Your turn") // the guest's game came along
	guest.Get(game).WantText(t, ".status", "Anna Łódź (Blue) to play")
	host.NoRedirects().Turn(game, "c2", 0).WantStatus(t, http.StatusSeeOther)

	host.Post("/signup", "name", "Another", "password", sitetest.Password).WantStatus(t, http.StatusConflict).
		WantText(t, "main", "You’re already logged in").WantCount(t, "form.card", 0)
	for _, path := range []string{"/login", "/signup"} {
		for where, want := range map[string]string{game: game, "//evil.example": "/", "": "/", "/login?return=/login": "/"} {
			if p := host.Get(path+"?"+sitetest.FormOf("return", where)).WantStatus(t, http.StatusOK); p.Path != want {
				t.Errorf("%s with return=%q leads to %s, not to %s", path, where, p.Path, want)
			}
		}
	}
}

func TestSignUpRefused(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	s.Client(t).SignUp("Anna Müller")
	before := s.Stored(t)
	for _, tt := range []struct {
		name, person, password string
		status                 int
		problem                string
	}{
		{"no name", "", sitetest.Password, 422, "A name needs 2 to 30 characters"},
		{"blank name", "   ", sitetest.Password, 422, "A name needs 2 to 30 characters"},
		{"one letter", "A", sitetest.Password, 422, "A name needs 2 to 30 characters"},
		{"31 letters", strings.Repeat("é", 31), sitetest.Password, 422, "A name needs 2 to 30 characters"},
		{"markup", "<b>Anna</b>", sitetest.Password, 422, "Use only letters"},
		{"line", "Anna\nBen", sitetest.Password, 422, "Invisible characters were removed from the name"},
		{"zero width", "An\u200bna", sitetest.Password, 422, "Invisible characters were removed from the name"},
		{"right to left", "An\u202ena", sitetest.Password, 422, "Invisible characters were removed from the name"},
		{"no UTF-8", "An\xffna", sitetest.Password, 422, "A name"},
		{"points", "...", sitetest.Password, 422, "A name needs a letter or digit"},
		{"lines", "___", sitetest.Password, 422, "A name needs a letter or digit"},
		{"marks", "\u0301\u0301\u0301", sitetest.Password, 422, "A name needs a letter or digit"},
		{"guest", "Guest abcd", sitetest.Password, 422, "This name is reserved"},
		{"guest alone", "GUEST", sitetest.Password, 422, "This name is reserved"},
		{"guest, joined otherwise", "guest_7x-2", sitetest.Password, 422, "This name is reserved"},
		{"guest, wide letters", "Ｇｕｅｓｔ abcd", sitetest.Password, 422, "This name is reserved"},
		{"guest in another language", "invité abcd", sitetest.Password, 422, "This name is reserved"},
		{"guest, decomposed", "Invite\u0301 abcd", sitetest.Password, 422, "This name is reserved"},
		{"colour", "Red", sitetest.Password, 422, "This name is reserved"},
		{"colour in another language", "bleu.", sitetest.Password, 422, "This name is reserved"},
		{"you", "you", sitetest.Password, 422, "This name is reserved"},
		{"you in another language", "-Vous-", sitetest.Password, 422, "This name is reserved"},
		{"seat", "free  seat", sitetest.Password, 422, "This name is reserved"},
		{"seat in another language", "Place libre", sitetest.Password, 422, "This name is reserved"},
		{"nobody", "Deleted Player", sitetest.Password, 422, "This name is reserved"},
		{"nobody in another language", "joueur-supprimé", sitetest.Password, 422, "This name is reserved"},
		{"operator", "The operator", sitetest.Password, 422, "This name is reserved"},
		{"operator in another language", "L'exploitant du site", sitetest.Password, 422, "This name is reserved"},
		{"role", "ADMIN", sitetest.Password, 422, "This name is reserved"},
		{"role in another language", "Organizador", sitetest.Password, 422, "This name is reserved"},
		{"role in another script", "운영자", sitetest.Password, 422, "This name is reserved"},
		{"operator by the word alone", "Operator", sitetest.Password, 422, "This name is reserved"},
		{"operator by that word in another language", "exploitant", sitetest.Password, 422, "This name is reserved"},
		{"operator by that word in a third", "La Operadora", sitetest.Password, 422, "This name is reserved"},
		{"operator by that word in another script", "운영_담당자", sitetest.Password, 422, "This name is reserved"},
		{"site", "HEXCLUB", sitetest.Password, 422, "This name is reserved"},
		{"bot", "Pip", sitetest.Password, 422, "This name is reserved"},
		{"bot, joined otherwise", "-ada-", sitetest.Password, 422, "This name is reserved"},
		{"bot and what it is", "Lotta bot", sitetest.Password, 422, "This name is reserved"},
		{"bot as pages write it", "Lotta robot 2", sitetest.Password, 422, "This name is reserved"},
		{"bot with a letter", "Pip A bot 1", sitetest.Password, 422, "This name is reserved"},
		{"bot in another script", "안나 봇 4", sitetest.Password, 422, "This name is reserved"},
		{"bot of no level", "Viktor bot 12", sitetest.Password, 422, "This name is reserved"},
		{"bot without a space", "Bruno Bot3", sitetest.Password, 422, "This name is reserved"},
		{"bot of a name of its own", "Otto - Bot 2", sitetest.Password, 422, "This name is reserved"},
		{"Cyrillic A", "Аdmin", sitetest.Password, 422, "A name can’t mix alphabets"},
		{"Greek o", "Annοuk", sitetest.Password, 422, "A name can’t mix alphabets"},
		{"Latin and Han", "Anna 安娜", sitetest.Password, 422, "A name can’t mix alphabets"},
		{"Kana and Hangul", "アンナ 안나", sitetest.Password, 422, "A name can’t mix alphabets"},
		{"no password", "Carl", "", 422, "A password needs at least 8 characters"},
		{"short password", "Carl", "1234567", 422, "A password needs at least 8 characters"},
		{"seven characters", "Carl", "пароль7", 422, "A password needs at least 8 characters"},
		{"long password", "Carl", strings.Repeat("x", 201), 422, "A password can have 200 characters at most"},
		{"taken", "Anna Müller", sitetest.Password, 409, "This name is taken"},
		{"taken in capitals", "ANNA MÜLLER", sitetest.Password, 409, "This name is taken"},
		{"taken with space", " anna  müller ", sitetest.Password, 409, "This name is taken"},
		{"taken, decomposed", "Anna Mu\u0308ller", sitetest.Password, 409, "This name is taken"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := s.Client(t).Post("/signup", "name", tt.person, "password", tt.password, "return", "/rules/hexone")
			p.WantStatus(t, tt.status).WantText(t, "#problem", tt.problem)
			// The form keeps what was typed, but not the password.
			if p.Attribute("form.card", "action") != "/signup?return=%2Frules%2Fhexone" {
				t.Error("the form forgets where to return")
			}
			if value := p.Attribute("input[name=password]", "value"); value != "" {
				t.Errorf("the form says the password %q", value)
			}
			if p.Attribute("input[name=name]", "aria-describedby") != "problem" {
				t.Error("the field does not name its problem")
			}
		})
	}
	s.WantStored(t, before)
}

func TestSignUpAccepted(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for name, words := range map[string][2]string{
		"two letters":         {"Bo", sitetest.Password},
		"thirty letters":      {strings.Repeat("é", 30), sitetest.Password},
		"Greek":               {"Ελένη 2", sitetest.Password},
		"Cyrillic":            {"О’Нил-Йо\u0301гансен", sitetest.Password},
		"Arabic":              {"سارة ١٢", sitetest.Password},
		"Devanagari":          {"अमेली", sitetest.Password},
		"Thai":                {"อเมลี่", sitetest.Password},
		"Japanese":            {"山田 はなこ ルーシー", sitetest.Password},
		"Korean":              {"金 안나", sitetest.Password},
		"Chinese":             {"安娜", sitetest.Password},
		"digits":              {"007", sitetest.Password},
		"nearly a guest":      {"Guesthouse", sitetest.Password},
		"ends as a guest":     {"Be my guest", sitetest.Password},
		"nearly a colour":     {"Redmond", sitetest.Password},
		"red among others":    {"Red Anna", sitetest.Password},
		"a bot's and another": {"Ada Lindqvist", sitetest.Password},
		"nearly a bot":        {"Talbot 2", sitetest.Password},
		"bot among others":    {"Botho Bot", sitetest.Password},
		"shortest password":   {"Shortest", "1234567x"},
		"longest password":    {"Longest", strings.Repeat("horse", 40)},
		"longest in bytes":    {"Longer", strings.Repeat("💥🎲🐴🔋🐎", 40)},
		"eight characters":    {"Eight", "пароль78"},
		"password of spaces":  {"Spaces", "   a      "},
	} {
		t.Run(name, func(t *testing.T) {
			c := s.Client(t)
			c.Post("/signup", "name", words[0], "password", words[1]).WantStatus(t, http.StatusOK).WantText(t, "nav", words[0])
			s.Client(t).Post("/login", "name", words[0], "password", words[1]).
				WantStatus(t, http.StatusOK).WantText(t, "nav", words[0])
		})
	}
}

func TestLogIn(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	s.Client(t).SignUp("Anna")

	t.Run("the guest's games come along", func(t *testing.T) {
		game, host, _ := s.TwoPlayers(t)
		p := host.Post("/login", "name", "aNNa ", "password", sitetest.Password, "return", game).WantStatus(t, http.StatusOK)
		if p.Path != game {
			t.Errorf("logging in leads to %s, not to %s", p.Path, game)
		}
		p.WantText(t, "title", "Your turn").WantText(t, ".players", "Anna you")
		again := s.Client(t)
		again.LogIn("Anna")
		again.Get("/").WantCount(t, ".turns-due li", 1)
	})
	t.Run("another account's games do not", func(t *testing.T) {
		ben := s.Client(t)
		ben.SignUp("Ben")
		game := ben.DeviceGame("c2")
		ben.LogIn("Anna").WantText(t, "nav", "Anna")
		ben.Get(game).WantCount(t, ".players small", 0)
		s.Client(t).LogIn("Ben").WantCount(t, ".games li", 1)
	})
	t.Run("wrong password and unknown name have the same message", func(t *testing.T) {
		var bodies []string
		for _, tt := range [][]string{
			{"name", "Anna", "password", "wrong horse"},
			{"name", "Abba", "password", "wrong horse"},
			{"name", "Anna", "password", ""},
			{"name", "Anna", "password", strings.ToUpper(sitetest.Password)},
			{"name", "", "password", sitetest.Password},
		} {
			c := s.Client(t)
			p := c.Post("/login", tt...).WantStatus(t, http.StatusUnprocessableEntity)
			p.WantText(t, "#problem", "Wrong name or password")
			if p.Header["Set-Cookie"] != nil {
				t.Errorf("a failed log-in sets cookies: %q", p.Header["Set-Cookie"])
			}
			bodies = append(bodies, strings.ReplaceAll(p.Body, `value="`+tt[1]+`"`, `value=""`))
		}
		for _, body := range bodies[1:] {
			if body != bodies[0] {
				t.Errorf("the answers differ:\n%s\n%s", bodies[0], body)
			}
		}
	})
}

// Open pages of other players are updated when a guest gets a name.
func TestNewNameIsPublished(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	s.Client(t).SignUp("Anna")
	for name, act := range map[string]func(*sitetest.Client){
		"Ben": func(c *sitetest.Client) { c.SignUp("Ben") }, "Anna": func(c *sitetest.Client) { c.LogIn("Anna") },
	} {
		t.Run(name, func(t *testing.T) {
			game, host, guest := s.TwoPlayers(t)
			page := guest.Get(game)
			open := guest.Connect(page)
			open.Want(sitetest.Opening)
			act(host)
			open.Want(sitetest.Changed)
			fresh := page.Attribute("[data-get]", "data-get")
			guest.Htmx().Get(cmp.Or(fresh, game+"/board")).WantStatus(t, http.StatusOK).WantText(t, ".players", name)
		})
	}
}

func TestReturnStaysHere(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	s.Client(t).SignUp("Anna")
	for name, where := range map[string]string{
		"elsewhere":             "https://evil.example/",
		"no scheme":             "//evil.example/",
		"three slashes":         "///evil.example/",
		"backslash":             `/\evil.example`,
		"backslashes":           `\\evil.example`,
		"host without slashes":  "evil.example",
		"script":                "javascript:alert(1)",
		"tab":                   "/\t/evil.example",
		"line":                  "/\n/evil.example",
		"header":                "/\r\nSet-Cookie: a=b",
		"user":                  "https://hexclub@evil.example",
		"nothing":               "",
		"space":                 " //evil.example",
		"upper-case scheme":     "HTTPS://evil.example",
		"scheme without host":   "https:evil.example",
		"relative":              "../settings",
		"colon in the first":    "a:b",
		"not to be parsed":      "/%zz",
		"backslash further on":  `/rules/\evil`,
		"encoded, then decoded": "%2f%2fevil.example",
	} {
		t.Run(name, func(t *testing.T) {
			c := s.Client(t).NoRedirects()
			for path, form := range map[string][]string{
				"/login":            {"name", "Anna", "password", sitetest.Password},
				"/settings/confirm": {"alone", "off"},
				"/language":         {"lang", "fr"},
			} {
				p := c.Post(path, append(form, "return", where)...).WantStatus(t, http.StatusSeeOther)
				if to := p.Header.Get("Location"); to != "/" {
					t.Errorf("%s leads to %q", path, to)
				}
			}
			if got := s.Client(t).Get("/login?"+sitetest.FormOf("return", where)).Attribute("form.card", "action"); got != "/login" {
				t.Errorf("the form would return to %q", got)
			}
		})
	}
	for name, where := range map[string]string{
		"page": "/rules/hexone", "draft": "/games/abc?draft=c2,c2xE&pick=d3", "encoded": "/games/a%20b",
	} {
		t.Run(name, func(t *testing.T) {
			p := s.Client(t).NoRedirects().Post("/language", "lang", "fr", "return", where).WantStatus(t, http.StatusSeeOther)
			if to := p.Header.Get("Location"); to != where {
				t.Errorf("leads to %q, not to %q", to, where)
			}
		})
	}
}

// After a log-in or sign-up visitors return to the page where they were.
func TestBackAfterLogIn(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	s.Client(t).SignUp("Anna")
	host := s.Client(t)
	invitation := host.Invitation(host.NewGame("invite", "me"))
	game := host.DeviceGame("c2")
	for name, tt := range map[string]struct{ path, link string }{
		"header of a draft":  {game + "?draft=d3", "header nav"},
		"header of rules":    {"/rules/hexone", "header nav"},
		"invitation":         {invitation, "form.join"},
		"page of a mistake":  {"/games/nonsense?draft=c2", "header nav"},
		"settings, sign up":  {"/settings", "#account"},
		"front page, header": {"/", "header nav"},
	} {
		t.Run(name, func(t *testing.T) {
			c := s.Client(t)
			form := c.Get(c.Get(tt.path).Attribute(tt.link+" a[href^='/login'], "+tt.link+" a[href^='/signup']", "href"))
			for range 3 { // from log-in to sign-up and back
				if got := returns(t, form.Attribute("form.card", "action")); got != tt.path {
					t.Fatalf("%s returns to %q, not to %s", form.Path, got, tt.path)
				}
				if got := returns(t, form.Attribute("header nav a[href^='/login']", "href")); got != tt.path {
					t.Fatalf("the header of %s returns to %q, not to %s", form.Path, got, tt.path)
				}
				form = c.Get(form.Attribute("form.card a:not([href$=forgotten])", "href"))
			}
			p := c.NoRedirects().Post("/login?"+sitetest.FormOf("return", tt.path), "name", "Anna", "password", sitetest.Password)
			if got := p.Header.Get("Location"); got != tt.path {
				t.Errorf("leads to %q, not to %s", got, tt.path)
			}
		})
	}
	t.Run("after a mistake", func(t *testing.T) {
		p := s.Client(t).Post("/login?"+sitetest.FormOf("return", game), "name", "Anna", "password", "wrong horse")
		p = s.Client(t).Post(p.Attribute("form.card a[href^='/signup']", "href"), "name", "B", "password", sitetest.Password)
		if got := returns(t, p.Attribute("form.card", "action")); got != game {
			t.Errorf("the form returns to %q, not to %s", got, game)
		}
	})
}

// returns returns the path to which a form's address redirects.
func returns(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return cmp.Or(u.Query().Get("return"), "/")
}

// The log does not contain the name that was typed, because it may be a password.
func TestRefusedLogInIsLogged(t *testing.T) {
	t.Parallel()
	s, log := sitetest.LoggedSite(t)
	_, person := s.NewAccount(t, "Anna")
	for name, whose := range map[string]string{"Anna": person.ID, "my secret": `""`} {
		s.WantLogIn(t, name, "guess guess", http.StatusUnprocessableEntity)
		text := strings.TrimSpace(log.String())
		last := text[strings.LastIndex(text, "\n")+1:]
		if !strings.Contains(last, "event=log-in.refused") || !strings.HasSuffix(last, " person="+whose) {
			t.Errorf("after a log-in as %q the log ends with %s", name, last)
		}
		if strings.Contains(text, "my secret") || strings.Contains(text, "guess") {
			t.Errorf("after a log-in as %q the log is %s", name, text)
		}
	}
}
