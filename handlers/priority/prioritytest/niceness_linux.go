package prioritytest

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// Niceness returns the nice value of the calling thread, see proc(5).
func Niceness(t *testing.T) int {
	t.Helper()
	runtime.LockOSThread() // or another goroutine could lower the priority of the thread before it is read
	defer runtime.UnlockOSThread()
	stat, err := os.ReadFile("/proc/self/task/" + strconv.Itoa(unix.Gettid()) + "/stat")
	if err != nil {
		t.Error(err)
		return 0
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	nice, err := strconv.Atoi(fields[16])
	if err != nil {
		t.Error(err)
	}
	return nice
}
