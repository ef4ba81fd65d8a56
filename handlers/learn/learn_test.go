package learn_test

import (
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/games"
	"hexclub/rules/lesson"
	"hexclub/views/i18n"
	"hexclub/views/learn"
)

// Stars are stored for a guest, and for the account that the guest becomes. A viewed solution
// stores nothing.
func TestStarsAreKept(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	course := sitetest.CourseOf(t, "hexone")
	first, second := course.Lessons[0], course.Lessons[1]
	stars := func() int { return c.Get("/learn/hexone").Find(".path .earned").Length() }

	page := c.Get(learn.LessonHref(first)+"?line="+url.QueryEscape(sitetest.SolvedLine(first))).WantStatus(t, http.StatusOK)
	page.WantCount(t, ".status .earned", lesson.MaxStars)
	if n := stars(); n != 0 {
		t.Errorf("looking earned %d stars", n)
	}
	c.Post(learn.LessonHref(first), "line", "nonsense", "go", "next").WantStatus(t, http.StatusOK)
	if n := stars(); n != 0 {
		t.Errorf("nonsense earned %d stars", n)
	}
	next := c.Post(learn.LessonHref(first), "line", sitetest.SolvedLine(first), "tried", "1", "hints", "0", "go", "next").WantStatus(t, http.StatusOK)
	if next.Path != learn.LessonHref(second) {
		t.Errorf("the next lesson is %s", next.Path)
	}
	if n := stars(); n != lesson.MaxStars-1 {
		t.Errorf("the second try earned %d stars", n)
	}
	c.Post(learn.LessonHref(first), "line", sitetest.SolvedLine(first), "tried", "9", "hints", "9").WantStatus(t, http.StatusOK)
	if n := stars(); n != lesson.MaxStars-1 {
		t.Errorf("after a worse try there are %d stars", n)
	}
	c.Get("/learn").WantCount(t, ".courses > li:first-child a.primary[href='"+learn.LessonHref(second)+"']", 1)
	other := sitetest.CourseOf(t, "tartan").Lessons[0]
	c.Post(learn.LessonHref(other), "line", sitetest.SolvedLine(other)).WantStatus(t, http.StatusOK)
	c.Get("/learn").WantCount(t, ".courses > li:first-child h2 a[href='/learn/tartan']", 1)
	c.Post("/signup", "name", "Amélie", "password", "correct horse battery").WantStatus(t, http.StatusOK)
	if n := stars(); n != lesson.MaxStars-1 {
		t.Errorf("the account has %d stars", n)
	}
	last := course.Main()[len(course.Main())-1]
	if end := c.Post(learn.LessonHref(last), "line", sitetest.SolvedLine(last), "go", "all"); end.Path != "/learn/hexone" {
		t.Errorf("after the last lesson comes %s", end.Path)
	}
}

// A solution that the site has shown earns no stars. Without JavaScript, every link after a solved
// lesson stores the stars.
func TestWaysOn(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	course := sitetest.CourseOf(t, "tartan")
	first := course.Lessons[0]
	path := learn.LessonHref(first)
	stars := func() int { return c.Get("/learn/tartan").Find(".path .earned").Length() }

	failed := c.Get(path + "?hints=9&line=" + url.QueryEscape(first.Wrongs[0].Try[0]))
	shown := c.Get(failed.Attribute("#solution", "href")).WantStatus(t, http.StatusOK)
	shown.WantCount(t, ".status .stars", 0).WantCount(t, "form[action='"+path+"']", 0)
	c.Post(path, "line", sitetest.SolvedLine(first), "shown", "1", "go", "next").WantStatus(t, http.StatusOK)
	if n := stars(); n != 0 {
		t.Errorf("a solution that was shown earned %d stars", n)
	}
	for way, want := range map[string]string{"next": learn.LessonHref(course.Lessons[1]), "all": "/learn/tartan", "again": path} {
		if p := c.Post(path, "line", sitetest.SolvedLine(first), "go", way).WantStatus(t, http.StatusOK); p.Path != want {
			t.Errorf("%s leads to %s", way, p.Path)
		}
	}
	if n := stars(); n != lesson.MaxStars {
		t.Errorf("%d stars", n)
	}
}

