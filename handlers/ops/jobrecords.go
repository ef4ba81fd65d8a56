package ops

import (
	"sync"
	"time"
)

// A jobRecord is how a duty went since the start.
type jobRecord struct {
	failures int
	failing  bool      // the last time
	failed   time.Time // when it failed last; zero for never
	problem  error     // why
}

// jobRecords are those of all duties, by name.
type jobRecords struct {
	mu     sync.Mutex
	byName map[string]jobRecord
}

// Note keeps how a round of a duty went.
func (d *jobRecords) Note(name string, now time.Time, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.byName == nil {
		d.byName = map[string]jobRecord{}
	}
	r := d.byName[name]
	if r.failing = err != nil; r.failing {
		r.failures, r.failed, r.problem = r.failures+1, now, err
	}
	d.byName[name] = r
}

// of is the record of a duty.
func (d *jobRecords) of(name string) jobRecord {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.byName[name]
}
