package handlers_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers"
	"hexclub/rules"
	"hexclub/views/i18n"
)

// Nobody gets a name that looks like a member's, a role's or nothing.
func TestNamesThatLookLikeOthers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	organiser, _ := s.withRole(t, "Otto", db.Organiser)
	s.newAccount(t, "Olivia")
	s.newAccount(t, "Mona")
	refused := map[string]string{} // by name, what the page says
	for text, names := range map[string][]string{
		"A name can only have letters, digits, spaces": {
			"Ol\u20ddivia", "Olivia!",
		},
		"The name contained invisible characters": {
			"Olivia\u034f", "Admin\ufe0f", "You\ufe0f", "\u3164\u3164", "\u115f\u115f", "Ad\u180bmin", "Oli\u200dvia", "\u2800\u2800", "\U00013441\U00013441",
		},
		"no more than two marks":                    {"O" + strings.Repeat("\u0316", 25) + "la", "Ol\u0316\u0317\u0318a"},
		"A name needs at least one letter or digit": {"\u02bc\u02bc", "\u30fc\u30fc"},
		"too similar to":                            {"O livia", "Ollvia", "OIivia", "0livia", "ᴏʟɪᴠɪᴀ", "Olivia.", "Ѕаѕһа"},
		"The site itself uses that name": {
			"Admin.", "Adm1n", "ᴀᴅᴍɪɴ", "Y0u", "0rganiser", "Guest 1l", "Guest7k2q", "Y ou", "Ad-min", "Pip bot l", "Pipbot1", "Pip bot1", "Hexc1ub", "Joueur supprimé.", "0rganizador", "관리자.", "게스트 l",
			"Admin\u02bc", "Adm\u0131\u0307n", "Pip bot 1 \u02bc", "Pip A \u02bc bot 1", "Pipbot1.", "Pipbot1\u02bc", "Guest7k2q.", "Guest7k2q\u02bc",
		},
	} {
		for _, name := range names {
			refused[name] = text
		}
	}
	s.newAccount(t, "Sasha")
	list := []string{"Vera", "Ana Boto", "Talbot1"}
	for name := range refused {
		list = append(list, name)
	}
	problems := organiser.imports(strings.Join(list, "\n")).wantText(t, "main", "3 members can be imported").list(".import .wrong")
	if len(problems) != len(refused) {
		t.Errorf("%d of %d names are refused", len(problems), len(refused))
	}
	for name, text := range refused {
		if !slices.ContainsFunc(problems, func(p string) bool { return strings.Contains(p, text) }) {
			t.Errorf("nothing says %q, as of %q", text, name)
		}
	}
	visitor := s.client(t)
	for _, name := range []string{"Olivia\u034f", "Admin\ufe0f", "Ollvia"} {
		visitor.post("/signup", "name", name, "password", password).wantText(t, "#problem", refused[name])
		organiser.post("/club/members/Mona/name", "name", name).wantText(t, "#problem", refused[name])
	}
	was := "Mona"
	for _, name := range []string{"José Núñez", "Jose Nunez", "Zoë", "김철수", "김철우", "O’Brien", "François d'Œuf", "Nguyễn Thị Ánh", "नेहा", "Kaʻahumanu", "ローラ", "MONA"} {
		organiser.post("/club/members/"+was+"/name", "name", name).wantStatus(t, http.StatusOK).wantCount(t, "#problem", 0)
		was = name
	}
}

