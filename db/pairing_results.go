package db

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
)

// EnterResult stores the result of a pairing over the board that a player enters: all its games, in
// order. It awaits the opponent's confirmation. If the opponent has entered the same result, it is
// confirmed, and the pairing is over. The player may enter an unconfirmed result again; both may
// once it is contested.
//
// It fails with kind NotFound when there is no such pairing, Forbidden for a person who is not its
// player (error.not-paired), Conflict when it is played on this site (error.pairing-site), over
// (error.pairing-over), or the opponent has entered another result (error.pairing-entered), and
// Invalid as pairing.Terms.CheckAll does, and for a forfeit, which organisers enter
// (error.pairing-forfeit).
func (d *DB) EnterResult(ctx context.Context, id, by string, results []pairing.Game, now time.Time) (Pairing, error) {
	return d.editPairing(ctx, id, by, now, func(p *Pairing) error { return p.enter(by, results, now) })
}

// enter enters a result for a player, as EnterResult describes it.
func (p *Pairing) enter(by string, results []pairing.Game, now time.Time) error {
	terms, err := p.Terms()
	if err != nil {
		return err
	}
	if err := playedOut(terms, results); err != nil {
		return err
	}
	if e := p.Entered; e != nil && e.By != by && e.Against == "" {
		if !slices.Equal(e.Games, results) {
			return rules.Errorf(rules.Conflict, "error.pairing-entered", "%+v by %s, now %+v by %s", e.Games, e.By, results, by)
		}
		return p.confirm(now)
	}
	p.Entered = &EnteredResult{By: by, At: fromMS(now.UnixMilli()), Games: results}
	return nil
}

// ConfirmResult confirms the result that the opponent entered, as the person saw it at a revision
// of the pairing. The pairing is then over. It fails as EnterResult does, and with kind Conflict
// when the pairing has changed since (error.pairing-changed) or nothing awaits the person's
// confirmation (error.pairing-none).
func (d *DB) ConfirmResult(ctx context.Context, id, by string, revision int, now time.Time) (Pairing, error) {
	return d.editPairing(ctx, id, by, now, func(p *Pairing) error {
		if err := p.answerable(by, revision); err != nil {
			return err
		}
		return p.confirm(now)
	})
}

// ContestResult contests the result that the opponent entered, with a reason that may be empty.
// Organisers decide, unless the players enter another result. It fails as ConfirmResult does, and
// with kind Invalid when the reason is too long or has invisible characters (error.note).
func (d *DB) ContestResult(ctx context.Context, id, by, word string, revision int, now time.Time) (Pairing, error) {
	return d.editPairing(ctx, id, by, now, func(p *Pairing) error {
		if err := p.answerable(by, revision); err != nil {
			return err
		}
		word = strings.TrimSpace(word)
		if err := checkText(word, MaxReason, "error.note"); err != nil {
			return err
		}
		contested := *p.Entered
		contested.Against, contested.Contest, contested.ContestedAt = by, word, fromMS(now.UnixMilli())
		p.Entered = &contested
		return nil
	})
}

// answerable returns an error unless the result that a person saw awaits the person's answer.
func (p Pairing) answerable(by string, revision int) error {
	switch e := p.Entered; {
	case e == nil || e.By == by || e.Against != "":
		return rules.Errorf(rules.Conflict, "error.pairing-none", "nothing waits for %s in pairing %s", by, p.ID)
	case p.Revision != revision:
		return errPairingChanged(p, revision)
	}
	return nil
}

func errPairingChanged(p Pairing, revision int) error {
	return rules.Errorf(rules.Conflict, "error.pairing-changed", "pairing %s is at %d, seen at %d", p.ID, p.Revision, revision)
}

// confirm turns the entered result into the final one. If the pairing then lacks a winner that it
// needs, the organiser chooses.
func (p *Pairing) confirm(now time.Time) error {
	p.Games, p.Entered = p.Entered.Games, nil
	if err := p.addUp(); err != nil || !p.Standing.Over {
		return err
	}
	p.Status, p.How, p.Ended = PairingOver, EndEntered, now
	return nil
}

// editPairing lets do change an open pairing over the board for one of its players. With errors of
// kinds Conflict and Invalid it returns the pairing as it is stored.
func (d *DB) editPairing(ctx context.Context, id, by string, now time.Time, do func(*Pairing) error) (p Pairing, err error) {
	var was Pairing
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if was, err = pairingIn(ctx, tx, id); err != nil {
			return err
		}
		p = was
		if err := p.editable(by); err != nil {
			return err
		}
		if err := do(&p); err != nil {
			return err
		}
		return d.savePairing(ctx, tx, &p, was, now)
	})
	return changedOr(p, was, err)
}