// Visitors who cannot become guests, because too many came from the same address, can use lessons.
func TestLearningGoesOn(t *testing.T) {
	t.Parallel()
	s, _ := sitetest.LimitedSite(t, web.DefaultLimits())
	first := sitetest.CourseOf(t, "six").Lessons[0]
	kept, most := 0, 70
	for range most {
		p := s.Client(t).Htmx().Post(learn.LessonHref(first), "line", sitetest.SolvedLine(first)).WantStatus(t, http.StatusOK)
		p.WantCount(t, ".status .stars", 1)
		if len(p.Header.Values("Set-Cookie")) > 0 {
			kept++
		}
	}
	if kept == 0 || kept == most {
		t.Errorf("%d of %d became guests", kept, most)
	}
}

// A course ends with a game against the weakest bot, and in Hex-It with a short one.
func TestCourseEndsWithBot(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for _, game := range games.All() {
		c := s.Client(t)
		key := game.Info().Key
		var form []string
		c.Get("/learn/" + key).Find(`form[action="/play-bot"] [name]`).Each(func(_ int, e *goquery.Selection) {
			form = append(form, e.AttrOr("name", ""), e.AttrOr("value", ""))
		})
		g := s.GameAt(t, c.Post("/play-bot", form...).WantStatus(t, http.StatusOK).Path)
		bots := 0
		for _, player := range g.Players {
			if player.Bot() == 1 {
				bots++
			}
		}
		if tiles := g.Record.Setup().Options["tiles"]; g.Key != key || bots != 1 || key == "hexit" && tiles != "19" {
			t.Errorf("%s leads to %s with %d bots, %s tiles", key, g.Key, bots, tiles)
		}
	}
	s.Client(t).Post("/play-bot", "game", "hexit", "option.tiles", "7").WantStatus(t, http.StatusUnprocessableEntity)
}

// Unexpected input gets a normal page.
func TestLessonsAnswerAnything(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	for _, path := range []string{"/learn/chess", "/learn/hexone/castling", "/learn/chess/castling", "/rules/chess/sheet", "/rules/hexone/figures/99", "/embed/learn/hexone/x", "/projector/analysis/chess"} {
		c.Get(path).WantStatus(t, http.StatusNotFound)
	}
	first := learn.LessonHref(sitetest.CourseOf(t, "hexone").Lessons[0])
	long := strings.Repeat("c3,", 2000)
	for _, query := range []string{"line=nonsense", "line=" + long, "tried=-1", "tried=x&hints=99999999999999999999", "pick=zz&pick=zz", "claim=nothing&declare=yes"} {
		c.Get(first+"?"+query).WantStatus(t, http.StatusOK).WantCount(t, "#board", 1)
		c.Get(first+"/board?"+query).WantStatus(t, http.StatusOK).WantCount(t, "#board", 1)
		c.Get("/rules/hexone?figure=2&"+query).WantStatus(t, http.StatusOK)
		c.Get("/rules/hexone/figures/2?"+query).WantStatus(t, http.StatusOK)
	}
	c.Get(first+"?line=nonsense").WantCount(t, ".now .notice.bad", 1)
}

// The page explains every wrong try, in every language.
func TestWrongTriesAreExplained(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for _, tag := range i18n.Tags {
		c := s.Client(t)
		c.Post("/language", "lang", tag, "return", "/")
		for _, game := range games.All() {
			for _, l := range sitetest.CourseOf(t, game.Info().Key).Lessons {
				for _, w := range l.Wrongs {
					line := strings.ReplaceAll(w.Try[0], ";", " ")
					page := c.Get(learn.LessonHref(l) + "/board?line=" + url.QueryEscape(line))
					shown := strings.Join(strings.Fields(page.Find(".now .why, .now .notice.bad").Text()), " ")
					words := strings.NewReplacer("*", "", "\n", " ").Replace(l.Texts[tag].Wrong[w.Name])
					if !strings.Contains(shown, strings.Join(strings.Fields(words), " ")) {
						t.Errorf("%s, %s: %q is explained as %q", l.Key(), tag, line, shown)
					}
				}
			}
		}
	}
}

