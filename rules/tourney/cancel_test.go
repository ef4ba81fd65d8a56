package tourney

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"hexclub/rules/rulestest"
)

// Standings with many tied players stop when their context is cancelled:
// before the first tie-break, between two, and within the direct encounter.
func TestStandingsStopWhenCancelled(t *testing.T) {
	var ids []string
	var results []Result
	for i := range 8 {
		ids = append(ids, fmt.Sprint("p", i))
		results = append(results, Result{Round: 1, Board: i + 1, First: ids[i], Asked: true, Over: true, Halves: [2]int{Draw}})
	}
	field, breaks := fieldOf(ids...), Rules{TieBreaks: []TieBreak{Buchholz, DirectEncounter}}
	for n := range 3 {
		if _, err := Standings(rulestest.CancelAfter(t.Context(), n), field, results, breaks); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled after %d steps: %v", n, err)
		}
	}
	if all, err := Standings(t.Context(), field, results, breaks); err != nil || len(all) != len(ids) {
		t.Errorf("not cancelled: %d standings, %v", len(all), err)
	}
}
