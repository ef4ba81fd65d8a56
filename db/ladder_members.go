package db

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"hexclub/rules"
	"hexclub/rules/ladder"
	"hexclub/rules/rating"
)

// JoinLadder adds a member to a ladder, or adds a former player again, at the place that the
// ladder's rules give. It fails with kind NotFound when there is no such ladder (error.no-ladder),
// Forbidden for a person without an account (error.log-in-first), Conflict in a closed season
// (error.season-closed), and with a *ladder.Refusal when the ladder is closed, the member is on it
// already, or organisers assign its places.
func (d *DB) JoinLadder(ctx context.Context, id, person string, now time.Time) (LadderNews, error) {
	return d.actOnLadder(ctx, id, person, now, func(s *storedLadder) ([]ladder.Event, error) {
		return s.Join(now.UnixMilli(), person, 0)
	})
}

// LeaveLadder takes a member off a ladder, with the challenges as its rules
// have it. It fails with kind NotFound when there is no such ladder
// (error.no-ladder), Conflict in a season that is archived (error.season-archived),
// and with a *ladder.Refusal if the person is not on the ladder.
func (d *DB) LeaveLadder(ctx context.Context, id, person string, now time.Time) (news LadderNews, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		news, err = d.onLadder(ctx, tx, id, now, func(s *storedLadder) ([]ladder.Event, error) {
			if err := mustNotBeArchived(ctx, tx, s.Ladder.Season); err != nil {
				return nil, err
			}
			return s.Leave(now.UnixMilli(), person)
		})
		return err
	})
	if err != nil {
		return LadderNews{}, err
	}
	return news, nil
}

// AddToLadder puts a member on a ladder for an organiser; on a place, or on that which the rules give for 0.
// It is written in the log with its reason. It fails as JoinLadder does, with kind Forbidden when by is no
// organiser (error.organisers-only), Invalid without a reason (error.reason) or for a place
// that there is not (error.ladder-place), and with a *NotMembersError instead of kind Forbidden for the person.
func (d *DB) AddToLadder(ctx context.Context, id, person string, place int, by, why string, now time.Time) (LadderNews, error) {
	return d.correctLadder(ctx, id, by, why, now, func(ctx context.Context, tx *sql.Tx, s *storedLadder) ([]ladder.Event, error) {
		if err := mustBeMembers(ctx, tx, person); err != nil {
			return nil, err
		}
		if err := mustBeOpen(ctx, tx, s.Ladder.Season); err != nil {
			return nil, err
		}
		return s.Add(now.UnixMilli(), person, place)
	})
}

// AddAllToLadder puts members on a ladder for an organiser, each on the place that the rules give, in their order. It adds
// all or none, except that it passes over players, and logs them as one act. It returns the ids of those it has added. It fails as
// JoinLadder does, with kind Forbidden when by is no organiser (error.organisers-only), and with a *NotMembersError.
func (d *DB) AddAllToLadder(ctx context.Context, id string, people []string, by string, now time.Time) (news LadderNews, added []string, err error) {
	return d.addToLadder(ctx, id, by, now, func(context.Context, *sql.Tx) ([]string, error) { return people, nil })
}

// AddEverybodyToLadder is AddAllToLadder for all members, by name.
func (d *DB) AddEverybodyToLadder(ctx context.Context, id, by string, now time.Time) (news LadderNews, added []string, err error) {
	return d.addToLadder(ctx, id, by, now, func(ctx context.Context, tx *sql.Tx) ([]string, error) {
		return scanTexts(tx.QueryContext(ctx, `SELECT id FROM people WHERE name IS NOT NULL AND folded > '' AND NOT deleted AND closed IS NULL ORDER BY folded`))
	})
}

// addToLadder is AddAllToLadder for the people that find returns.
func (d *DB) addToLadder(
	ctx context.Context, id, by string, now time.Time, find func(context.Context, *sql.Tx) ([]string, error),
) (news LadderNews, added []string, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		people, err := find(ctx, tx)
		if err != nil {
			return err
		}
		news, err = d.onLadder(ctx, tx, id, now, func(s *storedLadder) ([]ladder.Event, error) {
			if err := mustBeOpen(ctx, tx, s.Ladder.Season); err != nil {
				return nil, err
			}
			added = nil
			for _, person := range people {
				if s.Place(person) > 0 || slices.Contains(added, person) {
					continue
				}
				added = append(added, person)
			}
			if err := mustBeMembers(ctx, tx, added...); err != nil {
				return nil, err
			}
			return s.AddAll(now.UnixMilli(), added)
		})
		if err != nil {
			return err
		}
		switch len(added) {
		case 0:
			return nil
		case 1:
			return writeAudit(ctx, tx, correctionAct(news, by, ""), now)
		}
		detail := namedMany(news.Ladder.Name, added)
		if err := undoableOn(ctx, tx, id, detail); err != nil {
			return err
		}
		return writeAudit(ctx, tx, Act{By: by, Act: "ladder-members", About: news.Ladder.Ref(), Detail: detail}, now)
	})
	if err != nil {
		return LadderNews{}, nil, err
	}
	return news, added, nil
}

