package db

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
)

// RoundEntries are the results of a round that an organiser saves at once.
type RoundEntries struct {
	Entries  []RoundEntry
	Why      string // the reason for all entries that need one
	Note     string // about the round
	NoteSeen string // the note that the organiser saw
}

// A RoundEntry is what an organiser enters for one pairing of a round.
type RoundEntry struct {
	Pairing  string // id
	Decision        // of a tick only the revision
	Confirm  bool   // a tick: the result that another organiser entered is confirmed
	Accept   bool   // a tick: the result that a player entered is accepted
	Seen     string // of a tick: the ticked result, as ShownResult
}

// A SavedRound is what became of the entries of a round.
type SavedRound struct {
	Saved     []Pairing // that were changed
	Changed   []Pairing // not saved, as they are stored: they have another result than the organiser saw and entered
	NoteNow   string    // the note as it is stored
	NoteOther bool      // the note was not saved: it has changed since the organiser saw it
}

// errNotInRound is the sentinel error for a pairing that is not in a round.
var errNotInRound = &rules.Error{Kind: rules.Conflict, Key: "error.round-pairing"}

// RoundPairings returns the pairings of a round in the order of boards, without byes and walkovers.
func (d *DB) RoundPairings(ctx context.Context, tournament string, round int) ([]Pairing, error) {
	return scanPairings(d.read.QueryContext(ctx, selectRoundPairings, tournament, round))
}

// selectRoundPairings takes a tournament and a round.
var selectRoundPairings = selectPairing + `JOIN tournament_pairings b ON b.pairing = p.id
	WHERE b.tournament = $1 AND b.round = $2 ORDER BY b.board`

// EnterRound stores results of a round that an organiser enters, in one transaction, and the note
// about the round. A pairing that has changed since the organiser saw it is not overwritten, unless
// it has the entered result already; a tick for it has no effect. Everything else is saved. Each changed pairing is in the audit
// log. The organiser can take the changes back: see UndoRound.
//
// It fails with kind Forbidden when by is no organiser (error.organisers-only), NotFound when there is
// no such tournament or round (error.no-round), Conflict when the season is archived
// (error.season-archived) or a pairing is not in the round (error.round-pairing), Invalid for a note
// that is too long (error.round-note), and as DecidePairing and ConfirmDecision do. Then nothing is
// saved, and the fields of an error about pairings are their ids: all of those that lack a reason.
func (d *DB) EnterRound(ctx context.Context, tournament string, round int, entries RoundEntries, by string, now time.Time) (s SavedRound, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		s = SavedRound{}
		t, stored, err := d.roundIn(ctx, tx, tournament, round, by)
		if err != nil {
			return err
		}
		var before []Pairing
		var unexplained []string
		for _, entry := range entries.Entries {
			was := stored[entry.Pairing]
			if was.ID == "" {
				return errNotInRound.Errorf("pairing %s in round %d of %s", entry.Pairing, round, tournament)
			}
			p, changed, err := d.enter(ctx, tx, was, entry, entries.Why, by, now)
			switch {
			case errors.Is(err, ErrReason):
				unexplained = append(unexplained, was.ID)
			case err != nil:
				return aboutPairing(err, was.ID)
			case changed:
				s.Changed = append(s.Changed, was)
			case p.Revision != was.Revision:
				s.Saved, before = append(s.Saved, p), append(before, was)
			}
		}
		if len(unexplained) > 0 {
			return ErrReason.Errorf("%.80q for %d pairings", entries.Why, len(unexplained)).In(unexplained...)
		}
		if err := saveNote(ctx, tx, t, round, entries, by, &s, now); err != nil || len(s.Saved) == 0 {
			return err
		}
		return keepSave(ctx, tx, t, round, before, s.Saved, by, now)
	})
	return s, err
}

