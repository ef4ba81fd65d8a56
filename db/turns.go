package db

import (
	"container/list"
	"context"
	"database/sql"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"hexclub/rules"
	"hexclub/rules/record"
)

// PlayTurn commits one whole turn, its actions written as in record.Draft,
// made when the position was that after the first moved events
// (record.Moved). When it returns the turn is on the disk.
//
// It fails with kind NotFound when there is no such game, Forbidden with key
// error.not-a-player when the person sits in no seat of it, Conflict when a
// seat is still free (error.waiting), the game has moved on (error.stale), is
// over (error.over), another seat is to act (error.not-your-turn) or the time
// of the seat was up before (error.time-up); and as record.Play does when the
// turn itself is bad: with kind Invalid or with a *rules.Refusal. For a
// Conflict, an Invalid and a Refusal it returns the game as it is.
func (d *DB) PlayTurn(ctx context.Context, id, person string, moved int, actions string, now time.Time) (Game, error) {
	return d.act(ctx, id, person, now, func(r *record.Record, seats []rules.Seat) error {
		if moved != r.Moved() {
			return errStale(moved, r.Moved())
		}
		return r.Play(actor(r, seats), actions)
	})
}

func errStale(sent, now int) error {
	return rules.Errorf(rules.Conflict, "error.stale", "sent at event %d, the game is at %d", sent, now)
}

// Resign gives the game up for a person: the seat to act when the person holds
// it, else a seat that the person holds. It names no position, so it cannot
// come too late but when the game is over. It fails as PlayTurn does, with
// kind NotFound, Forbidden, or Conflict (error.waiting, error.over,
// error.out), and then returns the game as it is.
func (d *DB) Resign(ctx context.Context, id, person string, now time.Time) (Game, error) {
	return d.act(ctx, id, person, now, func(r *record.Record, seats []rules.Seat) error {
		return r.Resign(actor(r, seats))
	})
}

// OfferDraw proposes a draw to the other players, or agrees to theirs. It
// fails as PlayTurn and record.OfferDraw do.
func (d *DB) OfferDraw(ctx context.Context, id, person string, now time.Time) (Game, error) {
	return d.act(ctx, id, person, now, func(r *record.Record, seats []rules.Seat) error {
		if err := r.OfferDraw(actor(r, seats)); err != nil {
			return err
		}
		return agree(r, seats)
	})
}

// AskTakeback asks the other players to take back the last turn of a person. It
// fails as PlayTurn and record.AskTakeback do.
func (d *DB) AskTakeback(ctx context.Context, id, person string, now time.Time) (Game, error) {
	return d.act(ctx, id, person, now, func(r *record.Record, seats []rules.Seat) error {
		if err := r.AskTakeback(lastPlayed(r, seats)); err != nil {
			return err
		}
		return agree(r, seats)
	})
}

// Accept agrees to the offer that was open when the game had so many events. It
// fails as PlayTurn and record.Accept do.
func (d *DB) Accept(ctx context.Context, id, person string, events int, now time.Time) (Game, error) {
	return d.act(ctx, id, person, now, func(r *record.Record, seats []rules.Seat) error {
		if events != r.EventCount() {
			return errStale(events, r.EventCount())
		}
		seat := answering(r, seats)
		if err := r.Accept(seat); err != nil {
			return err
		}
		return agree(r, seats)
	})
}

// Decline refuses the offer that was open when the game had so many events, or
// withdraws it. It fails as PlayTurn and record.Decline do.
func (d *DB) Decline(ctx context.Context, id, person string, events int, now time.Time) (Game, error) {
	return d.act(ctx, id, person, now, func(r *record.Record, seats []rules.Seat) error {
		if events != r.EventCount() {
			return errStale(events, r.EventCount())
		}
		return r.Decline(actor(r, seats))
	})
}

// agree makes a person with several seats agree for all of them at once.
func agree(r *record.Record, seats []rules.Seat) error {
	for _, seat := range seats {
		if r.Offer().Kind != record.NoOffer && !r.Offer().Agreed(seat) && !r.State().Out(seat) {
			if err := r.Accept(seat); err != nil {
				return err
			}
		}
	}
	return nil
}

// actor returns the seat that acts for a person with these seats: the seat to act if it is among
// them, else one that is still in the game.
func actor(r *record.Record, seats []rules.Seat) rules.Seat {
	return firstOf(seats, func(seat rules.Seat) bool { return seat == r.Turn().Seat },
		func(seat rules.Seat) bool { return !r.State().Out(seat) })
}

