package ops

import (
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"hexclub/views/i18n"
	"hexclub/views/page"
)

// An AdminPage is the state of the site, for admins.
type AdminPage struct {
	page.Frame
	Concerns  []AdminConcern // what needs attention first
	Ready     bool           // no check failed
	Checked   page.Phrase    // when it was looked at
	Checks    []AdminCheck
	Groups    []AdminGroup
	Failures  string // of all background jobs, in words
	Jobs      []AdminJob
	Backups   []AdminBackup
	Older     []AdminBackup // backups before those
	NoBackups string        // why there are none; empty if there are
	Names     [][]AdminName // members with names that look alike, in groups
	More      bool          // there are more of them
	Noticed   []AdminLine
}

// An AdminConcern is something that an admin should look at.
type AdminConcern struct {
	Text    string
	Href    string // the part of the page about it
	Problem string // the program's words
	Help    string // what to do, where the text does not say it
}

// An AdminName is a member whose name is similar to another.
type AdminName struct {
	ID, Name, Href string
	Since          page.Phrase
}

// An AdminCheck is the result of a check.
type AdminCheck struct {
	Name    string
	State   string // in words
	Failed  bool
	Problem string // the program's words
}

// An AdminGroup is facts about one part of the site.
type AdminGroup struct {
	ID        string // to which a concern leads; empty for none
	Title     string
	Facts     []AdminFact
	Note      string      // empty for none
	Technical []AdminFact // folded
}

// An AdminFact is a labelled figure.
type AdminFact struct {
	Name  string
	Value page.Phrase
}

// An AdminJob is a background job.
type AdminJob struct {
	Name     string
	Failed   bool // the last time
	Failures string
	Last     page.Moment // when it failed last; none for never
	Problem  string      // the program's words
}

// An AdminBackup is a stored backup.
type AdminBackup struct {
	Name, Size string
	At         page.Moment
	Faulty     bool
}

// An AdminLine is a line of the log.
type AdminLine struct {
	At      page.Moment
	Text    string // in the reader's language if Told, else the program's
	Told    bool
	Bad     bool   // an error
	Times   string // how often it was so, one after the other; empty for once
	Address string
	Details []AdminDetail
}

// An AdminDetail is a field of a line.
type AdminDetail struct {
	Name, Value, Href string
	At                time.Time   // for a moment, in place of the value
	Moment            page.Moment // that moment in the reader's zone
}

// shownBackups is the number of backups that the page shows at once.
const shownBackups = 5

// NewAdminPage makes the page in the reader's language.
func NewAdminPage(f page.Frame, in AdminInput) AdminPage {
	t, calendar := f.T, f.Calendar()
	p := AdminPage{
		Frame: f, Ready: true, Checked: page.NewPhrase(t, "admin.checked", "At", calendar.Near(in.Checked)),
		Groups: adminGroups(calendar, in), NoBackups: noBackups(t, in), More: in.MoreNames,
	}
	p.addChecks(in)
	p.addNodes(in.Nodes)
	p.addJobs(calendar, in.Jobs)
	for i, b := range in.Backups {
		backup := AdminBackup{b.Name, sizeWords(t, b.Size), calendar.Near(b.At), b.Faulty}
		if i < shownBackups {
			p.Backups = append(p.Backups, backup)
		} else {
			p.Older = append(p.Older, backup)
		}
	}
	p.addLog(calendar, in.Lines)
	p.addNames(calendar, in.Names)
	return p
}

// noBackups says why there are no backups; empty if there are.
func noBackups(t *i18n.Catalog, in AdminInput) string {
	switch {
	case len(in.Nodes) > 0:
		return t.T("admin.backups-server")
	case !in.BackingUp:
		return t.T("admin.backups-off")
	case len(in.Backups) == 0:
		return t.T("admin.no-backups")
	}
	return ""
}

// addChecks adds the checks, and a concern for each that failed.
func (p *AdminPage) addChecks(in AdminInput) {
	for _, c := range in.Checks {
		one := AdminCheck{Name: p.T.T("check." + c.Name), State: stateWords(p.T, c.State), Failed: c.State == "failed"}
		if c.Name == "backups" && c.State == "ok" && len(in.Backups) == 0 {
			one.State = p.T.T("admin.state-early")
		}
		if c.Err != nil {
			one.Problem = c.Err.Error()
		}
		p.Ready = p.Ready && !one.Failed
		p.Checks = append(p.Checks, one)
		if one.Failed {
			p.Concerns = append(p.Concerns, AdminConcern{Text: one.Name, Href: "#checks", Problem: one.Problem})
		}
	}
}

// addNodes adds a concern for each node that does not respond.
func (p *AdminPage) addNodes(nodes []NodeState) {
	for _, n := range nodes {
		if n.Silent {
			p.Concerns = append(p.Concerns, AdminConcern{Text: p.T.T("admin.node-gone", "Node", n.Name), Href: "#nodes", Help: p.T.T("admin.node-gone-help")})
		}
	}
}

// addJobs adds the background jobs, and a concern for each that failed the last time.
func (p *AdminPage) addJobs(calendar page.Calendar, jobs []JobResult) {
	failures := 0
	for _, d := range jobs {
		failures += d.Failures
		job := AdminJob{Name: p.T.T("duty." + d.Name), Failed: d.Failing, Failures: p.T.Number(strconv.Itoa(d.Failures))}
		if d.Problem != nil {
			job.Last, job.Problem = calendar.Near(d.Failed), d.Problem.Error()
		}
		p.Jobs = append(p.Jobs, job)
		if job.Failed {
			p.Concerns = append(p.Concerns, AdminConcern{Text: job.Name, Href: "#jobs", Problem: job.Problem})
		}
	}
	p.Failures = p.T.T("admin.no-failures")
	if failures > 0 {
		p.Failures = p.T.N("admin.failures", failures)
	}
}

