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
// actions, which are only ever appended to: clipped, each copy appends to its own. The
// snapshots, which only speed up takebacks, are left out.
func (p *progress) clone() progress {
	clone := *p
	clone.state, clone.before = p.state.Clone(), p.before.Clone()
	clone.played, clone.turns, clone.keys = slices.Clone(p.played), slices.Clone(p.turns), slices.Clone(p.keys)
	clone.seen, clone.snapshots = maps.Clone(p.seen), nil
	for i := range clone.turns {
		turn := &clone.turns[i]
		turn.Actions, turn.ends = slices.Clip(turn.Actions), slices.Clip(turn.ends)
	}
	return clone
}
