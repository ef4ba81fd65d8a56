package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"hexclub/rules"
)

// UndoLife is how long after an act organisers can undo it.
const UndoLife = 24 * time.Hour

// undoesDetail is the detail with the number of the act that an act undoes.
const undoesDetail = "Undoes"

type undoneKey struct{}

// Undoing returns a context for acts that undo an act of the audit log. The log marks them by the detail Undoes.
func Undoing(ctx context.Context, number int) context.Context {
	return context.WithValue(ctx, undoneKey{}, number)
}

// ForgetUndo deletes what was stored to undo acts, once they can be undone no longer.
func (d *DB) ForgetUndo(ctx context.Context, now time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, query := range []string{"DELETE FROM round_saves WHERE at <= $1", "DELETE FROM undo_data WHERE at <= $1"} {
			if _, err := exec(ctx, tx, query, now.Add(-UndoLife).UnixMilli()); err != nil {
				return err
			}
		}
		return nil
	})
}

// UndoableActs returns the acts of the audit log that another act takes back. What ended with them stays ended: challenges of a
// player who was removed, and invitations and games of a closed account.
func UndoableActs() []string {
	return []string{
		"role", "renamed", "member-renamed", "account-closed", "club-name", "club-sign-up", "club-guests", "club-zone",
		"season-name", "season-status",
		"ladder-closed", "ladder-opened", "ladder-set", "ladder-about", "ladder-added", "ladder-placed", "ladder-removed",
		"ladder-members", "ladder-ordered", "ladder-drawn", "ladder-recorded", "ladder-result",
		"tournament-entrant", "tournament-entrants", "tournament-withdrawn", "tournament-numbers", "tournament-begun", "tournament-finished", "tournament-reopened",
		"round-published", "round-relaxed", "round-deadline",
		"pairing-entered", "pairing-decided", "pairing-corrected", "pairing-off",
	}
}

// NeedsAdmin reports whether only admins can undo the act.
func (e AuditEntry) NeedsAdmin() bool {
	return slices.Contains([]string{"role", "club-name", "club-sign-up", "club-guests", "club-zone"}, e.Act)
}

// ErrUndone is the sentinel error for an act that cannot be undone because of a later one.
var ErrUndone = &rules.Error{Kind: rules.Conflict, Key: "error.undo-changed"}

// ActToUndo returns an act that an organiser wants to undo. It fails with kind NotFound when there is no such entry in
// the audit log, and Conflict when such an act cannot be undone (error.undo-never), it is older than UndoLife
// (error.undo-late), or something else was done to the same thing since (error.undo-changed).
func (d *DB) ActToUndo(ctx context.Context, number int, now time.Time) (AuditEntry, error) {
	list, _, err := d.AuditLog(ctx, AuditFilter{Before: number + 1}, 1)
	if err != nil {
		return AuditEntry{}, err
	}
	if len(list) == 0 || list[0].Number != number {
		return AuditEntry{}, kind(sql.ErrNoRows)
	}
	e := list[0]
	switch {
	case !slices.Contains(UndoableActs(), e.Act):
		return e, rules.Errorf(rules.Conflict, "error.undo-never", "act %d is %s", number, e.Act)
	case !e.At.After(now.Add(-UndoLife)):
		return e, rules.Errorf(rules.Conflict, "error.undo-late", "act %d of %s", number, e.At)
	}
	last, err := d.LastActs(ctx, now)
	if err == nil && !slices.Contains(last, number) {
		err = ErrUndone.Errorf("act %d is not the last", number)
	}
	return e, err
}

// LastActs returns the numbers of the acts within UndoLife that are the last about what they changed. Only these can be
// undone.
func (d *DB) LastActs(ctx context.Context, now time.Time) (numbers []int, err error) {
	last := map[changedBy]int{}
	err = scanForUndo(ctx, d.read, func(rows *sql.Rows) error {
		var number int
		var e AuditEntry
		var detail string
		if err := rows.Scan(&number, &e.About.Kind, &e.About.ID, &e.Subject.ID, &e.Act, &detail); err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(detail), &e.Detail); err != nil {
			return err
		}
		last[e.changed()] = number
		return nil
	}, selectLastActs, now.Add(-UndoLife).UnixMilli())
	return slices.Sorted(maps.Values(last)), err
}

