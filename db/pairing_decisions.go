package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"strconv"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
)

// beforeDetail is the detail with a pairingBefore as JSON, of acts about pairings that can be undone.
const beforeDetail = "WasPairing"

// A pairingBefore is a pairing of a tournament before an organiser's decision. It has people's ids
// only.
type pairingBefore struct {
	savedBoard
	Published int // number of published rounds
	StatusWas TournamentStatus
}

// undoableDecision adds to the details of a decision about a pairing what its undoing needs. It adds
// nothing if that cannot be undone: the pairing is no tournament's, its result was contested, or its
// games on this site were being played.
func undoableDecision(ctx context.Context, tx *sql.Tx, was Pairing, detail map[string]string) error {
	if was.Status == PairingOpen && was.Site || was.Entered != nil && was.Entered.Against != "" {
		return nil
	}
	b := pairingBefore{savedBoard: newSavedBoard(was, was.Revision+1)}
	err := kind(tx.QueryRowContext(ctx, `SELECT t.round, t.status FROM tournament_pairings b JOIN tournaments t ON t.id = b.tournament
		WHERE b.pairing = $1`, was.ID).Scan(&b.Published, &b.StatusWas))
	if rules.IsKind(err, rules.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	text, err := json.Marshal(b)
	detail[beforeDetail] = string(text)
	return err
}

// A pairingNow is what decides whether a decision about a pairing can be undone.
type pairingNow struct {
	revision   int
	round      int // of the pairing
	tournament Tournament
	archived   bool // the season
	left       bool // a player has left the tournament or the club
	overdue    bool // an open pairing would be forfeited
}

// pairingsForUndo returns the pairingNow of pairings of tournaments, by id.
func pairingsForUndo(ctx context.Context, from querier, pairings []string, now time.Time) (map[string]pairingNow, error) {
	is := map[string]pairingNow{}
	in, args := inList(pairings)
	args = append(args, now.UnixMilli())
	return is, eachRow(ctx, from, func(rows *sql.Rows) error {
		var id string
		var p pairingNow
		var ended int64
		t := &p.tournament
		err := rows.Scan(&id, &p.revision, &p.round, &t.ID, &t.Kind, &t.Status, &t.Round, &ended, &p.archived, &p.left, &p.overdue)
		t.Ended = fromMS(ended)
		is[id] = p
		return err
	}, `SELECT p.id, p.revision, b.round, t.id, t.kind, t.status, t.round, coalesce(t.ended, 0), s.status = 'archived',
		EXISTS (SELECT 1 FROM entrants e JOIN people x ON x.id = e.person
			WHERE e.tournament = t.id AND e.person IN (p.first, p.second) AND (e.withdrawn IS NOT NULL OR x.deleted)),
		t.forfeits AND p.due IS NOT NULL AND p.due <= $`+strconv.Itoa(len(args))+`
		FROM tournament_pairings b JOIN pairings p ON p.id = b.pairing JOIN tournaments t ON t.id = b.tournament JOIN seasons s ON s.id = t.season
		WHERE b.pairing IN `+in, args...)
}

// before returns the pairing before an act. It fails with kind Conflict if the act cannot be undone
// now, as UndoableNow says.
func (p pairingNow) before(e AuditEntry) (b pairingBefore, err error) {
	if e.Detail[beforeDetail] == "" {
		return b, rules.Errorf(rules.Conflict, "error.undo-never", "act %d", e.Number)
	}
	if err := json.Unmarshal([]byte(e.Detail[beforeDetail]), &b); err != nil {
		return b, err
	}
	t := p.tournament
	switch {
	case p.archived:
		return b, rules.Errorf(rules.Conflict, "error.season-archived", "act %d", e.Number)
	case p.revision != b.Revision || t.Round != b.Published:
		return b, ErrUndone.Errorf("pairing %s is at %d, tournament %s in round %d", b.Pairing, p.revision, t.ID, t.Round)
	case t.Status != b.StatusWas && !p.ended(b, e):
		return b, ErrUndone.Errorf("tournament %s is %s", t.ID, t.Status)
	case t.Kind == Knockout && t.Round > p.round:
		return b, ErrUndone.Errorf("round %d of the knockout %s follows", t.Round, t.ID)
	case b.Status == PairingOpen && (p.left || p.overdue || b.StatusWas != TournamentRunning):
		return b, ErrUndone.Errorf("pairing %s cannot be open again", b.Pairing)
	}
	return b, nil
}

// ended reports whether the tournament ended with an act.
func (p pairingNow) ended(b pairingBefore, e AuditEntry) bool {
	return b.StatusWas == TournamentRunning && p.tournament.Status == TournamentOver && p.tournament.Ended.Equal(e.At)
}

// UndoDecision takes back an organiser's decision about a pairing of a tournament, which is then as
// it was before. It fails with kind Forbidden when by is no organiser (error.organisers-only), and
// Conflict as UndoableNow says.
func (d *DB) UndoDecision(ctx context.Context, e AuditEntry, by string, now time.Time) (p Pairing, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		all, err := pairingsForUndo(ctx, tx, []string{e.About.ID}, now)
		if err != nil {
			return err
		}
		is := all[e.About.ID]
		b, err := is.before(e)
		if err != nil {
			return err
		}
		stored, err := pairingIn(ctx, tx, e.About.ID)
		if err != nil {
			return err
		}
		if p, err = d.restorePairing(ctx, tx, stored, b.savedBoard, by, now); err != nil || !is.ended(b, e) {
			return err
		}
		return goOnAfterUndo(ctx, tx, is.tournament.ID)
	})
	return p, err
}

