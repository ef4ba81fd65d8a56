package db

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"time"

	"hexclub/db/store"
)

// A Node is a program that serves the site. A site on a server may have several.
type Node struct {
	ID       string // random, of one run of the program
	Name     string // of its machine, with the port
	Version  string // of the program
	Started  time.Time
	Seen     time.Time // when it last called Beat
	Streams  int       // open ones
	Leader   bool      // it runs the background jobs of all
	Draining bool      // it is about to stop
}

// NodeSilent is the time without a call of Beat after which a node is taken to have stopped.
const NodeSilent = 15 * time.Second

// nodesKept is how long the list keeps a node that stopped without LeaveNodes.
const nodesKept = time.Hour

// Silent reports whether a node has not called Beat for NodeSilent.
func (n Node) Silent(now time.Time) bool { return now.Sub(n.Seen) > NodeSilent }

// NodeID returns the id of this program among the nodes.
func (d *DB) NodeID() string { return d.node }

// Beat stores that this node runs at a moment, with its state: all of n but the id and Seen. It deletes nodes that stopped
// long ago, and the entry of an earlier run of this node that crashed. It does nothing if the database is in a file.
func (d *DB) Beat(ctx context.Context, n Node, now time.Time) error {
	const upsert = `INSERT INTO nodes (id, name, version, started, seen, streams, leader, draining) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (id) DO UPDATE SET seen = excluded.seen, streams = excluded.streams, leader = excluded.leader, draining = excluded.draining`
	if d.server == nil {
		return nil
	}
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := exec(ctx, tx, upsert, d.node, n.Name, n.Version, n.Started.UnixMilli(), now.UnixMilli(), n.Streams, n.Leader, n.Draining)
		if err != nil {
			return err
		}
		_, err = exec(ctx, tx, "DELETE FROM nodes WHERE seen < $1 OR name = $2 AND id <> $3 AND seen < $4",
			now.Add(-nodesKept).UnixMilli(), n.Name, d.node, n.Started.UnixMilli())
		return err
	})
}

// LeaveNodes removes this node from the list, and leaves the turns of bots that it has claimed to others.
func (d *DB) LeaveNodes(ctx context.Context, now time.Time) error {
	if d.server == nil {
		return nil
	}
	if _, err := d.exec(ctx, "DELETE FROM nodes WHERE id = $1", d.node); err != nil {
		return err
	}
	_, err := d.exec(ctx, "DELETE FROM bot_claims WHERE until > $1 AND node = $2", now.UnixMilli(), d.node)
	return err
}

// Nodes returns the nodes that have called Beat in the last hour, by name and start.
func (d *DB) Nodes(ctx context.Context) (list []Node, err error) {
	err = eachRow(ctx, d.read, func(rows *sql.Rows) error {
		var n Node
		var started, seen int64
		err := rows.Scan(&n.ID, &n.Name, &n.Version, &started, &seen, &n.Streams, &n.Leader, &n.Draining)
		n.Started, n.Seen = fromMS(started), fromMS(seen)
		list = append(list, n)
		return err
	}, "SELECT id, name, version, started, seen, streams, leader, draining FROM nodes ORDER BY name, started, id")
	return list, err
}

// ServesAlone reports whether no other program serves the database at this moment.
func (d *DB) ServesAlone(ctx context.Context) (bool, error) {
	if d.server == nil {
		return true, nil // see ServeAlone
	}
	return d.server.ServesAlone(ctx)
}

// A Listener receives notifications of other nodes: see [store.Listener].
type Listener = store.Listener

// MaxNotification is the maximum length of a notification, in bytes.
const MaxNotification = store.MaxPayload

// Listen receives notifications of the nodes of a site until ctx is done, and takes the lead when no other node has it. It
// returns at once if the database is in a file, which one program serves.
func (d *DB) Listen(ctx context.Context, l *Listener) {
	if d.server != nil {
		d.server.Listen(ctx, l)
	}
}

// Notify sends a notification to all nodes, also to this one. It does nothing if the database is in a file.
func (d *DB) Notify(ctx context.Context, payload string) error {
	if d.server == nil {
		return nil
	}
	return d.server.Notify(ctx, payload)
}

// A Presence says that a person is present until a moment, unless the person sends another request.
type Presence struct {
	Person  string // id
	Account bool   // the person has one
	Until   time.Time
}

// presenceAtOnce is the number of rows in a statement.
const presenceAtOnce = 1000

