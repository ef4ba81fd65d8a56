package db

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"hexclub/rules"
)

// tournamentSettled updates a tournament when one of its pairings is over or called off, or was
// corrected after that: the tournament may end, and in a knockout others may advance. It returns
// the pairings that it made and replaced. It fails as redraw does.
func (d *DB) tournamentSettled(ctx context.Context, tx *sql.Tx, p Pairing, now time.Time) (others []Pairing, _ error) {
	var id string
	var round int
	err := kind(tx.QueryRowContext(ctx, "SELECT tournament, round FROM tournament_pairings WHERE pairing = $1", p.ID).Scan(&id, &round))
	if rules.IsKind(err, rules.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	t, err := oneTournament(tx.QueryContext(ctx, selectTournament+"WHERE t.id = $1", id))
	if err != nil {
		return nil, err
	}
	if t.Kind == Knockout {
		var word OrganisersWord
		if p.Decided != nil { // as each correction does
			word = *p.Decided
		}
		for next := round + 1; next <= t.Round; next++ {
			some, err := d.redraw(ctx, tx, id, next, word, now)
			if err != nil {
				return nil, err
			}
			others = append(others, some...)
		}
	}
	return others, d.concludeTournament(ctx, tx, id, now)
}

// callOffPairing calls an open pairing of a tournament off, by an organiser's decision.
func (d *DB) callOffPairing(
	ctx context.Context, tx *sql.Tx, p Pairing, how PairingEnd, word OrganisersWord, now time.Time,
) (Pairing, error) {
	was := p
	p.Status, p.How, p.Games, p.Chosen, p.Entered, p.Ended, p.Decided = PairingOff, how, nil, 0, nil, now, &word
	if err := p.addUp(); err != nil {
		return p, err
	}
	if err := d.savePairing(ctx, tx, &p, was, now); err != nil {
		return p, err
	}
	return p, d.endPairingGames(ctx, tx, &p, [2]bool{}, now)
}

// TournamentOf returns the tournament of a pairing, also of a replaced or retracted one, and the number of its
// round; ok is false if it belongs to none.
func (d *DB) TournamentOf(ctx context.Context, p Pairing) (t Tournament, round int, ok bool, err error) {
	query := "SELECT tournament, round FROM tournament_pairings WHERE pairing = $1"
	if p.How == EndReplaced || p.How == EndRetracted {
		query = "SELECT tournament, round FROM replaced_pairings WHERE pairing = $1"
	}
	id := ""
	err = kind(d.read.QueryRowContext(ctx, query, p.ID).Scan(&id, &round))
	if rules.IsKind(err, rules.NotFound) {
		return t, 0, false, nil
	}
	if err == nil {
		t, err = oneTournament(d.read.QueryContext(ctx, selectTournament+"WHERE t.id = $1", id))
	}
	return t, round, err == nil, err
}

// CallOffTournament ends a tournament without a result. It calls off its open pairings, and returns
// them. It fails with kind Forbidden when by is no organiser (error.organisers-only), NotFound when
// there is no such tournament, Conflict when it is over or called off (error.tournament-ended), and
// Invalid for a reason that is missing or too long (error.reason).
func (d *DB) CallOffTournament(ctx context.Context, id, by, why string, now time.Time) (off []Pairing, err error) {
	err = d.organiseTournament(ctx, id, by, func(ctx context.Context, tx *sql.Tx, t FullTournament) error {
		if err := CheckReason(why); err != nil {
			return err
		}
		if t.Status == TournamentOver || t.Status == TournamentOff {
			return rules.Errorf(rules.Conflict, "error.tournament-ended", "tournament %s is %s", id, t.Status)
		}
		_, err := exec(ctx, tx, "UPDATE tournaments SET status = 'off', ended = $2, opens = NULL WHERE id = $1", id, now.UnixMilli())
		if err != nil {
			return err
		}
		off = nil
		word := OrganisersWord{By: Player{ID: by}, At: fromMS(now.UnixMilli()), Reason: why}
		for _, b := range t.Boards {
			if !b.Open() {
				continue
			}
			p, err := pairingIn(ctx, tx, b.Pairing)
			if err != nil {
				return err
			}
			if p, err = d.callOffPairing(ctx, tx, p, EndDecided, word, now); err != nil {
				return err
			}
			off = append(off, p)
		}
		return auditTournament(ctx, tx, t.Tournament, Act{By: by, Act: "tournament-off", Detail: map[string]string{"Reason": why}}, now)
	})
	if err != nil {
		return nil, err
	}
	return off, nil
}

// ReopenTournament resumes a finished tournament, and can add rounds to a Swiss; 0 adds none.
// Entrants can withdraw again, and it can be called off. It ends again by FinishTournament or,
// without further rounds, when a result is settled. Results can be corrected without reopening. It
// fails as CallOffTournament does, with kind Conflict when the tournament is not over
// (error.tournament-status), and with kind Invalid for rounds out of bounds
// (error.tournament-rounds).
func (d *DB) ReopenTournament(ctx context.Context, id string, more int, by, why string, now time.Time) error {
	return d.organiseTournament(ctx, id, by, func(ctx context.Context, tx *sql.Tx, t FullTournament) error {
		if err := CheckReason(why); err != nil {
			return err
		}
		if t.Status != TournamentOver {
			return rules.Errorf(rules.Conflict, "error.tournament-status", "tournament %s is %s", id, t.Status)
		}
		if more < 0 || more > 0 && t.Kind != Swiss || t.Length+more > MaxRounds && more > 0 {
			return rules.Errorf(rules.Invalid, "error.tournament-rounds", "%d rounds more than %d", more, t.Length).In("rounds")
		}
		_, err := exec(ctx, tx, "UPDATE tournaments SET status = 'running', ended = NULL, rounds = rounds + $2, planned = NULL WHERE id = $1", id, more)
		if err != nil {
			return err
		}
		return auditTournament(ctx, tx, t.Tournament, Act{By: by, Act: "tournament-reopened", Detail: map[string]string{
			"Reason": why, "Was": strconv.Itoa(t.Length), "Is": strconv.Itoa(t.Length + more),
		}}, now)
	})
}

// errRoundOpen is the sentinel error for a round that is not over.
var errRoundOpen = &rules.Error{Kind: rules.Conflict, Key: "error.round-open"}

// FinishTournament ends a tournament without open boards before its last round: a reopened one, a
// Swiss or a round robin. It fails with kind Forbidden when by is no organiser
// (error.organisers-only), NotFound when there is no such tournament, Conflict when it is not
// running (error.tournament-status), has had no round, or has an open board (error.round-open).
func (d *DB) FinishTournament(ctx context.Context, id, by string, now time.Time) error {
	return d.organiseTournament(ctx, id, by, func(ctx context.Context, tx *sql.Tx, t FullTournament) error {
		switch {
		case t.Status != TournamentRunning || t.Round == 0 || t.Kind == Knockout && t.Round < t.Length:
			return rules.Errorf(rules.Conflict, "error.tournament-status", "tournament %s is %s", id, t.Status)
		case t.Waiting() > 0:
			return errRoundOpen.Errorf("%d boards of %s", t.Waiting(), id)
		}
		_, err := exec(ctx, tx, `UPDATE tournaments SET status = 'over', ended = $2, opens = NULL, rounds = round,
			planned = CASE WHEN rounds > round THEN rounds END WHERE id = $1`, id, now.UnixMilli())
		if err != nil {
			return err
		}
		if err := storePlaces(ctx, tx, id); err != nil {
			return err
		}
		return auditTournament(ctx, tx, t.Tournament, Act{By: by, Act: "tournament-finished", Detail: map[string]string{
			"Round": strconv.Itoa(t.Round), "Rounds": strconv.Itoa(t.Length),
		}}, now)
	})
}

// ForfeitOverdue forfeits overdue pairings of tournaments with this setting: the player to act in a
// running game loses, and without one both lose. It leaves to the organisers a pairing over the
// board with an entered result, and a pairing that lacks a winner. It returns the pairings that
// ended, at most limit. An error in one does not affect the others.
func (d *DB) ForfeitOverdue(ctx context.Context, now time.Time, limit int) (over []Pairing, err error) {
	ids, err := scanTexts(d.read.QueryContext(ctx, `SELECT p.id FROM pairings p JOIN tournament_pairings b ON b.pairing = p.id
		JOIN tournaments t ON t.id = b.tournament
		WHERE p.status = 'open' AND p.due <= $1 AND t.forfeits AND t.status = 'running' AND NOT p.undecided AND p.entered IS NULL
		ORDER BY p.due, p.id LIMIT $2`, now.UnixMilli(), limit))
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		p, ended, failed := d.forfeitOverdue(ctx, id, now)
		if err = errors.Join(err, failed); ended {
			over = append(over, p)
		}
	}
	return over, err
}

