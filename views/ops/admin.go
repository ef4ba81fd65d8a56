package ops

import (
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"hexclub/views/i18n"
	"hexclub/views/page"
)

// An AdminPage is the state of the site, for admins.
type AdminPage struct {
	page.Frame
	Ready   bool
	Checked string // when it was looked at
	Checks  []AdminCheck
	Facts   []AdminFact
	Jobs    []AdminJob
	Backups []AdminBackup
	Backing bool          // backups are made
	Names   [][]AdminName // members with names that look alike, in groups
	More    bool          // there are more of them
	Noticed []AdminLine
}

// An AdminName is a member whose name is similar to another.
type AdminName struct{ Name, Href, Since string }

// An AdminCheck is the result of a check.
type AdminCheck struct {
	Name    string
	State   string // in words
	Failed  bool
	Problem string // the program's words
}

// An AdminFact is a labelled figure.
type AdminFact struct{ Name, Value string }

// An AdminJob is a background job.
type AdminJob struct {
	Name     string
	Failed   bool // the last time
	Failures string
	Last     string // when it failed last; empty for never
	Problem  string // the program's words
}

// An AdminBackup is a stored backup.
type AdminBackup struct {
	Name, At, Stamp, Size string
	Faulty                bool
}

// An AdminLine is a line of the log.
type AdminLine struct {
	At, Stamp string
	Text      string // in the reader's language if Told, else the program's
	Told      bool
	Bad       bool   // an error
	Times     string // how often it was so, one after the other; empty for once
	Address   string
	Details   []AdminDetail
}

// An AdminDetail is a field of a line.
type AdminDetail struct {
	Name, Value, Href string
	At                time.Time // for a moment, in place of the value
}

// AdminInput is the data for an AdminPage.
type AdminInput struct {
	Checked   time.Time
	Checks    []CheckResult
	Version   string
	Go        string
	Started   time.Time
	Database  int64 // bytes, as all sizes
	Log       int64
	Free      int64 // negative for unknown
	Memory    int64
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
}

