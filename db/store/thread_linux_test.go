package store

import (
	"context"
	"database/sql"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// A transaction runs on another thread than that of its caller, which may have a low priority,
// while others wait for the same transaction.
func TestTransactionsLeaveTheCallersThread(t *testing.T) {
	t.Parallel()
	d := openTest(t)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	thread := unix.Gettid()
	err := d.inTx(t.Context(), func(context.Context, *sql.Tx) error {
		if unix.Gettid() == thread {
			t.Error("it runs on the thread of its caller")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
