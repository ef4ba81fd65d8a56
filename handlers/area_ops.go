package handlers

import (
	"hexclub/db"
	"time"
)

// An opsArea is what the operator and the admins see to.
type opsArea struct {
	*site
	backups     db.Backups
	backupTries backupTries
	listing     listing
	version     string
	started     time.Time
	health      health
	duties      []string // names
	done        dutyRecords
	thinkers    *thinkers
	hashing     func() (running, waiting int) // passwords
}

func newOpsArea(site *site, search *thinkers, hashing func() (running, waiting int), config Config) *opsArea {
	a := &opsArea{
		site: site, backups: config.Backups, listing: make(listing, 1), version: config.Version, started: config.Now(), thinkers: search, hashing: hashing,
	}
	if config.Metrics {
		a.metrics = newMetrics(config.Version, reader{a})
	}
	return a
}
