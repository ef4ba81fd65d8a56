package handlers_test

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestSignUp(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)

	host.get("/signup").wantText(t, "main", "The games you have played as a guest come along")
	s.client(t).get("/signup").wantCount(t, "form.card > p:not(.quiet)", 1) // no such promise to a stranger
	p := host.post("/signup", "name", "  Anna Łódź ", "password", password, "return", game).wantStatus(t, http.StatusOK)
	if p.path != game {
		t.Errorf("signing up leads to %s, not to %s", p.path, game)
	}
	p.wantText(t, "#notice", "Welcome!").wantText(t, "nav", "Anna Łódź").wantText(t, ".players", "Anna Łódź you")
	p.wantText(t, "title", "Your turn") // the guest's game came along
	guest.get(game).wantText(t, ".status", "Anna Łódź (Blue) is to play")
	host.still().turn(game, "c2", 0).wantStatus(t, http.StatusSeeOther)

	host.post("/signup", "name", "Another", "password", password).wantStatus(t, http.StatusConflict).
		wantText(t, "main", "You are logged in already").wantCount(t, "form.card", 0)
	for _, path := range []string{"/login", "/signup"} {
		for where, want := range map[string]string{game: game, "//evil.example": "/", "": "/", "/login?return=/login": "/"} {
			if p := host.get(path+"?"+formOf("return", where)).wantStatus(t, http.StatusOK); p.path != want {
				t.Errorf("%s with return=%q leads to %s, not to %s", path, where, p.path, want)
			}
		}
	}
}

func TestSignUpRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.client(t).signUp("Anna Müller")
	before := s.stored(t)
	for _, tt := range []struct {
		name, person, password string
		status                 int
		problem                string
	}{
		{"no name", "", password, 422, "A name has 2 to 30 characters"},
		{"blank name", "   ", password, 422, "A name has 2 to 30 characters"},
		{"one letter", "A", password, 422, "A name has 2 to 30 characters"},
		{"31 letters", strings.Repeat("é", 31), password, 422, "A name has 2 to 30 characters"},
		{"markup", "<b>Anna</b>", password, 422, "A name can only have letters"},
		{"line", "Anna\nBen", password, 422, "The name contained invisible characters"},
		{"zero width", "An\u200bna", password, 422, "The name contained invisible characters"},
		{"right to left", "An\u202ena", password, 422, "The name contained invisible characters"},
		{"no UTF-8", "An\xffna", password, 422, "A name"},
		{"points", "...", password, 422, "A name needs at least one letter or digit"},
		{"lines", "___", password, 422, "A name needs at least one letter or digit"},
		{"marks", "\u0301\u0301\u0301", password, 422, "A name needs at least one letter or digit"},
		{"guest", "Guest abcd", password, 422, "The site itself uses that name"},
		{"guest alone", "GUEST", password, 422, "The site itself uses that name"},
		{"guest, joined otherwise", "guest_7x-2", password, 422, "The site itself uses that name"},
		{"guest, wide letters", "Ｇｕｅｓｔ abcd", password, 422, "The site itself uses that name"},
		{"guest in another language", "invité abcd", password, 422, "The site itself uses that name"},
		{"guest, decomposed", "Invite\u0301 abcd", password, 422, "The site itself uses that name"},
		{"colour", "Red", password, 422, "The site itself uses that name"},
		{"colour in another language", "bleu.", password, 422, "The site itself uses that name"},
		{"you", "you", password, 422, "The site itself uses that name"},
		{"you in another language", "-Vous-", password, 422, "The site itself uses that name"},
		{"seat", "free  seat", password, 422, "The site itself uses that name"},
		{"seat in another language", "Place libre", password, 422, "The site itself uses that name"},
		{"nobody", "Deleted Player", password, 422, "The site itself uses that name"},
		{"nobody in another language", "joueur-supprimé", password, 422, "The site itself uses that name"},
		{"operator", "The operator", password, 422, "The site itself uses that name"},
		{"operator in another language", "L'exploitant du site", password, 422, "The site itself uses that name"},
		{"role", "ADMIN", password, 422, "The site itself uses that name"},
		{"role in another language", "Organizador", password, 422, "The site itself uses that name"},
		{"role in another script", "운영자", password, 422, "The site itself uses that name"},
		{"operator by the word alone", "Operator", password, 422, "The site itself uses that name"},
		{"operator by that word in another language", "exploitant", password, 422, "The site itself uses that name"},
		{"operator by that word in a third", "La Operadora", password, 422, "The site itself uses that name"},
		{"operator by that word in another script", "운영_담당자", password, 422, "The site itself uses that name"},
		{"site", "HEXCLUB", password, 422, "The site itself uses that name"},
		{"bot", "Pip", password, 422, "The site itself uses that name"},
		{"bot, joined otherwise", "-ada-", password, 422, "The site itself uses that name"},
		{"bot and what it is", "Lotta bot", password, 422, "The site itself uses that name"},
		{"bot as pages write it", "Lotta robot 2", password, 422, "The site itself uses that name"},
		{"bot with a letter", "Pip A bot 1", password, 422, "The site itself uses that name"},
		{"bot in another script", "안나 봇 4", password, 422, "The site itself uses that name"},
		{"bot of no level", "Viktor bot 12", password, 422, "The site itself uses that name"},
		{"bot without a space", "Bruno Bot3", password, 422, "The site itself uses that name"},
		{"bot of a name of its own", "Otto - Bot 2", password, 422, "The site itself uses that name"},
		{"Cyrillic A", "Аdmin", password, 422, "A name is written in one alphabet"},
		{"Greek o", "Annοuk", password, 422, "A name is written in one alphabet"},
		{"Latin and Han", "Anna 安娜", password, 422, "A name is written in one alphabet"},
		{"Kana and Hangul", "アンナ 안나", password, 422, "A name is written in one alphabet"},
		{"no password", "Carl", "", 422, "A password needs at least 8 characters"},
		{"short password", "Carl", "1234567", 422, "A password needs at least 8 characters"},
		{"seven characters", "Carl", "пароль7", 422, "A password needs at least 8 characters"},
		{"long password", "Carl", strings.Repeat("x", 201), 422, "A password has at most 200 characters"},
		{"taken", "Anna Müller", password, 409, "That name is taken"},
		{"taken in capitals", "ANNA MÜLLER", password, 409, "That name is taken"},
		{"taken with space", " anna  müller ", password, 409, "That name is taken"},
		{"taken, decomposed", "Anna Mu\u0308ller", password, 409, "That name is taken"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := s.client(t).post("/signup", "name", tt.person, "password", tt.password, "return", "/rules/hexone")
			p.wantStatus(t, tt.status).wantText(t, "#problem", tt.problem)
			// The form keeps what was typed, but not the password.
			if p.attribute("form.card", "action") != "/signup?return=%2Frules%2Fhexone" {
				t.Error("the form forgets where to return")
			}
			if value := p.attribute("input[name=password]", "value"); value != "" {
				t.Errorf("the form says the password %q", value)
			}
			if p.attribute("input[name=name]", "aria-describedby") != "problem" {
				t.Error("the field does not name its problem")
			}
		})
	}
	s.wantStored(t, before)
}