// editable returns an error unless a player may enter or answer the result of a pairing.
func (p Pairing) editable(by string) error {
	switch {
	case p.Player(by) == 0:
		return rules.Errorf(rules.Forbidden, "error.not-paired", "person %q in pairing %s", by, p.ID)
	case p.Site:
		return rules.Errorf(rules.Conflict, "error.pairing-site", "pairing %s", p.ID)
	case p.Status != PairingOpen || p.Standing.Undecided:
		return rules.Errorf(rules.Conflict, "error.pairing-over", "pairing %s is %s", p.ID, p.Status)
	}
	return nil
}

// changedOr returns a changed pairing, or, with an error that is shown, the stored one.
func changedOr(changed, stored Pairing, err error) (Pairing, error) {
	switch {
	case err == nil:
		return changed, nil
	case shown(err):
		return stored, err
	}
	return Pairing{}, err
}

// A Decision is an organiser's decision about a pairing: its games, a forfeit, or calling it off.
type Decision struct {
	Games    []pairing.Game // the results of all its games; with Forfeit those of the first games, of which the played ones count
	Forfeit  [2]bool        // which players forfeit the other games, and forfeited games in Games
	Off      bool           // it is called off
	Winner   int            // player 1 or 2, if the pairing needs a winner and its games do not decide; else 0
	Why      string         // for the audit log; empty where none is needed
	Revision int            // of the pairing, as the organiser saw it
}

// DecidePairing settles a pairing by an organiser's decision, or corrects one that is over. Its
// games on this site that are not over are resigned by the player who forfeits, or called off. The
// decision is in the audit log.
//
// It fails with kind Forbidden when by is no organiser (error.organisers-only), NotFound when there
// is no such pairing, Conflict when its season is archived (error.season-archived), it was replaced
// by another (error.pairing-replaced) or its round was taken back (error.pairing-retracted), it was a challenge that has ended, which CorrectResult
// corrects (error.pairing-ladder), or it has changed since the organiser saw it
// (error.pairing-changed), and Invalid without a reason that is needed, or with one that is too long
// (error.reason), when a winner is missing (error.pairing-no-winner) or superfluous
// (error.pairing-winner), as pairing.Terms.CheckAll does, and as forfeit does. A reason is needed as
// Pairing.NeedsReason says, and where later pairings are replaced. With errors of kinds Conflict and
// Invalid it returns the pairing as it is stored.
func (d *DB) DecidePairing(ctx context.Context, id, by string, decision Decision, now time.Time) (Pairing, error) {
	return d.organisePairing(ctx, id, by, func(ctx context.Context, tx *sql.Tx, was Pairing) (Pairing, error) {
		return d.decideIn(ctx, tx, was, by, decision, now)
	})
}

// decideIn is DecidePairing in a transaction, for an organiser.
func (d *DB) decideIn(ctx context.Context, tx *sql.Tx, was Pairing, by string, decision Decision, now time.Time) (p Pairing, err error) {
	p = was
	if err := mustNotBeArchivedWith(ctx, tx, p.ID); err != nil {
		return p, err
	}
	switch {
	case p.How == EndReplaced:
		return p, rules.Errorf(rules.Conflict, "error.pairing-replaced", "pairing %s", p.ID)
	case p.How == EndRetracted:
		return p, rules.Errorf(rules.Conflict, "error.pairing-retracted", "pairing %s", p.ID)
	case p.Revision != decision.Revision:
		return p, errPairingChanged(p, decision.Revision)
	}
	if err := mustNotBeOnLadder(ctx, tx, p); err != nil {
		return p, err
	}
	why, err := reasonFor(ctx, tx, p, by, decision.Why, now)
	if err != nil {
		return p, err
	}
	if err := d.decide(ctx, tx, &p, decision, now); err != nil {
		return p, err
	}
	p.Decided = &OrganisersWord{By: Player{ID: by}, At: fromMS(now.UnixMilli()), Reason: why}
	act := decisionAct(p, was, by, why)
	if err := undoableDecision(ctx, tx, was, act.ForUndo); err != nil {
		return p, err
	}
	if err := writeAudit(ctx, tx, act, now); err != nil {
		return p, err
	}
	if err := d.savePairing(ctx, tx, &p, was, now); err != nil {
		return p, err
	}
	if IsBlank(decision.Why) && slices.ContainsFunc(p.Others, func(o Pairing) bool { return o.How == EndReplaced }) {
		return p, ErrReason.Errorf("none for the replaced pairings after %s", p.ID).In("reason")
	}
	return p, d.endPairingGames(ctx, tx, &p, decision.Forfeit, now)
}