// A SimilarName is a member whose name is similar to another.
type SimilarName struct {
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
func Checks() []string { return []string{"database", "writes", "schema", "disk", "backups"} }

// Jobs returns the background jobs.
func Jobs() []string {
	return []string{"flags", "health", "mail", "visits", "seeks", "rounds", "ladders", "tidying", "erasing", "backups", "bans", "refusals"}
}

// SecurityEvents returns the names of all security events in the log.
func SecurityEvents() []string {
	return []string{
		"log-in.allowed", "log-in.refused", "log-out.done", "sign-up.done", "deletion.done", "sessions.revoked",
		"password.changed", "password.refused", "password.reset", "reset.asked", "reset.made", "admin.first", "link.refused",
		"mail-address.given", "mail-address.confirmed", "mail-address.removed",
		"member-role.changed", "member-account.closed", "member-account.opened", "member-account.renamed", "message.removed",
		"address-ban.made", "address-ban.lifted", "address-ban.met", "page.forbidden", "request.cross-origin", "limit.met",
	}
}

// NewAdminPage makes the page in the reader's language.
func NewAdminPage(f page.Frame, in AdminInput) AdminPage {
	t := f.T
	p := AdminPage{Frame: f, Ready: true, Checked: page.MomentWords(t, in.Checked), Backing: in.BackingUp}
	for _, c := range in.Checks {
		one := AdminCheck{Name: t.T("check." + c.Name), State: stateWords(t, c.State), Failed: c.State == "failed"}
		if c.Name == "backups" && c.State == "ok" && len(in.Backups) == 0 {
			one.State = t.T("admin.state-early")
		}
		if c.Err != nil {
			one.Problem = c.Err.Error()
		}
		p.Ready = p.Ready && !one.Failed
		p.Checks = append(p.Checks, one)
	}
	p.Facts = adminFacts(t, in)
	for _, d := range in.Jobs {
		job := AdminJob{Name: t.T("duty." + d.Name), Failed: d.Failing, Failures: strconv.Itoa(d.Failures)}
		if d.Problem != nil {
			job.Last, job.Problem = page.MomentWords(t, d.Failed), d.Problem.Error()
		}
		p.Jobs = append(p.Jobs, job)
	}
	for _, b := range in.Backups {
		p.Backups = append(p.Backups, AdminBackup{b.Name, page.MomentWords(t, b.At), stamp(b.At), sizeWords(t, b.Size), b.Faulty})
	}
	for _, group := range in.Names {
		var names []AdminName
		for _, n := range group {
			names = append(names, AdminName{n.Shown, page.MemberHref(n.Name), t.T("profile.since", "Date", page.RatingDate(t, n.Since))})
		}
		p.Names = append(p.Names, names)
	}
	p.More = in.MoreNames
	for _, l := range in.Lines {
		p.Noticed = append(p.Noticed, newAdminLine(t, l))
	}
	return p
}

// stateWords describes the result of a check.
func stateWords(t *i18n.Catalog, state string) string {
	switch state {
	case "ok":
		return t.T("admin.state-ok")
	case "failed":
		return t.T("admin.state-failed")
	}
	return t.T("admin.state-off")
}

// adminFacts returns the figures of the page.
func adminFacts(t *i18n.Catalog, in AdminInput) []AdminFact {
	facts := []AdminFact{
		{t.T("admin.version"), in.Version + " (" + in.Go + ")"},
		{t.T("admin.since"), page.MomentWords(t, in.Started)},
		{t.T("admin.games"), strconv.Itoa(in.Games)},
		{t.T("admin.streams"), strconv.Itoa(in.Streams)},
		{t.T("admin.searches"), strconv.Itoa(in.Searches)},
		{t.T("admin.database"), sizeWords(t, in.Database+in.Log)},
		{t.T("admin.wal"), sizeWords(t, in.Log)},
	}
	if in.Free >= 0 {
		facts = append(facts, AdminFact{t.T("admin.free"), sizeWords(t, in.Free)})
	}
	facts = append(facts, AdminFact{t.T("admin.memory"), sizeWords(t, in.Memory)}, AdminFact{t.T("admin.goroutines"), strconv.Itoa(in.Routines)})
	mails := t.T("admin.no-mails")
	if m := in.Mails; m != nil {
		mails = t.T("admin.mail-counts", "Waiting", strconv.Itoa(m.Waiting), "Sent", strconv.Itoa(m.Sent), "Failed", strconv.Itoa(m.Failed))
	}
	return append(facts, AdminFact{t.T("admin.mails"), mails})
}

// newAdminLine returns a line of the log, in the reader's language if it has a text.
func newAdminLine(t *i18n.Catalog, e AdminEvent) AdminLine {
	line := AdminLine{
		At: page.MomentWords(t, e.At), Stamp: stamp(e.At), Text: e.Message, Bad: e.Level >= slog.LevelError, Address: e.Address, Details: e.Details,
	}
	if e.Event != "" {
		line.Text = e.Event
	}
	if slices.Contains(SecurityEvents(), e.Event) {
		line.Text, line.Told = t.T("event."+e.Event), true
	}
	if e.Times > 1 {
		line.Times = "×" + strconv.Itoa(e.Times)
	}
	return line
}

// stamp formats a moment for programs.
func stamp(at time.Time) string { return at.UTC().Format(time.RFC3339) }

// sizeWords formats a number of bytes in megabytes, or in gigabytes.
func sizeWords(t *i18n.Catalog, bytes int64) string {
	if bytes >= 1e9 {
		return t.T("admin.gigabytes", "Number", t.Number(fmt.Sprintf("%.1f", float64(bytes)/1e9)))
	}
	return t.T("admin.megabytes", "Number", t.Number(fmt.Sprintf("%.1f", float64(bytes)/1e6)))
}