// Pages that other sites may embed allow it, do not identify the visitor and set no cookies. No
// other page may be embedded.
func TestFrames(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	c.Post(learn.LessonHref(sitetest.CourseOf(t, "six").Lessons[0]), "line", sitetest.SolvedLine(sitetest.CourseOf(t, "six").Lessons[0])) // makes a guest
	first := learn.LessonHref(sitetest.CourseOf(t, "six").Lessons[0])
	for path, ancestors := range map[string]string{
		"/embed" + first: "*", "/embed/analysis/six": "*", "/embed" + first + "/board": "*",
		first: "'none'", "/projector" + first: "'none'", "/analysis/six": "'none'", "/": "'none'", "/embed": "'none'",
	} {
		w := httptest.NewRecorder()
		s.Router.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if policy := w.Header().Get("Content-Security-Policy"); !strings.HasSuffix(policy, "frame-ancestors "+ancestors) {
			t.Errorf("%s: %s", path, policy)
		}
		if strings.HasPrefix(path, "/embed/") && len(w.Result().Cookies()) > 0 {
			t.Errorf("%s leaves cookies", path)
		}
	}
	l := sitetest.CourseOf(t, "six").Lessons[0]
	for _, query := range []string{"", "&line=" + url.QueryEscape(sitetest.SolvedLine(l)), "&line=" + url.QueryEscape(l.Wrongs[0].Try[0]), "&pick=9,9"} {
		page := c.Get("/embed"+first+"?lang=fr"+query).WantStatus(t, http.StatusOK)
		page.WantCount(t, "html[lang=fr]", 1).WantCount(t, "form", 0)
		if left := page.Find(`main a[href]:not([href*="lang=fr"], [target=_blank])`).Length(); left > 0 {
			t.Errorf("%s: %d links forget the language, or lead out of the frame within it", query, left)
		}
		if page.Find(".bottom a").AttrOr("target", "") != "_blank" {
			t.Errorf("%s: the site is opened in the frame", query)
		}
	}
	for _, path := range []string{"/embed/learn/six/nothing", "/embed/games/new", "/embed/analysis/chess"} {
		policy := c.Get(path).WantStatus(t, http.StatusNotFound).Header.Get("Content-Security-Policy")
		if !strings.HasSuffix(policy, "frame-ancestors 'none'") {
			t.Errorf("%s may be framed: %s", path, policy)
		}
	}
	share := c.Get(first).Find("#share-frame").Text()
	if !strings.Contains(share, `<iframe src="`) || !strings.Contains(share, "/embed"+first+"?lang=en") {
		t.Errorf("to be shown elsewhere: %s", share)
	}
}

// Compressed rules and lessons are small in every language.
func TestRulesAndLessonsAreSmall(t *testing.T) {
	t.Parallel()
	const most = 40 << 10
	s := sitetest.New(t)
	for _, tag := range i18n.Tags {
		for _, game := range games.All() {
			key := game.Info().Key
			paths := []string{"/rules/" + key, "/rules/" + key + "/sheet", "/learn/" + key}
			for _, l := range sitetest.CourseOf(t, key).Lessons {
				paths = append(paths, learn.LessonHref(l))
				if tag == "ko" { // its letters take the most bytes
					paths = append(paths, learn.LessonHref(l)+"?line="+url.QueryEscape(sitetest.SolvedLine(l)))
				}
			}
			for _, path := range append(paths, "/rules/glossary", "/learn") {
				r := httptest.NewRequest(http.MethodGet, path, nil)
				r.Header.Set("Accept-Encoding", "gzip")
				r.AddCookie(&http.Cookie{Name: "lang", Value: tag})
				w := httptest.NewRecorder()
				s.Router.ServeHTTP(w, r)
				if w.Code != http.StatusOK || w.Body.Len() >= most {
					t.Errorf("%s in %s: %d, %d bytes", path, tag, w.Code, w.Body.Len())
				}
				if _, err := gzip.NewReader(w.Body); err != nil {
					t.Errorf("%s is not zipped: %v", path, err)
				}
			}
		}
	}
}
