package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"hexclub/rules"
	"hexclub/rules/ladder"
)

// A Correction is what an organiser says came of a challenge that has ended.
type Correction struct {
	Decision                // of its pairing, with the reason
	Outcome  ladder.Outcome // of a challenge that was never accepted, and so has no pairing
}

// A CorrectedResult is a challenge with a corrected result.
type CorrectedResult struct {
	Challenge Challenge // as it was before
	Pairing   Pairing   // as corrected; without an id if there is none
	Outcome   ladder.Outcome
	Moves     []ladder.Event // of the players who change places
	Stuck     bool           // places cannot be recounted, and stay
	Mark      string         // identifies the correction and the places before and after it
	News      LadderNews
}

// ErrLadderChanged is the sentinel error for a correction that would have another effect by now.
var ErrLadderChanged = &rules.Error{Kind: rules.Conflict, Key: "error.ladder-changed"}

// PreviewResult returns what a correction would change. It fails with kind NotFound when there is no
// such challenge (error.ladder-challenge), Conflict when it is open or has ended without a result
// (error.ladder-no-result), when its season is archived (error.season-archived), when the result is
// the same (error.ladder-same) and when the pairing has changed (error.pairing-changed), Invalid without a reason or with one that is too long
// (error.reason), and as DecidePairing does. With errors of kinds Conflict and Invalid it
// returns the challenge.
func (d *DB) PreviewResult(ctx context.Context, id string, c Correction, now time.Time) (r CorrectedResult, err error) {
	err = d.reading(ctx, func(tx *sql.Tx) error {
		if r, err = d.corrected(ctx, tx, id, &c, now); err != nil {
			return err
		}
		l, err := ladderIn(ctx, tx, r.Challenge.Ladder)
		if err != nil {
			return err
		}
		s, err := loadLadder(ctx, tx, l, now)
		if err != nil {
			return err
		}
		if s.closing, err = s.closeWithSeason(ctx, tx); err != nil {
			return err
		}
		if err := d.findAwaited(ctx, tx, s); err != nil {
			return err
		}
		_, err = s.rectify(ctx, tx, &r, now)
		return err
	})
	return r, err
}

// CorrectResult corrects the result of a challenge that has ended, and moves the players of its
// ladder to where they would be if it had been recorded so at once. It is in the audit log. It fails
// as PreviewResult does, with kind Forbidden when by is no organiser (error.organisers-only), and
// Conflict when the preview with the mark would now be another one (error.ladder-changed).
func (d *DB) CorrectResult(ctx context.Context, id, by string, c Correction, mark string, now time.Time) (r CorrectedResult, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		r, err = d.correctResult(ctx, tx, id, by, c, mark, now)
		return err
	})
	return r, err
}

// correctResult is CorrectResult in a transaction, for an organiser. An empty mark accepts any effect.
func (d *DB) correctResult(ctx context.Context, tx *sql.Tx, id, by string, c Correction, mark string, now time.Time) (r CorrectedResult, err error) {
	if r, err = d.corrected(ctx, tx, id, &c, now); err != nil {
		return r, err
	}
	r.News, err = d.onLadder(ctx, tx, r.Challenge.Ladder, now, func(s *storedLadder) ([]ladder.Event, error) {
		events, err := s.rectify(ctx, tx, &r, now)
		if err == nil && mark != "" && r.Mark != mark {
			err = ErrLadderChanged.Errorf("challenge %s", id)
		}
		return events, err
	})
	if err != nil {
		return r, err
	}
	return r, d.storeCorrected(ctx, tx, &r, c, by, now)
}

