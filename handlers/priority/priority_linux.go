package priority

import "golang.org/x/sys/unix"

// moreNice is added to the nice value of the program for searches. While pages use the whole core,
// a search gets about a tenth of it (sched(7)).
const moreNice = 10

// lowerPriority lowers the priority of the calling thread permanently.
func lowerPriority() {
	if raw, err := unix.Getpriority(unix.PRIO_PROCESS, 0); err == nil { // 0 means only this thread
		_ = unix.Setpriority(unix.PRIO_PROCESS, 0, 20-raw+moreNice) // getpriority(2) on the raw value
	}
}
