package ops

import (
	"time"

	"hexclub/db"
	"hexclub/handlers/search"
	"hexclub/handlers/web"
)

// An Area has the handlers and jobs of operators and admins.
type Area struct {
	*web.Site
	backups     db.Backups
	backupTries backupTries
	listing     listing
	version     string
	self        self
	started     time.Time
	health      health
	Jobs        []string // names
	Done        jobRecords
	searches    *search.Pool
	hashing     func() (running, waiting int) // passwords
}

// New returns the area. hashing returns the numbers of running and waiting password hashes.
func New(site *web.Site, pool *search.Pool, hashing func() (running, waiting int), config web.Config) *Area {
	a := &Area{
		Site: site, backups: config.Backups, listing: make(listing, 1), version: config.Version, self: self{name: config.Node}, started: config.Now(), searches: pool, hashing: hashing,
	}
	if config.Metrics {
		a.Metrics = web.NewMetrics(config.Version, reader{a})
	}
	return a
}
