package tournaments

import (
	"fmt"
	"slices"
	"testing"

	"hexclub/rules/tourney"
	"hexclub/views/viewstest"
)

// TestPodium has the first three places of a finished tournament, also if they are shared or a knockout has no points.
func TestPodium(t *testing.T) {
	for name, tt := range map[string]struct {
		places []int
		kind   string
		text   string
		names  []string
	}{
		"one winner":   {[]int{1, 2, 3, 4}, swiss, "Winner: P1", []string{"P1", "P2", "P3"}},
		"two winners":  {[]int{1, 1, 3, 4}, swiss, "Joint winners: P1, P2", []string{"P1", "P2", "P3"}},
		"shared third": {[]int{1, 2, 3, 3}, robin, "Winner: P1", []string{"P1", "P2", "P3", "P4"}},
		"struck":       {[]int{1, 2, 0}, robin, "Winner: P1", []string{"P1", "P2"}},
		"knockout":     {[]int{1, 2, 3, 3, 5}, knockout, "Winner: P1", []string{"P1", "P2", "P3", "P4"}},
	} {
		in := Input{Status: over, Format: Format{Kind: tt.kind}, At: map[string]int{}}
		for i, place := range tt.places {
			id := fmt.Sprint("P", i+1)
			in.At[id], in.Entrants = i, append(in.Entrants, Entrant{ID: id, Name: id})
			if tt.kind == knockout {
				in.Results.Places = append(in.Results.Places, tourney.Finish{Entrant: tourney.Entrant{ID: id}, Place: place})
			} else {
				in.Results.Standings = append(in.Results.Standings, tourney.Standing{Entrant: tourney.Entrant{ID: id}, Place: place, Halves: 7})
			}
		}
		c := viewstest.Catalog(t, "en")
		p := in.podium(c, in.standingTable(c))
		var names []string
		for _, row := range p.Rows {
			names = append(names, row.Name)
			if want := map[bool]string{true: "", false: "3½ pts"}[tt.kind == knockout]; row.Score != want {
				t.Errorf("%s: %s has %q, want %q", name, row.Name, row.Score, want)
			}
		}
		if p.Text != tt.text || !slices.Equal(names, tt.names) {
			t.Errorf("%s: %q with %v, want %q with %v", name, p.Text, names, tt.text, tt.names)
		}
		in.Status = running
		if in.podium(c, in.standingTable(c)) != nil {
			t.Errorf("%s: a podium before the end", name)
		}
	}
}
