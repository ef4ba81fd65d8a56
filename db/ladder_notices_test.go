package db

import (
	"slices"
	"testing"
	"time"
)

// People are told once of what concerns them on ladders, unless they have seen it.
func TestLadderNotices(t *testing.T) {
	d := openTest(t)
	c := newClimb(t, d, func(l *LadderTerms) { l.Settings.InactiveDays = 10 }, "Anna", "Ben", "Carl")
	for _, p := range c.people {
		c.try(d.AskAddress(t.Context(), p.ID, p.ID+"@mail.example", "en", false, noon.Add(-time.Hour)))
		mustExec(t, d, "UPDATE mail SET address = pending, pending = NULL WHERE person = $1", p.ID)
	}
	want := func(name string, kinds ...ClubNoticeKind) {
		t.Helper()
		if got := toldOfClub(t, d, c.people[name].ID, c.now); !slices.Equal(got, kinds) {
			t.Errorf("%s was told %v after %v, want %v", name, got, c.now.Sub(noon), kinds)
		}
	}
	first := c.challenges("Ben", "Anna")
	want("Anna")
	c.ticks(2 * time.Minute)
	want("Anna", ClubNoticeChallenged)
	want("Anna")
	want("Ben")
	c.ticks(2*day + 2*time.Minute)
	want("Anna", ClubNoticeAnswer)
	_, err := d.RefuseChallenge(t.Context(), first.ID, first.To.ID, c.tick(time.Hour))
	c.try(err)
	c.ticks(2 * time.Minute)
	want("Ben", ClubNoticeRefused)
	want("Anna")
	c.challenges("Carl", "Ben")
	c.ticks(4 * day)
	c.wantOrder("Anna Carl Ben")
	want("Carl", ClubNoticeExpired)
	want("Ben", ClubNoticeExpired)
	c.ticks(7 * day)
	c.wantOrder("Carl Anna Ben")
	want("Anna", ClubNoticeInactive)
	want("Carl")
}
