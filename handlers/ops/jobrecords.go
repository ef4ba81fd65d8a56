package ops

import (
	"sync"
	"time"
)

// A jobRecord has the results of a background job since the start.
type jobRecord struct {
	failures int
	failing  bool      // the last run failed
	failed   time.Time // time of the last failure; zero for never
	problem  error     // error of the last failure
}

// jobRecords has the records of all background jobs, by name.
type jobRecords struct {
	mu     sync.Mutex
	byName map[string]jobRecord
}

// Note records the result of a run.
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

// of returns the record of a job.
func (d *jobRecords) of(name string) jobRecord {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.byName[name]
}
