package web

import (
	"sync"
	"time"

	"hexclub/handlers/limit"
)

// How long somebody counts as being here after asking for a page, and after the
// last page that followed a stream was left for none of the site.
const (
	staysFor  = 3 * time.Minute
	returnsIn = 30 * time.Second
)

// presence knows the people who are here: they follow a stream, or have asked for a page lately.
type presence struct {
	now     func() time.Time
	started time.Time // when everybody was here, as far as anybody knows
	days    visitDays

	mu     sync.Mutex
	people map[string]presentPerson
}

// A presentPerson is a person that is or was here.
type presentPerson struct {
	streams        int       // that are open
	asked, entered time.Time // when the person last asked for a page, and for a stream
	until          time.Time // here without a stream
}

func newPresence(now func() time.Time) *presence {
	return &presence{now: now, started: now(), people: map[string]presentPerson{}}
}

// saw notes that a person asks for something, a page of its own or a part of the
// one that is open.
func (p *presence) saw(person string, page bool) {
	p.note(person, func(here *presentPerson, now time.Time) {
		if here.until = now.Add(staysFor); page {
			here.asked = now
		}
	})
}

// enter notes that a person follows a stream, until leave is called.
func (p *presence) enter(person string) (leave func()) {
	p.note(person, func(here *presentPerson, now time.Time) { here.streams, here.entered = here.streams+1, now })
	return func() { p.leave(person) }
}

// leave notes that a stream has ended. A person that has asked for a page since is on
// another one, which may have no stream; else it was the page that was left.
func (p *presence) leave(person string) {
	p.note(person, func(here *presentPerson, now time.Time) {
		here.streams--
		if until := now.Add(returnsIn); until.After(here.until) || !here.asked.After(here.entered) {
			here.until = until
		}
	})
}

// note changes what is known of a person.
func (p *presence) note(person string, change func(here *presentPerson, now time.Time)) {
	now := p.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	here, known := p.people[person]
	if !known && len(p.people) >= limit.MaxKeys {
		p.forget(now)
	}
	change(&here, now)
	p.people[person] = here
}

// Away reports whether a person is not here any more.
func (p *presence) Away(person string) bool {
	now := p.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	here, known := p.people[person]
	if !known {
		here.until = p.started.Add(staysFor)
	}
	return here.gone(now)
}

func (here presentPerson) gone(now time.Time) bool {
	return here.streams == 0 && !now.Before(here.until)
}

// forget makes room: it removes people that are gone and, when these are too few, some that follow
// no stream.
func (p *presence) forget(now time.Time) {
	for person, here := range p.people {
		if here.gone(now) {
			delete(p.people, person)
		}
	}
	for person, here := range p.people {
		if len(p.people) <= limit.MaxKeys*3/4 {
			return
		}
		if here.streams == 0 {
			delete(p.people, person)
		}
	}
}
