package club

import (
	"context"
	"strconv"

	"hexclub/db"
	"hexclub/rules"
)

// mayUndo returns nil if an act that is the last about what it changed can be undone now. It only reads, so that the log
// offers what is possible; the act that undoes it checks the rest.
func (a *Area) mayUndo(ctx context.Context, e db.AuditEntry) error {
	switch e.Act {
	case "ladder-ordered", "ladder-drawn", "ladder-recorded", "ladder-result":
		return a.DB.MayUndoOnLadder(ctx, e)
	case "ladder-added", "ladder-placed", "ladder-removed":
		place, err := a.DB.LadderPlace(ctx, e.About.ID, e.Subject.ID)
		if err == nil && strconv.Itoa(place) != e.Detail["Is"] {
			err = db.ErrUndone.Errorf("player %s is on place %d", e.Subject.ID, place)
		}
		return err
	}
	if e.About.Kind != db.RefTournament {
		return nil
	}
	t, err := a.DB.Tournament(ctx, e.About.ID)
	if err != nil {
		return err
	}
	if !undoableIn(t, e) {
		return db.ErrUndone.Errorf("%s in round %d of a tournament that is %s", e.Act, t.Round, t.Status)
	}
	if e.Act != "tournament-entrant" {
		return nil
	}
	full, err := a.DB.FullTournament(ctx, t.ID)
	if entrant, entered := full.Entrant(e.Subject.ID); err == nil && (!entered || t.Round > 0 && entrant.From <= t.Round) {
		err = db.ErrUndone.Errorf("entrant %s in round %d", e.Subject.ID, t.Round)
	}
	return err
}

// undoableIn reports whether an act on a tournament can be undone in its status.
func undoableIn(t db.Tournament, e db.AuditEntry) bool {
	over := t.Status != db.TournamentEntry && t.Status != db.TournamentRunning
	switch e.Act {
	case "tournament-entrant":
		return !over
	case "tournament-withdrawn":
		return !over && e.Detail["Round"] == "0"
	case "tournament-numbers":
		return !over && t.Round == 0
	case "tournament-begun":
		return t.Status == db.TournamentRunning && t.Round == 0
	case "tournament-finished": // rounds are added to a Swiss only
		return t.Status == db.TournamentOver && (e.Detail["Round"] == e.Detail["Rounds"] || t.Kind == db.Swiss)
	case "tournament-reopened":
		return t.Status == db.TournamentRunning
	}
	return true
}

// offersUndo reports whether the log offers to undo an act.
func (a *Area) offersUndo(ctx context.Context, e db.AuditEntry) (bool, error) {
	err := a.mayUndo(ctx, e)
	if rules.IsKind(err, rules.Conflict) || rules.IsKind(err, rules.NotFound) {
		return false, nil
	}
	return err == nil, err
}