// reasonFor returns the trimmed reason of an organiser for a decision about a pairing. It fails with
// kind Invalid for a reason that is missing and needed, or too long (error.reason).
func reasonFor(ctx context.Context, tx *sql.Tx, p Pairing, by, why string, now time.Time) (string, error) {
	needed, err := needsReason(ctx, tx, p, by, now)
	if err != nil {
		return "", err
	}
	if why = strings.TrimSpace(why); IsBlank(why) && !needed {
		if p.Status != PairingOpen && p.Decided != nil {
			return p.Decided.Reason, nil // which the correction of a slip leaves
		}
		return "", nil
	}
	if err := CheckReason(why); err != nil {
		return why, ErrReason.Errorf("%.80q", why).In("reason")
	}
	return why, nil
}

// ErrReason is the sentinel error for a reason that is missing or too long.
var ErrReason = &rules.Error{Kind: rules.Invalid, Key: "error.reason"}

// slipTime is how long organisers can correct a result that they entered without a reason.
const slipTime = 15 * time.Minute

// NeedsReason reports whether an organiser needs a reason to change the result of a pairing: it is
// over, unless that organiser decided it a few minutes ago, or its result is contested. A pairing
// whose games are played on this site needs one too, once they have begun.
func (p Pairing) NeedsReason(by string, now time.Time) bool {
	if p.Status == PairingOpen {
		return p.Entered != nil && p.Entered.Against != ""
	}
	return !ownEnd(p.How) || p.Decided == nil || p.Decided.By.ID != by || !now.Before(p.Decided.At.Add(slipTime))
}

// needsReason is NeedsReason, or reports whether the games of the pairing on this site have begun.
func needsReason(ctx context.Context, tx *sql.Tx, p Pairing, by string, now time.Time) (needed bool, err error) {
	if needed = p.NeedsReason(by, now); needed || !p.Site || p.Status != PairingOpen {
		return needed, nil
	}
	var begun int
	err = tx.QueryRowContext(ctx, "SELECT count(*) FROM games WHERE pairing = $1 AND status <> 'waiting'", p.ID).Scan(&begun)
	return begun > 0, kind(err)
}

// mustNotBeOnLadder fails for a pairing whose result has moved players of a ladder.
func mustNotBeOnLadder(ctx context.Context, tx *sql.Tx, p Pairing) error {
	if p.Status == PairingOpen {
		return nil
	}
	var challenge string
	err := kind(tx.QueryRowContext(ctx, "SELECT id FROM challenges WHERE pairing = $1 AND decided IS NOT NULL", p.ID).Scan(&challenge))
	if rules.IsKind(err, rules.NotFound) {
		return nil
	}
	if err == nil {
		err = rules.Errorf(rules.Conflict, "error.pairing-ladder", "pairing %s of challenge %s", p.ID, challenge)
	}
	return err
}

// decide applies a decision to a pairing.
func (d *DB) decide(ctx context.Context, tx *sql.Tx, p *Pairing, decision Decision, now time.Time) error {
	again := p.Status != PairingOpen
	p.Entered, p.Chosen = nil, decision.Winner
	if !again || p.Ended.IsZero() {
		p.Ended = now
	}
	if decision.Off {
		p.Status, p.How, p.Games, p.Chosen = PairingOff, EndDecided, nil, 0
		return p.addUp()
	}
	p.Status, p.How = PairingOver, EndDecided
	terms, err := p.Terms()
	if err != nil {
		return err
	}
	if decision.Forfeit != [2]bool{} {
		for i, g := range decision.Games {
			if err := terms.Check(i+1, g); err != nil {
				return err
			}
		}
		p.How, p.Chosen, p.Games = EndForfeit, 0, withDepartures(decision.Games, p.Games)
		if err := p.addUp(); err != nil {
			return err
		}
		if err := d.forfeit(ctx, tx, p, decision.Forfeit); err != nil {
			return err
		}
		return p.decisive()
	}
	if err := terms.CheckAll(decision.Games); err != nil {
		return err
	}
	p.Games = withDepartures(decision.Games, p.Games)
	if err := p.addUp(); err != nil {
		return err
	}
	return p.decisive()
}

// withDepartures returns the decided games. A decision does not say which player left a game, so
// games whose result stays the same keep that from the known ones.
func withDepartures(decided, known []pairing.Game) []pairing.Game {
	decided = slices.Clone(decided)
	for i := range min(len(decided), len(known)) {
		same := known[i]
		same.LostByLeaving = decided[i].LostByLeaving
		if same == decided[i] {
			decided[i] = known[i]
		}
	}
	return decided
}

// decisive fails if a winner has still to be chosen.
func (p *Pairing) decisive() error {
	if p.Standing.Undecided {
		return errNoWinner(*p)
	}
	return nil
}

