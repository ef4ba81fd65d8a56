package handlers_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/pairing"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
	"hexclub/views"
	"hexclub/views/account"
	"hexclub/views/club/pairings"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A letterState is an e-mail as a page: a kind of letter in a language.
type letterState struct{ name, html string }

// letterStates returns e-mails of each kind in each language, and reports faults of their two forms.
func letterStates(t *testing.T) (all []letterState) {
	t.Helper()
	catalogs, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range i18n.Tags {
		letters := lettersByKind(t, catalogs.Match(tag, ""))
		for _, kind := range slices.Sorted(maps.Keys(letters)) {
			letter := letters[kind]
			text := letter.Text()
			html, err := letter.HTML(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range sitetest.JudgeLetter(letter.Subject, text, html) {
				t.Errorf("%s in %s: %s", kind, tag, fault)
			}
			if len(html) > 50_000 { // Gmail cuts off what follows 102 KB
				t.Errorf("%s in %s has %d bytes", kind, tag, len(html))
			}
			all = append(all, letterState{"letter-" + kind + "-" + tag, html})
		}
	}
	return all
}

// lettersByKind returns e-mails of each kind.
func lettersByKind(t *testing.T, texts *i18n.Catalog) map[string]page.Letter {
	t.Helper()
	const site = "https://hex.example"
	parties := page.Parties{From: "The Honeycomb", Site: "hex.example", Name: "Anna"}
	news := func(about string, games []views.GameNews, club ...pairings.ClubNews) page.Letter {
		return views.NewNoticeLetter(texts, views.News{
			Parties: parties, About: about, Games: games, Club: club,
			Home: site + "/", Settings: site + "/settings", Stop: site + "/mail/stop/k7d2mzq4c9x0wv1b8n5r3t6y2a/" + about,
		})
	}
	one := func(change func(*views.GameNews)) []views.GameNews {
		g := gameNews(t, "six", 1)
		change(&g)
		return []views.GameNews{g}
	}
	var many []views.GameNews
	for i := range 30 {
		many = append(many, gameNews(t, []string{"six", "hexellation", "tartan"}[i%3], i))
	}
	due := time.Date(2026, 12, 5, 18, 0, 0, 0, time.UTC)
	ladder := pairings.ClubNews{Kind: "ladder-challenged", Ladder: "Ladder of the winter season", Opponent: "Zoé", Unit: pairing.OneGame, Game: "tartan", Due: due, Link: site + "/challenges/7"}
	match := pairings.ClubNews{Kind: "pairing-begins", Players: [2]string{"Anna", "Ben"}, Opponent: "Ben", Unit: pairing.Match, Game: "hexone", Due: due, Link: site + "/pairings/8"}
	decided := pairings.ClubNews{Kind: "pairing-decided", Opponent: "Ben", Unit: pairing.OneGame, Game: "six", Reason: "Ben could not come on Friday.", Link: site + "/pairings/9"}
	result, err := rules.ParseResult("win 1", 2)
	if err != nil {
		t.Fatal(err)
	}
	result.Reason = rules.Resignation
	return map[string]page.Letter{
		"confirm":    account.NewConfirmLetter(texts, parties, site+"/mail/confirm/k7d2mzq4c9x0wv1b8n5r3t6y2a"),
		"reset":      account.NewResetLetter(texts, parties, site+"/reset/k7d2mzq4c9x0wv1b8n5r3t6y2a"),
		"password":   account.NewPasswordLetter(texts, parties, site+"/login/forgotten"),
		"address":    account.NewAddressLetter(texts, parties),
		"turn":       news("turn", one(func(*views.GameNews) {})),
		"turn-many":  news("turn", many),
		"time":       news("time", many[:2]),
		"challenge":  news("challenge", one(func(g *views.GameNews) { g.Host = "Ben" })),
		"result":     news("result", one(func(g *views.GameNews) { g.Result = &result })),
		"club":       news("club", nil, match),
		"club-many":  news("club", nil, ladder, match, decided),
		"odd-names":  views.NewNoticeLetter(texts, oddNews(one(func(g *views.GameNews) { g.Players[1] = oddName + strings.Repeat("육각W", 9) }))),
		"long-names": news("challenge", one(func(g *views.GameNews) { g.Host = strings.Repeat("W", 24) })),
	}
}

// oddName is a name that only a changed database can contain.
const oddName = `<b>&"` + "\r\n\x00'"

// oddNews returns news from a club and to a member with odd names.
func oddNews(games []views.GameNews) views.News {
	return views.News{
		Parties: page.Parties{From: oddName + " Club", Site: "hex.example", Name: oddName}, About: "turn", Games: games,
		Home: "https://hex.example/", Settings: "https://hex.example/settings", Stop: "https://hex.example/mail/stop/k7d2/turn",
	}
}

// gameNews returns a game of Anna's, with more time left the higher n is.
func gameNews(t *testing.T, key string, n int) views.GameNews {
	t.Helper()
	game, err := games.Find(key)
	if err != nil {
		t.Fatal(err)
	}
	days, err := record.Days(3)
	if err != nil {
		t.Fatal(err)
	}
	return views.GameNews{
		Info: game.Info(), Players: []string{"Anna", []string{"Zoé", "Ben", "Chloe"}[n%3]}, Own: []rules.Seat{1}, Control: days,
		Link: fmt.Sprintf("https://hex.example/games/k7d2mzq4c9x%d", n), Left: time.Duration(n*n+5) * time.Hour,
	}
}

// TestLetters looks at e-mails of each kind in each language in a browser: they fit on phones and desktops, and
// their texts have enough contrast in both colour schemes. Each is in one look, with HEXCLUB_FULL or HEXCLUB_SHOTS
// in all. The latter is a folder for pictures.
func TestLetters(t *testing.T) {
	t.Parallel()
	states, pages := letterStates(t), map[string]string{}
	for _, s := range states {
		pages["/"+s.name] = s.html
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(pages[r.URL.Path]))
	}))
	t.Cleanup(server.Close)
	pictures := os.Getenv("HEXCLUB_SHOTS")
	for n, look := range []string{"phone", "phone-dark", "desktop", "desktop-dark"} {
		t.Run(look, func(t *testing.T) {
			t.Parallel()
			p, known := newFontBrowser(t, n).Person(&sitetest.Site{Url: server.URL}, looks[look]), &sitetest.Palette{}
			p.Bring(loadAxe(t))
			for i, s := range states {
				if pictures == "" && !rulestest.Full() && i%4 != n {
					continue
				}
				p.Open("/" + s.name)
				p.Accessible(look+" "+s.name, axeLooks, known)
				if pictures != "" {
					p.Shot(look + "-" + s.name)
				}
			}
		})
	}
}