func TestSignUpTakes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, words := range map[string][2]string{
		"two letters":         {"Bo", password},
		"thirty letters":      {strings.Repeat("é", 30), password},
		"Greek":               {"Ελένη 2", password},
		"Cyrillic":            {"О’Нил-Йо\u0301гансен", password},
		"Arabic":              {"سارة ١٢", password},
		"Devanagari":          {"अमेली", password},
		"Thai":                {"อเมลี่", password},
		"Japanese":            {"山田 はなこ ルーシー", password},
		"Korean":              {"金 안나", password},
		"Chinese":             {"安娜", password},
		"digits":              {"007", password},
		"nearly a guest":      {"Guesthouse", password},
		"ends as a guest":     {"Be my guest", password},
		"nearly a colour":     {"Redmond", password},
		"red among others":    {"Red Anna", password},
		"a bot's and another": {"Ada Lindqvist", password},
		"nearly a bot":        {"Talbot 2", password},
		"bot among others":    {"Botho Bot", password},
		"shortest password":   {"Shortest", "1234567x"},
		"longest password":    {"Longest", strings.Repeat("horse", 40)},
		"longest in bytes":    {"Longer", strings.Repeat("💥🎲🐴🔋🐎", 40)},
		"eight characters":    {"Eight", "пароль78"},
		"password of spaces":  {"Spaces", "   a      "},
	} {
		t.Run(name, func(t *testing.T) {
			c := s.client(t)
			c.post("/signup", "name", words[0], "password", words[1]).wantStatus(t, http.StatusOK).wantText(t, "nav", words[0])
			s.client(t).post("/login", "name", words[0], "password", words[1]).
				wantStatus(t, http.StatusOK).wantText(t, "nav", words[0])
		})
	}
}

func TestLogIn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.client(t).signUp("Anna")

	t.Run("the guest's games come along", func(t *testing.T) {
		game, host, _ := s.twoPlayers(t)
		p := host.post("/login", "name", "aNNa ", "password", password, "return", game).wantStatus(t, http.StatusOK)
		if p.path != game {
			t.Errorf("logging in leads to %s, not to %s", p.path, game)
		}
		p.wantText(t, "title", "Your turn").wantText(t, ".players", "Anna you")
		again := s.client(t)
		again.logIn("Anna")
		again.get("/").wantCount(t, ".turns-due li", 1)
	})
	t.Run("another account's games do not", func(t *testing.T) {
		ben := s.client(t)
		ben.signUp("Ben")
		game := ben.deviceGame("c2")
		ben.logIn("Anna").wantText(t, "nav", "Anna")
		ben.get(game).wantCount(t, ".players small", 0)
		s.client(t).logIn("Ben").wantCount(t, ".games li", 1)
	})
	t.Run("wrong password and unknown name are told alike", func(t *testing.T) {
		var bodies []string
		for _, tt := range [][]string{
			{"name", "Anna", "password", "wrong horse"},
			{"name", "Abba", "password", "wrong horse"},
			{"name", "Anna", "password", ""},
			{"name", "Anna", "password", strings.ToUpper(password)},
			{"name", "", "password", password},
		} {
			c := s.client(t)
			p := c.post("/login", tt...).wantStatus(t, http.StatusUnprocessableEntity)
			p.wantText(t, "#problem", "Name and password do not fit together")
			if p.header["Set-Cookie"] != nil {
				t.Errorf("a failed log-in sets cookies: %q", p.header["Set-Cookie"])
			}
			bodies = append(bodies, strings.ReplaceAll(p.body, `value="`+tt[1]+`"`, `value=""`))
		}
		for _, body := range bodies[1:] {
			if body != bodies[0] {
				t.Errorf("the answers differ:\n%s\n%s", bodies[0], body)
			}
		}
	})
}

// Pages that are open hear that a guest has a name now.
func TestNewNameIsTold(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.client(t).signUp("Anna")
	for name, act := range map[string]func(*client){
		"Ben": func(c *client) { c.signUp("Ben") }, "Anna": func(c *client) { c.logIn("Anna") },
	} {
		t.Run(name, func(t *testing.T) {
			game, host, guest := s.twoPlayers(t)
			page := guest.get(game)
			open := guest.connect(page)
			open.want(opening)
			act(host)
			open.want(changed)
			fresh := page.attribute("[data-get]", "data-get")
			guest.htmx().get(cmp.Or(fresh, game+"/board")).wantStatus(t, http.StatusOK).wantText(t, ".players", name)
		})
	}
}

