package db

import "context"

// Current lists the games that are being played, limit at most: first those
// between people, then those against bots alone, of both those that changed last
// first. Games on one device are nobody's to watch.
func (d *DB) Current(ctx context.Context, limit int) ([]Game, error) {
	const (
		with      = "EXISTS (SELECT 1 FROM seats o WHERE o.game = g.id AND o.person <> g.host)"
		people    = "EXISTS (SELECT 1 FROM seats o WHERE o.game = g.id AND o.person <> g.host AND o.person NOT IN " + botIDs + ")"
		order     = "ORDER BY CASE WHEN " + people + " THEN 0 ELSE 1 END, g.changed DESC, g.id"
		condition = "WHERE g.id IN (SELECT g.id FROM games g WHERE g.status = 'running' AND " + with + " " + order + " LIMIT $1) " +
			order + ", s.seat"
	)
	return scanSound(d.read.QueryContext(ctx, selectGame+condition, limit))
}
