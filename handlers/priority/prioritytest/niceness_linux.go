package prioritytest

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// Niceness returns the nice value of the calling thread, see proc(5).
func Niceness(t *testing.T) int {
	t.Helper()
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
