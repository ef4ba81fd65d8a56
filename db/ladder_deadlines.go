package db

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"hexclub/rules/ladder"
)

// TickLadders applies what has fallen due on ladders, at most limit ladders: challenges that were
// not answered or not played, inactive players, reminders, and the closing of ladders whose season
// was closed. It returns the news of each ladder. An error in one does not affect the others.
func (d *DB) TickLadders(ctx context.Context, now time.Time, limit int) (list []LadderNews, err error) {
	ids, err := scanTexts(d.read.QueryContext(ctx, selectDueLadders, now.UnixMilli(), limit))
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		var news LadderNews
		failed := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
			news, err = d.onLadder(ctx, tx, id, now, func(s *storedLadder) ([]ladder.Event, error) {
				events := s.Tick(now.UnixMilli())
				return append(events, s.Reminders(now.UnixMilli())...), nil
			})
			return err
		})
		if failed != nil {
			err = errors.Join(err, failed)
			continue
		}
		list = append(list, news)
	}
	return list, err
}

const selectDueLadders = `SELECT id FROM ladders WHERE due <= $1
	UNION ALL SELECT l.id FROM seasons s CROSS JOIN ladders l WHERE s.status IN ('closed', 'archived') AND l.season = s.id AND l.closed IS NULL
	AND (l.due IS NULL OR l.due > $1) LIMIT $2`

// briefly is the longest downtime for which deadlines on ladders and in tournaments do not move.
// They are counted in days.
const briefly = 10 * time.Minute

// resumeLadders moves deadlines by the time that the site was down since its last pulse: to answer
// a challenge, to play it, to confirm an entered result, and to play a first game. Deadlines that
// began after that pulse stay. Notices are not sent again.
func resumeLadders(ctx context.Context, tx *sql.Tx, seen, now time.Time) error {
	const entered = "status = 'open' AND entered_at <= $1 AND id IN (SELECT pairing FROM challenges WHERE decided IS NULL)"
	for _, query := range []string{
		`UPDATE club_notices SET mark = mark + $2 - $1 WHERE kind IN ('pairing-confirm', 'pairing-unconfirmed')
			AND (about_id, mark) IN (SELECT id, entered_at FROM pairings WHERE ` + entered + `)`,
		"UPDATE pairings SET entered_at = entered_at + $2 - $1 WHERE " + entered,
		`UPDATE pairings SET due = due + $2 - $1, revision = revision + 1 WHERE status = 'open' AND due > $1
			AND id IN (SELECT pairing FROM challenges WHERE decided IS NULL AND accepted <= $1)`,
		"UPDATE challenges SET play_by = play_by + $2 - $1 WHERE decided IS NULL AND accepted <= $1 AND play_by > $1",
		"UPDATE challenges SET answer_by = answer_by + $2 - $1 WHERE decided IS NULL AND accepted IS NULL AND made <= $1 AND answer_by > $1",
		"UPDATE ladder_players SET idle = idle + $2 - $1 WHERE place IS NOT NULL AND held = 0 AND idle <= $1",
	} {
		if _, err := exec(ctx, tx, query, pulseMS(seen), now.UnixMilli()); err != nil {
			return err
		}
	}
	return nil
}
