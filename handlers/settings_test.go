package handlers_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hexclub/rules/games"
	"hexclub/rules/rulestest"
)

func TestLanguage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for accept, want := range map[string]string{
		"": "en", "en": "en", "fr": "fr", "fr-CH, en;q=0.9": "fr", "de, fr;q=0.8, en;q=0.5": "fr",
		"en-GB,fr;q=0.5": "en", "de": "en", "*": "en", "fr;q=0, en": "en", "rubbish;;q=,,": "en", strings.Repeat("fr-", 500): "en",
	} {
		c := s.client(t).with("Accept-Language", accept)
		if got := c.get("/").attribute("html", "lang"); got != want {
			t.Errorf("%.40q is given %q, want %q", accept, got, want)
		}
	}
}

func TestLanguageSwitch(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t).with("Accept-Language", "en")
	game := c.deviceGame("c2")
	for _, language := range []string{"fr", "en", "fr"} {
		p := c.get(game + "?draft=d3")
		button := p.Find("form.languages button[value=" + language + "]")
		if button.AttrOr("aria-pressed", "") != "false" {
			t.Errorf("the button for %s is pressed already", language)
		}
		back := p.attribute("form.languages input[name=return]", "value")
		p = c.post("/language", "lang", language, "return", back).wantStatus(t, http.StatusOK)
		if p.attribute("html", "lang") != language || p.path != game {
			t.Errorf("the switch to %s leads to %s in %s", language, p.path, p.attribute("html", "lang"))
		}
		p.wantCount(t, ".steps li", 1) // the draft is still there
	}
	t.Run("where the address has changed since", func(t *testing.T) {
		for name, tt := range map[string]struct{ from, want string }{
			"draft":                {c.url + game + "?draft=d3", game + "?draft=d3"},
			"page that is not":     {c.url + "/nowhere", "/nowhere"},
			"not said":             {"", game},
			"path alone":           {"/rules/hexone", game},
			"elsewhere":            {"https://evil.example" + game + "?draft=d3", game},
			"other port":           {"http://127.0.0.1:1/rules/hexone", game},
			"two slashes":          {c.url + "//evil.example", game},
			"backslash":            {c.url + `/\evil.example`, "/%5Cevil.example"},
			"rubbish":              {"://%zz", game},
			"an answer to a form":  {c.url + game + "/turns", game},
			"another answer to it": {c.url + "/play-now", game},
		} {
			t.Run(name, func(t *testing.T) {
				p := c.still().with("Referer", tt.from).post("/language", "lang", "fr", "return", game)
				if got := p.wantStatus(t, http.StatusSeeOther).header.Get("Location"); got != tt.want {
					t.Errorf("leads to %q, not to %q", got, tt.want)
				}
			})
		}
	})
	t.Run("fragments too", func(t *testing.T) {
		c.htmx().get(game+"/board").wantText(t, "title", "À vous de jouer")
		c.htmx().get("/nowhere").wantText(t, ".notice", "Il n’y a rien à cette adresse")
	})
	t.Run("unknown", func(t *testing.T) {
		for _, language := range []string{"", "de", "EN", "../fr"} {
			p := c.still().post("/language", "lang", language).wantStatus(t, http.StatusUnprocessableEntity)
			if p.header["Set-Cookie"] != nil {
				t.Errorf("%q sets %q", language, p.header["Set-Cookie"])
			}
		}
		odd := s.client(t).with("Cookie", "lang=de").with("Accept-Language", "fr")
		if got := odd.get("/").attribute("html", "lang"); got != "fr" {
			t.Errorf("an unknown language in the cookie is given %q", got)
		}
	})
	t.Run("an answer to a form does not return to the form", func(t *testing.T) {
		p := c.post("/games", "game", "chess").wantStatus(t, http.StatusUnprocessableEntity)
		if to := p.attribute("form.languages input[name=return]", "value"); to != "/" {
			t.Errorf("the switch leads to %q", to)
		}
		p = c.with("Referer", c.url+"/games/new").post("/games", "game", "chess").wantStatus(t, http.StatusUnprocessableEntity)
		if to := p.attribute("form.languages input[name=return]", "value"); to != "/games/new" {
			t.Errorf("with the page of the form known, the switch leads to %q", to)
		}
	})
}

