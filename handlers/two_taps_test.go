package handlers_test

import (
	"strings"
	"testing"
)

// From each page, the header and the footer lead to what a newcomer looks for: in one tap, or in two where the menu has to
// be opened. The lobby has an opponent in one more tap, and the page of courses the next lesson.
func TestTwoTaps(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	for _, scene := range s.Scenes {
		if scene.Posts() || strings.HasPrefix(scene.Path, "/embed/") || strings.HasPrefix(scene.Path, "/projector/") {
			continue // in another page, or on a projector
		}
		p := scene.Page()
		account := "/signup"
		if p.Find("header form[action='/logout']").Length() > 0 {
			account = "/people/"
		}
		for _, target := range []string{"a[href='/lobby']", "a[href='/learn']", "a[href='/club']", "a[href^='" + account + "']"} {
			if p.Find("header "+target).Length() == 0 {
				t.Errorf("the header of %s has no %s", scene.Name, target)
			}
		}
		if got := p.Find("footer button[name=lang]").Length(); got != 4 {
			t.Errorf("the footer of %s has %d languages, want 4", scene.Name, got)
		}
	}
	s.Stranger.Get("/lobby").WantCount(t, "main button[name=clock]", 3)
	s.Stranger.Get("/learn").WantText(t, "main a[href='/learn/hexone/aim']", "Begin")
}
