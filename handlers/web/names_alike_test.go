package web_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/account"
	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/views/i18n"
)

// A name that looks like a member's or a role's, or is invisible, is refused.
func TestNamesThatLookLikeOthers(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	organiser, _ := s.WithRole(t, "Otto", db.Organiser)
	s.NewAccount(t, "Olivia")
	s.NewAccount(t, "Mona")
	refused := map[string]string{} // message of the page by name
	for text, names := range map[string][]string{
		"Use only letters, digits, spaces": {
			"Ol\u20ddivia", "Olivia!",
		},
		"Invisible characters were removed from the name": {
			"Olivia\u034f", "Admin\ufe0f", "You\ufe0f", "Ad\u180bmin", "Oli\u200dvia",
		},
		"Enter a name":                   {"\u3164", "\u3164\u3164", "\u115f\u115f", "\u2800 \u2800", "\U00013441\U00013441"},
		"two marks at most":              {"O" + strings.Repeat("\u0316", 25) + "la", "Ol\u0316\u0317\u0318a"},
		"A name needs a letter or digit": {"\u02bc\u02bc", "\u30fc\u30fc"},
		"too much like":                  {"O livia", "Ollvia", "OIivia", "0livia", "ᴏʟɪᴠɪᴀ", "Olivia.", "Ѕаѕһа"},
		"This name is reserved": {
			"Admin.", "Adm1n", "ᴀᴅᴍɪɴ", "Y0u", "0rganiser", "Guest 1l", "Guest7k2q", "Y ou", "Ad-min", "Pip bot l", "Pipbot1", "Pip bot1", "Hexc1ub", "Joueur supprimé.", "0rganizador", "관리자.", "게스트 l",
			"Admin\u02bc", "Adm\u0131\u0307n", "Pip bot 1 \u02bc", "Pip A \u02bc bot 1", "Pipbot1.", "Pipbot1\u02bc", "Guest7k2q.", "Guest7k2q\u02bc",
		},
	} {
		for _, name := range names {
			refused[name] = text
		}
	}
	s.NewAccount(t, "Sasha")
	list := []string{"Vera", "Ana Boto", "Talbot1"}
	for name := range refused {
		list = append(list, name)
	}
	problems := organiser.Imports(strings.Join(list, "\n")).WantText(t, "main", "3 members can be imported").List(".import .wrong")
	if len(problems) != len(refused) {
		t.Errorf("%d of %d names are refused", len(problems), len(refused))
	}
	for name, text := range refused {
		if !slices.ContainsFunc(problems, func(p string) bool { return strings.Contains(p, text) }) {
			t.Errorf("nothing says %q, as of %q", text, name)
		}
	}
	visitor := s.Client(t)
	for _, name := range []string{"Olivia\u034f", "Admin\ufe0f", "Ollvia"} {
		visitor.Post("/signup", "name", name, "password", sitetest.Password).WantText(t, "#problem", refused[name])
		organiser.Post("/club/members/Mona/name", "name", name).WantText(t, "#problem", refused[name])
	}
	was := "Mona"
	for _, name := range []string{"José Núñez", "Jose Nunez", "Zoë", "김철수", "김철우", "O’Brien", "François d'Œuf", "Nguyễn Thị Ánh", "नेहा", "Kaʻahumanu", "ローラ", "MONA"} {
		organiser.Post("/club/members/"+was+"/name", "name", name).WantStatus(t, http.StatusOK).WantCount(t, "#problem", 0)
		was = name
	}
}

