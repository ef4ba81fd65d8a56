package db

import (
	"context"
	"database/sql"
	"encoding/json"
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
	follows  bool   // pairings of later rounds depend on who advances
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
var selectRoundPairings = selectPairing + `JOIN tournament_pairings tp ON tp.pairing = p.id
	WHERE tp.tournament = $1 AND tp.round = $2 ORDER BY tp.board`

// EnterRound stores results of a round that an organiser enters, in one transaction, and the note
// about the round. A pairing that has changed since the organiser saw it is not overwritten, unless
// it has the entered result already; a tick for it has no effect. Everything else is saved. Each changed pairing is in the audit
// log. The organiser can take the changes back: see UndoRound.
//
// It fails with kind Forbidden when by is no organiser (error.organisers-only), NotFound when there is
// no such tournament or round (error.no-round), Conflict when the season is archived
// (error.season-archived) or a pairing is not in the round (error.round-pairing), Invalid for a note
// that is too long (error.note), and as DecidePairing and ConfirmDecision do. Another winner of a knockout's
// pairing on which later pairings depend is a conflict (pairing.ErrReplaces): only DecidePairing replaces
// those. An error saves nothing. The fields of an error about pairings are their ids: all that lack a reason.
func (d *DB) EnterRound(ctx context.Context, tournament string, round int, entries RoundEntries, by string, now time.Time) (s SavedRound, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		s = SavedRound{}
		t, stored, err := d.roundIn(ctx, tx, tournament, round, by)
		if err != nil {
			return err
		}
		full := FullTournament{}
		if t.Kind == Knockout && round < t.Round {
			if full, err = fullTournament(ctx, tx, t.ID); err != nil {
				return err
			}
		}
		var before []Pairing
		var unexplained []string
		for _, entry := range entries.Entries {
			was := stored[entry.Pairing]
			if was.ID == "" {
				return errNotInRound.Errorf("pairing %s in round %d of %s", entry.Pairing, round, tournament)
			}
			entry.follows = len(full.Following(was.ID)) > 0
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
	if entry.follows && wanted.Standing.Winner != was.Standing.Winner {
		return was, false, pairing.ErrReplaces.Errorf("player %d advances from %s, not %d", wanted.Standing.Winner, was.ID, was.Standing.Winner)
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
	if err := checkText(note, MaxReason, "error.note", "note"); err != nil {
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

// A roundSave is what an organiser saved last for a round.
type roundSave struct {
	At        time.Time
	Published int // number of published rounds
	StatusWas TournamentStatus
	Status    TournamentStatus // after it
	Boards    []savedBoard
}

// A savedBoard is a pairing whose result was saved, as it was before. Table round_saves stores it as JSON, with people's ids
// only.
type savedBoard struct {
	Pairing  string
	Revision int // after it was saved
	Status   PairingStatus
	How      PairingEnd      `json:",omitempty"`
	Ended    time.Time       `json:",omitzero"`
	Games    []pairing.Game  `json:",omitempty"`
	Chosen   int             `json:",omitempty"`
	Entered  *EnteredResult  `json:",omitempty"`
	Decided  *OrganisersWord `json:",omitempty"`
}

// keepSave stores what a save of results has changed, so that it can be undone. It stores nothing if
// that cannot be undone, because games on this site ended with it or other pairings followed from it.
func keepSave(ctx context.Context, tx *sql.Tx, t Tournament, round int, before, after []Pairing, by string, now time.Time) error {
	if _, err := exec(ctx, tx, "DELETE FROM round_saves WHERE tournament = $1 AND round = $2 AND person = $3", t.ID, round, by); err != nil {
		return err
	}
	if slices.ContainsFunc(after, func(p Pairing) bool { return len(p.Touched)+len(p.Others) > 0 }) {
		return nil
	}
	boards := make([]savedBoard, len(before))
	for i, was := range before {
		boards[i] = newSavedBoard(was, after[i].Revision)
	}
	text, err := json.Marshal(boards)
	if err != nil {
		return err
	}
	is, err := oneTournament(tx.QueryContext(ctx, selectTournament+"WHERE t.id = $1", t.ID))
	if err != nil {
		return err
	}
	_, err = exec(ctx, tx, `INSERT INTO round_saves (tournament, round, person, at, published, status_was, status, boards)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, t.ID, round, by, now.UnixMilli(), t.Round, string(t.Status), string(is.Status), string(text))
	return err
}

// newSavedBoard returns a pairing as it was before it was saved with a revision.
func newSavedBoard(was Pairing, revision int) savedBoard {
	b := savedBoard{was.ID, revision, was.Status, was.How, was.Ended, was.Games, was.Chosen, was.Entered, nil}
	if was.Decided != nil {
		b.Decided = &OrganisersWord{By: Player{ID: was.Decided.By.ID}, At: was.Decided.At, Reason: was.Decided.Reason}
	}
	return b
}

// Undoable returns how many results of a round UndoRound would take back for an organiser; 0 for
// none.
func (d *DB) Undoable(ctx context.Context, tournament string, round int, by string, now time.Time) (n int, err error) {
	err = d.reading(ctx, func(tx *sql.Tx) error {
		t, err := oneTournament(tx.QueryContext(ctx, selectTournament+"WHERE t.id = $1", tournament))
		if err != nil {
			return err
		}
		boards, _, err := undoable(ctx, tx, t, round, by, now)
		n = len(boards)
		return err
	})
	return n, err
}

// undoable returns the pairings that an organiser saved last for a round, as they were before, and
// the status of the tournament before. It returns none if something has followed since: a pairing
// has changed, another round was published, the tournament ended or went on, or a player has left
// whose game would be open again.
func undoable(ctx context.Context, tx *sql.Tx, t Tournament, round int, by string, now time.Time) ([]savedBoard, TournamentStatus, error) {
	s := roundSave{}
	var at int64
	var text string
	err := kind(tx.QueryRowContext(ctx, `SELECT at, published, status_was, status, boards FROM round_saves
		WHERE tournament = $1 AND round = $2 AND person = $3`, t.ID, round, by).Scan(&at, &s.Published, &s.StatusWas, &s.Status, &text))
	if rules.IsKind(err, rules.NotFound) {
		return nil, "", nil
	}
	if err != nil {
		return nil, "", err
	}
	if now.Sub(fromMS(at)) >= UndoLife || s.Published != t.Round || s.Status != t.Status {
		return nil, "", nil
	}
	if err := json.Unmarshal([]byte(text), &s.Boards); err != nil {
		return nil, "", err
	}
	list, err := scanPairings(tx.QueryContext(ctx, selectRoundPairings, t.ID, round))
	if err != nil {
		return nil, "", err
	}
	left, err := scanTexts(tx.QueryContext(ctx, `SELECT e.person FROM entrants e JOIN people p ON p.id = e.person
		WHERE e.tournament = $1 AND (e.withdrawn IS NOT NULL OR p.deleted)`, t.ID))
	if err != nil {
		return nil, "", err
	}
	for _, b := range s.Boards {
		i := slices.IndexFunc(list, func(p Pairing) bool { return p.ID == b.Pairing && p.Revision == b.Revision })
		if i < 0 || b.Status == PairingOpen && slices.ContainsFunc(list[i].Players[:], func(p Player) bool { return slices.Contains(left, p.ID) }) {
			return nil, "", nil
		}
	}
	return s.Boards, s.StatusWas, nil
}

// UndoRound takes back the results of a round that an organiser saved last: the pairings are again
// as they were before. Each is in the audit log. It returns the pairings. It fails with kind
// Forbidden when by is no organiser (error.organisers-only), NotFound when there is no such
// tournament or round (error.no-round), and Conflict when the season is archived
// (error.season-archived) or there is nothing that can be undone: more than a day has passed, or
// something has followed since (error.round-undo).
func (d *DB) UndoRound(ctx context.Context, tournament string, round int, by string, now time.Time) (undone []Pairing, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		undone = nil
		t, stored, err := d.roundIn(ctx, tx, tournament, round, by)
		if err != nil {
			return err
		}
		boards, status, err := undoable(ctx, tx, t, round, by, now)
		if err != nil {
			return err
		}
		if len(boards) == 0 {
			return rules.Errorf(rules.Conflict, "error.round-undo", "round %d of %s", round, tournament)
		}
		for _, b := range boards {
			p, err := d.restorePairing(ctx, tx, stored[b.Pairing], b, by, now)
			if err != nil {
				return err
			}
			undone = append(undone, p)
		}
		if status == TournamentRunning && t.Status == TournamentOver { // it ended with these results
			if err := goOnAfterUndo(ctx, tx, t.ID); err != nil {
				return err
			}
		}
		_, err = exec(ctx, tx, "DELETE FROM round_saves WHERE tournament = $1 AND round = $2 AND person = $3", t.ID, round, by)
		return err
	})
	return undone, err
}

// restorePairing makes a pairing again what it was before a result was saved.
func (d *DB) restorePairing(ctx context.Context, tx *sql.Tx, is Pairing, b savedBoard, by string, now time.Time) (Pairing, error) {
	p := is
	p.Status, p.How, p.Ended, p.Games, p.Chosen, p.Entered, p.Decided = b.Status, b.How, b.Ended, b.Games, b.Chosen, b.Entered, b.Decided
	if err := p.addUp(); err != nil {
		return p, err
	}
	if err := writeAudit(ctx, tx, Act{By: by, Act: "pairing-undone", About: p.Ref(), Detail: map[string]string{
		"FirstPeople": p.Players[0].ID, "SecondPeople": p.Players[1].ID, "Was": is.inFull(), "Is": p.inFull(),
	}}, now); err != nil {
		return p, err
	}
	return p, d.savePairing(ctx, tx, &p, is, now)
}
