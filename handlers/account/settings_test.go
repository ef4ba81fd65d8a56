package account_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/handlers/sitetest"
	"hexclub/rules/games"
	"hexclub/rules/rulestest"
)

func TestLanguage(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for accept, want := range map[string]string{
		"": "en", "en": "en", "fr": "fr", "fr-CH, en;q=0.9": "fr", "de, fr;q=0.8, en;q=0.5": "fr",
		"en-GB,fr;q=0.5": "en", "de": "en", "*": "en", "fr;q=0, en": "en", "rubbish;;q=,,": "en", strings.Repeat("fr-", 500): "en",
	} {
		c := s.Client(t).With("Accept-Language", accept)
		if got := c.Get("/").Attribute("html", "lang"); got != want {
			t.Errorf("%.40q is given %q, want %q", accept, got, want)
		}
	}
}

func TestLanguageSwitch(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t).With("Accept-Language", "en")
	game := c.DeviceGame("c2")
	for _, language := range []string{"fr", "en", "fr"} {
		p := c.Get(game + "?draft=d3")
		button := p.Find("form.languages button[value=" + language + "]")
		if button.AttrOr("aria-pressed", "") != "false" {
			t.Errorf("the button for %s is pressed already", language)
		}
		back := p.Attribute("form.languages input[name=return]", "value")
		p = c.Post("/language", "lang", language, "return", back).WantStatus(t, http.StatusOK)
		if p.Attribute("html", "lang") != language || p.Path != game {
			t.Errorf("the switch to %s leads to %s in %s", language, p.Path, p.Attribute("html", "lang"))
		}
		p.WantCount(t, ".steps li", 1) // the draft is still there
	}
	t.Run("where the address has changed since", func(t *testing.T) {
		for name, tt := range map[string]struct{ from, want string }{
			"draft":                {c.Url + game + "?draft=d3", game + "?draft=d3"},
			"page that is not":     {c.Url + "/nowhere", "/nowhere"},
			"not said":             {"", game},
			"path alone":           {"/rules/hexone", game},
			"elsewhere":            {"https://evil.example" + game + "?draft=d3", game},
			"other port":           {"http://127.0.0.1:1/rules/hexone", game},
			"two slashes":          {c.Url + "//evil.example", game},
			"backslash":            {c.Url + `/\evil.example`, "/%5Cevil.example"},
			"rubbish":              {"://%zz", game},
			"an answer to a form":  {c.Url + game + "/turns", game},
			"another answer to it": {c.Url + "/play-now", game},
		} {
			t.Run(name, func(t *testing.T) {
				p := c.NoRedirects().With("Referer", tt.from).Post("/language", "lang", "fr", "return", game)
				if got := p.WantStatus(t, http.StatusSeeOther).Header.Get("Location"); got != tt.want {
					t.Errorf("leads to %q, not to %q", got, tt.want)
				}
			})
		}
	})
	t.Run("fragments too", func(t *testing.T) {
		c.Htmx().Get(game+"/board").WantText(t, "title", "À vous de jouer")
		c.Htmx().Get("/nowhere").WantText(t, ".notice", "Il n’y a rien à cette adresse")
	})
	t.Run("unknown", func(t *testing.T) {
		for _, language := range []string{"", "de", "EN", "../fr"} {
			p := c.NoRedirects().Post("/language", "lang", language).WantStatus(t, http.StatusUnprocessableEntity)
			if p.Header["Set-Cookie"] != nil {
				t.Errorf("%q sets %q", language, p.Header["Set-Cookie"])
			}
		}
		odd := s.Client(t).With("Cookie", "lang=de").With("Accept-Language", "fr")
		if got := odd.Get("/").Attribute("html", "lang"); got != "fr" {
			t.Errorf("an unknown language in the cookie is given %q", got)
		}
	})
	t.Run("an answer to a form does not return to the form", func(t *testing.T) {
		p := c.Post("/games", "game", "chess").WantStatus(t, http.StatusUnprocessableEntity)
		if to := p.Attribute("form.languages input[name=return]", "value"); to != "/" {
			t.Errorf("the switch leads to %q", to)
		}
		p = c.With("Referer", c.Url+"/games/new").Post("/games", "game", "chess").WantStatus(t, http.StatusUnprocessableEntity)
		if to := p.Attribute("form.languages input[name=return]", "value"); to != "/games/new" {
			t.Errorf("with the page of the form known, the switch leads to %q", to)
		}
	})
}

// plainTexts returns the texts of a catalog that appear on pages unchanged.
func plainTexts(t *testing.T, language string) map[string]string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "..", "views", "i18n", language+".json"))
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

