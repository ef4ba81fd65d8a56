package ops

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/views/ops"
	"hexclub/views/page"
)

// shownBackups is the maximum number of backups on the page.
const shownBackups = 20

// shownNames is the maximum number of members with similar names on the page.
const shownNames = 50

// ShowAdmin shows the state of the site.
func (a *Area) ShowAdmin(c echo.Context) error {
	f, err := a.Frame(c, a.Catalog(c).T("admin.title"))
	if err != nil {
		return err
	}
	in, err := a.adminInput(c.Request().Context())
	if err != nil {
		return err
	}
	return a.Render(c, http.StatusOK, ops.Admin(ops.NewAdminPage(f, in)))
}

// adminInput returns the state of the site.
func (a *Area) adminInput(ctx context.Context) (in ops.AdminInput, err error) {
	report := a.healthNow()
	running, waiting := a.searches.Lengths()
	in = ops.AdminInput{
		Checked: report.at, Version: a.version, Go: runtime.Version(), Started: a.started,
		Sizes:    ops.AdminSizes{Database: report.sizes.File, Log: report.sizes.Log, Free: report.sizes.Free, Memory: residentMemory()},
		Routines: runtime.NumGoroutine(),
		Streams:  a.Limits.StreamsAt.Total(), Searches: running + waiting, BackingUp: a.backups.Dir != "" && a.backups.Every > 0,
	}
	for _, c := range report.checks {
		in.Checks = append(in.Checks, ops.CheckResult{Name: c.name, State: string(c.state), Err: c.err})
	}
	if in.Nodes, err = a.nodeStates(ctx); err != nil {
		return in, err
	}
	for _, name := range a.Jobs {
		r := a.Done.of(name)
		in.Jobs = append(in.Jobs, ops.JobResult{Name: name, Failures: r.failures, Failing: r.failing, Failed: r.failed, Problem: r.problem})
	}
	for _, b := range report.backups[:min(len(report.backups), shownBackups)] {
		in.Backups = append(in.Backups, ops.BackupResult{Name: filepath.Base(b.Path), At: b.At, Size: b.Size, Faulty: b.Faulty})
	}
	games, err := a.DB.RunningGames(ctx)
	if err != nil {
		return in, err
	}
	for _, n := range games {
		in.Games += n
	}
	if a.Post != nil {
		tally := &a.Post.Tally
		in.Mails = &ops.MailCounts{Sent: int(tally.Sent.Load()), Failed: int(tally.Failed.Load() + tally.Bounced.Load())}
		if in.Mails.Waiting, err = a.DB.WaitingLetters(ctx); err != nil {
			return in, err
		}
	}
	if in.Names, in.MoreNames, err = a.similarNames(ctx); err != nil {
		return in, err
	}
	in.Lines, err = a.adminLines(ctx)
	return in, err
}

// similarNames returns groups of members whose names look alike, or like a reserved name, and
// reports whether there are more than the page shows.
func (a *Area) similarNames(ctx context.Context) (groups [][]ops.SimilarName, more bool, err error) {
	club, err := a.DB.Club(ctx)
	if err != nil {
		return nil, false, err
	}
	reserved := a.Reserved().Skeletons()
	if club.Name != "" {
		reserved = append(reserved, db.Skeleton(club.Name))
	}
	found, more, err := a.DB.SimilarNames(ctx, reserved, shownNames)
	for _, members := range found {
		group := make([]ops.SimilarName, len(members))
		for i, m := range members {
			group[i] = ops.SimilarName{ID: m.ID, Name: m.Name, Shown: spellOut(m.Name), Since: m.Since}
		}
		groups = append(groups, group)
	}
	return groups, more, err
}

// spellOut replaces the invisible characters of a name by their code points.
func spellOut(name string) string {
	var b strings.Builder
	for _, r := range name {
		if db.IsInvisible(r) {
			fmt.Fprintf(&b, "[%U]", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// adminLines returns the last lines of the log, with names instead of the ids of people.
func (a *Area) adminLines(ctx context.Context) (list []ops.AdminEvent, err error) {
	people := map[string]db.Person{}
	for _, line := range a.Recent.All() {
		e := ops.AdminEvent{At: line.At, Level: line.Level, Message: line.Message, Event: line.Event, Times: line.Times, Address: line.Address}
		for _, attribute := range line.Details {
			d := ops.AdminDetail{Name: attribute.Key, Value: attribute.Value.String()}
			if attribute.Value.Kind() == slog.KindTime {
				d.At = attribute.Value.Time()
			}
			if d.Name == "person" || d.Name == "by" {
				person, known := people[d.Value]
				if !known {
					person, err = a.DB.Person(ctx, d.Value)
					if err != nil && !rules.IsKind(err, rules.NotFound) {
						return nil, err
					}
					people[d.Value] = person
				}
				if person.Name != "" {
					d.Value, d.Href = person.Name, page.PersonHref(person.Name)
				}
			}
			e.Details = append(e.Details, d)
		}
		list = append(list, e)
	}
	return list, nil
}

// residentMemory returns the memory of the program in bytes. On systems that do not report it, the
// result is without SQLite's part.
func residentMemory() int64 {
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		if fields := strings.Fields(string(text)); len(fields) > 1 {
			pages, _ := strconv.ParseInt(fields[1], 10, 64) // the system writes valid numbers
			return pages * int64(os.Getpagesize())
		}
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return int64(memory.Sys - memory.HeapReleased)
}