// roundIn returns a tournament and the pairings of one of its published rounds, by id, for an
// organiser.
func (d *DB) roundIn(ctx context.Context, tx *sql.Tx, tournament string, round int, by string) (t Tournament, stored map[string]Pairing, err error) {
	if err := d.mustOrganise(ctx, tx, by); err != nil {
		return t, nil, err
	}
	if t, err = oneTournament(tx.QueryContext(ctx, selectTournament+"WHERE t.id = $1", tournament)); err != nil {
		return t, nil, err
	}
	if err := mustNotBeArchived(ctx, tx, t.Season); err != nil {
		return t, nil, err
	}
	if round < 1 || round > t.Round {
		return t, nil, rules.Errorf(rules.NotFound, "error.no-round", "round %d of %s", round, tournament)
	}
	list, err := scanPairings(tx.QueryContext(ctx, selectRoundPairings, tournament, round))
	stored = map[string]Pairing{}
	for _, p := range list {
		stored[p.ID] = p
	}
	return t, stored, err
}

// aboutPairing returns an error that a user sees with the id of its pairing in its fields.
func aboutPairing(err error, id string) error {
	var known *rules.Error
	if errors.As(err, &known) {
		return known.In(id)
	}
	return err
}

// enter carries out an entry for a pairing, unless the pairing has the result already. It reports
// whether the pairing has another result than the organiser saw, and then changes nothing.
func (d *DB) enter(
	ctx context.Context, tx *sql.Tx, was Pairing, entry RoundEntry, why, by string, now time.Time,
) (p Pairing, changed bool, err error) {
	if ticked := entry.Confirm || entry.Accept; ticked && was.Revision != entry.Revision {
		counts := was.Status == PairingOver && was.ShownResult() == entry.Seen
		return was, !counts || entry.Confirm && was.OwnDecision(), nil
	}
	switch {
	case entry.Confirm:
		p, err = confirmDecision(ctx, tx, was, by, entry.Revision, now)
		return p, false, err
	case entry.Accept && was.Entered == nil:
		return was, true, nil
	case entry.Accept:
		entry.Games = was.Entered.Games
	}
	wanted := was
	if err := d.decide(ctx, tx, &wanted, entry.Decision, now); err != nil {
		return was, false, err
	}
	if was.Status == PairingOver && sameResult(was, wanted) {
		return was, false, nil
	}
	if was.Revision != entry.Revision {
		return was, true, nil
	}
	if entry.Why, err = ownReason(ctx, tx, was, why, by, now); err != nil {
		return was, false, err
	}
	p, err = d.decideIn(ctx, tx, was, by, entry.Decision, now)
	return p, false, err
}

// ownReason returns the reason of several entries for one that needs it, or is a correction; empty
// for others.
func ownReason(ctx context.Context, tx *sql.Tx, p Pairing, why, by string, now time.Time) (string, error) {
	needed, err := needsReason(ctx, tx, p, by, now)
	if !needed && p.Status == PairingOpen {
		why = ""
	}
	return why, err
}

// sameResult reports whether two pairings have the same result, game by game.
func sameResult(a, b Pairing) bool {
	same := func(a, b pairing.Game) bool {
		a.LostByLeaving, b.LostByLeaving = [2]bool{}, [2]bool{}
		return a == b
	}
	return a.Chosen == b.Chosen && slices.EqualFunc(a.Games, b.Games, same)
}

// saveNote stores the note about a round, if the organiser has changed it.
func saveNote(ctx context.Context, tx *sql.Tx, t Tournament, round int, entries RoundEntries, by string, s *SavedRound, now time.Time) error {
	note, seen := strings.TrimSpace(entries.Note), strings.TrimSpace(entries.NoteSeen)
	err := tx.QueryRowContext(ctx, "SELECT note FROM tournament_rounds WHERE tournament = $1 AND round = $2", t.ID, round).Scan(&s.NoteNow)
	if err != nil || note == seen || note == s.NoteNow {
		return kind(err)
	}
	if err := checkText(note, MaxReason, "error.round-note", "note"); err != nil {
		return err
	}
	if s.NoteNow != seen {
		s.NoteOther = true
		return nil
	}
	s.NoteNow = note
	if _, err := exec(ctx, tx, "UPDATE tournament_rounds SET note = $3 WHERE tournament = $1 AND round = $2", t.ID, round, note); err != nil {
		return err
	}
	return auditTournament(ctx, tx, t, Act{By: by, Act: "round-note", Detail: map[string]string{"Round": strconv.Itoa(round)}}, now)
}
