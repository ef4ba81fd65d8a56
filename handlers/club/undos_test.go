package club

import (
	"maps"
	"slices"
	"testing"

	"hexclub/db"
	"hexclub/views/club"
)

// Each act that can be undone has its opposite, and no other act has one.
func TestEachUndoableActIsUndone(t *testing.T) {
	t.Parallel()
	got, want := slices.Sorted(maps.Keys((&Area{}).undos())), slices.Sorted(slices.Values(db.UndoableActs()))
	if !slices.Equal(got, want) {
		t.Errorf("acts with an opposite: %v, want %v", got, want)
	}
}

// The log has the names that its page shows.
func TestLoggedNamesAreRead(t *testing.T) {
	t.Parallel()
	if db.MostNamedPeople != club.MostLoggedNames {
		t.Errorf("%d names are read, %d are shown", db.MostNamedPeople, club.MostLoggedNames)
	}
}
