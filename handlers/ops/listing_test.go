package ops

import (
	"context"
	"errors"
	"testing"

	"hexclub/db"
)

// A folder of backups that does not answer delays no check, and is not read again until it answers.
func TestListing(t *testing.T) {
	t.Parallel()
	l, hangs := make(listing, 1), make(chan struct{})
	ctx, giveUp := context.WithCancel(t.Context())
	_, err := l.list(ctx, func() ([]db.BackupFile, error) {
		giveUp()
		<-hangs
		return nil, nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a folder that does not answer returns %v", err)
	}
	found := func() ([]db.BackupFile, error) { return []db.BackupFile{{Path: "one"}}, nil }
	if files, err := l.list(t.Context(), found); err == nil {
		t.Errorf("it was asked again, and answered %v", files)
	}
	close(hangs)
	l <- struct{}{} // once it has answered
	<-l
	if files, err := l.list(t.Context(), found); err != nil || len(files) != 1 {
		t.Errorf("when it answers again there are %v, %v", files, err)
	}
}
