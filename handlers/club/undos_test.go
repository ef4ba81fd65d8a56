package club

import (
	"maps"
	"slices"
	"testing"

	"hexclub/db"
)

// Each act that can be undone has its opposite, and no other act has one.
func TestEachUndoableActIsUndone(t *testing.T) {
	t.Parallel()
	got, want := slices.Sorted(maps.Keys((&Area{}).undos())), slices.Sorted(slices.Values(db.UndoableActs()))
	if !slices.Equal(got, want) {
		t.Errorf("acts with an opposite: %v, want %v", got, want)
	}
}
