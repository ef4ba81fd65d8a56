package db

import (
	"context"
	"database/sql"
	"slices"
	"strconv"
	"time"

	"hexclub/rules"
)

// ErrDeadlineChanged is the sentinel error for a deadline that another organiser has moved meanwhile.
var ErrDeadlineChanged = &rules.Error{Kind: rules.Conflict, Key: "error.deadline-changed"}

// MoveDeadline moves the deadline of a published round, which was at a moment; the zero time is no deadline. Its
// pairings have the new deadline too. If the next round would have been published by date at the old
// deadline, it is published at the new one. It returns the open pairings of the round.
//
// It fails with kind Forbidden when by is no organiser (error.organisers-only), NotFound when there is
// no such tournament or round (error.no-round), Invalid for a deadline that has passed
// (error.deadline-past), and Conflict when the season is archived (error.season-archived), the round
// has no open pairing (error.deadline-over) or another deadline than was (ErrDeadlineChanged).
func (d *DB) MoveDeadline(ctx context.Context, id string, round int, was, due time.Time, by string, now time.Time) (open []Pairing, err error) {
	err = d.organiseTournament(ctx, id, by, func(ctx context.Context, tx *sql.Tx, t FullTournament) error {
		open = nil
		if round < 1 || round > t.Round {
			return rules.Errorf(rules.NotFound, "error.no-round", "round %d of %s", round, id)
		}
		is := t.Rounds[round-1].Due
		switch {
		case !slices.ContainsFunc(t.RoundBoards(round), Board.Open):
			return rules.Errorf(rules.Conflict, "error.deadline-over", "round %d of %s", round, id)
		case !is.Equal(was):
			return ErrDeadlineChanged.Errorf("due %s, seen %s", is, was)
		case !due.IsZero() && !due.After(now):
			return rules.Errorf(rules.Invalid, "error.deadline-past", "due %s", due)
		case due.Equal(is):
			return nil
		}
		if err := setDeadline(ctx, tx, t, round, due); err != nil {
			return err
		}
		if open, err = openIn(ctx, tx, id, round); err != nil {
			return err
		}
		detail := map[string]string{"Round": strconv.Itoa(round)}
		stateDeadline(detail, "Was", is)
		stateDeadline(detail, "Is", due)
		return auditTournament(ctx, tx, t.Tournament, Act{By: by, Act: "round-deadline", Detail: detail}, now)
	})
	return open, err
}

// setDeadline stores the deadline of a round, in its pairings too, and the date of the next round that depends on it. The
// pairings keep their revisions: what people see of their results is still true.
func setDeadline(ctx context.Context, tx *sql.Tx, t FullTournament, round int, due time.Time) error {
	_, err := exec(ctx, tx, "UPDATE tournament_rounds SET due = $3 WHERE tournament = $1 AND round = $2", t.ID, round, nullTime(due))
	if err != nil {
		return err
	}
	_, err = exec(ctx, tx, `UPDATE pairings SET due = $3
		WHERE id IN (SELECT pairing FROM tournament_pairings WHERE tournament = $1 AND round = $2)`, t.ID, round, nullTime(due))
	if err != nil || due.IsZero() || round != t.Round || t.Next.IsZero() || !t.Next.Equal(t.Rounds[round-1].Due) {
		return err
	}
	_, err = exec(ctx, tx, "UPDATE tournaments SET opens = $2 WHERE id = $1", t.ID, nullTime(due))
	return err
}

// openIn returns the open pairings of a round.
func openIn(ctx context.Context, tx *sql.Tx, tournament string, round int) ([]Pairing, error) {
	list, err := scanPairings(tx.QueryContext(ctx, selectRoundPairings, tournament, round))
	return slices.DeleteFunc(list, func(p Pairing) bool { return p.Status != PairingOpen }), err
}

// stateDeadline adds a deadline to the details of an act, as the placeholder with a name.
func stateDeadline(detail map[string]string, name string, due time.Time) {
	if due.IsZero() {
		detail[name+"Key"] = "tournament.no-deadline"
		return
	}
	detail[name+"Time"] = strconv.FormatInt(due.UnixMilli(), 10)
}

// statedDeadline returns a deadline that stateDeadline has added.
func statedDeadline(detail map[string]string, name string) time.Time {
	ms, err := strconv.ParseInt(detail[name+"Time"], 10, 64)
	if err != nil {
		return time.Time{}
	}
	return fromMS(ms)
}

// UndoDeadline takes back a move of a deadline, in the same way. It fails as MoveDeadline does.
func (d *DB) UndoDeadline(ctx context.Context, e AuditEntry, by string, now time.Time) ([]Pairing, error) {
	round, err := strconv.Atoi(e.Detail["Round"])
	if err != nil {
		return nil, err
	}
	return d.MoveDeadline(ctx, e.About.ID, round, statedDeadline(e.Detail, "Is"), statedDeadline(e.Detail, "Was"), by, now)
}
