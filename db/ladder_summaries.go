package db

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"
)

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
