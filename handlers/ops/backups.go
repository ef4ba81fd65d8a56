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
	BackupTick = time.Minute // between two looks whether a backup is due

	// backupAgain is after what time a backup that failed is tried again: it takes the
	// machine a while.
	backupAgain = time.Hour

	listPatience = 5 * time.Second // for the folder of backups to answer a look at how the site does
)

// backupTries are what was tried since the site opened.
type backupTries struct {
	lock sync.Mutex
	at   time.Time // when the last one ended; before the first, when the site opened
	err  error     // why it failed; nil when it did not
}

// last is when the last backup was tried, and why it failed: nil when it did not, or
// none was tried yet.
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

// BackUp makes a backup when the newest has become too old. It is not the first thing
// that a site does: who came back to it is served first. One in which games are bad counts
// as made, and fails, once.
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

// A listing lists the backups for a look at how the site does, which cannot wait: their folder
// may be on a disk of the network that does not answer. It has room for one token, held
// until an answer comes.
type listing chan struct{}

// list is what ask answers before ctx ends, and in time. An error means that the folder has
// not answered: until it does, it is not asked again.
func (l listing) list(ctx context.Context, ask func() ([]db.BackupFile, error)) ([]db.BackupFile, error) {
	select {
	case l <- struct{}{}:
	default:
		return nil, errors.New("their folder has not answered yet")
	}
	ctx, cancel := context.WithTimeout(ctx, listPatience)
	defer cancel()
	type answer struct {
		files []db.BackupFile
		err   error
	}
	answers := make(chan answer, 1) // so that one that comes too late waits for nobody
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
