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
	if err != nil {
		return nil, err
	}
	return open, nil
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

// Details of acts that publish rounds, for RetractRound.
const (
	lastDetail  = "Last"  // number of the last round that was published with it
	opensDetail = "Opens" // when the round would have been published by date, in milliseconds; 0 for never
)

// undoablePublication adds to the details of the act that publishes a round what its undoing needs.
func undoablePublication(p Proposal, detail map[string]string) {
	last, opens := p.Round, int64(0)
	if p.AllAtOnce && p.Kind == RoundRobin {
		last = p.Length
	}
	if !p.Next.IsZero() {
		opens = p.Next.UnixMilli()
	}
	detail[lastDetail], detail[opensDetail] = strconv.Itoa(last), strconv.FormatInt(opens, 10)
}

// A roundsNow is what decides whether the last published rounds of a tournament can be taken back.
type roundsNow struct {
	status   TournamentStatus
	archived bool // the season
	round    int  // the last published one
	begun    int  // the last round with a result or a game that has begun; 0 for none
	noted    int  // the last round with a note; 0 for none
	from     int  // the last round from which on an entrant is paired
	to       int  // the last round up to which an entrant was paired; 0 for none
}

// roundsForUndo returns the roundsNow of tournaments, by id. A game by days runs once it is made: it
// has begun with its first turn.
func roundsForUndo(ctx context.Context, from querier, tournaments []string) (map[string]roundsNow, error) {
	is := map[string]roundsNow{}
	in, args := inList(tournaments)
	return is, eachRow(ctx, from, func(rows *sql.Rows) error {
		var id string
		var r roundsNow
		err := rows.Scan(&id, &r.status, &r.archived, &r.round, &r.begun, &r.noted, &r.from, &r.to)
		is[id] = r
		return err
	}, `SELECT t.id, t.status, s.status = 'archived', t.round,
		(SELECT coalesce(max(b.round), 0) FROM tournament_pairings b JOIN pairings p ON p.id = b.pairing WHERE b.tournament = t.id
			AND (p.status <> 'open' OR p.entered IS NOT NULL OR p.undecided OR p.results <> '[]'
			OR EXISTS (SELECT 1 FROM games g WHERE g.pairing = p.id AND (g.status = 'over' OR g.turn > 1 OR g.status = 'running' AND p.control LIKE '%+%')))),
		(SELECT coalesce(max(r.round), 0) FROM tournament_rounds r WHERE r.tournament = t.id AND r.note <> ''),
		(SELECT coalesce(max(e.entered), 0) FROM entrants e WHERE e.tournament = t.id),
		(SELECT coalesce(max(e.withdrawn), 0) FROM entrants e WHERE e.tournament = t.id)
		FROM tournaments t JOIN seasons s ON s.id = t.season WHERE t.id IN `+in, args...)
}

// mayRetract returns nil if the rounds that an act published can be taken back.
func (r roundsNow) mayRetract(e AuditEntry) error {
	round, err := strconv.Atoi(e.Detail["Round"])
	switch {
	case err != nil || e.Detail[lastDetail] == "": // an entry of an earlier version
		return ErrUndone.Errorf("act %d says too little", e.Number)
	case r.archived:
		return rules.Errorf(rules.Conflict, "error.season-archived", "act %d", e.Number)
	case r.status != TournamentRunning || strconv.Itoa(r.round) != e.Detail[lastDetail]:
		return ErrUndone.Errorf("act %d, the tournament is %s in round %d", e.Number, r.status, r.round)
	case r.begun >= round:
		return errRoundBegun.Errorf("act %d, round %d has begun", e.Number, r.begun)
	case r.noted >= round || r.from > round || r.to >= round:
		return ErrUndone.Errorf("act %d: %+v", e.Number, r)
	}
	return nil
}

// errRoundBegun is the sentinel error for a published round that cannot be taken back because it has
// begun.
var errRoundBegun = &rules.Error{Kind: rules.Conflict, Key: "error.undo-begun"}

// RetractRound takes back the rounds that an act published: the tournament is again as it was before
// them, and their pairings, with games on this site, are called off and belong to no round any more.
// Players get no notification of that. A date that has passed meanwhile publishes nothing: the organisers do.
// RetractRound returns the pairings. It fails with kind Forbidden when by is no organiser
// (error.organisers-only), and Conflict when the season is archived (error.season-archived), a result
// was entered or a game has begun (error.undo-begun), or something else has followed: a later round,
// a note, or players who came or left (error.undo-changed).
func (d *DB) RetractRound(ctx context.Context, e AuditEntry, by string, now time.Time) (off []Pairing, err error) {
	err = d.organiseTournament(ctx, e.About.ID, by, func(ctx context.Context, tx *sql.Tx, t FullTournament) error {
		off = nil
		is, err := roundsForUndo(ctx, tx, []string{t.ID})
		if err == nil {
			err = is[t.ID].mayRetract(e)
		}
		if err != nil {
			return err
		}
		first, _ := strconv.Atoi(e.Detail["Round"])                   // as mayRetract has checked
		opens, err := strconv.ParseInt(e.Detail[opensDetail], 10, 64) // stored with lastDetail
		if err != nil {
			return err
		}
		if err := forgetRounds(ctx, tx, t.ID, first); err != nil {
			return err
		}
		for _, b := range t.Boards {
			if b.Round < first || b.Pairing == "" {
				continue
			}
			p, err := d.retractPairing(ctx, tx, t.ID, b, now)
			if err != nil {
				return err
			}
			off = append(off, p)
		}
		date := sql.NullInt64{Int64: opens, Valid: opens > now.UnixMilli()}
		if _, err := exec(ctx, tx, "UPDATE tournaments SET round = $2, opens = $3 WHERE id = $1", t.ID, first-1, date); err != nil {
			return err
		}
		return auditTournament(ctx, tx, t.Tournament, Act{By: by, Act: "round-retracted", Detail: map[string]string{"Round": e.Detail["Round"]}}, now)
	})
	return off, err
}

// forgetRounds deletes the rounds of a tournament from one on. What absences are worth is open again.
func forgetRounds(ctx context.Context, tx *sql.Tx, tournament string, first int) error {
	for _, query := range []string{
		"DELETE FROM tournament_pairings WHERE tournament = $1 AND round >= $2",
		"DELETE FROM round_saves WHERE tournament = $1 AND round >= $2",
		"DELETE FROM tournament_rounds WHERE tournament = $1 AND round >= $2",
		"UPDATE absences SET halves = 0 WHERE tournament = $1 AND round >= $2",
	} {
		if _, err := exec(ctx, tx, query, tournament, first); err != nil {
			return err
		}
	}
	return nil
}

// retractPairing calls a pairing off whose round was taken back, with its games.
func (d *DB) retractPairing(ctx context.Context, tx *sql.Tx, tournament string, b Board, now time.Time) (Pairing, error) {
	was, err := pairingIn(ctx, tx, b.Pairing)
	if err != nil {
		return was, err
	}
	p := was
	p.Status, p.How, p.Ended = PairingOff, EndRetracted, now
	if err := p.addUp(); err != nil {
		return p, err
	}
	if err := d.savePairing(ctx, tx, &p, was, now); err != nil {
		return p, err
	}
	_, err = exec(ctx, tx, "INSERT INTO replaced_pairings (pairing, tournament, round) VALUES ($1, $2, $3)", p.ID, tournament, b.Round)
	if err != nil {
		return p, err
	}
	return p, d.endPairingGames(ctx, tx, &p, [2]bool{}, now)
}