// A form that is shown again because of invisible characters in a name has the name without them,
// so the next try succeeds. Spaces of other kinds are taken as spaces.
func TestInvisibleCharactersAreRemoved(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	organiser, _ := s.withRole(t, "Otto", db.Organiser)
	s.newAccount(t, "Mona")
	visitor, want := s.client(t), "The name contained invisible characters. They have been removed."
	for name, cleaned := range map[string]string{"Oli\u034fvia": "Olivia", "\u2060Olivia\ufe0f\x01": "Olivia", "\u3164\u3164": ""} {
		for path, c := range map[string]*client{"/signup": visitor, "/club/members/Mona/name": organiser} {
			p := c.post(path, "name", name, "password", password).wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", want)
			if got := p.attribute("input[name=name]", "value"); got != cleaned {
				t.Errorf("%s: the field has %q for %q, want %q", path, got, name, cleaned)
			}
		}
	}
	for tag, want := range map[string]string{"fr": "caractères invisibles", "es": "caracteres invisibles", "ko": "보이지 않는 문자"} {
		s.client(t).with("Accept-Language", tag).post("/signup", "name", "Oli\u034fvia", "password", password).wantText(t, "#problem", want)
	}
	p := organiser.imports("Oli\u034fvia, olivia@example.com\nAda Berg\u200b\nTim").wantText(t, ".import", want).wantText(t, "main", "1 member can be imported")
	if got := p.Find("textarea[name=list]").Text(); got != "Olivia, olivia@example.com\nAda Berg\nTim" {
		t.Errorf("the list to be changed is %q", got)
	}
	catalogs, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	_, err = handlers.CreateAccount(t.Context(), s.DB, catalogs, handlers.Account{Name: "Ida\u200b", Password: password, Role: db.Admin}, s.Now())
	if known := (*rules.Error)(nil); !errors.As(err, &known) || known.Key != "error.name-characters" { // no form removes anything
		t.Errorf("on the command line: %v", err)
	}
	visitor.post("/signup", "name", "\u00a0Mira\u3000Solberg ", "password", password).wantStatus(t, http.StatusOK).wantText(t, "nav", "Mira Solberg")
	p = s.client(t).post("/signup", "name", "  Anna   Lee \u00a0 ", "password", password).wantStatus(t, http.StatusOK)
	if got := p.Find("header nav a[href^='/people/']").Text(); got != "Anna Lee" {
		t.Errorf("spaces in a row are stored as %q", got)
	}
	s.client(t).logIn("Anna  Lee")
	s.client(t).post("/signup", "name", "Ada\tLind\t", "password", password).wantStatus(t, http.StatusOK).wantText(t, "nav", "Ada Lind")
}

// The form to sign up states which names are accepted, and so does the message about a name with
// other characters.
func TestNamesAreAsTheFormSays(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for tag, want := range map[string][2]string{
		"en": {"Name: 2 to 30 characters, with at least one letter or digit. ", "spaces, hyphens, underscores, full stops and apostrophes"},
		"fr": {"de 2 à 30 caractères, dont au moins une lettre ou un chiffre. ", "espaces, traits d’union, tirets bas, points et apostrophes"},
		"es": {"Nombre: de 2 a 30 caracteres, con al menos una letra o una cifra. ", "espacios, guiones, guiones bajos, puntos y apóstrofos"},
		"ko": {"이름은 2~30자이고 글자나 숫자가 하나 이상 있어야 해요. ", "띄어쓰기, 붙임표(-), 밑줄(_), 마침표(.), 아포스트로피(’)"},
	} {
		c := s.client(t).with("Accept-Language", tag)
		help := c.get("/signup").text("form .quiet")
		if !strings.Contains(help, want[0]) || !strings.Contains(strings.ToLower(help), want[1]) {
			t.Errorf("%s: the form says %q, want %q", tag, help, want)
		}
		c.post("/signup", "name", "Anna & Ben", "password", password).wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", want[1])
	}
	for _, name := range []string{"Bo", "Ann-Lou", "Ann_Mae", "Dr. Berg", "D’Arcy", "O'Neill", "7", strings.Repeat("é", 30)} {
		status := http.StatusOK
		if name == "7" {
			status = http.StatusUnprocessableEntity
		}
		s.client(t).post("/signup", "name", name, "password", password).wantStatus(t, status)
	}
}

// No member can take the club's name. A member that had the name before the club keeps it, and
// admins see that.
func TestTheClubsNameIsReserved(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	admin, _ := s.withRole(t, "Alma", db.Admin)
	s.newAccount(t, "Hexagon")
	admin.get("/admin").wantCount(t, "#names", 0)
	admin.post("/club/settings", "name", "Hexagon", "welcome", "", "sign-up", "open", "guests", "on").wantStatus(t, http.StatusOK)
	for _, name := range []string{"HEXAGON", "Hexag0n", "Hexagon."} {
		s.client(t).post("/signup", "name", name, "password", password).wantText(t, "#problem", "The site itself uses that name")
	}
	s.client(t).logIn("Hexagon").wantCount(t, "#problem", 0)
	for tag, want := range map[string]string{"en": "Names that look alike", "fr": "Noms qui se ressemblent", "es": "Nombres que se parecen", "ko": "비슷해 보이는 이름"} {
		admin.with("Accept-Language", tag).get("/admin").wantText(t, "#names h2", want).wantText(t, "#names a[href='/club/members/Hexagon']", "Hexagon")
	}
}