// goOnAfterUndo resumes a tournament that ended with a result which was taken back.
func goOnAfterUndo(ctx context.Context, tx *sql.Tx, tournament string) error {
	_, err := exec(ctx, tx, "UPDATE tournaments SET status = 'running', ended = NULL WHERE id = $1", tournament)
	return err
}

// OwnDecision reports whether an organiser decided or recorded the result of a pairing that the
// organiser plays in, and no other organiser has confirmed it.
func (p Pairing) OwnDecision() bool {
	return p.Status == PairingOver && p.Decided != nil && p.Player(p.Decided.By.ID) != 0 && ownEnd(p.How)
}

// ownEnd reports whether a pairing that ended so has the result that an organiser decided or recorded.
func ownEnd(how PairingEnd) bool {
	return how == EndDecided || how == EndForfeit || how == EndRecorded
}

// ShownResult returns the result that an organiser can confirm or accept, as a text to compare: the games that count, or
// those that a player entered.
func (p Pairing) ShownResult() string {
	if p.Status == PairingOpen && p.Entered != nil {
		return pairing.GamesText(p.Entered.Games)
	}
	if p.Chosen != 0 {
		return pairing.GamesText(p.Games) + " → " + strconv.Itoa(p.Chosen)
	}
	return pairing.GamesText(p.Games)
}

// ConfirmDecision lets an organiser confirm the result that another organiser entered in a pairing
// of the other's own, as the organiser saw it at a revision of the pairing. The confirmation is in
// the audit log.
//
// It fails with kind Forbidden when by is no organiser (error.organisers-only) or plays in the
// pairing (error.pairing-own), NotFound when there is no such pairing, and Conflict when its season
// is archived (error.season-archived), it has changed since (error.pairing-changed) or there is
// nothing to confirm (error.pairing-settled). With errors of kind Conflict it returns the pairing as
// it is stored.
func (d *DB) ConfirmDecision(ctx context.Context, id, by string, revision int, now time.Time) (Pairing, error) {
	return d.organisePairing(ctx, id, by, func(ctx context.Context, tx *sql.Tx, was Pairing) (Pairing, error) {
		return confirmDecision(ctx, tx, was, by, revision, now)
	})
}

// organisePairing lets an organiser change a pairing. It fails as do does, with kind Forbidden when by is no organiser
// (error.organisers-only) and NotFound when there is no such pairing.
func (d *DB) organisePairing(
	ctx context.Context, id, by string, do func(ctx context.Context, tx *sql.Tx, was Pairing) (Pairing, error),
) (p Pairing, err error) {
	var was Pairing
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		if was, err = pairingIn(ctx, tx, id); err != nil {
			return err
		}
		p, err = do(ctx, tx, was)
		return err
	})
	return changedOr(p, was, err)
}

// confirmDecision is ConfirmDecision in a transaction, for an organiser.
func confirmDecision(ctx context.Context, tx *sql.Tx, p Pairing, by string, revision int, now time.Time) (Pairing, error) {
	if err := mustNotBeArchivedWith(ctx, tx, p.ID); err != nil {
		return p, err
	}
	switch {
	case p.Player(by) != 0:
		return p, rules.Errorf(rules.Forbidden, "error.pairing-own", "person %s in pairing %s", by, p.ID)
	case p.Revision != revision:
		return p, errPairingChanged(p, revision)
	case !p.OwnDecision():
		return p, rules.Errorf(rules.Conflict, "error.pairing-settled", "pairing %s", p.ID)
	}
	word := *p.Decided // with its time, so that players are not notified again
	word.By = Player{ID: by}
	p.Decided = &word
	p.Revision++
	if err := updatePairing(ctx, tx, p, now); err != nil {
		return p, err
	}
	return p, writeAudit(ctx, tx, Act{By: by, Act: "pairing-confirmed", About: p.Ref(), Detail: map[string]string{
		"FirstPeople": p.Players[0].ID, "SecondPeople": p.Players[1].ID, "Is": p.inFull(),
	}}, now)
}