// structuredData matches the element with what machines read about a page.
var structuredData = regexp.MustCompile(`<script type="application/ld\+json">.*?</script>`)

// machineRead matches attributes of elements that nobody reads.
var machineRead = regexp.MustCompile(` (class|name|value|id)="[^"]*"`)

// pageTexts returns the texts of a page between tags, and within quotation marks, as in attributes.
// It does not split sentences.
func pageTexts(body string) (between, quoted map[string]bool) {
	body = structuredData.ReplaceAllString(body, "")
	between, quoted = map[string]bool{}, map[string]bool{}
	for tag := range strings.SplitSeq(body, "<") {
		between[tag[strings.LastIndex(tag, ">")+1:]] = true
	}
	for value := range strings.SplitSeq(machineRead.ReplaceAllString(body, ""), `"`) {
		quoted[value] = true
	}
	return between, quoted
}

// No page in one language contains a text of another.
func TestPagesAreInOneLanguage(t *testing.T) {
	t.Parallel()
	s, player, game, invitation := sitetest.Settled(t)
	drafting, over := player.DeviceGame(sitetest.Explosive...), player.DeviceGame(sitetest.Swift...)
	guest := s.Client(t)
	guest.NewGame("invite", "me")
	catalogs := map[string]map[string]string{"en": plainTexts(t, "en"), "fr": plainTexts(t, "fr")}
	for language, own := range catalogs {
		other := catalogs[map[string]string{"en": "fr", "fr": "en"}[language]]
		t.Run(language, func(t *testing.T) {
			seen := 0
			for _, person := range []*sitetest.Client{player, guest} {
				c := person.With("Accept-Language", language)
				paths := []string{
					drafting + "?draft=c2", drafting + "?draft=c2,c2xW,d3xW", drafting + "?draft=c3",
					over, over + "/turns/3", game + "/turns/7?play=1", "/nowhere",
				}
				for _, game := range games.All() {
					paths = append(paths, "/games/new?game="+game.Info().Key)
				}
				for _, p := range sitetest.Gets(s.Places(t, game, invitation)) {
					paths = append(paths, p.Address)
				}
				for _, path := range rulestest.Few(t, paths, 20) {
					p := c.Get(path)
					if !strings.HasPrefix(p.Header.Get("Content-Type"), "text/html") {
						continue
					}
					between, quoted := pageTexts(p.Body)
					for key, text := range other {
						// A letter, such as W for a game won, is also that of a cell. A single term may be a word of both languages, or of HTML.
						if term := strings.HasPrefix(key, "term.") && !strings.Contains(text, " "); own[key] == text || own[key] == "" || len(text) == 1 || term {
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

// Turns are confirmed where they have time, until the visitor chooses otherwise for a pace.
func TestSettings(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	wantConfirms := func(p sitetest.WebPage, want ...string) {
		t.Helper()
		var got []string
		p.Find("form[action='/settings/confirm'] input[type=checkbox][checked]").Each(func(_ int, box *goquery.Selection) {
			got = append(got, box.AttrOr("name", ""))
		})
		if p.Path != "/settings" || !slices.Equal(got, want) {
			t.Errorf("%s: turns are confirmed in %q, want %q", p.Path, got, want)
		}
	}
	p := c.Get("/settings").WantStatus(t, http.StatusOK).WantText(t, "main", "You play as a guest")
	p.WantCount(t, "form[action='/settings/sessions'], form[action='/logout'], .notice", 0)
	wantConfirms(p, "slow")
	save := func(form ...string) sitetest.WebPage {
		t.Helper()
		return c.Post("/settings/confirm", append(form, "return", "/settings")...).WantStatus(t, http.StatusOK).WantText(t, "#play #saved", "Saved.")
	}
	wantConfirms(save("live", "on", "slow", "off", "alone", "on"), "live", "alone")
	wantConfirms(save("live", "off", "live", "on", "slow", "off", "slow", "on", "alone", "off"), "live", "slow") // as the form sends it
	wantConfirms(save("live", "off"), "slow")                                                                    // others stay
	wantConfirms(save("slow", "off"))
	c.SignUp("Anna")
	wantConfirms(c.Get("/settings").WantCount(t, "main form[action='/logout']", 1).WantCount(t, ".notice", 0))
	for _, bad := range [][]string{{}, {"live", ""}, {"live", "On"}, {"slow", "on", "alone", "perhaps"}, {"confirm", "on"}} {
		c.Post("/settings/confirm", bad...).WantStatus(t, http.StatusUnprocessableEntity)
	}
	wantConfirms(c.Get("/settings"))
}