// writeLetters writes e-mails as pages to a folder, for the checker of markup.
func writeLetters(t *testing.T, folder string) (files []string) {
	t.Helper()
	for _, s := range letterStates(t) {
		file := filepath.Join(folder, s.name+".html")
		if err := os.WriteFile(file, []byte(s.html), 0o644); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// JudgeLetter finds what is wrong with an e-mail.
func TestJudgeLetter(t *testing.T) {
	const head, text = `<html lang="en" dir="ltr"><title>Hi</title><h1>Hi</h1>`, "Hello,\n\n- Six\n  https://hex.example/1\n\nPlay: https://hex.example/2\n"
	const row, button = `<p>Hello,</p><a href="https://hex.example/1">Six</a>`, `<a href="https://hex.example/2">Play</a>`
	for html, want := range map[string]string{
		head + row + button: "",
		head + button + row: "it has the links", head + row + `<p>Play</p>`: "it has the links",
		head + row + button + `<p>Soon</p>`:                                                `the text lacks "Soon"`,
		head + strings.Replace(row, "Hello,", "", 1) + button:                              `the HTML lacks "Hello,"`,
		head + row + button + `<img alt="" src="cid:1">`:                                   "it loads something",
		head + row + button + `<p style="background:url(x)"></p>`:                          "it loads something",
		strings.Replace(head, ` lang="en"`, "", 1) + row + button:                          "it lacks a language",
		head + row + `<a href="https://hex.example/2">Play</a><a href="https://x.y/"></a>`: "it has the links",
	} {
		faults := strings.Join(sitetest.JudgeLetter("Hi", text, html), "\n")
		if want == "" && faults != "" || !strings.HasPrefix(faults, want) {
			t.Errorf("%s: found %q, want %q", html, faults, want)
		}
	}
}
