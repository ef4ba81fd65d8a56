package store

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The write-ahead log is folded back as it grows, and does not stay large after somebody
// has read for long.
func TestLogIsBounded(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "test.db")
	d, err := open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	write := func(megabytes int) (log int64) {
		for range megabytes {
			mustExec(t, d, "INSERT INTO texts (text) VALUES ($1)", strings.Repeat("a", 1<<20))
		}
		info, err := os.Stat(file + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	if log := write(20); log > 8<<20 {
		t.Errorf("the log is %d bytes long while nobody reads for long", log)
	}
	rows, err := d.Read.QueryContext(t.Context(), "SELECT text FROM texts")
	if err != nil || !rows.Next() {
		t.Fatal(err)
	}
	if log := write(30); log <= keptLog {
		t.Errorf("the log is %d bytes long while somebody reads: the test shows nothing", log)
	}
	if err := rows.Close(); err != nil {
		t.Fatal(err)
	}
	if log := write(10); log > keptLog {
		t.Errorf("the log is still %d bytes long", log)
	}
}

// TestTruncateLogThatFails checks that a connection that waits only as long as TruncateLog is not
// used for later transactions.
func TestTruncateLogThatFails(t *testing.T) {
	for name, wait := range map[string]time.Duration{"shorten the wait": truncateWait, "restore the wait": busyWait} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			d := openWatched(t, func(statement string) {
				if statement == waitStatement(wait) {
					cancel()
				}
			})
			mustExec(t, d, "CREATE TEMP TABLE ours (n bigint)")
			if empty, err := d.truncateLog(ctx); empty || err == nil {
				t.Errorf("it reports %t and %v", empty, err)
			}
			used := false
			err := d.Write.QueryRowContext(t.Context(), "SELECT count(*) FROM temp.sqlite_schema").Scan(&used)
			if used || err != nil {
				t.Errorf("its connection is used again: %t, %v", used, err)
			}
			wantBusyWait(t, d)
		})
	}
}