// forfeitOverdue forfeits an overdue pairing, unless it has changed since; ended reports whether it
// did.
func (d *DB) forfeitOverdue(ctx context.Context, id string, now time.Time) (p Pairing, ended bool, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		ended = false
		if err := awake(ctx, tx, now); err != nil {
			return err
		}
		if p, err = pairingIn(ctx, tx, id); err != nil {
			return err
		}
		if p.Status != PairingOpen || p.Entered != nil || p.Standing.Undecided || p.Due.IsZero() || p.Due.After(now) {
			return nil
		}
		person, err := awaited(ctx, tx, id)
		if err != nil {
			return err
		}
		p, err = d.forfeitPairing(ctx, tx, id, person, nil, now)
		ended = err == nil
		return err
	})
	return p, ended && err == nil, err
}

// resumeTournaments moves the deadlines of tournaments by the time since the last pulse: those of
// rounds that were published before that pulse, and of their boards, and the moments when rounds
// open by themselves. Deadlines that had passed by then stay.
func resumeTournaments(ctx context.Context, tx *sql.Tx, seen, now time.Time) error {
	for _, query := range []string{
		`UPDATE pairings SET due = due + $2 - $1, revision = revision + 1 WHERE status = 'open' AND due > $1 AND made <= $1
			AND id IN (SELECT pairing FROM tournament_pairings)`,
		`UPDATE tournament_rounds SET due = due + $2 - $1 WHERE due > $1 AND paired <= $1
			AND tournament IN (SELECT id FROM tournaments WHERE status = 'running')`,
		"UPDATE tournaments SET opens = opens + $2 - $1 WHERE status = 'running' AND opens > $1",
	} {
		if _, err := exec(ctx, tx, query, pulseMS(seen), now.UnixMilli()); err != nil {
			return err
		}
	}
	return nil
}

