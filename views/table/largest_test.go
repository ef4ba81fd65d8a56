package table

import (
	"bytes"
	"context"
	"testing"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/viewstest"
)

// largest returns tables with the largest boards of the games that grow: all 42 hexagons of Six, and all but one
// of Hex-It's 39 tiles with its 16 tokens.
func largest(t testing.TB, texts *i18n.Catalog) map[string]Input {
	six := viewstest.RandomRecord(t, "six", nil, 5, func(r *record.Record) bool { return len(r.Turns()) == 40 })
	hexit := viewstest.RandomRecord(t, "hexit", nil, 2, func(r *record.Record) bool { return viewstest.Count(r, "tiles") == "1" })
	moving := seen(texts, six)
	moving.Picks = []string{startOf(six)}
	declaring := seen(texts, viewstest.RandomRecord(t, "six", map[string]string{"declare": "yes"}, 5,
		func(r *record.Record) bool { return len(r.Turns()) == 40 }))
	declaring.Claim = "claim"
	return map[string]Input{
		"six": seen(texts, six), "six, a hexagon picked": moving, "six, declaring": declaring, "hexit": seen(texts, hexit),
	}
}

// seen returns a game as the player to act sees it.
func seen(texts *i18n.Catalog, r *record.Record) Input {
	viewer := Viewer{Confirm: true}
	if seat := r.State().Turn().Seat; seat != 0 {
		viewer.Seats = []rules.Seat{seat}
	}
	return Input{
		T: texts, Look: page.DefaultLook(),
		Game:   Game{ID: "x4k8q2m7t0zv", Record: r, Players: []string{"Anna Schmidt", "Ben Oduya"}, Revision: r.EventCount()},
		Viewer: viewer,
	}
}

// startOf returns the cell from which most actions start.
func startOf(r *record.Record) (name string) {
	starts, most := map[string]int{}, 0
	for _, a := range r.State().Actions(nil) {
		start := a.From.String()
		if starts[start]++; starts[start] > most {
			most, name = starts[start], start
		}
	}
	return name
}

// The largest boards take less than 6 KB zipped.
func TestLargestFragmentsAreSmall(t *testing.T) {
	for name, in := range largest(t, viewstest.Catalog(t, "en")) {
		var b bytes.Buffer
		table := New(in)
		if err := Fragment(table).Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		n := viewstest.Zipped(t, b.Bytes())
		t.Logf("%s: %d cells, %d bytes, %d zipped", name, len(table.Board.Cells), b.Len(), n)
		if n >= 6_000 {
			t.Errorf("%s takes %d bytes zipped, want less than 6000", name, n)
		}
	}
}

// BenchmarkLargest makes and draws the table with the largest boards: aim
// 250 µs.
func BenchmarkLargest(b *testing.B) {
	for name, in := range largest(b, viewstest.Catalog(b, "en")) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var buffer bytes.Buffer
			for b.Loop() {
				buffer.Reset()
				if err := Fragment(New(in)).Render(context.Background(), &buffer); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(viewstest.Zipped(b, buffer.Bytes())), "gz-bytes")
		})
	}
}
