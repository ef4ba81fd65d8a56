package ops

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"hexclub/db"
)

const (
	BackupTick = time.Minute // interval of checks whether a backup is due

	// backupAgain is the delay after a failed backup. Backups are expensive.
	backupAgain = time.Hour

	listTimeout = 5 * time.Second // for the folder of backups to answer a health check
)

// backupTries is the result of the last backup since the start.
type backupTries struct {
	lock sync.Mutex
	at   time.Time // end of the last backup; before the first, start of the site
	err  error     // its error, or nil
}

// last returns the end of the last backup and its error. The error is nil if it succeeded or there
// was none yet.
func (t *backupTries) last() (at time.Time, err error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	return t.at, t.err
}

func (t *backupTries) set(at time.Time, err error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.at, t.err = at, err
}

// BackUp makes a backup if the newest is too old. The first call after the start only notes the
// time, so that requests are served first. A backup with games that cannot be replayed counts as
// made, but BackUp returns an error once.
func (a *Area) BackUp(ctx context.Context) error {
	if a.backups.Every == 0 || a.backups.Dir == "" {
		return nil
	}
	tried, failed := a.backupTries.last()
	now := a.Now()
	switch {
	case tried.IsZero():
		a.backupTries.set(now, nil)
		return nil
	case failed != nil && now.Sub(tried) < min(backupAgain, a.backups.Every):
		return nil
	}
	list, err := a.backups.List()
	if err != nil {
		return err
	}
	if newest, ok := db.Newest(list, now); ok && now.Sub(newest.At) < a.backups.Every {
		return nil
	}
	made, report, err := a.DB.MakeBackup(ctx, a.backups, now)
	if ctx.Err() != nil {
		return ctx.Err() // the site closes
	}
	a.backupTries.set(a.Now(), err)
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	a.Log.Info("backup made", "file", made.Path, "bytes", made.Size, "took", a.Now().Sub(now).Round(time.Millisecond))
	if err := report.Err(); err != nil {
		return fmt.Errorf("backup %s has faults: %w", made.Path, err)
	}
	return nil
}

// A listing lists the backups for health checks, which cannot wait: the folder may be on a network
// disk that does not answer. It has room for one token, which is held until the folder answers.
type listing chan struct{}

// list returns the result of ask if it comes before ctx ends and within listTimeout. Otherwise it
// returns an error, and does not call ask again until it has answered.
func (l listing) list(ctx context.Context, ask func() ([]db.BackupFile, error)) ([]db.BackupFile, error) {
	select {
	case l <- struct{}{}:
	default:
		return nil, errors.New("their folder has not answered yet")
	}
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	type answer struct {
		files []db.BackupFile
		err   error
	}
	answers := make(chan answer, 1) // with room for an answer that comes too late
	go func() {
		files, err := ask()
		<-l
		answers <- answer{files, err}
	}()
	select {
	case a := <-answers:
		return a.files, a.err
	case <-ctx.Done():
		return nil, fmt.Errorf("their folder does not answer: %w", ctx.Err())
	}
}
