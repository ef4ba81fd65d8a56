package page_test

import (
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/viewstest"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// Times near now are named by their distance. Days change at midnight in the reader's zone.
func TestNear(t *testing.T) {
	paris := zone(t, "Europe/Paris")
	now := time.Date(2026, 8, 19, 19, 0, 0, 0, paris)
	for _, test := range []struct {
		name   string
		now    time.Time
		at     time.Time
		en, fr string
		es, ko string
	}{
		{"now", now, now, "just now", "à l’instant", "ahora mismo", "방금"},
		{"59 seconds ago", now, now.Add(-59 * time.Second), "just now", "à l’instant", "ahora mismo", "방금"},
		{"in 59 seconds", now, now.Add(59 * time.Second), "in a moment", "dans un instant", "en un momento", "곧"},
		{"a minute ago", now, now.Add(-time.Minute), "1 minute ago", "il y a 1 minute", "hace 1 minuto", "1분 전"},
		{"59 minutes ago", now, now.Add(-59*time.Minute - 59*time.Second), "59 minutes ago", "il y a 59 minutes", "hace 59 minutos", "59분 전"},
		{"60 minutes ago", now, now.Add(-time.Hour), "1 hour ago", "il y a 1 heure", "hace 1 hora", "1시간 전"},
		{"in 60 minutes", now, now.Add(time.Hour), "in 1 hour", "dans 1 heure", "en 1 hora", "1시간 후"},
		{"since midnight", now, now.Add(-19 * time.Hour), "19 hours ago", "il y a 19 heures", "hace 19 horas", "19시간 전"},
		{"before midnight", now, now.Add(-19*time.Hour - time.Minute), "yesterday at 23:59", "hier à 23:59", "ayer, 23:59", "어제 23:59"},
		{"tomorrow", now, now.Add(24 * time.Hour), "tomorrow at 19:00", "demain à 19:00", "mañana, 19:00", "내일 19:00"},
		{"in two days", now, now.Add(29 * time.Hour), "in 2 days", "dans 2 jours", "en 2 días", "2일 후"},
		{"six days ago", now, now.AddDate(0, 0, -6), "6 days ago", "il y a 6 jours", "hace 6 días", "6일 전"},
		{"a week ago", now, now.AddDate(0, 0, -7), "12 Aug", "12 août", "12 ago", "8월 12일"},
		{"the first", now, now.AddDate(0, 1, 13), "2 Oct", "2 oct.", "2 oct", "10월 2일"},
		{"on a first", now, time.Date(2026, 10, 1, 9, 0, 0, 0, paris), "1 Oct", "1er oct.", "1 oct", "10월 1일"},
		{"another year", now, time.Date(2027, 1, 1, 0, 30, 0, 0, paris), "1 Jan 2027", "1er janv. 2027", "1 ene 2027", "2027년 1월 1일"},
		{
			"another year in UTC alone", time.Date(2026, 6, 1, 0, 0, 0, 0, paris), time.Date(2026, 1, 1, 0, 30, 0, 0, paris),
			"1 Jan", "1er janv.", "1 ene", "1월 1일",
		},
		{ // the night of the change to winter time has 25 hours
			"across winter time", time.Date(2026, 10, 25, 23, 30, 0, 0, paris), time.Date(2026, 10, 25, 0, 0, 0, 0, paris),
			"24 hours ago", "il y a 24 heures", "hace 24 horas", "24시간 전",
		},
		{
			"across summer time", time.Date(2026, 3, 29, 4, 0, 0, 0, paris), time.Date(2026, 3, 28, 4, 0, 0, 0, paris),
			"yesterday at 04:00", "hier à 04:00", "ayer, 04:00", "어제 04:00",
		},
	} {
		for tag, want := range map[string]string{"en": test.en, "fr": test.fr, "es": test.es, "ko": test.ko} {
			c := page.Calendar{T: viewstest.Catalog(t, tag), Now: test.now.UTC(), Zone: paris}
			if got := spaced(c.Near(test.at.UTC()).Text); got != want {
				t.Errorf("%s, %s: %q, want %q", test.name, tag, got, want)
			}
		}
	}
}

// spaced replaces the spaces that keep a number with its unit.
func spaced(text string) string { return strings.ReplaceAll(text, "\u00a0", " ") }

// A date that ends with a full stop also ends its sentence.
func TestOneFullStop(t *testing.T) {
	fr := viewstest.Catalog(t, "fr")
	at := time.Date(2026, 12, 28, 12, 0, 0, 0, time.UTC)
	c := page.Calendar{T: fr, Now: at.AddDate(0, -1, 0)}
	if got := fr.T("members.link-until", "Date", c.Date(at)); spaced(got) != "Le lien est valable jusqu’au 28 déc." {
		t.Errorf("the text is %q", got)
	}
	if got := page.NewPhrase(fr, "members.link-until", "Date", c.On(at)).String(); spaced(got) != "Le lien est valable jusqu’au 28 déc." {
		t.Errorf("the phrase is %q", got)
	}
}

func TestMoments(t *testing.T) {
	at := time.Date(2026, 11, 27, 18, 0, 0, 0, time.UTC)
	for _, tag := range i18n.Tags {
		if slices.Contains(i18n.Incomplete, tag) {
			continue
		}
		c := page.Calendar{T: viewstest.Catalog(t, tag), Now: at.Add(-49 * time.Hour), Zone: zone(t, "Europe/Paris")}
		exact := map[string]string{
			"en": "27 November 2026, 19:00 CET", "fr": "27 novembre 2026 à 19:00 CET", "es": "27 de noviembre de 2026, 19:00 CET", "ko": "2026년 11월 27일 19:00 CET",
		}[tag]
		due := map[string]string{
			"en": "27 Nov, 19:00 (in 2 days)", "fr": "27 nov. à 19:00 (dans 2 jours)", "es": "27 nov, 19:00 (en 2 días)", "ko": "11월 27일 19:00 (2일 후)",
		}[tag]
		if got := c.Due(at); spaced(got.Text) != due || spaced(got.Exact) != exact || got.Stamp != "2026-11-27T19:00:00+01:00" {
			t.Errorf("%s: deadline %+v, want %q and %q", tag, got, due, exact)
		}
		c.Now = at.AddDate(1, 0, 0)
		date := map[string]string{"en": "27 Nov 2026", "fr": "27 nov. 2026", "es": "27 nov 2026", "ko": "2026년 11월 27일"}[tag]
		if got := spaced(c.On(at).Text); got != date {
			t.Errorf("%s: date %q, want %q", tag, got, date)
		}
		if got := spaced(c.Due(at).Text); !strings.HasPrefix(got, date) || strings.Contains(got, "(") {
			t.Errorf("%s: a past deadline is %q", tag, got)
		}
	}
	en := viewstest.Catalog(t, "en")
	for name, want := range map[string]string{
		"UTC": "27 November 2026, 18:00 UTC", "America/Sao_Paulo": "27 November 2026, 15:00 UTC−3", "Asia/Kathmandu": "27 November 2026, 23:45 UTC+5:45", "Asia/Seoul": "28 November 2026, 03:00 KST",
	} {
		if got := (page.Calendar{T: en, Zone: zone(t, name)}).Exact(at); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := (page.Calendar{T: en}).Near(at).Text; got != "27 Nov 2026" {
		t.Errorf("without now: %q", got)
	}
}

// Deadlines of the club are in its time zone. Where the reader's clock shows another time then, the text says so, and the
// exact moment has the reader's time, too.
func TestDeadlinesOfTheClub(t *testing.T) {
	paris := zone(t, "Europe/Paris")
	now := time.Date(2026, 3, 26, 12, 0, 0, 0, paris)
	due := time.Date(2026, 3, 30, 19, 0, 0, 0, paris) // Paris changes its clocks on the 29th
	calendar := func(tag, reader string) page.Calendar {
		return page.Calendar{T: viewstest.Catalog(t, tag), Now: now.UTC(), Zone: zone(t, reader), Club: paris}.InClub()
	}
	for _, test := range []struct{ reader, tag, due, exact, written string }{
		{"Europe/Paris", "en", "30 Mar, 19:00 (in 4 days)", "30 March 2026, 19:00 CEST", "30 Mar, 19:00"},
		{"Europe/Berlin", "en", "30 Mar, 19:00 (in 4 days)", "30 March 2026, 19:00 CEST", "30 Mar, 19:00"},
		{
			"Asia/Seoul", "en", "30 Mar, 19:00 club time (in 4 days)", "30 March 2026, 19:00 CEST · your time: 31 March 2026, 02:00 KST",
			"30 Mar, 19:00 club time (31 Mar, 02:00 your time)",
		},
		{
			"America/New_York", "fr", "30 mars à 19:00, heure du club (dans 4 jours)", "30 mars 2026 à 19:00 CEST · chez vous : 30 mars 2026 à 13:00 EDT",
			"30 mars à 19:00, heure du club (30 mars à 13:00 chez vous)",
		},
		{
			"America/New_York", "es", "30 mar, 19:00, hora del club (en 4 días)", "30 de marzo de 2026, 19:00 CEST · tu hora: 30 de marzo de 2026, 13:00 EDT",
			"30 mar, 19:00, hora del club (30 mar, 13:00, tu hora)",
		},
		{
			"Asia/Seoul", "ko", "클럽 시간 3월 30일 19:00 (4일 후)", "2026년 3월 30일 19:00 CEST · 내 시간: 2026년 3월 31일 02:00 KST",
			"클럽 시간 3월 30일 19:00 (내 시간 3월 31일 02:00)",
		},
	} {
		c := calendar(test.tag, test.reader)
		m := c.Due(due)
		if got := [3]string{spaced(m.Text), spaced(m.Exact), spaced(c.Written(due))}; got != [3]string{test.due, strings.ReplaceAll(test.exact, " :", "\u202f:"), test.written} {
			t.Errorf("%s, %s: %q", test.reader, test.tag, got)
		}
		if m.Stamp != "2026-03-30T19:00:00+02:00" {
			t.Errorf("%s: stamp %s", test.reader, m.Stamp)
		}
	}
	// "Tomorrow" is the club's, a distance has no zone, and a date names it where the reader's is another one.
	seoul, york := calendar("en", "Asia/Seoul"), calendar("en", "America/New_York")
	for at, want := range map[time.Time][2]string{
		now.Add(5 * time.Hour):   {"in 5 hours", "in 5 hours"},
		now.AddDate(0, 0, 1):     {"tomorrow at 12:00 club time", "tomorrow at 12:00 club time"},
		now.AddDate(0, 0, 10):    {"5 Apr", "5 Apr"},
		due.AddDate(0, 0, 10):    {"9 Apr club time", "9 Apr"},
		due.AddDate(0, 0, -10):   {"6 days ago", "6 days ago"},
		due.AddDate(0, 0, -1000): {"4 July 2023 club time", "4 July 2023"},
	} {
		if got := [2]string{spaced(seoul.Near(at).Text), spaced(york.Near(at).Text)}; got != want {
			t.Errorf("%s: %q, want %q", at, got, want)
		}
	}
	// Between the changes of both countries the clocks of Paris and New York are nearer to each other.
	for at, want := range map[time.Time]string{
		time.Date(2026, 3, 28, 12, 0, 0, 0, paris): "your time: 28 March 2026, 07:00 EDT",
		time.Date(2026, 3, 29, 12, 0, 0, 0, paris): "your time: 29 March 2026, 06:00 EDT",
	} {
		if got := spaced(york.Exact(at)); !strings.HasSuffix(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// A day that is stored without a zone is the same day in all zones.
func TestDays(t *testing.T) {
	day := time.Date(2026, 8, 19, 0, 0, 0, 0, time.UTC)
	for _, name := range []string{"America/Los_Angeles", "Asia/Seoul"} {
		c := page.Calendar{T: viewstest.Catalog(t, "en"), Zone: zone(t, name)}
		for days, want := range map[int]string{-7: "19 Aug", -1: "tomorrow", 0: "today", 1: "yesterday", 2: "2 days ago", 7: "19 Aug", 366: "19 Aug 2026"} {
			c.Now = time.Date(2026, 8, 19+days, 12, 0, 0, 0, c.Zone)
			if got := c.Day(day); got.Text != want || got.Stamp != "2026-08-19" {
				t.Errorf("%s, %d days later: %+v, want %q", name, days, got, want)
			}
		}
	}
}

// The exact moment is in the page. A moment can have the focus, but within a link the link has it.
func TestMomentAsHTML(t *testing.T) {
	c := page.Calendar{T: viewstest.Catalog(t, "en"), Now: time.Date(2026, 8, 19, 12, 0, 0, 0, time.UTC)}
	m := c.Near(c.Now.Add(-5 * time.Minute))
	const times = ` datetime="2026-08-19T11:55:00Z" class="moment"`
	const exact = `5 minutes ago<span class="exact"> 19 August 2026, 11:55 UTC</span></time>`
	phrase := page.NewPhrase(c.T, "ban.about", "Player", "<Ann>", "When", m)
	for _, test := range []struct {
		name string
		part page.Phrase
		html string
	}{
		{"a moment", page.Phrase{m}, "<time" + times + ` tabindex="0">` + exact},
		{"in a link", page.Phrase{m}.InLink(), "<time" + times + ">" + exact},
		{"a day", page.Phrase{c.Day(c.Now.AddDate(0, 0, -9))}, `<time datetime="2026-08-10">10 Aug</time>`},
		{"a phrase", phrase, "By &lt;Ann&gt;, until <time" + times + ` tabindex="0">` + exact},
	} {
		var b strings.Builder
		if err := test.part.Render(t.Context(), &b); err != nil || b.String() != test.html {
			t.Errorf("%s: %s, %v; want %s", test.name, b.String(), err, test.html)
		}
	}
	if got := phrase.String(); got != "By <Ann>, until 5 minutes ago" {
		t.Errorf("as text: %q", got)
	}
}