func TestReturnStaysHere(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.client(t).signUp("Anna")
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
			c := s.client(t).still()
			for path, form := range map[string][]string{
				"/login":            {"name", "Anna", "password", password},
				"/settings/confirm": {"confirm", "off"},
				"/language":         {"lang", "fr"},
			} {
				p := c.post(path, append(form, "return", where)...).wantStatus(t, http.StatusSeeOther)
				if to := p.header.Get("Location"); to != "/" {
					t.Errorf("%s leads to %q", path, to)
				}
			}
			if got := s.client(t).get("/login?"+formOf("return", where)).attribute("form.card", "action"); got != "/login" {
				t.Errorf("the form would return to %q", got)
			}
		})
	}
	for name, where := range map[string]string{
		"page": "/rules/hexone", "draft": "/games/abc?draft=c2,c2xE&pick=d3", "encoded": "/games/a%20b",
	} {
		t.Run(name, func(t *testing.T) {
			p := s.client(t).still().post("/language", "lang", "fr", "return", where).wantStatus(t, http.StatusSeeOther)
			if to := p.header.Get("Location"); to != where {
				t.Errorf("leads to %q, not to %q", to, where)
			}
		})
	}
}

// Who logs in or signs up on the way goes on where they were.
func TestBackAfterLogIn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.client(t).signUp("Anna")
	host := s.client(t)
	invitation := host.invitation(host.newGame("invite", "me"))
	game := host.deviceGame("c2")
	for name, tt := range map[string]struct{ path, link string }{
		"header of a draft":  {game + "?draft=d3", "header nav"},
		"header of rules":    {"/rules/hexone", "header nav"},
		"invitation":         {invitation, "form.card"},
		"page of a mistake":  {"/games/nonsense?draft=c2", "header nav"},
		"settings, sign up":  {"/settings", ".card"},
		"front page, header": {"/", "header nav"},
	} {
		t.Run(name, func(t *testing.T) {
			c := s.client(t)
			form := c.get(c.get(tt.path).attribute(tt.link+" a[href^='/login'], "+tt.link+" a[href^='/signup']", "href"))
			for range 3 { // from log-in to sign-up and back
				if got := returns(t, form.attribute("form.card", "action")); got != tt.path {
					t.Fatalf("%s returns to %q, not to %s", form.path, got, tt.path)
				}
				if got := returns(t, form.attribute("header nav a[href^='/login']", "href")); got != tt.path {
					t.Fatalf("the header of %s returns to %q, not to %s", form.path, got, tt.path)
				}
				form = c.get(form.attribute("form.card a", "href"))
			}
			p := c.still().post("/login?"+formOf("return", tt.path), "name", "Anna", "password", password)
			if got := p.header.Get("Location"); got != tt.path {
				t.Errorf("leads to %q, not to %s", got, tt.path)
			}
		})
	}
	t.Run("after a mistake", func(t *testing.T) {
		p := s.client(t).post("/login?"+formOf("return", game), "name", "Anna", "password", "wrong horse")
		p = s.client(t).post(p.attribute("form.card a[href^='/signup']", "href"), "name", "B", "password", password)
		if got := returns(t, p.attribute("form.card", "action")); got != game {
			t.Errorf("the form returns to %q, not to %s", got, game)
		}
	})
}

// returns is the path to which the address of a form returns.
func returns(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return cmp.Or(u.Query().Get("return"), "/")
}

// What is typed into the field for the name may be a password.
func TestRefusedLogInIsLogged(t *testing.T) {
	t.Parallel()
	s, log := loggedSite(t)
	_, person := s.newAccount(t, "Anna")
	for name, whose := range map[string]string{"Anna": person.ID, "my secret": `""`} {
		s.wantLogIn(t, name, "guess guess", http.StatusUnprocessableEntity)
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
