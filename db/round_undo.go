package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
)

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
