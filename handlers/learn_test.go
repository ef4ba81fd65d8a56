package handlers_test

import (
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/handlers"
	"hexclub/rules/games"
	"hexclub/rules/lesson"
	"hexclub/views/i18n"
	"hexclub/views/learn"
)

// What is solved is kept for a guest and for the account that the guest becomes;
// looking at a solution keeps nothing.
func TestStarsAreKept(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	course := courseOf(t, "hexone")
	first, second := course.Lessons[0], course.Lessons[1]
	stars := func() int { return c.get("/learn/hexone").Find(".lessons .earned").Length() }

	page := c.get(learn.LessonHref(first)+"?line="+url.QueryEscape(solvedLine(first))).wantStatus(t, http.StatusOK)
	page.wantCount(t, ".status .earned", lesson.MaxStars)
	if n := stars(); n != 0 {
		t.Errorf("looking earned %d stars", n)
	}
	c.post(learn.LessonHref(first), "line", "nonsense", "go", "next").wantStatus(t, http.StatusOK)
	if n := stars(); n != 0 {
		t.Errorf("nonsense earned %d stars", n)
	}
	next := c.post(learn.LessonHref(first), "line", solvedLine(first), "tried", "1", "hints", "0", "go", "next").wantStatus(t, http.StatusOK)
	if next.path != learn.LessonHref(second) {
		t.Errorf("it goes on with %s", next.path)
	}
	if n := stars(); n != lesson.MaxStars-1 {
		t.Errorf("the second try earned %d stars", n)
	}
	c.post(learn.LessonHref(first), "line", solvedLine(first), "tried", "9", "hints", "9").wantStatus(t, http.StatusOK)
	if n := stars(); n != lesson.MaxStars-1 {
		t.Errorf("after a worse try there are %d stars", n)
	}
	c.get("/learn").wantCount(t, ".hexone .do a:first-child[href='"+learn.LessonHref(second)+"']", 1)
	c.post("/signup", "name", "Amélie", "password", "correct horse battery").wantStatus(t, http.StatusOK)
	if n := stars(); n != lesson.MaxStars-1 {
		t.Errorf("the account has %d stars", n)
	}
	last := course.Lessons[len(course.Lessons)-1]
	if end := c.post(learn.LessonHref(last), "line", solvedLine(last), "go", "all"); end.path != "/learn/hexone" {
		t.Errorf("after the last lesson comes %s", end.path)
	}
}

// A solution that the site has shown earns nothing, and one solved without JavaScript
// is kept by every way on.
func TestWaysOn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	course := courseOf(t, "tartan")
	first := course.Lessons[0]
	path := learn.LessonHref(first)
	stars := func() int { return c.get("/learn/tartan").Find(".lessons .earned").Length() }

	failed := c.get(path + "?hints=9&line=" + url.QueryEscape(first.Wrongs[0].Try[0]))
	shown := c.get(failed.attribute("#solution", "href")).wantStatus(t, http.StatusOK)
	shown.wantCount(t, ".status .stars", 0).wantCount(t, "form[action='"+path+"']", 0)
	c.post(path, "line", solvedLine(first), "shown", "1", "go", "next").wantStatus(t, http.StatusOK)
	if n := stars(); n != 0 {
		t.Errorf("a solution that was shown earned %d stars", n)
	}
	for way, want := range map[string]string{"next": learn.LessonHref(course.Lessons[1]), "all": "/learn/tartan", "again": path} {
		if p := c.post(path, "line", solvedLine(first), "go", way).wantStatus(t, http.StatusOK); p.path != want {
			t.Errorf("%s leads to %s", way, p.path)
		}
	}
	if n := stars(); n != lesson.MaxStars {
		t.Errorf("%d stars", n)
	}
}

// Who may become no guest because too many from the same address have learns all the
// same.
func TestLearningGoesOn(t *testing.T) {
	t.Parallel()
	s, _ := limitedSite(t, handlers.DefaultLimits())
	first := courseOf(t, "six").Lessons[0]
	kept, most := 0, 70
	for range most {
		p := s.client(t).htmx().post(learn.LessonHref(first), "line", solvedLine(first)).wantStatus(t, http.StatusOK)
		p.wantCount(t, ".status .stars", 1)
		if len(p.header.Values("Set-Cookie")) > 0 {
			kept++
		}
	}
	if kept == 0 || kept == most {
		t.Errorf("%d of %d became guests", kept, most)
	}
}

