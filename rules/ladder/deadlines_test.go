package ladder

import (
	"testing"
	"time"
	_ "time/tzdata"
)

// Deadlines keep the time of the day where days are those of a calendar. Set ones stay, also with another calendar.
func TestDeadlinesAcrossChangesOfClocks(t *testing.T) {
	paris, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		zone               *time.Location
		made, answer, play string // played from the answer's deadline on, less a second
	}{
		"summer time begins": {paris, "2026-03-27T19:00:00+01:00", "2026-03-30T19:00:00+02:00", "2026-04-13T18:59:59+02:00"},
		"summer time ends":   {paris, "2026-10-23T19:00:00+02:00", "2026-10-26T19:00:00+01:00", "2026-11-09T18:59:59+01:00"},
		"no change":          {paris, "2026-07-01T00:30:00+02:00", "2026-07-04T00:30:00+02:00", "2026-07-18T00:29:59+02:00"},
		"a skipped hour":     {paris, "2026-03-26T02:30:00+01:00", "2026-03-29T03:30:00+02:00", "2026-04-12T03:29:59+02:00"},
		"without a zone":     {nil, "2026-03-27T19:00:00+01:00", "2026-03-30T19:00:00+01:00", "2026-04-13T18:59:59+01:00"},
	} {
		t.Run(name, func(t *testing.T) {
			at := func(text string) int64 {
				t.Helper()
				moment, err := time.Parse(time.RFC3339, text)
				if err != nil {
					t.Fatal(err)
				}
				return moment.UnixMilli()
			}
			settings := Default("hexone")
			settings.Answer, settings.Play = 3, 14
			var calendar func(int64, int) int64
			if tt.zone != nil {
				calendar = func(moment int64, days int) int64 {
					return time.UnixMilli(moment).In(tt.zone).AddDate(0, 0, days).UnixMilli()
				}
			}
			s, err := New(at(tt.made), settings, []string{"a", "b"})
			if err != nil {
				t.Fatal(err)
			}
			s.AddDays = calendar
			events, err := s.Challenge(at(tt.made), "x", "b", "a", "hexone")
			if err != nil || events[0].Until != at(tt.answer) {
				t.Fatalf("the events are %+v, %v; want a deadline at %d", events, err, at(tt.answer))
			}
			s.AddDays = nil
			if events := s.Tick(at(tt.answer) - 1000); len(events) != 0 {
				t.Errorf("before the deadline: %+v", events)
			}
			s.AddDays = calendar
			events, err = s.Accept(at(tt.answer)-1000, "x", "a")
			if err != nil || events[0].Until != at(tt.play) || s.Challenges[0].PlayBy != at(tt.play) {
				t.Fatalf("the events are %+v, %v; want a deadline at %d", events, err, at(tt.play))
			}
			if events := s.Tick(at(tt.play) - 1); len(events) != 0 {
				t.Errorf("a moment before: %+v", events)
			}
			if events := s.Tick(at(tt.play)); len(events) == 0 {
				t.Error("nothing happens at the deadline")
			}
		})
	}
}