// answering returns the seat that answers an offer: one that has not agreed to it.
func answering(r *record.Record, seats []rules.Seat) rules.Seat {
	return firstOf(seats, func(seat rules.Seat) bool { return !r.Offer().Agreed(seat) && !r.State().Out(seat) })
}

// lastPlayed returns the one of these seats that played last.
func lastPlayed(r *record.Record, seats []rules.Seat) rules.Seat {
	for _, turn := range slices.Backward(r.Turns()) {
		if slices.Contains(seats, turn.Seat) {
			return turn.Seat
		}
	}
	return seats[0]
}

// firstOf returns the first seat with the first property that any of them has, else the first
// seat.
func firstOf(seats []rules.Seat, wishes ...func(rules.Seat) bool) rules.Seat {
	for _, fits := range wishes {
		if i := slices.IndexFunc(seats, fits); i >= 0 {
			return seats[i]
		}
	}
	return seats[0]
}

// act lets do change the record of a running game for the seats that a person
// holds, of which there is at least one. What that asks bots they answer.
func (d *DB) act(
	ctx context.Context, id, person string, now time.Time, do func(*record.Record, []rules.Seat) error,
) (Game, error) {
	return d.edit(ctx, id, now, func(_ context.Context, _ *sql.Tx, g *Game) error {
		seats := g.SeatsOf(person)
		switch {
		case person == "" || len(seats) == 0:
			return errNotPlayer(person, g.ID)
		case g.Status == Waiting:
			return rules.Errorf(rules.Conflict, "error.waiting", "game %s has a free seat", g.ID)
		}
		return g.change(now, func(r *record.Record) error {
			if err := do(r, seats); err != nil {
				return err
			}
			return g.answerForBots(r)
		})
	})
}

// ErrNotAPlayer is the sentinel error for an act of a person who has no seat in the game.
var ErrNotAPlayer = &rules.Error{Kind: rules.Forbidden, Key: "error.not-a-player"}

func errNotPlayer(person, game string) error {
	return ErrNotAPlayer.Errorf("person %q in game %s", person, game)
}

// ErrTimeUp is the sentinel error for an act that found the time of the seat to act up. The game
// has changed: it is over.
var ErrTimeUp = &rules.Error{Kind: rules.Conflict, Key: "error.time-up"}

// edit runs do on a game and stores the change with its consequences, in one transaction. It judges
// the clock first: if the time of the seat to act was up, do gets the game after that. What do
// returns is the result; an error means that do has changed nothing. With a Conflict, an Invalid
// and a Refusal edit returns the stored game; if the time was up, they become a Conflict
// (error.time-up), and the caller has to notify others of the change. With other errors it returns
// no game and stores nothing, not even that the time was up.
func (d *DB) edit(
	ctx context.Context, id string, now time.Time, do func(context.Context, *sql.Tx, *Game) error,
) (Game, error) {
	if err := d.steady(); err != nil {
		return Game{}, err
	}
	var g Game
	var problem error // of do, when the clock changed the game all the same
	err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		problem = nil
		g, err = d.editIn(ctx, tx, id, now, func(g *Game, fell bool) error {
			problem = do(ctx, tx, g)
			if problem == nil || !fell || !shown(problem) {
				return problem
			}
			problem = ErrTimeUp.Errorf("game %s: %v", g.ID, problem)
			return nil
		})
		return err
	})
	if err == nil {
		d.records.put(g)
		err = problem
	}
	if err != nil && (!shown(problem) || !errors.Is(err, problem)) {
		return Game{}, err // what was read may not have been stored in the end
	}
	return g, err
}

// editIn is the part of edit for one game in a transaction that also changes others. fell
// reports whether the time of the seat to act was up. If do fails nothing is stored, and editIn
// returns the game that do got.
func (d *DB) editIn(
	ctx context.Context, tx *sql.Tx, id string, now time.Time, do func(g *Game, fell bool) error,
) (Game, error) {
	g, err := d.readOne(ctx, tx.StmtContext(ctx, d.turnGame), id)
	if err != nil {
		return g, err
	}
	if g.ranAlone(now) {
		if err := awake(ctx, tx, now); err != nil {
			return g, err
		}
	}
	was := g.shot()
	fell, err := g.dropFlag(now)
	if err != nil {
		return g, err
	}
	if err := do(&g, fell); err != nil || g.Revision == was.revision {
		return g, err
	}
	err = d.save(ctx, tx, &g, was, now)
	return g, err
}

