package db

import (
	"context"
	"time"
)

// Current lists the games that are being played at a moment, limit at most: first
// those between people, then those against bots alone, of both those that changed
// last first. Games on one device are nobody's to watch, and those against bots
// without a clock are left out once they have left the Desk: nobody plays them.
func (d *DB) Current(ctx context.Context, limit int, now time.Time) ([]Game, error) {
	const (
		others = "EXISTS (SELECT 1 FROM seats o WHERE o.game = g.id AND o.person <> g.host AND o.person "
		people = others + "NOT LIKE " + botIDs + ")"
		bots   = others + "LIKE " + botIDs + ") AND NOT " + people + " AND (g.deadline IS NOT NULL OR g.changed >= $2)"
		last   = "SELECT * FROM (SELECT g.id FROM games g WHERE g.status = 'running' AND "
		order  = "g.changed DESC, g.id"
		query  = selectGame + "WHERE g.id IN (" + last + people + " ORDER BY " + order + " LIMIT $1) p UNION " +
			last + bots + " ORDER BY " + order + " LIMIT $1) b) ORDER BY CASE WHEN " + people + " THEN 0 ELSE 1 END, " + order + ", s.seat"
	)
	list, err := sound(d.readGames(ctx, d.read, query, limit, now.Add(-aloneStays).UnixMilli()))
	return list[:min(limit, len(list))], err
}
