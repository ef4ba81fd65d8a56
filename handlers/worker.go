package handlers

import (
	"context"
	"errors"
	"sync"
	"time"

	"hexclub/db"
	"hexclub/handlers/ops"
	"hexclub/handlers/web"
	"hexclub/rules"
)

// A job is background work that is repeated.
type job struct {
	name  string
	every time.Duration // interval between runs
	once  bool          // of several nodes, only the leader runs it
	do    func(ctx context.Context) error
}

// jobs returns all background jobs.
func (a *App) jobs() []job {
	return []job{
		{"flags", 250 * time.Millisecond, false, a.dropFlags}, // of which the leader looks for those that fall
		{"health", ops.HealthEvery, false, a.Ops.CheckHealth},
		{"mail", 2 * time.Second, false, a.SendMail}, // of which the leader sends
		{"visits", time.Minute, false, a.NoteDays},
		{"presence", web.SharePresenceEvery, false, a.SharePresence},
		{"seeks", 15 * time.Second, true, a.expireSeeks},
		{"rounds", 15 * time.Second, true, a.Club.OpenRounds},
		{"ladders", 15 * time.Second, true, a.Club.TickLadders},
		{"tidying", time.Hour, true, a.tidy},
		{"erasing", 20 * time.Second, false, a.erase},
		{"backups", ops.BackupTick, false, a.Ops.BackUp},
		{"bans", 5 * time.Second, false, a.LoadBans},
		{"refusals", web.RepeatAfter, false, a.LogRepeats},
	}
}

// Work runs all background jobs until ctx is done. A slow job does not delay others.
func (a *App) Work(ctx context.Context) {
	var working sync.WaitGroup
	for _, d := range a.jobs() {
		working.Go(func() { a.repeat(ctx, d) })
	}
	working.Go(func() { a.Play.PlayBots(ctx) })
	working.Go(func() { a.Peers.Work(ctx) })
	working.Wait()
}

// leadPoll is the interval at which a node that does not lead checks whether it has to run the leader's jobs.
const leadPoll = 2 * time.Second

// repeat runs a job at once and then at its interval, until ctx is done. A job of the leader starts soon after this node leads.
func (a *App) repeat(ctx context.Context, d job) {
	tick := time.NewTicker(d.every)
	defer tick.Stop()
	var said web.RepeatedError
	for {
		var err error
		if !d.once || a.Peers.Leads() {
			tick.Reset(d.every)
			err = a.DB.Explain(ctx, d.try(ctx))
		} else {
			tick.Reset(min(d.every, leadPoll))
		}
		a.Ops.Done.Note(d.name, a.Now(), err)
		if err != nil && ctx.Err() == nil && said.News(err, a.Now()) {
			a.Log.Error("background job failed", "job", d.name, "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// try runs a job once. A panic becomes an error, so other jobs continue and this one is repeated.
func (d job) try(ctx context.Context) (err error) {
	defer rules.RecoverPanic(&err)
	return d.do(ctx)
}

// flagsAtOnce is how many flags fall in one round at most.
const flagsAtOnce = 200

// dropFlags takes everybody out of their games whose time has run out, whether
// anybody looks or not, and announces it. A node that does not lead only announces the games whose clocks it put forward.
func (a *App) dropFlags(ctx context.Context) error {
	drop := func() ([]db.Game, error) { return a.DB.DropFlags(ctx, a.Now(), flagsAtOnce) }
	if !a.Peers.Leads() {
		drop = func() ([]db.Game, error) { return a.DB.Resumed(ctx) }
	}
	changed, err := drop()
	for _, game := range changed {
		a.Publish(game)
	}
	return err
}

// tidy deletes expired rows, and adds places to tournaments that ended before these were stored.
func (a *App) tidy(ctx context.Context) error {
	return errors.Join(a.DB.DeleteExpiredSessions(ctx, a.Now()), a.DB.DeleteExpiredLinks(ctx, a.Now()), a.DB.ForgetVoid(ctx, a.Now()), a.DB.ForgetBans(ctx, a.Now()), a.DB.ForgetUndo(ctx, a.Now()),
		a.DB.ForgetNodes(ctx, a.Now()),
		a.removeGuests(ctx), a.DB.StoreOldPlaces(ctx))
}

// guestsAtOnce is the maximum number of guests that one run of the job deletes. In a day that
// is more than the limits of an address let in.
const guestsAtOnce = 2000

// removeGuests deletes guests after their last visit has become too old. It announces the changes
// of their games with others, and of the list of current games.
func (a *App) removeGuests(ctx context.Context) error {
	if a.Sessions.Guests == 0 {
		return nil
	}
	games, err := a.DB.RemoveGuests(ctx, a.Now().Add(-a.Sessions.Guests), a.Now(), guestsAtOnce)
	for _, game := range games.Changed {
		a.PublishMeeting(game)
	}
	if games.Unlisted {
		a.CurrentChanged()
	}
	return err
}

// erase removes deleted text from the write-ahead log of the database. It cannot do so during a
// long read, such as a backup; the next round tries again.
func (a *App) erase(ctx context.Context) error {
	_, err := a.DB.TruncateLog(ctx)
	return err
}

// expireSeeks calls off the games that have waited for too long, or whose host is
// not here to begin them, and announces it.
func (a *App) expireSeeks(ctx context.Context) error {
	off, err := a.DB.ExpireSeeks(ctx, a.Now(), a.Presence.Away)
	for _, game := range off {
		a.PublishMeeting(game)
	}
	return err
}

// WorkOnce runs each background job once.
func (a *App) WorkOnce(ctx context.Context) error {
	var err error
	for _, d := range a.jobs() {
		err = errors.Join(err, d.try(ctx))
	}
	return err
}
