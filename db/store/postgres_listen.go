package store

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
)

// channel is the channel of notifications between the programs that have the same database open.
const channel = "hexclub"

// leaderLock is the key of the advisory lock that the leading program holds. Its letters are "hexlead".
const leaderLock = 0x6865786c656164

// servingLock is the key of the advisory lock that all serving programs share. Its letters are "hexserv".
const servingLock = 0x68657873657276

const (
	leaderTick    = 2 * time.Second // between attempts to become the leader, and checks that the connection lives
	listenAgain   = time.Second     // between attempts to connect
	listenTimeout = 5 * time.Second // for the server to answer
)

// A Listener receives what programs send with Notify, and may lead: of all programs that listen, at most one does.
type Listener struct {
	Receive func(payload string) // is called for each notification, also those of this program
	Missed  func()               // is called when notifications may have been lost, and at first

	leads atomic.Bool
	heard atomic.Pointer[time.Time] // when the server last answered; nil for never
}

// Leads reports whether the program is the leader. It is until its connection is lost, or the context of Listen ends.
func (l *Listener) Leads() bool { return l.leads.Load() }

// Heard returns when the server last answered the listener; the zero Time for never.
func (l *Listener) Heard() time.Time {
	if at := l.heard.Load(); at != nil {
		return *at
	}
	return time.Time{}
}

// Listen receives notifications until ctx is done, over a connection of its own, and takes the lead when no other program
// has it. If the connection is lost, it connects again. A program whose machine has failed loses the lead when the server
// notices, after some five seconds.
func (d *Postgres) Listen(ctx context.Context, l *Listener) {
	for ctx.Err() == nil {
		_ = d.listen(ctx, l) // the next attempt shows whether the server is back
		l.leads.Store(false)
		select {
		case <-ctx.Done():
		case <-time.After(listenAgain):
		}
	}
}

// listen is Listen until the connection is lost.
func (d *Postgres) listen(ctx context.Context, l *Listener) error {
	config := d.config.Copy()
	config.ValidateConnect = writable
	for name, value := range map[string]string{ // of the server's side, so that a lock does not outlive its holder
		"tcp_keepalives_idle": "2", "tcp_keepalives_interval": "1", "tcp_keepalives_count": "3", "tcp_user_timeout": "5000",
	} {
		setParameter(config, name, value)
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if err := subscribe(ctx, conn); err != nil {
		return err
	}
	l.Missed()
	for {
		if err := l.check(ctx, conn); err != nil {
			return err
		}
		if err := l.wait(ctx, conn); err != nil {
			return err
		}
	}
}

// subscribe makes a connection receive notifications, and shows other programs that this one serves the database.
func subscribe(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, listenTimeout)
	defer cancel()
	_, err := conn.Exec(ctx, fmt.Sprintf("LISTEN %s; SELECT pg_advisory_lock_shared(%d)", channel, int64(servingLock)))
	return err
}

// check asks the server for the lead, or a leader asks whether the connection is still there.
func (l *Listener) check(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, listenTimeout)
	defer cancel()
	leads := l.Leads()
	var err error
	if leads {
		err = conn.Ping(ctx)
	} else {
		err = conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", int64(leaderLock)).Scan(&leads)
	}
	if err == nil {
		now := time.Now()
		l.leads.Store(leads)
		l.heard.Store(&now)
	}
	return err
}

// wait receives notifications until the next check.
func (l *Listener) wait(ctx context.Context, conn *pgx.Conn) error {
	waiting, cancel := context.WithTimeout(ctx, leaderTick)
	defer cancel()
	for {
		n, err := conn.WaitForNotification(waiting)
		switch {
		case err == nil:
			l.Receive(n.Payload)
		case ctx.Err() == nil && waiting.Err() != nil && !conn.IsClosed():
			return nil
		default:
			return err
		}
	}
}

// MaxPayload is the maximum length of a notification, in bytes: the server's limit is 8000.
const MaxPayload = 7900

// Notify sends a notification to all programs that have the database open. It is no part of a transaction: a server
// writes one transaction with notifications after the other.
func (d *Postgres) Notify(ctx context.Context, payload string) error {
	_, err := d.Write.ExecContext(ctx, "SELECT pg_notify($1, $2)", channel, payload)
	return Classify(err)
}

// ClockOffset returns how far the server's clock is ahead of this machine's, and how long it took to ask: the offset is
// exact to half of that.
func (d *Postgres) ClockOffset(ctx context.Context) (offset, took time.Duration, err error) {
	began := time.Now()
	var micros int64
	err = d.Read.QueryRowContext(ctx, "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)").Scan(&micros)
	took = time.Since(began)
	return time.UnixMicro(micros).Sub(began.Add(took / 2)), took, Classify(err)
}

// ServesAlone reports whether no other program serves the database at this moment: none listens.
func (d *Postgres) ServesAlone(ctx context.Context) (alone bool, err error) {
	conn, err := d.Write.Conn(ctx)
	if err != nil {
		return false, Classify(err)
	}
	defer func() { _ = conn.Close() }() // back to the pool
	err = conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", int64(servingLock)).Scan(&alone)
	if err != nil || !alone {
		return false, Classify(err)
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", int64(servingLock)); err != nil {
		discard(conn) // the lock goes with it
	}
	return true, nil
}
