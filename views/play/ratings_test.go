package play

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"
	"pgregory.net/rapid"

	"hexclub/rules"
	"hexclub/rules/hexellation"
	"hexclub/rules/hexone"
	"hexclub/rules/rating"
	"hexclub/views/page"
	"hexclub/views/table"
	"hexclub/views/viewstest"
)

// rendered parses a component as a browser does. It must be well-formed, have all its texts, and nothing that
// the content security policy forbids.
func rendered(t testing.TB, c templ.Component) *goquery.Selection {
	t.Helper()
	var page bytes.Buffer
	if err := c.Render(t.Context(), &page); err != nil {
		t.Fatal(err)
	}
	html := strings.ReplaceAll(page.String(), "<br>", "<br/> ") // as XML and as a line break have it
	decoder := xml.NewDecoder(strings.NewReader(html))
	decoder.Entity = xml.HTMLEntity
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in %s", err, html)
		}
	}
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(html))
	if err != nil {
		t.Fatal(err)
	}
	if found := doc.Find("[style], script, style"); found.Length() > 0 {
		t.Errorf("there are styles or scripts: %s", found.First().Text())
	}
	if text := doc.Text(); strings.Contains(text, "rating.") || strings.Contains(text, "NaN") {
		t.Errorf("a text is missing in %s", text)
	}
	return doc.Find("body")
}

// words returns the text of a selection, with single spaces.
func words(s *goquery.Selection) string {
	s = s.Clone()
	s.Find(".exact").Remove()
	return strings.Join(strings.Fields(s.Text()), " ")
}

func known(number, deviation float64) rating.Rating {
	return rating.Rating{Rating: number, Deviation: deviation, Volatility: 0.06}
}

func TestRatingText(t *testing.T) {
	for _, test := range []struct {
		r                      rating.Rating
		text, seen, spoken, fr string
	}{
		{known(1511.6, 60), "1512", "1512", "1512", "1512"},
		{known(1511.4, 200), "1511?", "1511?", "1511?, provisional", "1511?, provisoire"},
	} {
		mark := page.NewRatingMark(viewstest.Catalog(t, "en"), test.r)
		if mark.String() != test.text {
			t.Errorf("the text is %s, want %s", mark, test.text)
		}
		body := rendered(t, page.RatingText(mark))
		if got := words(body); got != test.spoken {
			t.Errorf("who listens hears %q, want %q", got, test.spoken)
		}
		if got := words(rendered(t, page.RatingText(page.NewRatingMark(viewstest.Catalog(t, "fr"), test.r)))); got != test.fr {
			t.Errorf("in French %q, want %q", got, test.fr)
		}
		body.Find(".unseen").Remove()
		if got := words(body); got != test.seen {
			t.Errorf("who looks sees %q, want %q", got, test.seen)
		}
		if title := body.Find("span").AttrOr("title", ""); (title != "") != test.r.Provisional() {
			t.Errorf("it is explained by %q", title)
		}
	}
}