// shown reports whether an error comes with the game as it is.
func shown(err error) bool {
	var refusal *rules.Refusal
	return rules.IsKind(err, rules.Conflict) || rules.IsKind(err, rules.Invalid) || errors.As(err, &refusal)
}

// A shot is what a stored game had before a change.
type shot struct {
	revision, events int
	status           Status
	players          []Player
}

func (g Game) shot() shot {
	return shot{g.Revision, g.Record.EventCount(), g.Status, slices.Clone(g.Players)}
}

// save stores a game that was changed, and what follows from its beginning or its
// end: its players wait for no other live game; it goes to the archive, ratings
// change, and the next game of a match or a pairing begins.
func (d *DB) save(ctx context.Context, tx *sql.Tx, g *Game, was shot, now time.Time) error {
	if err := d.addEvents(ctx, tx, *g, was.events, now); err != nil {
		return err
	}
	if err := saveSeats(ctx, tx, *g, was.players); err != nil {
		return err
	}
	if err := d.store(ctx, tx, *g); err != nil {
		return err
	}
	if g.Status == Running && was.status == Waiting {
		return d.withdrawSeeks(ctx, tx, g, now)
	}
	if g.Status != Over || was.status == Over {
		return nil
	}
	if err := archive(ctx, tx, *g); err != nil {
		return err
	}
	if err := d.rate(ctx, tx, *g, now); err != nil {
		return err
	}
	if g.Pairing != "" {
		return d.pairingGameEnded(ctx, tx, g, now)
	}
	return d.startSecondLeg(ctx, tx, g, now)
}

const insertEvent = `INSERT INTO events (game, ply, event, at) VALUES ($1, $2, $3, $4)`

// addEvents stores the events of a game after the first so many.
func (d *DB) addEvents(ctx context.Context, tx *sql.Tx, g Game, after int, now time.Time) error {
	insert := tx.StmtContext(ctx, d.addEvent)
	for i, event := range g.Record.Events()[after:] {
		if _, err := insert.ExecContext(ctx, g.ID, after+i, event, now.UnixMilli()); err != nil {
			return kind(err)
		}
	}
	return nil
}

// saveSeats stores the seats that changed hands.
func saveSeats(ctx context.Context, tx *sql.Tx, g Game, was []Player) error {
	if slices.Equal(g.Players, was) {
		return nil
	}
	for i, player := range g.Players {
		if player.ID == was[i].ID && player.Reserved == was[i].Reserved {
			continue
		}
		_, err := exec(ctx, tx, "UPDATE seats SET person = $3, reserved = $4 WHERE game = $1 AND seat = $2",
			g.ID, i+1, null(player.ID), null(player.Reserved))
		if err != nil {
			return err
		}
	}
	return noteOpponents(ctx, tx, "id = $1", g.ID)
}

// maxCached bounds the weight of all cached records: some 8 MB.
const maxCached = 1 << 15

// A recordCache keeps the records of the games that were read last, so that a page need
// not replay them. It goes by the revision and the time of the change: a statement that reads a game reads
// both, so a change by another process is never missed. The revision is not enough: after the failure of
// a server whose standby lacks the last changes, other ones get their numbers. Only what is committed is put in.
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
	changed  time.Time
	record   *record.Record // nil where there is none
}

// Replays counts the games that were replayed because no record of them was cached.
func (d *DB) Replays() int64 { return d.records.replays.Load() }

// of reports whether the record is of a game as it was read. It compares what selectUnlessCached does.
func (c cachedRecord) of(g Game) bool {
	return g.Revision == c.revision && g.Changed.UnixMilli() == c.changed.UnixMilli()
}

// replay gives a game that was read its record: the cached one if that is of the same
// change, else a new one, which is made until ctx is done.
func (c *recordCache) replay(ctx context.Context, g *storedGame, cached cachedRecord) error {
	if cached.of(g.Game) {
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
	made := cachedRecord{g.ID, g.Revision, g.Changed, g.Record}
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, ok := c.byGame[g.ID]; ok {
		if known := known.Value.(cachedRecord); known.revision > g.Revision || known.of(g) {
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
