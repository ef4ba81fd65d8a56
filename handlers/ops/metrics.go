package ops

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hexclub/rules/games"
)

// readTimeout is the maximum time of database reads for metrics.
const readTimeout = 5 * time.Second

// describe returns the description of a metric that a reader reads.
func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("hexclub_"+name, help, labels, nil)
}

// A reader reads metrics that need no counters when Prometheus asks for them. If the database does
// not answer, its metrics are missing, and hexclub_check_ok shows why.
type reader struct{ *Area }

// Describe sends nothing, because the metrics depend on the site.
func (reader) Describe(chan<- *prometheus.Desc) {}

// Collect sends all metrics.
func (r reader) Collect(to chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	gauge(describe("streams_open", "Open streams of pages."), float64(r.Limits.StreamsAt.Total()))
	hashing, waiting := r.hashing()
	passwords := describe("password_hashes", "Password hashes, running and waiting.", "state")
	gauge(passwords, float64(hashing), "running")
	gauge(passwords, float64(waiting), "waiting")
	running, queued := r.searches.Lengths()
	searches := describe("searches", "Searches for bots' turns and hints, running and waiting.", "state")
	gauge(searches, float64(running), "running")
	gauge(searches, float64(queued), "waiting")

	replays := describe("game_replays_total", "Games replayed because their position was not in memory.")
	to <- prometheus.MustNewConstMetric(replays, prometheus.CounterValue, float64(r.DB.Replays()))
	failures := describe("duty_failures_total", "Failures of background jobs.", "duty")
	for _, name := range r.Jobs {
		to <- prometheus.MustNewConstMetric(failures, prometheus.CounterValue, float64(r.Done.of(name).failures), name)
	}
	if r.Post != nil {
		mails := describe("mails_total", "E-mails, by outcome.", "outcome")
		for outcome, n := range map[string]int64{"sent": r.Post.Tally.Sent.Load(), "failed": r.Post.Tally.Failed.Load(), "bounced": r.Post.Tally.Bounced.Load()} {
			to <- prometheus.MustNewConstMetric(mails, prometheus.CounterValue, float64(n), outcome)
		}
	}
	if r.DB.OnServer() {
		retries := describe("database_retries_total", "Transactions that ran again after a conflict with another one.")
		to <- prometheus.MustNewConstMetric(retries, prometheus.CounterValue, float64(r.DB.Writes().Retried))
	}
	r.collectHealth(gauge)
	r.collectNodes(gauge)
	r.collectGames(gauge)
}

// collectHealth reports the last check of health.
func (r reader) collectHealth(gauge func(*prometheus.Desc, float64, ...string)) {
	report := r.healthNow()
	check := describe("check_ok", "1 if a readiness check passes, 0 if it fails.", "check")
	for _, c := range report.checks {
		if c.state != checkOff {
			gauge(check, map[checkState]float64{checkOK: 1}[c.state], c.name)
		}
	}
	gauge(describe("database_bytes", "Size of the database."), float64(report.sizes.File))
	if !r.DB.OnServer() {
		gauge(describe("database_wal_bytes", "Size of the write-ahead log."), float64(report.sizes.Log))
	}
	if report.sizes.Free >= 0 {
		gauge(describe("disk_free_bytes", "Free space on the disk of the database."), float64(report.sizes.Free))
	}
	if !report.newest.At.IsZero() {
		gauge(describe("backup_timestamp_seconds", "Time of the newest backup, in seconds since 1970."), float64(report.newest.At.Unix()))
		gauge(describe("backup_bytes", "Size of the newest backup."), float64(report.newest.Size))
		faulty := 0.0
		if report.newest.Faulty {
			faulty = 1
		}
		gauge(describe("backup_faulty", "1 if games in the newest backup cannot be replayed, 0 if all can."), faulty)
	}
}

// collectNodes counts the nodes of a site on a server.
func (r reader) collectNodes(gauge func(*prometheus.Desc, float64, ...string)) {
	if !r.DB.OnServer() {
		return
	}
	leads := 0.0
	if r.Peers.Leads() {
		leads = 1
	}
	gauge(describe("node_leads", "1 if this node runs the background jobs of all nodes, else 0.", "node"), leads, r.self.name)
	ctx, cancel := context.WithTimeout(context.Background(), readTimeout)
	defer cancel()
	nodes, err := r.DB.Nodes(ctx)
	if err != nil {
		return
	}
	counts := map[string]float64{"up": 0, "draining": 0, "silent": 0}
	for _, n := range nodes {
		switch {
		case n.Silent(r.Now()):
			counts["silent"]++
		case n.Draining:
			counts["draining"]++
		default:
			counts["up"]++
		}
	}
	for state, n := range counts {
		gauge(describe("nodes", "Nodes of the site that have run in the last hour, by state.", "state"), n, state)
	}
}

// collectGames counts games and e-mails in the database.
func (r reader) collectGames(gauge func(*prometheus.Desc, float64, ...string)) {
	ctx, cancel := context.WithTimeout(context.Background(), readTimeout)
	defer cancel()
	if counts, err := r.DB.RunningGames(ctx); err == nil {
		running := describe("games_running", "Running games.", "game")
		for _, game := range games.All() {
			gauge(running, float64(counts[game.Info().Key]), game.Info().Key)
		}
	}
	if n, err := r.DB.WaitingLetters(ctx); err == nil {
		gauge(describe("mails_waiting", "E-mails waiting to be sent."), float64(n))
	}
}
