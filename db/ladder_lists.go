package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"time"

	"hexclub/rules/ladder"
	"hexclub/rules/rating"
)

// A LadderNow is the current state of a ladder.
type LadderNow struct {
	Ladder    Ladder
	Season    Season
	State     ladder.State      // without what has fallen due since the last act
	People    map[string]Player // by id: the players on the ladder, and those who left
	NotJoined map[string]bool   // ids of imported members among them who have not joined
	Pairings  map[string]string // ids of pairings, by the id of their accepted challenge
	Entered   map[string]string // ids of players whose result awaits confirmation, by the id of the challenge

	Unanswerable map[string]bool // ids of challenges among these whose opponent cannot answer: an organiser confirms the result
}

// LadderNow returns the current state of a ladder. It fails with kind NotFound (error.no-ladder).
func (d *DB) LadderNow(ctx context.Context, id string, now time.Time) (l LadderNow, err error) {
	err = d.reading(ctx, func(tx *sql.Tx) error {
		found, err := ladderIn(ctx, tx, id)
		if err != nil {
			return err
		}
		season, err := scanSeason(tx.QueryRowContext(ctx, selectSeason+"WHERE s.id = $1", found.Season))
		if err != nil {
			return err
		}
		l, err = ladderNow(ctx, tx, found, season, now)
		return err
	})
	return l, err
}

// LadderOf returns the current state of a ladder that was read with its season.
func (d *DB) LadderOf(ctx context.Context, read Ladder, season Season, now time.Time) (l LadderNow, err error) {
	err = d.reading(ctx, func(tx *sql.Tx) error {
		l, err = ladderNow(ctx, tx, read, season, now)
		return err
	})
	return l, err
}

func ladderNow(ctx context.Context, tx *sql.Tx, read Ladder, season Season, now time.Time) (LadderNow, error) {
	s, err := loadLadder(ctx, tx, read, now)
	if err != nil {
		return LadderNow{}, err
	}
	if s.Closed == 0 && season.Status != SeasonOpen {
		s.Close(cmp.Or(season.Closed, season.Archived, season.Made).UnixMilli())
	}
	l := LadderNow{Ladder: s.Ladder, Season: season, State: s.State, People: map[string]Player{}, NotJoined: map[string]bool{}, Pairings: s.pairings, Entered: s.entered, Unanswerable: s.unanswerable}
	if s.Closed != 0 {
		l.Ladder.Closed = fromMS(s.Closed)
	}
	err = eachRow(ctx, tx, func(rows *sql.Rows) error {
		var p Player
		var notJoined bool
		err := rows.Scan(&p.ID, &p.Name, &p.Deleted, &notJoined)
		l.People[p.ID] = p
		if notJoined {
			l.NotJoined[p.ID] = true
		}
		return err
	}, `SELECT p.id, coalesce(p.name, ''), p.deleted, p.name IS NOT NULL AND p.hash IS NULL FROM ladder_players lp JOIN people p ON p.id = lp.person WHERE lp.ladder = $1`, read.ID)
	return l, err
}

// LadderForm is the number of results in the form of a player.
const LadderForm = 5

// A LadderRow is a player's row in the list of a ladder, without the place.
type LadderRow struct {
	Was    int            // place at an earlier moment, 0 for none
	Form   []string       // "won", "drawn" or "lost" in the last challenges that were played, the oldest first
	Rating *rating.Rating // nil for none
}

// A LadderPart selects players of a ladder.
type LadderPart struct {
	From, To int // places
	Also     int // another place, 0 for none
}