// corrected reads a challenge and corrects its pairing, without storing it.
func (d *DB) corrected(ctx context.Context, tx *sql.Tx, id string, c *Correction, now time.Time) (r CorrectedResult, err error) {
	if r.Challenge, err = challengeIn(ctx, tx, id); err != nil {
		return r, err
	}
	switch r.Challenge.Status {
	case ChallengeWon, ChallengeDrawn, ChallengeLapsed:
	default:
		return r, rules.Errorf(rules.Conflict, "error.ladder-no-result", "challenge %s is %s", id, r.Challenge.Status)
	}
	l, err := ladderIn(ctx, tx, r.Challenge.Ladder)
	if err != nil {
		return r, err
	}
	if err := mustNotBeArchived(ctx, tx, l.Season); err != nil {
		return r, err
	}
	if r.Outcome = c.Outcome; r.Challenge.Pairing != "" {
		if r.Pairing, err = pairingIn(ctx, tx, r.Challenge.Pairing); err != nil {
			return r, err
		}
		was := r.Pairing
		if was.Revision != c.Revision {
			return r, errPairingChanged(was, c.Revision)
		}
		if err := d.decide(ctx, tx, &r.Pairing, c.Decision, now); err != nil {
			r.Pairing = was
			return r, err
		}
		r.Outcome = outcomeOf(r.Pairing)
		if r.sameOutcome() && was.inFull() == r.Pairing.inFull() && was.Status == r.Pairing.Status {
			return r, rules.Errorf(rules.Conflict, "error.ladder-same", "challenge %s", id)
		}
	} else if r.sameOutcome() {
		return r, rules.Errorf(rules.Conflict, "error.ladder-same", "challenge %s", id)
	}
	r.Outcome.By = ladder.ByOrganiser
	c.Why = strings.TrimSpace(c.Why)
	return r, CheckReason(c.Why, "reason")
}

// sameOutcome reports whether the places follow from the same result as before.
func (r CorrectedResult) sameOutcome() bool {
	status, o := r.Challenge.Status, r.Outcome
	return (status == ChallengeLapsed) == o.Lapsed && r.Challenge.Winner == o.Winner
}

// rectify moves the players as a corrected result says.
func (s *storedLadder) rectify(ctx context.Context, tx *sql.Tx, r *CorrectedResult, now time.Time) ([]ladder.Event, error) {
	events := s.Tick(now.UnixMilli())
	before := s.order()
	if !r.sameOutcome() {
		h, err := s.history(ctx, tx)
		if err != nil {
			return nil, err
		}
		h.Events = append(append(h.Events, s.closing...), events...)
		corrected, err := s.Rectify(now.UnixMilli(), h, r.Challenge.ID, r.Outcome)
		if errors.Is(err, ladder.ErrRecount) {
			corrected, err, r.Stuck = s.Amend(now.UnixMilli(), h, r.Challenge.ID, r.Outcome), nil, true
		}
		if err != nil {
			return nil, err
		}
		events = append(events, corrected...)
		for _, e := range corrected {
			if e.Kind == ladder.Moved {
				r.Moves = append(r.Moves, e)
			}
		}
	}
	sum := fnv.New64a()
	_, _ = fmt.Fprint(sum, before, s.order(), r.Pairing.Revision, r.Pairing.inFull(), r.Outcome) // a hash takes everything
	r.Mark = strconv.FormatUint(sum.Sum64(), 36)
	return events, nil
}

// order returns the ids of the players in order of place.
func (s *storedLadder) order() (ids []string) {
	for _, p := range s.Players {
		ids = append(ids, p.ID)
	}
	return ids
}

// history reads what has happened on the ladder.
func (s *storedLadder) history(ctx context.Context, tx *sql.Tx) (h ladder.History, err error) {
	err = eachRow(ctx, tx, func(rows *sql.Rows) error {
		var e ladder.Event
		err := rows.Scan(&e.Kind, &e.At, &e.Player, &e.Other, &e.From, &e.To, &e.Challenge, &e.By, &e.Why)
		h.Events = append(h.Events, e)
		return err
	}, `SELECT kind, at, coalesce(person, ''), coalesce(other, ''), from_place, to_place, coalesce(challenge, ''), decided_by, why
		FROM ladder_events WHERE ladder = $1 ORDER BY number`, s.Ladder.ID)
	if err != nil {
		return h, err
	}
	changes, err := s.settingsLogged(ctx, tx)
	if err != nil {
		return h, err
	}
	// From the last back: the settings before each change.
	settings := s.Settings
	h.Rules = []ladder.Settings{settings}
	for _, e := range slices.Backward(h.Events) {
		if e.Kind != ladder.Set {
			continue
		}
		for len(changes) > 0 && changes[0].at >= e.At {
			settings = changes[0].undo(settings)
			changes = changes[1:]
		}
		h.Rules = append(h.Rules, settings)
	}
	slices.Reverse(h.Rules)
	return h, nil
}

// A loggedSetting is a change of a rule of a ladder, as the audit log has it.
type loggedSetting struct {
	at        int64
	name, was string // as stored
}