// otherOf returns the player, 1 or 2, who has not forfeited; 0 for none.
func otherOf(forfeit [2]bool) int {
	switch forfeit {
	case [2]bool{true, false}:
		return 2
	case [2]bool{false, true}:
		return 1
	}
	return 0
}

// choose makes a player the winner of a pairing that its games do not decide. It fails for 0.
func (p *Pairing) choose(winner int) error {
	if winner == 0 {
		return errNoWinner(*p)
	}
	p.Chosen = winner
	return p.addUp()
}

func errNoWinner(p Pairing) error {
	return rules.Errorf(rules.Invalid, "error.pairing-no-winner", "none for %+v", p.Standing)
}

// decisionAct returns the audit log's act for a decision: the pairing before and after it, with
// every game, because a correction need not change the winner.
func decisionAct(p, was Pairing, by, why string) Act {
	act := Act{Act: "pairing-decided"}
	switch {
	case was.Status == PairingOpen && p.Status == PairingOver && why == "":
		act = Act{Act: "pairing-entered"}
	case p.Status == PairingOff:
		act = Act{Act: "pairing-off"}
	case was.Status != PairingOpen:
		act = Act{Act: "pairing-corrected"}
	}
	act.By, act.About, act.ForUndo = by, p.Ref(), map[string]string{}
	act.Detail = map[string]string{
		"FirstPeople": p.Players[0].ID, "SecondPeople": p.Players[1].ID, "Was": was.inFull(), "Is": p.inFull(),
	}
	if why != "" {
		act.Detail["Reason"] = why
	}
	return act
}

// inFull returns Score with all games, "1–0 (1–0 20:0; −/+ 0:49)".
func (p Pairing) inFull() string {
	if len(p.Games) == 0 {
		return p.Score()
	}
	return p.Score() + " (" + pairing.GamesText(p.Games) + ")"
}

// Score returns the points of the players as lists show them, "1–0", "½–½"; "–" for an open pairing
// and one that was called off.
func (p Pairing) Score() string {
	if !p.Standing.Over {
		return "–"
	}
	return pairing.HalvesText(p.Standing.Worth)
}

// A Dispute is an open pairing that awaits an organiser's decision: its result is contested, it has
// been played and lacks the winner that it needs, or a player has entered the result, and the other
// one cannot answer.
type Dispute struct {
	ID        string // of the pairing
	Key       string // of the rules
	Unit      pairing.Unit
	Players   [2]Player
	Undecided bool      // it lacks the winner
	Contested bool      // its result is contested; if neither, it is entered, and the opponent cannot answer
	Since     time.Time // the moment since when
	PairedIn
}

// inDispute is the condition of a pairing that awaits an organiser's decision, as
// Pairing.AwaitsOrganiser says. The index of open pairings serves it.
var inDispute = `p.status = 'open' AND (p.undecided OR p.contested_by IS NOT NULL OR ` + unanswerable + `)`

// unanswerable is the condition that the opponent of the player who entered the result cannot answer.
var unanswerable = `p.entered_by IS NOT NULL AND p.contested_by IS NULL AND EXISTS (SELECT 1 FROM people x
	WHERE x.id = CASE p.entered_by WHEN p.first THEN p.second ELSE p.first END AND ` + noLogin("x") + `)`

// disputedSince selects since when a pairing awaits an organiser's decision, NULL if it does not.
var disputedSince = `coalesce(p.undecided_at, p.contested_at, CASE WHEN ` + unanswerable + ` THEN p.entered_at END)`

// Disputes returns the pairings that await an organiser's decision, the oldest first.
func (d *DB) Disputes(ctx context.Context) (list []Dispute, _ error) {
	rows, err := d.read.QueryContext(ctx, `SELECT p.id, p.game, p.unit, a.id, coalesce(a.name, ''), a.deleted, b.id, coalesce(b.name, ''), b.deleted,
		p.undecided, p.contested_by IS NOT NULL, `+disputedSince+` AS since, `+pairedIn+`
		FROM pairings p JOIN people a ON a.id = p.first JOIN people b ON b.id = p.second `+withPairedIn+`
		WHERE `+inDispute+` ORDER BY since, p.id`)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var p Dispute
		var since int64
		first, second := &p.Players[0], &p.Players[1]
		err := rows.Scan(&p.ID, &p.Key, &p.Unit, &first.ID, &first.Name, &first.Deleted, &second.ID, &second.Name, &second.Deleted,
			&p.Undecided, &p.Contested, &since, &p.Of, &p.Round)
		if err != nil {
			return nil, kind(err)
		}
		p.Since = fromMS(since)
		list = append(list, p)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}