// Members of older versions whose names look alike are listed for admins, with what nobody sees
// in them.
func TestAdminsSeeNamesThatLookAlike(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	admin, _ := s.withRole(t, "Alma", db.Admin)
	for _, name := range []string{"Olivia", "Mona", "Ben"} {
		s.newAccount(t, name)
	}
	raw := s.raw(t)
	for was, is := range map[string]string{"Mona": "Olivia\u034f", "Ben": "\u3164"} {
		if _, err := raw.ExecContext(t.Context(), "UPDATE people SET name = $2, skeleton = $3 WHERE name = $1", was, is, db.Skeleton(is)); err != nil {
			t.Fatal(err)
		}
	}
	p := admin.get("/admin")
	if got := p.list("#names a"); !slices.Equal(got, []string{"[U+3164]", "Olivia", "Olivia[U+034F]"}) {
		t.Errorf("listed are %q", got)
	}
	p.wantCount(t, "#names > ul > li", 2)
}

// The words for roles, bots and deleted people are reserved in all languages, in the plural too. A
// member that has such a name keeps it, and admins see that.
func TestWordsForRolesAndBotsAreReserved(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	admin, _ := s.withRole(t, "Alma", db.Admin)
	names := []string{
		"Bot", "Bots", "Robot", "Robots", "Computer", "Admins", "Organisers", "Organizer", "Staff", "Moderator", "Deleted account", "Deleted player",
		"Ordinateur", "Administrateurs", "Organisatrice", "Modérateur", "Compte supprimé", "Joueur supprimé",
		"Ordenador", "Administradora", "Organizadores", "Moderador", "Cuenta eliminada", "Jugador eliminado",
		"로봇", "컴퓨터", "관리자님", "운영자들", "삭제된 계정", "삭제된 플레이어",
	}
	catalogs, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		account := handlers.Account{Name: name, Password: password, Role: db.Member}
		_, err := handlers.CreateAccount(t.Context(), s.DB, catalogs, account, s.Now())
		if known := (*rules.Error)(nil); !errors.As(err, &known) || known.Key != "error.name-reserved" {
			t.Errorf("%q is not reserved: %v", name, err)
		}
	}
	s.client(t).post("/signup", "name", "Robots", "password", password).wantText(t, "#problem", "The site itself uses that name")
	for _, name := range []string{"Botho", "Roberta", "Stafford", "Robotta"} {
		s.client(t).post("/signup", "name", name, "password", password).wantStatus(t, http.StatusOK).wantText(t, "nav", name)
	}
	hash, err := handlers.HashPassword(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.DB.SignUp(t.Context(), "", "Robot", hash, s.Now()); err != nil {
		t.Fatal(err)
	}
	s.client(t).logIn("Robot").wantCount(t, "#problem", 0)
	if got := admin.get("/admin").list("#names a"); !slices.Equal(got, []string{"Robot"}) {
		t.Errorf("listed are %q", got)
	}
}

// A title keeps the no-break spaces of French.
func TestTitlesKeepTheirSpaces(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	organiser, _ := s.withRole(t, "Otto", db.Organiser)
	const title = "Hiver\u202f: la suite"
	if got := organiser.post("/seasons", "name", " "+title+" ").wantStatus(t, http.StatusOK).Find("h1").Text(); got != title {
		t.Errorf("the title is %q", got)
	}
}

// A colon between a text and what follows has the narrow no-break space of French before it.
func TestFrenchColons(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	organiser, _ := s.withRole(t, "Otto", db.Organiser)
	first := organiser.post("/seasons", "name", "First").wantStatus(t, http.StatusOK).path
	second := organiser.post("/seasons", "name", "Second", "continues", strings.TrimPrefix(first, "/seasons/")).wantStatus(t, http.StatusOK).path
	c := s.client(t).with("Accept-Language", "fr")
	for path, want := range map[string]string{"/privacy": "hexclub\u202f: ", second: "Continue la saison\u202f: First"} {
		if got := c.get(path).Find("main").Text(); !strings.Contains(got, want) {
			t.Errorf("%s does not have %q: %q", path, want, got)
		}
	}
}

// What shows nothing is empty: as a message, a title or a reason.
func TestTextThatShowsNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	admin, _ := s.withRole(t, "Alma", db.Admin)
	game, host, _ := s.twoPlayers(t)
	for _, nothing := range []string{"\u2800", "\u3164 \u115f", "\ufffc\u2800", "\u034f\ufe0f"} {
		host.post(game+"/chat", "text", nothing).wantText(t, "#chat-problem", "There is nothing in that message")
		admin.post("/club/settings", "name", nothing, "welcome", "", "sign-up", "open", "guests", "on").wantText(t, "h1", "Hexclub")
		admin.post("/seasons", "name", nothing).wantStatus(t, http.StatusUnprocessableEntity)
		admin.post("/admin/bans", "range", "192.0.2.1", "length", "day", "reason", nothing).wantStatus(t, http.StatusUnprocessableEntity)
	}
}