// addLog adds the lines of the log, and a concern if there are errors among them.
func (p *AdminPage) addLog(calendar page.Calendar, lines []AdminEvent) {
	errors := 0
	for _, l := range lines {
		line := newAdminLine(calendar, l)
		if line.Bad {
			errors += max(l.Times, 1)
		}
		p.Noticed = append(p.Noticed, line)
	}
	if errors > 0 {
		p.Concerns = append(p.Concerns, AdminConcern{Text: p.T.N("admin.errors", errors), Href: "#noticed"})
	}
}

// addNames adds the groups of names that look alike, and a concern about them.
func (p *AdminPage) addNames(calendar page.Calendar, groups [][]SimilarName) {
	for _, group := range groups {
		var names []AdminName
		for _, n := range group {
			names = append(names, AdminName{n.ID, n.Shown, page.MemberHref(n.Name), page.NewPhrase(p.T, "profile.since", "Date", calendar.On(n.Since))})
		}
		p.Names = append(p.Names, names)
	}
	if len(p.Names) > 0 {
		p.Concerns = append(p.Concerns, AdminConcern{Text: p.T.T("admin.names"), Href: "#names"})
	}
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

// adminGroups returns the figures of the page.
func adminGroups(calendar page.Calendar, in AdminInput) []AdminGroup {
	t := calendar.T
	fact := func(key, value string) AdminFact { return AdminFact{t.T(key), page.Plain(value)} }
	mails := t.T("admin.no-mails")
	if m := in.Mails; m != nil {
		mails = t.T("admin.mail-counts", "Waiting", t.Number(strconv.Itoa(m.Waiting)), "Sent", t.Number(strconv.Itoa(m.Sent)), "Failed", t.Number(strconv.Itoa(m.Failed)))
	}
	files, technical := []AdminFact{fact("admin.size", sizeWords(t, in.Sizes.Database+in.Sizes.Log))}, []AdminFact(nil)
	if in.Sizes.Free >= 0 {
		files = append(files, fact("admin.free", sizeWords(t, in.Sizes.Free)))
	}
	if len(in.Nodes) == 0 {
		technical = []AdminFact{fact("admin.wal", sizeWords(t, in.Sizes.Log))}
	}
	groups := []AdminGroup{
		{Title: t.T("admin.load"), Facts: []AdminFact{
			fact("admin.games", t.Number(strconv.Itoa(in.Games))), fact("admin.streams", t.Number(strconv.Itoa(in.Streams))),
			fact("admin.searches", t.Number(strconv.Itoa(in.Searches))), fact("admin.mails", mails),
		}},
		{Title: t.T("admin.database"), Facts: files, Technical: technical},
		{Title: t.T("admin.version"), Facts: []AdminFact{
			fact("admin.running", in.Version+" ("+in.Go+")"),
			{t.T("admin.since"), page.Phrase{calendar.Near(in.Started)}},
			fact("admin.memory", sizeWords(t, in.Sizes.Memory)),
		}, Technical: []AdminFact{fact("admin.goroutines", t.Number(strconv.Itoa(in.Routines)))}},
	}
	if len(in.Nodes) > 0 {
		nodes := AdminGroup{ID: "nodes", Title: t.T("admin.nodes"), Note: t.T("admin.nodes-help")}
		for _, n := range in.Nodes {
			nodes.Facts = append(nodes.Facts, AdminFact{n.Name, page.Plain(nodeWords(t, n))})
		}
		groups = append(groups, nodes)
	}
	return groups
}

// nodeWords describes a node. Of a silent one, only that and its version are known.
func nodeWords(t *i18n.Catalog, n NodeState) string {
	if n.Silent {
		return n.Version + " · " + t.T("admin.node-silent")
	}
	words := []string{t.T("admin.node", "Streams", t.Number(strconv.Itoa(n.Streams)), "Version", n.Version)}
	for _, state := range []struct {
		is  bool
		key string
	}{{n.This, "admin.node-this"}, {n.Leads, "admin.node-leads"}, {n.Draining, "admin.node-draining"}} {
		if state.is {
			words = append(words, t.T(state.key))
		}
	}
	return strings.Join(words, " · ")
}

// newAdminLine returns a line of the log, in the reader's language if it has a text.
func newAdminLine(calendar page.Calendar, e AdminEvent) AdminLine {
	line := AdminLine{At: calendar.Near(e.At), Text: e.Message, Bad: e.Level >= slog.LevelError, Address: e.Address}
	for _, d := range e.Details {
		if !d.At.IsZero() {
			d.Moment = calendar.At(d.At)
		}
		line.Details = append(line.Details, d)
	}
	if e.Event != "" {
		line.Text = e.Event
	}
	if slices.Contains(SecurityEvents(), e.Event) {
		line.Text, line.Told = calendar.T.T("event."+e.Event), true
	}
	if e.Times > 1 {
		line.Times = "×" + strconv.Itoa(e.Times)
	}
	return line
}

// sizeWords formats a number of bytes in megabytes, or in gigabytes.
func sizeWords(t *i18n.Catalog, bytes int64) string {
	if bytes >= 1e9 {
		return t.T("admin.gigabytes", "Number", t.Number(fmt.Sprintf("%.1f", float64(bytes)/1e9)))
	}
	return t.T("admin.megabytes", "Number", t.Number(fmt.Sprintf("%.1f", float64(bytes)/1e6)))
}
