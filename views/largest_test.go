package views

import (
	"bytes"
	"compress/gzip"
	"context"
	"math/rand/v2"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/views/i18n"
)

// largest are tables with the largest boards of the games that grow: all 42
// hexagons of Six, and all but one of Hex-It's 39 tiles with its 16 tokens.
func largest(t testing.TB, texts *i18n.Catalog) map[string]TableInput {
	six := randomRecord(t, "six", nil, 5, func(r *record.Record) bool { return len(r.Turns()) == 40 })
	hexit := randomRecord(t, "hexit", nil, 2, func(r *record.Record) bool { return count(r, "tiles") == "1" })
	moving := seen(texts, six)
	moving.Picks = []string{startOf(six)}
	declaring := seen(texts, randomRecord(t, "six", map[string]string{"declare": "yes"}, 5,
		func(r *record.Record) bool { return len(r.Turns()) == 40 }))
	declaring.Claim = "claim"
	return map[string]TableInput{
		"six": seen(texts, six), "six, a hexagon picked": moving, "six, declaring": declaring, "hexit": seen(texts, hexit),
	}
}

// seen is what whoever is to act sees of a game.
func seen(texts *i18n.Catalog, r *record.Record) TableInput {
	return TableInput{
		T: texts, Look: DefaultLook(),
		Game:   Game{ID: "x4k8q2m7t0zv", Record: r, Players: []string{"Anna Schmidt", "Ben Oduya"}, Revision: r.Ply()},
		Viewer: Viewer{Seats: []rules.Seat{r.State().Turn().Seat}, Confirm: true},
	}
}

// randomRecord is a random game played until it is as wanted; seeds from the
// given one on are tried.
func randomRecord(t testing.TB, key string, options map[string]string, seed uint64, wanted func(*record.Record) bool) *record.Record {
	t.Helper()
	game, err := games.Find(key)
	if err != nil {
		t.Fatal(err)
	}
	for ; seed < 1000; seed++ {
		random := rand.New(rand.NewPCG(seed, 3))
		r, err := record.New(game, rules.Setup{Options: options})
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; n < 500 && r.State().Turn().Seat != 0; n++ {
			actions := choices(game.Info(), nil, r.State())
			if err := r.Step(actions[random.IntN(len(actions))].action); err != nil {
				t.Fatal(err)
			}
			if turn := r.State().Turn(); turn.Seat != 0 && turn.Action == 0 && wanted(r) {
				return r
			}
		}
	}
	t.Fatalf("no game of %s is as wanted", key)
	return nil
}

// count is a number of the whole table.
func count(r *record.Record, key string) string {
	for _, c := range r.State().Board().Counts {
		if c.Key == key && c.Seat == 0 {
			return c.Text
		}
	}
	return ""
}

// startOf is a cell from which most actions start.
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

func zipped(t testing.TB, content []byte) int {
	t.Helper()
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestSpeed) // as the site zips pages
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}

// The largest boards take less than 6 KB zipped.
func TestLargestFragmentsAreSmall(t *testing.T) {
	for name, in := range largest(t, catalog(t, "en")) {
		var b bytes.Buffer
		table := NewTable(in)
		if err := TableFragment(table).Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		n := zipped(t, b.Bytes())
		t.Logf("%s: %d cells, %d bytes, %d zipped", name, len(table.Board.Cells), b.Len(), n)
		if n >= 6_000 {
			t.Errorf("%s takes %d bytes zipped, want less than 6000", name, n)
		}
	}
}

// BenchmarkLargest makes and draws the table with the largest boards: aim
// 250 µs.
func BenchmarkLargest(b *testing.B) {
	for name, in := range largest(b, catalog(b, "en")) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var buffer bytes.Buffer
			for b.Loop() {
				buffer.Reset()
				if err := TableFragment(NewTable(in)).Render(context.Background(), &buffer); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(zipped(b, buffer.Bytes())), "gz-bytes")
		})
	}
}