// A course ends with a game against the weakest bot, in Hex-It with a short one.
func TestCourseEndsWithBot(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, game := range games.All() {
		c := s.client(t)
		key := game.Info().Key
		var form []string
		c.get("/learn/" + key).Find(`form[action="/play-bot"] [name]`).Each(func(_ int, e *goquery.Selection) {
			form = append(form, e.AttrOr("name", ""), e.AttrOr("value", ""))
		})
		g := s.gameAt(t, c.post("/play-bot", form...).wantStatus(t, http.StatusOK).path)
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
	s.client(t).post("/play-bot", "game", "hexit", "option.tiles", "7").wantStatus(t, http.StatusUnprocessableEntity)
}

// What nobody could have meant is answered like anything else.
func TestLessonsAnswerAnything(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	for _, path := range []string{"/learn/chess", "/learn/hexone/castling", "/learn/chess/castling", "/rules/chess/sheet", "/rules/hexone/figures/99", "/embed/learn/hexone/x", "/projector/analysis/chess"} {
		c.get(path).wantStatus(t, http.StatusNotFound)
	}
	first := learn.LessonHref(courseOf(t, "hexone").Lessons[0])
	long := strings.Repeat("c3,", 2000)
	for _, query := range []string{"line=nonsense", "line=" + long, "tried=-1", "tried=x&hints=99999999999999999999", "pick=zz&pick=zz", "claim=nothing&declare=yes"} {
		c.get(first+"?"+query).wantStatus(t, http.StatusOK).wantCount(t, "#board", 1)
		c.get(first+"/board?"+query).wantStatus(t, http.StatusOK).wantCount(t, "#board", 1)
		c.get("/rules/hexone?figure=2&"+query).wantStatus(t, http.StatusOK)
		c.get("/rules/hexone/figures/2?"+query).wantStatus(t, http.StatusOK)
	}
	c.get(first+"?line=nonsense").wantCount(t, ".now .notice.bad", 1)
}

// Every way to go wrong is told on the page, in every language.
func TestWrongTriesAreExplained(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, tag := range i18n.Tags {
		c := s.client(t)
		c.post("/language", "lang", tag, "return", "/")
		for _, game := range games.All() {
			for _, l := range courseOf(t, game.Info().Key).Lessons {
				for _, w := range l.Wrongs {
					line := strings.ReplaceAll(w.Try[0], ";", " ")
					page := c.get(learn.LessonHref(l) + "/board?line=" + url.QueryEscape(line))
					told := strings.Join(strings.Fields(page.Find(".now .notice.bad").Text()), " ")
					words := strings.NewReplacer("*", "", "\n", " ").Replace(l.Texts[tag].Wrong[w.Name])
					if !strings.Contains(told, strings.Join(strings.Fields(words), " ")) {
						t.Errorf("%s, %s: %q is told as %q", l.Key(), tag, line, told)
					}
				}
			}
		}
	}
}

// Pages that may be shown in frames elsewhere say so, know nobody and leave
// nothing behind; no other page may be.
func TestFrames(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	c.post(learn.LessonHref(courseOf(t, "six").Lessons[0]), "line", solvedLine(courseOf(t, "six").Lessons[0])) // makes a guest
	first := learn.LessonHref(courseOf(t, "six").Lessons[0])
	for path, ancestors := range map[string]string{
		"/embed" + first: "*", "/embed/analysis/six": "*", "/embed" + first + "/board": "*",
		first: "'none'", "/projector" + first: "'none'", "/analysis/six": "'none'", "/": "'none'", "/embed": "'none'",
	} {
		w := httptest.NewRecorder()
		s.router.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if policy := w.Header().Get("Content-Security-Policy"); !strings.HasSuffix(policy, "frame-ancestors "+ancestors) {
			t.Errorf("%s: %s", path, policy)
		}
		if strings.HasPrefix(path, "/embed/") && len(w.Result().Cookies()) > 0 {
			t.Errorf("%s leaves cookies", path)
		}
	}
	l := courseOf(t, "six").Lessons[0]
	for _, query := range []string{"", "&line=" + url.QueryEscape(solvedLine(l)), "&line=" + url.QueryEscape(l.Wrongs[0].Try[0]), "&pick=9,9"} {
		page := c.get("/embed"+first+"?lang=fr"+query).wantStatus(t, http.StatusOK)
		page.wantCount(t, "html[lang=fr]", 1).wantCount(t, "form", 0)
		if left := page.Find(`main a[href]:not([href*="lang=fr"], [target=_blank])`).Length(); left > 0 {
			t.Errorf("%s: %d links forget the language, or lead out of the frame within it", query, left)
		}
		if page.Find(".bottom a").AttrOr("target", "") != "_blank" {
			t.Errorf("%s: the site is opened in the frame", query)
		}
	}
	for _, path := range []string{"/embed/learn/six/nothing", "/embed/games/new", "/embed/analysis/chess"} {
		policy := c.get(path).wantStatus(t, http.StatusNotFound).header.Get("Content-Security-Policy")
		if !strings.HasSuffix(policy, "frame-ancestors 'none'") {
			t.Errorf("%s may be framed: %s", path, policy)
		}
	}
	share := c.get(first).Find("#share-frame").Text()
	if !strings.Contains(share, `<iframe src="`) || !strings.Contains(share, "/embed"+first+"?lang=en") {
		t.Errorf("to be shown elsewhere: %s", share)
	}
}

// Rules and lessons are small over the wire, in every language.
func TestRulesAndLessonsAreSmall(t *testing.T) {
	t.Parallel()
	const most = 40 << 10
	s := newSite(t)
	for _, tag := range i18n.Tags {
		for _, game := range games.All() {
			key := game.Info().Key
			paths := []string{"/rules/" + key, "/rules/" + key + "/sheet", "/learn/" + key}
			for _, l := range courseOf(t, key).Lessons {
				paths = append(paths, learn.LessonHref(l))
				if tag == "ko" { // whose letters take most
					paths = append(paths, learn.LessonHref(l)+"?line="+url.QueryEscape(solvedLine(l)))
				}
			}
			for _, path := range append(paths, "/rules/glossary", "/learn") {
				r := httptest.NewRequest(http.MethodGet, path, nil)
				r.Header.Set("Accept-Encoding", "gzip")
				r.AddCookie(&http.Cookie{Name: "lang", Value: tag})
				w := httptest.NewRecorder()
				s.router.ServeHTTP(w, r)
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
