package ladder

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules/pairing"
)

// Every preset is valid, and is recognised whatever its games and its unit.
func TestPresets(t *testing.T) {
	for _, p := range Presets() {
		s := p.Settings("hexone")
		if err := s.Check(); err != nil {
			t.Errorf("%s: %v", p, err)
		}
		s.Games, s.Unit = []string{"six", "tartan"}, pairing.TwoGames
		if got := PresetOf(s); got != p {
			t.Errorf("%s is taken for %q", p, got)
		}
		s.Downwards = true
		if got := PresetOf(s); got != "" {
			t.Errorf("%s with challenges downwards is taken for %q", p, got)
		}
	}
	if got := cmp.Diff(Default("six"), Classic.Settings("six")); got != "" {
		t.Errorf("classic differs from the default: %s", got)
	}
}

// Every rule with a number distinguishes a preset from its own rules.
func TestPresetOfOtherNumbers(t *testing.T) {
	for _, bound := range Bounds() {
		s := Classic.Settings("six")
		*bound.Value(&s)++
		if got := PresetOf(s); got != "" {
			t.Errorf("one more of %s is %q", bound.Name, got)
		}
	}
}

// From friendly to strict the rules become harder, as the presets promise.
func TestPresetsBecomeHarder(t *testing.T) {
	for i, p := range Presets()[1:] {
		mild, hard := Presets()[i].Settings("six"), p.Settings("six")
		if mild.Reach <= hard.Reach || mild.Answer <= hard.Answer || mild.Play <= hard.Play || mild.Rematch >= hard.Rematch || mild.Free <= hard.Free {
			t.Errorf("%s is not harder than %s", p, Presets()[i])
		}
	}
	friendly, strict := Friendly.Settings("six"), Strict.Settings("six")
	if friendly.Unanswered != Lapses || friendly.Unplayed != Lapses || friendly.InactiveDays != 0 || friendly.Leaving != Lapses {
		t.Errorf("friendly has penalties: %+v", friendly)
	}
	if strict.Refuse != Nobody || strict.Unanswered != Lost || strict.Loss != Down || strict.InactiveDays == 0 {
		t.Errorf("strict has no penalties: %+v", strict)
	}
}
