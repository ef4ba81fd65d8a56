package play

import (
	"testing"

	"hexclub/views/page"
	"hexclub/views/viewstest"
)

// A finished tournament has the place and the points.
func TestTournamentLine(t *testing.T) {
	for _, test := range []struct {
		tag  string
		r    TournamentRecord
		want string
	}{
		{"en", TournamentRecord{Over: true, Place: 2, Of: 8, Score: 9}, "Place 2 of 8, 4½ points"},
		{"en", TournamentRecord{Over: true, Place: 1, Of: 4, Score: 2}, "First of 4, 1 point"},
		{"en", TournamentRecord{Over: true, Place: 3, Of: 4, Score: 1, Shared: true}, "Tied for place 3 of 4, ½ point"},
		{"en", TournamentRecord{Over: true, Place: 4, Of: 4}, "Place 4 of 4, 0 points"},
		{"en", TournamentRecord{Over: true, Place: 2, Of: 2, Score: -1}, "Place 2 of 2"},
		{"fr", TournamentRecord{Over: true, Place: 2, Of: 8, Score: 9}, "Place 2 sur 8, 4½ points"},
		{"es", TournamentRecord{Over: true, Place: 2, Of: 8, Score: 12}, "Lugar 2 de 8, 6 puntos"},
		{"ko", TournamentRecord{Over: true, Place: 2, Of: 8, Score: 9}, "8명 중 2위, 4½점"},
		{"en", TournamentRecord{Round: 1, Rounds: 3, Score: -1}, "Round 1 of 3"},
	} {
		line := NewTournamentLine(page.Calendar{T: viewstest.Catalog(t, test.tag)}, test.r)
		if len(line.Notes) != 1 || line.Notes[0] != test.want {
			t.Errorf("%+v: %q, want %q", test.r, line.Notes, test.want)
		}
	}
}