// namedMany returns the details of an act about several people on a ladder.
func namedMany(ladder string, people []string) map[string]string {
	return map[string]string{"Name": ladder, "Count": strconv.Itoa(len(people)), manyDetail: strings.Join(people, " ")}
}

const selectAutomatic = `SELECT l.id FROM ladders l JOIN seasons s ON s.id = l.season
	WHERE l.automatic AND l.closed IS NULL AND s.status = 'open' ORDER BY l.id`

// joinAutomatic puts new members of the club on the open ladders that they join automatically, as ladder.State.AddNew has it.
func (d *DB) joinAutomatic(ctx context.Context, tx *sql.Tx, now time.Time, people ...string) error {
	ids, err := scanTexts(tx.QueryContext(ctx, selectAutomatic))
	if err != nil {
		return err
	}
	for _, id := range ids {
		if _, err := d.onLadder(ctx, tx, id, now, func(s *storedLadder) ([]ladder.Event, error) {
			return s.AddNew(now.UnixMilli(), people)
		}); err != nil {
			return err
		}
	}
	return nil
}

// A LadderOrder is an order for the players of a ladder.
type LadderOrder struct {
	People []string // ids, from the top
	Remove []string // ids of the players who are taken off the ladder
	Seen   int      // number of the ladder's last event when its places were shown
	Seed   string   // from which the order was drawn by ladder.Draw; empty for another order
	Why    string
}

// OrderLadder removes players from a ladder, as RemoveFromLadder does, and puts the others in an order, from the top, for an
// organiser. The reason may be empty if nobody is removed and no challenge of the ladder is decided. It logs removals, and the
// order if it changes any place, and fails with kind Forbidden when by is no
// organiser (error.organisers-only), NotFound when there is no such ladder (error.no-ladder), Invalid without a needed reason
// (error.reason), and Conflict in a season that is archived (error.season-archived), and for an order of other
// players and if a place has changed since it was seen (error.ladder-order).
func (d *DB) OrderLadder(ctx context.Context, id string, o LadderOrder, by string, now time.Time) (LadderNews, error) {
	return d.orderLadder(ctx, id, o, by, now, func(_ context.Context, _ *sql.Tx, s *storedLadder) ([]ladder.Event, error) {
		return s.removeAll(now, o.Remove)
	})
}

// orderLadder is OrderLadder after a change that adds players to the ladder or removes them.
func (d *DB) orderLadder(
	ctx context.Context, id string, o LadderOrder, by string, now time.Time,
	change func(context.Context, *sql.Tx, *storedLadder) ([]ladder.Event, error),
) (news LadderNews, err error) {
	why := strings.TrimSpace(o.Why)
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		o := o // checkDraw may change it
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		decided, err := ladderDecided(ctx, tx, id)
		if err != nil {
			return err
		}
		if decided || why != "" || len(o.Remove) > 0 {
			if err := CheckReason(why); err != nil {
				return err
			}
		}
		switch moved, err := ladderMoved(ctx, tx, id, o.Seen); {
		case err != nil:
			return err
		case moved:
			return rules.Errorf(rules.Conflict, "error.ladder-order", "places have changed since event %d", o.Seen)
		}
		var before []string
		var joined, ordered []ladder.Event
		news, err = d.onLadder(ctx, tx, id, now, func(s *storedLadder) ([]ladder.Event, error) {
			if err := mustNotBeArchived(ctx, tx, s.Ladder.Season); err != nil {
				return nil, err
			}
			before = s.order()
			if joined, err = change(ctx, tx, s); err != nil {
				return nil, err
			}
			if err := s.checkDraw(ctx, tx, &o); err != nil {
				return nil, err
			}
			ordered, err = s.Order(now.UnixMilli(), o.People)
			return slices.Concat(joined, ordered), err
		})
		if err != nil {
			return err
		}
		return auditOrder(ctx, tx, news.Ladder, o, before, joined, ordered, by, why, now)
	})
	if err != nil {
		return LadderNews{}, err
	}
	return news, nil
}

