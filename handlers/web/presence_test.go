package web

import (
	"strconv"
	"sync"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/limit"
)

// clockedPresence returns a presence with a clock that the test moves.
func clockedPresence() (*presence, func(time.Duration)) {
	now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	return newPresence(func() time.Time { return now }), func(by time.Duration) { now = now.Add(by) }
}

func TestPresence(t *testing.T) {
	t.Parallel()
	p, advance := clockedPresence()
	want := func(when string, away map[string]bool) {
		t.Helper()
		for person, want := range away {
			if got := p.Away(person); got != want {
				t.Errorf("%s %s is away: %v", when, person, got)
			}
		}
	}
	want("at the start", map[string]bool{"Anna": false})
	advance(time.Minute)
	p.saw(db.Person{ID: "Anna"}, true)
	leave, leaveOther := p.enter("Ben"), p.enter("Ben")
	advance(2*time.Minute - time.Nanosecond)
	want("soon after", map[string]bool{"Anna": false, "Ben": false, "Cora": false})
	advance(time.Nanosecond)
	want("three minutes after the start", map[string]bool{"Anna": false, "Ben": false, "Cora": true})
	advance(time.Minute)
	want("three minutes after a page", map[string]bool{"Anna": true, "Ben": false})
	advance(time.Hour)
	p.saw(db.Person{ID: "Ben"}, true)
	leave()
	advance(time.Hour)
	want("with one stream left", map[string]bool{"Ben": false})
	leaveOther()
	want("after the last stream", map[string]bool{"Ben": false})
	advance(staysFor)
	want("three minutes later", map[string]bool{"Ben": true})
	p.saw(db.Person{ID: "Anna"}, true)
	leave = p.enter("Anna")
	advance(time.Second)
	p.saw(db.Person{ID: "Anna"}, false) // a request of the page itself
	want("come back", map[string]bool{"Anna": false})
	leave()
	advance(returnsIn - time.Nanosecond)
	want("soon after a page was left", map[string]bool{"Anna": false})
	advance(time.Nanosecond)
	want("half a minute after a page was left", map[string]bool{"Anna": true})
}

// The number of people is limited, except for those with streams.
func TestPresenceIsBounded(t *testing.T) {
	t.Parallel()
	p, advance := clockedPresence()
	leave := p.enter("Ben")
	for range 2 {
		advance(time.Hour)
		for i := range 2 * limit.MaxKeys {
			p.saw(db.Person{ID: strconv.Itoa(i)}, true)
			if n := len(p.people); n > limit.MaxKeys {
				t.Fatalf("%d people are remembered", n)
			}
		}
	}
	if p.Away("Ben") || p.Away(strconv.Itoa(2*limit.MaxKeys-1)) {
		t.Error("who is here is taken for gone")
	}
	leave()
	advance(time.Hour)
	p.forget(p.now())
	if n := len(p.people); n > 0 {
		t.Errorf("%d people are remembered who are long gone", n)
	}
}

func TestPresenceAtOnce(t *testing.T) {
	t.Parallel()
	p, advance := clockedPresence()
	var done sync.WaitGroup
	for i := range 8 {
		done.Go(func() {
			for range 100 {
				leave := p.enter(strconv.Itoa(i % 2))
				if p.Away(strconv.Itoa(i % 2)) {
					t.Error("who follows a stream is away")
				}
				p.saw(db.Person{ID: "Anna"}, true)
				leave()
			}
		})
	}
	done.Wait()
	advance(staysFor)
	if !p.Away("0") || !p.Away("1") {
		t.Error("streams are left")
	}
}

// A node shares its people again after a failed attempt, and after the server may have lost them. Until then, other nodes still
// count them as present.
func TestPresenceIsSharedAgain(t *testing.T) {
	t.Parallel()
	p, advance := clockedPresence()
	other, _ := clockedPresence()
	defer p.enter("Anna")()
	advance(time.Hour)
	share := func(want int) (list []db.Presence, shared map[string]time.Time) {
		t.Helper()
		if list, shared = p.news(p.now()); len(list) != want {
			t.Fatalf("news are %v, want %d", list, want)
		}
		return list, shared
	}
	share(1)
	list, shared := share(1) // the first attempt failed
	p.noteShared(shared)
	share(0)
	other.meet(list, p.now())
	advance(SharePresenceEvery)
	p.lose()
	other.meet(nil, p.now())
	if !other.isElsewhere("Anna", p.now()) {
		t.Error("Anna is away although her time is not over")
	}
	share(1)
	other.meet(nil, p.now().Add(sharedFor))
	if len(other.elsewhere) > 0 {
		t.Error("Anna stays for ever")
	}
}
