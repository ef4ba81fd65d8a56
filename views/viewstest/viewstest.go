// Package viewstest has what tests of several packages of views share.
package viewstest

import (
	"bytes"
	"compress/gzip"
	"math/rand/v2"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/views/i18n"
)

// Positions of Hexone.
const (
	OneTall   = ".../..b3./..r1../..../... 1" // one stack must explode
	TwoTall   = ".../.b3b3./..r1../..../... 1"
	TallTip   = "b3../.r1../...../..../... 1"
	JustBegun = ".../.b1../...../..../... 2" // seat 2 is to make its opening placement
)

// Catalog returns the texts of a language.
func Catalog(t testing.TB, tag string) *i18n.Catalog {
	t.Helper()
	catalogs, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	return catalogs.Match(tag, "")
}

// Info returns what is fixed about a game.
func Info(t testing.TB, key string) rules.Info {
	t.Helper()
	game, err := games.Find(key)
	if err != nil {
		t.Fatal(err)
	}
	return game.Info()
}

// RandomRecord plays games at random, from a seed on, and returns the first that is as wanted at
// the start of a turn.
func RandomRecord(t testing.TB, key string, options map[string]string, seed uint64, wanted func(*record.Record) bool) *record.Record {
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
			actions := open(game.Info(), r.State())
			if err := r.Step(actions[random.IntN(len(actions))]); err != nil {
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

// open returns the legal actions that pages offer: all but the secret ones.
func open(info rules.Info, st rules.State) []rules.Action {
	var actions []rules.Action
	for _, action := range st.Actions(nil) {
		if !info.Kinds[action.Kind].Secret {
			actions = append(actions, action)
		}
	}
	return actions
}

// Count returns a number of the whole table that a board shows, empty for none.
func Count(r *record.Record, key string) string {
	for _, c := range r.State().Board().Counts {
		if c.Key == key && c.Seat == 0 {
			return c.Text
		}
	}
	return ""
}

// Zipped returns the size of content, in bytes, as the site compresses pages.
func Zipped(t testing.TB, content []byte) int {
	t.Helper()
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
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
