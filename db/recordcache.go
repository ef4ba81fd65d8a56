package db

import (
	"container/list"
	"context"
	"sync"
	"sync/atomic"

	"hexclub/rules/record"
)

// maxCached bounds the weight of all cached records: some 8 MB.
const maxCached = 1 << 15

// A recordCache keeps the records of the games that were read last, so that a page need
// not replay them. It goes by revision: a statement that reads a game reads its revision
// too, so a change by another process is never missed. Only what is committed is put in.
// Its methods may be called from any goroutine.
type recordCache struct {
	mu     sync.Mutex
	byGame map[string]*list.Element // of cachedRecord
	recent list.List                // the most recently used first
	weight int

	replays atomic.Int64 // of games that were read and not found
}

// A cachedRecord is the record of a game at a revision. It is not changed.
type cachedRecord struct {
	game     string
	revision int
	record   *record.Record // nil where there is none
}

// Replays counts the games that were replayed because no record of them was cached.
func (d *DB) Replays() int64 { return d.records.replays.Load() }

// replay gives a game that was read its record: the cached one if that is of the same
// revision, else a new one, which is made until ctx is done.
func (c *recordCache) replay(ctx context.Context, g *storedGame, cached cachedRecord) error {
	if g.Revision == cached.revision {
		g.Record = cached.record
		return nil
	}
	c.replays.Add(1)
	return g.replay(ctx)
}

// weigh returns the weight of a record, in events: a record of few has a position too.
func (c cachedRecord) weigh() int { return 32 + c.record.EventCount() }

// get returns the cached record of a game, with revision 0, which no game has, if there is
// none.
func (c *recordCache) get(game string) cachedRecord {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.byGame[game]
	if !ok {
		return cachedRecord{}
	}
	c.recent.MoveToFront(found)
	return found.Value.(cachedRecord)
}

// put keeps the record of a game, which must be committed and not change any more, unless
// a later one is kept already. Records that were not used for longest make room for it.
func (c *recordCache) put(g Game) {
	made := cachedRecord{g.ID, g.Revision, g.Record}
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, ok := c.byGame[g.ID]; ok {
		if known.Value.(cachedRecord).revision >= g.Revision {
			return
		}
		c.drop(known)
	}
	if c.byGame == nil {
		c.byGame = map[string]*list.Element{}
	}
	c.byGame[g.ID] = c.recent.PushFront(made)
	for c.weight += made.weigh(); c.weight > maxCached; {
		c.drop(c.recent.Back())
	}
}

func (c *recordCache) drop(e *list.Element) {
	dropped := c.recent.Remove(e).(cachedRecord)
	delete(c.byGame, dropped.game)
	c.weight -= dropped.weigh()
}
