package play_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

func TestArchive(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	anna, annaIs := s.NewAccount(t, "Anna")
	ben, benIs := s.NewAccount(t, "Ben")
	rated := db.NewGame{Host: annaIs.ID, Control: sitetest.FiveMinutes, Terms: db.Terms{Rated: true}}
	won := s.Resigned(t, s.Made(t, rated, benIs), benIs)
	lost := s.Resigned(t, s.Made(t, db.NewGame{Key: "tartan", Host: annaIs.ID}, benIs), annaIs)
	alone := s.Resigned(t, s.Made(t, db.NewGame{Host: annaIs.ID, BothSeats: true}), annaIs)
	unfinished := s.Made(t, db.NewGame{Key: "six", Host: annaIs.ID, BothSeats: true})
	off := s.Made(t, rated, benIs)
	if _, err := s.DB.Abort(t.Context(), off.ID, annaIs.ID, s.Now()); err != nil {
		t.Fatal(err)
	}
	s.Made(t, rated, benIs)
	// Each an hour after the previous one.
	for i, g := range []db.Game{won, lost, alone} {
		at := time.Date(2026, 7, 1, 22+i, 30, 0, 0, time.UTC).UnixMilli()
		for _, query := range []string{"UPDATE games SET changed = $2 WHERE id = $1", "UPDATE finished SET ended = $2 WHERE game = $1"} {
			if _, err := s.Raw(t).Exec(query, g.ID, at); err != nil {
				t.Fatal(err)
			}
		}
	}
	listed := func(p sitetest.WebPage) []string {
		return p.Find(".played .main > a").Map(func(_ int, a *goquery.Selection) string { return a.AttrOr("href", "") })
	}
	seoul := anna.With("Cookie", "zone=Asia/Seoul")
	for name, c := range map[string]struct {
		who   *sitetest.Client
		query string
		want  []db.Game
	}{
		"one's own":         {anna, "", []db.Game{alone, lost, won}},
		"somebody's":        {ben, "", []db.Game{lost, won}},
		"of a game":         {ben, "game=tartan", []db.Game{lost}},
		"lost":              {ben, "result=loss", []db.Game{lost}},
		"won":               {ben, "result=win", []db.Game{won}},
		"drawn":             {ben, "result=draw", nil},
		"against":           {anna, "opponent=+bEN+", []db.Game{lost, won}},
		"rated":             {anna, "counts=yes", []db.Game{won}},
		"casual":            {ben, "counts=no", []db.Game{lost}},
		"quick":             {anna, "class=quick", []db.Game{won}},
		"without clock":     {ben, "class=none", []db.Game{lost}},
		"to a day":          {anna, "to=2026-07-01", []db.Game{lost, won}},
		"from a day":        {anna, "from=2026-07-02", []db.Game{alone}},
		"on a day in Seoul": {seoul, "from=2026-07-02&to=2026-07-02", []db.Game{alone, lost, won}},
		"on a day":          {anna, "from=2026-07-01&to=2026-07-01", []db.Game{lost, won}},
		"on one device":     {anna, "result=device", []db.Game{alone}},
		"unfinished":        {anna, "result=unfinished", []db.Game{unfinished}},
		"unfinished others": {anna, "result=unfinished&game=hexone", nil},
		"empty fields":      {ben, "game=&opponent=&result=&rated=&class=&from=&to=", []db.Game{lost, won}},
	} {
		t.Run(name, func(t *testing.T) {
			p := c.who.Get("/people/Anna/games?"+c.query).WantStatus(t, http.StatusOK)
			var want []string
			for _, g := range c.want {
				want = append(want, "/games/"+g.ID)
			}
			if got := listed(p); !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
			if len(want) == 0 {
				p.WantText(t, "main", "No games found")
			}
			query, err := url.ParseQuery(c.query)
			if err != nil {
				t.Fatal(err)
			}
			for field, value := range query { // the form keeps its values
				kept := p.Attribute("select[name="+field+"] [selected]", "value") + p.Attribute("input[name="+field+"]", "value")
				if kept != value[0] {
					t.Errorf("%s is %q, want %q", field, kept, value[0])
				}
			}
		})
	}
	t.Run("filters are folded until one is set", func(t *testing.T) {
		anna.Get("/people/Anna/games?from=&game=six").WantCount(t, "details:not([open]) .filters", 1).WantCount(t, ".filters a", 0)
		for query, status := range map[string]int{"result=draw": http.StatusOK, "from=yesterday": http.StatusUnprocessableEntity} {
			p := anna.Get("/people/Anna/games?"+query).WantStatus(t, status).WantCount(t, "details[open] .filters", 1)
			p.WantText(t, ".filters a[href='/people/Anna/games']", "Clear filters")
		}
	})
	t.Run("other games with the same filter", func(t *testing.T) {
		p := anna.Get("/people/Anna/games?game=tartan&result=loss").WantText(t, ".pills [aria-current]", "Tartan")
		all := p.Attribute(".pills a:not([aria-current])", "href")
		anna.Get(all).WantText(t, ".pills [aria-current]", "All").WantText(t, "[name=result] [selected]", "Lost")
	})
	t.Run("lines", func(t *testing.T) {
		p := anna.Get("/people/Anna/games")
		lines := p.List(".played li")
		calendar := sitetest.Calendar(t, s.Now())
		day := func(hour int) string { return calendar.Near(time.Date(2026, 7, 1, hour, 30, 0, 0, time.UTC)).Text }
		first, second := day(23), day(24)
		want := []string{
			"on one device Red won by resignation, 49 to 0 Hexone" + second,
			"LBen Lost by resignation Tartan" + first,
			"WBen Won by resignation, 49 to 0 Hexone · 5+3 · ratedrating +162 " + first,
		}
		for i, line := range lines {
			if !strings.HasPrefix(strings.ReplaceAll(line, " ", ""), strings.ReplaceAll(want[i], " ", "")) { // the year follows, unless it is this one
				t.Errorf("%q, want %q", line, want[i])
			}
		}
		if called := p.Attribute(".played li:nth-child(2) a", "aria-label"); !strings.HasPrefix(called, "Tartan, Ben, "+first) {
			t.Errorf("the second game is called %q", called)
		}
	})
	t.Run("in French", func(t *testing.T) {
		p := anna.With("Accept-Language", "fr").Get("/people/Anna/games")
		p.WantText(t, "h1", "Parties jouées par Anna").WantText(t, ".played", "Rouge a gagné par abandon, 49 à 0").WantText(t, ".played", "Perdue par abandon")
	})
}

