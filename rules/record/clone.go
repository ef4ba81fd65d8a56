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

// clone copies the progress for Record.Clone. Turns share their lists of
// actions, which are only appended to: they are clipped, so each copy appends
// to its own.
func (p *progress) clone() progress {
	clone := *p
	clone.state, clone.before = p.state.Clone(), p.before.Clone()
	clone.played, clone.turns, clone.keys = slices.Clone(p.played), slices.Clone(p.turns), slices.Clone(p.keys)
	clone.seen = maps.Clone(p.seen)
	for i := range clone.turns {
		turn := &clone.turns[i]
		turn.Actions, turn.ends = slices.Clip(turn.Actions), slices.Clip(turn.ends)
	}
	return clone
}