// awaited returns the player to act in the running game of a pairing; empty if there is none.
func awaited(ctx context.Context, tx *sql.Tx, pairing string) (person string, err error) {
	err = kind(tx.QueryRowContext(ctx, `SELECT s.person FROM games g JOIN seats s ON s.game = g.id AND s.seat = g.to_act
		WHERE g.pairing = $1 AND g.status = 'running'`, pairing).Scan(&person))
	if rules.IsKind(err, rules.NotFound) {
		return "", nil
	}
	return person, err
}

// A TournamentTask is what organisers have to do in a tournament.
type TournamentTask struct {
	Tournament
	Pair    bool // the next round can be published
	Begin   bool // its first round should have begun, but it still accepts entries
	Overdue int  // overdue boards, without those in Disputes
}

// TournamentTasks returns what organisers have to do in tournaments, besides Disputes, the oldest
// tournament first.
func (d *DB) TournamentTasks(ctx context.Context, now time.Time) (tasks []TournamentTask, err error) {
	err = d.reading(ctx, func(tx *sql.Tx) error {
		open, err := scanTournaments(tx.QueryContext(ctx, selectTournament+"WHERE t.status IN ('entry', 'running') ORDER BY t.made, t.id"))
		if err != nil {
			return err
		}
		waiting, overdue, err := openBoards(ctx, tx, now)
		if err != nil {
			return err
		}
		for _, t := range open {
			task := TournamentTask{Tournament: t, Begin: t.Status == TournamentEntry && t.ByDate && !t.Opens.After(now), Overdue: overdue[t.ID]}
			task.Pair = t.Status == TournamentRunning && waiting[t.ID] == 0 && t.Round < t.Length && (t.Next.IsZero() || !t.Next.After(now))
			if task.Pair || task.Begin || task.Overdue > 0 {
				tasks = append(tasks, task)
			}
		}
		return nil
	})
	return tasks, err
}

// openBoards counts, by tournament, the boards without a result, and how many of these are overdue
// and not in dispute.
func openBoards(ctx context.Context, tx *sql.Tx, now time.Time) (waiting, overdue map[string]int, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT b.tournament, count(*), count(CASE WHEN p.due <= $1 AND NOT (`+inDispute+`) THEN 1 END)
		FROM pairings p JOIN tournament_pairings b ON b.pairing = p.id WHERE p.status = 'open' GROUP BY b.tournament`, now.UnixMilli())
	if err != nil {
		return nil, nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	waiting, overdue = map[string]int{}, map[string]int{}
	for rows.Next() {
		var tournament string
		var all, late int
		if err := rows.Scan(&tournament, &all, &late); err != nil {
			return nil, nil, kind(err)
		}
		waiting[tournament], overdue[tournament] = all, late
	}
	return waiting, overdue, kind(rows.Err())
}
