package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"hexclub/rules"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
)

// Details of acts on ladders that can be undone as long as no place has changed since.
const (
	ladderDetail = "Ladder"   // id
	eventDetail  = "Event"    // number of the ladder's last event after the act
	orderDetail  = "WasOrder" // ids of the players before, from the top, separated by spaces
	resultDetail = "WasState" // JSON of a resultBefore
)

// ErrLadderMoved is the sentinel error for an act on a ladder that cannot be undone because places
// have changed since.
var ErrLadderMoved = &rules.Error{Kind: rules.Conflict, Key: "error.undo-ladder"}

// errDecidedOpen is the sentinel error for a recorded game that decided an open challenge.
var errDecidedOpen = &rules.Error{Kind: rules.Conflict, Key: "error.undo-challenge"}

// A resultBefore is the result of a challenge before its correction.
type resultBefore struct {
	Games  []pairing.Game  `json:"games,omitempty"` // of its pairing
	Off    bool            `json:"off,omitempty"`
	Chosen int             `json:"chosen,omitempty"`
	Status ChallengeStatus `json:"status,omitempty"` // without a pairing
	Winner string          `json:"winner,omitempty"`
}

// undoableOn adds to the details of an act on a ladder, which is stored, what its undoing needs.
func undoableOn(ctx context.Context, tx *sql.Tx, ladder string, detail map[string]string) error {
	last, err := lastLadderEvent(ctx, tx, ladder)
	detail[ladderDetail], detail[eventDetail] = ladder, strconv.Itoa(last)
	return err
}

// LastLadderEvent returns the number of the last event of a ladder, 0 for none.
func (d *DB) LastLadderEvent(ctx context.Context, id string) (int, error) {
	return lastLadderEvent(ctx, d.read, id)
}

func lastLadderEvent(ctx context.Context, from asker, id string) (number int, err error) {
	err = from.QueryRowContext(ctx, "SELECT coalesce(max(number), 0) FROM ladder_events WHERE ladder = $1", id).Scan(&number)
	return number, kind(err)
}

// ladderMoved reports whether a place of a ladder has changed since the event with a number.
func ladderMoved(ctx context.Context, from asker, id string, event int) (moved bool, err error) {
	err = from.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM ladder_events WHERE ladder = $1 AND number > $2 AND moved)", id, event).Scan(&moved)
	return moved, kind(err)
}

// undoOnLadder returns nil if a recorded game, a corrected result or an order of players can be
// undone as far as the ladder is concerned. It fails with kind Conflict if places have changed since
// an event, as moved reports (error.undo-ladder), for a game that decided an open challenge
// (error.undo-challenge), and for an act of an earlier version (error.undo-changed).
func (e AuditEntry) undoOnLadder(moved func(event int) (bool, error)) error {
	event, err := strconv.Atoi(e.Detail[eventDetail])
	switch {
	case err != nil && e.Act == "ladder-recorded":
		return errDecidedOpen.Errorf("act %d", e.Number)
	case err != nil:
		return ErrUndone.Errorf("act %d: %v", e.Number, err)
	}
	changed, err := moved(event)
	if err == nil && changed {
		err = ErrLadderMoved.Errorf("act %d, event %d", e.Number, event)
	}
	return err
}

// mayUndoOnLadder is undoOnLadder with the ladder as it is.
func mayUndoOnLadder(ctx context.Context, from asker, e AuditEntry) error {
	return e.undoOnLadder(func(event int) (bool, error) { return ladderMoved(ctx, from, e.Detail[ladderDetail], event) })
}

// UndoResult takes back a game that an organiser recorded, which then counts for nothing, or the
// correction of a result. It fails with kind Conflict as UndoableNow
// says, and as CorrectResult does.
func (d *DB) UndoResult(ctx context.Context, e AuditEntry, by, why string, now time.Time) (r CorrectedResult, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		if err := mayUndoOnLadder(ctx, tx, e); err != nil {
			return err
		}
		id := e.About.ID
		if e.About.Kind == RefPairing {
			challenge, err := oneChallenge(tx.QueryContext(ctx, selectChallenge+"WHERE c.pairing = $1", id))
			if err != nil {
				return err
			}
			id = challenge.ID
		}
		c, err := undoneResult(ctx, tx, e)
		if err != nil {
			return err
		}
		c.Why = why
		r, err = d.correctResult(ctx, tx, id, by, c, "", now)
		return err
	})
	return r, err
}

// undoneResult returns the result before an act.
func undoneResult(ctx context.Context, tx *sql.Tx, e AuditEntry) (c Correction, err error) {
	was := resultBefore{Off: true}
	if e.Act != "ladder-recorded" {
		was.Off = false
		if err := json.Unmarshal([]byte(e.Detail[resultDetail]), &was); err != nil {
			return c, ErrUndone.Errorf("act %d: %v", e.Number, err)
		}
	}
	if e.About.Kind != RefPairing {
		c.Outcome = ladder.Outcome{Winner: was.Winner, Lapsed: was.Status == ChallengeLapsed}
		return c, nil
	}
	p, err := pairingIn(ctx, tx, e.About.ID)
	c.Decision = Decision{Revision: p.Revision, Games: was.Games, Winner: was.Chosen, Off: was.Off}
	return c, err
}

