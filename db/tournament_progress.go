package db

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"
)

// A RoundProgress is how far the published rounds of a tournament are, as a person sees it.
type RoundProgress struct {
	Round        int
	Boards, Open int       // boards, and those of them that are not finished
	Due          time.Time // first deadline of an open board; zero for none
	Pairing      string    // id of the person's open pairing; empty for none
	Opponent     Player    // in it
}

// RoundsProgress returns the progress of each round of tournaments that has open boards, and of the last published
// round, by the tournaments' ids and in order. Person may be empty.
func (d *DB) RoundsProgress(ctx context.Context, person string, tournaments ...string) (map[string][]RoundProgress, error) {
	if len(tournaments) == 0 {
		return nil, nil
	}
	list, args := inList(tournaments)
	rows, err := d.read.QueryContext(ctx, selectRoundsProgress(list, "$"+strconv.Itoa(len(args)+1)), append(args, person)...)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	progress := map[string][]RoundProgress{}
	for rows.Next() {
		var id string
		var r RoundProgress
		var due sql.NullInt64
		if err := rows.Scan(&id, &r.Round, &r.Boards, &r.Open, &due, &r.Pairing, &r.Opponent.ID, &r.Opponent.Name, &r.Opponent.Deleted); err != nil {
			return nil, kind(err)
		}
		r.Due = timeOf(due)
		progress[id] = append(progress[id], r)
	}
	return progress, kind(errors.Join(rows.Err(), rows.Close()))
}

// selectRoundsProgress takes the list of tournaments and the parameter with the person. A person has one board in a
// round at most.
func selectRoundsProgress(list, person string) string {
	return `SELECT r.tournament, r.round, r.boards, r.unfinished, r.due, coalesce(p.id, ''), coalesce(o.id, ''), coalesce(o.name, ''), coalesce(o.deleted, false)
	FROM (SELECT b.tournament, b.round, count(*) AS boards, count(q.id) AS unfinished, min(q.due) AS due,
			max(CASE WHEN b.first = ` + person + ` OR b.second = ` + person + ` THEN q.id END) AS own
		FROM tournament_pairings b JOIN tournaments t ON t.id = b.tournament LEFT JOIN pairings q ON q.id = b.pairing AND q.status = 'open'
		WHERE b.tournament IN ` + list + `
		GROUP BY b.tournament, b.round, t.round
		HAVING count(q.id) > 0 OR b.round = t.round) r
	LEFT JOIN pairings p ON p.id = r.own
	LEFT JOIN people o ON o.id = CASE WHEN p.first = ` + person + ` THEN p.second ELSE p.first END
	ORDER BY r.tournament, r.round`
}