func TestRatingChanges(t *testing.T) {
	before := []rating.Rating{known(1612, 80), known(1500, 200)}
	info := hexone.Game{}.Info()
	changes := rating.Update(info, rules.Win(1, 2, "elimination"), before)
	section := func(tag string) *goquery.Selection {
		return rendered(t, table.RatingChangesSection(table.NewRatingChanges(viewstest.Catalog(t, tag), info, rating.Quick, []string{"Ann", "Ben"}, changes)))
	}
	for tag, want := range map[string][]string{
		"en": {
			"Ann (Blue) 1612 → then 1623 +11 Expected score against 1500: 0.63. Actual score: 1. Margin: ±160 before, ±157 now.",
			"Ben (Red) 1500?, provisional → then 1439?, provisional −61 Expected score against 1612: 0.35. Actual score: 0. Margin: ±400 before, ±353 now.",
		},
		"fr": {
			"Ann (Bleu) 1612 → puis 1623 +11 Score attendu contre 1500 : 0,63. Score obtenu : 1. Marge : ±160 avant, ±157 maintenant.",
			"Ben (Rouge) 1500?, provisoire → puis 1439?, provisoire −61 Score attendu contre 1612 : 0,35. Score obtenu : 0. Marge : ±400 avant, ±353 maintenant.",
		},
	} {
		body := section(tag)
		if got := body.Find("li").Map(func(_ int, li *goquery.Selection) string { return words(li) }); !slices.Equal(got, want) {
			t.Errorf("%s: the lines are\n%s\nwant\n%s", tag, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if got := body.Find("p").Length(); got != 2 {
			t.Errorf("%s: %d paragraphs, want the game and what the question marks mean", tag, got)
		}
	}
}

// Certain ratings need no note; for several opponents the average is shown.
func TestRatingChangesOfMany(t *testing.T) {
	info := hexellation.Game{}.Info()
	before := []rating.Rating{known(1500, 60), known(1600, 60), known(1700, 60)}
	changes := rating.Update(info, rules.Win(1, 3, "model"), before)
	body := rendered(t, table.RatingChangesSection(table.NewRatingChanges(viewstest.Catalog(t, "en"), info, rating.Days, []string{"Ann", "Ben", "Cho"}, changes)))
	for i, want := range []string{
		"Expected score against 2 opponents, average rating 1650: 0.30. Actual score: 1.",
		"Expected score against 2 opponents, average rating 1600: 0.50. Actual score: 0.25.",
		"Expected score against 2 opponents, average rating 1550: 0.70. Actual score: 0.25.",
	} {
		if got := words(body.Find("small").Eq(i)); !strings.HasPrefix(got, want) {
			t.Errorf("seat %d: %q, want %q", i+1, got, want)
		}
	}
	if got := words(body.Find("p")); got != "Hexellation · Correspondence games" {
		t.Errorf("beside the lines it says %q", got)
	}
}

// rated returns a game after which a player has a rating.
func rated(id string, class rating.Class, at time.Time, after float64) RatedGame {
	return RatedGame{
		ID: id, Class: class, At: at, Opponents: []string{"Ben"}, Outcome: rules.Won,
		Change: rating.Change{Before: known(after-8, 90), After: known(after, 80)},
	}
}

var newYear = time.Date(2026, 1, 1, 23, 30, 0, 0, time.UTC)

const oneDay = 24 * time.Hour

func TestRatingHistoryOfNobody(t *testing.T) {
	body := rendered(t, ratingHistory(newRatingHistory(page.Calendar{T: viewstest.Catalog(t, "en")}, "Six", nil)))
	if got := words(body.Find(".history > *")); got != "No rated games yet." {
		t.Errorf("it says %q", got)
	}
}

func TestRatingHistoryOfOneGame(t *testing.T) {
	body := rendered(t, ratingHistory(newRatingHistory(page.Calendar{T: viewstest.Catalog(t, "en")}, "Six", []RatedGame{rated("g1", rating.Days, newYear, 1508)})))
	if n := body.Find(".graph, .legend, .band").Length(); n != 0 || body.Find("details[open] tbody tr").Length() != 1 {
		t.Errorf("a lone dot is drawn (%d), or the table is closed", n)
	}
	if got := words(body.Find("summary")); got != "Table: 1 game" {
		t.Errorf("the table is announced as %q", got)
	}
}

func TestRatingHistory(t *testing.T) {
	games := []RatedGame{ // in no order
		{
			ID: "g3", Class: rating.Long, At: newYear.Add(10 * oneDay), Opponents: []string{"Cho", "Dan"}, Outcome: rules.Lost,
			Change: rating.Change{Before: known(1600, 300), After: known(1500, 250)},
		},
		rated("g1", rating.Quick, newYear, 1508),
		rated("g2", rating.Quick, newYear.Add(5*oneDay), 1516),
	}
	history := newRatingHistory(page.Calendar{T: viewstest.Catalog(t, "en")}, "Hexone", games)
	body := rendered(t, ratingHistory(history))

	rows := body.Find("tbody tr").Map(func(_ int, tr *goquery.Selection) string {
		return strings.Join(tr.Children().Map(func(_ int, cell *goquery.Selection) string { return words(cell) }), " | ")
	})
	if want := []string{
		"11 Jan 2026 | Loss to Cho, Dan Long games | 1500?, provisional± 500 | −100",
		"6 Jan 2026 | Win against Ben Quick games | 1516± 160 | +8",
		"1 Jan 2026 | Win against Ben Quick games | 1508± 160 | +8",
	}; !slices.Equal(rows, want) {
		t.Errorf("the rows are\n%s\nwant\n%s", strings.Join(rows, "\n"), strings.Join(want, "\n"))
	}
	if got := body.Find("time").First().AttrOr("datetime", ""); got != "2026-01-11T23:30:00Z" {
		t.Errorf("the latest day is %s", got)
	}
	if got := body.Find("li").Map(func(_ int, li *goquery.Selection) string { return words(li) }); !slices.Equal(got, []string{"Quick games 1516", "Long games 1500?, provisional"}) {
		t.Errorf("the legend is %q", got)
	}
	label := body.Find(".graph [role=img]").AttrOr("aria-label", "")
	if want := "Ratings in Hexone." +
		" Quick games: 1508 on 1 Jan 2026, 1516 on 6 Jan 2026, lowest 1508, highest 1516." +
		" Long games: 1500? on 11 Jan 2026, 1500? on 11 Jan 2026, lowest 1500, highest 1500."; label != want {
		t.Errorf("the graph is called %q, want %q", label, want)
	}
	if got := words(body.Find("title").First()); got != "1 Jan 2026: 1508 (+8). Win against Ben" {
		t.Errorf("the first point is called %q", got)
	}
	if games[0].ID != "g3" {
		t.Error("the games given are in another order now")
	}
	if ticks := body.Find(".graph .up").Map(func(_ int, s *goquery.Selection) string { return s.Text() + " " + s.AttrOr("y", "") }); !slices.Equal(ticks, []string{"1550 0%", "1525 33.3%", "1500 66.7%", "1475 100%"}) {
		t.Errorf("the ratings at the side are %q", ticks)
	}
}

// Links of the graph are for pointers; the table has them for all readers.
func TestRatingHistoryLinks(t *testing.T) {
	games := []RatedGame{rated("g1", rating.Quick, newYear, 1508), rated("g2", rating.Days, newYear.Add(oneDay), 1516)}
	body := rendered(t, ratingHistory(newRatingHistory(page.Calendar{T: viewstest.Catalog(t, "fr")}, "Hexone", games)))
	href := func(_ int, a *goquery.Selection) string { return a.AttrOr("href", "") }
	drawn, listed := body.Find(".graph a").Map(href), body.Find("table a").Map(href)
	slices.Sort(drawn)
	slices.Sort(listed)
	if want := []string{"/games/g1", "/games/g2"}; !slices.Equal(drawn, want) || !slices.Equal(listed, want) {
		t.Errorf("the graph leads to %q, the table to %q", drawn, listed)
	}
	if body.Find(".graph [aria-hidden=true] a[tabindex='-1']").Length() != 2 || body.Find("[role=img] a").Length() != 0 {
		t.Error("the links of the graph can be reached without a pointer")
	}
}

// Classes differ not only by colour: each has its dashes and its shape, in the legend as in the graph.
func TestRatingLinesDiffer(t *testing.T) {
	var games []RatedGame
	for i, class := range rating.Classes() {
		games = append(games, rated("g"+strconv.Itoa(i), class, newYear.Add(time.Duration(i)*oneDay), 1500))
	}
	body := rendered(t, ratingHistory(newRatingHistory(page.Calendar{T: viewstest.Catalog(t, "en")}, "Hexone", games)))
	shapes := map[string]bool{}
	for _, class := range rating.Classes() {
		legend := body.Find(".legend ."+string(class)+" .marker").AttrOr("d", "")
		drawn := body.Find(".graph g."+string(class)+" .marker").AttrOr("d", "-")
		if legend != drawn || shapes[drawn] {
			t.Errorf("%s is drawn as %s, in the legend as %s", class, drawn, legend)
		}
		shapes[drawn] = true
		if got := body.Find(".graph path.line." + string(class)).Length(); got != 1 {
			t.Errorf("%s has %d lines", class, got)
		}
	}
	if body.Find(".band").Length() != 0 {
		t.Error("bands hide each other")
	}
}

// For all games, the graph is within its bounds and small, the line ends with the last game, and the table has
// every game.
func TestAnyRatingHistoryIsDrawn(t *testing.T) {
	texts := viewstest.Catalog(t, "en")
	rapid.Check(t, func(rt *rapid.T) {
		at, games := newYear, []RatedGame{}
		for i := range rapid.IntRange(1, 300).Draw(rt, "games") {
			at = at.Add(time.Duration(rapid.Int64Range(0, int64(100*oneDay)).Draw(rt, "later")))
			class := rapid.SampledFrom(rating.Classes()).Draw(rt, "class")
			game := rated(strconv.Itoa(i), class, at, rapid.Float64Range(rating.MinRating, rating.MaxRating).Draw(rt, "rating"))
			game.After.Deviation = rapid.Float64Range(rating.MinDeviation, rating.MaxDeviation).Draw(rt, "deviation")
			games = append(games, game)
		}
		h := newRatingHistory(page.Calendar{T: texts}, "Six", games)
		last := games[len(games)-1]
		if len(h.Rows) != len(games) || h.Rows[0].Href != "/games/"+last.ID {
			rt.Fatalf("%d rows of %d games, the first %+v", len(h.Rows), len(games), h.Rows[0])
		}
		if len(h.Ups) < 3 || len(h.Ups) > page.GraphSteps+2 || len(h.Days) < 1 || len(h.Days) > 3 {
			rt.Fatalf("%d ratings and %d dates at the sides", len(h.Ups), len(h.Days))
		}
		for _, line := range h.Lines {
			if len(line.Points) == 0 || len(line.Points) > page.GraphSlots+1 {
				rt.Fatalf("%d points", len(line.Points))
			}
			for _, p := range line.Points {
				for _, place := range []string{p.X, p.Y} {
					if n, err := strconv.ParseFloat(strings.TrimSuffix(place, "%"), 64); err != nil || n < 0 || n > 100 {
						rt.Fatalf("a point is at %s, %s", p.X, p.Y)
					}
				}
			}
			if line.Class == string(last.Class) && line.Points[len(line.Points)-1].Href != "/games/"+last.ID {
				rt.Fatalf("the line ends with %+v", line.Points[len(line.Points)-1])
			}
		}
	})
}

func TestRatingBand(t *testing.T) {
	games := []RatedGame{rated("g1", rating.Quick, newYear, 1500), rated("g2", rating.Quick, newYear.Add(oneDay), 1500)}
	h := newRatingHistory(page.Calendar{T: viewstest.Catalog(t, "en")}, "Six", games)
	// 1700 is at the top and 1300 at the bottom; the band is 160 points about 1500.
	if want := "M0 100L1000 100L1000 900L0 900Z"; h.Band != want {
		t.Errorf("the band is %s, want %s; the ratings are %v", h.Band, want, h.Ups)
	}
	if want := "M0 500L1000 500"; h.Lines[0].Path != want {
		t.Errorf("the line is %s, want %s", h.Lines[0].Path, want)
	}
	if got := rendered(t, ratingHistory(h)).Find(".graph .band").Length(); got != 1 {
		t.Errorf("%d bands are drawn", got)
	}
}