// before adds to the details of a correction the result before it.
func (c Challenge) before(was Pairing, detail map[string]string) error {
	before := resultBefore{Status: c.Status, Winner: c.Winner}
	if was.ID != "" {
		before = resultBefore{Games: was.Games, Off: was.Status == PairingOff, Chosen: was.Chosen}
	}
	text, err := json.Marshal(before)
	detail[resultDetail] = string(text)
	return err
}

// UndoOrder puts the players of a ladder back in the order before an act, with those whom it removed and without those whom
// it added. It fails with kind Conflict as UndoableNow says, and as OrderLadder and AddToLadder do.
func (d *DB) UndoOrder(ctx context.Context, e AuditEntry, by, why string, now time.Time) (LadderNews, error) {
	if err := mayUndoOnLadder(ctx, d.read, e); err != nil {
		return LadderNews{}, err
	}
	seen, _ := strconv.Atoi(e.Detail[eventDetail]) // a number, as mayUndoOnLadder has checked
	before := strings.Fields(e.Detail[orderDetail])
	order := LadderOrder{People: before, Seen: seen, Why: why}
	return d.orderLadder(ctx, e.Detail[ladderDetail], order, by, now, func(ctx context.Context, tx *sql.Tx, s *storedLadder) ([]ladder.Event, error) {
		events, err := s.removeAll(now, slices.DeleteFunc(s.order(), func(id string) bool { return slices.Contains(before, id) }))
		if err != nil {
			return nil, err
		}
		for _, id := range before {
			if s.Place(id) > 0 {
				continue
			}
			if err := mustBeMembers(ctx, tx, id); err != nil {
				return nil, err
			}
			more, err := s.Add(now.UnixMilli(), id, 0)
			if err != nil {
				return nil, err
			}
			events = append(events, more...)
		}
		return events, nil
	})
}

// wasOpen reports whether a challenge was open before the act.
func (s *storedLadder) wasOpen(id string) bool {
	return slices.ContainsFunc(s.before.challenges, func(c ladder.Challenge) bool { return c.ID == id })
}

// UndoMembers takes off a ladder those whom an act has put on it. It fails with kind Conflict as UndoableNow
// says, for example when one of them had a challenge since (error.undo-changed).
func (d *DB) UndoMembers(ctx context.Context, e AuditEntry, by, why string, now time.Time) (news LadderNews, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		if err := mayUndoOnLadder(ctx, tx, e); err != nil {
			return err
		}
		challenged, err := challengedSince(ctx, tx, []string{e.About.ID}, e.At.UnixMilli())
		if err != nil {
			return err
		}
		if err := challenged.since(e); err != nil {
			return err
		}
		people := e.many()
		news, err = d.onLadder(ctx, tx, e.About.ID, now, func(s *storedLadder) (events []ladder.Event, err error) {
			if err := mustNotBeArchived(ctx, tx, s.Ladder.Season); err != nil {
				return nil, err
			}
			for _, person := range slices.Backward(people) { // from the bottom, so that few change places
				some, err := s.Correct(now.UnixMilli(), person, 0)
				if err != nil {
					return nil, err
				}
				events = append(events, some...)
			}
			return events, nil
		})
		if err != nil {
			return err
		}
		detail := namedMany(news.Ladder.Name, people)
		detail["Reason"] = why
		return writeAudit(ctx, tx, Act{By: by, Act: "ladder-members-removed", About: e.About, Detail: detail}, now)
	})
	if err != nil {
		return LadderNews{}, err
	}
	return news, nil
}

// lastChallenged are the moments at which the last challenge of a player was made or decided, by ladder and player.
type lastChallenged map[[2]string]int64

// challengedSince returns when players of ladders had their last challenges since a moment.
func challengedSince(ctx context.Context, from querier, ladders []string, since int64) (lastChallenged, error) {
	last := lastChallenged{}
	in, _, args := twoLists(ladders, nil)
	args = append(args, since)
	moment := "$" + strconv.Itoa(len(args))
	return last, eachRow(ctx, from, func(rows *sql.Rows) error {
		var ladder, challenger, challenged string
		var at int64
		err := rows.Scan(&ladder, &challenger, &challenged, &at)
		for _, person := range []string{challenger, challenged} {
			key := [2]string{ladder, person}
			last[key] = max(last[key], at)
		}
		return err
	}, "SELECT ladder, challenger, challenged, made FROM challenges WHERE ladder IN "+in+" AND decided IS NULL AND made >= "+moment+
		" UNION ALL SELECT ladder, challenger, challenged, decided FROM challenges WHERE ladder IN "+in+" AND decided >= "+moment, args...)
}

// since fails with ErrUndone if people whom an act has put on a ladder have had a challenge since.
func (last lastChallenged) since(e AuditEntry) error {
	for _, person := range e.many() {
		if at, some := last[[2]string{e.About.ID, person}]; some && at >= e.At.UnixMilli() {
			return ErrUndone.Errorf("a challenge of %s on %s since act %d", person, e.About.ID, e.Number)
		}
	}
	return nil
}
