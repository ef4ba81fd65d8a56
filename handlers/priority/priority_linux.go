package priority

import "golang.org/x/sys/unix"

// moreNice is how much nicer than the program a search is. While pages use the whole core it
// has about a tenth of it (sched(7)).
const moreNice = 10

// lowerPriority lowers the priority of the calling thread for good.
func lowerPriority() {
	if raw, err := unix.Getpriority(unix.PRIO_PROCESS, 0); err == nil { // 0 is this thread alone
		_ = unix.Setpriority(unix.PRIO_PROCESS, 0, 20-raw+moreNice) // getpriority(2) on the raw value
	}
}
