package page

import (
	"strconv"
	"strings"
	"time"

	"hexclub/views/i18n"
)

// A Calendar formats moments for a reader.
type Calendar struct {
	T    *i18n.Catalog
	Now  time.Time      // zero for letters: then no moment is near
	Zone *time.Location // of the reader; nil for UTC
	Club *time.Location // of the club; nil for UTC

	reader *time.Location // of a calendar that InClub has returned; nil elsewhere
}

// InClub returns the calendar for deadlines of the club, and for everything else that happens at a time which the club
// sets. Its moments are in the club's time zone. Where the reader's clock shows another time they say so: the text names
// the club's time, and the exact moment has the reader's too.
func (c Calendar) InClub() Calendar {
	c.reader = orUTC(c.Zone)
	c.Zone = c.Club
	return c
}

// Near returns a moment that is not part of a sentence. Within a week it is relative to now: "5 minutes ago", "yesterday
// at 19:00", "in 2 days". Otherwise it is a date.
func (c Calendar) Near(at time.Time) Moment {
	switch text, clock := c.relative(at); {
	case text == "":
		return c.On(at)
	case clock:
		return c.moment(at, c.ofClub(at, text))
	default:
		return c.moment(at, text)
	}
}

// At returns a date with the time, for sentences: "27 Nov 2026, 19:00".
func (c Calendar) At(at time.Time) Moment { return c.moment(at, c.ofClub(at, c.dateTime(c.local(at)))) }

// On returns a date without the time, for sentences: "27 Nov 2026".
func (c Calendar) On(at time.Time) Moment {
	text := c.date(c.local(at))
	if c.reader != nil && daysBetween(c.local(at), at.In(c.reader)) != 0 {
		text = c.ofClub(at, text)
	}
	return c.moment(at, text)
}

// Due returns a deadline, for sentences. Within a week it says how much time remains: "27 Nov, 19:00 (in 2 days)".
func (c Calendar) Due(at time.Time) Moment {
	text := c.ofClub(at, c.dateTime(c.local(at)))
	if left, _ := c.relative(at); left != "" && at.After(c.Now) {
		text = c.T.T("date.due", "Date", text, "Left", left)
	}
	return c.moment(at, text)
}

// Day returns a day that is stored without a zone, as midnight in UTC: "today", "3 days ago", "27 Nov 2026".
func (c Calendar) Day(day time.Time) Moment {
	m := Moment{Text: c.date(day.UTC()), Stamp: day.UTC().Format(time.DateOnly)}
	if days := daysBetween(c.local(c.Now), day.UTC()); c.nearDays(days) {
		m.Exact = c.long(day.UTC())
		switch days {
		case -1:
			m.Text = c.T.T("date.yesterday")
		case 0:
			m.Text = c.T.T("date.today")
		case 1:
			m.Text = c.T.T("date.tomorrow")
		default:
			m.Text = c.inDays(days)
		}
	}
	return m
}

// Exact returns a moment in full: "27 November 2026, 19:00 CET". A deadline of the club has the reader's time too, where
// it is another one.
func (c Calendar) Exact(at time.Time) string {
	if c.away(at) {
		return c.T.T("date.club-exact", "Club", c.exact(c.local(at)), "Own", c.exact(at.In(c.reader)))
	}
	return c.exact(c.local(at))
}

func (c Calendar) exact(local time.Time) string {
	return c.T.T("date.at", "Date", c.long(local), "Time", local.Format("15:04")) + " " + zoneName(local)
}

// Written returns a date with the time and the zone as a plain text: "27 Nov, 19:00 CET". A deadline of the club is
// without the zone: "27 Nov, 19:00", and with the reader's time, where it is another one.
func (c Calendar) Written(at time.Time) string {
	local := c.local(at)
	switch {
	case c.away(at):
		return c.T.T("date.club-own", "Club", c.ofClub(at, c.dateTime(local)), "Own", c.dateTime(at.In(c.reader)))
	case c.reader != nil:
		return c.dateTime(local)
	}
	return c.dateTime(local) + " " + zoneName(local)
}

// Midnight returns the beginning of the day of a moment, in the reader's zone.
func (c Calendar) Midnight(at time.Time) time.Time {
	local := c.local(at)
	return time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, local.Location())
}

// Clock returns the time of a moment, for lists of a day: "19:00".
func (c Calendar) Clock(at time.Time) Moment { return c.moment(at, c.local(at).Format("15:04")) }

// DayOf returns the day of a moment in words: "today", "3 days ago", "27 Nov 2026".
func (c Calendar) DayOf(at time.Time) string {
	local := c.local(at)
	return c.Day(time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, time.UTC)).Text
}

// Visit is Day for a day that has come somewhere on earth, but perhaps not yet in the reader's zone.
func (c Calendar) Visit(day time.Time) Moment {
	today := c.local(c.Now)
	if daysBetween(today, day.UTC()) > 0 && !c.Now.IsZero() {
		day = time.Date(today.Year(), today.Month(), today.Day(), 0, 0, 0, 0, time.UTC)
	}
	return c.Day(day)
}

