package db

import "context"

// Current lists the games that are being played between people, limit at most,
// those that changed last first. Games on one device are nobody's to watch.
func (d *DB) Current(ctx context.Context, limit int) ([]Game, error) {
	const condition = `WHERE g.id IN (
			SELECT id FROM games WHERE status = 'running'
				AND EXISTS (SELECT 1 FROM seats other WHERE other.game = games.id AND other.person <> games.host)
			ORDER BY changed DESC, id LIMIT $1)
		ORDER BY g.changed DESC, g.id, s.seat`
	return scanSound(d.read.QueryContext(ctx, selectGame+condition, limit))
}
