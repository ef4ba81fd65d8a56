package ops_test

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/db/pgtest"
	"hexclub/handlers/sitetest"
	"hexclub/views/i18n"
	"hexclub/views/ops"
)

func TestAdminPage(t *testing.T) {
	t.Parallel()
	s, clock, folder := watchedSite(t)
	sitetest.Serve(t, s)
	admin, _ := s.WithRole(t, "Alma", db.Admin)
	s.Client(t).DeviceGame("c2")
	s.Client(t).Post("/login", "name", "Alma", "password", "wrong").WantStatus(t, 422)
	admin.Get("/admin/bans").WantCount(t, `.manage-links a[href="/admin"]`, 1).WantCount(t, `.club-links [aria-current]`, 1)
	p := admin.Get("/admin").WantStatus(t, http.StatusOK)
	noBackups := "None yet."
	if pgtest.On() {
		noBackups = "Back up PostgreSQL with its own tools."
	}
	p.WantText(t, ".concerns.well", "All is well.").WantText(t, "#backups", noBackups).WantText(t, "dd", "Not due yet").WantText(t, "#jobs", "No failures")
	for fact, value := range map[string]string{"Version": "1.2.3 (go", "Games in progress": "1", "Size": "MB", "Database writes": "OK", "Make backups": "0", "E-mails": "switched off"} {
		i := slices.IndexFunc(p.List("dt"), func(name string) bool { return name == fact })
		if i < 0 || !strings.Contains(p.List("dd")[i], value) {
			t.Errorf("the value of %q is %q", fact, p.List("dd"))
		}
	}
	if got := p.List(".noticed li"); len(got) != 2 || !strings.Contains(got[0], "Log-in refused") || !strings.Contains(got[1], "Account created") {
		t.Errorf("noticed is %q", got)
	}
	if to := p.Attribute(".noticed .detail a", "href"); to != "/people/Alma" {
		t.Errorf("the new member links to %q", to)
	}

	clock.Advance(time.Hour)
	backup(t, folder, clock.Now().Add(-3*time.Hour), ".db")
	if s.Ops.CheckHealth(t.Context()) == nil {
		t.Fatal("an old backup is no problem")
	}
	p = admin.Get("/admin").WantCount(t, ".concerns.well", 0).WantText(t, ".concerns li", "Newest backup").WantText(t, ".concerns", "The site also reports this to monitoring").WantCount(t, "dd.wrong", 1)
	p.WantText(t, ".concerns li code[lang=en]", "one is due every 1h0m0s").WantText(t, "dt small", "hexclub-")
	backup(t, folder, clock.Now(), "-faulty.db")
	if s.Ops.CheckHealth(t.Context()) == nil {
		t.Fatal("a backup with bad games is no problem")
	}
	p = admin.Get("/admin").WantCount(t, "dd.wrong", 2)
	p.WantText(t, "dd.wrong code[lang=en]", "hexclub verify names them").WantText(t, "dd.wrong small", "some games can’t be replayed")
	for tag, want := range map[string]string{"fr": "Dernière sauvegarde", "es": "Última copia de seguridad", "ko": "최근 백업"} {
		admin.With("Accept-Language", tag).Get("/admin").WantText(t, "dl", want)
	}
}

// The last lines are kept. Immediate repetitions are counted, so that a flood of lines does not
// hide others.
func TestRecentLinesAreBounded(t *testing.T) {
	t.Parallel()
	s, _, _ := watchedSite(t)
	sitetest.Serve(t, s)
	admin, _ := s.WithRole(t, "Alma", db.Admin)
	for range 3 {
		s.Client(t).Post("/login", "name", "Alma", "password", "wrong wrong").WantStatus(t, 422)
	}
	admin.Get("/admin").WantCount(t, ".noticed li", 2).WantText(t, ".noticed li:first-child .times", "×3")
	for i := range 60 {
		s.Log.Warn(fmt.Sprintf("trouble %d", i))
	}
	p := admin.Get("/admin").WantCount(t, ".noticed li", 50)
	p.WantText(t, ".noticed li:first-child", "trouble 59").WantText(t, ".noticed li:last-child", "trouble 10")
}

// A failing job is logged once, and so is its recovery.
func TestFailingJob(t *testing.T) {
	t.Parallel()
	s, log := sitetest.LoggedSite(t)
	admin, _ := s.WithRole(t, "Alma", db.Admin)
	s.Ops.NoteJob("mail", fmt.Errorf("no such host"))
	admin.Get("/admin").WantText(t, "dd.wrong", "no such host").WantText(t, "dd.wrong", "1").WantText(t, ".concerns a[href='#jobs']", "Send e-mails")
	s.Ops.NoteJob("mail", nil)
	admin.Get("/admin").WantCount(t, "dd.wrong", 0).WantText(t, "dl", "no such host")
	if strings.Contains(log.String(), "panic") {
		t.Error(log)
	}
}

// All security events and background jobs have texts.
func TestEventsAndJobsHaveTexts(t *testing.T) {
	t.Parallel()
	logged := 0
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, match := range regexp.MustCompile(`LogSecurity\(c, (?:"([^"]*)")?`).FindAllStringSubmatch(string(text), -1) {
			logged++
			if !slices.Contains(ops.SecurityEvents(), match[1]) {
				t.Errorf("%s logs %q, which ops.SecurityEvents has not", path, match[1])
			}
		}
		return err
	})
	if err != nil || logged == 0 {
		t.Fatalf("%d calls log security events, error %v", logged, err)
	}
	texts, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	words := texts.Match("en", "")
	for _, event := range ops.SecurityEvents() {
		if words.T("event."+event) == "event."+event {
			t.Errorf("%s has no words", event)
		}
	}
	for _, job := range ops.Jobs() {
		if words.T("duty."+job) == "duty."+job {
			t.Errorf("the job %s has no text", job)
		}
	}
	for _, check := range ops.Checks() {
		if words.T("check."+check) == "check."+check {
			t.Errorf("the check %s has no words", check)
		}
	}
}