// A form that is shown again because of invisible characters in a name has the name without them, so the next
// try succeeds. Other kinds of spaces become plain spaces.
func TestInvisibleCharactersAreRemoved(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	organiser, _ := s.WithRole(t, "Otto", db.Organiser)
	s.NewAccount(t, "Mona")
	visitor, want := s.Client(t), "Invisible characters were removed from the name."
	for name, cleaned := range map[string]string{"Oli\u034fvia": "Olivia", "\u2060Olivia\ufe0f\x01": "Olivia", "\u3164\u3164": ""} {
		for path, c := range map[string]*sitetest.Client{"/signup": visitor, "/club/members/Mona/name": organiser} {
			want := want
			if cleaned == "" {
				want = "Enter a name."
			}
			p := c.Post(path, "name", name, "password", sitetest.Password).WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", want)
			if got := p.Attribute("input[name=name]", "value"); got != cleaned {
				t.Errorf("%s: the field has %q for %q, want %q", path, got, name, cleaned)
			}
		}
	}
	for tag, want := range map[string]string{"fr": "caractères invisibles", "es": "caracteres invisibles", "ko": "보이지 않는 문자"} {
		s.Client(t).With("Accept-Language", tag).Post("/signup", "name", "Oli\u034fvia", "password", sitetest.Password).WantText(t, "#problem", want)
	}
	p := organiser.Imports("Oli\u034fvia, olivia@example.com\nAda Berg\u200b\nTim").WantText(t, ".import", want).WantText(t, "main", "1 member can be imported")
	if got := p.Find("textarea[name=list]").Text(); got != "Olivia, olivia@example.com\nAda Berg\nTim" {
		t.Errorf("the list to be changed is %q", got)
	}
	catalogs, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	_, err = account.CreateAccount(t.Context(), s.DB, catalogs, account.Account{Name: "Ida\u200b", Password: sitetest.Password, Role: db.Admin}, s.Now())
	if known := (*rules.Error)(nil); !errors.As(err, &known) || known.Key != "error.name-characters" { // no form removes anything
		t.Errorf("on the command line: %v", err)
	}
	visitor.Post("/signup", "name", "\u00a0Mira\u3000Solberg ", "password", sitetest.Password).WantStatus(t, http.StatusOK).WantText(t, "nav", "Mira Solberg")
	p = s.Client(t).Post("/signup", "name", "  Anna   Lee \u00a0 ", "password", sitetest.Password).WantStatus(t, http.StatusOK)
	if got := p.Find("header nav a[href^='/people/']").Text(); got != "Anna Lee" {
		t.Errorf("spaces in a row are stored as %q", got)
	}
	s.Client(t).LogIn("Anna  Lee")
	s.Client(t).Post("/signup", "name", "Ada\tLind\t", "password", sitetest.Password).WantStatus(t, http.StatusOK).WantText(t, "nav", "Ada Lind")
}

// The sign-up form states which names are accepted, and so does the message about a name with other characters.
func TestNamesAreAsTheFormSays(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for tag, want := range map[string][2]string{
		"en": {"2 to 30 characters: letters, digits, spaces, _ . ’ -", "spaces, hyphens, underscores, full stops and apostrophes"},
		"fr": {"De 2 à 30 caractères : lettres, chiffres, espaces, _ . ’ -", "espaces, traits d’union, tirets bas, points et apostrophes"},
		"es": {"De 2 a 30 caracteres: letras, cifras, espacios, _ . ’ -", "espacios, guiones, guiones bajos, puntos y apóstrofos"},
		"ko": {"2~30자: 글자, 숫자, 띄어쓰기, _ . ’ -", "띄어쓰기, 붙임표(-), 밑줄(_), 마침표(.), 아포스트로피(’)"},
	} {
		c := s.Client(t).With("Accept-Language", tag)
		c.Get("/signup").WantText(t, "[name=name] + small", want[0])
		c.Post("/signup", "name", "Anna & Ben", "password", sitetest.Password).WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", want[1])
	}
	for _, name := range []string{"Bo", "Ann-Lou", "Ann_Mae", "Dr. Berg", "D’Arcy", "O'Neill", "7", strings.Repeat("é", 30)} {
		status := http.StatusOK
		if name == "7" {
			status = http.StatusUnprocessableEntity
		}
		s.Client(t).Post("/signup", "name", name, "password", sitetest.Password).WantStatus(t, status)
	}
}

// No member can take the club's name. A member that had the name before the club keeps it, and admins see that.
func TestTheClubsNameIsReserved(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	admin, _ := s.WithRole(t, "Alma", db.Admin)
	s.NewAccount(t, "Hexagon")
	admin.Get("/admin").WantCount(t, "#names", 0)
	admin.Post("/club/settings", "name", "Hexagon", "welcome", "", "sign-up", "open", "guests", "on").WantStatus(t, http.StatusOK)
	for _, name := range []string{"HEXAGON", "Hexag0n", "Hexagon."} {
		s.Client(t).Post("/signup", "name", name, "password", sitetest.Password).WantText(t, "#problem", "This name is reserved")
	}
	s.Client(t).LogIn("Hexagon").WantCount(t, "#problem", 0)
	for _, tag := range i18n.Tags {
		admin.With("Accept-Language", tag).Get("/admin").WantText(t, "#names h2", sitetest.LoadTexts(t).Match(tag, "").T("admin.names")).WantText(t, "#names a[href='/club/members/Hexagon']", "Hexagon")
	}
}