// LadderRows returns the rows of some players of a ladder, by id: their places at an earlier moment, their form, and
// their ratings by the rules with a key if a class is given.
func (d *DB) LadderRows(ctx context.Context, id string, part LadderPart, earlier time.Time, key string, class rating.Class, now time.Time) (map[string]LadderRow, error) {
	rows, err := d.read.QueryContext(ctx, selectLadderRows, id, part.From, part.To, part.Also, earlier.UnixMilli(), key, string(class), LadderForm)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	list := map[string]LadderRow{}
	for rows.Next() {
		var row LadderRow
		var person, form string
		var at int64
		var own, deviation, volatility sql.NullFloat64
		if err := rows.Scan(&person, &row.Was, &form, &own, &deviation, &volatility, &at); err != nil {
			return nil, kind(err)
		}
		row.Form = strings.Fields(form)
		if own.Valid {
			stored := rating.Rating{Rating: own.Float64, Deviation: deviation.Float64, Volatility: volatility.Float64}
			is := stored.Idle(now.UnixMilli() - at)
			row.Rating = &is
		}
		list[person] = row
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

var selectLadderRows = `SELECT lp.person,
	coalesce((SELECT e.to_place FROM ladder_events e WHERE e.ladder = lp.ladder AND e.person = lp.person AND e.moved AND e.at <= $5
		ORDER BY e.at DESC, e.number DESC LIMIT 1), 0),
	coalesce((SELECT string_agg(played.outcome, ' ' ORDER BY played.decided, played.id) FROM (SELECT * FROM (
		` + playedAs("challenger") + ` UNION ALL ` + playedAs("challenged") + `) either ORDER BY decided DESC, id DESC LIMIT $8) played), ''),
	r.rating, r.deviation, r.volatility, coalesce(r.at, 0)
	FROM ladder_players lp LEFT JOIN ratings r ON r.person = lp.person AND r.game = $6 AND r.class = $7
	WHERE lp.ladder = $1 AND lp.place IS NOT NULL AND (lp.place BETWEEN $2 AND $3 OR lp.place = $4)`

// playedAs selects the last played challenges of a player lp in one of their roles.
func playedAs(role string) string {
	return `SELECT * FROM (SELECT CASE WHEN c.status = 'drawn' THEN 'drawn' WHEN c.winner = lp.person THEN 'won' ELSE 'lost' END AS outcome, c.decided, c.id
		FROM challenges c WHERE c.ladder = lp.ladder AND c.` + role + ` = lp.person AND ` + wasPlayed + ` ORDER BY c.decided DESC LIMIT $8) ` + role
}

// wasPlayed is the condition that a challenge was decided by more than a deadline.
const wasPlayed = `c.status IN ('won', 'drawn') AND c.decided_by <> 'default'`

// A LadderEvent is an event on a ladder.
type LadderEvent struct {
	Number int // from 1
	ladder.Event
	Player, Other Player // with their current names; the zero Player for none
	Reached       int    // new place of the winner of a challenge, 0 for none
	Over          bool   // its challenge has ended
	Reported      bool   // its challenge is a game that one of the players entered, and that awaits confirmation
	Own           bool   // of its end: one of the players entered the result as an organiser, and no other organiser has confirmed it
}

// LadderEvents returns the events of a ladder, at most limit, the last first: by their moments, and
// within one by their numbers. They are all events, or those of one person, and only those before
// the event with a number, if that is not 0. It leaves out players who only moved because of
// others, except the person. More reports whether there are others.
func (d *DB) LadderEvents(ctx context.Context, id, person string, before, limit int) (list []LadderEvent, more bool, err error) {
	which, args := "e.kind <> 'moved'", []any{id, before, limit + 1}
	if person != "" {
		which = `e.number IN (SELECT number FROM ladder_events WHERE ladder = $1 AND person = $4
			UNION SELECT number FROM ladder_events WHERE ladder = $1 AND other = $4 AND kind <> 'moved')`
		args = append(args, person)
	}
	rows, err := d.read.QueryContext(ctx, selectLadderEvents(which), args...)
	if err != nil {
		return nil, false, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var e LadderEvent
		err := rows.Scan(&e.Number, &e.At, &e.Kind, &e.Player.ID, &e.Player.Name, &e.Player.Deleted,
			&e.Other.ID, &e.Other.Name, &e.Other.Deleted, &e.From, &e.To, &e.Challenge, &e.By, &e.Until, &e.Why, &e.Reached, &e.Over, &e.Reported, &e.Own)
		if err != nil {
			return nil, false, kind(err)
		}
		e.Event.Player, e.Event.Other = e.Player.ID, e.Other.ID
		list = append(list, e)
	}
	err = kind(errors.Join(rows.Err(), rows.Close()))
	return list[:min(limit, len(list))], len(list) > limit, err
}

// selectLadderEvents selects the events that meet a condition, as LadderEvents lists them.
func selectLadderEvents(which string) string {
	return `SELECT e.number, e.at, e.kind, coalesce(p.id, ''), coalesce(p.name, ''), coalesce(p.deleted, false),
		coalesce(o.id, ''), coalesce(o.name, ''), coalesce(o.deleted, false), e.from_place, e.to_place, coalesce(e.challenge, ''), e.decided_by, e.until, e.why,
		CASE WHEN e.kind = 'won' THEN coalesce((SELECT m.to_place FROM ladder_events m WHERE m.ladder = e.ladder AND m.person = e.person
			AND m.number > e.number AND m.at = e.at AND m.kind = 'moved' AND m.challenge = e.challenge ORDER BY m.number LIMIT 1), 0) ELSE 0 END, c.decided IS NOT NULL,
		coalesce(c.recorded AND c.decided IS NULL, false), e.kind IN ('won', 'drawn') AND coalesce(g.status = 'over' AND g.how IN ('decided', 'forfeit', 'recorded') AND g.decided_by IN (g.first, g.second), false)
		FROM ladder_events e LEFT JOIN challenges c ON c.id = e.challenge LEFT JOIN pairings g ON g.id = c.pairing LEFT JOIN people p ON p.id = e.person LEFT JOIN people o ON o.id = e.other
		WHERE e.ladder = $1 AND e.at <= coalesce((SELECT at FROM ladder_events WHERE ladder = $1 AND number = $2), CAST(9223372036854775807 AS bigint))
		AND ($2 = 0 OR e.number < $2 OR e.at < (SELECT at FROM ladder_events WHERE ladder = $1 AND number = $2)) AND ` + which + `
		ORDER BY e.at DESC, e.number DESC LIMIT $3`
}

// A PlaceSince is the place of a player since a moment, 0 off the ladder.
type PlaceSince struct {
	At    time.Time
	Place int
}

// LadderPlaces returns the places of people on a ladder over time, by id.
func (d *DB) LadderPlaces(ctx context.Context, id string, people []string) (map[string][]PlaceSince, error) {
	places := map[string][]PlaceSince{}
	if len(people) == 0 {
		return places, nil
	}
	marks, args := make([]string, len(people)), []any{id}
	for i, person := range people {
		args = append(args, person)
		marks[i] = "$" + strconv.Itoa(len(args))
	}
	rows, err := d.read.QueryContext(ctx, `SELECT person, at, to_place FROM ladder_events
		WHERE ladder = $1 AND person IN (`+strings.Join(marks, ", ")+`) AND moved ORDER BY number`, args...)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var person string
		var at int64
		var p PlaceSince
		if err := rows.Scan(&person, &at, &p.Place); err != nil {
			return nil, kind(err)
		}
		p.At = fromMS(at)
		places[person] = append(places[person], p)
	}
	return places, kind(errors.Join(rows.Err(), rows.Close()))
}

// A LadderSummary is what goes on on a ladder, for lists of ladders.
type LadderSummary struct {
	Players int
	Leader  Player    // on place 1
	Place   int       // of the reader; 0 off the ladder
	Open    int       // open challenges
	Due     time.Time // first deadline of an open challenge; zero for none
}

// LadderSummaries returns the summaries of ladders with players, by the ladders' ids. Person is the reader's id, and may be empty.
func (d *DB) LadderSummaries(ctx context.Context, person string, ladders ...string) (map[string]LadderSummary, error) {
	if len(ladders) == 0 {
		return nil, nil
	}
	list, args := inList(ladders)
	rows, err := d.read.QueryContext(ctx, `SELECT lp.ladder, lp.players, lp.own, coalesce(f.id, ''), coalesce(f.name, ''), coalesce(f.deleted, false),
		(SELECT count(*) FROM challenges c WHERE c.ladder = lp.ladder AND c.decided IS NULL),
		(SELECT min(coalesce(c.play_by, c.answer_by)) FROM challenges c WHERE c.ladder = lp.ladder AND c.decided IS NULL)
		FROM (SELECT ladder, count(*) AS players, max(CASE WHEN person = $`+strconv.Itoa(len(args)+1)+` THEN place ELSE 0 END) AS own,
				max(CASE WHEN place = 1 THEN person END) AS leader
			FROM ladder_players WHERE ladder IN `+list+` AND place IS NOT NULL GROUP BY ladder) lp
		LEFT JOIN people f ON f.id = lp.leader
		ORDER BY lp.ladder`, append(args, person)...)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	summaries := map[string]LadderSummary{}
	for rows.Next() {
		var id string
		var s LadderSummary
		var due sql.NullInt64
		if err := rows.Scan(&id, &s.Players, &s.Place, &s.Leader.ID, &s.Leader.Name, &s.Leader.Deleted, &s.Open, &due); err != nil {
			return nil, kind(err)
		}
		s.Due = timeOf(due)
		summaries[id] = s
	}
	return summaries, kind(errors.Join(rows.Err(), rows.Close()))
}