const selectLastActs = `SELECT number, about_kind, about_id, coalesce(subject, ''), act, CASE WHEN act LIKE 'round-%' THEN detail ELSE '{}' END
	FROM audit_log WHERE number > ` + recentActs + ` AND at > $1 ORDER BY number`

// changedBy is what an act changed.
type changedBy struct {
	about         Ref
	subject, what string
	round         string
}

// changed returns what the act changed: of acts that do so, the last can be undone.
func (e AuditEntry) changed() changedBy {
	what := e.Act
	for name, acts := range actsTogether {
		if slices.Contains(acts, e.Act) {
			what = name
		}
	}
	return changedBy{e.About, e.Subject.ID, what, e.Detail["Round"]}
}

// actsTogether are acts that change the same, by its name. Any other act changes what no act of another kind does.
var actsTogether = map[string][]string{
	"account":  {"account-closed", "account-opened"},
	"terms":    {"ladder-set", "ladder-about"},
	"closing":  {"ladder-closed", "ladder-opened"},
	"place":    {"ladder-added", "ladder-placed", "ladder-removed"},
	"places":   {"ladder-members", "ladder-members-removed", "ladder-ordered", "ladder-drawn"},
	"result":   {"ladder-recorded", "ladder-result", "pairing-entered", "pairing-decided", "pairing-corrected", "pairing-off", "pairing-replaced", "pairing-undone", "pairing-confirmed"},
	"entrant":  {"tournament-entrant", "tournament-withdrawn", "tournament-paused", "tournament-resumed"},
	"entrants": {"tournament-entrants", "tournament-entrants-removed"},
	"begin":    {"tournament-begun", "tournament-entry"},
	"end":      {"tournament-finished", "tournament-reopened", "tournament-off"},
	"round":    {"round-published", "round-opened", "round-relaxed", "round-retracted", "round-swapped"},
}

// isPublication reports whether an act published a round.
func isPublication(act string) bool { return act == "round-published" || act == "round-relaxed" }

// JustDone returns the number of the last act that a person has done since a time, if it can be undone; else 0.
func (d *DB) JustDone(ctx context.Context, person string, since time.Time) (number int, err error) {
	var at int64
	var act string
	err = kind(d.read.QueryRowContext(ctx, "SELECT number, at, act FROM audit_log WHERE person = $1 ORDER BY number DESC LIMIT 1", person).Scan(&number, &at, &act))
	if rules.IsKind(err, rules.NotFound) {
		return 0, nil
	}
	if err != nil || at < since.UnixMilli() || !slices.Contains(UndoableActs(), act) {
		return 0, err
	}
	e, err := d.ActToUndo(ctx, number, since)
	if err == nil {
		var why map[int]error
		if why, err = d.UndoableNow(ctx, []AuditEntry{e}, since); err == nil {
			err = why[number]
		}
	}
	if rules.IsKind(err, rules.Conflict) {
		return 0, nil
	}
	return number, err
}

// ReturnToEntry takes back the beginning of a tournament that has had no round: people can enter it again. It fails as
// BeginTournament does, with kind Conflict when it is not running or has had a round (error.tournament-status).
func (d *DB) ReturnToEntry(ctx context.Context, id, by string, now time.Time) error {
	return d.organiseTournament(ctx, id, by, func(ctx context.Context, tx *sql.Tx, t FullTournament) error {
		if t.Status != TournamentRunning || t.Round > 0 {
			return rules.Errorf(rules.Conflict, "error.tournament-status", "tournament %s is %s, in round %d", id, t.Status, t.Round)
		}
		if _, err := exec(ctx, tx, "UPDATE tournaments SET status = 'entry', rounds = 0, lot = 1, begun = NULL, opens = NULL WHERE id = $1", id); err != nil {
			return err
		}
		if _, err := exec(ctx, tx, "DELETE FROM absences WHERE tournament = $1", id); err != nil {
			return err
		}
		return auditTournament(ctx, tx, t.Tournament, Act{By: by, Act: "tournament-entry"}, now)
	})
}