// undo returns the settings before the change, as far as places depend on it.
func (l loggedSetting) undo(s ladder.Settings) ladder.Settings {
	number, _ := strconv.Atoi(l.was)
	switch l.name {
	case "win":
		s.Win = ladder.Win(l.was)
	case "loss":
		s.Loss = ladder.Loss(l.was)
	case "inactive-drop":
		s.InactiveDrop = number
	case "return-drop":
		s.ReturnDrop = number
	}
	return s
}

// settingsLogged returns the changes of the ladder's rules, the last first.
func (s *storedLadder) settingsLogged(ctx context.Context, tx *sql.Tx) (list []loggedSetting, err error) {
	err = eachRow(ctx, tx, func(rows *sql.Rows) error {
		var change loggedSetting
		var text string
		if err := rows.Scan(&change.at, &text); err != nil {
			return err
		}
		var detail map[string]string
		if err := json.Unmarshal([]byte(text), &detail); err != nil {
			return err
		}
		change.name = strings.TrimPrefix(detail["SettingKey"], "ladder.set.")
		if change.was = detail["Was"]; change.was == "" {
			change.was = strings.TrimPrefix(detail["WasKey"], "ladder.choice.")
		}
		list = append(list, change)
		return nil
	}, "SELECT at, detail FROM audit_log WHERE act = 'ladder-set' AND about_kind = 'ladder' AND about_id = $1 ORDER BY number DESC", s.Ladder.ID)
	return list, err
}

// storeCorrected stores a corrected result and writes it in the audit log.
func (d *DB) storeCorrected(ctx context.Context, tx *sql.Tx, r *CorrectedResult, c Correction, by string, now time.Time) error {
	status := ChallengeWon
	switch {
	case r.Outcome.Lapsed:
		status = ChallengeLapsed
	case r.Outcome.Winner == "":
		status = ChallengeDrawn
	}
	_, err := exec(ctx, tx, "UPDATE challenges SET status = $2, winner = $3, decided_by = $4 WHERE id = $1",
		r.Challenge.ID, string(status), null(r.Outcome.Winner), string(ladder.ByOrganiser))
	if err != nil {
		return err
	}
	act := Act{By: by, Act: "ladder-result", About: r.Challenge.Ref(), ForUndo: map[string]string{}, Detail: map[string]string{
		"Name": r.Challenge.LadderName, "FirstPeople": r.Challenge.From.ID, "SecondPeople": r.Challenge.To.ID, "Reason": c.Why,
	}}
	if err := undoableOn(ctx, tx, r.Challenge.Ladder, act.Detail); err != nil {
		return err
	}
	if r.Challenge.Pairing == "" {
		if err := r.Challenge.before(Pairing{}, act.ForUndo); err != nil {
			return err
		}
		_, err := exec(ctx, tx, "UPDATE challenges SET organiser = $2, reason = $3 WHERE id = $1", r.Challenge.ID, by, c.Why)
		if err != nil {
			return err
		}
		act.Detail["Was"], act.Detail["Is"] = r.Challenge.score(r.Challenge.Winner, r.Challenge.Status), r.Challenge.score(r.Outcome.Winner, status)
		return writeAudit(ctx, tx, act, now)
	}
	was, err := pairingIn(ctx, tx, r.Challenge.Pairing)
	if err != nil {
		return err
	}
	r.Pairing.Decided = &OrganisersWord{By: Player{ID: by}, At: fromMS(now.UnixMilli()), Reason: c.Why}
	act.About, act.Detail["Was"], act.Detail["Is"] = r.Pairing.Ref(), was.inFull(), r.Pairing.inFull()
	act.Detail["FirstPeople"], act.Detail["SecondPeople"] = was.Players[0].ID, was.Players[1].ID
	if err := r.Challenge.before(was, act.ForUndo); err != nil {
		return err
	}
	if err := writeAudit(ctx, tx, act, now); err != nil {
		return err
	}
	if err := d.savePairing(ctx, tx, &r.Pairing, was, now); err != nil {
		return err
	}
	return d.endPairingGames(ctx, tx, &r.Pairing, c.Forfeit, now)
}

// score returns a result of the challenge as lists show it, the challenger first.
func (c Challenge) score(winner string, status ChallengeStatus) string {
	switch {
	case status == ChallengeLapsed:
		return "–"
	case winner == c.From.ID:
		return "1–0"
	case winner == c.To.ID:
		return "0–1"
	}
	return "½–½"
}