// Admins see a list of members of older versions whose names look alike, with their invisible characters.
func TestAdminsSeeNamesThatLookAlike(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	admin, _ := s.WithRole(t, "Alma", db.Admin)
	for _, name := range []string{"Olivia", "Mona", "Ben"} {
		s.NewAccount(t, name)
	}
	raw := s.Raw(t)
	for was, is := range map[string]string{"Mona": "Olivia\u034f", "Ben": "\u3164"} {
		if _, err := raw.ExecContext(t.Context(), "UPDATE people SET name = $2, skeleton = $3 WHERE name = $1", was, is, db.Skeleton(is)); err != nil {
			t.Fatal(err)
		}
	}
	p := admin.Get("/admin")
	if got := p.List("#names a"); !slices.Equal(got, []string{"[U+3164]", "Olivia", "Olivia[U+034F]"}) {
		t.Errorf("listed are %q", got)
	}
	p.WantCount(t, "#names > ul > li", 2)
}

// The words for roles, bots and deleted people are reserved in all languages, in the plural too. A member that
// has such a name keeps it, and admins see that.
func TestWordsForRolesAndBotsAreReserved(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	admin, _ := s.WithRole(t, "Alma", db.Admin)
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
		own := account.Account{Name: name, Password: sitetest.Password, Role: db.Member}
		_, err := account.CreateAccount(t.Context(), s.DB, catalogs, own, s.Now())
		if known := (*rules.Error)(nil); !errors.As(err, &known) || known.Key != "error.name-reserved" {
			t.Errorf("%q is not reserved: %v", name, err)
		}
	}
	s.Client(t).Post("/signup", "name", "Robots", "password", sitetest.Password).WantText(t, "#problem", "This name is reserved")
	for _, name := range []string{"Botho", "Roberta", "Stafford", "Robotta"} {
		s.Client(t).Post("/signup", "name", name, "password", sitetest.Password).WantStatus(t, http.StatusOK).WantText(t, "nav", name)
	}
	hash, err := account.HashPassword(t.Context(), sitetest.Password)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.DB.SignUp(t.Context(), "", "Robot", hash, s.Now()); err != nil {
		t.Fatal(err)
	}
	s.Client(t).LogIn("Robot").WantCount(t, "#problem", 0)
	if got := admin.Get("/admin").List("#names a"); !slices.Equal(got, []string{"Robot"}) {
		t.Errorf("listed are %q", got)
	}
}

// A title keeps the no-break spaces of French.
func TestTitlesKeepTheirSpaces(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	organiser, _ := s.WithRole(t, "Otto", db.Organiser)
	const title = "Hiver\u202f: la suite"
	if got := organiser.Post("/seasons", "name", " "+title+" ").WantStatus(t, http.StatusOK).Find("h1").Text(); got != title {
		t.Errorf("the title is %q", got)
	}
}

// In French a colon has a narrow no-break space before it.
func TestFrenchColons(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	organiser, _ := s.WithRole(t, "Otto", db.Organiser)
	first := organiser.Post("/seasons", "name", "First").WantStatus(t, http.StatusOK).Path
	second := organiser.Post("/seasons", "name", "Second", "continues", strings.TrimPrefix(first, "/seasons/")).WantStatus(t, http.StatusOK).Path
	c := s.Client(t).With("Accept-Language", "fr")
	for path, want := range map[string]string{"/privacy": "hexclub\u202f: ", second: "Saison précédente\u202f: First"} {
		if got := c.Get(path).Find("main").Text(); !strings.Contains(got, want) {
			t.Errorf("%s does not have %q: %q", path, want, got)
		}
	}
}

// A text without visible characters is empty: as a message, a title or a reason.
func TestTextThatShowsNothing(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	admin, _ := s.WithRole(t, "Alma", db.Admin)
	game, host, _ := s.TwoPlayers(t)
	for _, nothing := range []string{"\u2800", "\u3164 \u115f", "\ufffc\u2800", "\u034f\ufe0f"} {
		host.Post(game+"/chat", "text", nothing).WantText(t, "#chat-problem", "Write a message first")
		admin.Post("/club/settings", "name", nothing, "welcome", "", "sign-up", "open", "guests", "on").WantText(t, ".brand", "Hexclub")
		admin.Post("/seasons", "name", nothing).WantStatus(t, http.StatusUnprocessableEntity)
		admin.Post("/admin/bans", "range", "192.0.2.1", "length", "day", "reason", nothing).WantStatus(t, http.StatusUnprocessableEntity)
	}
}