// SharePresence stores which people are present on this node, each once, for other nodes. It deletes expired entries. A
// program that serves a file has no need to call it.
func (d *DB) SharePresence(ctx context.Context, list []Presence, now time.Time) error {
	for len(list) > 0 {
		part := list[:min(presenceAtOnce, len(list))]
		list = list[len(part):]
		var rows []string
		args := []any{d.node}
		for _, p := range part {
			n := len(args)
			rows = append(rows, "($1, $"+strconv.Itoa(n+1)+", $"+strconv.Itoa(n+2)+", $"+strconv.Itoa(n+3)+")")
			args = append(args, p.Person, p.Account, p.Until.UnixMilli())
		}
		_, err := d.exec(ctx, `INSERT INTO presence (node, person, account, until) VALUES `+strings.Join(rows, ", ")+`
			ON CONFLICT (node, person) DO UPDATE SET account = excluded.account, until = excluded.until`, args...)
		if err != nil {
			return err
		}
	}
	_, err := d.exec(ctx, "DELETE FROM presence WHERE node = $1 AND until < $2", d.node, now.UnixMilli())
	return err
}

// PresentElsewhere returns the people who are present on other nodes. A person may be in the list several times.
func (d *DB) PresentElsewhere(ctx context.Context, now time.Time) (list []Presence, err error) {
	err = eachRow(ctx, d.read, func(rows *sql.Rows) error {
		var p Presence
		var until int64
		err := rows.Scan(&p.Person, &p.Account, &until)
		p.Until = fromMS(until)
		list = append(list, p)
		return err
	}, "SELECT person, account, until FROM presence WHERE until > $1 AND node <> $2", now.UnixMilli(), d.node)
	return list, err
}

// claimLasts is how long a claim of a bot's turn is valid: much longer than a bot thinks.
const claimLasts = 20 * time.Second

// ClaimBotTurn claims a turn of a bot for this node, and reports whether no other node had claimed it. A claim ends after
// claimLasts, or with the next change of the game. In a file, no claim is needed.
func (d *DB) ClaimBotTurn(ctx context.Context, t BotTurn, now time.Time) (bool, error) {
	if d.server == nil {
		return true, nil
	}
	claimed, err := d.exec(ctx, `INSERT INTO bot_claims (game, revision, node, until) VALUES ($1, $2, $3, $4)
		ON CONFLICT (game) DO UPDATE SET revision = excluded.revision, node = excluded.node, until = excluded.until
		WHERE bot_claims.revision < excluded.revision OR bot_claims.until < $5 OR bot_claims.node = excluded.node`,
		t.Game, t.Revision, d.node, now.Add(claimLasts).UnixMilli(), now.UnixMilli())
	return claimed == 1, err
}

// ForgetNodes deletes what stopped nodes have shared.
func (d *DB) ForgetNodes(ctx context.Context, now time.Time) error {
	if d.server == nil {
		return nil
	}
	for _, forget := range []string{"DELETE FROM bot_claims WHERE until < $1", "DELETE FROM presence WHERE until < $1"} {
		if _, err := d.exec(ctx, forget, now.Add(-nodesKept).UnixMilli()); err != nil {
			return err
		}
	}
	return nil
}

// A clockState is what a DB knows of the clock of its server.
type clockState struct {
	offset time.Duration // of the server's clock, compared with this machine's
	jumped bool          // the last measurement differed from the one before by more than it could explain
}

// maxDrift is how far a measurement of the clock may be from the one before.
const maxDrift = 250 * time.Millisecond

// ErrClock is the error of a node whose clock and the server's have moved apart for no known reason.
var ErrClock = errors.New("the clocks of this machine and of the database server have moved apart")

// Now returns the time by the clock that all nodes share: that of the server, as last measured; this machine's for a file.
func (d *DB) Now() time.Time {
	if clock := d.clock.Load(); clock != nil {
		return time.Now().Add(clock.offset)
	}
	return time.Now()
}

// MeasureClock compares the clock of this machine with that of the server. It returns ErrClock if the difference has changed
// by more than maxDrift, and more than the measurement may be wrong. Until the next measurement agrees with this one, no turn is
// taken.
func (d *DB) MeasureClock(ctx context.Context) error {
	if d.server == nil {
		return nil
	}
	offset, took, err := d.server.ClockOffset(ctx)
	if err != nil {
		return err
	}
	was := d.clock.Load()
	jumped := was != nil && (offset-was.offset).Abs() > maxDrift+took/2
	d.clock.Store(&clockState{offset: offset, jumped: jumped})
	if jumped {
		return ErrClock
	}
	return nil
}

// steady returns an error of kind Unavailable (error.busy) while no turn may be taken because of the clock.
func (d *DB) steady() error {
	if clock := d.clock.Load(); clock != nil && clock.jumped {
		return store.Busy(ErrClock)
	}
	return nil
}