// plainTexts reads a catalog's texts that stand on pages as they are.
func plainTexts(t *testing.T, language string) map[string]string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "views", "i18n", language+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(content, &all); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for key, value := range all {
		if text, ok := value.(string); ok && !strings.Contains(text, "{{") {
			texts[key] = text
		}
	}
	return texts
}

// standing is what stands in a page between tags, and between quotation marks as
// attributes do. Words within a sentence are not told apart.
func standing(body string) (between, quoted map[string]bool) {
	between, quoted = map[string]bool{}, map[string]bool{}
	for tag := range strings.SplitSeq(body, "<") {
		between[tag[strings.LastIndex(tag, ">")+1:]] = true
	}
	for value := range strings.SplitSeq(body, `"`) {
		quoted[value] = true
	}
	return between, quoted
}

// No page in one language has a text of the other.
func TestPagesAreInOneLanguage(t *testing.T) {
	t.Parallel()
	s, player, game, invitation := settled(t)
	drafting, over := player.deviceGame(explosive...), player.deviceGame(swift...)
	guest := s.client(t)
	guest.newGame("invite", "me")
	catalogs := map[string]map[string]string{"en": plainTexts(t, "en"), "fr": plainTexts(t, "fr")}
	for language, own := range catalogs {
		other := catalogs[map[string]string{"en": "fr", "fr": "en"}[language]]
		t.Run(language, func(t *testing.T) {
			seen := 0
			for _, person := range []*client{player, guest} {
				c := person.with("Accept-Language", language)
				paths := []string{
					drafting + "?draft=c2", drafting + "?draft=c2,c2xW,d3xW", drafting + "?draft=c3",
					over, over + "/turns/3", game + "/turns/7?play=1", "/nowhere",
				}
				for _, game := range games.All() {
					paths = append(paths, "/games/new?game="+game.Info().Key)
				}
				for _, p := range gets(s.places(t, game, invitation)) {
					paths = append(paths, p.address)
				}
				for _, path := range rulestest.Few(t, paths, 20) {
					p := c.get(path)
					if !strings.HasPrefix(p.header.Get("Content-Type"), "text/html") {
						continue
					}
					between, quoted := standing(p.body)
					for key, text := range other {
						if own[key] == text || own[key] == "" {
							continue
						}
						if between[text] || between[" "+text] || quoted[text] {
							t.Errorf("%s has %s of the other language: %q", path, key, text)
						}
					}
					for _, text := range own {
						if between[text] {
							seen++
						}
					}
				}
			}
			if seen < rulestest.Some(t, 100) {
				t.Errorf("only %d texts were recognised", seen)
			}
		})
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	chosen := func(p webPage) string { return p.attribute("input[name=confirm][checked]", "value") }
	p := c.get("/settings").wantStatus(t, http.StatusOK).wantText(t, "main", "You play as a guest")
	p.wantCount(t, "form[action='/settings/sessions'], form[action='/logout']", 0)
	if got := chosen(p); got != "on" {
		t.Errorf("who never said is asked to confirm: %q", got)
	}
	for _, want := range []string{"off", "on", "off"} {
		p := c.post("/settings/confirm", "confirm", want, "return", "/settings").wantStatus(t, http.StatusOK)
		if got := chosen(p); got != want || p.path != "/settings" {
			t.Errorf("%s has %q, want %q", p.path, got, want)
		}
	}
	c.signUp("Anna")
	p = c.get("/settings").wantCount(t, "form[action='/logout']", 1)
	if got := chosen(p); got != "off" {
		t.Errorf("signing up makes the setting %q", got)
	}
	for _, bad := range []string{"", "On", "perhaps"} {
		c.post("/settings/confirm", "confirm", bad).wantStatus(t, http.StatusUnprocessableEntity)
	}
	if got := chosen(c.get("/settings")); got != "off" {
		t.Errorf("a bad value makes the setting %q", got)
	}
}
