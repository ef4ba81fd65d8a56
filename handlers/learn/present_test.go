package learn_test

import (
	"net/http"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/views/learn"
)

// A lesson leads to its page for projectors, which hides the answer until a link shows it.
func TestPresentLesson(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).Client(t)
	lessons := sitetest.CourseOf(t, "hexone").Lessons
	path := learn.LessonHref(lessons[3])
	large := c.Get(path).WantStatus(t, http.StatusOK).WantCount(t, "#sharing #present", 0).WantCount(t, "[data-full]", 0).Attribute(".lesson-line #present", "href")
	if large != "/projector"+path {
		t.Fatalf("it is presented at %q", large)
	}
	p := c.Get(large).WantStatus(t, http.StatusOK).WantCount(t, ".done", 0).WantCount(t, "#hide-answer", 0).WantCount(t, "#present", 0).
		WantCount(t, "button#full.scripted", 1).WantText(t, "#solution", "Show answer")
	shown := c.Get(p.Attribute("#solution", "href")).WantStatus(t, http.StatusOK).WantCount(t, ".done", 1).WantCount(t, "#solution, #retry", 0).
		WantText(t, "#hide-answer", "Hide answer")
	if hidden := shown.Attribute("#hide-answer", "href"); hidden != large {
		t.Errorf("the answer is hidden at %q", hidden)
	}
	// The next lesson replaces this one in place: a full screen stays full. The link to the site follows.
	next := learn.LessonHref(lessons[4])
	if got := shown.Attribute("#confirm", "data-hx-get"); got != "/projector"+next+"/board" {
		t.Fatalf("the next lesson is fetched from %q", got)
	}
	c.Get("/projector"+next+"/board").WantStatus(t, http.StatusOK).WantCount(t, "#to-site[href='"+next+"'][data-hx-swap-oob]", 1)
	c.Get(path+"/board").WantStatus(t, http.StatusOK).WantCount(t, "#to-site", 0)
}

// A position of the sandbox, and a turn of a game, lead to their pages for projectors; the sandbox's follows each click.
func TestPresentPosition(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).Client(t)
	for _, path := range []string{"/analysis/six?line=-1,0", "/analysis/six/board?line=-1,0"} {
		p := c.Get(path).WantStatus(t, http.StatusOK).WantCount(t, "#present-tab", 1)
		if got := p.Attribute("#present-tab a", "href"); got != "/projector/analysis/six?line=-1,0" {
			t.Errorf("%s is presented at %q", path, got)
		}
	}
	game, _ := sitetest.Replayed(c)
	large := c.Get(game+"/turns/1").WantStatus(t, http.StatusOK).Attribute(".tabs #present-tab a", "href")
	if !strings.HasPrefix(large, "/projector/analysis/hexone?") {
		t.Fatalf("a turn of a game is presented at %q", large)
	}
	c.Get(large).WantStatus(t, http.StatusOK).WantCount(t, "button#full.scripted", 1).WantCount(t, ".notice.bad", 0)
}