// An invalid filter is explained, and the form keeps its values.
func TestArchiveRefuses(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	anna, _ := s.NewAccount(t, "Anna")
	stranger := s.Client(t)
	for query, want := range map[string]string{
		"game=chess":                       "unknown value",
		"result=most":                      "unknown value",
		"result=void":                      "unknown value",
		"counts=maybe":                     "unknown value",
		"class=slow":                       "unknown value",
		"opponent=Nobody":                  "Name not found",
		"opponent=anna":                    "Enter an opponent’s name",
		"from=yesterday":                   "Write dates as year-month-day",
		"from=2026-13-01":                  "Write dates as year-month-day",
		"to=2026-02-30":                    "Write dates as year-month-day",
		"from=2026-07-02&to=2026-07-01":    "The first day is after the last",
		"counts=yes&class=none":            "A rated game needs a clock",
		"after=nonsense":                   "The form had an unknown value",
		"after=12":                         "The form had an unknown value",
		"game=%00&result=%ff&opponent=%27": "unknown value",
	} {
		for _, c := range []*sitetest.Client{anna, stranger} {
			p := c.Get("/people/Anna/games?"+query).WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", want)
			if strings.HasPrefix(query, "from=") && p.Attribute("input[name=from]", "value") != strings.TrimPrefix(strings.Split(query, "&")[0], "from=") {
				t.Errorf("%s: the form forgets the day", query)
			}
		}
	}
	for _, query := range []string{"result=device&counts=yes", "result=unfinished&class=quick"} {
		anna.Get("/people/Anna/games?"+query).WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "Games on one device")
	}
	for _, query := range []string{"result=device", "result=unfinished"} { // only their player sees them
		stranger.Get("/people/Anna/games?"+query).WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "unknown value")
	}
}

// Pages follow each other with the same filter, also while games are added.
func TestArchivePages(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	_, annaIs := s.NewAccount(t, "Anna")
	_, benIs := s.NewAccount(t, "Ben")
	want := map[string]bool{}
	for range 65 {
		want[s.Resigned(t, s.Made(t, db.NewGame{Host: annaIs.ID}, benIs), benIs).ID] = true
	}
	c := s.Client(t)
	path := "/people/Anna/games?game=hexone&opponent=Ben"
	var counts []int
	for path != "" {
		p := c.Get(path).WantStatus(t, http.StatusOK)
		counts = append(counts, p.Find(".played li").Length())
		p.Find(".played .main > a").Each(func(_ int, a *goquery.Selection) {
			delete(want, strings.TrimPrefix(a.AttrOr("href", ""), "/games/"))
		})
		if len(counts) > 1 {
			newest := c.Get(p.Attribute("nav[aria-label=Pages] a", "href"))
			newest.WantCount(t, ".played li", 30)
		}
		path = p.Attribute("a[rel=next]", "href")
		if path != "" && (!strings.Contains(path, "game=hexone") || !strings.Contains(path, "opponent=Ben")) {
			t.Errorf("the next page is %s", path)
		}
		s.Resigned(t, s.Made(t, db.NewGame{Host: annaIs.ID}, benIs), benIs)
	}
	if fmt.Sprint(counts) != "[30 30 5]" || len(want) != 0 {
		t.Errorf("pages of %v, %d games missing", counts, len(want))
	}
}

// A guest has no profile, but has an archive.
func TestOwnArchive(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)
	guest.Post(game + "/resign")
	host.Get("/").WantCount(t, "a[href='/archive']", 1)
	host.Get("/archive").WantStatus(t, http.StatusOK).WantText(t, "h1", "All my games").WantCount(t, ".played li", 1)
	host.Get("/archive?result=loss").WantCount(t, ".played li", 0)
	s.Client(t).Get("/archive").WantStatus(t, http.StatusOK).WantCount(t, ".played li", 0)
	host.SignUp("Anna Łódź")
	if p := host.Get("/archive?result=win").WantCount(t, ".played li", 1); p.Path != "/people/Anna Łódź/games" {
		t.Errorf("it is at %s", p.Path)
	}
	host.Get("/archive?result=loss").WantCount(t, ".played li", 0)
}
