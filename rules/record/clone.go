package record

import (
	"maps"
	"slices"
)

// Clone returns a copy of r. Changing one does not change the other.
func (r *Record) Clone() *Record {
	clone := *r
	clone.events = slices.Clone(r.events)
	clone.proposed = maps.Clone(r.proposed)
	clone.progress = r.progress.clone()
	return &clone
}

// clone is the part of Record.Clone that is about progress. Turns share their lists of
// actions, which are only ever appended to: clipped, each copy appends to its own.
func (s *progress) clone() progress {
	clone := progress{
		state: s.state.Clone(), before: s.before.Clone(),
		played: slices.Clone(s.played), turns: slices.Clone(s.turns), seen: maps.Clone(s.seen),
	}
	for i := range clone.turns {
		turn := &clone.turns[i]
		turn.Actions, turn.ends = slices.Clip(turn.Actions), slices.Clip(turn.ends)
	}
	return clone
}
