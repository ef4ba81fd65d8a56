package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// The error for an unreadable file says that it is unreadable, and gives no advice about the
// database.
func TestMayNotBeRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "club.db")
	d, err := open(t.Context(), path)
	if err == nil {
		err = d.Close()
	}
	if err == nil {
		err = os.Chmod(path, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	asAnybody(t)
	_, opened := open(t.Context(), path)
	_, verified := testSchema().Verify(t.Context(), path)
	for what, err := range map[string]error{"open": opened, "verify": verified} {
		if !errors.Is(err, fs.ErrPermission) {
			t.Errorf("%s: error %v", what, err)
		}
	}
}

// asAnybody takes from the test's thread what lets root read any file, until the test ends.
func asAnybody(t *testing.T) {
	t.Helper()
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var had [2]unix.CapUserData
	if err := unix.Capget(&header, &had[0]); err != nil {
		t.Fatal(err)
	}
	fewer := had
	fewer[0].Effective &^= 1<<unix.CAP_DAC_OVERRIDE | 1<<unix.CAP_DAC_READ_SEARCH
	if err := unix.Capset(&header, &fewer[0]); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unix.Capset(&header, &had[0]); err != nil {
			t.Error(err)
		}
	})
}