// auditOrder logs the order of players, if it changes a place, after each of those who joined or were removed with it.
func auditOrder(
	ctx context.Context, tx *sql.Tx, l Ladder, o LadderOrder, before []string, joined, ordered []ladder.Event, by, why string, now time.Time,
) error {
	changed, removed := 0, 0 // players who joined or were removed, and those who were removed
	for _, e := range joined {
		if e.Kind != ladder.Added && e.Kind != ladder.Removed {
			continue
		}
		if changed++; e.Kind == ladder.Removed {
			removed++
		}
		if err := writeAudit(ctx, tx, correctionAct(LadderNews{Ladder: l, Events: []ladder.Event{e}}, by, why), now); err != nil {
			return err
		}
	}
	moved := 0
	for _, e := range ordered {
		if (e.Kind == ladder.Placed || e.Kind == ladder.Moved) && e.From != e.To {
			moved++
		}
	}
	if moved == 0 && changed < 2 { // the entry of one removal can be undone
		return nil
	}
	detail := map[string]string{"Name": l.Name, "Count": strconv.Itoa(moved), "Reason": why, "Seed": o.Seed}
	if err := undoableOn(ctx, tx, l.ID, detail); err != nil {
		return err
	}
	if removed > 0 {
		detail["Removed"] = strconv.Itoa(removed)
	}
	forUndo := map[string]string{orderDetail: strings.Join(before, " ")}
	act := Act{By: by, Act: "ladder-ordered", About: l.Ref(), Detail: detail, ForUndo: forUndo}
	if o.Seed != "" {
		act = Act{By: by, Act: "ladder-drawn", About: l.Ref(), Detail: detail, ForUndo: forUndo}
	}
	return writeAudit(ctx, tx, act, now)
}

// removeAll takes players off the ladder, the lowest first, so that the others keep the places that the log names. It fails
// with kind Conflict for a person off the ladder (error.ladder-order).
func (s *storedLadder) removeAll(now time.Time, people []string) (events []ladder.Event, err error) {
	places := map[string]int{}
	for _, id := range people {
		places[id] = s.Place(id)
	}
	for _, id := range slices.SortedFunc(maps.Keys(places), func(a, b string) int { return places[b] - places[a] }) {
		if s.Place(id) == 0 {
			return nil, rules.Errorf(rules.Conflict, "error.ladder-order", "%s is not on the ladder", id)
		}
		more, err := s.Correct(now.UnixMilli(), id, 0)
		if err != nil {
			return nil, err
		}
		events = append(events, more...)
	}
	return events, nil
}

// checkDraw removes the seed from an order that does not follow from it.
func (s *storedLadder) checkDraw(ctx context.Context, tx *sql.Tx, o *LadderOrder) error {
	if o.Seed == "" {
		return nil
	}
	names := map[string]string{}
	err := eachRow(ctx, tx, func(rows *sql.Rows) error {
		var id, name string
		err := rows.Scan(&id, &name)
		if s.Place(id) > 0 {
			names[id] = name
		}
		return err
	}, "SELECT p.id, coalesce(p.name, '') FROM ladder_players lp JOIN people p ON p.id = lp.person WHERE lp.ladder = $1 AND lp.place IS NOT NULL", s.Ladder.ID)
	if err == nil && !slices.Equal(o.People, ladder.Draw(o.Seed, names)) {
		o.Seed = ""
	}
	return err
}

// LadderDecided reports whether a challenge of a ladder has been decided.
func (d *DB) LadderDecided(ctx context.Context, id string) (bool, error) {
	return ladderDecided(ctx, d.read, id)
}

func ladderDecided(ctx context.Context, from asker, id string) (decided bool, err error) {
	const query = "SELECT EXISTS (SELECT 1 FROM challenges WHERE ladder = $1 AND decided IS NOT NULL AND status IN ('won', 'drawn'))"
	return decided, kind(from.QueryRowContext(ctx, query, id).Scan(&decided))
}

