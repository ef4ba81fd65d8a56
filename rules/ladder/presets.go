package ladder

import (
	"slices"

	"hexclub/rules/pairing"
)

// A Preset is a named set of rules for a new ladder.
type Preset string

// The presets, from the mildest on.
const (
	Friendly Preset = "friendly" // long reach, long deadlines, no penalties
	Classic  Preset = "classic"  // the rules of Default
	Strict   Preset = "strict"   // short reach, short deadlines, challenges can't be refused
)

// Presets lists the presets in the order in which forms offer them.
func Presets() []Preset { return []Preset{Friendly, Classic, Strict} }

// Settings returns the rules of the preset for a ladder of games. For an unknown preset they are those of Classic.
func (p Preset) Settings(keys ...string) Settings {
	s := Default(keys...)
	switch p {
	case Friendly:
		s.Reach, s.Made, s.Received, s.Rematch = 5, 2, 2, 0
		s.Refusals = 3
		s.Answer, s.Unanswered, s.Play, s.Unplayed = 7, Lapses, 30, Lapses
		s.InactiveDays = 0
		s.Free, s.FreeDays = 3, 60
		s.Leaving, s.ReturnDays, s.ReturnDrop = Lapses, 365, 0
	case Strict:
		s.Reach, s.Rematch = 2, 14
		s.Refuse = Nobody
		s.Answer, s.Play = 2, 7
		s.Loss = Down
		s.InactiveDays = 14
		s.Free = 0
		s.ReturnDays = 0
	}
	return s
}

// PresetOf returns the preset that has the rules of s, or an empty one if there is none. Games and what a challenge is
// about are no part of it: each ladder chooses them.
func PresetOf(s Settings) Preset {
	s.Games, s.Unit = nil, pairing.OneGame
	i := slices.IndexFunc(Presets(), func(p Preset) bool {
		preset := p.Settings()
		preset.Games = nil
		return sameRules(preset, s)
	})
	if i < 0 {
		return ""
	}
	return Presets()[i]
}

// sameRules reports whether two settings without games are equal.
func sameRules(a, b Settings) bool {
	for _, bound := range Bounds() {
		if *bound.Value(&a) != *bound.Value(&b) {
			return false
		}
	}
	return a.Downwards == b.Downwards && slices.EqualFunc(a.choices(), b.choices(), func(x, y choice) bool { return x.value == y.value })
}
