package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/rules/lesson"
	"hexclub/views/learn"
)

// Every page in French has narrow no-break spaces before its marks: in texts of catalogs and
// lessons, and where code joins texts.
func TestFrenchPagesAreTypeset(t *testing.T) {
	t.Parallel()
	w := buildWorld(t).copyOf(t)
	var addresses []string
	for _, route := range w.routes(t) {
		if !strings.HasPrefix(route, "GET ") || strings.HasSuffix(route, "/events") || strings.HasSuffix(route, "/sheet") {
			continue
		}
		for _, state := range states {
			_, address, _ := w.request(route, state.name, "admin")
			addresses = append(addresses, address)
			if !ofGames(route) {
				break
			}
		}
	}
	for _, id := range w.tournaments {
		addresses = append(addresses, "/tournaments/"+id)
	}
	courses, err := lesson.NewCourses(nil).All()
	if err != nil {
		t.Fatal(err)
	}
	for _, course := range courses {
		for _, l := range course.Lessons {
			addresses = append(addresses, learn.LessonHref(l)+"?hints=9")
		}
	}
	checked := 0
	for _, address := range addresses {
		request := formRequest(address, nil)
		request.Method = http.MethodGet
		request.Header.Set("Accept-Language", "fr")
		answer := w.send(request, "admin")
		if !strings.HasPrefix(answer.Header().Get("Content-Type"), "text/html") {
			continue
		}
		document, err := goquery.NewDocumentFromReader(answer.Body)
		if err != nil {
			t.Fatal(address, err)
		}
		checked += checkTypeset(t, address, document)
	}
	if checked < 1800 {
		t.Errorf("only %d texts have marks", checked)
	}
}
