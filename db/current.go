package db

import "context"

// Current lists the games that are being played, limit at most: first those
// between people, then those against bots alone, of both those that changed last
// first. Games on one device are nobody's to watch.
func (d *DB) Current(ctx context.Context, limit int) ([]Game, error) {
	const (
		others = "EXISTS (SELECT 1 FROM seats o WHERE o.game = g.id AND o.person <> g.host AND o.person "
		people = others + "NOT LIKE " + botIDs + ")"
		bots   = others + "LIKE " + botIDs + ") AND NOT " + people
		last   = "SELECT * FROM (SELECT g.id FROM games g WHERE g.status = 'running' AND "
		order  = "g.changed DESC, g.id"
		query  = selectGame + "WHERE g.id IN (" + last + people + " ORDER BY " + order + " LIMIT $1) p UNION " +
			last + bots + " ORDER BY " + order + " LIMIT $1) b) ORDER BY CASE WHEN " + people + " THEN 0 ELSE 1 END, " + order + ", s.seat"
	)
	list, err := scanSound(d.read.QueryContext(ctx, query, limit))
	return list[:min(limit, len(list))], err
}
