package handlers_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"hexclub/rules/lesson"
	"hexclub/views/learn"
)

// misset finds a mark of French that lacks its narrow no-break space: after a word or another
// space. Numbers are notation, such as 1500?
var misset = regexp.MustCompile(`\S*[\pL)”’ \x{a0}][:;?!»]+([\s).,…]|$)|«[^\x{202f}]`)

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

// checkTypeset reports marks on a page that lack their space, and returns how many texts of the
// page have marks.
func checkTypeset(t *testing.T, address string, document *goquery.Document) (texts int) {
	t.Helper()
	document.Find("code, pre, textarea, script, style, kbd, [lang]:not(html):not([lang=fr])").Remove()
	check := func(text string) {
		if strings.ContainsAny(text, ":;?!«»") {
			texts++
		}
		if found := misset.FindString(text); found != "" {
			t.Errorf("%s has %q: %.120s", address, found, text)
		}
	}
	for node := range document.Nodes[0].Descendants() {
		if node.Type == html.TextNode {
			check(strings.TrimSpace(node.Data))
		}
		for _, attribute := range node.Attr {
			switch attribute.Key {
			case "aria-label", "title", "alt", "placeholder", "data-lost", "data-unsent":
				check(attribute.Val)
			}
		}
	}
	return texts
}