// Whole returns the day of a moment, without a time: "27 Nov 2026".
func (c Calendar) Whole(at time.Time) Moment {
	local := c.local(at)
	return Moment{Text: c.date(local), Stamp: local.Format(time.DateOnly)}
}

// Date returns the date of a moment as a plain text, for graphs.
func (c Calendar) Date(at time.Time) string { return c.date(c.local(at)) }

// moment returns a moment with a text.
func (c Calendar) moment(at time.Time, text string) Moment {
	return Moment{Text: text, Exact: c.Exact(at), Stamp: c.local(at).Format(time.RFC3339)}
}

// local returns a moment in the reader's zone.
func (c Calendar) local(at time.Time) time.Time { return at.In(orUTC(c.Zone)) }

func orUTC(zone *time.Location) *time.Location {
	if zone == nil {
		return time.UTC
	}
	return zone
}

// away reports whether the moment is a deadline of the club and the reader's clock shows another time then.
func (c Calendar) away(at time.Time) bool {
	if c.reader == nil {
		return false
	}
	_, club := c.local(at).Zone()
	_, own := at.In(c.reader).Zone()
	return club != own
}

// ofClub says that a time is the club's, where the reader's is another one.
func (c Calendar) ofClub(at time.Time, text string) string {
	if !c.away(at) {
		return text
	}
	return c.T.T("date.club", "When", text)
}

// nearWeek is how many days before and after today are named by their distance.
const nearWeek = 6

func (c Calendar) nearDays(days int) bool {
	return !c.Now.IsZero() && -nearWeek <= days && days <= nearWeek
}

// relative returns the distance from now to a moment; empty for more than a week. It reports whether that has the time of
// the day.
func (c Calendar) relative(at time.Time) (text string, clock bool) {
	local, t := c.local(at), c.T
	days, minutes := daysBetween(c.local(c.Now), local), int(at.Sub(c.Now)/time.Minute)
	if !c.nearDays(days) {
		return "", false
	}
	switch {
	case minutes == 0 && at.After(c.Now):
		return t.T("date.soon"), false
	case minutes == 0:
		return t.T("date.now"), false
	case -60 < minutes && minutes < 0:
		return t.N("date.minutes-ago", -minutes), false
	case 0 < minutes && minutes < 60:
		return t.N("date.in-minutes", minutes), false
	case days == 0 && minutes < 0:
		return t.N("date.hours-ago", -minutes/60), false
	case days == 0:
		return t.N("date.in-hours", minutes/60), false
	case days == -1:
		return t.T("date.yesterday-at", "Time", local.Format("15:04")), true
	case days == 1:
		return t.T("date.tomorrow-at", "Time", local.Format("15:04")), true
	}
	return c.inDays(days), false
}

// inDays returns a distance of several days: "3 days ago", "in 2 days".
func (c Calendar) inDays(days int) string {
	if days < 0 {
		return c.T.N("date.days-ago", -days)
	}
	return c.T.N("date.in-days", days)
}

// daysBetween returns how many days of the calendar lie between two moments, each in its zone.
func daysBetween(from, to time.Time) int {
	midnight := func(at time.Time) time.Time { return time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC) }
	return int(midnight(to).Sub(midnight(from)) / (24 * time.Hour))
}

// date returns a date, without the current year.
func (c Calendar) date(local time.Time) string {
	key := "date.short"
	if !c.Now.IsZero() && local.Year() == c.local(c.Now).Year() {
		key = "date.this-year"
	}
	return c.written(key, "date.short-month.", local)
}

func (c Calendar) dateTime(local time.Time) string {
	return c.T.T("date.at", "Date", c.date(local), "Time", local.Format("15:04"))
}

// long returns a date in full.
func (c Calendar) long(local time.Time) string { return c.written("date.long", "date.month.", local) }

// written returns a date by the key of its form and the family of its months.
func (c Calendar) written(key, months string, local time.Time) string {
	day := strconv.Itoa(local.Day())
	if day == "1" {
		day = c.T.T("date.first", "Day", day)
	}
	return c.T.T(key, "Day", day, "Month", c.T.T(months+strconv.Itoa(int(local.Month()))), "Year", strconv.Itoa(local.Year()))
}

// zoneName returns the abbreviation of a zone, or its distance from UTC if it has none: "CET", "UTC+5:45".
func zoneName(local time.Time) string {
	name, seconds := local.Zone()
	if !strings.HasPrefix(name, "+") && !strings.HasPrefix(name, "-") {
		return name
	}
	sign := "+"
	if seconds < 0 {
		sign, seconds = "−", -seconds
	}
	text := "UTC" + sign + strconv.Itoa(seconds/3600)
	if minutes := seconds / 60 % 60; minutes != 0 {
		text += ":" + strconv.Itoa(minutes)
	}
	return text
}
