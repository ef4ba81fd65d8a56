package ops

import (
	"log/slog"
	"time"
)

// AdminInput is the data for an AdminPage.
type AdminInput struct {
	Checked   time.Time
	Checks    []CheckResult
	Version   string
	Go        string
	Started   time.Time
	Sizes     AdminSizes
	Routines  int
	Streams   int
	Searches  int // that run or wait
	Games     int
	Mails     *MailCounts // nil on a site that sends none
	Jobs      []JobResult
	Backups   []BackupResult
	BackingUp bool
	Lines     []AdminEvent
	Names     [][]SimilarName // groups of similar names
	MoreNames bool            // there are more
	Nodes     []NodeState     // empty where one program serves the site
}

// A NodeState is a program that serves the site.
type NodeState struct {
	Name, Version string
	Streams       int // open
	This          bool
	Leads         bool // it runs the background jobs of all
	Draining      bool // it is about to stop
	Silent        bool // it has not been heard of for too long
}

// AdminSizes are sizes in bytes.
type AdminSizes struct {
	Database, Log int64
	Free          int64 // on the disk; negative for unknown
	Memory        int64
}

// A SimilarName is a member whose name is similar to another.
type SimilarName struct {
	ID    string
	Name  string
	Shown string // the name with code points for invisible characters
	Since time.Time
}

// A CheckResult is the result of a check.
type CheckResult struct {
	Name  string // one of Checks
	State string // "ok", "failed", "off"
	Err   error
}

// MailCounts counts queued e-mails, and results of others since the start.
type MailCounts struct{ Waiting, Sent, Failed int }

// A JobResult is the state of a background job since the start.
type JobResult struct {
	Name     string // one of Jobs
	Failures int
	Failing  bool // the last time
	Failed   time.Time
	Problem  error
}

// A BackupResult is a stored backup.
type BackupResult struct {
	Name   string
	At     time.Time
	Size   int64
	Faulty bool // games in it cannot be replayed
}

// An AdminEvent is a line of the log.
type AdminEvent struct {
	At      time.Time
	Level   slog.Level
	Message string
	Event   string // the security event that it is; empty for none
	Times   int
	Address string
	Details []AdminDetail
}

// Checks, Jobs and SecurityEvents list all names with texts on the page.
func Checks() []string {
	return []string{"database", "writes", "schema", "disk", "backups", "clock", "nodes"}
}

// Jobs returns the background jobs.
func Jobs() []string {
	return []string{"flags", "health", "mail", "visits", "presence", "seeks", "rounds", "ladders", "tidying", "erasing", "backups", "bans", "refusals"}
}

// SecurityEvents returns the names of all security events in the log.
func SecurityEvents() []string {
	return []string{
		"log-in.allowed", "log-in.refused", "log-out.done", "sign-up.done", "deletion.done", "sessions.revoked",
		"password.changed", "password.refused", "password.reset", "reset.asked", "reset.made", "admin.first", "link.refused",
		"mail-address.given", "mail-address.confirmed", "mail-address.removed",
		"member-role.changed", "member-account.closed", "member-account.opened", "member-account.renamed", "member-account.deleted", "message.removed",
		"address-ban.made", "address-ban.lifted", "address-ban.met", "page.forbidden", "request.cross-origin", "limit.met",
	}
}