// LadderCandidates returns at most limit members who are not on a ladder and whose names contain a text, by name. More
// reports whether there are more.
func (d *DB) LadderCandidates(ctx context.Context, l Ladder, search string, limit int) (list []Candidate, more bool, err error) {
	rows, err := d.read.QueryContext(ctx, `SELECT p.id, p.name, r.rating, r.deviation, r.volatility
		FROM people p LEFT JOIN ratings r ON r.person = p.id AND r.game = $2 AND r.class = $3
		WHERE p.name IS NOT NULL AND p.folded > '' AND p.folded LIKE $4 ESCAPE '\' AND NOT p.deleted AND p.closed IS NULL
			AND NOT EXISTS (SELECT 1 FROM ladder_players lp WHERE lp.ladder = $1 AND lp.person = p.id AND lp.place IS NOT NULL)
		ORDER BY p.folded LIMIT $5`,
		l.ID, l.Settings.Games[0], string(rating.ClassOf(l.Control)), "%"+escapeLike.Replace(fold(search))+"%", limit+1)
	return scanCandidates(rows, err, limit)
}

// PlaceOnLadder moves a player of a ladder to another place, for a reason. It fails as AddToLadder
// does, and with kind NotFound for a person who is not on the ladder (error.ladder-player).
func (d *DB) PlaceOnLadder(ctx context.Context, id, person string, place int, by, why string, now time.Time) (LadderNews, error) {
	return d.correctLadder(ctx, id, by, why, now, func(_ context.Context, _ *sql.Tx, s *storedLadder) ([]ladder.Event, error) {
		if place == 0 {
			return nil, rules.Errorf(rules.Invalid, "error.ladder-place", "place 0")
		}
		return s.Correct(now.UnixMilli(), person, place)
	})
}

// RemoveFromLadder takes a player off a ladder, for a reason. It fails as PlaceOnLadder does.
func (d *DB) RemoveFromLadder(ctx context.Context, id, person, by, why string, now time.Time) (LadderNews, error) {
	return d.correctLadder(ctx, id, by, why, now, func(_ context.Context, _ *sql.Tx, s *storedLadder) ([]ladder.Event, error) {
		return s.Correct(now.UnixMilli(), person, 0)
	})
}

// correctLadder lets an organiser change where somebody is on a ladder, by one of the acts of r18, which is
// written in the log.
func (d *DB) correctLadder(
	ctx context.Context, id, by, why string, now time.Time,
	do func(context.Context, *sql.Tx, *storedLadder) ([]ladder.Event, error),
) (news LadderNews, err error) {
	why = strings.TrimSpace(why)
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		if err := CheckReason(why); err != nil {
			return err
		}
		news, err = d.onLadder(ctx, tx, id, now, func(s *storedLadder) ([]ladder.Event, error) {
			if err := mustNotBeArchived(ctx, tx, s.Ladder.Season); err != nil {
				return nil, err
			}
			return do(ctx, tx, s)
		})
		if err != nil {
			return err
		}
		return writeAudit(ctx, tx, correctionAct(news, by, why), now)
	})
	if err != nil {
		return LadderNews{}, err
	}
	return news, nil
}

// correctionAct returns the audit log's entry for a correction. It has the same places as the
// ladder's chronicle; open challenges that the player gave up may have changed them before.
func correctionAct(news LadderNews, by, why string) Act {
	var event ladder.Event
	for _, e := range news.Events {
		if e.Kind == ladder.Added || e.Kind == ladder.Removed || e.Kind == ladder.Placed {
			event = e
		}
	}
	l := news.Ladder
	detail := map[string]string{"Name": l.Name, "Was": strconv.Itoa(event.From), "Is": strconv.Itoa(event.To), "Reason": why}
	switch event.Kind {
	case ladder.Added:
		return Act{By: by, Act: "ladder-added", Subject: event.Player, About: l.Ref(), Detail: detail}
	case ladder.Removed:
		return Act{By: by, Act: "ladder-removed", Subject: event.Player, About: l.Ref(), Detail: detail}
	}
	return Act{By: by, Act: "ladder-placed", Subject: event.Player, About: l.Ref(), Detail: detail}
}

// leaveLadders takes a person whose account is deleted off all ladders, and returns the changed
// games.
func (d *DB) leaveLadders(ctx context.Context, tx *sql.Tx, person string, now time.Time) (changed []Game, err error) {
	ids, err := scanTexts(tx.QueryContext(ctx, "SELECT ladder FROM ladder_players WHERE person = $1 AND place IS NOT NULL ORDER BY ladder", person))
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		news, err := d.onLadder(ctx, tx, id, now, func(s *storedLadder) ([]ladder.Event, error) {
			return s.Leave(now.UnixMilli(), person)
		})
		if err != nil {
			return nil, err
		}
		changed = append(changed, news.Games...)
	}
	return changed, nil
}
