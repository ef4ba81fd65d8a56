package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/handlers/sitetest"
	"hexclub/rules/lesson"
	"hexclub/views/learn"
)

// Every page in French has narrow no-break spaces before its punctuation: in texts of catalogs and lessons, and
// in texts that code joins.
func TestFrenchPagesAreTypeset(t *testing.T) {
	t.Parallel()
	w := sitetest.BuildWorld(t).CopyOf(t)
	var addresses []string
	for _, route := range w.Routes(t) {
		if !strings.HasPrefix(route, "GET ") || strings.HasSuffix(route, "/events") || strings.HasSuffix(route, "/sheet") {
			continue
		}
		for _, state := range sitetest.States {
			_, address, _ := w.Request(route, state.Name, "admin")
			addresses = append(addresses, address)
			if !sitetest.OfGames(route) {
				break
			}
		}
	}
	for _, id := range w.Tournaments {
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
		request := sitetest.FormRequest(address, nil)
		request.Method = http.MethodGet
		request.Header.Set("Accept-Language", "fr")
		answer := w.Send(request, "admin")
		if !strings.HasPrefix(answer.Header().Get("Content-Type"), "text/html") {
			continue
		}
		document, err := goquery.NewDocumentFromReader(answer.Body)
		if err != nil {
			t.Fatal(address, err)
		}
		checked += sitetest.CheckTypeset(t, address, document)
	}
	if checked < 1500 {
		t.Errorf("only %d texts have marks", checked)
	}
}
